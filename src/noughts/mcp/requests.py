"""What a client may ask for, with its bounds, and what it is answered. Games are named as visitors of the page do."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from noughts.web.models import GameName, Level, Mark, MoveText, PositionRequest, Strict

MOST_NODES = 1_000_000_000
MOST_DEPTH = 200
MOST_LINES = 20

Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False, description="how long to think at most; compiling apart")]


class ListRequest(Strict):
    pass


class RulesRequest(Strict):
    game: GameName


class PlayRequest(PositionRequest):
    move: MoveText


class AnalyseRequest(PositionRequest):
    time: Seconds = 1.0
    depth: Annotated[int, Field(ge=1, le=MOST_DEPTH)] | None = None
    nodes: Annotated[int, Field(ge=1, le=MOST_NODES)] | None = None
    lines: Annotated[int, Field(ge=1, le=MOST_LINES, description="how many of the best moves to tell")] = 1
    level: Annotated[Level, Field(description="max is the strongest; others play like people of that strength")] = "max"


class SolveRequest(PositionRequest):
    time: Seconds = 10.0
    all_moves: Annotated[bool, Field(description="the value of every legal move as well")] = False
    distance: Annotated[bool, Field(description="the plies to the end by best play of a won or lost position")] = False


class GameEntry(BaseModel):
    name: str
    title: str
    summary: str
    example: Annotated[str, Field(description="a name to play by, where the first has words such as ROWS for sizes")]


class GamesAnswer(BaseModel):
    games: list[GameEntry]


class RulesAnswer(BaseModel):
    game: str
    title: str
    version: Annotated[int | str, Field(description="of the rules")]
    rules: str


class OutcomeAnswer(BaseModel):
    winner: Mark | None
    words: str
    points: tuple[int, int] | None = None


class LegalMovesAnswer(BaseModel):
    to_move: Annotated[Mark | None, Field(description="null when the game is over")]
    legal_moves: list[str]


class PositionAnswer(LegalMovesAnswer):
    game: str
    position: Annotated[str, Field(description="text that `position` takes: all that the rules need to go on")]
    board: str
    outcome: OutcomeAnswer | None


class LineAnswer(BaseModel):
    move: str
    score: Annotated[str, Field(description="for the side to move: points, 'mate in N' or 'mated in N' plies")]
    points: float | None
    mate: Annotated[int | None, Field(description="plies to the end, negative if the side to move loses")]
    is_proved: Annotated[bool, Field(description="whether the score is the game's exact value")]
    line: list[str]


class AnalyseAnswer(BaseModel):
    to_move: Mark
    best: list[LineAnswer]
    depth: int
    nodes: int
    seconds: float


Value = Literal["win", "draw", "loss"]


class SolveAnswer(BaseModel):
    to_move: Annotated[Mark, Field(description="the side whose value it is")]
    value: Annotated[Value | None, Field(description="exact, proved; null if the time did not suffice")]
    proved: Annotated[str, Field(description="the bounds that are proved, in words")]
    best_moves: list[str]
    move_values: dict[str, Value | None]
    points: int | None = None
    move_points: dict[str, int | None] | None = None
    distance: int | None = None
    nodes: int
    seconds: float
