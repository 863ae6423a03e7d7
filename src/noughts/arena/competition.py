"""A match or a tournament: who plays what from where, and the games that this comes to."""

import functools
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import noughts
from noughts.arena.adjudication import Adjudication
from noughts.arena.clock import Conditions
from noughts.arena.contestants import check_contestant, identity, name_of, training_of
from noughts.arena.openings import DEFAULT, Opening, Openings, default_openings
from noughts.arena.played import PlayedGame
from noughts.board import Game
from noughts.conformance.discovery import existing_file, is_file_name
from noughts.evals.shared.trained import trained_file
from noughts.kernel.fingerprint import file_hash
from noughts.protocols.bots import Bot
from noughts.records import Record
from noughts.records.record import game_of_record
from noughts.registry import name_of as game_name


@dataclass(frozen=True)
class GameTask:
    """One game to play: all that a process needs to know."""

    game: str
    texts: tuple[str, str]
    players: tuple[int, int]
    pair: int
    first: int  # which of the two moves first
    opening: Opening
    conditions: Conditions
    seed: int
    bots: Mapping[str, Bot] = field(default_factory=dict)
    boards: Path | None = None  # the folder in which spectators find the board
    log: Path | None = None  # the file or folder for what programs say
    odds: tuple[Conditions | None, Conditions | None] = (
        None,
        None,
    )  # of the pairing's players, where they have their own
    adjudication: Adjudication | None = None

    @property
    def conditions_by_seat(self) -> tuple[Conditions, Conditions]:
        first, second = self.odds[self.first], self.odds[1 - self.first]
        return first or self.conditions, second or self.conditions

    @property
    def key(self) -> tuple[int, int, int, int]:
        return *self.players, self.pair, self.first


@dataclass(frozen=True)
class Competition:
    """Conditions that all games have in common. Pairings are numbers in the list of players."""

    game: str
    players: tuple[str, ...]
    openings: Openings
    conditions: Conditions = field(default_factory=Conditions)
    seed: int = 1
    bots: Mapping[str, Bot] = field(default_factory=dict)  # programs that players may be called by
    log: Path | None = None  # the file or folder for what programs say: no game depends on it
    odds: Mapping[int, Conditions] = field(default_factory=dict)  # of players that have their own, by their numbers
    adjudication: Adjudication | None = None

    def check(self) -> None:
        """Raise NoughtsError if one of the players cannot play the game."""
        game = game_of_record(self.game)
        for text in self.players:
            check_contestant(text, game, self.bots)

    @property
    def names(self) -> list[str]:
        """The players for people; two of one text are told apart."""
        names = [name_of(text, self.bots) for text in self.players]
        return [
            f"{name} #{names[:at].count(name) + 1}" if names.count(name) > 1 else name for at, name in enumerate(names)
        ]

    def records(self, games: Iterable[PlayedGame]) -> list[Record]:
        """The games written down, with the players' names and how their evaluations were trained."""
        names, trainings = self.names, self.trainings
        event = f"{names[0]} - {names[1]}" if len(names) == 2 else "tournament"
        return [
            one.record(self.game, (names[first], names[second]), event, (trainings[first], trainings[second]))
            for one in games
            for first, second in (one.players,)
        ]

    @property
    def conditions_told(self) -> str:
        """How the games are played, for people."""
        told = [str(self.conditions), *(f"{self.names[player]}: {own}" for player, own in sorted(self.odds.items()))]
        return "; ".join(told + ([str(self.adjudication)] if self.adjudication else []))

    @property
    def trainings(self) -> list[str]:
        """When and how well the players' evaluations were trained; empty for those that were not."""
        game = game_of_record(self.game)
        return [training_of(text, game, self.bots) for text in self.players]

    def definition(self) -> dict[str, Any]:
        """All that the games depend on, the sources of game, players and engine among it."""
        return {
            "game": _game_identity(self.game),
            "trained": _trained_identity(self.game),
            "players": [identity(text, self.bots) for text in self.players],
            "names": self.names,
            "openings": {**asdict(self.openings), "game": ""},
            "conditions": asdict(self.conditions),
            "seed": self.seed,
            "sources": package_sources(),
            **({"odds": {str(player): asdict(own) for player, own in self.odds.items()}} if self.odds else {}),
            **({"adjudication": asdict(self.adjudication)} if self.adjudication else {}),
        }

    def tasks(self, pairings: Iterable[tuple[int, int]], games: int) -> Iterator[GameTask]:
        """So many games of each pairing, all pairings side by side; pair n has the same opening in every pairing."""
        pairings = list(pairings)
        for pair in range((games + 1) // 2):
            opening = self.openings.opening(pair)
            for players in pairings:
                yield from self.games_of_pair(players, pair, min(2, games - 2 * pair), opening)

    def games_of_pair(
        self, players: tuple[int, int], pair: int, games: int = 2, opening: Opening | None = None
    ) -> Iterator[GameTask]:
        """The games of a pair, from its opening if none is given."""
        begun = self.openings.opening(pair) if opening is None else opening
        for first in range(games):
            yield GameTask(
                self.game,
                (self.players[players[0]], self.players[players[1]]),
                players,
                pair,
                first,
                begun,
                self.conditions,
                _game_seed(self.seed, pair),
                self.bots,
                log=self.log,
                odds=(self.odds.get(players[0]), self.odds.get(players[1])),
                adjudication=self.adjudication,
            )


def arranged(
    game: Game,
    players: Sequence[str],
    conditions: Conditions,
    openings: str | None = None,
    position: str | None = None,
    obstacles: int = 0,
    seed: int = 1,
    bots: Mapping[str, Bot] | None = None,
) -> Competition:
    """The match or tournament between these players, with everything checked before a game is played.

    `openings` are as `Openings.read` takes them; without any, a position is its own opening, and obstacles are before
    random moves.
    """
    chosen = openings or ("none" if position is not None else DEFAULT if obstacles else default_openings(game))
    drawn = Openings.read(chosen, game, seed, position, obstacles)
    made = Competition(game_name(game), tuple(players), drawn, conditions, seed, bots or {})
    made.check()
    return made


def _game_identity(name: str) -> str:
    return f"{name} {file_hash(existing_file(name, 'game'))}" if is_file_name(name) else name


def _trained_identity(name: str) -> str | None:
    """A hash of the evaluation that was trained for the game on this machine, and is the default."""
    path = trained_file(game_of_record(name))
    return None if path is None else hashlib.sha256(path.read_bytes()).hexdigest()


def _game_seed(seed: int, pair: int) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed} {pair}".encode()).digest()[:4], "big")


_SOURCES = ("*.py", "*.npy", "*.npz", "levels.json")  # what decides how a version plays


@functools.cache
def package_sources(folder: Path = Path(noughts.__file__).parent) -> str:
    """A hash of this package, or of another version of it elsewhere: another version's games are another match."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in _SOURCES for path in folder.rglob(pattern)):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
