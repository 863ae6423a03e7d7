"""Checks of views: whatever a front end relies on when it draws a position."""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

from noughts.board.svg import draw_svg
from noughts.board.text import draw_text
from noughts.board.view import DRAWN, EMPTY, MARKS, Counter, Group, View
from noughts.conformance.claims import check_labels, fault_of_way
from noughts.conformance.looks import check_look
from noughts.conformance.sample import ContractError, Sample, asking
from noughts.kernel.contract import DRAW, FIRST, outcome, play, turn

_PLAIN = frozenset({bool, int, str, type(None)})


def checked_view(sample: Sample) -> View:
    """The position's view; NoughtsError says which method is wrong."""
    game, before = sample.game, sample.state.tobytes()
    _check_contents(sample)
    check_look(sample)
    with asking("view", sample):
        view = _view(sample)
    if not isinstance(view, View):
        raise ContractError(f"view {sample} returns {view!r}; it must be a View")
    if sample.state.tobytes() != before:
        raise ContractError(f"view {sample}, or what it calls, leaves the state changed; only play may")
    _check_plain(view.as_dict(), sample)
    if len(view.cells) != len(game.cells):
        raise ContractError(f"view {sample} has {len(view.cells)} cells; there are {len(game.cells)}")
    for name, labels, wanted in (
        ("row_labels", view.row_labels, view.rows),
        ("column_labels", view.column_labels, view.columns),
    ):
        check_labels(name, labels, wanted)
    _check_groups(sample, view)
    _check_counters(sample, view)
    _check_ending(sample, view)
    _check_clicks(sample, view)
    for name, cells in (("winning_cells", view.winning), ("the view's `last`", view.last)):
        if not all(0 <= cell < len(game.cells) for cell in cells):
            raise ContractError(f"{name} {sample} has {cells}; cells are numbered from 0 to {len(game.cells) - 1}")
    with asking("drawing the view", sample):
        draw_text(view)
        draw_svg(view.marked((MARKS[1], MARKS[0])))
    return view


def _view(sample: Sample) -> View:
    game, legal = sample.game, [sample.game.moves[code] for code in sample.legal]
    if "landing" not in game.rules.functions or not sample.played:
        return game.view(sample.state, legal, sample.last)
    before = game.new_states(1)
    game.setup(before[0])
    for code in sample.played[:-1]:
        play(before[0], code)
    return game.view(sample.state, legal, sample.last, before[0])


def fingerprint(view: View) -> str:
    """The same for views that look the same."""
    return hashlib.sha256(json.dumps(view.as_dict(), sort_keys=True).encode()).hexdigest()[:16]


def _check_contents(sample: Sample) -> None:
    with asking("contents", sample):
        contents = sample.game.contents(sample.state)
    known = sample.game.glyphs
    if not isinstance(contents, str) or len(contents) != len(sample.game.cells):
        raise ContractError(
            f"contents {sample} returns {contents!r}; it must be text with a character for each of "
            f"{len(sample.game.cells)} cells"
        )
    for content in contents:
        if content not in known:
            raise ContractError(f"contents {sample} has {content!r}; a cell is one of {', '.join(map(repr, known))}")


def _check_plain(value: Any, sample: Sample, *path: str | int) -> None:
    """Views travel as JSON: NumPy's numbers do not."""
    if type(value) in _PLAIN:  # first: most of a view is that
        return
    if isinstance(value, Mapping):
        for key, part in value.items():
            _check_plain(part, sample, *path, key)
    elif isinstance(value, list | tuple):
        for index, part in enumerate(value):
            _check_plain(part, sample, *path, index)
    else:
        name = "view" + "".join(f".{step}" if isinstance(step, str) else f"[{step}]" for step in path)
        raise ContractError(f"{name} {sample} is {value!r}; it must be a plain number or text: int(...) or str(...)")


def _check_groups(sample: Sample, view: View) -> None:
    for cell in view.cells:
        if cell.group is not None and not 0 <= cell.group < len(view.groups):
            raise ContractError(f"cells puts {cell.name} in group {cell.group}; groups {sample} has {len(view.groups)}")
    for row in view.winning_groups:
        if not all(0 <= group < len(view.groups) for group in row):
            raise ContractError(
                f"winning_groups {sample} has {row}; groups are numbered from 0 to {len(view.groups) - 1}"
            )
    for group in view.groups:
        if not isinstance(group, Group) or group.owner not in (EMPTY, *MARKS, DRAWN):
            raise ContractError(f"groups {sample} has {group!r}; its owner is one of '.', 'X', 'O' and '='")
        is_inside = 0 <= group.row < group.row + group.rows <= view.rows
        if not is_inside or not 0 <= group.column < group.column + group.columns <= view.columns:
            raise ContractError(f"groups {sample} has {group.name!r}, which does not lie on the board")
        if group.parent is not None and not 0 <= group.parent < len(view.groups):
            raise ContractError(f"groups {sample} puts {group.name!r} in group {group.parent}, which there is not")


def _check_counters(sample: Sample, view: View) -> None:
    for counter in view.counters:
        if not isinstance(counter, Counter) or counter.player not in (None, 0, 1) or type(counter.value) is not int:
            raise ContractError(f"counters {sample} has {counter!r}; it must be a Counter of player 0, 1 or None")


def _check_ending(sample: Sample, view: View) -> None:
    result = outcome(sample.state)
    if not sample.is_over:
        if view.outcome is not None or view.turn != turn(sample.state):
            raise ContractError(f"view {sample} says {view.status!r}, but the game goes on")
        if not isinstance(view.where, str):
            raise ContractError(f"where {sample} returns {view.where!r}; it must be text")
        return
    winner = None if result == DRAW else result - FIRST
    if view.outcome is None or view.turn is not None or view.outcome.winner != winner:
        raise ContractError(f"view {sample} says {view.status!r}, but the game is over and its winner is {winner}")
    if not isinstance(view.outcome.reason, str) or not view.outcome.reason.strip():
        raise ContractError(f"reason {sample} returns {view.outcome.reason!r}; it must be text")
    if re.search(rf"\b[{''.join(MARKS)}]\b", view.outcome.reason):
        # A lone mark is taken for a player's and is shown as that of the player who has it in this game.
        raise ContractError(
            f"reason {sample} returns {view.outcome.reason!r}; it must name no mark: players may have either"
        )
    points = view.outcome.points
    if points is not None and len(points) != 2:
        raise ContractError(f"final_points {sample} returns {points!r}; it must be two numbers, or None")


def _check_clicks(sample: Sample, view: View) -> None:
    """Clicks must mean one move: no move's cells are another's, or the beginning of another's. Moves without cells are
    told apart by their names."""
    legal = {sample.game.moves[code].text for code in sample.legal}
    if view.clicks.keys() != legal:
        odd = ", ".join(sorted(view.clicks.keys() ^ legal))
        raise ContractError(f"the view's clicks {sample} must be of the legal moves, each one; that is not so of {odd}")
    whole: dict[tuple[int, ...], str] = {}
    for text, cells in view.clicks.items():
        if fault := fault_of_way(sample.game, cells):
            raise ContractError(f"clicks for {text} {sample} {fault}")
        if not cells:
            continue
        other = whole.setdefault(tuple(cells), text)
        if other != text:
            raise ContractError(f"clicks are the same for {other} and {text} {sample}: nobody could tell them apart")
    for cells, text in whole.items():
        for length in range(1, len(cells)):
            if cells[:length] in whole:
                raise ContractError(
                    f"clicks for {whole[cells[:length]]} are the beginning of those for {text} {sample}: "
                    "whoever means the second would play the first"
                )
