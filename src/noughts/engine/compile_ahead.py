"""Games compiled before they are chosen, by processes of their own.

The processes walk through the same list, each compiling what no other is compiling, and end when all of it is done. A
game that is chosen comes first. An engine that is prepared for it meanwhile joins in.
"""

import contextlib
import hashlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

from noughts.engine.engine import Engine
from noughts.errors import NoughtsError
from noughts.kernel import cache
from noughts.kernel.announcing import set_announcer
from noughts.kernel.compiling import Part, compile_free_part, longest_first
from noughts.kernel.fingerprint import package_hash
from noughts.kernel.gathering import gather_part
from noughts.kernel.looking import look_part
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.patience import never_wait
from noughts.kernel.stepping import step_part
from noughts.registry import families, game

POPULAR = ("ultimate", "tictactoe", "15x15x5", "xtreme", "nineboard", "xrudder")
_NICENESS, _GENTLE = 5, 15  # below processes that a user waits for
_RULES_ALONE = "--rules"


def games_by_popularity() -> list[str]:
    """One name at least for each game that is installed."""
    others = [name for family in families() for name in family.examples]
    return list(dict.fromkeys((*POPULAR, *others)))


class CompileAhead:
    """Processes that compile the games in their order. Nothing is started where all of it has been compiled before.

    With `rules_alone` no engines are compiled, only what positions and views need, and more gently.
    """

    def __init__(self, games: Sequence[str], processes: int | None = None, rules_alone: bool = False) -> None:
        count = max(1, os.cpu_count() or 1) if processes is None else processes
        self._processes: list[subprocess.Popen[str]] = []
        wanted = [*([_RULES_ALONE] if rules_alone else []), *games]
        if UNCOMPILED or not games or _is_done(wanted):
            return
        command = [sys.executable, "-m", "noughts.engine.compile_ahead", *wanted]
        silent = subprocess.DEVNULL
        with contextlib.suppress(OSError):  # without them the games are compiled when they are wanted
            for _ in range(count):
                process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=silent, stderr=silent, text=True)
                self._processes.append(process)
                threading.Thread(target=process.wait, daemon=True).start()  # what has ended does not linger

    def first(self, name: str) -> None:
        """Compile this game before all others."""
        if "\n" in name:
            return
        for process in self._processes:
            assert process.stdin is not None
            with contextlib.suppress(OSError, ValueError):  # it has done its work and is gone
                process.stdin.write(f"{name}\n")
                process.stdin.flush()

    @property
    def is_running(self) -> bool:
        return any(process.poll() is None for process in self._processes)

    def wait(self) -> None:
        """Wait until all games are compiled."""
        for process in self._processes:
            process.wait()

    def close(self) -> None:
        """End the processes, at whatever they are: a compilation that is broken off leaves no trace."""
        for process in self._processes:
            process.kill()
            assert process.stdin is not None
            with contextlib.suppress(OSError):
                process.stdin.close()
            process.wait()
        self._processes.clear()


class _Queue:
    """The games that are still to be compiled, the next one first."""

    def __init__(self, names: Iterable[str], rules_alone: bool) -> None:
        self._lock = threading.Lock()
        self._rules_alone = rules_alone
        self._names = list(dict.fromkeys(names))
        self._parts: dict[str, list[Part]] = {}

    def put_first(self, name: str) -> None:
        with self._lock:
            self._names = [name, *(other for other in self._names if other != name)]

    def compile_all(self) -> None:
        """Part by part, so that a game that comes first need not wait for the rest of another."""
        while self._names:
            name = self._names[0]
            if not any(compile_free_part(part) for part in self._parts_of(name)):
                with self._lock:
                    self._names.remove(name)  # all is done, or others are at it

    def _parts_of(self, name: str) -> list[Part]:
        if name not in self._parts:
            try:
                found = game(name)
                rules = [gather_part(), step_part(found.rules, name), look_part(found.rules, name)]
                self._parts[name] = rules if self._rules_alone else longest_first(Engine(level="max").parts(found))
            except NoughtsError:  # told when the game is played
                self._parts[name] = []
        return self._parts[name]

    def is_done(self) -> bool:
        """Whether all parts are kept; false while others still compile the last of them."""
        return all(part.is_kept for parts in self._parts.values() for part in parts)


def _mark_of(wanted: Sequence[str]) -> Path | None:
    """The file that says that all of this is compiled."""
    folder = cache.folder()
    digest = hashlib.sha256("\n".join([package_hash(), *wanted]).encode()).hexdigest()[:24]
    return None if folder is None else folder / f"compiled-{digest}.ahead"


def _is_done(wanted: Sequence[str]) -> bool:
    mark = _mark_of(wanted)
    return mark is None or mark.exists()  # what cannot be kept need not be made ahead


def _main(wanted: Sequence[str]) -> None:
    rules_alone = wanted[0] == _RULES_ALONE
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when it ends
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_GENTLE if rules_alone else _NICENESS)
    set_announcer(lambda preparation: None)
    never_wait()
    queue = _Queue(wanted[1:] if rules_alone else wanted, rules_alone)

    def work() -> None:
        queue.compile_all()
        mark = _mark_of(wanted)
        if mark is not None and queue.is_done():
            with contextlib.suppress(OSError):
                mark.touch()
        os._exit(0)

    threading.Thread(target=work, daemon=True).start()
    for line in sys.stdin:
        queue.put_first(line.rstrip("\n"))
    os._exit(0)  # the parent is gone, and a compilation cannot be stopped


if __name__ == "__main__":
    _main(sys.argv[1:])
