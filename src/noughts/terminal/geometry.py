"""The layout of a board: cells, frames and labels, at the largest scale that fits the room.

A board is drawn in characters, about twice as high as they are wide. Frames of neighbouring small boards share a line;
a board around small boards has its own frame where there is room, and its small boards' outer lines otherwise:

    ┌───────┬───────┬───────┐ ┌───────┬──
    │ . . . │ . . . │ . . . │ │ . . . │       the smallest scale, cells of one character with a space around
    │ . . . │ . . . │ . . . │ │ . . . │
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from noughts.board import HEXAGONS, Cell, View

_LARGEST = 9  # rows of a cell


@dataclass(frozen=True, slots=True)
class Scale:
    """Width and height of a cell, and the space around it."""

    width: int
    height: int
    space: int = 0
    frames_within_frames: bool = False


def scales() -> Iterator[Scale]:
    """Scales from the largest to the smallest."""
    sizes = [(2 * height + 1, height) for height in range(_LARGEST, 2, -1)] + [(4, 2), (3, 1)]
    for width, height in sizes:
        yield Scale(width, height, frames_within_frames=True)
        yield Scale(width, height)
    yield Scale(1, 1, space=1)


class Axis:
    """One direction: where cells begin, and where the lines before and after groups run."""

    def __init__(self, count: int, size: int, space: int, spans: Sequence[tuple[int, int, int]], nests: bool) -> None:
        """`spans` are first cell, number of cells and depth of the groups; `nests`: each depth has lines of its own."""
        self.size, self.space = size, space
        self.starts: list[int] = []
        self.opening: dict[tuple[int, int], int] = {}  # by first cell and depth
        self.closing: dict[tuple[int, int], int] = {}  # by the cell after the last, and depth
        deepest = max((depth for _, _, depth in spans), default=0)
        at = 0
        for edge in range(count + 1):
            ends = {depth for first, length, depth in spans if first + length == edge}
            begins = {depth for first, _, depth in spans if first == edge}
            if ends and begins and min(ends | begins) == deepest:
                self.closing[edge, deepest] = self.opening[edge, deepest] = at
                at += 1
            else:
                for depth in sorted(ends, reverse=True):
                    self.closing[edge, depth] = at
                    at += nests
                at += bool(ends) and not nests
                at += bool(ends and begins)
                for depth in sorted(begins):
                    self.opening[edge, depth] = at
                    at += nests
                at += bool(begins) and not nests
            if edge < count:
                at += space if begins or edge == 0 else 0
                self.starts.append(at)
                at += size + space
        self.length = at

    def cell_at(self, place: int) -> int | None:
        """The cell there; the space after a cell is its own."""
        for index, start in enumerate(self.starts):
            if start <= place < start + self.size + self.space:
                return index
        return None


@dataclass(frozen=True, slots=True)
class Frame:
    """The lines around a group, in characters."""

    group: int
    left: int
    top: int
    right: int
    bottom: int


class Layout:
    """A view's board at a scale. Labels stand in a margin on the left and below, beside what may scroll."""

    def __init__(self, view: View, scale: Scale) -> None:
        self.scale = scale
        depths = [_depth(view, index) for index in range(len(view.groups))]
        across = [(group.column, group.columns, depth) for group, depth in zip(view.groups, depths, strict=True)]
        down = [(group.row, group.rows, depth) for group, depth in zip(view.groups, depths, strict=True)]
        self.columns = Axis(view.columns, scale.width, scale.space, across, scale.frames_within_frames)
        self.rows = Axis(view.rows, scale.height, 0, down, scale.frames_within_frames)
        self.frames = [
            Frame(
                index,
                self.columns.opening[group.column, depth],
                self.rows.opening[group.row, depth],
                self.columns.closing[group.column + group.columns, depth],
                self.rows.closing[group.row + group.rows, depth],
            )
            for index, (group, depth) in enumerate(zip(view.groups, depths, strict=True))
        ]
        # Of hexagons each row begins half a cell further to the right.
        self.slant = (scale.width + scale.space) // 2 if view.layout == HEXAGONS else 0
        self.width, self.height = self.columns.length + self.slant * (view.rows - 1), self.rows.length
        self.left_margin = max(map(len, view.row_labels), default=-1) + 1
        longest = max(map(len, view.column_labels), default=0)
        # Names that would run into each other stand upright.
        self.is_upright = longest >= scale.width + scale.space
        self.bottom_margin = longest if self.is_upright else min(longest, 1)

    @property
    def outer_width(self) -> int:
        return self.left_margin + self.width

    @property
    def outer_height(self) -> int:
        return self.height + self.bottom_margin

    def corner(self, cell: Cell) -> tuple[int, int]:
        """The top left corner of a cell, from the left and from the top."""
        return self.columns.starts[cell.column] + self.slant * cell.row, self.rows.starts[cell.row]

    def cell_at(self, x: int, y: int) -> tuple[int, int] | None:
        """Row and column of the cell there."""
        row = self.rows.cell_at(y)
        column = None if row is None else self.columns.cell_at(x - self.slant * row)
        return None if row is None or column is None else (row, column)


def fit(view: View, width: int, height: int) -> Layout:
    """The largest layout that fits; if none does, the smallest, to be scrolled."""
    layout = None
    for scale in scales():
        layout = Layout(view, scale)
        if layout.outer_width <= width and layout.outer_height <= height:
            break
    assert layout is not None
    return layout


def _depth(view: View, index: int) -> int:
    parent = view.groups[index].parent
    return 0 if parent is None else 1 + _depth(view, parent)
