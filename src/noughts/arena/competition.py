"""A match or a tournament: who plays what from where, the games that this comes to, and playing them in processes."""

import contextlib
import hashlib
import itertools
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil

import noughts
from noughts.arena.clock import Conditions
from noughts.arena.contestants import Contestants, contestant, identity, name_of
from noughts.arena.journal import Journal
from noughts.arena.openings import Opening, Openings
from noughts.arena.played import PlayedGame
from noughts.arena.referee import play_game
from noughts.discovery import existing_file, is_file_name
from noughts.errors import NoughtsError
from noughts.kernel.fingerprint import file_hash
from noughts.kernel.interruptible import run_interruptibly
from noughts.protocols.bots import Bot
from noughts.records import GameDate
from noughts.records.record import game_of_record
from noughts.worker_pool import worker_pool

_AHEAD = 2  # games for each process that are handed out before their turn comes
_MOST_BREAKS = 3  # of the pool, without a game in between


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

    @property
    def key(self) -> tuple[int, int, int, int]:
        return *self.players, self.pair, self.first


@dataclass(frozen=True)
class Competition:
    """What all games have in common. Pairings are numbers in the list of players."""

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
            contestant(text, bots=self.bots).check(game)

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
            "players": [identity(text, self.bots) for text in self.players],
            "names": self.names,
            "openings": {**asdict(self.openings), "game": ""},
            "conditions": asdict(self.conditions),
            "seed": self.seed,
            "sources": _sources(),
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


def play(tasks: Iterable[GameTask], journal: Journal, processes: int = 1) -> Iterator[PlayedGame]:
    """Play the games that the journal does not have yet; each is kept there before it is told."""
    known = {game.key for game in journal.games}
    left = (task for task in tasks if task.key not in known)
    for game in play_here(left) if processes == 1 else play_in_processes(left, processes):
        journal.add(game)
        yield game


def play_here(tasks: Iterable[GameTask]) -> Iterator[PlayedGame]:
    """Play games one after the other in this process; players from outside have their own all the same."""
    contestants = Contestants()
    try:
        for task in tasks:
            yield play_task(task, contestants)
    finally:
        contestants.close()


def play_in_processes(tasks: Iterable[GameTask], processes: int) -> Iterator[PlayedGame]:
    """Play games side by side, told as they finish. What a process that died was playing is played again."""
    waiting, rest, breaks = deque[GameTask](), iter(tasks), 0
    while True:
        running: dict[Future[PlayedGame], GameTask] = {}
        try:
            with worker_pool(processes, _begin, leave=_leave) as pool:
                while True:
                    room = _AHEAD * processes - len(running) - len(waiting)
                    waiting.extend(itertools.islice(rest, max(0, room)))
                    while waiting:
                        running[pool.submit(_play, waiting[0])] = waiting[0]
                        waiting.popleft()
                    if not running:
                        return
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        game = future.result()
                        del running[future]
                        breaks = 0
                        yield game
        except BrokenProcessPool:
            breaks += 1
            if breaks == _MOST_BREAKS:
                raise NoughtsError(f"the processes that play games end again and again ({breaks} times)") from None
            waiting.extendleft(running.values())


def play_task(task: GameTask, contestants: Contestants) -> PlayedGame:
    """Play one game, with whatever it takes to get the players ready before a clock runs."""
    seats = [
        contestants.seated(task.texts[side], side, task.seed + side, task.bots, task.conditions.margin)
        for side in (task.first, 1 - task.first)
    ]
    start = task.opening.reached(game_of_record(task.game))

    def stop() -> None:
        for seat in seats:
            seat.stop()

    # On one thread for the whole game, and not on one for each move, as an engine would have it on the main thread.
    ending = run_interruptibly(lambda: play_game(start, seats, task.conditions), stop)
    if ending.fault is not None:
        side = (ending.fault + task.first) % 2
        contestants.dismiss(task.texts[side], side)
    return PlayedGame(
        task.players,
        task.pair,
        task.first,
        ending.moves,
        ending.result,
        ending.reason,
        task.opening.position,
        ending.fault is not None,
        ending.points,
        str(GameDate.of(datetime.now(UTC))),
    )


def _game_identity(name: str) -> str:
    return f"{name} {file_hash(existing_file(name, 'game'))}" if is_file_name(name) else name


def _game_seed(seed: int, pair: int) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed} {pair}".encode()).digest()[:4], "big")


def _sources() -> str:
    """A hash of this package: another version's games are another match."""
    digest = hashlib.sha256()
    folder = Path(noughts.__file__).parent
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


# In the processes

_contestants: Contestants | None = None


def _begin() -> None:
    global _contestants
    _contestants = Contestants()


def _play(task: GameTask) -> PlayedGame:
    assert _contestants is not None
    return play_task(task, _contestants)


def _leave() -> None:
    if _contestants is not None:
        _contestants.close()
    for child in psutil.Process().children(recursive=True):  # a bot that did not end by itself
        with contextlib.suppress(psutil.Error):
            child.kill()
