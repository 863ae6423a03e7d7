"""Visitors: told apart by a signed cookie, and each within bounds."""

import contextlib
import os
import secrets
import time
from collections import OrderedDict
from pathlib import Path

from itsdangerous import BadSignature, Signer

from noughts.errors import NoughtsError

COOKIE = "noughts"
_LONGEST = 200
_KEPT = 20_000  # visitors whose requests are counted


def server_secret(folder: Path) -> bytes:
    """The key that cookies are signed with, made on the first start and kept."""
    path = folder / "web-secret"
    try:
        # Made whole under another name and put in its place only if nobody was quicker.
        made = folder / f"web-secret.{os.getpid()}"
        with open(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
        with contextlib.suppress(FileExistsError):
            os.link(made, path)
        made.unlink()
        return path.read_bytes()
    except OSError as error:
        raise NoughtsError(f"{path} cannot be written or read: {error.strerror}") from None


class Cookies:
    def __init__(self, secret: bytes) -> None:
        self._signer = Signer(secret, salt="noughts-visitor")

    def new(self) -> str:
        """The name of a new visitor."""
        return secrets.token_hex(16)

    def written(self, visitor: str) -> str:
        return self._signer.sign(visitor).decode()

    def read(self, cookie: str | None) -> str | None:
        """The visitor, or None if the cookie is not one of ours."""
        if cookie is None or len(cookie) > _LONGEST:
            return None
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeDecodeError):
            return None


class Rate:
    """So many requests a second for each visitor, with a burst."""

    def __init__(self, per_second: float, burst: int) -> None:
        self._per_second, self._burst = per_second, burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, visitor: str, now: float | None = None) -> bool:
        """
        >>> rate = Rate(per_second=1, burst=2)
        >>> [rate.allows("a", now) for now in (0.0, 0.0, 0.0, 1.0, 1.0)], rate.allows("b", 1.0)
        ([True, True, False, True, False], True)
        """
        now = time.monotonic() if now is None else now
        left, then = self._buckets.pop(visitor, (float(self._burst), now))
        left = min(float(self._burst), left + (now - then) * self._per_second)
        self._buckets[visitor] = (left - 1 if left >= 1 else left, now)
        while len(self._buckets) > _KEPT:
            self._buckets.popitem(last=False)
        return left >= 1
