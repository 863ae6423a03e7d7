"""Answers about the arena: docs/api.md. Names and reasons come from programs of others, so they are bounded."""

from typing import Annotated, Literal

from pydantic import Field

from noughts.errors import printable
from noughts.web.answers import Answer, PlayedMove, Result, View, ViewChange

_LONGEST_NAME, _LONGEST_REASON = 60, 300  # characters

Names = tuple[str, str]  # of first and second


def bounded_name(text: str) -> str:
    return _bounded(text, _LONGEST_NAME)


def bounded_reason(text: str) -> str:
    return _bounded(text, _LONGEST_REASON)


def _bounded(text: str, most: int) -> str:
    """A text of somebody else's, in characters that only show themselves.

    >>> _bounded("a\\u202eb" + "c" * 90, 12)
    'a\\\\u202ebccc…'
    """
    shown = printable(text[: 2 * most])
    return shown if len(shown) <= most else shown[: most - 1] + "…"


class MatchSummary(Answer):
    """A match or a tournament; `changed` is when the last game was kept."""

    id: str
    players: list[str]
    game: str
    games: int
    changed: str
    is_live: bool


class ArenaGame(Answer):
    """A game of a match, by its number from 1 up in the order in which games ended."""

    number: int
    players: Names
    plies: int
    result: Result
    reason: str
    forfeit: bool
    date: str | None


class WholeArenaGame(ArenaGame):
    """`game` is null where the server does not offer it: no board can be drawn; `of` is how many games there are."""

    game: str | None
    title: str
    start: str | None
    moves: list[PlayedMove]
    of: int


class ArenaStandings(Answer):
    """The cross table, and who lost games by default, and why, in lines."""

    head: list[str]
    rows: list[list[str]]
    defaults: list[str]


class BoardFacts(Answer):
    """Facts of a board that every move changes; `number` is the game's once it is over and kept."""

    plies: int
    move: str | None
    result: Result
    reason: str
    number: int | None


class ArenaBoard(BoardFacts):
    """A board on which a game is played, or the last one was. Views have no clicks."""

    players: Names
    view: View


class ArenaBoardChange(BoardFacts):
    view: ViewChange


class MatchMessage(Answer):
    """The whole match, at the beginning. `shows_boards` is false where the server does not offer the game."""

    type: Literal["match"] = "match"
    players: list[str]
    title: str
    shows_boards: bool
    games: int
    standings: ArenaStandings
    boards: list[ArenaBoard]


class MatchChangeMessage(Answer):
    """Changes since the message before: how many games there are, the standings unless they are as they were, boards by
    their places on which another game has begun, and those on which something has happened."""

    type: Literal["change"] = "change"
    games: int
    standings: ArenaStandings | None
    begun: dict[int, ArenaBoard]
    boards: dict[int, ArenaBoardChange]


ArenaMessage = Annotated[MatchMessage | MatchChangeMessage, Field(discriminator="type")]
