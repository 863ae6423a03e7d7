"""The board on the screen: it draws a view, has a cursor, and tells which cell was chosen."""

from collections.abc import Collection
from dataclasses import replace
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from noughts.board import View
from noughts.terminal.drawing import Drawing, Lights
from noughts.terminal.geometry import Layout, fit
from noughts.terminal.themes import PALETTES, Palette


class Board(ScrollView, can_focus=True):
    """A board without rules: the screen that shows it a view decides what a chosen cell means."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move_cursor(-1, 0)", show=False),
        Binding("down", "move_cursor(1, 0)", show=False),
        Binding("left", "move_cursor(0, -1)", show=False),
        Binding("right", "move_cursor(0, 1)", show=False),
        # Ctrl+J is what a terminal makes of Enter while the app is still starting.
        Binding("enter,ctrl+j", "choose('enter')", show=False),
        Binding("space", "choose('space')", show=False),
    ]

    class Chosen(Message):
        """A cell was clicked (`key` is None), or Enter or Space pressed on it."""

        def __init__(self, board: "Board", cell: int, key: str | None) -> None:
            super().__init__()
            self.board, self.cell, self.key = board, cell, key

        @property
        def control(self) -> "Board":
            return self.board

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.view: View | None = None
        self.has_cursor = True
        self.cursor = 0
        self.lights = Lights()
        self._layout_shown: Layout | None = None
        self._drawing: Drawing | None = None
        self._cells_by_place: dict[tuple[int, int], int] = {}

    def show(self, view: View, lights: Lights | None = None, *, has_cursor: bool = True) -> None:
        """Draw a view; the cursor stays where it is, unless its board is closed now or it is another game's board."""
        is_other = self.view is None or (self.view.game, len(self.view.cells)) != (view.game, len(view.cells))
        self.view, self.lights, self.has_cursor = view, lights or Lights(), has_cursor
        self._cells_by_place = {(cell.row, cell.column): index for index, cell in enumerate(view.cells)}
        if is_other:
            self.cursor = self._nearest(
                view.rows // 2, view.columns // 2, {cells[0] for cells in view.clicks.values() if cells}
            )
        self._leave_closed_board(view)
        self.redraw()

    def redraw(self) -> None:
        """Draw again, at the scale that fits the room."""
        if self.view is None or not self.size:
            self._layout_shown = self._drawing = None  # what was drawn of another view is of no use
            return
        layout = fit(self.view, self.container_size.width, self.container_size.height)
        self._layout_shown = layout
        lights = replace(self.lights, cursor=self._cursor_seen())
        self._drawing = Drawing(self.view, layout, self.palette, lights)
        self.virtual_size = Size(layout.outer_width, layout.outer_height)
        self._follow_cursor()
        self.refresh()

    @property
    def palette(self) -> Palette:
        return PALETTES.get(self.app.theme, PALETTES["dark"])

    # The cursor

    def action_move_cursor(self, down: int, right: int) -> None:
        if self.view is None:
            return
        cell = self.view.cells[self.cursor]
        row, column = cell.row + down, cell.column + right
        while 0 <= row < self.view.rows and 0 <= column < self.view.columns:
            if (row, column) in self._cells_by_place:
                self.cursor = self._cells_by_place[row, column]
                break
            row, column = row + down, column + right
        self._redraw_cursor()

    def action_choose(self, key: str) -> None:
        self.post_message(self.Chosen(self, self.cursor, key))

    def _cursor_seen(self) -> int | None:
        return self.cursor if self.has_cursor and self.has_focus else None

    def _redraw_cursor(self) -> None:
        if self._drawing is not None:
            self._drawing = self._drawing.move_cursor(self._cursor_seen())
            self._follow_cursor()
            self.refresh()

    def _leave_closed_board(self, view: View) -> None:
        """Go to the board that is to be played on: across several small boards it is a long way by arrow keys."""
        group = view.cells[self.cursor].group
        open_groups = [other for other in view.groups if other.playable]
        if group is None or not open_groups or view.groups[group].playable:
            return
        here = view.cells[self.cursor]
        nearest = min(open_groups, key=lambda other: abs(other.row - here.row) + abs(other.column - here.column))
        self.cursor = self._nearest(nearest.row + nearest.rows // 2, nearest.column + nearest.columns // 2)

    def _nearest(self, row: int, column: int, among: Collection[int] = ()) -> int:
        """The cell nearest to a place, of all or of those given."""
        return min(
            among or self._cells_by_place.values(),
            key=lambda index: (self._distance(index, row, column), index),
        )

    def _distance(self, index: int, row: int, column: int) -> int:
        assert self.view is not None
        cell = self.view.cells[index]
        return abs(cell.row - row) + abs(cell.column - column)

    def _follow_cursor(self) -> None:
        layout = self._layout_shown
        if self.view is None or layout is None:
            return
        x, y = layout.corner(self.view.cells[self.cursor])
        # The labels' margins cover part of the window: the cell and those beside it must stay in sight.
        width, height = layout.scale.width, layout.scale.height
        around = Region(x - 2 * width, y - height, 5 * width + layout.left_margin, 3 * height + layout.bottom_margin)
        self.scroll_to_region(around, animate=False, force=True)

    # The mouse

    def on_click(self, event: events.Click) -> None:
        cell = self.cell_at(event.x, event.y)
        if cell is not None:
            self.cursor = cell
            self._redraw_cursor()
            self.post_message(self.Chosen(self, cell, None))

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell at a place of the widget."""
        layout = self._layout_shown
        if layout is None:
            return None
        left, top = self._indent()
        across, down = x - left - layout.left_margin, y - top
        if across < 0 or y >= top + min(layout.outer_height, self.size.height) - layout.bottom_margin:
            return None
        place = layout.cell_at(across + self.scroll_offset.x, down + self.scroll_offset.y)
        return None if place is None else self._cells_by_place.get(place)

    def place_of(self, cell: int) -> tuple[int, int]:
        """The middle of a cell in the widget: the inverse of `cell_at`."""
        assert self.view is not None
        assert self._layout_shown is not None
        layout = self._layout_shown
        x, y = layout.corner(self.view.cells[cell])
        left, top = self._indent()
        across = left + layout.left_margin + x + layout.scale.width // 2 - self.scroll_offset.x
        return across, top + y + layout.scale.height // 2 - self.scroll_offset.y

    # Drawing

    def on_resize(self) -> None:
        self.redraw()

    def on_focus(self) -> None:
        self._redraw_cursor()

    def on_blur(self) -> None:
        self._redraw_cursor()

    def render_line(self, y: int) -> Strip:
        layout, drawing, width = self._layout_shown, self._drawing, self.size.width
        background = Style(bgcolor=self.palette.background)
        if layout is None or drawing is None:
            return Strip.blank(width, background)
        left, top = self._indent()
        line = y - top
        shown = min(layout.outer_height, self.size.height)
        if not 0 <= line < shown:
            return Strip.blank(width, background)
        label_style = Style(color=self.palette.faint, bgcolor=self.palette.background)
        if line >= shown - layout.bottom_margin:
            strip, label = self._column_labels(line - shown + layout.bottom_margin, label_style), ""
        else:
            strip, label = drawing.lines[line + self.scroll_offset.y], self._row_label(line + self.scroll_offset.y)
        seen = strip.crop(self.scroll_offset.x, self.scroll_offset.x + width - layout.left_margin - left)
        margin = " " * left + (f"{label:>{layout.left_margin - 1}} " if layout.left_margin else "")
        return Strip.join([_text(margin, label_style), seen]).extend_cell_length(width, background)

    def _indent(self) -> tuple[int, int]:
        """The board stands in the middle of its room."""
        layout = self._layout_shown
        if layout is None:
            return 0, 0
        across, down = self.size.width - layout.outer_width, self.size.height - layout.outer_height
        return max(across // 2, 0), max(down // 2, 0)

    def _row_label(self, line: int) -> str:
        layout = self._layout_shown
        assert layout is not None
        assert self.view is not None
        row = layout.rows.cell_at(line)
        if not self.view.row_labels or row is None or line != layout.rows.starts[row] + (layout.scale.height - 1) // 2:
            return ""
        return self.view.row_labels[row]

    def _column_labels(self, line: int, style: Style) -> Strip:
        layout = self._layout_shown
        assert layout is not None
        assert self.view is not None
        characters = [" "] * layout.width
        shift = layout.slant * (self.view.rows - 1)
        for label, start in zip(self.view.column_labels, (shift + at for at in layout.columns.starts), strict=True):
            text = label[line : line + 1] if layout.is_upright else label
            begin = start + (layout.scale.width - len(text)) // 2
            characters[begin : begin + len(text)] = text
        return _text("".join(characters), style)


def _text(text: str, style: Style) -> Strip:
    return Strip([Segment(text, style)], len(text))
