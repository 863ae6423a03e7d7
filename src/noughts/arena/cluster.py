"""A Dask cluster that plays the games of a match, behind the same interface as processes of this machine.

Both games of a pair are one task, so that they run on one machine; the user's files travel with it. A task whose worker
dies is given to another one by Dask, and has one result whatever happens: each game is counted once.
"""

import contextlib
import itertools
import logging
import pickle
import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from typing import TYPE_CHECKING, TypeVar

from noughts.arena.competition import GameTask, package_sources
from noughts.arena.parcel import Parcel, packed
from noughts.arena.scheduling import Games, Tasks
from noughts.errors import NoughtsError
from noughts.system.extras import install_command

if TYPE_CHECKING:
    from distributed import Client

Result = TypeVar("Result")

_ADDRESS = re.compile(r"(?:tcp|tls)://[^\s/:]+:\d{1,5}|(?:tcp|tls)://\[[0-9A-Fa-f:.]+\]:\d{1,5}")
CONNECT_SECONDS = 10
_AHEAD = 2  # pairs for each thread of a worker that are handed out before their turn comes


class Cluster:
    """The workers of a scheduler; with `most_pairs`, so many pairs of games at the same time and no more.

    `say` is told when there is no worker.
    """

    def __init__(self, address: str, most_pairs: int | None = None, say: Callable[[str], None] = print) -> None:
        check_address(address)
        self.address, self._most_pairs, self._say = address, most_pairs, say
        self._is_waiting = False
        self._client: Client | None = None
        self._parcels: dict[tuple[str, tuple[str, str]], Parcel] = {}

    def parts(self, tasks: Iterable[GameTask]) -> Iterator[Tasks]:
        return (tuple(games) for _, games in itertools.groupby(tasks, lambda task: (task.players, task.pair)))

    @contextlib.contextmanager
    def hired(self) -> Iterator[Callable[[Tasks], "Future[Games]"]]:
        self._client = connected(self.address)
        executor = self._client.get_executor(pure=False)

        def submit(tasks: Tasks) -> "Future[Games]":
            from noughts.arena.cluster_worker import play_part

            both = [packed(task) for task in tasks]
            # As the files were at the first game: an edit in the middle of a match does not count.
            parcel = self._parcels.setdefault((tasks[0].game, tasks[0].texts), both[0][1])
            future: Future[Games] = executor.submit(
                play_part, package_sources(), parcel, pickle.dumps(tuple(task for task, _ in both))
            )
            return future

        try:
            yield submit
        finally:
            with contextlib.suppress(Exception):  # whatever has become of the cluster: we are leaving it
                executor.shutdown(wait=False)
            self._client.close(timeout=CONNECT_SECONDS)
            self._client = None

    def most(self) -> int:
        assert self._client is not None
        try:
            threads = sum(self._client.nthreads().values())
        except (OSError, RuntimeError):
            raise _gone(self.address) from None
        if not threads and not self._is_waiting:
            self._say(f"there are no workers at {self.address}; waiting for `dask worker {self.address} --nthreads 1`")
        self._is_waiting = not threads
        return self._most_pairs or max(1, _AHEAD * threads)

    def result(self, future: "Future[Games]") -> Games:
        return result_of(future, self.address)

    def cancel(self, future: "Future[Games]") -> bool:
        return False  # Dask would break off what has begun, too


def check_address(address: str) -> None:
    if not _ADDRESS.fullmatch(address):
        raise NoughtsError(f"the cluster is {address!r}; it must be a scheduler's address, as in tcp://127.0.0.1:8786")


def result_of(future: "Future[Result]", address: str) -> Result:
    """The result of a task; NoughtsError in the user's words."""
    from distributed import KilledWorker

    try:
        return future.result()
    except NoughtsError:
        raise
    except CancelledError:
        raise _gone(address) from None
    except KilledWorker as error:
        raise NoughtsError(
            f"the workers of {address} end again and again, the last one at {error.last_worker.address}"
        ) from None
    except Exception as error:  # noqa: BLE001 - whatever happens on a worker that cannot even read the task
        raise NoughtsError(
            f"a worker of {address} cannot do it: {type(error).__name__}: {error}; "
            "workers need the same version of Noughts, with its extra: pip install 'noughts[cluster]'"
        ) from None


def _gone(address: str) -> NoughtsError:
    return NoughtsError(f"the scheduler at {address} is gone; the same command goes on with what is left")


def connected(address: str) -> "Client":
    try:
        from distributed import Client
    except ImportError:
        raise NoughtsError(f"a cluster needs Dask: {install_command('cluster')}") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told in our words
    try:
        return Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoughtsError(
            f"no scheduler answers at {address} ({type(error).__name__}); `dask scheduler` starts one"
        ) from None
