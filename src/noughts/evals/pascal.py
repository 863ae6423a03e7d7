"""Windows of k cells that hold stones of one player only, weighted by a row of Pascal's triangle (report 004).

Source: G. Sathyamurthy, *A 4 x 5 Tic-Tac-Toe Game*, evaluation function, which extends the 3x3 formula of Russell and
Norvig's textbook.
Formula, in points, seen from X: on 3x3 the textbook's X1 - O1 + 3 (X2 - O2), by the row 1-3-3-1; with four in a row
X1 - O1 + 5 (X2 - O2) + 10 (X3 - O3), by the row 1-5-10-10-5-1.
Decided: X_n is the number of windows of k cells, in all four directions, with exactly n X and no O or obstacle (the
textbook's definition). A row serves both players, one half each, from 1 to k - 1 stones: for any k it is therefore row
2k - 3, which is the report's 3 and 5 for k = 3 and 4; for k = 5 it is 1-7-21-35-35-21-7-1. The numbers saturate.
By the letter of the report "X_n represents the numbers of n consecutive X's on the board". With `consecutive` it
does: X_n is the number of runs of exactly n X along rows, columns and both diagonals; a stone by itself is a run of
one in each of these four directions.
Weaknesses: it does not see whose turn it is, nor that two windows lack the same cell. Where exactly k win, it counts
windows too that a stone beside them has spoilt. Runs count even where there is no room for more beside them, and stones
with a gap between them are none.
"""

import itertools
import math
from collections import Counter

import numpy as np

from noughts.board import MARKS, OBSTACLE, Position
from noughts.evals.shared.terms import board_rows, within
from noughts.games.mnk import ALL_RULES
from noughts.games.shared.windows import has_bit
from noughts.kernel.compiling import compiled
from noughts.kernel.contract import State, States
from noughts.kernel.evaluation import Accumulators, Evaluation, Term, Weights
from noughts.kernel.intrinsics import int64
from noughts.kernel.scores import POINT, POINTS_LIMIT, saturated
from noughts.option import Option

MOST_K = 32
MOST = POINTS_LIMIT // POINT
DIRECTIONS = ((0, 1), (1, -1), (1, 0), (1, 1))  # down and right
# By k and the number of stones in a window or a run.
WORTH = np.zeros((MOST_K + 1, MOST_K + 1), np.int64)
for _k in range(2, MOST_K + 1):
    WORTH[_k, 1:_k] = [min(math.comb(2 * _k - 3, n), MOST) for n in range(_k - 1)]


@compiled
def windows_worth(state: State) -> int:
    """The windows of X less those of O, in points."""
    rows, columns, k = int64(state.rows), int64(state.columns), int64(state.k)
    total = 0
    for direction in range(4):
        down, right = (0, 1) if direction == 0 else (1, direction - 2)
        for row in range(rows - down * (k - 1)):
            first_column, end_column = 0, columns
            if right < 0:
                first_column = k - 1
            elif right > 0:
                end_column = columns - k + 1
            for column in range(first_column, end_column):
                x, o, blocked = 0, 0, 0
                for i in range(k):
                    cell = (row + i * down) * (columns + 1) + column + i * right
                    if has_bit(state.marks[0], cell):
                        x += 1
                    elif has_bit(state.marks[1], cell):
                        o += 1
                    elif not has_bit(state.free, cell):
                        blocked += 1
                if blocked == 0 and o == 0:
                    total += WORTH[k, x]
                elif blocked == 0 and x == 0:
                    total -= WORTH[k, o]
    return total


@compiled
def has_stone(state: State, player: int, row: int, column: int) -> bool:
    rows, columns = int64(state.rows), int64(state.columns)
    is_inside = 0 <= row < rows and 0 <= column < columns
    return is_inside and has_bit(state.marks[player], row * (columns + 1) + column)


@compiled
def runs_worth(state: State) -> int:
    """The runs of X less those of O, in points. A run is counted where it begins."""
    rows, columns, k = int64(state.rows), int64(state.columns), int64(state.k)
    total = 0
    for direction in range(4):
        down, right = (0, 1) if direction == 0 else (1, direction - 2)
        for row in range(rows):
            for column in range(columns):
                for player in range(2):
                    if not has_stone(state, player, row, column):
                        continue
                    if has_stone(state, player, row - down, column - right):
                        continue
                    n = 1
                    while has_stone(state, player, row + n * down, column + n * right):
                        n += 1
                    total += WORTH[k, n] if player == 0 else -WORTH[k, n]
    return total


@compiled
def value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    state = states[ply]
    total = runs_worth(state) if weights[0] else windows_worth(state)
    return saturated(POINT * (total if state.turn == 0 else -total))


def explain(position: Position, weights: Weights) -> list[Term]:
    """The windows or runs of either player, by their stones."""
    k = int(position.states[0].k)
    cells = {(y, x): content for y, row in enumerate(board_rows(position)) for x, content in enumerate(row)}
    name, counts = ("runs of", _runs(cells)) if weights[0] else ("windows with", _windows(cells, k))
    terms = []
    for (player, n), count in sorted(counts.items(), key=lambda item: (MARKS.index(item[0][0]), item[0][1])):
        worth = int(WORTH[k, n]) * POINT * (1 if player == MARKS[position.turn] else -1)
        if worth:
            terms.append(Term(f"{name} {n} {player}", count, count * worth))
    return within(terms)


def _windows(cells: dict[tuple[int, int], str], k: int) -> Counter[tuple[str, int]]:
    """Windows by player and number of stones."""
    counts = Counter[tuple[str, int]]()
    for (y, x), (down, right) in itertools.product(cells, DIRECTIONS):
        places = [(y + i * down, x + i * right) for i in range(k)]
        if places[-1] not in cells:
            continue
        window = [cells[place] for place in places]
        for player, other in (MARKS, MARKS[::-1]):
            if other not in window and OBSTACLE not in window:
                counts[player, window.count(player)] += 1
    return counts


def _runs(cells: dict[tuple[int, int], str]) -> Counter[tuple[str, int]]:
    """Runs by player and number of stones."""
    counts = Counter[tuple[str, int]]()
    for (y, x), (down, right) in itertools.product(cells, DIRECTIONS):
        player = cells[y, x]
        if player in MARKS and cells.get((y - down, x - right)) != player:
            n = next(n for n in itertools.count(1) if cells.get((y + n * down, x + n * right)) != player)
            counts[player, n] += 1
    return counts


EVALUATION = Evaluation(
    "pascal",
    "Report 004: windows of k cells with stones of one player only, worth 1, 5 and 10 by Pascal's triangle.",
    values=dict.fromkeys(ALL_RULES, value),
    rank=2,
    options={"consecutive": Option(0, 0, 1, words="1: count runs of stones, as the report says, and not windows")},
    explain=explain,
)
