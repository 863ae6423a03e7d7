"""What visitors may send, and how much of it."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from noughts.board import SYMBOLS
from noughts.levels import LEVELS
from noughts.web.catalogue import MOST_LINES, MOST_SECONDS

Level = Literal["beginner", "easy", "medium", "hard", "expert", "max"]
assert tuple(LEVELS) == Level.__args__, "the levels of the engine"  # type: ignore[attr-defined]

GameName = Annotated[str, Field(min_length=1, max_length=40)]
PositionText = Annotated[str, Field(max_length=4000)]
MoveText = Annotated[str, Field(min_length=1, max_length=16)]
Moves = Annotated[list[MoveText], Field(max_length=1100)]
Name = Annotated[str, Field(min_length=1, max_length=24, pattern=r"^[a-z0-9_]+$")]
Seconds = Annotated[float, Field(gt=0, le=MOST_SECONDS, allow_inf_nan=False)]
Cells = Annotated[dict[str, Literal[".", "X", "O", "#"]], Field(max_length=1024)]
Side = Literal[0, 1]
Mark = Literal["X", "O"]
Symbols = Literal["letters", "squares"]
assert tuple(SYMBOLS) == Symbols.__args__, "the symbols that boards have"  # type: ignore[attr-defined]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Human(Strict):
    kind: Literal["human"] = "human"


class AtLevel(Strict):
    kind: Literal["level"]
    level: Level
    time: Seconds | None = None


class Named(Strict):
    kind: Literal["player"]
    player: Name
    time: Seconds | None = None


class Searching(Strict):
    kind: Literal["search"]
    search: Name
    evaluation: Name | None = None
    depth: Annotated[int, Field(ge=1, le=60)] | None = None
    nodes: Annotated[int, Field(ge=1, le=100_000_000)] | None = None
    time: Seconds | None = None


SeatModel = Annotated[Human | AtLevel | Named | Searching, Field(discriminator="kind")]


class PositionModel(Strict):
    game: GameName
    position: PositionText | None = None
    moves: Moves = []
    cells: Cells | None = None
    turn: Side = 0


class SetupModel(PositionModel):
    first: SeatModel = Human()
    second: SeatModel = AtLevel(kind="level", level="medium")
    first_mark: Mark = "X"
    obstacles: Annotated[int, Field(ge=0, le=1023)] | None = None
    seed: Annotated[int, Field(ge=0, le=2**53)] | None = None


class MoveModel(Strict):
    move: MoveText


class AnalyseModel(PositionModel):
    time: Seconds = 1.0
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 1


class SettingsModel(Strict):
    """All may be left out; what is named is set."""

    level: Level | None = None
    side: Literal["first", "second", "lot"] | None = None
    mark: Mark | None = None
    theme: Literal["auto", "light", "dark"] | None = None
    symbols: Symbols | None = None
    sound: bool | None = None
    analysis: bool | None = None


DEFAULT_SETTINGS = {
    "level": "medium",
    "side": "first",
    "mark": "X",
    "theme": "auto",
    "symbols": "letters",
    "sound": False,
    "analysis": False,
}


class LiveModel(Strict):
    """A message over the WebSocket."""

    do: Literal["move", "undo", "redo", "resign", "hint", "analyse", "review", "pause"]
    move: MoveText | None = None
    on: bool = True
    ply: Annotated[int, Field(ge=0, le=2000)] | None = None
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 1


def seat_text(model: Human | AtLevel | Named | Searching) -> str:
    """The text of a seat, made of checked parts."""
    settings: dict[str, object]
    match model:
        case Human():
            return "human"
        case AtLevel():
            name, settings = "noughts", {"level": model.level, "time": model.time}
        case Named():
            name, settings = model.player, {"time": model.time}
        case Searching():
            limits = {"depth": model.depth, "nodes": model.nodes, "time": model.time}
            name, settings = model.search, {"eval": model.evaluation, **limits}
    given = ",".join(f"{key}={value}" for key, value in settings.items() if value is not None)
    return f"{name}:{given}" if given else name
