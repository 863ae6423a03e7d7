"""Report 003's figure 1: "the X-Rudder board, with a winning X by Player 2 and a crossed X by Player 1"."""

from noughts.board import MARKS, symbols_of
from noughts.board.svg import draw_svg
from noughts.registry import game as find_game

# Player 1's X around d7 is crossed by c7 and e7; of player 2's around i4 only one side, j4, is held.
POSITION = "12/12/2X.X7/2OXO7/2X.X7/7O.O2/8OX2/7O.O2/5X6/12 X 8 8 30"


def draw_figure_1() -> str:
    """The drawing, as SVG that stands alone."""
    view = find_game("xrudder").position(POSITION).view()
    return draw_svg(view.marked(symbols_of(MARKS, "squares")))
