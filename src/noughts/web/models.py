"""Requests of visitors, and their bounds."""

from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from noughts.board import SYMBOLS
from noughts.engine.engine_text import EngineText, engine_text
from noughts.engine.levels import LEVELS
from noughts.errors import NoughtsError
from noughts.kernel.scores import MATE
from noughts.play import Seat
from noughts.play.table import MOST_INCREMENT, MOST_MINUTES, PHRASES
from noughts.registry import player_class, search_class
from noughts.store import HUMAN
from noughts.web.bounds import MOST_LINES, MOST_SECONDS

_LowDans = Literal["1-dan", "2-dan", "3-dan", "4-dan", "5-dan", "6-dan"]
_Dans = Literal[_LowDans, "7-dan", "8-dan", "9-dan", "10-dan", "11-dan", "12-dan"]
Level = Literal["beginner", "easy", "medium", "hard", "expert", _Dans, "max"]
LevelOrYours = Literal["yours", Level]  # yours: the level that is as strong as the person
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
Symbols = Literal["letters", "squares", "stones"]
assert tuple(SYMBOLS) == Symbols.__args__, "the symbols that boards have"  # type: ignore[attr-defined]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


def _is_left_out(value: object) -> bool:
    return value is None or value == {}


T = TypeVar("T")
# Fields of a seat that may be left out are left out.
Maybe = Annotated[T | None, Field(exclude_if=_is_left_out)]


class Human(Strict):
    kind: Literal["human"] = "human"


class AtLevel(Strict):
    kind: Literal["level"]
    level: LevelOrYours
    time: Maybe[Seconds] = None


OptionText = Annotated[str, Field(min_length=1, max_length=24, pattern=r"^[a-z0-9_.]+$")]
OptionTexts = Annotated[dict[Name, OptionText], Field(max_length=8, exclude_if=_is_left_out)]


class NamedPlayer(Strict):
    kind: Literal["player"]
    player: Name
    settings: OptionTexts = {}
    time: Maybe[Seconds] = None


class Searching(Strict):
    kind: Literal["search"]
    search: Name
    settings: OptionTexts = {}
    evaluation: Maybe[Name] = None
    depth: Maybe[Annotated[int, Field(ge=1, le=60)]] = None
    nodes: Maybe[Annotated[int, Field(ge=1, le=100_000_000)]] = None
    time: Maybe[Seconds] = None


SeatModel = Annotated[Human | AtLevel | NamedPlayer | Searching, Field(discriminator="kind")]


class PositionRequest(Strict):
    game: GameName
    position: PositionText | None = None
    moves: Moves = []
    cells: Cells | None = None
    turn: Side = 0


class SetupRequest(PositionRequest):
    first: SeatModel = Human()
    second: SeatModel = AtLevel(kind="level", level="yours")
    first_mark: Mark = "X"
    obstacles: Annotated[int, Field(ge=0, le=1023)] | None = None
    seed: Annotated[int, Field(ge=0, le=2**53)] | None = None


class ClockModel(Strict):
    minutes: Annotated[float, Field(gt=0, le=MOST_MINUTES, allow_inf_nan=False)]
    increment: Annotated[float, Field(ge=0, le=MOST_INCREMENT, allow_inf_nan=False)] = 0


# Longer than a name may be: what is wrong with one is told in words.
PersonName = Annotated[str, Field(max_length=200)]
LinkText = Annotated[str, Field(min_length=1, max_length=60)]


class InvitationRequest(Strict):
    """A game for a friend: `side` is that of the visitor who invites."""

    game: GameName
    position: PositionText | None = None
    cells: Cells | None = None
    turn: Side = 0
    side: Literal["first", "second", "lot"] = "lot"
    clock: ClockModel | None = None
    name: PersonName = ""
    is_listed: bool = False


class GameLinkRequest(Strict):
    """A link to a seat, or for watching: what stands behind its last slash."""

    link: LinkText


class SitRequest(GameLinkRequest):
    name: PersonName = ""


class MoveRequest(Strict):
    move: MoveText


class AnalyseRequest(PositionRequest):
    time: Seconds = 1.0
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 1


class SettingsRequest(Strict):
    """Settings to change; any may be left out."""

    level: LevelOrYours | None = None
    side: Literal["first", "second", "lot"] | None = None
    mark: Mark | None = None
    theme: Literal["auto", "light", "dark"] | None = None
    symbols: Symbols | None = None
    sound: bool | None = None
    pace: bool | None = None
    analysis: bool | None = None
    server_thinks: bool | None = None


ScoreText = Annotated[str, Field(max_length=24)]


Share = Annotated[float, Field(ge=0, le=1)]


class ReviewedFact(Strict):
    """What a mistake means for a small board."""

    kind: Literal["gives", "misses", "frees"]
    board: Annotated[str, Field(max_length=40)]


class ReviewedMove(Strict):
    """A verdict of a page's own engine."""

    move: MoveText
    mover: Side
    mark: Literal["", "?!", "?", "??"]
    value: Annotated[int, Field(ge=-MATE, le=MATE)]
    score: ScoreText
    best: MoveText
    before: ScoreText
    before_value: Annotated[int, Field(ge=-MATE, le=MATE)]
    accuracy: Annotated[float, Field(ge=0, le=100)]
    lost: Share | None = None
    stake: Share | None = None
    scale: Annotated[float, Field(gt=0, le=MATE)] | None = None
    line: Annotated[list[MoveText], Field(max_length=128)]
    reply: Annotated[list[MoveText], Field(max_length=128)] = []
    facts: Annotated[list[ReviewedFact], Field(max_length=40)] = []


class LiveRequest(Strict):
    """A message over the WebSocket."""

    do: Literal[
        "move",
        "undo",
        "redo",
        "resign",
        "hint",
        "analyse",
        "review",
        "pause",
        "think",
        "answer",
        "hurry",
        # Between friends:
        "offer",
        "accept",
        "decline",
        "abort",
        "claim",
        "say",
    ]
    move: MoveText | None = None
    on: bool = True
    ply: Annotated[int, Field(ge=0, le=2000)] | None = None
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 1
    what: Literal["draw", "takeback", "rematch"] | None = None  # is offered
    phrase: Annotated[int, Field(ge=0, lt=len(PHRASES))] = 0
    # Of an answer: which question it is to, and what the page's engine found.
    question: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = None
    value: Annotated[int, Field(ge=-MATE, le=MATE)] = 0
    depth: Annotated[int, Field(ge=0, le=1000)] = 0
    seconds: Annotated[float, Field(ge=0, le=3600, allow_inf_nan=False)] = 0.0


def seat_text(model: Human | AtLevel | NamedPlayer | Searching) -> str:
    """The text of a seat, made of checked parts."""
    match model:
        case Human():
            return HUMAN
        case AtLevel():
            return engine_text(level=model.level, time=model.time)
        case NamedPlayer():
            _check_settings(model)
            return engine_text(model.player, settings=model.settings, time=model.time)
        case Searching():
            if player_class(model.search) is not None:
                raise NoughtsError(f"{model.search} is a player, not a search: ask for it by its kind, player")
            search_class(model.search).read_options(model.settings)  # its own, and no others, as below
            return engine_text(
                search=model.search,
                settings=model.settings,
                evaluation=model.evaluation,
                depth=model.depth,
                nodes=model.nodes,
                time=model.time,
            )


class PageLevel(NamedTuple):
    """A level that a page can play at, and the seconds for a move."""

    name: Level
    seconds: float | None


def page_level(seat: Seat) -> PageLevel | None:
    """The level that a seat's engine plays at, where a page can think for it."""
    choice = seat_choice(seat.text)
    if choice is None or choice["kind"] != "level":
        return None
    return PageLevel(choice["level"], choice.get("time", LEVELS[choice["level"]].time))


def _check_settings(model: NamedPlayer) -> None:
    """A player's own settings and no others: how much memory an engine takes is not for visitors to say."""
    kind = player_class(model.player)
    if kind is not None:
        kind(**model.settings)
    elif model.settings:
        raise NoughtsError(f"there is no player {model.player!r} that has settings")


def seat_choice(text: str) -> dict[str, Any] | None:
    """The request that asks for the seat of that text; None for one that cannot be asked for here.

    >>> seat_choice("noughts:level=easy,time=2.0"), seat_choice("noughts:threads=8")
    ({'kind': 'level', 'level': 'easy', 'time': 2.0}, None)
    """
    if text == HUMAN:
        return Human().model_dump()
    try:
        engine = EngineText.read(text)
        settings: dict[str, Any] = dict(engine.settings)
        if player_class(engine.name) is not None:
            time = settings.pop("time", None)
            chosen = {"kind": "player", "player": engine.name, "settings": settings, "time": time}
        elif "level" in settings:
            chosen = {"kind": "level", **settings}
        else:
            limits = {name: settings.pop(name, None) for name in ("depth", "nodes", "time")}
            evaluation = settings.pop("eval", None)
            chosen = {"kind": "search", "search": engine.name, "evaluation": evaluation, **limits, "settings": settings}
        model = _SEATS.validate_python(chosen)
        seat_text(model)  # which refuses settings that are no player's own
        return model.model_dump(exclude_defaults=True) | {"kind": chosen["kind"]}
    except (NoughtsError, ValidationError):
        return None


_SEATS: TypeAdapter[Human | AtLevel | NamedPlayer | Searching] = TypeAdapter(SeatModel)
