"""Strategy stealing: where an additional stone never hurts, who moves first on a board without stones does not lose.

If the second player had a winning strategy, the first could put a stone anywhere and then follow it as if second: the
additional stone is never in the way, and where the strategy asks for its cell another one does as well.

Where exactly k in a row win it may be in the way, as it can make a line too long: nothing is claimed there.
"""

from noughts.board import EMPTY, OBSTACLE, Position
from noughts.games.mnk import Mnk


def mover_does_not_lose(position: Position) -> bool:
    """Whether the argument holds: k or more in a row win, no stone on the board, obstacles or not."""
    game = position.game
    if not isinstance(game, Mnk) or game.misere or game.exact:
        return False
    return not set(game.contents(position.states[0])) - {EMPTY, OBSTACLE}
