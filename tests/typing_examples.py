"""What type checkers see of positions, games and engines, as users write it. mypy reads this file; nothing runs it."""

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


def analyses(engine: noughts.Engine, position: noughts.Position, limit: noughts.Limit) -> None:
    assert_type(engine.play(position), noughts.Result)
    assert_type(engine.analyse(position), noughts.Result)
    assert_type(engine.analyse(position, limit), noughts.Result)
    assert_type(engine.analyse(position, limit, 3), list[noughts.Result])
    assert_type(engine.analyse(position, multipv=3), list[noughts.Result])
    for result in engine.analysis(position, limit):
        assert_type(result, noughts.Result)
    for results in engine.analysis(position, multipv=3):
        assert_type(results, list[noughts.Result])
    for result in noughts.analyse_many([position], "mtdf", limit):
        assert_type(result, noughts.Result)
    for results in noughts.analyse_many([position], engine, multipv=2, processes=2):
        assert_type(results, list[noughts.Result])


async def awaited(engine: noughts.Engine, position: noughts.Position) -> None:
    async for result in engine.analysis(position):
        assert_type(result, noughts.Result)
    async with engine.analysis(position, multipv=2) as analysis:
        async for results in analysis:
            assert_type(results, list[noughts.Result])


def mistakes(engine: noughts.Engine, position: noughts.Position) -> None:
    """Each of these is found: an ignored error that is none is an error of its own."""
    position.push(53)  # type: ignore[arg-type]
    position.is_legal(None)  # type: ignore[arg-type]
    position.transformed(1)  # type: ignore[arg-type]
    engine.play(position, 5)  # type: ignore[arg-type]
    engine.analyse(position)[0]  # type: ignore[index]
    noughts.Limit(depth="3")  # type: ignore[arg-type]
