"""Perfect play near the end: a position in which few plies are left is solved, and not only searched.

The solver says what the position is worth, and names a move that keeps it. The search still says how to win soon and
how to lose late: what it finds within a moment counts where it is as good.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from noughts.board import Game, Position
from noughts.engine.results import Result, Stats
from noughts.engine.score import Score
from noughts.kernel.compiling import Part, collected_parts
from noughts.kernel.contract import MOST_CELLS, plies_left
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.scores import POINT, WON
from noughts.search.base import StopSignal
from noughts.solving.method import method_for
from noughts.solving.positional import PositionalSolver, entries
from noughts.solving.solution import Solution
from noughts.solving.solver import Solver
from noughts.solving.task import SolveSettings
from noughts.system.alarm import after

MOST_PLIES = MOST_CELLS
# With so few cells left, playing images and clearing a larger table take longer than they save.
_SETTINGS = SolveSettings(hash_mb=2.0, symmetry=False)
_MOMENT = 0.05  # seconds, with those of solving, in which the search may find the nearest win
_LEAST_MOMENT = 0.005
_VALUES = {"win": WON, "draw": 0, "loss": -WON}


def is_solvable(game: Game) -> bool:
    """Whether the last plies take but a moment: of sets of cells, or where a game knows who cannot win any more."""
    return (game.is_positional or "cannot_win" in game.rules.functions) and not UNCOMPILED


def is_near_the_end(position: Position) -> bool:
    return is_solvable(position.game) and _plies_left(position) <= MOST_PLIES


def _plies_left(position: Position) -> int:
    return len(position.legal_moves) if position.game.is_positional else int(plies_left(position.states[0]))


def solver_parts(game: Game) -> list[Part]:
    """The parts to compile for the solver."""
    with collected_parts() as parts:
        if game.is_positional:
            entries(game)
        else:
            method_for(game)(game, 0)
    return parts


def solved(position: Position, seconds: float | None, signal: StopSignal) -> Result | None:
    """The value of a position, with a move that keeps it; None if solving takes longer than the seconds."""
    solver = PositionalSolver(position) if position.game.is_positional else Solver(position, _SETTINGS)
    with signal.watched_by(*solver.stop_flags):
        alarm = after(seconds, solver.stop) if seconds is not None else None
        try:
            solver.work()
        finally:
            if alarm is not None:
                alarm.call_off()
    return _result(position, solver.solution())


def _result(position: Position, solution: Solution) -> Result | None:
    if solution.value is None or not solution.bounds.is_known or not solution.best_moves:
        return None
    value = solution.points * POINT if solution.points is not None else _VALUES[solution.value]
    depth, move = _plies_left(position), solution.best_moves[0]
    rate = round(solution.nodes / solution.seconds) if solution.seconds else 0
    stats = Stats(nodes=solution.nodes, depth=depth, time=solution.seconds, nodes_per_second=rate)
    return Result(move, Score(value, position.turn), [move], stats, is_proved=True)


def perfected(known: Result, found: Iterable[Result], signal: StopSignal) -> Iterator[Result]:
    """Results for a position of known value: of a draw the solver's move; else the search's, as soon as it is a mate,
    or after a moment, when it is stopped."""
    yield known
    if not known.score.is_mate:
        return
    alarm = after(max(_LEAST_MOMENT, _MOMENT - known.stats.time), signal.set)
    try:
        yield from _as_good(known, found, signal)
    finally:
        alarm.call_off()


def _as_good(known: Result, found: Iterable[Result], signal: StopSignal) -> Iterator[Result]:
    for result in found:
        if result.score.is_mate and (result.score.value > 0) == (known.score.value > 0):
            yield replace(result, is_proved=True)
            if result.is_proved:
                return
        elif known.score.value < 0:
            yield replace(known, move=result.move, pv=result.pv)  # every move loses: the search's resists
        if signal.is_set:
            return
