"""Checks of the tables of a game's look: glyphs, frames, rows of them, texts and counters."""

import re
from collections.abc import Sequence
from typing import Any

from noughts.board.game import Game
from noughts.board.view import (
    DRAWN,
    EMPTY,
    HEXAGONS,
    LAYOUTS,
    MARKS,
    OBSTACLE,
    SHADES,
    SQUARES,
    Counter,
    Group,
    Piece,
)
from noughts.conformance.sample import ContractError, asking

_KNOWN = (EMPTY, *MARKS, OBSTACLE)
_PATH = r"[MmLlHhVvCcSsQqTtAaZz0-9eE .,+-]{1,2000}"


def check_tables(game: Game) -> None:
    """NoughtsError names the table that is wrong."""
    if "content" not in game.rules.functions and type(game).contents is Game.contents:
        raise ContractError("the rules have no function content(state, cell): nothing says what stands on a cell")
    _check_glyphs(_table(game, "glyphs"))
    frames = _table(game, "frames")
    if not all(isinstance(frame, Group) and frame.owner == EMPTY and not frame.playable for frame in frames):
        raise ContractError("frames must be Groups that nobody owns: the rules' function owner says who does")
    for row in _table(game, "group_rows"):
        if not isinstance(row, Sequence) or not all(
            isinstance(group, int) and 0 <= group < len(frames) for group in row
        ):
            raise ContractError(
                f"group_rows has {row!r}; it must be indices of frames, of which there are {len(frames)}"
            )
    for name in ("reasons", "wheres"):
        texts = _table(game, name)
        if not texts or not all(isinstance(text, str) for text in texts):
            raise ContractError(f"{name} must be texts, one at least")
    for counter in _table(game, "counted"):
        if not isinstance(counter, Counter) or counter.player not in (None, 0, 1):
            raise ContractError(f"counted has {counter!r}; it must be a Counter of player 0, 1 or None")
    _check_drawing(game)


def _table(game: Game, name: str) -> Sequence[Any]:
    with asking(name):
        table = getattr(game, name)
    if not isinstance(table, Sequence):
        raise ContractError(f"{name} is {table!r}; it must be a table: a tuple or a list")
    return table


def _check_drawing(game: Game) -> None:
    with asking("layout, edges or pieces"):
        layout, edges, pieces = game.layout, list(game.edges), dict(game.pieces)
    if layout not in LAYOUTS:
        raise ContractError(f"layout is {layout!r}; it must be one of {', '.join(LAYOUTS)}")
    if layout != SQUARES and game.frames:
        raise ContractError(f"layout is {layout!r}; a board with frames has squares")
    if edges and (layout != HEXAGONS or len(edges) != len("trbl") or any(edge not in (0, 1) for edge in edges)):
        raise ContractError(f"edges is {edges!r}; it must be four players, 0 or 1, of a board of hexagons")
    for glyph, piece in pieces.items():
        if glyph not in game.glyphs[len(_KNOWN) :]:
            raise ContractError(f"pieces has a drawing of {glyph!r}; glyphs has no such content besides its first four")
        if not isinstance(piece, Piece) or piece.shade not in SHADES or not str(piece.name).strip():
            raise ContractError(f"pieces has {piece!r}; it must be a Piece with a name, its shade one of {SHADES}")
        if not re.fullmatch(_PATH, str(piece.path)):
            raise ContractError(f"pieces has the path {str(piece.path)[:80]!r}; it must be path data of SVG")


def _check_glyphs(glyphs: Sequence[Any]) -> None:
    if tuple(glyphs[: len(_KNOWN)]) != _KNOWN:
        raise ContractError(f"glyphs is {glyphs!r}; it must begin with {', '.join(map(repr, _KNOWN))}")
    for glyph in glyphs:
        # Drawn in a cell as it is, and told from what front ends draw in their own way.
        if not isinstance(glyph, str) or len(glyph) != 1 or not glyph.isprintable() or glyph.isspace():
            raise ContractError(f"glyphs has {glyph!r}; each must be one character that can be seen")
    if len(set(glyphs)) != len(glyphs) or DRAWN in glyphs:
        raise ContractError(f"glyphs is {glyphs!r}; each must be there once, and {DRAWN!r} is that of drawn boards")
