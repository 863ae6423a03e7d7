"""A view as SVG, for notebooks and documents."""

import math

from noughts.board.view import DRAWN, EMPTY, HEXAGONS, OBSTACLE, SYMBOLS, Cell, Group, View, X

_SIZE = 40
_HALF = _SIZE / 2
_ROW = _SIZE * math.sqrt(3) / 2  # from one row of hexagons to the next
_RADIUS = _SIZE / math.sqrt(3)  # of a hexagon
_PLAYERS = ("#c2410c", "#1d4ed8")
_COLOURS = {mark: colour for marks in SYMBOLS.values() for mark, colour in zip(marks, _PLAYERS, strict=True)}
_FULL, _HOLLOW = SYMBOLS["squares"]
_BLACK, _WHITE = SYMBOLS["stones"]
_INK, _WOOD, _LINES = "#1e293b", "#f0d9a8", "#7c5c2a"
_CENTRED = 'text-anchor="middle" dy="0.35em"'  # not every renderer knows `dominant-baseline`


def draw_svg(view: View) -> str:
    """A drawing that stands alone: board, frames, marks, last move and winning cells."""
    is_slanted = view.layout == HEXAGONS
    left = _SIZE if view.row_labels else _SIZE // 4
    width = left + view.columns * _SIZE + _SIZE // 4 + (view.rows - 1) * _SIZE // 2 * is_slanted
    inner = view.rows * _SIZE if not is_slanted else math.ceil((view.rows - 1) * _ROW + 2 * _RADIUS)
    height = inner + _SIZE // 4 + (_SIZE if view.column_labels else _SIZE // 4)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" font-family="sans-serif" font-size="14">',
        f"<title>{_escape(view.title)}: {_escape(view.status)}</title>",
        f'<g transform="translate({left},{_SIZE // 4})">',
    ]
    if view.has_lines:
        parts.append(_board_of_lines(view))
    for index, cell in enumerate(view.cells):
        parts.append(_cell(view, cell, index in view.winning, index in view.last))
    parts += _edges(view)
    # Frames share their edges: those that may be played on are drawn over the others.
    parts += [_frame(group) for group in sorted(view.groups, key=lambda group: group.playable)]
    for row, label in enumerate(view.row_labels):
        x, y = _centre(view, row, 0)
        parts.append(_label(label, x - _SIZE, y))
    for column, label in enumerate(view.column_labels):
        x, _ = _centre(view, view.rows - 1, column)
        parts.append(_label(label, x, inner + _HALF))
    parts.append("</g></svg>")
    return "\n".join(parts)


def _centre(view: View, row: int, column: int) -> tuple[float, float]:
    if view.layout != HEXAGONS:
        return column * _SIZE + _HALF, row * _SIZE + _HALF
    return round(column * _SIZE + _HALF + row * _HALF, 2), round(row * _ROW + _RADIUS, 2)


def _cell(view: View, cell: Cell, is_winning: bool, is_last: bool) -> str:
    x, y = _centre(view, cell.row, cell.column)
    empty = "none" if view.has_lines else "#ffffff"
    fill = "#bbf7d0" if is_winning else "#fef08a" if is_last else "#475569" if cell.content == OBSTACLE else empty
    stroke = "none" if view.has_lines else "#cbd5e1"
    name = f"<title>{_escape(cell.name)}</title>"
    if view.layout == HEXAGONS:
        corners = " ".join(f"{px},{py}" for px, py in _corners(x, y))
        ground = f'<polygon points="{corners}" fill="{fill}" stroke="#94a3b8">{name}</polygon>'
    else:
        ground = (
            f'<rect x="{cell.column * _SIZE}" y="{cell.row * _SIZE}" width="{_SIZE}" height="{_SIZE}" fill="{fill}"'
            f' stroke="{stroke}">{name}</rect>'
        )
    if piece := view.pieces.get(cell.content):
        colours = {"dark": (_INK, _INK), "light": ("#ffffff", _INK), "first": (_PLAYERS[0],) * 2}
        inside, outline = colours.get(piece.shade, (_PLAYERS[1],) * 2)
        place = f"translate({x - _HALF},{y - _HALF}) scale({_SIZE / 100})"
        drawn = f'fill="{inside}" stroke="{outline}" stroke-width="5" fill-rule="evenodd"'
        return f'{ground}<path d="{_escape(piece.path)}" transform="{place}" {drawn}/>'
    return ground + _mark(cell.content, x, y, _SIZE * 0.3, 4)


def _corners(x: float, y: float) -> list[tuple[float, float]]:
    """The corners of a hexagon, from the top clockwise."""
    turns = (math.radians(60 * corner - 90) for corner in range(6))
    return [(round(x + _RADIUS * math.cos(turn), 2), round(y + _RADIUS * math.sin(turn), 2)) for turn in turns]


def _edges(view: View) -> list[str]:
    """The edges of a board of hexagons, in the colours of those to whom they belong."""
    if view.layout != HEXAGONS or not view.edges:
        return []
    rows, columns = view.rows, view.columns
    around = (
        [corner for column in range(columns) for corner in _edge(view, 0, column, (5, 0, 1))],
        [corner for row in range(rows) for corner in _edge(view, row, columns - 1, (1, 2))],
        [corner for column in reversed(range(columns)) for corner in _edge(view, rows - 1, column, (2, 3, 4))],
        [corner for row in reversed(range(rows)) for corner in _edge(view, row, 0, (4, 5))],
    )
    colours = [_COLOURS[view.marks[player]] for player in view.edges]
    return [
        f'<polyline points="{" ".join(f"{x},{y}" for x, y in line)}" fill="none" stroke="{colour}" stroke-width="5"/>'
        for line, colour in zip(around, colours, strict=True)
    ]


def _edge(view: View, row: int, column: int, corners: tuple[int, ...]) -> list[tuple[float, float]]:
    found = _corners(*_centre(view, row, column))
    return [found[corner] for corner in corners]


def _board_of_lines(view: View) -> str:
    """Wood with a line through the middle of each row and column."""
    width, height = view.columns * _SIZE, view.rows * _SIZE
    across = "".join(f"M{_HALF} {row * _SIZE + _HALF}H{width - _HALF}" for row in range(view.rows))
    down = "".join(f"M{column * _SIZE + _HALF} {_HALF}V{height - _HALF}" for column in range(view.columns))
    return (
        f'<rect width="{width}" height="{height}" fill="{_WOOD}"/>'
        f'<path d="{across}{down}" stroke="{_LINES}" stroke-width="1.5" fill="none"/>'
    )


def _mark(content: str, x: float, y: float, size: float, stroke: float, opacity: float = 1) -> str:
    if content in (EMPTY, OBSTACLE):
        return ""
    if content not in _COLOURS:  # a character of the game's own
        return f'<text x="{x}" y="{y}" font-size="{2 * size}" {_CENTRED}>{_escape(content)}</text>'
    if content in (_BLACK, _WHITE):
        fill = "#111827" if content == _BLACK else "#ffffff"
        return f'<circle cx="{x}" cy="{y}" r="{size * 1.45}" fill="{fill}" stroke="{_INK}" opacity="{opacity}"/>'
    fill = _COLOURS[content] if content == _FULL else "none"
    style = f'stroke="{_COLOURS[content]}" stroke-width="{stroke}" fill="{fill}" opacity="{opacity}"'
    if content in (_FULL, _HOLLOW):
        return f'<rect x="{x - size}" y="{y - size}" width="{2 * size}" height="{2 * size}" {style}/>'
    if content == X:
        path = f"M{x - size} {y - size}L{x + size} {y + size}M{x + size} {y - size}L{x - size} {y + size}"
        return f'<path d="{path}" {style}/>'
    return f'<circle cx="{x}" cy="{y}" r="{size}" {style}/>'


def _frame(group: Group) -> str:
    """The frame of a nested board, with the mark of who won it drawn across."""
    x, y = group.column * _SIZE, group.row * _SIZE
    width, height = group.columns * _SIZE, group.rows * _SIZE
    stroke = "#16a34a" if group.playable else "#334155"
    fill = 'fill="none"' if group.owner == EMPTY else 'fill="#f1f5f9" fill-opacity="0.6"'
    frame = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" stroke="{stroke}" stroke-width="3" {fill}/>'
    if group.owner == DRAWN:
        return frame
    return frame + _mark(group.owner, x + width / 2, y + height / 2, min(width, height) * 0.38, 9, 0.7)


def _label(text: str, x: float, y: float) -> str:
    return f'<text x="{x}" y="{y}" {_CENTRED} fill="#64748b">{_escape(text)}</text>'


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
