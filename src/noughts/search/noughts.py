"""The strong engine's search: principal-variation search, with what the games know and what the search remembers.

At a node, in this order: a finished game, a win at once (`winning_move`), the table, nothing left but losing
(`forced_moves`), a dead draw (`is_dead`), and only then the moves: the table's first, then by the evaluation's `order`
(or, if it has none, by what it says of the positions after them), killers and history. The first is searched with the
full window, the others with a zero window and less deeply the later they come; what surprises is searched again.

A leaf asks neither the table nor for dead draws, but, after its evaluation, for a win by threats (search/threats.py).

A forced reply costs no depth: threats are seen to their end.

What may be wrong about it: reductions, moves left out, and values so good that nobody looks on. None of it happens
where the depth reaches the end of the game (`plies_left`), so that there the value is minimax's. A mate is always true:
it comes from finished games and from hooks, and no node claims a loss while it has left out a move.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game, Position
from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import (
    NO_MOVE,
    ONGOING,
    UNRESTRICTED,
    MoveBuffer,
    States,
    forced_moves,
    is_dead,
    key,
    moves,
    outcome,
    play,
    plies_left,
    turn,
    winning_move,
)
from noughts.kernel.evaluation import (
    ORDER_LIMIT,
    Accumulators,
    Address,
    Evaluation,
    Weights,
    call_order,
    call_value,
    no_order,
)
from noughts.kernel.intrinsics import copy_state, int64, prefetch
from noughts.kernel.scores import MATE, MATE_RANGE, saturated
from noughts.kernel.table import (
    EXACT,
    LOWER,
    NOTHING,
    UPPER,
    Table,
    bound_of,
    bucket_of,
    depth_of,
    move_of,
    probe,
    store,
    value_of,
)
from noughts.search.base import Bounds, Iteration, SearchSettings, StopSignal
from noughts.search.deepening import DepthFirst, Workspace
from noughts.search.frame import (
    AGE,
    HITS,
    LEFT_OPEN,
    LINE,
    LOOK,
    MARGIN,
    NOISE,
    NOISE_SEED,
    REDUCTIONS,
    ROOT_MOVES,
    STATIC,
    STOP,
    THREAT_NODES,
    THREAT_REPLIES,
    THREATS,
    TRANSPOSITIONS,
    Frames,
    Run,
    count_cut,
    descend,
    enter,
    finished_value,
    keep_line,
    note_root_move,
)
from noughts.search.option import Option
from noughts.search.ordering import Memory, bring_best, combine_scores, new_memory, put_first, remember_cut
from noughts.search.threats import NOWHERE, call_threats, has_threats, threats_address

MOST_REDUCED = 64
LATE = 2  # moves before this one are not reduced
_logs = np.log(np.maximum(np.arange(MOST_REDUCED), 1))
REDUCTION = (np.outer(_logs, _logs) / 0.95).astype(np.int64)  # by depth and by number of the move

FORCED = 2 * MATE
SCATTER, HALF_WORD = np.uint64(0x9E3779B1), np.uint64(0xFFFFFFFF)

LOOK_DEPTH = 2  # from which on it pays to evaluate what all moves lead to before trying them
LOOK_WEIGHT = 25_600  # of the evaluation's spread, beside killers and history
CUT_DEPTH = 4  # down from which a static value far above beta is believed
ASPIRATION = 40  # half the width of the first window around the last iteration's value


@compiled
def misjudgement(here: Any, run: Run) -> int:
    """How wrong a weaker level is about a position: always the same throughout a search."""
    mixed = here ^ np.uint64(run[NOISE_SEED])
    dice = ((mixed ^ mixed >> np.uint64(32)) & HALF_WORD) * SCATTER  # two halves of a word: the product fits into one
    high, low = int64(dice >> np.uint64(32) & np.uint64(0xFFFF)), int64(dice >> np.uint64(16) & np.uint64(0xFFFF))
    return (high - low) * run[NOISE] >> 16


@inlined
def judged_value(
    states: States, ply: int, evaluate: Address, weights: Weights, accumulators: Accumulators, run: Run
) -> int:
    """The evaluation of a game that goes on, as well as the level judges it."""
    run[STATIC] += 1
    value = call_value(evaluate, states, ply, weights, accumulators)
    if run[NOISE] != 0:
        value = saturated(value + misjudgement(key(states[ply]), run))  # however wrong, it claims no mate
    return value


@compiled
def look_at_moves(
    states: States,
    ply: int,
    frames: Frames,
    n: int,
    scores: MoveBuffer,
    evaluate: Address,
    update: Address,
    weights: Weights,
    accumulators: Accumulators,
    run: Run,
) -> None:
    """Score moves by the evaluation of the positions that they lead to."""
    mover = turn(states[ply])
    for i in range(n):
        descend(states, ply, frames[ply, i], frames, update, weights, accumulators, run)
        seen = int64(0)
        if outcome(states[ply + 1]) == ONGOING:
            seen = judged_value(states, ply + 1, evaluate, weights, accumulators, run)
        if turn(states[ply + 1]) != mover:
            seen = -seen
        scores[i] = max(1, min(ORDER_LIMIT, ORDER_LIMIT // 2 + run[LOOK] * seen))


@compiled
def lost_value(states: States, ply: int, frames: Frames) -> int:
    """The value where every move loses by itself or to the next one."""
    n = moves(states[ply], frames[ply])
    for i in range(n):
        copy_state(states, ply + 1, ply)
        play(states[ply + 1], frames[ply, i])
        if outcome(states[ply + 1]) == ONGOING:
            return ply + 2 - MATE
    return ply + 1 - MATE


@inlined
def visit_leaf(
    states: States,
    ply: int,
    frames: Frames,
    table: Table,
    evaluate: Address,
    threaten: Address,
    weights: Weights,
    accumulators: Accumulators,
    run: Run,
    beta: int,
) -> int:
    """The value of a node with no depth left, or FORCED if it has just one reply and must be searched on.

    Most nodes are such: their parents visit them without recursion, and of the table only the threat search asks.
    """
    line = run[LINE]
    frames[ply, line] = 0
    if outcome(states[ply]) != ONGOING:
        enter(run, ply, 0)
        return finished_value(states, ply, run)
    if ply + 1 == len(states):
        enter(run, ply, 0)
        run[LEFT_OPEN] = 1
        return judged_value(states, ply, evaluate, weights, accumulators, run)
    winner = winning_move(states[ply])
    if winner != NO_MOVE:
        enter(run, ply, 0)
        frames[ply, line], frames[ply, line + 1] = 1, winner
        return MATE - ply - 1
    n = forced_moves(states[ply], frames[ply])
    if n == 1:
        return FORCED
    enter(run, ply, 0)
    if n == 0:
        return lost_value(states, ply, frames)
    run[LEFT_OPEN] = 1
    value = judged_value(states, ply, evaluate, weights, accumulators, run)
    if run[THREATS] and value < beta:
        run[THREAT_NODES] = run[THREATS]
        distance = call_threats(threaten, states, frames, table, run, ply)
        if distance > 0:
            return MATE - ply - distance
    return value


@inlined
def is_proved(bound: int, value: int, alpha: int, beta: int) -> bool:
    """Whether an entry of the table is a mate that decides, whatever the depth at which it was found."""
    wins = bound != UPPER and value > MATE_RANGE and value >= beta
    return wins or (bound != LOWER and value < -MATE_RANGE and value <= alpha)


@compiled
def noughts(
    states: States,
    frames: Frames,
    accumulators: Accumulators,
    table: Table,
    evaluate: Address,
    update: Address,
    order: Address,
    threaten: Address,
    weights: Weights,
    memory: Memory,
    run: Run,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """The value v for the side to move: v <= alpha means at most v, v >= beta at least v, else exactly v."""
    enter(run, ply, depth)
    line = run[LINE]
    frames[ply, line] = 0
    if run[STOP] != 0:
        return int64(0)  # nobody looks at it
    if outcome(states[ply]) != ONGOING:
        return finished_value(states, ply, run)
    if ply + 1 == len(states):
        run[LEFT_OPEN] = 1
        return judged_value(states, ply, evaluate, weights, accumulators, run)
    here, known, n, safe = key(states[ply]), NO_MOVE, UNRESTRICTED, UNRESTRICTED
    asked, winner = depth, winning_move(states[ply])
    if ply == 0:
        known = winner if winner != NO_MOVE or depth == 1 else frames[0, 0]
    else:
        if alpha >= MATE - ply - 1:
            return MATE - ply - 1  # no win can be nearer
        if winner != NO_MOVE:
            frames[ply, line], frames[ply, line + 1] = 1, winner
            return MATE - ply - 1
        if run[TRANSPOSITIONS]:
            data = probe(table, here)
            if data != NOTHING:
                known = move_of(data)
                value, bound = value_of(data, ply), bound_of(data)
                is_enough = bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
                if (is_enough and depth_of(data) >= depth) or is_proved(bound, value, alpha, beta):
                    run[HITS] += 1
                    run[LEFT_OPEN] = 1  # nobody knows what is behind it
                    return value
    if winner == NO_MOVE:
        n = forced_moves(states[ply], frames[max(ply, 1)])
    if ply == 0:
        n, safe = UNRESTRICTED, n  # what loses at once is tried last here: each move of the root has a value
    elif n == 0:
        return lost_value(states, ply, frames)
    elif n == 1:
        depth += 1
    elif is_dead(states[ply]):
        return int64(0)
    if n == UNRESTRICTED:
        n = moves(states[ply], frames[ply]) if ply > 0 else run[ROOT_MOVES]
    mover, plies = turn(states[ply]), len(states)
    is_whole = run[REDUCTIONS] == 0 or depth >= plies_left(states[ply])
    if depth <= CUT_DEPTH and not is_whole and ply > 0 and beta - alpha == 1 and abs(beta) < MATE_RANGE:
        static = judged_value(states, ply, evaluate, weights, accumulators, run)
        if static - run[MARGIN] * depth >= beta:
            run[LEFT_OPEN] = 1
            return static  # so good that a few plies will not change it
    if known == NO_MOVE and run[TRANSPOSITIONS] and depth >= 4 and not is_whole:
        depth -= 1  # a first look, to know what to try first when asked again
    scores = frames[ply][(line - 1) // 2 :]
    if run[LOOK] != 0 and depth >= LOOK_DEPTH and n > 1:
        look_at_moves(states, ply, frames, n, scores, evaluate, update, weights, accumulators, run)
    else:
        call_order(order, states, ply, frames[ply], n, scores, weights, accumulators)
    kept = combine_scores(frames[ply], scores, n, known, ply, plies, mover, memory)
    if safe == UNRESTRICTED:
        safe = n
    else:
        kept = put_first(frames[ply], scores, n, kept, frames[ply + 1], safe)
    best, best_move, floor = -MATE - 1, NO_MOVE, alpha
    for i in range(n):
        if i > safe and best >= 2 - MATE:
            for j in range(i, n):
                note_root_move(frames, ply, j, 2 - MATE, run)  # they lose at once: none is better
            break
        if i < kept:
            bring_best(frames[ply], scores, i, kept)
        elif not is_whole and best > -MATE_RANGE:
            run[LEFT_OPEN] = 1
            break
        move = frames[ply, i]
        descend(states, ply, move, frames, update, weights, accumulators, run)
        if depth > 1 and run[TRANSPOSITIONS]:
            prefetch(table, bucket_of(table, key(states[ply + 1])))  # every fifth moment went into waiting for it
        is_same_side = turn(states[ply + 1]) == mover
        now, upper = depth - 1, beta
        if i > 0:
            upper = min(alpha + 1, beta)
            if i >= LATE and depth >= 2 and not is_whole:
                now = max(0, now - REDUCTION[min(depth, MOST_REDUCED - 1), min(i, MOST_REDUCED - 1)])
        while True:
            low, high = (alpha, upper) if is_same_side else (-upper, -alpha)
            value = FORCED
            if now == 0:
                value = visit_leaf(states, ply + 1, frames, table, evaluate, threaten, weights, accumulators, run, high)
            if value == FORCED:
                value = noughts(
                    states, frames, accumulators, table, evaluate, update, order, threaten, weights, memory, run,
                    ply + 1, now, low, high,
                )  # fmt: skip
            value = value if is_same_side else -value
            if run[STOP] != 0:
                return best
            if value <= alpha:
                break
            if now < depth - 1:
                now = depth - 1
            elif upper < beta:
                upper = beta
            else:
                break
        note_root_move(frames, ply, i, value, run)
        if value > best:
            best, best_move = value, move
            if value > alpha:
                alpha = value
                keep_line(frames, ply, move, line)
        if alpha >= beta:
            count_cut(mover, run)
            remember_cut(frames[ply], i, ply, plies, depth, mover, memory)
            break
    if run[TRANSPOSITIONS] and ply > 0:
        bound = LOWER if best >= beta else UPPER if best <= floor else EXACT
        store(table, here, ply, best, bound, min(asked, depth), best_move, run[AGE])
    return best


class NoughtsWorkspace(Workspace):
    """A search thread that remembers which moves were good."""

    def __init__(self, game: Game, evaluation: Evaluation, table: Table, plies: int) -> None:
        super().__init__(game, evaluation, table, plies)
        self.memory = new_memory(plies + 1, game.move_codes)
        self.threaten = threats_address(game.rules, game.name) if has_threats(game.rules) else NOWHERE

    def arguments(self) -> tuple[Any, ...]:
        return (
            self.states,
            self.frames,
            self.accumulators,
            self.table,
            self.evaluation.value,
            self.evaluation.update,
            self.evaluation.order,
            self.threaten,
            self.weights,
            self.memory,
            self.run,
        )

    def begin(self, age: int, supply: NDArray[np.int64] | None) -> None:
        super().begin(age, supply)
        self.memory[: 2 * len(self.states)] = NO_MOVE
        self.memory[2 * len(self.states) :] //= 8


class Noughts(DepthFirst):
    """The strong engine: principal-variation search with reductions, threat search and all that the games know.

    `reductions=false` looks at every move equally deeply; `threats` is how many positions a threat search at a leaf
    may look at; `noise` is how much evaluations are misjudged, as weaker levels do, in the evaluation's `spread`.
    """

    name = "noughts"
    recursion = noughts
    workspace = NoughtsWorkspace
    options = {  # noqa: RUF012 - nobody changes it
        "reductions": Option(True),
        "threats": Option(30, 0, 1_000_000_000),
        "noise": Option(0.0, 0, 1_000_000),
        "transpositions": Option(True),
    }
    uses_table = uses_threads = has_levels = True

    def __init__(self, game: Game, settings: SearchSettings) -> None:
        super().__init__(game, settings)
        for work in self._works:
            work.run[REDUCTIONS] = self.option["reductions"]
            work.run[THREATS] = self.option["threats"] if has_threats(game.rules) else 0
            work.run[THREAT_REPLIES] = 2
            if settings.evaluation.order is no_order:
                work.run[LOOK] = max(1, LOOK_WEIGHT // settings.evaluation.spread)
            work.run[MARGIN] = settings.evaluation.spread
            work.run[NOISE] = round(self.option["noise"] * settings.evaluation.spread)
        self._chance = random.Random(settings.seed)

    def iterate(self, position: Position, bounds: Bounds, stop: StopSignal) -> Iterator[Iteration]:
        seed = self._chance.getrandbits(62)
        for work in self._works:
            work.run[NOISE_SEED] = seed
        return super().iterate(position, bounds, stop)

    def _plies(self, position: Position) -> int:
        return min(super()._plies(position), int(self.game.rules.function("plies_left")(position.states[0])))

    def search_root(self, call: Callable[[int, int], int], work: Workspace, guess: int | None) -> tuple[int, list[int]]:
        """Search a window around the last value, wider until the value lies within it."""
        if guess is None or abs(guess) > MATE_RANGE:
            return super().search_root(call, work, guess)
        below = above = ASPIRATION + abs(guess) // 8
        found: tuple[int, list[int]] = guess, []
        while True:
            alpha, beta = max(guess - below, -MATE - 1), min(guess + above, MATE + 1)
            value = call(alpha, beta)
            if work.line():
                found = value, work.line()
            if work.is_stopped() or alpha < value < beta:
                return found
            if value <= alpha:
                # Where all is lost, only the full window tells the longest defence.
                below = 4 * below if below < 1000 and value > -MATE_RANGE else 2 * MATE
            else:
                above = 4 * above if above < 1000 else 2 * MATE
