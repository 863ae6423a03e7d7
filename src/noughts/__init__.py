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
    from noughts.analysis import Analysis
    from noughts.board import Game, Move, Outcome, Position, Symmetry
    from noughts.engine import Engine
    from noughts.limit import Limit
    from noughts.parallel_analysis import analyse_many
    from noughts.registry import game
    from noughts.results import Result, Stats
    from noughts.score import Score
    from noughts.solving.solution import Solution
    from noughts.solving.watching import solve

__version__ = "0.1.0"
__all__ = [
    "Analysis",
    "Engine",
    "Game",
    "Limit",
    "Move",
    "NoughtsError",
    "Outcome",
    "Position",
    "Result",
    "Score",
    "Solution",
    "Stats",
    "Symmetry",
    "analyse_many",
    "game",
    "solve",
]

_HOMES = {
    "Analysis": "noughts.analysis",
    "Engine": "noughts.engine",
    "Game": "noughts.board",
    "Limit": "noughts.limit",
    "Move": "noughts.board",
    "Outcome": "noughts.board",
    "Position": "noughts.board",
    "Result": "noughts.results",
    "Score": "noughts.score",
    "Solution": "noughts.solving.solution",
    "Stats": "noughts.results",
    "Symmetry": "noughts.board",
    "analyse_many": "noughts.parallel_analysis",
    "game": "noughts.registry",
    "solve": "noughts.solving.watching",
}


def __getattr__(name: str) -> Any:
    """Import on first use: `noughts --help` must not wait for Numba."""
    if name not in _HOMES:
        raise AttributeError(f"module 'noughts' has no attribute {name!r}")
    import importlib

    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
