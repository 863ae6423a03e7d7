"""A real nginx, from the system's packages, with the configuration that we ship before a server of the tests."""

import contextlib
import getpass
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from web_server import Proxy, Server

SHIPPED = Path(__file__).parent.parent / "deploy" / "nginx.conf"
_FOLDERS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def _program(name: str) -> str:
    found = shutil.which(name) or shutil.which(f"/usr/sbin/{name}")
    if found is None:
        raise RuntimeError(f"{name} is not installed; the tests need it: install the package {name}")
    return found


class Nginx:
    """A process of its own, with all its files in a folder. Ports, name and paths are put into the shipped file."""

    def __init__(self, folder: Path, server: Server) -> None:
        certificate, key = _certificate(folder)
        self.plain_port, port = _free_ports()
        self.proxy = Proxy(port, ssl.create_default_context(cafile=str(certificate)))
        self._errors = folder / "error.log"
        text = SHIPPED.read_text(encoding="utf-8")
        for shipped, ours in (
            (r"127\.0\.0\.1:8040\b", f"127.0.0.1:{server.port}"),
            (r"listen 80;", f"listen 127.0.0.1:{self.plain_port};"),
            (r"listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
            (r"listen \[::\]:[^;]*;", ""),  # a machine of the tests may have no IPv6
            (r"/etc/letsencrypt/live/games\.example\.org/fullchain\.pem", str(certificate)),
            (r"/etc/letsencrypt/live/games\.example\.org/privkey\.pem", str(key)),
            (r"games\.example\.org", "localhost"),
            (r"/var/cache/nginx-noughts", str(folder / "cache")),
        ):
            text, count = re.subn(shipped, ours, text)
            assert count, f"{SHIPPED.name} has no {shipped}"
        (folder / "noughts.conf").write_text(text, encoding="utf-8")
        places = "\n".join(f"{name}_temp_path {folder / name};" for name in _FOLDERS)
        whole = f"""
            user {getpass.getuser()};
            worker_processes 1;
            daemon off;
            pid {folder / "pid"};
            error_log {self._errors} notice;
            events {{ worker_connections 4000; }}
            http {{ access_log off; {places} include {folder / "noughts.conf"}; }}
        """
        (folder / "nginx.conf").write_text(whole, encoding="utf-8")
        command = [_program("nginx"), "-p", str(folder), "-e", str(self._errors), "-c", str(folder / "nginx.conf")]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self._wait_until_it_listens()

    @property
    def log(self) -> str:
        return self._errors.read_text(encoding="utf-8")

    def _wait_until_it_listens(self) -> None:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self._process.poll() is not None:
                raise AssertionError(f"nginx did not start: {self._process.communicate()[1]}")
            with contextlib.suppress(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", self.proxy.port)).close()
                return
            time.sleep(0.02)
        self.stop()
        raise AssertionError("nginx does not listen")

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate(timeout=60)


@contextlib.contextmanager
def nginx(folder: Path, server: Server) -> Iterator[Nginx]:
    found = Nginx(folder, server)
    try:
        yield found
    finally:
        found.stop()


def _certificate(folder: Path) -> tuple[Path, Path]:
    """Self-signed, for this machine's own name and address, and its key."""
    certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
    command = [_program("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    command += ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run([*command, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
    return certificate, key


def _free_ports() -> tuple[int, int]:
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
        return one.getsockname()[1], other.getsockname()[1]
