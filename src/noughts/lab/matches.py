"""Matches for experiments: results by who starts, from the empty board or from random openings."""

from collections.abc import Iterator
from dataclasses import dataclass

from noughts.arena.clock import Conditions
from noughts.arena.openings import DEFAULT, Openings
from noughts.arena.referee import Ending, play_game
from noughts.board import Game
from noughts.engine.engine import Engine
from noughts.records import WINNERS


@dataclass(frozen=True)
class Played:
    """One game: its result for the first of the two players named, and whether that one started."""

    has_started: bool
    points: float  # 1, 0.5 or 0


@dataclass(frozen=True)
class Ended:
    """One game of the first of the two players named, with its moves."""

    has_started: bool
    ending: Ending

    @property
    def played(self) -> Played:
        winner = WINNERS[self.ending.result]
        return Played(self.has_started, 0.5 if winner is None else float(winner == (not self.has_started)))


def play_games(game: Game, first: str, second: str, games: int, seed: int, is_from_start: bool) -> Iterator[Played]:
    """Results of games between two engines, who start by turns, each pair from one opening."""
    return (one.played for one in play_to_the_end(game, first, second, games, seed, is_from_start))


def play_to_the_end(game: Game, first: str, second: str, games: int, seed: int, is_from_start: bool) -> Iterator[Ended]:
    """The games themselves."""
    engines = Engine(first, seed=seed), Engine(second, seed=seed + 1)
    openings = Openings.read("none" if is_from_start else DEFAULT, game, seed)
    for number in range(games):
        pair, other_starts = divmod(number, 2)
        start = openings.opening(pair).reached(game)
        ending = play_game(start, engines[::-1] if other_starts else engines, Conditions())
        yield Ended(not other_starts, ending)


def tally(played: list[Played], has_started: bool | None = None) -> str:
    """Wins, draws and losses, of all games or of those with this one to start."""
    chosen = [one.points for one in played if has_started in (None, one.has_started)]
    return f"{chosen.count(1)}-{chosen.count(0.5)}-{chosen.count(0)}"


def share(played: list[Played], has_started: bool | None = None) -> float:
    """The part of the points won."""
    chosen = [one.points for one in played if has_started in (None, one.has_started)]
    return sum(chosen) / len(chosen) if chosen else 0.0
