"""A match or a tournament: who plays what from where, and the games that this comes to."""

import functools
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import noughts
from noughts.arena.clock import Conditions
from noughts.arena.contestants import check_contestant, identity, name_of
from noughts.arena.openings import Opening, Openings
from noughts.conformance.discovery import existing_file, is_file_name
from noughts.evals.shared.trained import trained_file
from noughts.kernel.fingerprint import file_hash
from noughts.protocols.bots import Bot
from noughts.records.record import game_of_record


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
        }

    def tasks(self, pairings: Iterable[tuple[int, int]], games: int) -> Iterator[GameTask]:
        """So many games of each pairing, all pairings side by side; pair n has the same opening in every pairing."""
        pairings = list(pairings)
        for pair in range((games + 1) // 2):
            opening = self.openings.opening(pair)
            for players in pairings:
                texts = self.players[players[0]], self.players[players[1]]
                for first in range(min(2, games - 2 * pair)):
                    yield GameTask(
                        self.game,
                        texts,
                        players,
                        pair,
                        first,
                        opening,
                        self.conditions,
                        _game_seed(self.seed, pair),
                        self.bots,
                    )


def _game_identity(name: str) -> str:
    return f"{name} {file_hash(existing_file(name, 'game'))}" if is_file_name(name) else name


def _trained_identity(name: str) -> str | None:
    """A hash of the evaluation that was trained for the game on this machine, and is the default."""
    path = trained_file(game_of_record(name))
    return None if path is None else hashlib.sha256(path.read_bytes()).hexdigest()


def _game_seed(seed: int, pair: int) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed} {pair}".encode()).digest()[:4], "big")


@functools.cache
def package_sources(folder: Path = Path(noughts.__file__).parent) -> str:
    """A hash of this package, or of another version of it elsewhere: another version's games are another match."""
    digest = hashlib.sha256()
    for path in sorted((*folder.rglob("*.py"), *folder.rglob("*.npy"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
