"""Answers about friends: invitations, seats, and games to watch."""

from noughts.web.answers import Answer, GameClock, Marks, View
from noughts.web.models import Side


class Friends(Answer):
    """Whether friends can be invited here, `why_not` in words if they cannot; the server's `address` in the network, if
    it has found one out, and what players can say to each other."""

    why_not: str | None
    address: str | None
    phrases: list[str]
    most_minutes: int
    most_increment: int


class Invitation(Answer):
    """What a player sends to a friend, who then sits down, and to anybody else, who then watches. `link` is null once
    both sit; `is_local` if only this machine finds it."""

    link: str | None
    watch: str
    is_local: bool


class Sitting(Answer):
    """A seat that a link leads to: `is_free`, or who sits there can be watched. `game` is the number of the game if you
    sit at it yourself."""

    title: str
    names: tuple[str, str]
    side: Side
    clock: GameClock | None
    view: View
    is_free: bool
    game: int | None
    watch: str


class WatchedGame(Answer):
    """A game that anybody may watch."""

    watch: str
    title: str
    names: tuple[str, str]
    marks: Marks
    plies: int
    clock: GameClock | None
