"""What type checkers see of positions and games, as a user writes it. mypy reads this file; nothing runs it."""

from collections.abc import Sequence
from typing import assert_type

import noughts


def positions(game: noughts.Game) -> None:
    position = game.start()
    assert_type(position, noughts.Position)
    assert_type(position.legal_moves, list[noughts.Move])
    assert_type("5.3" in position.legal_moves, bool)
    assert_type(position.legal_moves[0] == "5.3", bool)
    assert_type(position.is_legal("5.3"), bool)
    assert_type(position.is_legal(position.legal_moves[0]), bool)
    position.push("5.3")
    position.push(position.legal_moves[0])
    assert_type(position.pop(), noughts.Move)
    assert_type(position.ply, int)
    assert_type(position.turn, int)
    assert_type(position.content_at("5.3"), str)
    assert_type(position.outcome(), noughts.Outcome | None)
    assert_type(position.svg(), str)


def symmetries(position: noughts.Position) -> None:
    assert_type(position.game.symmetries, Sequence[noughts.Symmetry])
    assert_type(position.symmetries(), list[noughts.Symmetry])
    for symmetry in position.symmetries():
        image = position.transformed(symmetry)
        assert_type(image, noughts.Position)
        assert_type(symmetry.moves[position.peek()], noughts.Move)
        assert_type(symmetry.inverse, noughts.Symmetry)


def mistakes(position: noughts.Position) -> None:
    """Each of these is found: an ignored error that is none is an error of its own."""
    position.push(53)  # type: ignore[arg-type]
    position.is_legal(None)  # type: ignore[arg-type]
    position.transformed(1)  # type: ignore[arg-type]
