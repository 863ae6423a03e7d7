"""Visitors: known by a signed cookie, which a personal link carries to another browser.

Cookies know no ports, so each server's is named after its secret: two servers on one machine do not take each other's
visitors for strangers. Cookies of earlier versions, which were all called `noughts`, are exchanged.
"""

import contextlib
import hashlib
import logging
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from itsdangerous import BadSignature, Signer

from noughts.errors import NoughtsError

log = logging.getLogger("noughts.web")

MACHINE_USER = ""  # the owner of games played in the terminal
OLD_COOKIE = "noughts"
_SECRET_BYTES = 32
_FEW_BYTES = 4  # different ones, as no random number of that length has
_LONGEST = 200


def server_secret(folder: Path) -> bytes:
    """The key that cookies are signed with, made on the first start and kept.

    One that is not whole, as after a crash of the machine, is made anew: its cookies could be forged.
    """
    path = folder / "web-secret"
    made = folder / f"web-secret.{os.getpid()}"
    try:
        if _is_whole(path):
            return path.read_bytes()
        with open(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_hex(_SECRET_BYTES))
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            log.warning(
                "web-secret was damaged and is made anew: visitors are strangers once", extra={"path": str(path)}
            )
            made.replace(path)
        else:
            with contextlib.suppress(FileExistsError):  # another process was quicker
                os.link(made, path)
        return path.read_bytes()
    except OSError as error:
        raise NoughtsError(f"{path} cannot be written or read: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            made.unlink()


def _is_whole(path: Path) -> bool:
    """A crash of the machine may leave no byte of a file, or as many zeros."""
    return path.exists() and len(path.read_bytes()) >= _SECRET_BYTES and len(set(path.read_bytes())) > _FEW_BYTES


class Identities:
    """Visitors' identities, by signed cookies and links.

    >>> known = Identities(b"secret")
    >>> known.by_cookies({known.cookie: known.cookie_of("ada")}), known.by_link(known.link_of("ada"))
    ('ada', 'ada')
    >>> known.by_cookies({"noughts": Identities(b"another").cookie_of("ada")}), known.by_link(known.cookie_of("ada"))
    (None, None)
    """

    def __init__(self, secret: bytes) -> None:
        self.cookie = f"noughts-{hashlib.sha256(b'name of the cookie' + secret).hexdigest()[:8]}"
        self._cookies = Signer(secret, salt="noughts-visitor")
        self._links = Signer(secret, salt="noughts-link")

    def new(self) -> str:
        """The name of a new visitor."""
        return secrets.token_hex(16)

    def cookie_of(self, visitor: str) -> str:
        return self._cookies.sign(visitor).decode()

    def link_of(self, visitor: str) -> str:
        """The text of a personal link; a browser that brings it is that visitor."""
        return self._links.sign(visitor).decode()

    def by_cookies(self, cookies: Mapping[str, str]) -> str | None:
        """The visitor, or None if none of the cookies is ours."""
        found = (_unsigned(self._cookies, cookies.get(name)) for name in (self.cookie, OLD_COOKIE))
        return next((visitor for visitor in found if visitor is not None), None)

    def stale(self, cookies: Mapping[str, str], but: str | None) -> list[str]:
        """The names of our cookies that have done their duty: all but the one that is in use."""
        names = [name for name in (self.cookie, OLD_COOKIE) if name != but]
        return [name for name in names if _unsigned(self._cookies, cookies.get(name)) is not None]

    def by_link(self, link: str) -> str | None:
        return _unsigned(self._links, link)


def _unsigned(signer: Signer, text: str | None) -> str | None:
    if text is None or len(text) > _LONGEST:
        return None
    try:
        return signer.unsign(text).decode()
    except (BadSignature, UnicodeDecodeError):
        return None
