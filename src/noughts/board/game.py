"""A game as Python sees it: its name, its start, its texts and its view, around the compiled `Rules`.

One file a game. The rules are functions over a state, declared in `noughts.kernel.contract`; a subclass of `Game` adds
what people read and write. Nothing else names a game: commands, pages and tests find it through the registry.
"""

import functools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from noughts.board.guide import Diagram, Guide, Lesson, summary_of, words_and_notation
from noughts.board.look import METHODS, KnownClicks, LookReader, look_by_methods
from noughts.board.move import Move
from noughts.board.planes import Planes
from noughts.board.positional import PositionalGame, told_by_rules
from noughts.board.symmetry import Symmetry, symmetries_by_clicks
from noughts.board.view import EMPTY, OBSTACLE, SQUARES, Cell, Counter, Group, O, Outcome, Piece, View, X, turned
from noughts.errors import NoughtsError
from noughts.kernel import ONGOING, Rules, State, States
from noughts.kernel.contract import DRAW, FIRST, outcome, points, reason, where
from noughts.kernel.gathering import Gather, gather_entry
from noughts.kernel.looking import Sizes

if TYPE_CHECKING:
    from noughts.board.position import Position


class Game(ABC):
    """The docstring of a subclass is the game's rules in people's words; its first line is their summary, a sentence
    that begins with "In `NAME`" tells the differences of a variant, and "Moves:" begins what is for those who type.

    `rules`, `move_codes` (codes run from 0 to one less) and `max_plies` (the longest game from any position) may be set
    on the class, or on the instance where they depend on parameters.
    """

    names: ClassVar[Sequence[str]]  # what `noughts games` lists; "ROWSxCOLSxK" stands for a parameter
    examples: ClassVar[Sequence[str]]  # games that between them use all of the family's record types and variants
    version: ClassVar[int] = 1  # of the rules
    # For those who choose a game: what people call the names, and more games of the family that are known by a name of
    # their own ("15x15x5": "Gomoku"); a picture of each, a game and the text of a position that shows what it is about.
    known_as: ClassVar[Mapping[str, str]] = {}
    pictures: ClassVar[Mapping[str, str]] = {}
    record_types: ClassVar[Sequence[str]]  # a game for each record type; default: the examples

    name: str  # of this very game, parameters included: `noughts.game(name)` gives it again
    title: str
    rules: Rules
    move_codes: int
    max_plies: int
    rows: int
    columns: int

    def __init_subclass__(cls) -> None:
        """A family without parameters needs no more than a name."""
        if "name" in vars(cls) and "names" not in vars(cls):
            cls.names = (cls.name,)
        if "names" in vars(cls) and "examples" not in vars(cls):
            cls.examples = cls.names
        if "examples" in vars(cls) and "record_types" not in vars(cls):
            cls.record_types = cls.examples

    @classmethod
    def named(cls, name: str) -> Self | None:
        """The game of that name, None if the name is not of this family. A name that is, but cannot be, raises."""
        return cls() if name in cls.names else None

    @classmethod
    def summary(cls, name: str) -> str:
        """One line about the family, or about the variant of that name."""
        return summary_of(cls, name)

    # What `guide` adds to the docstring.
    diagrams: ClassVar[Sequence[Diagram]] = ()
    lesson: ClassVar[Lesson | None] = None

    @classmethod
    def guide(cls, name: str) -> Guide:
        """The rules of the family, or of its game of that name, in people's words."""
        return Guide(*words_and_notation(cls, name), cls.diagrams, cls.lesson)

    # Texts

    def setup(self, state: State) -> None:
        """Make a zeroed state the start of the game. Default: it is."""

    @abstractmethod
    def read_position(self, text: str, state: State) -> None:
        """Make a zeroed state the position described, finished ones included; NoughtsError if none is."""

    @abstractmethod
    def write_position(self, state: State) -> str:
        """The canonical text of a position; `read_position` takes it back."""

    @abstractmethod
    def write_move(self, code: int) -> str | None:
        """The notation of a move; None for a code that is no move."""

    @property
    def move_hint(self) -> str:
        """How moves are written, for messages."""
        examples = [move.text for move in self.moves.values()]
        return f"for example {examples[len(examples) // 2]}" if examples else ""

    def read_move(self, text: str) -> Move:
        """The move of that notation, legal or not."""
        move = self._moves_by_text.get(text.strip().lower())
        if move is None:
            raise NoughtsError(f"{text!r} is not a move of {self.name}; moves are written {self.move_hint}")
        return move

    numbers_cells: bool = False  # whether a move may also be written as its cell's number, from 1 at the top left

    def spoken(self, move: str) -> str:
        """The name of a move among people at the board: its notation, or its cell's number where cells are numbered."""
        clicks = self.clicks(self.read_move(move).code) if self.numbers_cells else ()
        return str(clicks[-1] + 1) if clicks else move

    @functools.cached_property
    def moves(self) -> dict[int, Move]:
        """Every move there is, by its code."""
        texts = ((code, self.write_move(code)) for code in range(self.move_codes))
        return {code: Move(code, text) for code, text in texts if text is not None}

    def move_of(self, code: int) -> Move:
        """The move of a code that the rules have named, which may be wrong."""
        move = self.moves.get(code)
        if move is None:
            raise NoughtsError(f"the rules of {self.name} name the move {code}, for which write_move has no notation")
        return move

    @functools.cached_property
    def listed_moves(self) -> list[Move | None]:
        """The moves in a list, None where a code is no move."""
        return [self.moves.get(code) for code in range(self.move_codes)]

    @functools.cached_property
    def gather(self) -> Gather[Any]:
        """The function that lists moves by their codes."""
        return gather_entry()

    @functools.cached_property
    def may_lack_notation(self) -> bool:
        """Whether the rules, which are not ours, might name a code that is no move."""
        return not self.rules.is_ours and len(self.moves) < self.move_codes

    @functools.cached_property
    def _moves_by_text(self) -> dict[str, Move]:
        return {move.text.lower(): move for move in self.moves.values()}

    # Cells and symmetries

    @property
    @abstractmethod
    def cells(self) -> Sequence[Cell]:
        """The board's cells, empty."""

    @abstractmethod
    def clicks(self, code: int) -> tuple[int, ...]:
        """The cells to click for a move, in order; the last is where it lands. None for a move without a cell, such as
        a pass: front ends show a button for it."""

    @functools.cached_property
    def places(self) -> NDArray[np.int64]:
        """Row and column of the cell where each move lands, by code: a search may try near moves first."""
        table = np.full((self.move_codes, 2), (self.rows // 2, self.columns // 2), np.int64)
        for code in self.moves:
            if clicks := self.clicks(code):
                cell = self.cells[clicks[-1]]
                table[code] = cell.row, cell.column
        return table

    def cell_index(self, name: str) -> int:
        """The index of the cell of that name in `cells`."""
        if not isinstance(name, str) or name.strip().lower() not in self._cell_indices:
            example = self.cells[len(self.cells) // 2].name
            raise NoughtsError(f"{name!r} is no cell of {self.name}; cells are written as in {example}")
        return self._cell_indices[name.strip().lower()]

    @functools.cached_property
    def _cell_indices(self) -> dict[str, int]:
        return {cell.name.lower(): index for index, cell in enumerate(self.cells)}

    @functools.cached_property
    def symmetries(self) -> Sequence[Symmetry]:
        """The symmetries of the game's board, the identity first: a group under which the rules stay the same.

        The image of a position, its set-up included, has the images of its legal moves and the same outcome. Those of
        one position, with what stands on it, are `position.symmetries()`.

        Default: from `cell_symmetries`, for moves that are told apart by the cells they click. A move without a cell is
        its own image.
        """
        return symmetries_by_clicks(self)

    def cell_symmetries(self) -> Sequence[Sequence[int]]:
        """For each symmetry, the image of each cell, the identity first. Default: the identity alone."""
        return [range(len(self.cells))]

    @functools.cached_property
    def move_images(self) -> NDArray[np.int64]:
        """The symmetries for compiled code: a row for each, the image of each move by code; -1 is no move's."""
        table = np.full((len(self.symmetries), self.move_codes), -1, np.int64)
        for row, symmetry in zip(table, self.symmetries, strict=True):
            for move, image in symmetry.moves.items():
                row[move.code] = image.code
        return table

    def image_text(self, state: State, symmetry: Symmetry) -> str:
        """The text of a position's image.

        Default: the position's own text with the contents of its cells moved. That is right for texts that begin with
        `contents`, / between rows, and that say nothing else of places: who moves, tokens in hand. A game whose text
        does, such as the board to play on, defines what becomes of it.
        """
        text, contents = self.write_position(state), self.contents(state)
        ends = [index + 1 for index, character in enumerate(text) if character != "/"][: len(contents)]
        end = ends[-1] if ends else 0
        if text[:end].replace("/", "") != contents:
            raise NoughtsError(f"{self.name} does not say what the image of a position is: it needs `image_text`")
        moved = iter(symmetry.moved(contents))
        return "".join("/" if character == "/" else next(moved) for character in text[:end]) + text[end:]

    # The view

    row_labels: Sequence[str] = ()
    column_labels: Sequence[str] = ()
    wins_boards: ClassVar[bool] = False  # whether small boards are won one by one

    # The look: what the numbers mean that the rules' functions `content`, `owner` and so on return.

    glyphs: Sequence[str] = (EMPTY, X, O, OBSTACLE)  # of `content`; a game may add others, single characters
    frames: Sequence[Group] = ()  # of `owner`: the frames around nested boards, owned by nobody
    group_rows: Sequence[Sequence[int]] = ()  # of `is_lit_row`: the groups of each row that may win, in its order
    reasons: Sequence[str] = ("by the rules", "no move is left")  # of `reason`; they name no mark
    wheres: Sequence[str] = ("",)  # of `where`, to follow "X to move": "on board 5"
    counted: Sequence[Counter] = ()  # of `counter`: names and players
    layout: str = SQUARES  # of cells: see LAYOUTS
    edges: Sequence[int] = ()  # whose the board's edges are, if they are anybody's: top, right, bottom, left
    pieces: Mapping[str, Piece] = {}  # drawings of further glyphs

    @functools.cached_property
    def _look(self) -> LookReader:
        return LookReader(self)

    @property
    def look_sizes(self) -> Sizes:
        """The numbers of places that the compiled look is asked about."""
        return self._look.sizes

    def look_problem(self) -> str | None:
        """A sentence that says why only Python can show this game, and what to write instead; None for any other game.

        A game looks as the functions of its rules say. A method of its own, which says the same in Python, is used
        instead of them; it serves front ends in Python alone.
        """
        kind = type(self)
        own = [name for name in METHODS if getattr(kind, name) is not getattr(Game, name)]
        if "content" not in self.rules.functions and "contents" not in own:
            return f"the rules of {self.name} have no function content(state, cell)"
        if not own:
            return None
        changes = ", ".join(f"{name} must become {METHODS[name]}" for name in own)
        return f"{self.name} says in Python methods how it looks; as functions of its rules, {changes}"

    @functools.cached_property
    def _has_look(self) -> bool:
        return self.look_problem() is None

    @functools.cached_property
    def planes(self) -> Planes:
        """The planes that positions of this game are shown to a net as."""
        return Planes(self)

    def contents(self, state: State) -> str:
        """The contents of the cells, a character each."""
        return self._look.contents(state)

    def groups(self, state: State) -> Sequence[Group]:
        """The frames around nested boards and who won them; `playable` is filled in from the legal moves."""
        return self._look.read(state).groups if self.frames else ()

    def counters(self, state: State) -> Iterable[Counter]:
        return self._look.read(state).counters if self.counted else ()

    def winning_cells(self, state: State) -> Iterable[int]:
        """The cells that won, for a game that has a winner."""
        return self._look.read(state).winning if "is_lit" in self.rules.functions else ()

    def winning_groups(self, state: State) -> Iterable[Sequence[int]]:
        """Nested boards that won a game: the groups of each row of them, in its order."""
        return self._look.read(state).winning_groups if self.group_rows else ()

    def landings(self, state: State) -> Sequence[int]:
        """The cells where moves land, by code, -1 where `clicks` says it; nothing if it does so for all."""
        return self._look.landings(state)

    def reason(self, state: State) -> str:
        """How a finished game ended: 'four in a row'. It names no mark: players may have either."""
        return self.reasons[reason(state)]

    def where(self, state: State) -> str:
        """The place where the player may move, to follow "X to move": 'on board 5'. Default: nothing to say."""
        return self.wheres[where(state)]

    def final_points(self, state: State) -> tuple[int, int] | None:
        """Points of a finished game, where the game counts them."""
        return (int(points(state, 0)), int(points(state, 1))) if "points" in self.rules.functions else None

    def outcome(self, state: State) -> Outcome | None:
        result = outcome(state)
        if result == ONGOING:
            return None
        winner = None if result == DRAW else result - FIRST
        return Outcome(None if winner is None else int(winner), self.reason(state), self.final_points(state))

    def view(self, state: State, legal: Sequence[Move], last: Move | None, before: State | None = None) -> View:
        """The view of a state. `before` is the state that `last` was played in, for games where only that knows where
        it landed."""
        look = self._look.read(state) if self._has_look else look_by_methods(self, state)
        known = self._known_clicks
        clicks = {move.text: known[move.code] for move in legal}
        if look.landings:
            clicks = {move.text: self._landed(move, look.landings) for move in legal}
        groups = look.groups
        open_groups = {self.cells[cell].group for cells in clicks.values() for cell in cells} if groups else set()
        landings = () if before is None else self.landings(before)
        return View(
            game=self.name,
            title=self.title,
            rows=self.rows,
            columns=self.columns,
            cells=tuple(
                [  # a list, which is made faster: there are many of them
                    cell[content] for cell, content in zip(self._cells_by_content, look.contents, strict=True)
                ]
            ),
            groups=tuple(
                group if group.playable == (index in open_groups) else turned(group)
                for index, group in enumerate(groups)
            ),
            row_labels=tuple(self.row_labels),
            column_labels=tuple(self.column_labels),
            turn=None if look.outcome else look.turn,
            where=look.where if look.outcome is None else "",
            outcome=look.outcome,
            clicks=clicks,
            last=self._landed(last, landings) if last else (),
            winning=tuple(look.winning),
            winning_groups=tuple(map(tuple, look.winning_groups)),
            counters=tuple(look.counters),
            layout=self.layout,
            edges=tuple(self.edges),
            pieces=dict(self.pieces),
        )

    def _landed(self, move: Move, landings: Sequence[int]) -> tuple[int, ...]:
        """The cells to click for a move, the last one by `landing` where that says it."""
        clicks, landing = self._known_clicks[move.code], landings[move.code] if landings else -1
        return clicks if landing < 0 else (*clicks[:-1], landing)

    @functools.cached_property
    def _known_clicks(self) -> KnownClicks:
        return KnownClicks(self)

    @functools.cached_property
    def _cells_by_content(self) -> list[dict[str, Cell]]:
        """Each cell with all that may stand on it: a view is made of the same ones again and again."""
        return [{glyph: replace(cell, content=glyph) for glyph in self.glyphs} for cell in self.cells]

    # Positions

    @property
    def largest(self) -> Self:
        """A game with the largest buffers among those of this record type, for code that serves them all."""
        return self

    def new_states(self, count: int) -> States:
        return self.rules.new_states(count)

    def new_moves(self, *rows: int) -> NDArray[np.int64]:
        """A buffer for moves, or as many rows of them: a place for every code, as no state has more moves.

        What other number a game's file could state would be a guess: compiled code writes to these.
        """
        return np.zeros((*rows, self.move_codes), np.int64)

    def start(self) -> "Position":
        """The start of a game."""
        return self._start.copy()

    @functools.cached_property
    def _start(self) -> "Position":
        """The start, to be copied."""
        from noughts.board.position import Position

        states = self._room()
        self.setup(states[0])
        return Position(self, states)

    def _room(self) -> States:
        """Zeroed states for a position: as many as most games need."""
        return self.new_states(min(self.max_plies, 64) + 1)

    def position(self, text: str) -> "Position":
        """The position that a text describes; see the game's rules for how it is written."""
        from noughts.board.position import Position

        if not isinstance(text, str):
            raise NoughtsError(f"a position is text, not {text!r}")
        states = self._room()
        self.read_position(text, states[0])
        return Position(self, states)

    takes_cells: ClassVar[bool] = False  # whether obstacles and stones may be set up cell by cell
    is_avoidance: bool = False  # of games that `positional` tells of: who takes all of a set loses

    def with_cells(self, contents: Mapping[str, str], turn: int = 0) -> "Position":
        """A position with these contents of cells, by their names; the others are empty. For games that allow it."""
        raise NoughtsError(f"{self.name} has no obstacles")

    def positional(self, state: State) -> PositionalGame:
        """The rest of a game that goes on, with at most MOST_CELLS cells to take: the engine solves that at once.

        For games of taking any free cell, in turn, that end when a player has all of a set of cells or none is free,
        and that count no points. Sets are told without cells that the player has. Default: `lines_left` of the rules.
        """
        return told_by_rules(self.rules, state, self.new_moves(), self.is_avoidance)

    @property
    def is_positional(self) -> bool:
        """Whether it is a game that `positional` tells of."""
        return "lines_left" in self.rules.functions or type(self).positional is not Game.positional

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.name, self.rules.tag) == (other.name, other.rules.tag)

    def __hash__(self) -> int:
        return hash(self.name)
