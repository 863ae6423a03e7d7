"""Playing: who sits at the board, and the game between them."""

from noughts.play.seats import Seat, check_seat, label, player_labels, seat
from noughts.play.session import NotNowError, Session, Thought
from noughts.play.setup import Setup, has_stones, obstacles_text, side_in, size_words, sized

__all__ = [
    "NotNowError",
    "Seat",
    "Session",
    "Setup",
    "Thought",
    "check_seat",
    "has_stones",
    "label",
    "obstacles_text",
    "player_labels",
    "seat",
    "side_in",
    "size_words",
    "sized",
]
