"""A tournament to grade by: a sheet with a row for each player, and a folder with what each author gets back.

Names, and reasons for which games were lost, come from programs of others: in a sheet none of them is a formula, and no
name leads out of the folder.
"""

import csv
import io
import shutil
from collections.abc import Sequence
from pathlib import Path

from noughts.arena.competition import Competition
from noughts.arena.contestants import bot_of
from noughts.arena.figures import versions
from noughts.arena.played import PlayedGame
from noughts.arena.standings import Standings
from noughts.conformance.discovery import short_name
from noughts.errors import NoughtsError, printable
from noughts.protocols.bot_log import file_of
from noughts.records import write_records
from noughts.system.folders import write_whole

HEAD = (
    "rank", "name", "points", "games", "wins", "draws", "losses", "lost_by_default", "won_by_default", "rating",
    "error", "mean_seconds", "worst_seconds", "files", "reasons",
)  # fmt: skip
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")  # that spreadsheets would reckon
_MOST_REASONS = 10


class GradingSheet:
    """The standings of a tournament, a row for each player, the best first."""

    def __init__(self, competition: Competition, standings: Standings) -> None:
        self._competition, self._standings = competition, standings

    def row(self, player: int) -> list[str | float | None]:
        standings = self._standings
        score, rating = standings.score(player), standings.ratings[player]
        seconds, forfeits = seconds_of(player, standings.games), standings.forfeits(player)
        files = versions(self._competition, self._competition.players[player])
        return [
            standings.order.index(player) + 1,
            standings.names[player],
            score.points,
            score.games,
            score.wins,
            score.draws,
            score.losses,
            len(forfeits),
            standings.by_default(player),
            None if rating is None else round(rating.value, 1),
            None if rating is None else round(rating.error, 1),
            round(sum(seconds) / len(seconds), 6) if seconds else None,
            max(seconds, default=None),
            " ".join(f"{name}:{version}" for name, version in files.items()),
            "; ".join(reasons_in_short(forfeits)),
        ]

    def csv(self) -> str:
        """The sheet as a spreadsheet reads it."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(HEAD)
        for player in self._standings.order:
            writer.writerow(["" if cell is None else _harmless(cell) for cell in self.row(player)])
        return text.getvalue()

    def words(self, player: int) -> str:
        """A player's row and the reasons of its lost games, for its author."""
        cells = zip(HEAD[:-1], self.row(player)[:-1], strict=True)
        lines = [f"{head.replace('_', ' ')}: {'-' if cell in (None, '') else cell}" for head, cell in cells]
        reasons = reasons_in_short(self._standings.forfeits(player))
        return "\n".join([*lines, *(["", "lost by default:"] if reasons else []), *(f"  {one}" for one in reasons), ""])


class HandBack:
    """A folder with three files for each player from outside: NAME.txt, NAME.pgn, and NAME.log of `BotLog`."""

    def __init__(self, folder: Path, competition: Competition) -> None:
        self._folder, self._competition = folder, competition
        names = competition.names
        theirs = (at for at, text in enumerate(competition.players) if bot_of(text, competition.bots) is not None)
        self._files: dict[Path, int] = {}
        for player in theirs:
            file = file_of(folder, names[player])
            if file in self._files:
                both = f"{names[self._files[file]]} and {names[player]}"
                raise NoughtsError(f"{both} would get the same files back; rename one of them")
            self._files[file] = player

    def write(self, standings: Standings, logs: Path | None = None) -> None:
        """Write what there is for each of them, with copies of logs that lie in another folder; raises OSError."""
        sheet, game = GradingSheet(self._competition, standings), self._competition.game
        for file, player in self._files.items():
            games = [one for one in standings.games if player in one.players]
            records = write_records(self._competition.records(games), "pgn", {game: short_name(game)})
            write_whole(file.with_suffix(".txt"), sheet.words(player).encode())
            write_whole(file.with_suffix(".pgn"), records.encode())
            if logs is not None and (log := logs / file.name).is_file() and log.resolve() != file.resolve():
                shutil.copyfile(log, file)


def seconds_of(player: int, games: Sequence[PlayedGame]) -> list[float]:
    """The seconds of a player's moves."""
    return [
        seconds
        for game in games
        if player in game.players
        for side, _, seconds in game.timed_moves()
        if game.players[side] == player
    ]


def reasons_in_short(reasons: Sequence[str]) -> list[str]:
    """Each of them once, whatever the side, with how often it was; the most frequent first."""
    reasons = [one.partition(" forfeits: ")[2] or one for one in reasons]
    counted = sorted(((reasons.count(one), one) for one in set(reasons)), key=lambda pair: (-pair[0], pair[1]))
    more = [f"and {len(counted) - _MOST_REASONS} other reasons"] if len(counted) > _MOST_REASONS else []
    return [printable(one if count == 1 else f"{one} ({count} times)") for count, one in counted[:_MOST_REASONS]] + more


def _harmless(cell: str | float) -> str | float:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULAS) else cell
