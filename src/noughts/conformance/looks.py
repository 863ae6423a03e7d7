"""Checks of the look's functions: each number that they return is an index into its table."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from noughts.board.look import OWNERS
from noughts.conformance.sample import ContractError, Sample, asking, whole
from noughts.kernel.contract import DRAW, outcome

Named = Sequence[tuple[str, int]]  # places that a function is asked about, as a user calls them, and their numbers


def check_look(sample: Sample) -> None:
    """Ask each of the game's own functions where a view asks it; NoughtsError says which is wrong, and where."""
    game = sample.game
    cells: Named = [(cell.name, index) for index, cell in enumerate(game.cells)]
    is_won = sample.is_over and outcome(sample.state) != DRAW
    _check(sample, "content", cells, len(game.glyphs), "glyphs")
    _check(sample, "owner", [(frame.name, index) for index, frame in enumerate(game.frames)], len(OWNERS))
    if is_won:
        _check(sample, "is_lit", cells, 2)
        _check(sample, "is_lit_row", [(str(row), row) for row in range(len(game.group_rows))], 2)
    if sample.is_over:
        _check(sample, "reason", None, len(game.reasons), "reasons")
    else:
        _check(sample, "where", None, len(game.wheres), "wheres")
        _check_landing(sample)
    for index, counter in enumerate(game.counted):
        for value in _answers(sample, "counter", index):
            if abs(value) >= 1 << 53:  # what a page's numbers can hold
                raise ContractError(
                    f"counter {sample} returns {value} for {counter.name!r}; that is too large a number"
                )


def _check(sample: Sample, name: str, places: Named | None, count: int, table: str = "") -> None:
    asked: Sequence[tuple[str, tuple[int, ...]]] = [("", ())]
    if places is not None:
        asked = [(f" for {called}", (index,)) for called, index in places]
    for of, arguments in asked:
        for value in _answers(sample, name, *arguments):
            if not 0 <= value < count:
                entries = f": `{table}` has {count} entries" if table else ""
                raise ContractError(f"{name} {sample} returns {value}{of}; it must be from 0 to {count - 1}{entries}")


def _check_landing(sample: Sample) -> None:
    game = sample.game
    for code in range(game.move_codes) if "landing" in game.rules.functions else ():
        for cell in _answers(sample, "landing", code):
            if code in sample.legal and not -1 <= cell < len(game.cells):
                raise ContractError(
                    f"landing {sample} returns {cell} for {game.moves[code]}; "
                    f"it must be a cell, from 0 to {len(game.cells) - 1}, or -1"
                )


def _answers(sample: Sample, name: str, *arguments: int) -> Iterable[int]:
    """The answer of the game's own function, if it has one."""
    function: Callable[..., Any] | None = sample.game.rules.functions.get(name)
    if function is None:
        return ()
    with asking(name, *arguments, sample):
        return (whole(function(sample.state, *arguments), name, sample),)
