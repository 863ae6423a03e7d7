"""A match between two players in one process: pairs of games from the same random opening, colours swapped."""

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from noughts.board import Game, Position
from noughts.engine import Engine
from noughts.limit import Limit

OPENING_PLIES = 4


@dataclass
class MatchScore:
    """The first player's wins, draws and losses."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of points won, draws half."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def elo(self) -> tuple[float, float]:
        """The difference in Elo points and its error, at 95 %. Infinite where one side made every point."""
        if not self.games:
            return 0.0, math.inf
        score = self.score
        variance = (
            self.wins * (1 - score) ** 2 + self.draws * (0.5 - score) ** 2 + self.losses * score**2
        ) / self.games
        margin = 1.96 * math.sqrt(variance / self.games)
        low, high = _elo(score - margin), _elo(score + margin)
        return _elo(score), (high - low) / 2 if math.isfinite(high - low) else math.inf

    def __str__(self) -> str:
        difference, error = self.elo
        margin = f"± {error:.0f}" if math.isfinite(error) else "± ∞"
        elo = f"{difference:+z.0f}" if math.isfinite(difference) else ("+∞" if difference > 0 else "-∞")
        if self.games and self.draws == self.games:
            elo, margin = "0", "(every game drawn)"  # no error can be told from results that do not differ
        return (
            f"{self.wins} wins, {self.draws} draws, {self.losses} losses: {100 * self.score:.1f} %, Elo {elo} {margin}"
        )


def _elo(score: float) -> float:
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


Opening = Callable[[Game, random.Random], Position]


def play_match(
    game: Game,
    first: Engine,
    second: Engine,
    games: int,
    limit: Limit | None = None,
    seed: int = 1,
    draw_opening: Opening | None = None,
) -> Iterator[tuple[MatchScore, Position]]:
    """Play a match, telling the score so far and each finished game. Pairs begin from openings drawn at random."""
    chance = random.Random(seed)
    draw_opening = draw_opening or random_opening
    score = MatchScore()
    opening = game.start()
    for number in range(games):
        if number % 2 == 0:
            opening = draw_opening(game, chance)
        colour = number % 2  # of the first player
        position = opening.copy()
        while not position.is_game_over():
            engine = first if position.turn == colour else second
            position.push(engine.play(position, limit).move)
        outcome = position.outcome()
        winner = outcome.winner if outcome else None
        if winner is None:
            score.draws += 1
        elif winner == colour:
            score.wins += 1
        else:
            score.losses += 1
        yield score, position


def random_opening(game: Game, chance: random.Random) -> Position:
    """A few random moves; on a board too small for them, as many as leave the game going."""
    for plies in range(OPENING_PLIES, -1, -1):
        for _ in range(20):
            position = game.start()
            while len(position.move_stack) < plies and not position.is_game_over():
                position.push(chance.choice(position.legal_moves))
            if not position.is_game_over():
                return position
    return game.start()
