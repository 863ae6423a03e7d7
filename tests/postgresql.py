"""A real PostgreSQL server for the tests, from the system's packages."""

import contextlib
import glob
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path


def _program(name: str) -> str:
    found = shutil.which(name) or max(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), default=None)
    if found is None:
        raise RuntimeError(f"{name} is not installed; the tests need PostgreSQL: install the package postgresql")
    return found


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """The URL of an empty database."""
    # PostgreSQL refuses to run as root: its package brings a user for it.
    user = "postgres" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="noughts-pg-", dir="/tmp"))
    try:
        if user:
            shutil.chown(folder, user)
        data = folder / "data"
        command = [_program("initdb"), "--auth=trust", "--username=noughts", "--no-sync", "-D", str(data)]
        subprocess.run(command, user=user, check=True, capture_output=True, cwd=folder)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"

        def control(*arguments: str) -> None:
            command = [_program("pg_ctl"), "-D", str(data), "-w", *arguments]
            subprocess.run(command, user=user, check=True, stdout=subprocess.DEVNULL, cwd=folder)

        control("-o", options, "-l", str(folder / "log"), "start")
        try:
            yield f"postgresql+psycopg://noughts@127.0.0.1:{port}/postgres"
        finally:
            control("-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
