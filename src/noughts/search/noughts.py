"""The strong engine's search: principal variation search, with what the games know and what the search remembers.

The steps at a node are numbered below, in the field's words. What each gained, in how many games and against the engine
without it, stands beside it: matches by `tuning/sprt.py`, 40,000 nodes a move unless said. A share of points of some
hundred games is uncertain by three or four per cent.

A forced reply costs no depth, so that threats are seen to their end. Depth 0 is search/quiescence.py.

What may be wrong about it: reductions, moves left out, and static values that are believed. None of it happens where
the depth reaches the end of the game (`plies_left`), so that there the value is minimax's. A mate is always true: it
comes from finished games and from hooks, and no node claims a loss while it has left out a move.

Reductions and pruning, their amounts, and variants that were tried: search/selectivity.py.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game, Position
from noughts.kernel.by_address import NOWHERE, Address
from noughts.kernel.chance import CERTAIN, new_generator, next_seed
from noughts.kernel.compiling import compiled, recursive
from noughts.kernel.contract import (
    NO_MOVE,
    ONGOING,
    is_dead,
    key,
    outcome,
    plies_left,
    turn,
    winning_move,
)
from noughts.kernel.evaluation import (
    ASK_GAME,
    QUIET,
    Evaluation,
    call_verdict,
    is_pressed,
    no_order,
    no_verdict,
    without_pressure,
)
from noughts.kernel.intrinsics import ensure, int64
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
from noughts.option import Option
from noughts.search.base import Bounds, Iteration, SearchSettings, StopSignal
from noughts.search.deepening import DepthFirst
from noughts.search.iteration import Driver, Look, RootSearch, iteration_of, keep_line
from noughts.search.move_picker import SETTINGS as PICKER_SETTINGS
from noughts.search.move_picker import (
    MovePicker,
    list_forced_replies,
    list_moves,
    new_move_picker,
    next_move,
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
from noughts.search.oversight import overlook
from noughts.search.quiescence import SEARCH_ON, is_decided, lost_value, quiescence, verdict_value
from noughts.search.search_thread import SearchThread
from noughts.search.selectivity import (
    ITERATIVE_REDUCTION_DEPTH,
    futility_depth,
    futility_margin,
    razoring_depth,
    razoring_margin,
    reduction,
)
from noughts.search.selectivity import SETTINGS as SELECTIVITY_SETTINGS
from noughts.search.static_evaluation import static_value
from noughts.search.threats import SETTINGS as THREAT_SETTINGS
from noughts.search.threats import (
    THREAT_LIMIT,
    THREAT_REPLIES,
    call_threats,
    has_threats,
    threat_worker,
    threats_address,
)
from noughts.search.worker import RUN_FIELDS, Worker

SETTINGS = (
    *SELECTIVITY_SETTINGS,
    *PICKER_SETTINGS,
    *THREAT_SETTINGS,
    "oversight",  # how often of CERTAIN times a move of the root is overlooked
    "noise",  # how much static values are misjudged by, at most
    "noise_seed",
)

STATIC_ORDER_WEIGHT = 25_600  # of the evaluation's spread, beside killers and history; four times that 48.5 % of 170
# Half the width of the first aspiration window, in hundredths of a point; the second where the evaluation has verdicts:
# 100 scored 56.2 % of 120 games on 15x15x5, 120 scored 52.1 % of 120 (40,000 nodes). By the spread of the other
# evaluations: 2/5 of it xrudder 48.0 % of 100 (2,000 nodes, 20 random plies), 1/5 ultimate 50.7 % of 200 (20,000).
ASPIRATION, VERDICT_ASPIRATION = 40, 100


class NoughtsWorker(NamedTuple):
    """Working memory of the strong search."""

    worker: Worker
    threats: Address  # the threat search
    picker: MovePicker


@recursive
def noughts(search: NoughtsWorker, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The value v for the side to move: v <= alpha means at most v, v >= beta at least v, else exactly v."""
    worker, run, states, picker = search.worker, search.worker.run[0], search.worker.states, search.picker
    ensure(-MATE - 1 <= alpha < beta <= MATE + 1)

    # Step 1. Stop, the end of the game, or no room for a further ply.
    enter_node(worker, ply, depth)
    if run.stop != 0:
        return int64(0)  # unused
    if outcome(states[ply]) != ONGOING:
        return mate_value(worker, ply)
    if ply + 1 == len(states):
        run.left_open = 1
        return static_value(worker, ply)

    here, asked, hash_move, winner = key(states[ply]), depth, NO_MOVE, NO_MOVE
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
        if is_decided(run, certain) and run.selective and depth < plies_left(states[ply]):
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
                    run.left_open = 1  # the entry's search may have left something open
                    return value

    # Step 5. What the game's hooks know: moves that do not lose at once, and dead draws. A single reply is extended.
    replies = list_forced_replies(worker, picker, ply, certain, winner != NO_MOVE)
    if ply > 0:
        if replies == 0:
            return lost_value(worker, ply)
        if replies == 1:
            depth += 1
        elif is_dead(states[ply]):
            return int64(0)
    depth = max(depth, 1)  # where a verdict promised a single reply, and the game knows of none

    # Step 6. Static values that are believed in a zero window: reverse futility pruning where they are far above beta,
    # razoring where they are far below alpha and no threats win. Where the other side is about to win, no static value
    # says that all is well, and no defence is left out (step 9).
    is_selective = run.selective != 0 and depth < plies_left(states[ply])
    may_prune = is_selective and ply > 0 and beta - alpha == 1 and abs(beta) < MATE_RANGE
    may_prune &= replies != 1 or certain == ASK_GAME  # the answer to a threat is not quiet
    if may_prune and depth <= max(futility_depth(run), razoring_depth(run)):
        static = static_value(worker, ply)
        if is_quiet and depth <= futility_depth(run) and static - futility_margin(run, depth) >= beta:
            run.left_open = 1
            return static
        if depth <= razoring_depth(run) and static + razoring_margin(run, depth) <= alpha:
            run.left_open = 1
            distance = 0
            if certain != QUIET and run.threat_limit:
                run.threat_nodes = run.threat_limit
                distance = call_threats(search.threats, threat_worker(worker, picker.candidates), ply)
            return MATE - ply - distance if distance > 0 else static

    # Step 7. Internal iterative reduction: without a hash move a shallower search finds one for the next time.
    if hash_move == NO_MOVE and run.transpositions and depth >= ITERATIVE_REDUCTION_DEPTH and is_selective:
        depth -= 1

    # Step 8. The moves, or those that are worth a look, and their order.
    row, scores, mover = worker.moves[ply], worker.scores[ply], turn(states[ply])
    prunes_late_moves = may_prune and is_quiet
    picks = list_moves(
        worker, picker, row, scores, ply, depth, mover, replies, hash_move, is_selective, prunes_late_moves
    )

    # Step 9. Through the moves, best first. Some are left out, as soon as one does not lose.
    best, best_move, floor = -MATE - 1, NO_MOVE, alpha
    while True:
        picks = next_move(worker, row, scores, picks, ply, best)
        move, i, best = picks.move, picks.tried - 1, picks.best
        if move == NO_MOVE:
            break

        # Step 10. Make the move.
        make_move(worker, ply, move)
        if depth > 1:
            prefetch_bucket(worker, ply + 1)
        is_same_side = turn(states[ply + 1]) == mover

        # Step 11. Late move reductions.
        now, upper = depth - 1, beta
        if i > 0:
            upper = min(alpha + 1, beta)
            if is_selective:
                now = max(0, now - reduction(depth, i))

        # Step 12. Principal variation search: the first move with the full window, the others with a zero window. What
        # is better than alpha is searched again, first at full depth, then with the full window.
        while True:
            low, high = (alpha, upper) if is_same_side else (-upper, -alpha)
            value = SEARCH_ON
            if now == 0:
                value = quiescence(worker, search.threats, picker.candidates, ply + 1, high)
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

        # Step 13. A new best move, or a cut-off: killer moves and history learn from it.
        note_root_move(worker, ply, i, value)
        if value > best:
            best, best_move = value, move
            if value > alpha:
                alpha = value
                update_pv(worker.pv, ply, move)
        if alpha >= beta:
            count_cutoff(run, mover)
            update_killers_and_history(row, i, depth, picker.killers[ply], picker.history[mover])
            break

    # Step 14. The table remembers. The root may have been searched without some of its moves.
    if run.transpositions and ply > 0:
        bound = LOWER if best >= beta else UPPER if best <= floor else EXACT
        store(worker.table, here, ply, best, bound, min(asked, depth), best_move, run.age)
    return best


def aspiration(look: Look) -> RootSearch:
    """A root search in a window around the last iteration's value, wider until the value lies within it."""

    @compiled
    def search_root(search: NoughtsWorker, driver: Driver, depth: int, guess: int) -> int:
        run, widest, found = search.worker.run[0], int64(4 * MATE), guess
        half = int64(VERDICT_ASPIRATION if run.has_verdicts else ASPIRATION) + abs(guess) // 8
        if abs(guess) > MATE_RANGE:
            half = widest
        below = above = half
        while True:
            alpha, beta = max(guess - below, int64(-MATE - 1)), min(guess + above, int64(MATE + 1))
            value = look(search, driver, depth, alpha, beta)
            if search.worker.pv[0, 0] != NO_MOVE:
                found = value
                keep_line(search.worker, driver)
            if run.stop != 0 or alpha < value < beta:
                return found
            if value <= alpha:
                # Where all is lost, only the full window tells the longest defence.
                below = 4 * below if below < 1000 and value > -MATE_RANGE else widest
            else:
                above = 4 * above if above < 1000 else widest

    return search_root


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
            picker=new_move_picker(candidates, plies + 1, game.move_codes),
        )

    @property
    def arguments(self) -> NoughtsWorker:
        return self._arguments

    def begin(self, age: int, is_limited: bool) -> None:
        super().begin(age, is_limited)
        self._arguments.picker.killers[:] = NO_MOVE
        self._arguments.picker.history[:] //= 8


class Noughts(DepthFirst):
    """The strong engine: principal variation search with reductions, threat search and all that the games know.

    `selective=false` looks at every move equally deeply; `threats` is how many positions a threat search at a leaf
    may look at; `oversight` and `noise` are how often moves are overlooked, and how much evaluations are misjudged in
    the evaluation's `spread`, as weaker levels do.
    """

    name = "noughts"
    iteration = iteration_of(noughts, aspiration, begin=overlook)
    thread = NoughtsThread
    options = {  # noqa: RUF012 - never changed
        "selective": Option(True, words="look less closely where moves promise little"),
        "threats": Option(THREAT_LIMIT, 0, 1_000_000_000, words="nodes of the search for wins by threats alone"),
        "oversight": Option(0.0, 0, 1, words="how often a move is overlooked"),
        "noise": Option(0.0, 0, 1_000_000, words="how wrong evaluations are at most, in multiples of their spread"),
        "transpositions": Option(True, words="keep values in the table"),
    }
    renamed_options = {"reductions": "selective"}  # noqa: RUF012 - never changed
    uses_table = uses_threads = has_levels = is_whole_to_the_end = True

    def __init__(self, game: Game, settings: SearchSettings) -> None:
        super().__init__(game, settings)
        spread = settings.evaluation.spread
        for thread in self.threads:
            run = thread.run
            run.selective, run.spread = self.option["selective"], spread
            run.threat_limit = self.option["threats"] if has_threats(game.rules) else 0
            run.threat_replies = THREAT_REPLIES
            if settings.evaluation.order is no_order:
                run.static_order = max(1, STATIC_ORDER_WEIGHT // spread)
            run.has_verdicts = settings.evaluation.verdict is not no_verdict
            run.has_candidates = settings.evaluation.candidates is not None
            run.oversight = round(self.option["oversight"] * CERTAIN)
            run.noise = round(self.option["noise"] * spread)
        self._chance = new_generator(settings.seed)

    def iterate(self, position: Position, bounds: Bounds, stop: StopSignal) -> Iterator[Iteration]:
        seed = next_seed(self._chance)
        for thread in self.threads:
            thread.run.noise_seed = seed
        return super().iterate(position, bounds, stop)

    def _plies(self, position: Position) -> int:
        return min(super()._plies(position), int(self.game.rules.function("plies_left")(position.states[0])))
