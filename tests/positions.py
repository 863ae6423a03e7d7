"""The games that tests go through, as they are registered, and random positions of them.

For searches there are small games and late positions, so that whole trees can be walked.
"""

import random
from collections.abc import Iterator

import noughts
from noughts.board import Position
from noughts.games.mnk import Mnk
from noughts.games.shared.nested import NestedGame
from noughts.registry import families

EXAMPLES = tuple(name for family in families() for name in family.examples)  # every record type and variant
WITHOUT_SIZES = tuple(name for family in families() if family is not Mnk for name in family.examples)
NESTED = tuple(name for name in EXAMPLES if isinstance(noughts.game(name), NestedGame))
ONE_OF_EACH_TYPE = tuple({noughts.game(name).rules.tag: name for name in reversed(EXAMPLES)}.values())
# Games whose trees are small enough to be searched to the end, and late positions of large ones.
SMALL = ("3x3x3", "misere-3x3x3", "3x4x3", "2x5x2", "4x4x3", "1x6x3", "exact-3x4x3", "exact-2x5x2")
LARGE = (*WITHOUT_SIZES, "5x6x4", "12x12x5")


def random_positions(name: str, count: int, seed: int) -> Iterator[Position]:
    """Positions from all stages of random games; on m,n,k boards also with obstacles."""
    chance = random.Random(f"{name} {seed}")
    game = noughts.game(name)
    while count:
        position = _start(game, chance)
        while not position.is_game_over() and count:
            if chance.random() < 0.2:
                yield position.copy()
                count -= 1
            position.push(chance.choice(position.legal_moves))


def late_positions(name: str, count: int, seed: int, plies: int = 6) -> Iterator[Position]:
    """Positions a few plies before the end of random games."""
    chance = random.Random(f"{name} late {seed}")
    game = noughts.game(name)
    for _ in range(count):
        position = _start(game, chance)
        while not position.is_game_over():
            position.push(chance.choice(position.legal_moves))
        for _ in range(chance.randint(1, plies)):
            if position.move_stack:
                position.pop()
        if position.is_game_over():
            position = game.start()
        yield position


def last_positions(name: str, plies: int, count: int, seed: int) -> Iterator[Position]:
    """Positions after which a game lasts as many plies at most."""
    chance = random.Random(f"{name} last {seed}")
    game = noughts.game(name)
    left = game.rules.function("plies_left")
    while count:
        if name.startswith("nineboard"):
            position = _nearly_full_boards(game, plies, chance)
        else:
            position = _start(game, chance, 1 - plies / game.max_plies if game.max_plies > 60 else 0.15)
        while not position.is_game_over() and count:
            if left(position.states[0]) <= plies and chance.random() < 0.5:
                yield position.copy()
                count -= 1
            position.push(chance.choice(position.legal_moves))


def _nearly_full_boards(game: noughts.Game, empty: int, chance: random.Random) -> Position:
    """Nine boards without a line and with few empty cells: random games hardly ever come so far."""
    without_line = ("XOXXOOOXX", "XOXOXXOXO", "OXOOXXXOO", "OXOXOOXOX", "XXOOOXXOX", "OOXXXOOXO")
    cells = list("".join(chance.choice(without_line) for _ in range(9)))
    for cell in chance.sample(range(81), empty):
        cells[cell] = "."
    boards = "/".join("".join(cells[at : at + 9]) for at in range(0, 81, 9))
    return game.position(f"{boards} {chance.choice('XO')} {chance.choice('123456789-')}")


def _start(game: noughts.Game, chance: random.Random, obstacles: float = 0.15) -> Position:
    if "x" not in game.name or game.name[0] not in "m123456789" or chance.random() < 0.5:
        return game.start()
    rows, columns = game.rows, game.columns
    cells = ["#" if chance.random() < obstacles else "." for _ in range(rows * columns)]
    text = "/".join("".join(cells[row * columns : (row + 1) * columns]) for row in range(rows))
    position = game.position(text)
    return game.start() if position.is_game_over() else position
