"""The strong engine's search: principal variation search, with what the games know and what the search remembers.

The steps at a node are numbered below, in the field's words. What each gained, in how many games and against the engine
without it, stands beside it: matches by `tuning/sprt.py`, 40,000 nodes a move unless said. A share of points of some
hundred games is uncertain by three or four per cent.

A forced reply costs no depth, so that threats are seen to their end. Depth 0 is search/quiescence.py.

What may be wrong about it: reductions, moves left out, and static values that are believed. None of it happens where
the depth reaches the end of the game (`plies_left`), so that there the value is minimax's. A mate is always true: it
comes from finished games and from hooks, and no node claims a loss while it has left out a move.

What is reduced and left out, how much, and what was tried besides: search/selectivity.py.
"""

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game, Position
from noughts.kernel.by_address import NOWHERE, Address
from noughts.kernel.compiling import recursive
from noughts.kernel.contract import (
    NO_MOVE,
    ONGOING,
    UNRESTRICTED,
    forced_moves,
    is_dead,
    key,
    moves,
    outcome,
    plies_left,
    turn,
    winning_move,
)
from noughts.kernel.evaluation import (
    ALL_MOVES,
    ASK_GAME,
    LOST,
    LOST_PLIES,
    OTHERS_LOSE,
    QUIET,
    THREATENED,
    Evaluation,
    call_order,
    call_verdict,
    is_pressed,
    no_order,
    no_verdict,
    without_pressure,
)
from noughts.kernel.intrinsics import int64
from noughts.kernel.scores import MATE, MATE_RANGE
from noughts.kernel.table import (
    EXACT,
    LOWER,
    NOTHING,
    UPPER,
    Table,
    bound_of,
    depth_of,
    is_proved,
    move_of,
    probe,
    store,
    value_of,
)
from noughts.search.base import Bounds, Iteration, SearchSettings, StopSignal
from noughts.search.deepening import DepthFirst
from noughts.search.move_picker import (
    History,
    Killers,
    add_killers_and_history,
    add_left_out_moves,
    new_history,
    new_killers,
    pick_best,
    safe_moves_first,
    score_by_static_value,
    update_killers_and_history,
)
from noughts.search.node import (
    count_cutoff,
    enter_node,
    make_move,
    mate_value,
    note_root_move,
    prefetch_bucket,
    update_pv,
)
from noughts.search.option import Option
from noughts.search.quiescence import SEARCH_ON, is_decided, lost_value, quiescence, verdict_value
from noughts.search.search_thread import SearchThread
from noughts.search.selectivity import (
    FIRST_REDUCED,
    FUTILITY_DEPTH,
    ITERATIVE_REDUCTION_DEPTH,
    LATE_MOVES,
    MOST_REDUCED,
    QUIET_FUTILITY_DEPTH,
    RAZORING_DEPTH,
    REDUCTION,
)
from noughts.search.static_evaluation import static_value
from noughts.search.threats import SETTINGS as THREAT_SETTINGS
from noughts.search.threats import (
    THREAT_LIMIT,
    THREAT_REPLIES,
    call_threats,
    has_threats,
    list_candidates,
    threat_worker,
    threats_address,
)
from noughts.search.worker import RUN_FIELDS, Worker

SETTINGS = (
    "reductions",  # late move reductions, and all else that is not minimax; 0 for none of it
    "static_order",  # what static values weigh in the order of moves, 0 where the evaluation has an order
    "futility_depth",  # up to which static values far above beta are believed
    "futility_margin",  # how far above, for each ply of depth
    "razoring_depth",  # up to which static values far below alpha are believed
    "razoring_base",  # how far below,
    "razoring_margin",  # and further for each ply of depth
    "late_moves",  # late move pruning: how many moves are tried at depth 0, more at greater depths; 0 for all
    "noise",  # how much static values are misjudged by, at most
    "noise_seed",
    *THREAT_SETTINGS,
)

STATIC_ORDER_DEPTH = 2  # from which on moves are ordered by static values; from depth 1 on 50 % of 80 games
STATIC_ORDER_WEIGHT = 25_600  # of the evaluation's spread, beside killers and history; four times that 48.5 % of 170
# Half the width of the first aspiration window, in hundredths of a point; the second where the evaluation has verdicts:
# 100 scored 56.2 % of 120 games on 15x15x5, 120 scored 52.1 % of 120 (40,000 nodes). By the spread of the other
# evaluations: 2/5 of it xrudder 48.0 % of 100 (2,000 nodes, 20 random plies), 1/5 ultimate 50.7 % of 200 (20,000).
ASPIRATION, VERDICT_ASPIRATION = 40, 100


class NoughtsWorker(NamedTuple):
    """What the strong search works on."""

    worker: Worker
    threats: Address  # the threat search
    candidates: Address  # the evaluation's, maybe NOWHERE
    killers: Killers
    history: History


@recursive
def noughts(search: NoughtsWorker, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The value v for the side to move: v <= alpha means at most v, v >= beta at least v, else exactly v."""
    worker, run, states = search.worker, search.worker.run[0], search.worker.states

    # Step 1. Stop, the end of the game, or no room for a further ply.
    enter_node(worker, ply, depth)
    if run.stop != 0:
        return int64(0)  # nobody looks at it
    if outcome(states[ply]) != ONGOING:
        return mate_value(worker, ply)
    if ply + 1 == len(states):
        run.left_open = 1
        return static_value(worker, ply)

    here, hash_move, n, safe = key(states[ply]), NO_MOVE, UNRESTRICTED, UNRESTRICTED
    asked, winner = depth, NO_MOVE
    verdict = call_verdict(worker.verdict, states, ply, worker.weights, worker.accumulators)
    certain, is_quiet = without_pressure(verdict), not is_pressed(verdict)
    if certain == 1 or certain >= ASK_GAME:
        winner = winning_move(states[ply])
    if ply == 0:
        hash_move = winner if winner != NO_MOVE or depth == 1 else worker.moves[0, 0]
    else:
        # Step 2. Mate distance pruning: no win can be nearer than the next ply.
        if alpha >= MATE - ply - 1:
            return MATE - ply - 1

        # Step 3. A win at once; and verdicts, but where values are to be minimax's: there may be a quicker win.
        if winner != NO_MOVE:
            worker.pv[ply, 0], worker.pv[ply, 1] = winner, NO_MOVE
            return MATE - ply - 1
        if is_decided(run, certain) and run.reductions and depth < plies_left(states[ply]):
            return verdict_value(certain, ply)

        # Step 4. The transposition table: a value of no less depth, or a mate.
        if run.transpositions:
            data = probe(worker.table, here)
            if data != NOTHING:
                hash_move = move_of(data)
                value, bound = value_of(data, ply), bound_of(data)
                is_enough = bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
                if (is_enough and depth_of(data) >= depth) or is_proved(bound, value, alpha, beta):
                    run.table_hits += 1
                    run.left_open = 1  # nobody knows what is behind it
                    return value

    # Step 5. What the game's hooks know: moves that do not lose at once, and dead draws. A single reply is extended.
    if certain == THREATENED and run.has_candidates and ply > 0:
        n = list_candidates(threat_worker(worker, search.candidates), ply, False) % OTHERS_LOSE
    elif winner == NO_MOVE and (certain >= THREATENED or certain < 0):
        n = forced_moves(states[ply], worker.moves[max(ply, 1)])
    if ply == 0:
        n, safe = UNRESTRICTED, n  # what loses at once is tried last here: each move of the root has a value
    elif n == 0:
        return lost_value(worker, ply)
    elif n == 1:
        depth += 1
    elif is_dead(states[ply]):
        return int64(0)
    depth = max(depth, 1)  # where a verdict promised a single reply, and the game knows of none

    # Step 6. Static values that are believed in a zero window: reverse futility pruning where they are far above beta,
    # razoring where they are far below alpha and no threats win. Where the other side is about to win, no static value
    # says that all is well, and no defence is left out (step 10).
    is_exhaustive = run.reductions == 0 or depth >= plies_left(states[ply])
    may_prune = not is_exhaustive and ply > 0 and beta - alpha == 1 and abs(beta) < MATE_RANGE
    may_prune &= n != 1 or certain == ASK_GAME  # the answer to a threat is not quiet
    if may_prune and depth <= max(run.futility_depth, run.razoring_depth):
        static = static_value(worker, ply)
        if is_quiet and depth <= run.futility_depth and static - run.futility_margin * depth >= beta:
            run.left_open = 1
            return static
        if depth <= run.razoring_depth and static + run.razoring_base + run.razoring_margin * depth <= alpha:
            run.left_open = 1
            distance = 0
            if certain != QUIET and run.threat_limit:
                run.threat_nodes = run.threat_limit
                distance = call_threats(search.threats, threat_worker(worker, search.candidates), ply)
            return MATE - ply - distance if distance > 0 else static

    # Step 7. The moves, or those that are worth a look.
    row, scores, mover = worker.moves[ply], worker.scores[ply], turn(states[ply])
    listed, others_lose = ALL_MOVES, False
    if n == UNRESTRICTED and run.has_candidates and ply > 0 and not is_exhaustive:
        listed = list_candidates(threat_worker(worker, search.candidates), ply, False)
        if listed >= OTHERS_LOSE:
            listed, others_lose = listed - OTHERS_LOSE, True
        n = listed if listed != ALL_MOVES else n
    if n == UNRESTRICTED:
        n = moves(states[ply], row) if ply > 0 else run.root_moves

    # Step 8. Internal iterative reduction: without a hash move a shallower search finds one for the next time.
    if hash_move == NO_MOVE and run.transpositions and depth >= ITERATIVE_REDUCTION_DEPTH and not is_exhaustive:
        depth -= 1

    # Step 9. The order of the moves.
    history = search.history[mover]
    if run.static_order != 0 and depth >= STATIC_ORDER_DEPTH and n > 1:
        score_by_static_value(worker, ply, n, run.static_order)
    elif n == 1:
        scores[0] = 0
    elif listed == ALL_MOVES:
        call_order(worker.order, states, ply, row, n, scores, worker.weights, worker.accumulators)
    kept = add_killers_and_history(row, scores, n, hash_move, search.killers[ply], history)
    if safe == UNRESTRICTED:
        safe = n
    else:
        kept = safe_moves_first(row, scores, n, kept, worker.moves[ply + 1], safe)

    # Step 10. Through the moves, best first. Those that the evaluation leaves out are searched only where nothing may
    # be left out, and where all others lose.
    best, best_move, floor, i = -MATE - 1, NO_MOVE, alpha, -1
    while True:
        i += 1
        if i == n and listed != ALL_MOVES:
            listed = ALL_MOVES
            if best > -MATE_RANGE:
                run.left_open = 1
            elif others_lose:
                best = max(best, ply + LOST_PLIES - MATE)
            else:
                safe = n = add_left_out_moves(worker, ply, n)
        if i == n:
            break
        if i > safe and best >= 2 - MATE:
            for j in range(i, n):
                note_root_move(worker, ply, j, 2 - MATE)  # they lose at once: none is better
            break
        if i < kept:
            pick_best(row, scores, i, kept)
        elif not is_exhaustive and best > -MATE_RANGE:
            run.left_open = 1
            break
        elif not is_exhaustive and ply > 0 and scores[i] == LOST:  # what the evaluation has proved, nobody searches
            best = max(best, ply + LOST_PLIES - MATE)
            continue

        # Late move pruning, as soon as a move does not lose.
        is_late = run.late_moves != 0 and i >= run.late_moves + depth * depth // 4
        if may_prune and is_quiet and is_late and best > -MATE_RANGE:
            run.left_open = 1
            break

        # Step 11. Make the move.
        move = row[i]
        make_move(worker, ply, move)
        if depth > 1:
            prefetch_bucket(worker, ply + 1)
        is_same_side = turn(states[ply + 1]) == mover

        # Step 12. Late move reductions.
        now, upper = depth - 1, beta
        if i > 0:
            upper = min(alpha + 1, beta)
            if i >= FIRST_REDUCED and depth >= 2 and not is_exhaustive:
                now = max(0, now - int64(REDUCTION[min(depth, MOST_REDUCED - 1), min(i, MOST_REDUCED - 1)]))

        # Step 13. Principal variation search: the first move with the full window, the others with a zero window. What
        # is better than alpha is searched again, first at full depth, then with the full window.
        while True:
            low, high = (alpha, upper) if is_same_side else (-upper, -alpha)
            value = SEARCH_ON
            if now == 0:
                value = quiescence(worker, search.threats, search.candidates, ply + 1, high)
            if value == SEARCH_ON:
                value = noughts(search, ply + 1, now, low, high)
            value = value if is_same_side else -value
            if run.stop != 0:
                return best
            if value <= alpha:
                break
            if now < depth - 1:
                now = depth - 1
            elif upper < beta:
                upper = beta
            else:
                break

        # Step 14. A new best move, or a cut-off: killer moves and history learn from it.
        note_root_move(worker, ply, i, value)
        if value > best:
            best, best_move = value, move
            if value > alpha:
                alpha = value
                update_pv(worker.pv, ply, move)
        if alpha >= beta:
            count_cutoff(run, mover)
            update_killers_and_history(row, i, depth, search.killers[ply], history)
            break

    # Step 15. The table remembers. The root may have been searched without some of its moves.
    if run.transpositions and ply > 0:
        bound = LOWER if best >= beta else UPPER if best <= floor else EXACT
        store(worker.table, here, ply, best, bound, min(asked, depth), best_move, run.age)
    return best


class NoughtsThread(SearchThread):
    """A search thread that remembers which moves were good."""

    fields = RUN_FIELDS + SETTINGS

    def __init__(
        self, game: Game, evaluation: Evaluation, table: Table, node_supply: NDArray[np.int64], plies: int
    ) -> None:
        super().__init__(game, evaluation, table, node_supply, plies)
        candidates = self.evaluation.candidates
        self._arguments = NoughtsWorker(
            worker=self.worker,
            threats=threats_address(self.worker, candidates, game.name) if has_threats(game.rules) else NOWHERE,
            candidates=candidates,
            killers=new_killers(plies + 1),
            history=new_history(game.move_codes),
        )

    @property
    def arguments(self) -> NoughtsWorker:
        return self._arguments

    def begin(self, age: int, is_limited: bool) -> None:
        super().begin(age, is_limited)
        self._arguments.killers[:] = NO_MOVE
        self._arguments.history[:] //= 8


class Noughts(DepthFirst):
    """The strong engine: principal variation search with reductions, threat search and all that the games know.

    `reductions=false` looks at every move equally deeply; `threats` is how many positions a threat search at a leaf
    may look at; `noise` is how much evaluations are misjudged, as weaker levels do, in the evaluation's `spread`.
    """

    name = "noughts"
    recursion = noughts
    thread = NoughtsThread
    options = {  # noqa: RUF012 - nobody changes it
        "reductions": Option(True),
        "threats": Option(THREAT_LIMIT, 0, 1_000_000_000),
        "noise": Option(0.0, 0, 1_000_000),
        "transpositions": Option(True),
    }
    uses_table = uses_threads = has_levels = is_whole_to_the_end = True

    def __init__(self, game: Game, settings: SearchSettings) -> None:
        super().__init__(game, settings)
        spread = settings.evaluation.spread
        for thread in self.threads:
            run = thread.run
            run.reductions = self.option["reductions"]
            run.threat_limit = self.option["threats"] if has_threats(game.rules) else 0
            run.threat_replies = THREAT_REPLIES
            if settings.evaluation.order is no_order:
                run.static_order = max(1, STATIC_ORDER_WEIGHT // spread)
            run.futility_margin = spread
            run.futility_depth = FUTILITY_DEPTH
            run.has_verdicts = settings.evaluation.verdict is not no_verdict
            if run.has_verdicts:
                run.futility_depth, run.razoring_depth = QUIET_FUTILITY_DEPTH, RAZORING_DEPTH
                run.late_moves = LATE_MOVES
                run.razoring_base, run.razoring_margin = spread // 3, 2 * spread // 5
            run.has_candidates = settings.evaluation.candidates is not None
            run.noise = round(self.option["noise"] * spread)
        self._chance = random.Random(settings.seed)

    def iterate(self, position: Position, bounds: Bounds, stop: StopSignal) -> Iterator[Iteration]:
        seed = self._chance.getrandbits(62)
        for thread in self.threads:
            thread.run.noise_seed = seed
        return super().iterate(position, bounds, stop)

    def _plies(self, position: Position) -> int:
        return min(super()._plies(position), int(self.game.rules.function("plies_left")(position.states[0])))

    def search_root(
        self, call: Callable[[int, int], int], main: SearchThread, guess: int | None
    ) -> tuple[int, list[int]]:
        """An aspiration window around the last iteration's value, wider until the value lies within it."""
        if guess is None or abs(guess) > MATE_RANGE:
            return super().search_root(call, main, guess)
        below = above = (VERDICT_ASPIRATION if main.run.has_verdicts else ASPIRATION) + abs(guess) // 8
        found: tuple[int, list[int]] = guess, []
        while True:
            alpha, beta = max(guess - below, -MATE - 1), min(guess + above, MATE + 1)
            value = call(alpha, beta)
            if main.line():
                found = value, main.line()
            if main.is_stopped() or alpha < value < beta:
                return found
            if value <= alpha:
                # Where all is lost, only the full window tells the longest defence.
                below = 4 * below if below < 1000 and value > -MATE_RANGE else 2 * MATE
            else:
                above = 4 * above if above < 1000 else 2 * MATE
