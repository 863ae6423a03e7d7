"""Friends play without an engine: the position that their game stands at is analysed for neither of them, and no other
game begins there.

One who puts a later or a mirrored position to the engine is not found out, nor one who asks an engine elsewhere.
"""

from noughts.board import Position
from noughts.play import NotNowError
from noughts.registry import name_of
from noughts.store import Store


def is_being_played(position: Position, visitor: str, store: Store) -> bool:
    """Whether a game that the visitor plays with a friend stands at the position. The start is everybody's."""
    numbers = store.friends.under_way_in(name_of(position.game), visitor)
    kept = (store.load(number, visitor) for number in numbers)
    return any(game.ply and game.record.replay() == position for game in kept)


def check_is_not_being_played(position: Position, visitor: str, store: Store) -> None:
    if is_being_played(position, visitor, store):
        raise NotNowError("you play this position with a friend: no engine helps before that game is over")
