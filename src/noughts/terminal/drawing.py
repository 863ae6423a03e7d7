"""A view as coloured characters, at a layout's scale."""

import functools
from collections.abc import Collection
from dataclasses import dataclass, replace

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from noughts.board import EMPTY, OBSTACLE, Cell, View
from noughts.terminal.geometry import Frame, Layout
from noughts.terminal.mark_pictures import picture
from noughts.terminal.themes import Palette

# Box-drawing characters by the weight (none, light, heavy) of their arms: up × 27 + right × 9 + down × 3 + left.
_BOX = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
_UP, _RIGHT, _DOWN, _LEFT = 27, 9, 3, 1
_LIGHT, _HEAVY = 1, 2


@dataclass(frozen=True, slots=True)
class Lights:
    """Highlights besides the view's: the cursor, clicked cells and where they may go, a hint."""

    cursor: int | None = None
    selected: tuple[int, ...] = ()
    destinations: Collection[int] = ()
    hint: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Look:
    """How a cell is lit, with signs that need no colours: around one character, and at a tile's corners."""

    background: str
    ink: str | None = None  # None: the mark's own colour
    around: str = "  "
    corners: str = "    "


class Drawing:
    """The board's lines, without labels."""

    def __init__(self, view: View, layout: Layout, palette: Palette, lights: Lights) -> None:
        self._view, self._layout, self._palette, self._lights = view, layout, palette, lights
        self._canvas = _Canvas(layout.width, layout.height, _style(palette.text, palette.background))
        _draw_frames(self._canvas, view, layout, palette)
        for index in range(len(view.cells)):
            self._draw(index)
        # Signs around neighbouring cells share a place at the smallest scale: highlights are drawn last.
        if layout.scale.space:
            for index in (*view.last, *view.winning, *lights.selected, *lights.hint):
                self._draw(index)
            if lights.cursor is not None:
                self._draw(lights.cursor)
        self.lines = [self._canvas.strip(y) for y in range(layout.height)]

    def move_cursor(self, cursor: int | None) -> "Drawing":
        """The same with the cursor elsewhere; only two cells are drawn again, so that keys are answered at once."""
        lights = replace(self._lights, cursor=cursor)
        if self._layout.scale.space:
            return Drawing(self._view, self._layout, self._palette, lights)
        changed = [index for index in (self._lights.cursor, cursor) if index is not None]
        self._lights = lights
        for index in changed:
            self._draw(index)
            _, top = self._layout.corner(self._view.cells[index])
            for y in range(top, top + self._layout.scale.height):
                self.lines[y] = self._canvas.strip(y)
        return self

    def _draw(self, index: int) -> None:
        cell = self._view.cells[index]
        _draw_cell(self._canvas, self._view, self._layout, self._palette, self._lights, index, cell)


class _Canvas:
    def __init__(self, width: int, height: int, style: Style) -> None:
        self.characters = [[" "] * width for _ in range(height)]
        self.styles = [[style] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> None:
        for offset, character in enumerate(text):
            self.characters[y][x + offset] = character
            self.styles[y][x + offset] = style

    def strip(self, y: int) -> Strip:
        return _strip(self.characters[y], self.styles[y])


def _strip(characters: list[str], styles: list[Style]) -> Strip:
    segments = []
    begin = 0
    for end in range(1, len(styles) + 1):
        if end == len(styles) or styles[end] is not styles[begin]:
            segments.append(Segment("".join(characters[begin:end]), styles[begin]))
            begin = end
    return Strip(segments, len(characters))


@functools.cache
def _style(color: str, background: str, bold: bool = False) -> Style:
    return Style(color=color, bgcolor=background, bold=bold)


def _draw_frames(canvas: _Canvas, view: View, layout: Layout, palette: Palette) -> None:
    """Light lines, heavy ones around boards that may be played on; a won board has its winner's mark on top."""
    weights: dict[tuple[int, int, int], int] = {}
    parents = {group.parent for group in view.groups}
    # Heavy frames come last, over the lines that they share with others.
    for frame in sorted(layout.frames, key=lambda frame: view.groups[frame.group].playable):
        weight = _HEAVY if view.groups[frame.group].playable else _LIGHT
        for x, y, arm in _arms(frame):
            weights[x, y, arm] = max(weight, weights.get((x, y, arm), 0))
    places: dict[tuple[int, int], int] = {}
    heavy = set()
    for (x, y, arm), weight in weights.items():
        places[x, y] = places.get((x, y), 0) + arm * weight
        if weight == _HEAVY:
            heavy.add((x, y))
    light_style = _style(palette.frame, palette.background)
    heavy_style = _style(palette.playable, palette.background, True)
    for (x, y), arms in places.items():
        canvas.put(x, y, _BOX[arms], heavy_style if (x, y) in heavy else light_style)
    for frame in layout.frames:
        owner = view.groups[frame.group].owner
        if owner != EMPTY and frame.group not in parents:
            middle = (frame.left + frame.right) // 2
            canvas.put(middle - 1, frame.top, f" {owner} ", _style(palette.mark(owner), palette.background, True))


def _arms(frame: Frame) -> list[tuple[int, int, int]]:
    arms = []
    for x in range(frame.left, frame.right):
        for y in (frame.top, frame.bottom):
            arms += [(x, y, _RIGHT), (x + 1, y, _LEFT)]
    for y in range(frame.top, frame.bottom):
        for x in (frame.left, frame.right):
            arms += [(x, y, _DOWN), (x, y + 1, _UP)]
    return arms


def _draw_cell(
    canvas: _Canvas, view: View, layout: Layout, palette: Palette, lights: Lights, index: int, cell: Cell
) -> None:
    x, y = layout.corner(cell)
    scale = layout.scale
    look = _look(view, palette, lights, index, cell)
    sign_style = _style(look.ink or palette.text, look.background, True)
    if cell.content == OBSTACLE:
        ink = _style(look.ink or palette.obstacle, look.background)
        for row in range(scale.height):
            canvas.put(x, y + row, "█" * scale.width, ink)
        if scale.space or look.around.strip():
            _put_around(canvas, layout, x, y, look, sign_style)
        return
    lines: tuple[str, ...]
    if cell.content in view.marks:
        lines, ink = (
            picture(cell.content, scale.height),
            _style(look.ink or palette.mark(cell.content), look.background, True),
        )
    elif cell.content != EMPTY:  # a character of the game's own
        lines = tuple(cell.content if row == (scale.height - 1) // 2 else "" for row in range(scale.height))
        ink = sign_style
    else:
        lines, ink = _empty(view, lights, index, scale.height), _style(look.ink or palette.faint, look.background)
        if view.has_lines and lines[(scale.height - 1) // 2].strip() in ("", "·"):
            lines = _crossing(view, cell, scale.width, scale.height)
    for row in range(scale.height):
        canvas.put(x, y + row, lines[row].center(scale.width), ink)
    if scale.height == 1:
        _put_around(canvas, layout, x, y, look, sign_style)
    elif look.corners.strip():
        right, bottom = x + scale.width - 1, y + scale.height - 1
        for place, sign in zip([(x, y), (right, y), (x, bottom), (right, bottom)], look.corners, strict=True):
            canvas.put(*place, sign, sign_style)


def _put_around(canvas: _Canvas, layout: Layout, x: int, y: int, look: _Look, style: Style) -> None:
    if layout.scale.height > 1:
        return
    width, space = layout.scale.width, layout.scale.space
    for place, sign in ((x - space, look.around[0]), (x + width - 1 + space, look.around[1])):
        # In the shared space of the smallest scale, no sign leaves the neighbour's in place.
        if sign != " " or not space or canvas.characters[y][place] == " ":
            canvas.put(place, y, sign, style)


def _empty(view: View, lights: Lights, index: int, height: int) -> tuple[str, ...]:
    """An empty cell: its name, or a dot where a move may go; a larger one where the selected piece may."""
    sign = " "
    if index in lights.destinations:
        sign = "●"
    elif index in lights.hint:
        sign = "◆"
    elif view.has_names_on_cells:
        sign = view.cells[index].name
    elif not lights.selected and _is_first_click(view, index):
        sign = "·"
    middle = (height - 1) // 2
    return tuple(sign if row == middle else "" for row in range(height))


def _crossing(view: View, cell: Cell, width: int, height: int) -> tuple[str, ...]:
    """Lines that cross in the middle of a cell, and end there at the edge of the board."""
    left, right = cell.column > 0, cell.column < view.columns - 1
    up, down = cell.row > 0, cell.row < view.rows - 1
    middle = (width - 1) // 2
    sign = _BOX[_UP * up + _RIGHT * right + _DOWN * down + _LEFT * left]
    across = ("─" if left else " ") * middle + sign + ("─" if right else " ") * (width - middle - 1)
    above, below = (" " * middle + ("│" if is_there else " ") + " " * (width - middle - 1) for is_there in (up, down))
    return (*[above] * ((height - 1) // 2), across, *[below] * (height // 2))


def _is_first_click(view: View, index: int) -> bool:
    return index in _first_clicks(tuple(view.clicks.values()))


@functools.lru_cache(maxsize=4)
def _first_clicks(clicks: tuple[tuple[int, ...], ...]) -> frozenset[int]:
    return frozenset(cells[0] for cells in clicks if cells)


def _look(view: View, palette: Palette, lights: Lights, index: int, cell: Cell) -> _Look:
    background = _tile(view, palette, cell)
    if index == lights.cursor:
        return _Look(palette.cursor, palette.on_cursor, "▸◂", "┏┓┗┛")
    if index in view.winning:
        return _Look(palette.winning, palette.on_winning, "**", "****")
    if index in lights.selected:
        return _Look(palette.selected, None, "()", "╭╮╰╯")
    if index in lights.destinations:
        return _Look(palette.selected, palette.text)
    if index in lights.hint:
        return _Look(palette.hint, palette.text, "{}", "╔╗╚╝")
    if index in view.last:
        return _Look(palette.last, None, "[]", "┌┐└┘")
    return _Look(background)


def _tile(view: View, palette: Palette, cell: Cell) -> str:
    shade = 0 if view.has_lines else (cell.row + cell.column) % 2
    if cell.group is None:
        return palette.tiles[shade]
    group = view.groups[cell.group]
    if group.owner != EMPTY:
        return palette.tint(group.owner)
    return (palette.tiles if group.playable else palette.quiet_tiles)[shade]
