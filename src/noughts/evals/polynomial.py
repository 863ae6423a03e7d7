"""Rows and columns that still have room, as a polynomial in the number of own symbols (report 000).

Source: A. Mishra, *AI Game Engine: m by n Tic Tac Toe with k strikes and s obstacles* (2014), static evaluation.
Formula: c_i = the number of rows that hold exactly i own symbols and at least k empty cells; the sum of c_i * 10^i, the
same over the columns, and from this the opponent's sum is taken away.
Decided: the code as the report prints it counts; 10^i saturates. Its prose also limits the opponent's symbols and the
obstacles in a row: these are the options `max_opponents` and `max_obstacles`, and at 32, the longest row, there is no
limit.
Repaired: the printed `range(n)`, the number of columns, also runs over the transposed board, whose lines have m cells;
here i goes as far as there are symbols in a line.
Weaknesses: it knows no diagonals, and a row counts as a whole: empty cells on both sides of an opponent are room too.
"""

import itertools
from collections import Counter

import numpy as np

from noughts.board import EMPTY, MARKS, OBSTACLE, Position
from noughts.evals.shared.terms import board_rows, within
from noughts.games.mnk import ALL_RULES
from noughts.games.shared.windows import has_bit
from noughts.kernel.compiling import compiled
from noughts.kernel.contract import State, States
from noughts.kernel.evaluation import Accumulators, Evaluation, Term, Weights, option
from noughts.kernel.intrinsics import int64
from noughts.kernel.scores import POINT, POINTS_LIMIT, saturated

LONGEST = 32
MOST = POINTS_LIMIT // POINT
POWERS = np.array([min(10**i, MOST) for i in range(LONGEST + 1)], np.int64)


@compiled
def lines_worth(state: State, player: int, lines: int, across: int, length: int, along: int, weights: Weights) -> int:
    """The polynomial over parallel lines: `lines` of them, `across` apart, each of `length` cells, `along` apart."""
    max_opponents, max_obstacles = weights[0], weights[1]
    total = 0
    for line in range(lines):
        own, others, empty = 0, 0, 0
        for i in range(length):
            cell = line * across + i * along
            if has_bit(state.free, cell):
                empty += 1
            elif has_bit(state.marks[player], cell):
                own += 1
            elif has_bit(state.marks[1 - player], cell):
                others += 1
        if empty >= int64(state.k) and others <= max_opponents and length - own - others - empty <= max_obstacles:
            total += POWERS[own]
    return total


@compiled
def value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    state = states[ply]
    rows, columns = int64(state.rows), int64(state.columns)
    mover, total = int64(state.turn), 0
    for player in range(2):
        own = lines_worth(state, player, rows, columns + 1, columns, 1, weights)
        own += lines_worth(state, player, columns, 1, rows, columns + 1, weights)
        total += own if player == mover else -own
    return saturated(POINT * total)


def explain(position: Position, weights: Weights) -> list[Term]:
    """The lines that count, by their direction and the symbols in them."""
    max_opponents, max_obstacles = weights[:2].tolist()
    rows, k, terms = board_rows(position), int(position.states[0].k), []
    lines = {"rows": rows, "columns": ["".join(column) for column in zip(*rows, strict=True)]}
    for direction, (player, other) in itertools.product(lines, (MARKS, MARKS[::-1])):
        counts = Counter(
            line.count(player)
            for line in lines[direction]
            if line.count(EMPTY) >= k and line.count(other) <= max_opponents and line.count(OBSTACLE) <= max_obstacles
        )
        sign = POINT if player == MARKS[position.turn] else -POINT
        for i in sorted(counts):
            terms.append(Term(f"{direction} with {i} {player}", counts[i], sign * counts[i] * int(POWERS[i])))
    return within(terms)


EVALUATION = Evaluation(
    "polynomial",
    "Report 000: rows and columns with room for k, 10 to the power of own symbols in each.",
    values=dict.fromkeys(ALL_RULES, value),
    rank=1,
    options={
        "max_opponents": option(LONGEST, "opponents that a row with room may hold"),
        "max_obstacles": option(LONGEST, "obstacles that a row with room may hold"),
    },
    explain=explain,
)
