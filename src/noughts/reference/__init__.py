"""The rules of every game a second time, as plainly as they can be said.

Lists, sets of coordinates and loops, no bitboards and no tables, everything found anew from the marks whenever it is
asked: slow, and different in kind from the fast rules, so that a comparison of the two finds the errors of either. It
imports nothing of the rest of the package.

>>> board = game("nineboard").start().play("5.3")
>>> board.turn, len(board.legal_moves()), board.legal_moves()[0]
(1, 9, '3.1')
"""

from .contract import Board, ReferenceGame
from .mnk import mnk_game
from .nineboard import NineboardGame
from .ultimate import UltimateGame
from .xrudder import XrudderGame
from .xtreme import XtremeGame

__all__ = ["Board", "ReferenceGame", "game"]

NAMED_GAMES: dict[str, ReferenceGame] = {
    "nineboard": NineboardGame(),
    "nineboard-fulldraw": NineboardGame(full_draw=True),
    "ultimate": UltimateGame(),
    "ultimate-playon": UltimateGame(play_on=True),
    "ultimate-count": UltimateGame(count=True),
    "xtreme": XtremeGame(),
    "xrudder": XrudderGame(),
}


def game(name: str) -> ReferenceGame:
    """The game of this name; ValueError if there is none."""
    found = NAMED_GAMES.get(name) or mnk_game(name)
    if found is None:
        known = ", ".join(NAMED_GAMES)
        raise ValueError(f"there is no game {name!r}: it must be tictactoe, 4x5x4, misere-3x3x3 (any sizes) or {known}")
    return found
