"""`noughts play --invite` and `--join`: a game with a friend on a server."""

import re
import sys
from typing import Any

from noughts.errors import NoughtsError

_FOREIGN = "the answer is none of a Noughts server's"
_CLOCK = re.compile(r"(\d{1,3}(?:\.\d)?)(?:\+(\d{1,2}))?")


def play_friend(
    invite: str | None,
    join: str | None,
    game: str | None,
    position: str | None,
    side: str | None,
    name: str | None,
    clock: str | None,
) -> None:
    from noughts.system.qr_code import qr_text
    from noughts.terminal.friend_dialogue import FriendDialogue
    from noughts.terminal.plain_setup import Lines
    from noughts.terminal.remote import Link, RemoteServer, plain, server_address

    if invite is not None and join is not None:
        raise NoughtsError("either --invite or --join: one makes a link, the other comes by it")
    if join is not None and (game or position or side or clock):
        raise NoughtsError("whoever invites has chosen game, side and clock: --join goes with --name alone")
    lines = Lines()
    if invite is not None:
        if game is None:
            raise NoughtsError("which game? noughts play ultimate --invite http://192.168.1.5:8040")
        server = RemoteServer(server_address(invite))
        asked = {"game": game, "position": position, "side": side or "lot", "name": name or "", "clock": _clock(clock)}
        number = _number(server.ask("POST", "invitations", asked))
        invitation = server.ask("GET", f"games/{number}/invitation")
        link = plain(_of(invitation, "link"), 200)
        lines.tell("Send this link to your friend:", link)
        if _of(invitation, "is_local") is True:
            lines.tell_wrapped("It works on this machine alone: `noughts serve --lan` makes links for your network.")
        if sys.stdout.isatty():
            lines.tell(qr_text(link))
    else:
        assert join is not None
        link_read = Link.read(join)
        server = RemoteServer(link_read.server)
        if link_read.kind == "watch":
            raise NoughtsError("this link is for watching: a browser opens it")
        number = _sit(server, link_read.text, name or "") if link_read.kind == "sit" else _own(link_read.text)
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    FriendDialogue(server, number, lines).run()


def _own(text: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,8}", text):
        raise NoughtsError(f"there is no game {text}")
    return int(text)


def _sit(server: Any, link: str, name: str) -> int:
    number = _of(server.ask("POST", "seats/look", {"link": link}), "game")
    if number is not None:
        return _number({"id": number})  # this user sits there already
    return _number(server.ask("POST", "seats", {"link": link, "name": name}))


def _number(game: Any) -> int:
    try:
        return int(_of(game, "id"))
    except (TypeError, ValueError, OverflowError):
        raise NoughtsError(_FOREIGN) from None


def _of(answer: Any, name: str) -> Any:
    if not isinstance(answer, dict) or name not in answer:
        raise NoughtsError(_FOREIGN)
    return answer[name]


def _clock(text: str | None) -> dict[str, float] | None:
    """
    >>> _clock("5+3"), _clock("0.5")
    ({'minutes': 5.0, 'increment': 3.0}, {'minutes': 0.5, 'increment': 0.0})
    """
    if text is None:
        return None
    found = _CLOCK.fullmatch(text)
    if found is None:
        raise NoughtsError(f"--clock is {text!r}; it must be minutes, as in 5, or with seconds a move, as in 5+3")
    return {"minutes": float(found[1]), "increment": float(found[2] or 0)}
