"""Playing: who sits at the board, and the game between them."""

from noughts.play.seats import Seat, check_seat, in_order, label, player_labels, seat
from noughts.play.session import NotNowError, Session, Thought
from noughts.play.setup import Setup, has_stones, obstacles_text, seats_of, side_in, size_words, sized
from noughts.play.table import Table

__all__ = [
    "NotNowError",
    "Seat",
    "Session",
    "Setup",
    "Table",
    "Thought",
    "check_seat",
    "has_stones",
    "in_order",
    "label",
    "obstacles_text",
    "player_labels",
    "seat",
    "seats_of",
    "side_in",
    "size_words",
    "sized",
]
