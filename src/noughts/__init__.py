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
    from noughts.board.game import Game, Move, Outcome
    from noughts.board.position import Position
    from noughts.registry import game

__version__ = "0.1.0"
__all__ = ["Game", "Move", "NoughtsError", "Outcome", "Position", "game"]

_HOMES = {
    "Game": "noughts.board.game",
    "Move": "noughts.board.game",
    "Outcome": "noughts.board.game",
    "Position": "noughts.board.position",
    "game": "noughts.registry",
}


def __getattr__(name: str) -> Any:
    """Import on first use: `noughts --help` must not wait for Numba."""
    if name not in _HOMES:
        raise AttributeError(f"module 'noughts' has no attribute {name!r}")
    import importlib

    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
