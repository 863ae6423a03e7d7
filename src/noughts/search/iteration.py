"""One iteration of iterative deepening, compiled: the best lines at one depth, as far as the search got.

    iterate = iteration_of(recursion, root_search)
    found = iterate(search, driver, depth)

`search` is the recursion's own working memory (search/worker.py), `driver` what is known of the root: whoever calls
`iterate` with one depth after the other, from Python or in a browser, sets states[0] and the driver's root and progress
before the first, and reads its lines after each. It returns WHOLE, SETTLED and PROVED, added up.

How windows are chosen is `root_search`, made from `look`, which looks at the root within one window: the whole one
here, aspiration windows (search/noughts.py), or MTD(f)'s passes (search/mtdf.py).
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled, entered
from noughts.kernel.contract import (
    NO_MOVE,
    ONGOING,
    UNRESTRICTED,
    MoveBuffer,
    States,
    forced_moves,
    key,
    moves,
    outcome,
    play,
    plies_left,
    winning_move,
)
from noughts.kernel.evaluation import call_update
from noughts.kernel.intrinsics import copy_state, int64
from noughts.kernel.run import new_run
from noughts.kernel.scores import MATE, MATE_RANGE
from noughts.kernel.table import Table, move_of, probe
from noughts.search.worker import MoveRows, Worker

WHOLE, SETTLED, PROVED = (
    1,
    2,
    4,
)  # not broken off; deeper ones would find the same; the first line's value is the game's
NO_GUESS = 2 * MATE  # in place of the value that the iteration before found
NEVER = 1 << 40  # a depth that no search comes to

PROGRESS = (
    "wanted",  # lines to find,
    "lines",  # lines that are known,
    "found",  # and those found by the iteration under way
    "root_moves",  # moves to choose from,
    "overlooked",  # and further legal ones that are not looked at
    "reached",  # the depth of the last whole iteration: one that was broken off has not come to its own
    "end",  # the depth from which on, where the game can last no longer, nothing is left out; NEVER for some searches
    "proves",  # whether mates are proofs
)

Look: TypeAlias = Callable[[Any, "Driver", int, int, int], int]
Begin: TypeAlias = Callable[[Worker, "Driver"], None]  # what is done to a root before its first iteration
# Of search, driver, depth and guess: the value at a depth. It keeps the line that has it, by `keep_line`.
RootSearch: TypeAlias = Callable[[Any, "Driver", int, int], int]


class Driver(NamedTuple):
    """Working memory of iterative deepening: all that is known of the root."""

    progress: NDArray[np.record]  # one record
    root: MoveBuffer  # its moves, in the order in which they are tried
    losing: MoveBuffer  # by move: the value of one that is proved to lose, at most; 0 for others
    values: MoveBuffer  # of the best lines, best first
    lines: MoveRows  # a row each, NO_MOVE behind the last move
    found_values: MoveBuffer  # of the iteration under way
    found_lines: MoveRows


def new_driver(move_codes: int, plies: int, lines: int) -> Driver:
    """Memory for as many lines of so many plies."""
    root, losing = np.zeros((2, move_codes), np.int64)
    values, found_values = np.zeros((2, lines), np.int64)
    rows, found_rows = np.full((2, lines, plies + 1), NO_MOVE, np.int64)
    return Driver(new_run(PROGRESS), root, losing, values, rows, found_values, found_rows)


def full_window(look: Look) -> RootSearch:
    """A root search with the whole window."""

    @compiled
    def search_root(search: Any, driver: Driver, depth: int, guess: int) -> int:
        value = look(search, driver, depth, int64(-MATE - 1), int64(MATE + 1))
        keep_line(search.worker, driver)
        return value

    return search_root


@compiled
def see_all(worker: Worker, driver: Driver) -> None:
    """Leave the root's moves as they are."""


def iteration_of(
    recursion: Any,
    root_search: Callable[[Look], RootSearch] = full_window,
    window: Any = None,
    begin: Begin = see_all,
) -> Any:
    """The compiled `iterate` of a search; `window` is what calls the recursion for the root, if not `look` itself."""
    window = window or recursion

    @compiled
    def look(search: Any, driver: Driver, depth: int, alpha: int, beta: int) -> int:
        """The value of the root within a window. Moves that are seen to lose are noted."""
        worker, run = search.worker, search.worker.run[0]
        run.root_searched = 0
        value = window(search, int64(0), depth, alpha, beta)
        lost = min(beta, int64(-MATE_RANGE))
        for i in range(run.root_searched):
            move, worth = worker.moves[0, i], worker.root_values[i]
            if worth < lost:
                driver.losing[move] = min(worth, driver.losing[move])
        return value

    search_root = root_search(look)

    def iterate(search: Any, driver: Driver, depth: int) -> int:
        """Search each next line without the moves of those before it; then merge them with the lines known before."""
        worker, run, progress = search.worker, search.worker.run[0], driver.progress[0]
        run.left_open, progress.found = 0, 0
        if progress.lines == 0:
            begin(worker, driver)
        is_whole = True
        for row in range(min(progress.wanted, progress.root_moves)):
            set_root(worker, driver)
            is_known = row < progress.lines
            guess = driver.values[row] if is_known else int64(NO_GUESS)
            driver.found_lines[row, 0] = NO_MOVE
            driver.found_values[row] = search_root(search, driver, depth, guess)
            if driver.found_lines[row, 0] != NO_MOVE and run.transpositions:
                extend_line(worker.states, worker.moves, worker.table, driver.found_lines[row], depth)
            is_whole = run.stop == 0
            if not is_whole and (driver.found_lines[row, 0] != NO_MOVE or is_known or row == 0):
                defend(worker, driver, row, is_known)
            if driver.found_lines[row, 0] != NO_MOVE:
                progress.found = row + 1
            if not is_whole:
                break
        if progress.found > 0:
            merge_lines(driver)
            first_moves_first(driver)
        return verdict(worker, driver, depth, is_whole)

    iterate.__name__ = iterate.__qualname__ = recursion.__name__  # under which it is kept
    return entered(recursion)(iterate)


@compiled
def set_root(worker: Worker, driver: Driver) -> None:
    """Have the root's moves searched that begin no line of this iteration yet."""
    progress, n = driver.progress[0], int64(0)
    for i in range(progress.root_moves):
        if not begins_line(driver.found_lines, progress.found, driver.root[i]):
            worker.moves[0, n] = driver.root[i]
            n += 1
    worker.run[0].root_moves = n
    worker.pv[0, 0] = NO_MOVE  # no line yet, not even the last search's
    if worker.accumulators.shape[1] != 0:  # an evaluation may have written over its row
        call_update(worker.update, worker.states, 0, NO_MOVE, worker.weights, worker.accumulators)


@compiled
def begins_line(lines: MoveRows, count: int, move: int) -> bool:
    """Whether one of the first lines begins with the move."""
    is_there = False
    for row in range(count):
        if lines[row, 0] == move:
            is_there = True
    return is_there


@compiled
def copy_line(target: MoveBuffer, source: MoveBuffer) -> None:
    at = 0
    while source[at] != NO_MOVE:
        target[at] = source[at]
        at += 1
    target[at] = NO_MOVE


@compiled
def keep_line(worker: Worker, driver: Driver) -> None:
    """Keep the principal variation as the line under way; it is empty where the search was broken off too early."""
    copy_line(driver.found_lines[driver.progress[0].found], worker.pv[0])


@compiled
def extend_line(states: States, rows: MoveRows, table: Table, line: MoveBuffer, depth: int) -> None:
    """Continue a line that a zero window or a table hit cut short by what the table remembers."""
    length = 0
    while line[length] != NO_MOVE:
        length += 1
    if length >= depth:
        return
    for ply in range(length):
        copy_state(states, ply + 1, ply)
        play(states[ply + 1], line[ply])
    while length < depth and outcome(states[length]) == ONGOING:
        move = move_of(probe(table, key(states[length])))
        n, is_legal = moves(states[length], rows[length]), False  # it may be another position's
        for i in range(n):
            if rows[length, i] == move:
                is_legal = True
        if not is_legal:
            break
        copy_state(states, length + 1, length)
        play(states[length + 1], move)
        line[length] = move
        length += 1
    line[length] = NO_MOVE


@compiled
def defend(worker: Worker, driver: Driver, row: int, is_known: bool) -> None:
    """Answer for a search that was stopped: no move that is proved to lose, or the one that loses last.

    Where the line known before still holds and none was found, none is found: it stays.
    """
    line, losing, order = driver.found_lines[row], driver.losing, worker.scores[0]
    is_found = line[0] != NO_MOVE
    first = line[0]
    if not is_found and is_known:
        first = driver.lines[row, 0]
    if first != NO_MOVE and losing[first] == 0:
        return
    n, searched = worker.run[0].root_moves, worker.run[0].root_searched
    for i in range(n):
        order[i] = worker.moves[0, (searched + i) % n]  # from the first that was not searched to its end on
    if first == NO_MOVE:
        table_move = int64(NO_MOVE)
        if worker.run[0].transpositions:
            table_move = move_of(probe(worker.table, key(worker.states[0])))
        likely_moves_first(worker.states, table_move, worker.root_values, order, n)
    longest = order[0]
    for i in range(n):
        move = order[i]
        if losing[move] == 0:
            # Nothing is known of it but that: its value is what the position seemed to be worth.
            driver.found_values[row] = driver.values[row] if is_known else int64(0)
            line[0], line[1] = move, NO_MOVE
            return
        if losing[move] > losing[longest]:
            longest = move
    driver.found_values[row] = losing[longest]
    if first == NO_MOVE or losing[first] != losing[longest]:
        line[0], line[1] = longest, NO_MOVE
    elif not is_found:
        copy_line(line, driver.lines[row])


@compiled
def likely_moves_first(states: States, table_move: int, safe: MoveBuffer, order: MoveBuffer, n: int) -> None:
    """Sort moves of the root of which nothing is known yet: a win, the table's move if it is safe, safe moves."""
    winner = winning_move(states[0])
    if winner != NO_MOVE:
        move_to(order, n, 0, winner)
        return
    count, place = forced_moves(states[0], safe), int64(0)
    is_safe = count == UNRESTRICTED
    for i in range(count):
        if safe[i] == table_move:
            is_safe = True
    if is_safe:
        place = move_to(order, n, place, table_move)
    for i in range(count):
        place = move_to(order, n, place, safe[i])


@compiled
def move_to(order: MoveBuffer, n: int, place: int, move: int) -> int:
    """Put a move, if it stands at a place or behind, there, and the others behind it; return the next place."""
    i = place
    while i < n and order[i] != move:
        i += 1
    if i == n:
        return place
    while i > place:
        order[i] = order[i - 1]
        i -= 1
    order[place] = move
    return place + 1


@compiled
def merge_lines(driver: Driver) -> None:
    """Sort the lines that were found, best first, and keep them as the lines.

    Stopped on the way, an iteration has not come to all of them: the others are as the iteration before saw them.
    """
    progress, found, values = driver.progress[0], driver.found_lines, driver.found_values
    count = progress.found
    most = max(count, progress.lines)
    for row in range(progress.lines):
        if count < most and not begins_line(found, progress.found, driver.lines[row, 0]):
            values[count] = driver.values[row]
            copy_line(found[count], driver.lines[row])
            count += 1
    # By insertion, those found among themselves: equal ones stay in their order.
    for row in range(count):
        place = row
        while row < progress.found and place > 0 and driver.values[place - 1] < values[row]:
            driver.values[place] = driver.values[place - 1]
            copy_line(driver.lines[place], driver.lines[place - 1])
            place -= 1
        driver.values[place] = values[row]
        copy_line(driver.lines[place], found[row])
    progress.lines = count


@compiled
def first_moves_first(driver: Driver) -> None:
    """Have the next iteration try the first moves of the lines before all others."""
    progress, place = driver.progress[0], int64(0)
    for row in range(progress.lines):
        place = move_to(driver.root, progress.root_moves, place, driver.lines[row, 0])


@compiled
def verdict(worker: Worker, driver: Driver, depth: int, is_whole: bool) -> int:
    """Say how far the iteration and the lines that are known now can be trusted."""
    progress, is_open, value, told = driver.progress[0], worker.run[0].left_open != 0, driver.values[0], int64(0)
    if is_whole:
        progress.reached = depth
        told += WHOLE
        if not is_open or (progress.wanted == 1 and MATE - abs(value) <= depth):
            told += SETTLED
    if progress.lines > 0 and progress.proves != 0:
        sees_the_end = progress.reached >= max(progress.end, plies_left(worker.states[0]))
        sees_all = is_whole and progress.overlooked == 0
        if value > MATE_RANGE or (sees_all and (value < -MATE_RANGE or sees_the_end or not is_open)):
            told += PROVED
    return told
