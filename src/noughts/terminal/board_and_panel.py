"""Board and panel, and how they share the room: side by side, or in a narrow terminal one above the other."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Container

from noughts.board import View
from noughts.terminal.board import Board
from noughts.terminal.drawing import Lights
from noughts.terminal.geometry import fit
from noughts.terminal.panel import CONDENSED_HEIGHT, Panel, Shown

_GREATEST_WIDTH = 46  # of the panel
_WIDE = 80  # columns, from which on the panel stands beside any board that leaves it room there


class BoardAndPanel(Container):
    def __init__(self, shown: Callable[[], Shown], lights: Callable[[], Lights], *, id: str) -> None:
        """Both are asked each time: a new size shows the game as it stands then."""
        super().__init__(id=id)
        self._shown, self._lights = shown, lights

    def compose(self) -> ComposeResult:
        yield Board(id="board")
        yield Panel(id="panel")

    def show(self) -> None:
        if self.size:  # else it is drawn once it has a size
            self._arrange()
            self._redraw()

    def on_resize(self) -> None:
        self._arrange()
        self.call_after_refresh(self._redraw)

    def _redraw(self) -> None:
        shown = self._shown()
        session = shown.session
        has_cursor = session.outcome is None and bool(session.people)
        self.query_one(Board).show(shown.view, self._lights(), has_cursor=has_cursor)
        self.query_one(Panel).show(shown)

    def _arrange(self) -> None:
        panel = self.query_one(Panel)
        width = _width_beside(self._shown().view, self.size.width, self.size.height)
        for part in (self, panel):
            part.set_class(width is None, "below")
        panel.styles.width = width or "1fr"
        panel.styles.height = "1fr" if width else CONDENSED_HEIGHT


def _width_beside(view: View, width: int, height: int) -> int | None:
    """The width of the panel beside the board; None if it stands below, as in a narrow terminal leaves more room."""
    least = min(max(width // 7, 24), 32)
    beside = _room(view, width - least, height)
    below = _room(view, width, height - CONDENSED_HEIGHT)
    if below > beside and not (beside[0] and width >= _WIDE):
        return None
    spare = width - fit(view, width - least, height).outer_width - 2
    return max(least, min(_GREATEST_WIDTH, spare))


def _room(view: View, width: int, height: int) -> tuple[bool, int]:
    """Whether the whole board fits into that room; then how large its cells are, else how much of it is seen."""
    if width <= 0 or height <= 0:
        return False, 0
    layout = fit(view, width, height)
    if layout.outer_width <= width and layout.outer_height <= height:
        return True, layout.scale.width * layout.scale.height
    return False, min(layout.outer_width, width) * min(layout.outer_height, height)
