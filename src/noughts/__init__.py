"""Noughts: the engine, arena, laboratory and playground for the tic-tac-toe family.

>>> import noughts
>>> position = noughts.game("ultimate").start()
>>> position.push("5.3")
>>> print(position.turn, len(position.legal_moves))
1 9
"""

from typing import TYPE_CHECKING, Any

from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.arena.contests import Match, Tournament, match, tournament
    from noughts.board import Game, Move, Outcome, Position, Symmetry
    from noughts.engine.analysis import Analysis
    from noughts.engine.engine import Engine
    from noughts.engine.limit import Limit
    from noughts.engine.parallel_analysis import analyse_many
    from noughts.engine.results import Result, Stats
    from noughts.engine.score import Score
    from noughts.engine.solve import solve
    from noughts.records import Record, load_records, save_records
    from noughts.registry import game
    from noughts.solving.solution import Solution

__version__ = "0.1.0"
__all__ = [
    "Analysis",
    "Engine",
    "Game",
    "Limit",
    "Match",
    "Move",
    "NoughtsError",
    "Outcome",
    "Position",
    "Record",
    "Result",
    "Score",
    "Solution",
    "Stats",
    "Symmetry",
    "Tournament",
    "analyse_many",
    "game",
    "load_records",
    "match",
    "save_records",
    "solve",
    "tournament",
]

_HOMES = {
    "Analysis": "noughts.engine.analysis",
    "Engine": "noughts.engine.engine",
    "Game": "noughts.board",
    "Limit": "noughts.engine.limit",
    "Match": "noughts.arena.contests",
    "Move": "noughts.board",
    "Outcome": "noughts.board",
    "Position": "noughts.board",
    "Record": "noughts.records",
    "Result": "noughts.engine.results",
    "Score": "noughts.engine.score",
    "Solution": "noughts.solving.solution",
    "Stats": "noughts.engine.results",
    "Symmetry": "noughts.board",
    "Tournament": "noughts.arena.contests",
    "analyse_many": "noughts.engine.parallel_analysis",
    "game": "noughts.registry",
    "load_records": "noughts.records",
    "match": "noughts.arena.contests",
    "save_records": "noughts.records",
    "solve": "noughts.engine.solve",
    "tournament": "noughts.arena.contests",
}


def __dir__() -> list[str]:
    """What `dir`, `help` and completion list: also what has not been imported yet."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


def __getattr__(name: str) -> Any:
    """Import on first use: `noughts --help` must not wait for Numba."""
    if name not in _HOMES:
        raise AttributeError(f"module 'noughts' has no attribute {name!r}")
    import importlib

    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
