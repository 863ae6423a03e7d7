"""Openings from which neither side is better, for matches where a random opening would decide the game.

    python tuning/balanced_openings.py 15x15x5 100 [--plies 5 6 7] [--within 1.0] [--seed 1] >openings.txt

Random moves in the middle of the board, then the move that comes nearest to a level game by a short search. An opening
is kept if longer searches agree. One line each, as `noughts match --openings FILE` and `tuning/sprt.py` take them.
"""

import argparse
import random
from collections.abc import Iterator, Sequence

from noughts import Limit, NoughtsError, Position, game
from noughts.engine.engine import Engine

LAST_MOVES = 24  # so many last moves are tried,
SHORT, LONGER = 3_000, (30_000, 250_000, 3_000_000)  # each with so many nodes, and the best of them with so many


def points(engine: Engine, position: Position, nodes: int) -> float:
    """How far the position is from a level one."""
    score = engine.play(position, Limit(nodes=nodes)).score
    return float("inf") if score.points is None else abs(score.points)


def middle(name: str) -> set[str]:
    """The cells in the middle half of the board, in either direction."""
    board = game(name)
    last_row, last_column = (max(cell.row for cell in board.cells), max(cell.column for cell in board.cells))
    return {
        cell.name
        for cell in board.cells
        if abs(2 * cell.row - last_row) <= last_row / 2 and abs(2 * cell.column - last_column) <= last_column / 2
    }


def openings(name: str, chance: random.Random, plies: Sequence[int], within: float) -> Iterator[str]:
    """Balanced openings of a game in which moves are cells, without end."""
    engine, cells = Engine("noughts"), sorted(middle(name))
    if not cells:
        raise NoughtsError(f"{name} has no board of cells to begin in the middle of")
    while True:
        position = game(name).start()
        length = chance.choice(plies)
        while position.ply < length - 1:
            move = chance.choice(cells)
            if position.is_legal(move):
                position.push(move)
        tried = []
        for move in chance.sample(cells, min(LAST_MOVES, len(cells))):
            if position.is_legal(move):
                position.push(move)
                tried.append((points(engine, position, SHORT), move))
                position.pop()
        if position.is_game_over() or not tried:
            continue
        position.push(min(tried)[1])
        if not position.is_game_over() and all(points(engine, position, nodes) <= within for nodes in LONGER):
            yield " ".join(str(move) for move in position.move_stack)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("count", type=int)
    parser.add_argument("--plies", type=int, nargs="+", default=[5, 6, 7])
    parser.add_argument("--within", type=float, default=1.0, help="points by the longer searches")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    found = openings(arguments.game, random.Random(arguments.seed), arguments.plies, arguments.within)
    for _ in range(arguments.count):
        print(next(found), flush=True)


if __name__ == "__main__":
    main()
