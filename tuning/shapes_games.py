"""Self-play for `mnk_shapes`: m,n,k positions with the result of the game, and for some a longer search's best move.

`tuning/shapes.py` is the command. A game begins with random moves near each other, some boards have obstacles, and now
and then a random move is played later too. Kept are positions of which the search knows no mate; as soon as it knows
one, the game is over.
"""

import random
import time
from pathlib import Path
from typing import Any

import numpy as np
from selfplay import Searcher

import noughts
from noughts.board import EMPTY, OBSTACLE, Position
from noughts.kernel.contract import NO_MOVE
from noughts.kernel.scores import MATE_RANGE

SIZES = ("15x15x5", "10x10x5")
NEAR = 2  # how far from some other stone random moves are
RANDOM_MOVES = 0.05
WITH_OBSTACLES, OBSTACLES = 0.3, 0.1  # so many games, so many of their cells
LONGER, HOW_OFTEN = 10, 0.2  # a search of so many times the nodes, at so many of the positions


def random_start(game: Any, chance: random.Random) -> Position:
    contents = [EMPTY] * (game.rows * game.columns)
    if chance.random() < WITH_OBSTACLES:
        contents = [OBSTACLE if chance.random() < OBSTACLES else EMPTY for _ in contents]
    rows = ["".join(contents[at : at + game.columns]) for at in range(0, len(contents), game.columns)]
    position: Position = game.position("/".join(rows))
    return position


def random_move(game: Any, states: Any, legal: list[int], chance: random.Random) -> int:
    """Near a stone; the first one not near the edge of a large board."""
    stones = [code for code in range(game.move_codes) if is_stone(states[0], code)]
    places = game.places
    if stones:
        near = [move for move in legal if np.abs(places[stones] - places[move]).max(axis=1).min() <= NEAR]
    else:
        edges = np.array([game.rows, game.columns])
        near = [move for move in legal if ((places[move] >= edges // 4) & (places[move] < edges - edges // 4)).all()]
    return chance.choice(near or legal)


def is_stone(state: Any, code: int) -> bool:
    return any(int(state.marks[player][code >> 6]) >> (code & 63) & 1 for player in range(2))


def play_game(searcher: Searcher, nodes: int, chance: random.Random) -> tuple[list[Any], list[int], list[int], float]:
    """The positions of one game, their values, best moves (or NO_MOVE) and its result for X."""
    game: Any = searcher.game
    position = random_start(game, chance)
    kept: list[Any] = []
    values: list[int] = []
    best: list[int] = []
    opening = chance.randint(1, 3 + game.max_plies // 16)
    while not position.is_game_over():
        states, legal = position.states, [move.code for move in position.legal_moves]
        if opening > 0:
            opening -= 1
            position.push(game.moves[random_move(game, states, legal, chance)])
            continue
        is_longer = chance.random() < HOW_OFTEN
        move, value = searcher.best(states, legal, LONGER * nodes if is_longer else nodes)
        if abs(value) > MATE_RANGE:
            return kept, values, best, float((value > 0) == (states[0].turn == 0))
        kept.append(states[0])
        values.append(value)
        best.append(move if is_longer else NO_MOVE)
        if chance.random() < RANDOM_MOVES:
            move = random_move(game, states, legal, chance)
        position.push(game.moves[move])
    outcome = position.outcome()
    assert outcome is not None
    return kept, values, best, 0.5 if outcome.winner is None else float(outcome.winner == 0)


def play_games(size: str, folder: Path, nodes: int, seconds: float, most: int, seed: int) -> None:
    """Play for some time or as many games, and write what was met to a file of the folder."""
    game = noughts.game(size)
    searcher, chance = Searcher(game, "mnk_shapes"), random.Random(f"{size} {seed}")
    states: list[Any] = []
    values: list[int] = []
    best: list[int] = []
    results: list[float] = []
    numbers: list[int] = []
    end, games = time.monotonic() + seconds, 0
    while time.monotonic() < end and games < most:
        kept, known, moves, result = play_game(searcher, nodes, chance)
        states += kept
        values += known
        best += moves
        results += [result if state.turn == 0 else 1 - result for state in kept]
        numbers += [games] * len(kept)
        games += 1
    np.savez_compressed(
        folder / f"{size}-{seed}.npz",
        states=np.array(states, game.rules.dtype),
        values=np.array(values, np.int32),
        best=np.array(best, np.int16),
        results=np.array(results, np.float32),
        games=np.array(numbers, np.int32),
    )
    print(f"{size}: {games} games, {len(states)} positions", flush=True)
