"""The module of a game: rules, look, and the strong search with the game's evaluation.

A module is made for a record type: all that a size or a variant needs lies in the state, and weights are sent apart. So
it has buffers for the largest game of its type (`Game.largest`), and serves every one.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game
from noughts.browser.module import PARAMETER, Export, Module, build
from noughts.errors import NoughtsError
from noughts.kernel.chance import next_seed, start
from noughts.kernel.compiling import collected_parts, compiled
from noughts.kernel.contract import MOST_CELLS, States, plies_left
from noughts.kernel.evaluation import INTERFACES, Evaluation
from noughts.kernel.intrinsics import int64
from noughts.kernel.lean import is_used
from noughts.kernel.looking import Layout, Sizes, look
from noughts.kernel.outside import checked_candidates
from noughts.kernel.stepping import step
from noughts.kernel.table import AGES
from noughts.registry import fitting_evaluation
from noughts.search.base import SearchSettings
from noughts.search.deepening import MAX_DEPTH
from noughts.search.iteration import Driver, new_driver
from noughts.search.noughts import Noughts, NoughtsWorker
from noughts.search.threats import has_threats, threat_worker, threats
from noughts.search.worker import COUNTERS
from noughts.solving import positional

Generator: TypeAlias = NDArray[np.uint64]

HASH_MB = 16.0
MOST_LINES = 225  # as many as a visitor may ask the server for
_SOLVER = "solver_"
MOST_MEMORY = 1 << 28  # bytes: a game's file may state any number of plies


@dataclass(frozen=True)
class EngineModule:
    """A module, and what JavaScript must know of its memory, ready for JSON."""

    code: bytes
    description: dict[str, Any]


def why_not() -> str | None:
    """Why no game can become a module here, None if games can."""
    if is_used():
        return None
    return "games become WebAssembly by the version of Numba that Noughts asks for alone, without NOUGHTS_PLAIN_NUMBA"


@compiled
def plies_left_at(states: States, ply: int) -> int:
    return plies_left(states[ply])


@compiled
def start_chance(error: Generator, seed: NDArray[np.uint64]) -> int:
    """Begin the generator of errors with the seed."""
    start(error, seed[0])
    return int64(0)


@compiled
def misjudge(error: Generator, run: NDArray[np.record]) -> int:
    """Have the next search misjudge and overlook in another way."""
    run[0].noise_seed = next_seed(error)
    return int64(0)


def make_module(game: Game) -> EngineModule:
    """Make the module of a game's record type. The process must have compiled nothing for itself before."""
    if reason := why_not():
        raise NoughtsError(reason)
    game = game.largest
    evaluation = fitting_evaluation(game, None)
    search = _search(game, evaluation)
    driver = new_driver(game.move_codes, len(search.worker.states), MOST_LINES)
    line, legal = game.new_states(game.max_plies + 2), game.new_moves()
    if line.nbytes + search.worker.moves.nbytes > MOST_MEMORY:
        raise NoughtsError(f"{game.name} may last {game.max_plies} plies: too many for the memory of a page")
    cells = max(game.move_codes, len(game.cells))  # a move may be a column, and the largest game has codes alone
    sizes = Sizes(cells, len(game.frames), len(game.group_rows), len(game.counted), game.move_codes)
    out = np.zeros(Layout.of(sizes).length, np.int64)
    error, seed = np.zeros((2, 1), np.uint64)
    exports = [
        Export("iterate", Noughts.iteration, {"search": search, "driver": driver, "depth": PARAMETER}),
        Export("step", step, {"line": line, "ply": PARAMETER, "move": PARAMETER, "legal": legal, "count": PARAMETER}),
        Export("look", look, {"line": line, "ply": PARAMETER, "sizes": np.zeros(len(sizes), np.int64), "out": out}),
        Export("plies_left", plies_left_at, {"line": line, "ply": PARAMETER}),
        Export("start_chance", start_chance, {"error": error, "seed": seed}),
        Export("misjudge", misjudge, {"error": error, "run": search.worker.run}),
        *(_solver(line) if solves(game) else ()),
    ]
    module = build(exports, _addresses(game, evaluation, search))
    return EngineModule(module.code, _description(game, module, search, driver))


def solves(game: Game) -> bool:
    """Whether a page solves the last cells of a game: where the rules tell it as sets of cells."""
    return "lines_left" in game.rules.functions


def _solver(line: States) -> list[Export]:
    cells = positional.new_cell_game()
    return [
        Export("tell", positional.tell, {"line": line, "ply": PARAMETER, "cells": cells}, prefix=_SOLVER),
        Export("solve", positional.solve, {"cells": cells, "mover": PARAMETER, "count": PARAMETER}, prefix=_SOLVER),
    ]


def _search(game: Game, evaluation: Evaluation) -> NoughtsWorker:
    """The search's working memory: only its sizes and types count here."""
    with collected_parts():
        made = Noughts(game, SearchSettings(evaluation, HASH_MB))
        arguments: NoughtsWorker = made.threads[0].arguments
        return arguments
    raise NoughtsError(f"{evaluation.name} has learned nothing of {game.name} yet")


def _addresses(game: Game, evaluation: Evaluation, search: NoughtsWorker) -> dict[str, tuple[Any, Any]]:
    """The functions that the search calls by address, by the names of its fields."""
    from numba import int64 as i64
    from numba import typeof

    found: dict[str, tuple[Any, Any]] = {}
    for name, function in evaluation.functions_for(game.rules).items():
        called = checked_candidates(function) if name == "candidates" else function
        if called is not None and called is not INTERFACES[name].left_out:
            found["evaluate" if name == "value" else name] = called, INTERFACES[name].signature(game.rules)
    if has_threats(game.rules):
        found["threats"] = threats, i64(typeof(threat_worker(search.worker, search.picker.candidates)), i64)
    return found


def _description(game: Game, module: Module, search: NoughtsWorker, driver: Driver) -> dict[str, Any]:
    return {
        "places": module.places,
        "bytes": module.sizes,
        "ones": module.ones,
        "stack_top": module.stack_top,
        "pages": module.pages,
        "record": game.rules.dtype.itemsize,
        "line_length": driver.lines.shape[1],
        "most_lines": MOST_LINES,
        "most_depth": MAX_DEPTH,
        "ages": AGES,
        "run": list(search.worker.run.dtype.names or ()),
        "progress": list(driver.progress.dtype.names or ()),
        "counters": list(COUNTERS),
        "most_cells": MOST_CELLS if solves(game) else 0,
        "solver_run": list(positional.RUN_FIELDS),
    }
