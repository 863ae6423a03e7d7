"""Games that weak and middling levels play, with mistakes: positions to look for puzzles in."""

import random

from noughts.board import Game, Position
from noughts.engine.engine import Engine
from noughts.engine.levels import calibration
from noughts.engine.limit import Limit

HASH_MB = 4
NODES = 400  # of a move at most: mistakes are wanted
OPENING = 8  # random plies at the start, fewer than this many
RANDOM_MOVES = 0.08
LONGEST = 400


class SelfPlay:
    """Games by their numbers: players and chance follow from the seed and the number."""

    def __init__(self, game: Game, seed: int) -> None:
        self._game, self._seed = game, seed
        names = [name for name in calibration(game).levels if name != "max"]
        chosen = names[: max(2, len(names) // 2 + 1)]
        self._engines = [Engine(level=name, seed=seed, hash_mb=HASH_MB) for name in chosen]

    def play(self, number: int) -> Position:
        """A game, played to its end."""
        chance = random.Random(f"{self._seed} {number}")
        players = chance.choices(self._engines, k=2)
        position, opening = self._game.start(), chance.randrange(OPENING)
        while not position.is_game_over() and position.ply < LONGEST:
            if position.ply < opening or chance.random() < RANDOM_MOVES:
                position.push(chance.choice(position.legal_moves))
            else:
                position.push(players[position.turn].play(position, Limit(nodes=NODES)).move)
        return position
