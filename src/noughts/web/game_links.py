"""Links to games of friends: one is the free seat's, another for watching. Neither is kept anywhere: both are signed.

They stand in a page's fragment, which browsers send to no server: in no log, no Referer, no proxy.
"""

import base64
import hashlib
import hmac
import re

_LETTERS = 16  # of a signature: 96 bits
_LINK = re.compile(r"([1-9]\d{0,8})-([\w-]{16})", re.ASCII)


class GameLinks:
    """Links by the server's secret.

    >>> links = GameLinks(b"secret")
    >>> links.seat(12) == links.watch(12), links.of_seat(links.seat(12)), links.of_seat(links.watch(12))
    (False, 12, None)
    """

    def __init__(self, secret: bytes) -> None:
        self._keys = {
            kind: hmac.digest(secret, b"noughts " + kind.encode(), hashlib.sha256) for kind in ("seat", "watch")
        }

    def seat(self, number: int) -> str:
        """The secret of a game's free seat."""
        return self._signed("seat", number)

    def watch(self, number: int) -> str:
        return self._signed("watch", number)

    def of_seat(self, link: str) -> int | None:
        """The number of the game whose seat it is; None for a link that is not ours."""
        return self._number("seat", link)

    def of_watch(self, link: str) -> int | None:
        return self._number("watch", link)

    def _signed(self, kind: str, number: int) -> str:
        signature = hmac.digest(self._keys[kind], str(number).encode(), hashlib.sha256)
        return f"{number}-{base64.urlsafe_b64encode(signature).decode()[:_LETTERS]}"

    def _number(self, kind: str, link: str) -> int | None:
        found = _LINK.fullmatch(link)
        if found is None or not hmac.compare_digest(self._signed(kind, int(found[1])).encode(), link.encode()):
            return None
        return int(found[1])
