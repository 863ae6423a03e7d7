"""Matches and tournaments from Python: `noughts.match` and `noughts.tournament`, and the results that they return."""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from noughts.arena.clock import MARGIN, Conditions
from noughts.arena.competition import Competition, arranged
from noughts.arena.journal import Journal
from noughts.arena.played import PlayedGame
from noughts.arena.report import MatchReport
from noughts.arena.schedule import FORMATS
from noughts.arena.scheduling import LocalProcesses, play_pairings
from noughts.arena.sprt import GAMES, MOST_GAMES, Sprt
from noughts.arena.standings import Standings
from noughts.arena.statistics import Estimate, MatchScore, ScoreCount
from noughts.arena.tournament import champion, play_tournament
from noughts.board import Game, Position
from noughts.conformance.discovery import short_name
from noughts.engine.limit import Limit
from noughts.engine.time_control import TimeControl
from noughts.errors import NoughtsError
from noughts.option import Option
from noughts.protocols.bots import read_bots
from noughts.records import Record
from noughts.registry import game as find_game

_GAMES = Option(1, 1, 1_000_000, words="games")
_AT_A_TIME = Option(1, 1, 1000, words="games at a time")


@dataclass(frozen=True)
class Match:
    """A match that was played, or its games so far, for the first of its two players. Printed, it is a report."""

    competition: Competition
    games: Sequence[PlayedGame]
    sprt: Sprt | None = None

    @cached_property
    def report(self) -> MatchReport:
        """Times by stage, results of each as the one who begins, points, forfeits; `as_json()` has all of it."""
        first, second = self.competition.names
        conditions = self.competition.conditions_told
        return MatchReport((first, second), short_name(self.competition.game), conditions, self.games, self.sprt)

    @cached_property
    def score(self) -> MatchScore:
        """Wins, draws, losses and pairs, with Elo and its error."""
        return self.report.score

    @property
    def elo(self) -> Estimate:
        return self.score.elo

    @property
    def verdict(self) -> str | None:
        """The hypothesis, H0 or H1, that a sequential test has accepted; None if it is undecided, or there is none."""
        return None if self.sprt is None else self.sprt.verdict(self.sprt.llr(self.score.sample))

    @property
    def records(self) -> list[Record]:
        """The games written down."""
        return self.competition.records(self.games)

    def __str__(self) -> str:
        return "\n".join(self.report.lines())


@dataclass(frozen=True)
class Tournament:
    """A tournament that was played. Players are known by their numbers in the order in which they were named."""

    competition: Competition
    format: str
    games: Sequence[PlayedGame]
    winner: int | None = None  # of a knockout

    @cached_property
    def standings(self) -> Standings:
        """Points, results of each against each, ratings and their errors, defaults; `order` has the best first."""
        return Standings(self.competition.names, self.games)

    @property
    def records(self) -> list[Record]:
        """The games written down."""
        return self.competition.records(self.games)

    def __str__(self) -> str:
        head, rows = self.standings.table()
        widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
        lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in (head, *rows))
        return "\n".join([*lines, *self.standings.forfeit_lines()])


def match(
    first: str,
    second: str,
    game: Game | str,
    games: int | None = None,
    *,
    limit: Limit | None = None,
    clock: str | None = None,
    margin: float = MARGIN,
    openings: str | None = None,
    position: Position | str | None = None,
    obstacles: int = 0,
    seed: int = 1,
    sprt: Sprt | str | None = None,
    bots: str | Path | None = None,
    concurrency: int = 1,
    anew: bool = False,
    on_game: Callable[[PlayedGame], None] | None = None,
) -> Match:
    """Play pairs of games from the same opening, colours swapped, and return their statistics.

    Players are texts, as `noughts match` takes them: an engine with its settings, a bot's file, `cmd:…`, or a name in
    the file `bots`. All else means what the command's options of these names mean (docs/arena.md). Games are kept as
    they finish: the same call goes on with them, or returns them at once, and `anew` begins again. There are 20 games
    if no number is given, or with `sprt` as many as decide it, 100,000 at most. With several games at a time a script
    calls this under `if __name__ == "__main__":`. `on_game` hears of each game as it ends.

    >>> played = match("alphabeta:eval=zero,depth=9", "random", "tictactoe", games=4, openings="none")
    >>> played.score.losses, len(played.games), played.score.sample.size
    (0, 4, 2)
    >>> played.records[0].players, played.records[1].players
    (('alphabeta, eval=zero, depth=9', 'random'), ('random', 'alphabeta, eval=zero, depth=9'))
    """
    if games is None:
        games = GAMES if sprt is None else MOST_GAMES
    _GAMES.check("games", games)
    competition = _arranged(game, (first, second), limit, clock, margin, openings, position, obstacles, seed, bots)
    test = Sprt.read(sprt) if isinstance(sprt, str) else sprt
    count, ended, workers = ScoreCount(), list[PlayedGame](), _workers(concurrency)
    with (
        Journal(competition.definition(), anew) as journal,
        contextlib.closing(play_pairings(competition, [(0, 1)], games, journal, workers)) as found,
    ):
        for one in found:
            ended.append(one)
            count.add(one.pair, one.share)
            if on_game is not None:
                on_game(one)
            if test is not None and test.verdict(test.llr(count.score.sample)) is not None:
                break
    return Match(competition, sorted(ended, key=lambda one: one.number), test)


def tournament(
    players: Sequence[str],
    game: Game | str,
    games: int = 10,
    *,
    format: str = "roundrobin",
    limit: Limit | None = None,
    clock: str | None = None,
    margin: float = MARGIN,
    openings: str | None = None,
    position: Position | str | None = None,
    obstacles: int = 0,
    seed: int = 1,
    bots: str | Path | None = None,
    concurrency: int = 1,
    anew: bool = False,
    on_game: Callable[[PlayedGame], None] | None = None,
) -> Tournament:
    """Play so many games of each pairing, in pairs with colours swapped; the format is roundrobin, gauntlet (the first
    against all others) or knockout. All else is as in `match`.

    >>> perfect = "alphabeta:eval=zero,depth=9"
    >>> played = tournament([perfect, "greedy", "random"], "tictactoe", games=4, openings="none")
    >>> played.standings.score(0).games, played.standings.score(0).losses, len(played.records)
    (8, 0, 12)
    >>> [played.standings.names[player] for player in played.standings.order][-1]
    'random'
    """
    _GAMES.check("games", games)
    if format not in FORMATS:
        raise NoughtsError(f"the format is {format!r}; it must be one of {', '.join(FORMATS)}")
    if isinstance(players, str) or len(players) < 2:
        raise NoughtsError(f"the players are {players!r}; a tournament needs a list of two or more texts")
    competition = _arranged(game, players, limit, clock, margin, openings, position, obstacles, seed, bots)
    ended, workers = list[PlayedGame](), _workers(concurrency)
    with Journal(competition.definition(), anew) as journal:
        with contextlib.closing(play_tournament(competition, format, games, journal, workers)) as found:
            for one in found:
                ended.append(one)
                if on_game is not None:
                    on_game(one)
        winner = champion(competition, journal, games) if format == "knockout" else None
    return Tournament(competition, format, ended, winner)


def _arranged(
    game: Game | str,
    players: Sequence[str],
    limit: Limit | None,
    clock: str | None,
    margin: float,
    openings: str | None,
    position: Position | str | None,
    obstacles: int,
    seed: int,
    bots: str | Path | None,
) -> Competition:
    """The competition of a call, checked before a game is played."""
    conditions = Conditions(Limit().updated(limit), None if clock is None else TimeControl.read(clock), margin)
    found = find_game(game) if isinstance(game, str) else game
    start = position.text() if isinstance(position, Position) else position
    return arranged(found, players, conditions, openings, start, obstacles, seed, read_bots(Path(bots)) if bots else {})


def _workers(concurrency: int) -> LocalProcesses | None:
    _AT_A_TIME.check("concurrency", concurrency)
    return LocalProcesses(concurrency) if concurrency > 1 else None
