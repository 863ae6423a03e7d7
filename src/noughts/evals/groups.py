"""What the next moves lead to: dead, free, finish and other ones (report 002).

Source: H. Yu, *Project 1: Game Playing* (CSC442), parts II and III. The side to move is the report's computer.

Nine-board. Free choice: 1 if some board can be won at once, else -0.1 for each board where the opponent is one step
from a line, at least -0.9. Otherwise 1 if the target board can be won; else the average over its moves of -0.9 for
*dead* ones (they send the opponent to a board where it wins at once), -0.3 for *free* ones (to a full board) and 0.1
for others.

Ultimate. Free choice: 1 if a board can be won that completes a line of boards. Target open: 1 if it can be won. Else
the average over the moves of -0.9 for *dead* (the opponent can then win the game at once), -0.3 for *free* (to a
closed board), 0.5 for *finish* (wins its board) and 0 for others, plus 0.05 for each board won and 0.02 for each
board one step from won, mine minus the opponent's, all within ±0.99.

Decided: all coefficients (the report publishes none); a move of several kinds is of the first that fits, in the order
above; averages are rounded to a hundredth.
Weaknesses: free choice in nine-board looks only one way, and a board that can be won counts as 1 in ultimate even if
that wins nothing.
"""

import numpy as np

from noughts.games import nineboard, ultimate
from noughts.games.shared.nested import COMPLETES, FULL, free_cells
from noughts.kernel.compiling import compiled
from noughts.kernel.contract import States, winning_move
from noughts.kernel.evaluation import Accumulators, Evaluation, Weights
from noughts.kernel.intrinsics import int64, lowest, popcount
from noughts.kernel.scores import POINT

DEAD, FREE, FINISH = -90, -30, 50
OTHER_NINEBOARD, OTHER_ULTIMATE = 10, 0
THREATENED, LEAST = -10, -90
BOARD_WON, BOARD_NEAR, MOST = 5, 2, 99


@compiled
def rounded(total: int, n: int) -> int:
    """total / n to the nearest integer, halves away from zero."""
    return (2 * total + n) // (2 * n) if total >= 0 else -((n - 2 * total) // (2 * n))


@compiled
def nineboard_value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    state = states[ply]
    other, target = 1 - int64(state.turn), int64(state.target)
    if winning_move(state) >= 0:
        return int64(POINT)
    if target < 0:
        threatened = 0
        for board in range(9):
            if nineboard.completing_cells(state, other, board):
                threatened += 1
        return max(THREATENED * threatened, LEAST)
    free = free_cells(state, target)
    total, n = 0, popcount(free)
    for cell in range(9):
        if not free >> cell & 1:
            continue
        # My own stone may block or fill the very board that I send to.
        left = free_cells(state, cell)
        if cell == target:
            left &= ~(1 << cell)
        if COMPLETES[state.marks[other, cell]] & left:
            total += DEAD
        elif left == 0:
            total += FREE
        else:
            total += OTHER_NINEBOARD
    return rounded(total, n)


@compiled
def near_boards(state: np.record, player: int) -> int:
    """Open boards that the player can win with one more mark."""
    n = 0
    for board in range(9):
        is_open = not (int64(state.won[0]) | int64(state.won[1]) | int64(state.closed)) >> board & 1
        if is_open and COMPLETES[state.marks[player, board]] & free_cells(state, board):
            n += 1
    return n


@compiled
def ultimate_value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    state = states[ply]
    mover, target = int64(state.turn), int64(state.target)
    if winning_move(state) >= 0:
        return int64(POINT)
    unowned = FULL & ~(int64(state.won[0]) | int64(state.won[1]))
    is_contested = target >= 0 and unowned >> target & 1
    if is_contested and COMPLETES[state.marks[mover, target]] & free_cells(state, target):
        return int64(POINT)
    deadly, near_count = ultimate.deadly_boards(state, 1 - mover), ultimate.count_is_near(state)
    total, n, boards = 0, 0, ultimate.playable_boards(state)
    for board in range(9):
        free = free_cells(state, board) if boards >> board & 1 else 0
        while free:
            cell = lowest(free)
            free &= free - 1
            n += 1
            if (deadly or near_count) and ultimate.is_deadly(state, board, cell, deadly):
                total += DEAD
            elif ultimate.closed_after(state, board, cell) >> cell & 1:
                total += FREE
            elif ultimate.wins_board(state, board, cell):
                total += FINISH
            else:
                total += OTHER_ULTIMATE
    value = rounded(total, n)
    value += BOARD_WON * (popcount(state.won[mover]) - popcount(state.won[1 - mover]))
    value += BOARD_NEAR * (near_boards(state, mover) - near_boards(state, 1 - mover))
    return max(-MOST, min(MOST, value))


EVALUATION = Evaluation(
    "groups",
    "Report 002: the average over the next moves, dead, free, finish and other ones.",
    values={nineboard.NineBoard.rules: nineboard_value, ultimate.Ultimate.rules: ultimate_value},
    rank=1,
)
