"""A Dask cluster for tests: a real scheduler and real workers, each a process of its own."""

import contextlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

PATIENCE = 120.0  # seconds


class DaskCluster:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start(
            "scheduler", "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"
        )
        self.address = self._said("scheduler", r"Scheduler at:\s+(tcp://\S+)")

    def add_worker(self, **environment: str) -> subprocess.Popen[bytes]:
        """A worker with one thread, known to the scheduler when this returns."""
        name = f"worker{len(self.processes)}"
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self.folder / name))
        worker = self._start(name, "worker", self.address, *options, **environment)
        self._said(name, r"Registered to:\s+(tcp://\S+)")
        return worker

    def _start(self, name: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        with open(self.folder / f"{name}.log", "wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *arguments],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env={**os.environ, **environment},
            )
        self.processes.append(process)
        return process

    def _said(self, name: str, pattern: str) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            said = (self.folder / f"{name}.log").read_text(errors="replace")
            if found := re.search(pattern, said):
                return found[1]
            time.sleep(0.05)
        raise TimeoutError(said)

    def close(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@contextlib.contextmanager
def dask_cluster(folder: Path) -> Iterator[DaskCluster]:
    cluster = DaskCluster(folder)
    try:
        yield cluster
    finally:
        cluster.close()
