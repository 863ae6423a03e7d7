"""Small boards and big boards by their open lines (report 001).

Source: K. S. V. Samhita and F. Mehta, *NotSoArtificial: Xtreme Tic Tac Toe Tournament*, heuristic.
Formula, for one player: a small board that is won counts 50, drawn or lost 0; else, over its eight lines, 1 for a
line with one own mark, 10 with two, 0 where the opponent stands in it; plus 0.1 of the weights of the own cells (3 2
3 / 2 4 2 / 3 2 3). A big board that is won counts 50, drawn or lost 0; else the same 1 and 10 over its lines of small
boards, plus 0.5 of each small board's worth. The sum over the big boards; own minus the opponent's.
Decided: a drawn small board in a line counts as empty, as in the authors' program. It fits ultimate, which is one
such big board, too.
Weaknesses: it does not know whose turn it is, where the next move must go, or that a bonus move is near.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from noughts.board import EMPTY, MARKS, Position
from noughts.evals.shared.terms import board_rows
from noughts.games import ultimate, xtreme
from noughts.games.shared.nested import FULL, LINES, WINS
from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import States
from noughts.kernel.evaluation import Accumulators, Evaluation, Term, Weights
from noughts.kernel.intrinsics import int64
from noughts.kernel.scores import POINT

WON = 50 * POINT
CELL_WEIGHTS = (3, 2, 3, 2, 4, 2, 3, 2, 3)

# A board's state as a number in base 3: BASE_3[own marks] + 2 * BASE_3[the opponent's].
BASE_3 = np.array([sum(3**cell for cell in range(9) if mask >> cell & 1) for mask in range(512)], np.int64)


def _tables() -> tuple[np.ndarray, np.ndarray]:
    """The open lines of every board, and the whole worth of every small board."""
    digits = np.arange(3**9)[:, None] // 3 ** np.arange(9) % 3
    own, other = (digits == 1) @ (1 << np.arange(9)), (digits == 2) @ (1 << np.arange(9))
    lines = np.zeros(3**9, np.int32)
    for line in LINES:
        lines += POINT * (other & line == 0) * np.array([0, 1, 10, 0], np.int32)[np.bitwise_count(own & line)]
    worth = lines + (digits == 1) @ (np.array(CELL_WEIGHTS, np.int32) * POINT // 10)
    worth[WINS[other] | (own | other == FULL)] = 0
    worth[WINS[own]] = WON
    return lines, worth


OPEN_LINES, SMALL_WORTH = _tables()


@inlined
def big_board_worth(marks: np.ndarray, first: int, player: int, own: int, other: int, closed: int) -> int:
    """A big board's worth to a player: nine boards of marks from `first` on, and who has won which."""
    if WINS[own]:
        return WON
    if WINS[other] or closed == FULL:
        return int64(0)
    small = int64(0)
    for board in range(9):
        # The owner counts, not the marks: where won boards stay playable, both players may have lines there.
        if own >> board & 1:
            small += WON
        elif not other >> board & 1:
            small += SMALL_WORTH[BASE_3[marks[player, first + board]] + 2 * BASE_3[marks[1 - player, first + board]]]
    return int64(OPEN_LINES[BASE_3[own] + 2 * BASE_3[other]]) + small // 2


@compiled
def xtreme_value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    state = states[ply]
    mover, total = int64(state.turn), int64(0)
    for big in range(2):
        own, other, closed = int64(state.won[mover, big]), int64(state.won[1 - mover, big]), int64(state.closed[big])
        total += big_board_worth(state.marks, 9 * big, mover, own, other, closed)
        total -= big_board_worth(state.marks, 9 * big, 1 - mover, other, own, closed)
    return total


@compiled
def ultimate_value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    state = states[ply]
    mover = int64(state.turn)
    own, other, closed = int64(state.won[mover]), int64(state.won[1 - mover]), int64(state.closed)
    mine = big_board_worth(state.marks, 0, mover, own, other, closed)
    return mine - big_board_worth(state.marks, 0, 1 - mover, other, own, closed)


def explain(position: Position, weights: Weights) -> list[Term]:
    """The terms of either player, all big boards together."""
    rows, owners = board_rows(position), [group.owner for group in position.view().groups]
    terms = []
    for player, other in (MARKS, MARKS[::-1]):
        counts: Counter[str] = Counter()
        for first in range(0, len(rows), 9):
            if EMPTY not in owners[first : first + 9]:
                continue  # all of it is closed
            counts += _lines_of(owners[first : first + 9], player, other, "boards")
            for board in range(first, first + 9):
                counts["boards won"] += owners[board] == player
                if owners[board] == EMPTY:
                    counts += _lines_of(rows[board], player, other, "marks")
                    counts["weights of cells"] += sum(
                        weight for cell, weight in zip(rows[board], CELL_WEIGHTS, strict=True) if cell == player
                    )
        sign = 1 if player == MARKS[position.turn] else -1
        terms += [Term(f"{player}: {name}", counts[name], sign * counts[name] * WORTH[name]) for name in WORTH]
    return [term for term in terms if term.amount]


# In hundredths, each by itself; what happens on a small board counts half.
WORTH = {
    "lines with 1 of the boards": POINT,
    "lines with 2 of the boards": 10 * POINT,
    "boards won": WON // 2,
    "lines with 1 of the marks": POINT // 2,
    "lines with 2 of the marks": 10 * POINT // 2,
    "weights of cells": POINT // 10 // 2,
}


def _lines_of(cells: Sequence[str], player: str, other: str, what: str) -> Counter[str]:
    """How many lines of nine cells or boards have one or two of the player's and none of the other's."""
    counts: Counter[str] = Counter()
    for line in LINES:
        inside = [cell for at, cell in enumerate(cells) if line >> at & 1]
        if other not in inside and 0 < inside.count(player) < 3:
            counts[f"lines with {inside.count(player)} of the {what}"] += 1
    return counts


EVALUATION = Evaluation(
    "patterns",
    "Report 001: open lines of marks and of won boards, worth 1 and 10, and cells by their weights.",
    values={xtreme.Xtreme.rules: xtreme_value, ultimate.Ultimate.rules: ultimate_value},
    rank=2,
    explain=explain,
)
