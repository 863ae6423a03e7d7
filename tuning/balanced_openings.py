"""Openings from which neither side is better, for matches where a random opening would decide the game.

    python tuning/balanced_openings.py 15x15x5 100 [--plies 5 6 7] [--within 0.1] [--seed 1] >openings.txt
    python tuning/balanced_openings.py --all [--only GAME…]     # those of the package: src/noughts/arena/balanced/

Random moves, on large boards in the middle, then the move that comes nearest to a level game by a short search. An
opening is kept if longer searches agree, and none like it, mirrored or turned, has been kept. One line each, as
`noughts match --openings FILE` and `tuning/sprt.py` take them. Some games have fewer than are asked for: the search for
them ends after so many tries in vain.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from noughts import Game, Limit, Position, game
from noughts.arena.openings import balanced_file
from noughts.conformance.discovery import short_name
from noughts.engine.engine import Engine
from noughts.engine.judgement import chance as chance_of
from noughts.registry import best_evaluation
from noughts.system.folders import write_whole

LAST_MOVES = 24  # so many last moves are tried,
SHORT, LONGER = 1_000, (20_000, 200_000, 600_000)  # each with so many nodes, and the best of them with so many
IN_VAIN = 500  # tries in a row that find nothing new
LARGE = 8  # rows and columns of a board on which random moves at the edge are wasted
PLIES = (5, 6, 7)
COUNT, FEWEST = 60, 10  # openings of a game of the package; one that has fewer has none
NESTED = (4, 5, 6, 7, 8)
# Games whose openings are part of the package, and their plies. Those of 15x15x5 are of an earlier version of this
# script, which asked for three million nodes too.
SHIPPED: dict[str, Sequence[int]] = {
    "3x3x3": (1, 2, 3, 4),
    "misere-3x3x3": (1, 2, 3, 4),
    "4x4x4": (2, 3, 4),
    "4x5x4": (2, 3, 4),
    "5x5x4": (3, 4, 5),
    "6x6x4": (3, 4, 5),
    "6x7x4": (3, 4, 5),
    "7x7x5": (3, 4, 5),
    "9x9x5": PLIES,
    "10x10x5": PLIES,
    "13x13x5": PLIES,
    "19x19x5": PLIES,
    "20x20x5": PLIES,
    "exact-15x15x5": PLIES,
    "nineboard": (2, 3, 4, 5),
    "nineboard-fulldraw": (2, 3, 4, 5),
    "ultimate": NESTED,
    "ultimate-playon": NESTED,
    "ultimate-count": NESTED,
    "xtreme": NESTED,
    "xrudder": (6, 7, 8, 9, 10),
}


def imbalance(engine: Engine, position: Position, nodes: int) -> float:
    """How far the chance of winning, by a search, is from one half."""
    score = engine.play(position, Limit(nodes=nodes)).score
    return abs(chance_of(score, max(best_evaluation(position.game).spread, 1)) - 0.5)


def first_moves(played: Game) -> set[str] | None:
    """The cells in the middle half of a large board that is in one piece and takes stones; None for any move."""
    last_row, last_column = (max(cell.row for cell in played.cells), max(cell.column for cell in played.cells))
    cells = {cell.name for cell in played.cells}
    is_large = min(last_row, last_column) + 1 >= LARGE and not played.frames  # those of small boards
    if not is_large or not {str(move) for move in played.start().legal_moves} <= cells:
        return None
    return {
        cell.name
        for cell in played.cells
        if abs(2 * cell.row - last_row) <= last_row / 2 and abs(2 * cell.column - last_column) <= last_column / 2
    }


def image(position: Position) -> str:
    """The same text for a position and whatever it looks like mirrored or turned."""
    return min(position.transformed(symmetry).text() for symmetry in position.game.symmetries)


def openings(played: Game, chance: random.Random, plies: Sequence[int], within: float) -> Iterator[str]:
    """Balanced openings of a game, until no new ones are found."""
    engine, cells, kept, in_vain = Engine("noughts"), first_moves(played), set[str](), 0

    def moves(position: Position) -> list[str]:
        return [text for text in map(str, position.legal_moves) if cells is None or text in cells]

    while in_vain < IN_VAIN:
        in_vain += 1
        position, length = played.start(), chance.choice(plies)
        while position.ply < length - 1 and not position.is_game_over() and moves(position):
            position.push(chance.choice(moves(position)))
        if position.is_game_over() or not (last := moves(position)):
            continue
        tried = []
        for move in chance.sample(last, min(LAST_MOVES, len(last))):
            position.push(move)
            if not position.is_game_over() and image(position) not in kept:
                tried.append((imbalance(engine, position, SHORT), move))
            position.pop()
        if not tried:
            continue
        position.push(min(tried)[1])
        if all(imbalance(engine, position, nodes) <= within for nodes in LONGER):
            kept.add(image(position))
            in_vain = 0
            yield " ".join(map(str, position.move_stack))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?")
    parser.add_argument("count", type=int, nargs="?", default=COUNT)
    parser.add_argument("--plies", type=int, nargs="+", default=list(PLIES))
    parser.add_argument("--within", type=float, default=0.1, help="of an even chance to win, by the longer searches")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="write those of the package, for each game")
    parser.add_argument("--only", nargs="+", default=list(SHIPPED), choices=list(SHIPPED), metavar="GAME")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    if not arguments.all:
        if arguments.game is None:
            parser.error("a game, or --all")
        for line in islice(openings(game(arguments.game), chance, arguments.plies, arguments.within), arguments.count):
            print(line, flush=True)
        return
    for name in arguments.only:
        begun = time.process_time()
        chance = random.Random(f"{arguments.seed} {name}")
        found = list(islice(openings(game(name), chance, SHIPPED[name], arguments.within), arguments.count))
        if len(found) >= FEWEST:
            write_whole(Path(balanced_file(game(name))), "".join(f"{line}\n" for line in found).encode())
        took = time.process_time() - begun
        print(f"{short_name(name)}: {len(found)} openings, {took:.0f} CPU seconds", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
