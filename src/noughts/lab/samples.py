"""Positions to measure on: the same ones for every method, drawn by a seed or read from a file."""

import random
from pathlib import Path

from noughts.board import Game, Position
from noughts.errors import NoughtsError

MOST_POSITIONS = 10_000
_MOST_BYTES = 4_000_000
_LATEST = 0.75  # of a random game: what comes later is over too soon to search
_TRIES = 200


def random_sample(game: Game, count: int, seed: int) -> list[Position]:
    """Positions from the opening to the last quarter of random games, at stages that lie evenly between the two.

    >>> import noughts
    >>> [position.ply for position in random_sample(noughts.game("ultimate"), 3, seed=1)][0]
    0
    """
    if not 1 <= count <= MOST_POSITIONS:
        raise NoughtsError(f"the number of positions is {count}; it must be 1 to {MOST_POSITIONS}")
    chance = random.Random(f"{game.name} {seed}")
    return [_at_stage(game, _LATEST * number / count, chance) for number in range(count)]


def _at_stage(game: Game, stage: float, chance: random.Random) -> Position:
    """A position of a random game after that part of its moves, with a choice of moves if there is such a one."""
    position = game.start()
    for _ in range(_TRIES):
        position = game.start()
        while not position.is_game_over():
            position.push(chance.choice(position.legal_moves))
        length = round(stage * position.ply)
        while position.ply > length or (position.is_game_over() and position.ply):
            position.pop()
        if len(position.legal_moves) > 1:
            return position
    if position.is_game_over():
        raise NoughtsError(f"{game.name} is over before it begins: there is nothing to search")
    return position


def sample_from(game: Game, file: Path) -> list[Position]:
    """The positions of a file, one text a line."""
    try:
        with open(file, encoding="utf-8") as opened:
            lines = opened.read(_MOST_BYTES).splitlines()
    except UnicodeDecodeError:
        raise NoughtsError(f"{file} is not a text file") from None
    except OSError as error:
        raise NoughtsError(f"{file} cannot be read: {error.strerror}") from None
    positions = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            position = game.position(line)
        except NoughtsError as error:
            raise NoughtsError(f"{file}, line {number}: {error}") from None
        if position.is_game_over():
            raise NoughtsError(f"{file}, line {number}: the game is over there ({position.outcome()})")
        positions.append(position)
    if not positions:
        raise NoughtsError(f"{file} holds no position; it needs one position text a line")
    if len(positions) > MOST_POSITIONS:
        raise NoughtsError(f"{file} holds {len(positions)} positions; at most {MOST_POSITIONS} are compared")
    return positions
