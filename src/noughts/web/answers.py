"""Answers of the server, as models: the schema of the API, and the page's types, are made of them.

`static/types.d.ts` is written by scripts/page_types.py and must be written anew when something changes here.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from noughts.web.models import Level, Mark, SeatModel, Side, Symbols

Content = Annotated[str, Field(min_length=1, max_length=1)]  # nothing ".", a mark, an obstacle "#", or a game's own
Owner = Literal[".", "X", "O", "="]
Marks = tuple[Mark, Mark]
Result = Literal["1-0", "0-1", "1/2-1/2", "*"]
Cells = list[int]  # indices of the view's cells


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)


class ErrorAnswer(Answer):
    """An error, in words that can be shown as they are."""

    error: str


# Views


class Cell(Answer):
    name: str
    row: int
    column: int
    group: int | None
    content: Content


class Group(Answer):
    name: str
    row: int
    column: int
    rows: int
    columns: int
    parent: int | None
    owner: Owner
    playable: bool


class Counter(Answer):
    name: str
    value: int
    player: Side | None


class Outcome(Answer):
    winner: Side | None
    reason: str
    points: tuple[int, int] | None


class ViewFacts(Answer):
    """Facts of a view that every move changes."""

    turn: Side | None
    where: str
    outcome: Outcome | None
    last: Cells
    winning: Cells
    winning_groups: list[list[int]]
    counters: list[Counter]
    status: str


class View(ViewFacts):
    clicks: dict[str, Cells]
    game: str
    title: str
    rows: int
    columns: int
    cells: list[Cell]
    groups: list[Group]
    row_labels: list[str]
    column_labels: list[str]
    marks: Marks


class GroupChange(Answer):
    owner: Owner
    playable: bool


class ViewChange(ViewFacts):
    """Changes of a view: contents of cells and states of groups, by their indices; moves that are possible now, with
    the cells to click, and null for those that no longer are."""

    clicks: dict[str, Cells | None]
    cells: dict[int, Content]
    groups: dict[int, GroupChange]


class PageEngine(Answer):
    """The rules and the engine of a game, for a page that thinks itself: where they are described, and the state that
    the game began with, in base64; null for the game's own start."""

    description: str
    start: str | None


class Shown(Answer):
    """`engine` is null where only the server thinks."""

    view: View
    position: str
    engine: PageEngine | None


# The catalogue


class Named(Answer):
    name: str
    summary: str


class CatalogueGame(Named):
    title: str
    rules: str
    sizes: list[str]
    example: str
    takes_cells: bool
    view: View


class EngineOption(Answer):
    """A setting of a search, an evaluation or a player; `words` say what it does."""

    name: str
    kind: Literal["flag", "whole", "number", "word"]
    default: bool | int | float | str | None
    least: int | None
    most: int | None
    choices: list[str]
    unit: str
    words: str


class WithOptions(Named):
    options: list[EngineOption]


class CataloguePlayer(WithOptions):
    plays: list[str]


class CatalogueSearch(WithOptions):
    pass


class CatalogueEvaluation(WithOptions):
    fits: list[str]


class BoundsHere(Answer):
    time: float
    lines: int
    side: int


class Catalogue(Answer):
    games: list[CatalogueGame]
    levels: list[Level]
    players: list[CataloguePlayer]
    searches: list[CatalogueSearch]
    evaluations: list[CatalogueEvaluation]
    bounds: BoundsHere


# Games


class Seat(Answer):
    """`choice` is what asks for the same seat again; null for a player from elsewhere."""

    kind: Literal["human", "engine"]
    label: str
    choice: SeatModel | None


class PlayedMove(Answer):
    text: str
    mover: Side
    seconds: float | None
    value: int | None
    depth: int | None


class GameFacts(Answer):
    """Facts of a game that every move changes."""

    id: int
    position: str
    redo: int
    seconds_used: tuple[float, float]
    paused: bool
    turn: Side | None
    to_move: Literal["human", "engine"] | None
    result: Result
    reason: str
    note: str | None


class Game(GameFacts):
    """`engine` is null where only the server thinks."""

    game: str
    title: str
    seats: tuple[Seat, Seat]
    marks: Marks
    start: str
    moves: list[PlayedMove]
    view: View
    engine: PageEngine | None


class GameChange(GameFacts):
    """Changes of a game: the first `kept` moves are as they were, and `moves` follow them."""

    kept: int
    moves: list[PlayedMove]
    view: ViewChange


class GameSummary(Answer):
    id: int
    game: str
    title: str
    seats: tuple[Seat, Seat]
    marks: Marks
    plies: int
    result: Result
    reason: str
    changed: str | None
    is_played_here: bool
    date: str | None
    formats: list[str]


class BroughtIn(Answer):
    games: list[int]


# Thoughts


class SearchCounters(Answer):
    static_evaluations: int
    dynamic_evaluations: int
    alpha_cutoffs: int
    beta_cutoffs: int
    table_hits: int
    evaluations_saved: int


class AnalysisLine(Answer):
    move: str
    value: int
    mate: int | None
    score: str
    is_proved: bool
    side: Side
    pv: list[str]


class Analysis(Answer):
    depth: int
    nodes: int
    nodes_per_second: int
    time: float
    counters: SearchCounters
    lines: list[AnalysisLine]


class Verdict(Answer):
    move: str
    mover: Side
    mark: str
    value: int
    score: str
    best: str
    before: str
    before_value: int | None = None  # reviews that earlier versions kept have none, and no accuracy
    accuracy: float | None = None
    line: list[str]


# Statistics and settings


class Tally(Answer):
    games: int
    wins: int
    losses: int
    draws: int
    winning_percentage: float
    streak: int
    longest_streak: int


class OpponentTally(Tally):
    game: str
    title: str
    against: str


class Statistics(Answer):
    total: Tally
    by_opponent: list[OpponentTally]


class Settings(Answer):
    level: Level = "medium"
    side: Literal["first", "second", "lot"] = "first"
    mark: Mark = "X"
    theme: Literal["auto", "light", "dark"] = "auto"
    symbols: Symbols = "letters"
    sound: bool = False
    analysis: bool = False
    server_thinks: bool = False  # instead of the visitor's own browser, where that could


class Identity(Answer):
    """A visitor: what the personal link ends in, and how many games it leads to; the terminal's too, of the machine's
    own user. At /arena are the matches that are played on this machine, for those who may see them."""

    link: str
    games: int
    is_machine_user: bool
    may_see_arena: bool


class Health(Answer):
    status: Literal["ok", "failing"]
    searches: int


# Messages of the WebSocket


class GameMessage(Answer):
    """At the beginning."""

    type: Literal["game"] = "game"
    game: Game


class ChangeMessage(Answer):
    """A change, by a person or an engine: the differences from the message before."""

    type: Literal["change"] = "change"
    change: GameChange


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
