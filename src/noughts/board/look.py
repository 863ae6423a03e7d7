"""The look of a state in a game's own words: the numbers of `noughts.kernel.looking`, read by its tables."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from noughts.board.view import DRAWN, EMPTY, Counter, Group, O, Outcome, X
from noughts.errors import NoughtsError
from noughts.kernel.contract import DRAW, FIRST, ONGOING, State, turn
from noughts.kernel.looking import OUTCOME, POINTS, REASON, TURN, WHERE, Layout, LookFunction, Sizes, look_for

if TYPE_CHECKING:
    from noughts.board.game import Game

OWNERS = (EMPTY, X, O, DRAWN)

# Methods by which a game may say in Python how it looks, and the functions of the contract that say it for all.
METHODS = {
    "contents": "content(state, cell)",
    "groups": "the table `frames` and owner(state, group)",
    "winning_cells": "is_lit(state, cell)",
    "winning_groups": "the table `group_rows` and is_lit_row(state, row)",
    "reason": "the table `reasons` and reason(state)",
    "where": "the table `wheres` and where(state)",
    "counters": "the table `counted` and counter(state, index)",
    "final_points": "points(state, player)",
    "outcome": "outcome(state)",
    "view": "landing(state, move)",
}


@dataclass(frozen=True, slots=True)
class Look:
    """All that a view shows of a state, but for its moves."""

    turn: int
    outcome: Outcome | None
    where: str
    contents: str
    groups: Sequence[Group]
    winning: Iterable[int]
    winning_groups: Iterable[Sequence[int]]
    counters: Iterable[Counter]
    landings: Sequence[int]  # by a move's code; none for a game without `landing`


class _Question:
    """Places that a look is asked about."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = np.array(sizes, np.int64)
        self.layout = Layout.of(sizes)


class LookReader:
    """The compiled look of one game, read by its tables."""

    def __init__(self, game: Game) -> None:
        codes = game.move_codes if "landing" in game.rules.functions else 0
        self.sizes = Sizes(len(game.cells), len(game.frames), len(game.group_rows), len(game.counted), codes)
        self.layout = Layout.of(self.sizes)
        self._game = game
        self._whole = _Question(self.sizes)
        self._only_cells, self._only_moves = _Question(Sizes(len(game.cells))), _Question(Sizes(0, moves=codes))
        # A view is made of the same groups again and again.
        self._groups = [[replace(frame, owner=owner) for owner in OWNERS] for frame in game.frames]

    def numbers(self, state: State) -> list[int]:
        """The numbers of a state's look, as `Layout` says."""
        numbers = self._ask(state, self._whole)
        if not self._game.rules.is_ours:
            self._check(numbers)
        return numbers

    def _ask(self, state: State, question: _Question) -> list[int]:
        out = np.empty(question.layout.length, np.int64)
        self._entry(np.asarray(state).reshape(1), 0, question.sizes, out)
        numbers: list[int] = out.tolist()
        return numbers

    @functools.cached_property
    def _entry(self) -> LookFunction:
        return look_for(self._game.rules, self._game.name)

    def contents(self, state: State) -> str:
        """The contents of the cells alone."""
        found = self._ask(state, self._only_cells)[self.layout.contents]
        if not self._game.rules.is_ours:
            self._check_range("content", found, len(self._game.glyphs), "glyphs")
        return "".join(map(self._game.glyphs.__getitem__, found))

    def landings(self, state: State) -> list[int]:
        """Where moves land, by their codes; nothing for a game without `landing`."""
        return self._ask(state, self._only_moves)[self._only_moves.layout.landings] if self.sizes.moves else []

    def read(self, state: State) -> Look:
        """The look of a state in words."""
        game, layout, numbers = self._game, self.layout, self.numbers(state)
        return Look(
            turn=numbers[TURN],
            outcome=self._outcome(numbers),
            where=game.wheres[numbers[WHERE]],
            contents="".join(map(game.glyphs.__getitem__, numbers[layout.contents])),
            groups=[known[owner] for known, owner in zip(self._groups, numbers[layout.owners], strict=True)],
            winning=[cell for cell, is_lit in enumerate(numbers[layout.lit]) if is_lit],
            winning_groups=[game.group_rows[row] for row, is_lit in enumerate(numbers[layout.lit_rows]) if is_lit],
            counters=map(_counted, game.counted, numbers[layout.counters]),
            landings=numbers[layout.landings],
        )

    def _outcome(self, numbers: list[int]) -> Outcome | None:
        result = numbers[OUTCOME]
        if result == ONGOING:
            return None
        points = (numbers[POINTS], numbers[POINTS + 1]) if "points" in self._game.rules.functions else None
        return Outcome(None if result == DRAW else result - FIRST, self._game.reasons[numbers[REASON]], points)

    def _check(self, numbers: list[int]) -> None:
        """NoughtsError for an index beyond its table: positions of other people's games are not all tried out."""
        game, layout = self._game, self.layout
        self._check_range("content", numbers[layout.contents], len(game.glyphs), "glyphs")
        self._check_range("owner", numbers[layout.owners], len(OWNERS))
        self._check_range("reason", numbers[REASON : REASON + 1], len(game.reasons), "reasons")
        self._check_range("where", numbers[WHERE : WHERE + 1], len(game.wheres), "wheres")

    def _check_range(self, name: str, values: list[int], count: int, table: str = "") -> None:
        wrong = next((value for value in values if not 0 <= value < count), None)
        if wrong is not None:
            entries = f"; {table} has {count} entries" if table else ""
            what = f"it must be from 0 to {count - 1}{entries}"
            raise NoughtsError(f"the rules of {self._game.name}: {name} returns {wrong}; {what}")


def look_by_methods(game: Game, state: State) -> Look:
    """The look of a state of a game that says it, or some of it, in Python."""
    ended = game.outcome(state)
    has_winner = ended is not None and ended.winner is not None
    return Look(
        turn=int(turn(state)),
        outcome=ended,
        where="" if ended else game.where(state),
        contents=game.contents(state),
        groups=game.groups(state),
        winning=game.winning_cells(state) if has_winner else (),
        winning_groups=game.winning_groups(state) if has_winner else (),
        counters=game.counters(state),
        landings=game.landings(state),
    )


def _counted(counter: Counter, value: int) -> Counter:
    return replace(counter, value=value)


class KnownClicks(dict[int, tuple[int, ...]]):
    """The cells to click, by a move's code: a view has many moves, and most are those of the view before."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, code: int) -> tuple[int, ...]:
        self[code] = cells = self._game.clicks(code)
        return cells
