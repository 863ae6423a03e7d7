"""Playing the games of a match: here, in processes of this machine or on a cluster, each kept as it finishes."""

import contextlib
import itertools
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from datetime import UTC, datetime
from typing import Protocol

import psutil

from noughts.arena.boards import ShownBoard
from noughts.arena.competition import Competition, GameTask
from noughts.arena.contestants import Contestants
from noughts.arena.journal import Journal
from noughts.arena.played import PlayedGame
from noughts.arena.referee import play_game
from noughts.arena.schedule import Pairing
from noughts.arena.withdrawal import Withdrawals
from noughts.errors import NoughtsError
from noughts.kernel.interruptible import run_interruptibly
from noughts.protocols.host import AnyEngine, Host
from noughts.records import GameDate
from noughts.records.record import game_of_record
from noughts.system.worker_pool import worker_pool

_AHEAD = 2  # parcels of work for each process that are handed out before their turn comes
_MOST_BREAKS = 3  # of the pool, without a game in between
_LOOK_SECONDS = 2.0  # after which it is asked again how much can be handed out

Games = tuple[PlayedGame, ...]
Tasks = tuple[GameTask, ...]  # that are played one after the other, by the same worker
IsOver = Callable[[], bool]


def never() -> bool:
    return False


class Workers(Protocol):
    """Processes that play games, of this machine or a cluster. Both are an executor of `concurrent.futures`."""

    def parts(self, tasks: Iterable[GameTask]) -> Iterator[Tasks]:
        """The games as they are handed out."""

    def hired(self) -> contextlib.AbstractContextManager[Callable[[Tasks], "Future[Games]"]]:
        """The executor's `submit`; closed on exit, where games under way are broken off."""

    def most(self) -> int:
        """How many parts to hand out at the same time."""

    def result(self, future: "Future[Games]") -> Games:
        """The result of a part; NoughtsError in the user's words."""

    def cancel(self, future: "Future[Games]") -> bool:
        """Take back a part that has not begun. Returns whether that was possible."""


def play_pairings(
    competition: Competition,
    pairings: Sequence[Pairing],
    games: int,
    journal: Journal,
    workers: Workers | None = None,
    withdraws: bool = False,
    is_over: IsOver = never,
) -> Generator[PlayedGame]:
    """So many games of each pairing: those that the journal has already, then the others as they finish.

    With `withdraws`, players that do not start or hang again and again lose the rest of their games. Once `is_over`,
    games under way are finished, and no others are begun.
    """
    yield from (game for game in journal.games.copy() if game.players in pairings and game.number < games)
    yield from play(competition.tasks(pairings, games), journal, workers, withdraws, is_over)


def play(
    tasks: Iterable[GameTask],
    journal: Journal,
    workers: Workers | None = None,
    withdraws: bool = False,
    is_over: IsOver = never,
) -> Generator[PlayedGame]:
    """Play the games that the journal does not have yet, here if `workers` is None; each is kept before it is told."""
    known, withdrawals = {game.key for game in journal.games}, Withdrawals(journal.games)
    begun = itertools.takewhile(lambda task: not is_over(), tasks)
    left = (replace(task, boards=journal.boards) for task in begun if task.key not in known)
    wanted = withdrawals.played(left) if withdraws else left
    with contextlib.closing(play_here(wanted) if workers is None else play_by(workers, wanted, is_over)) as games:
        for game in games:
            withdrawals.count(game)
            for ended in (game, *withdrawals.lost()):
                journal.add(ended)
                yield ended
    for ended in withdrawals.lost():
        journal.add(ended)
        yield ended


def play_here(tasks: Iterable[GameTask]) -> Generator[PlayedGame]:
    """Play games one after the other in this process; players from outside have their own all the same."""
    contestants = Contestants()
    try:
        for task in tasks:
            yield play_task(task, contestants)
    finally:
        contestants.close()


def play_by(workers: Workers, tasks: Iterable[GameTask], is_over: IsOver = never) -> Generator[PlayedGame]:
    """Play games side by side, told as they finish. What a process that died was playing is played again.

    Once `is_over`, those that have not begun are taken back.
    """
    waiting, rest, breaks = deque[Tasks](), workers.parts(tasks), 0
    while True:
        running: dict[Future[Games], Tasks] = {}
        try:
            with workers.hired() as submit:
                while True:
                    room = workers.most() - len(running) - len(waiting)
                    waiting.extend(itertools.islice(rest, max(0, room)))
                    while waiting:
                        running[submit(waiting[0])] = waiting[0]
                        waiting.popleft()
                    if is_over():
                        running = {future: part for future, part in running.items() if not workers.cancel(future)}
                    if not running:
                        return
                    for future in wait(running, _LOOK_SECONDS, return_when=FIRST_COMPLETED).done:
                        games = workers.result(future)
                        del running[future]
                        breaks = 0
                        yield from games
        except BrokenProcessPool:
            breaks += 1
            if breaks == _MOST_BREAKS:
                raise NoughtsError(f"the processes that play games end again and again ({breaks} times)") from None
            waiting.extendleft(running.values())


class LocalProcesses:
    """So many processes of this machine, each with a game at a time."""

    def __init__(self, count: int) -> None:
        self._count = count

    def parts(self, tasks: Iterable[GameTask]) -> Iterator[Tasks]:
        return ((task,) for task in tasks)

    @contextlib.contextmanager
    def hired(self) -> Iterator[Callable[[Tasks], "Future[Games]"]]:
        with worker_pool(self._count, _begin, leave=_leave) as pool:
            yield lambda tasks: pool.submit(_play, tasks)

    def most(self) -> int:
        return _AHEAD * self._count

    def result(self, future: "Future[Games]") -> Games:
        return future.result()

    def cancel(self, future: "Future[Games]") -> bool:
        return future.cancel()


def play_task(task: GameTask, contestants: Contestants) -> PlayedGame:
    """Play one game, with whatever it takes to get the players ready before a clock runs."""
    seats = [
        contestants.seated(task.texts, side, task.seed + side, task.bots, task.conditions.margin, task.log)
        for side in (task.first, 1 - task.first)
    ]
    start = task.opening.reached(game_of_record(task.game))
    if task.log is not None:
        _remark(
            seats, f"game {task.pair + 1}.{task.first + 1}: {task.texts[task.first]} - {task.texts[1 - task.first]}"
        )

    def stop() -> None:
        for seat in seats:
            seat.stop()

    board = ShownBoard(task.boards, task.key, task.opening.position)
    try:
        # On one thread for the whole game, and not on one for each move, as an engine would have it on the main thread.
        ending = run_interruptibly(
            lambda: play_game(start, seats, task.conditions_by_seat, board.add, task.adjudication), stop
        )
    finally:
        board.close()
    if task.log is not None:
        _remark(seats, f"{ending.result}: {ending.reason}")
    if ending.fault is not None:
        side = (ending.fault + task.first) % 2
        contestants.dismiss(task.texts, side)
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
        ending.silent,
    )


def _remark(seats: Sequence[AnyEngine], words: str) -> None:
    for seat in seats:
        if isinstance(seat, Host):
            seat.remark(words)


def close_all(contestants: Contestants) -> None:
    """For a process that is about to end: close its players, and end those that do not end by themselves."""
    contestants.close()
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            child.kill()


# In the processes

_contestants: Contestants | None = None


def _begin() -> None:
    global _contestants
    _contestants = Contestants()


def _play(tasks: Tasks) -> Games:
    assert _contestants is not None
    return tuple(play_task(task, _contestants) for task in tasks)


def _leave() -> None:
    if _contestants is not None:
        close_all(_contestants)
