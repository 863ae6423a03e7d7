"""Playing: who sits at the board, and the game between them."""

from noughts.play.seats import Seat, check_seat, in_order, label, player_labels, seat
from noughts.play.session import NotNowError, Session, Thought
from noughts.play.setup import Setup, obstacles_text, size_words, sized

__all__ = [
    "NotNowError",
    "Seat",
    "Session",
    "Setup",
    "Thought",
    "check_seat",
    "in_order",
    "label",
    "obstacles_text",
    "player_labels",
    "seat",
    "size_words",
    "sized",
]
