"""A ladder: bots of a folder against each other for as long as it runs, new and changed ones too.

Every version of a bot is a player of its own; `current` are those that lie in the folder now, without those that are
set aside: a file that cannot be played, a bot that did not start, or one that hung three times. The next pair of games
is that of the pairing which has played least. All is in the journal, whose definition is written anew when players
come: a ladder that was broken off, in whatever way, goes on.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from noughts.arena.competition import Competition, GameTask, package_sources
from noughts.arena.contestants import bot_file, identity, name_of, without_engine
from noughts.arena.following import journal_head
from noughts.arena.journal import Journal, aside_lines, journal_path
from noughts.arena.played import PlayedGame
from noughts.arena.standings import Standings
from noughts.arena.watched_folder import WatchedFolder
from noughts.arena.withdrawal import MOST_SILENT
from noughts.errors import NoughtsError, printable
from noughts.protocols.bots import Bot

MOST_VERSIONS = 1000  # of a bot: one that writes to its own file would have no end of them

Pairing = tuple[int, int]


@dataclass(frozen=True)
class Version:
    """A player: a bot as it was at a time. The first version has the bot's own name."""

    name: str
    number: int
    sources: str

    @property
    def shown(self) -> str:
        return self.name if self.number == 1 else f"{self.name} ({self.number})"


class Ladder:
    """`tasks` are the games to play next, as long as there are any; `keep` takes those that have been played.

    `common` is what all games have in common; its players are staff: engines and programs that play along. `say` hears
    what happens.
    """

    def __init__(
        self,
        folder: Path,
        common: Competition,
        games: int,
        say: Callable[[str], None],
        no_engine: bool = False,
        anew: bool = False,
    ) -> None:
        self._common, self._most_pairs, self._say = common, (games + 1) // 2, say
        self._no_engine = no_engine
        self._folder = WatchedFolder(folder, say)
        self._folder.look()
        same = _same(folder, common)
        self.versions = [] if anew else _versions(same)
        self.current: list[int] = []
        self._aside: dict[str, str] = {}  # names of versions, and why
        self._texts: dict[int, str] = {}  # of the current ones
        self._bots: dict[str, Bot] = {}
        self._same = same
        self.journal = Journal(self._definition(), anew or not self.versions, same)
        self._handed = {game.key for game in self.journal.games}
        self._pairs: Counter[Pairing] = Counter()  # whole ones, from the first on
        self._silent: Counter[int] = Counter()
        self._played: Counter[int] = Counter()
        for game in self.journal.games:
            self._count(game)
        self._take_stock()

    # The players

    def look(self, at_once: bool = False) -> None:
        """See who has come, changed or gone."""
        if self._folder.look(at_once):
            self._take_stock()

    def _take_stock(self) -> None:
        """Bring the players to what lies in the folder, and tell what is new."""
        before, aside = set(self.current), self._aside
        texts, bots, self._aside = {}, dict(self._common.bots), dict[str, str]()
        for text in self._common.players:
            sources = f"{identity(text, self._common.bots)} {package_sources()}"
            texts[self._number(name_of(text, self._common.bots), sources)] = text
        for name, found in self._folder.bots.items():
            if self._count_versions(name, found.sources) > MOST_VERSIONS:
                self._aside[name] = f"it has changed {MOST_VERSIONS} times; give it another name"
                continue
            number = self._number(name, found.sources)
            shown = self.versions[number].shown
            text = f"{found.path}#{self.versions[number].number}"  # another process for another version
            fault = found.fault or self._misbehaviour(number)
            if fault is not None:
                self._aside[shown] = fault
                continue
            texts[number], bots[text] = text, bot_file(found.path, shown)
        self._texts, self.current = texts, sorted(texts)
        self._bots = without_engine(bots, bots) if self._no_engine else bots
        for number in sorted(set(self.current) - before):
            self._say(f"{self.versions[number].shown} plays")
        for shown, why in self._aside.items():
            if aside.get(shown) != why:
                self._say(f"{shown} is set aside: {why}")
        for number in sorted(before - set(self.current)):
            if self.versions[number].shown not in self._aside:
                self._say(f"{self.versions[number].shown} has gone, or has changed")
        self.journal.redefine(self._definition())

    def _count_versions(self, name: str, sources: str) -> int:
        return len({version.sources for version in self.versions if version.name == name} | {sources})

    def _number(self, name: str, sources: str) -> int:
        """The number of a version among all players; a new one if it was never there."""
        own = [number for number, version in enumerate(self.versions) if version.name == name]
        for number in own:
            if self.versions[number].sources == sources:
                return number
        self.versions.append(Version(name, len(own) + 1, sources))
        return len(self.versions) - 1

    def _misbehaviour(self, number: int) -> str | None:
        silent = self._silent[number]
        if silent >= MOST_SILENT or (silent and silent == self._played[number]):
            games = [game for game in self.journal.games if game.silent and game.players[int(game.share)] == number]
            return f"it did not start or hung in {silent} of its {self._played[number]} games; {games[-1].reason}"
        return None

    def _definition(self) -> dict[str, Any]:
        return {
            **self._same,
            "versions": [[one.name, one.number, one.sources] for one in self.versions],
            "names": [one.shown for one in self.versions],
            "current": self.current,
            "aside": [list(pair) for pair in self._aside.items()],
        }

    # The games

    @property
    def competition(self) -> Competition:
        """All versions as the players of one tournament."""
        texts = [self._texts.get(number, f"{one.shown} is no more") for number, one in enumerate(self.versions)]
        gone = {texts[at]: Bot(one.shown, "no-more") for at, one in enumerate(self.versions) if at not in self._texts}
        odds = {texts.index(self._common.players[at]): own for at, own in self._common.odds.items()}
        return replace(self._common, players=tuple(texts), bots={**gone, **self._bots}, odds=odds)

    def tasks(self, is_over: Callable[[], bool] = lambda: False) -> Iterator[GameTask]:
        """Pairs of games, of the pairing that needs one most, until all have played as many as they should."""
        while not is_over():
            self.look()
            pairing = self._neediest()
            if pairing is None or not self._folder.is_readable:
                return
            pair = self._pairs[pairing]
            competition = self.competition
            for task in competition.games_of_pair(pairing, pair, 2):
                if not is_over() and task.key not in self._handed and set(pairing) <= set(self.current):
                    self._handed.add(task.key)
                    bots = {text: competition.bots[text] for text in task.texts if text in competition.bots}
                    yield replace(task, boards=self.journal.boards, bots=bots)
            self._advance(pairing)

    @property
    def is_done(self) -> bool:
        """Whether there is nothing to play."""
        return self._neediest() is None or not self._folder.is_readable

    def _neediest(self) -> Pairing | None:
        """The pairing with the fewest pairs; of several that whose players have played least."""
        totals: Counter[int] = Counter()
        for pairing in itertools.combinations(self.current, 2):
            for number in pairing:
                totals[number] += self._pairs[pairing]
        found = [
            (self._pairs[pairing], totals[pairing[0]] + totals[pairing[1]], pairing)
            for pairing in itertools.combinations(self.current, 2)
            if self._pairs[pairing] < self._most_pairs
        ]
        return min(found)[2] if found else None

    def keep(self, game: PlayedGame) -> bool:
        """Keep a game, unless one of its players has changed meanwhile: nobody knows then which version it was."""
        self.look(at_once=game.forfeit)  # a bot that is just being written cannot play
        if not set(game.players) <= set(self.current) or (game.silent and not self._folder.is_readable):
            return False
        self.journal.add(game)
        self._count(game)
        if game.silent:
            self._take_stock()
        return True

    def _count(self, game: PlayedGame) -> None:
        for number in game.players:
            self._played[number] += 1
        if game.silent:
            self._silent[game.players[int(game.share)]] += 1
        self._advance(game.players)

    def _advance(self, pairing: Pairing) -> None:
        """Count the pairs of which both games have been handed out."""
        while {(*pairing, self._pairs[pairing], first) for first in (0, 1)} <= self._handed:
            self._pairs[pairing] += 1

    # The table

    @property
    def names(self) -> list[str]:
        return [version.shown for version in self.versions]

    def standings(self) -> Standings:
        """The standings of those who play now, by their games against each other."""
        return Standings.among(self.current, self.names, self.journal.games)

    def aside(self) -> list[str]:
        """Who is set aside, and why, in lines."""
        return aside_lines(self._definition())

    def close(self) -> None:
        self.journal.close()


def _same(folder: Path, common: Competition) -> dict[str, Any]:
    """What makes it the same ladder, whoever plays: not the version of Noughts, as ladders run for weeks."""
    definition = common.definition()
    for changing in ("players", "names", "sources", "trained"):
        definition.pop(changing, None)
    return {**definition, "ladder": printable(str(folder.resolve()))}


def _versions(same: Mapping[str, Any]) -> list[Version]:
    """The players of a ladder that was begun before."""
    try:
        told = journal_head(journal_path(same)).definition["versions"]
        return [Version(str(name), int(number), str(sources)) for name, number, sources in told]
    except (NoughtsError, KeyError, TypeError, ValueError):
        return []


def check_games(games: int, players: Sequence[str]) -> None:
    if not 1 <= games <= 10_000:
        raise NoughtsError(f"--games is {games}; it must be from 1 to 10,000 for each pairing")
    if len(set(players)) < len(players):
        raise NoughtsError("a player is named twice; on a ladder each has one place")
