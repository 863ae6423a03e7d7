"""Difficulty: the weakest of a game's levels that finds a puzzle's first move, as a rating on the levels' own scale."""

import functools

from noughts.board import Game
from noughts.engine.engine import Engine
from noughts.engine.levels import calibration
from noughts.puzzles.puzzle import Puzzle

TRIES = 3
OFTEN = 2  # of them
HASH_MB = 4
LONGER = 25  # more for each ply beyond three: the first move is not all that has to be seen
BEYOND = 150  # above the strongest level, for what it does not find


class Difficulty:
    """Ratings of a game's puzzles. Levels overlook moves by their seed, so each is asked with several."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._ratings = [(name, rating) for name, rating in calibration(game).ratings.items() if name != "max"]

    def rating(self, puzzle: Puzzle) -> int:
        """The rating of a puzzle: by halving, as a stronger level finds what a weaker one does."""
        low, high = 0, len(self._ratings)
        while low < high:
            middle = (low + high) // 2
            if self._finds(self._ratings[middle][0], puzzle):
                high = middle
            else:
                low = middle + 1
        base = self._ratings[low][1] if low < len(self._ratings) else self._ratings[-1][1] + BEYOND
        return base + LONGER * max(puzzle.plies - 3, 0)

    def _finds(self, level: str, puzzle: Puzzle) -> bool:
        position = self._game.position(puzzle.position)
        found = 0
        for seed in range(1, TRIES + 1):
            found += self._engine(level, seed).play(position).move == puzzle.solution[0]
            if found >= OFTEN or found + TRIES - seed < OFTEN:
                break
        return found >= OFTEN

    @functools.cache  # noqa: B019 - as long as the ratings are wanted
    def _engine(self, level: str, seed: int) -> Engine:
        return Engine(level=level, seed=seed, hash_mb=HASH_MB)
