"""Answers of the server, as models: the schema of the API, and the page's types, are made of them.

`static/types.d.ts` is written by scripts/page_types.py and must be written anew when something changes here.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from noughts.web.models import Level, LevelOrYours, Mark, Maybe, SeatModel, Side, Symbols

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


class Piece(Answer):
    """The drawing of a content of cells: SVG path data in a square of side 100."""

    name: str
    path: str
    shade: Literal["dark", "light", "first", "second"]


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
    layout: Literal["squares", "hexagons", "crossings"]
    edges: list[Side]
    pieces: dict[str, Piece]


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
    seconds_left: tuple[float, float] | None  # of games with a clock
    is_counting: bool  # whether it runs down
    paused: bool
    turn: Side | None
    to_move: Literal["human", "engine"] | None
    result: Result
    reason: str
    note: str | None


class GameClock(Answer):
    """Seconds for each side, and those that come with each move."""

    seconds: float
    increment: float


class Offer(Answer):
    kind: Literal["draw", "takeback", "rematch"]
    side: Side


class Table(Answer):
    """Two friends at a game. `free` is the side where nobody sits yet; `gone` for how many seconds each has not been
    there, null for one who is, and `gone_for` how long that has to be until the other may claim the win. `watch` and
    `next_watch` are what links for watching end in, of this game and of the rematch, whose number is `next`."""

    free: Side | None
    clock: GameClock | None
    can_abort: bool
    offer: Offer | None
    gone: tuple[float | None, float | None]
    gone_for: float
    is_listed: bool
    watch: str
    next: int | None
    next_watch: str | None


class Game(GameFacts):
    """`engine` is null where only the server thinks. `table` is null but for games of friends; `you` is the side there
    of whoever asked, null for spectators."""

    game: str
    title: str
    seats: tuple[Seat, Seat]
    marks: Marks
    start: str
    moves: list[PlayedMove]
    view: View
    engine: PageEngine | None
    table: Table | None = None
    you: Side | None = None


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


# Analysis boards


class Tree(Answer):
    """A tree of moves: a node is [parent, move] or [parent, move, notes], counted from 1; 0 is the root."""

    game: str
    position: str | None
    nodes: list[list[Any]]
    root: Maybe[dict[str, Any]] = None


class StudySummary(Answer):
    id: int
    name: str
    game: str
    revision: int
    changed: str


class Study(Answer):
    id: int
    name: str
    game: str
    revision: int
    tree: dict[str, Any]


class StudyKept(Answer):
    id: int
    revision: int


class OpeningMove(Answer):
    """A move that was made from a position: in how many games, and how these ended."""

    move: str
    games: int
    first: int
    second: int
    draws: int


class Openings(Answer):
    moves: list[OpeningMove]


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


class Fact(Answer):
    """What a mistake means for small boards: the reply wins one, the better move would have, or it may choose."""

    kind: Literal["gives", "misses", "frees"]
    board: str


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
    lost: float | None = None  # of the chance to win; reviews that earlier versions kept have none, nor what follows
    stake: float | None = None
    scale: float | None = None  # hundredths of a point ahead that make the odds e to 1
    line: list[str]
    reply: list[str] = []
    facts: list[Fact] = []


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


class OwnRating(Answer):
    """The visitor's rating in a game, against its levels: in all, as first and as second, and after each game."""

    game: str
    title: str
    games: int
    rating: int
    as_first: int | None
    as_second: int | None
    level: Level
    curve: list[int]


class Statistics(Answer):
    total: Tally
    by_opponent: list[OpponentTally]
    ratings: list[OwnRating]


class Settings(Answer):
    level: LevelOrYours = "yours"
    side: Literal["first", "second", "lot"] = "first"
    mark: Mark = "X"
    theme: Literal["auto", "light", "dark"] = "auto"
    symbols: Symbols = "letters"
    sound: bool = False
    pace: bool = True  # the engine's answer comes after a moment
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
