"""Matches for experiments: results by who starts, from the empty board or from random openings."""

from collections.abc import Iterator
from dataclasses import dataclass

from noughts.board import Game
from noughts.engine import Engine
from noughts.match import MatchScore, play_match, random_opening


@dataclass(frozen=True)
class Played:
    """One game: its result for the first of the two players named, and whether that one started."""

    has_started: bool
    points: float  # 1, 0.5 or 0


def play_games(game: Game, first: str, second: str, games: int, seed: int, is_from_start: bool) -> Iterator[Played]:
    """Games between two engines, who start by turns. This is the one place that knows how matches are played."""
    engines = Engine(first, seed=seed), Engine(second, seed=seed + 1)
    draw_opening = (lambda game, chance: game.start()) if is_from_start else random_opening
    before = MatchScore()
    for number, (score, _) in enumerate(play_match(game, *engines, games, seed=seed, draw_opening=draw_opening)):
        points = (score.wins - before.wins) + (score.draws - before.draws) / 2
        before = MatchScore(score.wins, score.draws, score.losses)
        yield Played(number % 2 == 0, points)


def tally(played: list[Played], has_started: bool | None = None) -> str:
    """Wins, draws and losses, of all games or of those with this one to start."""
    chosen = [one.points for one in played if has_started in (None, one.has_started)]
    return f"{chosen.count(1)}-{chosen.count(0.5)}-{chosen.count(0)}"


def share(played: list[Played], has_started: bool | None = None) -> float:
    """The part of the points won."""
    chosen = [one.points for one in played if has_started in (None, one.has_started)]
    return sum(chosen) / len(chosen) if chosen else 0.0
