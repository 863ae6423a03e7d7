"""Games as people read, write and see them: positions and moves, their texts, and the view that front ends draw."""

from noughts.board.game import Game
from noughts.board.guide import Diagram, Guide, Lesson, Step, words_and_notation
from noughts.board.move import Move
from noughts.board.notation import column_letters, named_fields, read_cells, read_number, read_side, split_rows, stones
from noughts.board.position import Position
from noughts.board.positional import Line, PositionalGame
from noughts.board.symmetry import Symmetry
from noughts.board.view import (
    CROSSINGS,
    DRAWN,
    EMPTY,
    HEXAGONS,
    LAYOUTS,
    MARKS,
    OBSTACLE,
    SHADES,
    SQUARES,
    SYMBOLS,
    Cell,
    Counter,
    Group,
    Marks,
    O,
    Outcome,
    Piece,
    View,
    X,
    symbols_of,
    with_marks,
)

__all__ = [
    "CROSSINGS",
    "DRAWN",
    "EMPTY",
    "HEXAGONS",
    "LAYOUTS",
    "MARKS",
    "OBSTACLE",
    "SHADES",
    "SQUARES",
    "SYMBOLS",
    "Cell",
    "Counter",
    "Diagram",
    "Game",
    "Group",
    "Guide",
    "Lesson",
    "Line",
    "Marks",
    "Move",
    "O",
    "Outcome",
    "Piece",
    "Position",
    "PositionalGame",
    "Step",
    "Symmetry",
    "View",
    "X",
    "column_letters",
    "named_fields",
    "read_cells",
    "read_number",
    "read_side",
    "split_rows",
    "stones",
    "symbols_of",
    "with_marks",
    "words_and_notation",
]
