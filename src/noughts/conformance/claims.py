"""Claims of a game that hold before a move is made: numbers, names, notation, cells, labels and symmetries."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from noughts.board.game import Game
from noughts.board.view import Cell
from noughts.conformance.discovery import is_file_name
from noughts.conformance.sample import ContractError, asking
from noughts.conformance.tables import check_tables
from noughts.kernel.contract import Rules

_TEXTS = ("name", "title")
_MOST = 1_000_000  # there are arrays of as many numbers
_COUNTS = ("move_codes", "max_plies", "rows", "columns")


def check_claims(game: Game) -> None:
    """NoughtsError names the attribute or method that is missing or wrong."""
    for check in (_check_attributes, _check_state, _check_notation, _check_cells, _check_clicks, _check_labels):
        check(game)
    check_tables(game)
    _check_symmetries(game)
    with asking("summary"):
        if not isinstance(game.summary(game.name), str):
            raise ContractError("summary must return text")


def _check_attributes(game: Game) -> None:
    kind = type(game).__name__
    for name in (*_TEXTS, *_COUNTS, "rules"):
        with asking(name):
            if not hasattr(game, name):
                raise ContractError(f"the game {kind} does not set {name}")
    for name in _TEXTS:
        text = getattr(game, name)
        if not isinstance(text, str) or not text.strip() or not text.isprintable():
            raise ContractError(f"{name} is {text!r}; it must be a line of text")
    if is_file_name(game.name) or any(character.isspace() for character in game.name) or len(game.name) > 40:
        raise ContractError(f"name is {game.name!r}; it must be a word of up to 40 characters, without / and .py")
    for name in _COUNTS:
        count = getattr(game, name)
        if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= _MOST:
            raise ContractError(f"{name} is {count!r}; it must be a whole number from 1 to {_MOST:,}")
    if not isinstance(game.rules, Rules):
        raise ContractError(f"rules is {game.rules!r}; it must be Rules(name, fields, functions)")


def _check_state(game: Game) -> None:
    fields: Mapping[str, Any] = game.rules.dtype.fields or {}
    for name in ("turn", "outcome", "key"):
        if name in game.rules.functions:
            continue
        if name not in fields:
            raise ContractError(f"the state has no field {name!r}, and the rules have no function {name}")
        found = fields[name][0]
        if found.shape or found.kind not in "iu" or (name == "key" and found != np.uint64):
            wanted = "np.uint64" if name == "key" else "np.int8"
            raise ContractError(f"the state's field {name!r} is {found}; it must be one integer, {wanted}")


def _check_notation(game: Game) -> None:
    texts: dict[str, int] = {}
    for code in range(game.move_codes):
        with asking(f"write_move({code})"):
            text = game.write_move(code)
        if text is None:
            continue
        if not isinstance(text, str) or not text or not text.isprintable() or any(map(str.isspace, text)):
            raise ContractError(f"write_move({code}) returns {text!r}; it must be a word, or None for no move")
        other = texts.setdefault(text.lower(), code)
        if other != code:
            raise ContractError(f"write_move gives {other} and {code} one text, {text!r}: they cannot be told apart")
    if not texts:
        raise ContractError(f"write_move has no text for any code from 0 to {game.move_codes - 1}")
    for code, move in game.moves.items():
        with asking(f"read_move({move.text!r})"):
            read = game.read_move(move.text)
        if read != move:
            raise ContractError(f"read_move({move.text!r}) gives {read!r}, but write_move({code}) writes that")
    with asking("move_hint"):
        if not isinstance(game.move_hint, str):
            raise ContractError(f"move_hint is {game.move_hint!r}; it must be text")


def _check_cells(game: Game) -> None:
    with asking("cells"):
        cells = game.cells
    if not isinstance(cells, Sequence) or not cells or not all(isinstance(cell, Cell) for cell in cells):
        raise ContractError("cells must be a list of Cell, one at least")
    names: dict[str, Cell] = {}
    places: dict[tuple[int, int], Cell] = {}
    for cell in cells:
        if not isinstance(cell.name, str) or not cell.name:
            raise ContractError(f"cells has one whose name is {cell.name!r}; it must be text")
        if not (_is_index(cell.row, game.rows) and _is_index(cell.column, game.columns)):
            raise ContractError(
                f"cells puts {cell.name} at row {cell.row!r}, column {cell.column!r}; "
                f"the board has {game.rows} rows and {game.columns} columns, counted from 0"
            )
        if names.setdefault(cell.name.lower(), cell) is not cell:
            raise ContractError(f"cells has two of the name {cell.name!r}, in whatever case")
        other = places.setdefault((cell.row, cell.column), cell)
        if other is not cell:
            raise ContractError(f"cells puts {other.name} and {cell.name} at the same row and column")


def _check_clicks(game: Game) -> None:
    for code, move in game.moves.items():
        with asking(f"clicks({code})"):
            clicks = game.clicks(code)
        if fault := fault_of_way(game, clicks):
            raise ContractError(f"clicks({code}), for {move.text}, {fault}")


def fault_of_way(game: Game, clicks: Any) -> str | None:
    """The cells to click for a move: of the board, and no cell twice in a row, as that lets go of it."""
    if not isinstance(clicks, tuple | list) or not all(_is_index(cell, len(game.cells)) for cell in clicks):
        return f"returns {clicks!r}; it must be indices of cells, from 0 to {len(game.cells) - 1}"
    if any(one == other for one, other in itertools.pairwise(clicks)):
        return f"returns {clicks!r}: the second click on a cell takes the first one back"
    return None


def _check_labels(game: Game) -> None:
    for name, wanted in (("row_labels", game.rows), ("column_labels", game.columns)):
        with asking(name):
            labels = tuple(getattr(game, name))
        check_labels(name, labels, wanted)


def check_labels(name: str, labels: tuple[Any, ...], wanted: int) -> None:
    if labels and len(labels) != wanted:
        kind = name.removesuffix("_labels")
        raise ContractError(f"{name} has {len(labels)} labels, but there are {wanted} {kind}s (or give none at all)")
    if not all(isinstance(label, str) and label for label in labels):
        raise ContractError(f"{name} is {labels!r}; labels are texts")


def _check_symmetries(game: Game) -> None:
    with asking("cell_symmetries"):
        images = [list(image) for image in game.cell_symmetries()]
    if not images:
        raise ContractError("cell_symmetries is empty; the identity is always one")
    for image in images:
        if sorted(image) != list(range(len(game.cells))):
            raise ContractError(f"cell_symmetries has {image}, which does not give every cell another one")
    with asking("symmetries"):
        table = game.move_images
    codes = list(game.moves)
    if table[0, codes].tolist() != codes:
        raise ContractError("symmetries must begin with the identity, which gives each move itself")
    for row in table[:, codes].tolist():
        if sorted(row) != codes:
            raise ContractError(f"symmetries has one that gives two moves one image: {row}")


def _is_index(value: Any, count: int) -> bool:
    return isinstance(value, int) and 0 <= value < count
