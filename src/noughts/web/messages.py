"""Messages of the server over the WebSocket of a game."""

from typing import Annotated, Literal

from pydantic import Field

from noughts.web.answers import Analysis, Answer, Game, GameChange, Table, Verdict
from noughts.web.models import Level, Side


class GameMessage(Answer):
    """At the beginning."""

    type: Literal["game"] = "game"
    game: Game


class ChangeMessage(Answer):
    """A change, by a person or an engine: the differences from the message before."""

    type: Literal["change"] = "change"
    change: GameChange


class TableMessage(Answer):
    """Something at the table of two friends has changed."""

    type: Literal["table"] = "table"
    table: Table


class SaidMessage(Answer):
    """A friend says one of the phrases."""

    type: Literal["said"] = "said"
    side: Side
    phrase: str


class ThinkingMessage(Answer):
    """An engine thinks about its move; what it has found after each iteration."""

    type: Literal["thinking"] = "thinking"
    analysis: Analysis | None


class ThinkMessage(Answer):
    """An engine's turn, for this page to think about: by `answer` it sends what it finds, and the question's number."""

    type: Literal["think"] = "think"
    question: int
    ply: int
    level: Level
    time: float | None


class HurryMessage(Answer):
    """The question that is thought about here is to be answered now, with what has been found."""

    type: Literal["hurry"] = "hurry"
    question: int


class PreparingMessage(Answer):
    """Something is compiled for its first use: how much of it is done, from 0 to 1, and the seconds that the rest will
    take, if known; null: all is ready."""

    type: Literal["preparing"] = "preparing"
    what: str | None
    share: float = 0.0
    seconds: float | None = None


class AnalysisMessage(Answer):
    type: Literal["analysis"] = "analysis"
    ply: int
    analysis: Analysis


class HintMessage(Answer):
    type: Literal["hint"] = "hint"
    ply: int
    analysis: Analysis


class ReviewMessage(Answer):
    """One a move, and then one that says that it is done."""

    type: Literal["review"] = "review"
    ply: int | None = None
    verdict: Verdict | None = None
    done: bool = False


class ErrorMessage(Answer):
    """A request that cannot be done."""

    type: Literal["error"] = "error"
    error: str
    do: str | None = None


LiveMessage = Annotated[
    GameMessage
    | ChangeMessage
    | TableMessage
    | SaidMessage
    | ThinkingMessage
    | ThinkMessage
    | HurryMessage
    | PreparingMessage
    | AnalysisMessage
    | HintMessage
    | ReviewMessage
    | ErrorMessage,
    Field(discriminator="type"),
]
