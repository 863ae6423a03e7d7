"""Self-play for `mnk_shapes`: m,n,k positions with what a search thinks of them, and how the game ended.

`tuning/shapes.py` is the command. A game begins with random moves in the middle of the board that a longer search finds
level, and each opening is played twice. Later the second-best move is played now and then, if it is about as good, and
rarely a random one; so that positions are met that good play would avoid, some others are searched that lie a random
move or two off the path. Positions that are won or lost by force are kept like all others: on those that no verdict and
no threat search decides, the static value stands, and without them it was timid. Those that the side to move wins by
fours alone are marked, as quiescence sees that.
"""

import random
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from selfplay import HASH_MB

import noughts
from noughts.board import Position
from noughts.kernel.scores import MATE_RANGE
from noughts.learning.games import SmallSearch
from noughts.registry import evaluation

SIZES = ("15x15x5", "10x10x5", "exact-15x15x5")
NEAR = 2  # how far from some other stone random moves are
OPENING = (4, 7)  # random plies, from and to
LEVEL = 150  # an opening's value at most, at
OPENING_NODES = 7  # times as many nodes as a move has at least
MOST_NODES = 8 / 3  # a move has at most so many times as many as at least
RANDOM_MOVES = 0.015
SECOND_MOVES, EARLY_SECOND_MOVES, EARLY = 0.12, 0.35, 6  # how often, and how often in the first plies
NOT_MUCH_WORSE = 60
OFF_PATH = 0.5  # how often a position is left for one beside it
FOURS_NODES = 300  # a search that finds wins by fours, and hardly any others


class Met(NamedTuple):
    """A position, and what is known of it."""

    state: Any
    value: int  # of a search, for the side to move
    best: int  # the move that it preferred
    stretch: int  # grows with each random move of the game; -1 off the path
    wins_by_fours: bool


class Player:
    """Games of a size."""

    def __init__(self, game: Any, nodes: int, chance: random.Random) -> None:
        self.game, self.nodes, self.chance = game, nodes, chance
        shapes = evaluation("mnk_shapes")
        self.searcher = SmallSearch(game, shapes, HASH_MB)
        self.fours = SmallSearch(game, shapes, HASH_MB)  # whose table knows nothing of the other's searches

    def search(self, position: Position, nodes: int, without: int | None = None) -> tuple[int, int]:
        legal = [move.code for move in position.legal_moves if move.code != without]
        return self.searcher.best(position.states, legal, nodes)

    def opening(self) -> Position:
        """Random moves in the middle half of the board, in either direction, until they are level."""
        sides = np.array([self.game.rows, self.game.columns])
        while True:
            position: Position = self.game.start()
            for _ in range(self.chance.randint(*OPENING)):
                middle = [
                    move
                    for move in position.legal_moves
                    if (np.abs(2 * self.game.places[move.code] + 1 - sides) <= sides / 2 + 1).all()
                ]
                position.push(self.chance.choice(middle))
            if position.is_game_over():
                continue
            if all(abs(self.search(position, n)[1]) <= LEVEL for n in (self.nodes // 3, OPENING_NODES * self.nodes)):
                return position

    def random_move(self, position: Position) -> int:
        """A move near a stone."""
        places, legal = self.game.places, [move.code for move in position.legal_moves]
        stones = [move.code for move in position.move_stack]
        near = [move for move in legal if np.abs(places[stones] - places[move]).max(axis=1).min() <= NEAR]
        return self.chance.choice(near or legal)

    def met(self, position: Position, value: int, best: int, stretch: int) -> Met:
        wins_by_fours = False
        if value > MATE_RANGE:
            legal = [move.code for move in position.legal_moves]
            wins_by_fours = self.fours.best(position.states, legal, FOURS_NODES)[1] > MATE_RANGE
        return Met(position.states[0], value, best, stretch, wins_by_fours)

    def beside(self, position: Position) -> Met | None:
        """A position off the path, if the game is not over there."""
        other = position.copy()
        for _ in range(self.chance.choice((1, 1, 2))):
            other.push(self.game.moves[self.random_move(other)])
            if other.is_game_over():
                return None
        best, value = self.search(other, self.nodes)
        return self.met(other, value, best, -1)

    def play(self, opening: Position) -> tuple[list[Met], float]:
        """The positions of one game, and its result for X."""
        position, kept, stretch, chance = opening.copy(), [], 0, self.chance
        while not position.is_game_over():
            nodes = round(self.nodes * MOST_NODES ** chance.random())
            move, value = self.search(position, nodes)
            kept.append(self.met(position, value, move, stretch))
            if abs(value) < MATE_RANGE:
                if chance.random() < OFF_PATH and (other := self.beside(position)) is not None:
                    kept.append(other)
                dice, is_early = chance.random(), position.ply < opening.ply + EARLY
                if dice < RANDOM_MOVES:
                    move, stretch = self.random_move(position), stretch + 1
                elif dice < (EARLY_SECOND_MOVES if is_early else SECOND_MOVES) and len(list(position.legal_moves)) > 1:
                    second, as_good = self.search(position, nodes, without=move)
                    move = second if as_good > value - NOT_MUCH_WORSE else move
            position.push(self.game.moves[move])
        outcome = position.outcome()
        assert outcome is not None
        return kept, 0.5 if outcome.winner is None else float(outcome.winner == 0)


def play_games(size: str, folder: Path, nodes: int, seconds: float, most: int, seed: int) -> None:
    """Play for some time or as many games, and write the positions that were met to a file of the folder."""
    game = noughts.game(size)
    player = Player(game, nodes, random.Random(f"{size} {seed}"))
    met: list[Met] = []
    results: list[float] = []
    numbers: list[int] = []
    end, games = time.monotonic() + seconds, 0
    while time.monotonic() < end and games < most:
        opening = player.opening()
        for _ in range(2):
            kept, result = player.play(opening)
            met += kept
            results += [result if one.state.turn == 0 else 1 - result for one in kept]
            numbers += [games] * len(kept)
            games += 1
    np.savez_compressed(
        folder / f"{size}-{seed}.npz",
        states=np.array([one.state for one in met], game.rules.dtype),
        values=np.array([one.value for one in met], np.int32),
        best=np.array([one.best for one in met], np.int16),
        stretches=np.array([one.stretch for one in met], np.int16),
        wins_by_fours=np.array([one.wins_by_fours for one in met]),
        results=np.array(results, np.float32),
        games=np.array(numbers, np.int32),
    )
    print(f"{size}: {games} games, {len(met)} positions", flush=True)
