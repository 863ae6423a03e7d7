"""Groups of next moves: dead, free, finish and other ones (report 002).

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

import math
from collections import Counter
from fractions import Fraction

import numpy as np

from noughts.board import MARKS, Move, Position
from noughts.evals.shared.terms import within
from noughts.games import nineboard, ultimate
from noughts.games.shared.nested import COMPLETES, FULL, free_cells
from noughts.kernel.compiling import compiled
from noughts.kernel.contract import States, winning_move
from noughts.kernel.evaluation import Accumulators, Evaluation, Term, Weights
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


def explain(position: Position, weights: Weights) -> list[Term]:
    """The legal moves by their groups, and in ultimate the boards won and nearly won."""
    after = {move: _after(position, move) for move in position.legal_moves}
    if any(_has_won(one, position.turn) for one in after.values()):
        return [Term("a win at once", 1, POINT)]
    state = position.states[0]
    if isinstance(position.game, ultimate.Ultimate):
        return _explain_ultimate(position, after)
    if state.target < 0:
        threatened = sum(_completes(position, 1 - position.turn, board) for board in range(9))
        name = f"boards where {MARKS[1 - position.turn]} is one step from a line"
        return within([Term(name, threatened, THREATENED * threatened)] if threatened else [], least=LEAST)
    kinds = Counter[str]()
    for one in after.values():
        if one.is_game_over() or one.states[0].target < 0:
            kinds["free moves"] += 1
        else:
            kinds["dead moves" if _can_win(one) else "other moves"] += 1
    return _average(kinds, {"dead moves": DEAD, "free moves": FREE, "other moves": OTHER_NINEBOARD})


def _explain_ultimate(position: Position, after: dict[Move, Position]) -> list[Term]:
    state, mover = position.states[0], position.turn
    won, unowned = int(state.won[mover]), FULL & ~(int(state.won[0]) | int(state.won[1]))
    finishing = {move for move, one in after.items() if int(one.states[0].won[mover]) != won}
    if state.target >= 0 and unowned >> int(state.target) & 1 and finishing:
        return [Term("the board to play on can be won", 1, POINT)]
    kinds = Counter[str]()
    for move, one in after.items():
        if _has_won(one, 1 - mover) or _can_win(one):
            kinds["dead moves"] += 1
        elif one.states[0].target < 0:
            kinds["free moves"] += 1
        else:
            kinds["finishing moves" if move in finishing else "other moves"] += 1
    worths = {"dead moves": DEAD, "free moves": FREE, "finishing moves": FINISH, "other moves": OTHER_ULTIMATE}
    terms = _average(kinds, worths)
    contested = unowned & ~int(state.closed)
    for player, sign in ((mover, 1), (1 - mover, -1)):
        near = sum(_completes(position, player, board) for board in range(9) if contested >> board & 1)
        won = int(state.won[player]).bit_count()
        terms.append(Term(f"boards won by {MARKS[player]}", won, sign * won * BOARD_WON))
        terms.append(Term(f"boards one step from won by {MARKS[player]}", near, sign * near * BOARD_NEAR))
    return within([term for term in terms if term.amount], MOST)


def _average(kinds: Counter[str], worths: dict[str, int]) -> list[Term]:
    """The groups of moves with their parts of the average."""
    n = kinds.total()
    terms = [Term(name, kinds[name], round(worths[name] * kinds[name] / n)) for name in worths if kinds[name]]
    mean = Fraction(sum(worths[name] * kinds[name] for name in kinds), n)
    rest = math.floor(abs(mean) + Fraction(1, 2)) * (1 if mean > 0 else -1) - sum(term.worth for term in terms)
    return [*terms, Term("rounded", 1, rest)] if rest else terms


def _after(position: Position, move: Move) -> Position:
    after = position.copy()
    after.push(move)
    return after


def _has_won(position: Position, player: int) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.winner == player


def _can_win(position: Position) -> bool:
    return any(_has_won(_after(position, move), position.turn) for move in position.legal_moves)


def _completes(position: Position, player: int, board: int) -> bool:
    """Whether one more mark of the player's makes a line on a small board."""
    own, other = (int(position.states[0].marks[one, board]) for one in (player, 1 - player))
    return bool(COMPLETES[own] & ~other)


EVALUATION = Evaluation(
    "groups",
    "Report 002: the average over the next moves, dead, free, finish and other ones.",
    values={nineboard.NineBoard.rules: nineboard_value, ultimate.Ultimate.rules: ultimate_value},
    rank=1,
    explain=explain,
)
