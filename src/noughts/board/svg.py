"""A view as SVG, for notebooks and documents."""

from noughts.board.view import DRAWN, EMPTY, OBSTACLE, SYMBOLS, Cell, Group, View, X

_SIZE = 40
_COLOURS = {
    mark: colour for marks in SYMBOLS.values() for mark, colour in zip(marks, ("#c2410c", "#1d4ed8"), strict=True)
}
_FULL, _HOLLOW = SYMBOLS["squares"]
_CENTRED = 'text-anchor="middle" dominant-baseline="central"'


def draw_svg(view: View) -> str:
    """A drawing that stands alone: board, frames, marks, last move and winning cells."""
    left = _SIZE if view.row_labels else _SIZE // 4
    width = left + view.columns * _SIZE + _SIZE // 4
    height = view.rows * _SIZE + _SIZE // 4 + (_SIZE if view.column_labels else _SIZE // 4)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" font-family="sans-serif" font-size="14">',
        f"<title>{_escape(view.title)}: {_escape(view.status)}</title>",
        f'<g transform="translate({left},{_SIZE // 4})">',
    ]
    for index, cell in enumerate(view.cells):
        parts.append(_cell(cell, index in view.winning, index in view.last))
    # Frames share their edges: those that may be played on are drawn over the others.
    parts += [_frame(group) for group in sorted(view.groups, key=lambda group: group.playable)]
    for row, label in enumerate(view.row_labels):
        parts.append(_label(label, -_SIZE // 2, row * _SIZE + _SIZE // 2))
    for column, label in enumerate(view.column_labels):
        parts.append(_label(label, column * _SIZE + _SIZE // 2, view.rows * _SIZE + _SIZE // 2))
    parts.append("</g></svg>")
    return "\n".join(parts)


def _cell(cell: Cell, is_winning: bool, is_last: bool) -> str:
    x, y = cell.column * _SIZE, cell.row * _SIZE
    fill = "#bbf7d0" if is_winning else "#fef08a" if is_last else "#475569" if cell.content == OBSTACLE else "#ffffff"
    square = (
        f'<rect x="{x}" y="{y}" width="{_SIZE}" height="{_SIZE}" fill="{fill}" stroke="#cbd5e1">'
        f"<title>{_escape(cell.name)}</title></rect>"
    )
    return square + _mark(cell.content, x + _SIZE / 2, y + _SIZE / 2, _SIZE * 0.3, 4)


def _mark(content: str, x: float, y: float, size: float, stroke: float, opacity: float = 1) -> str:
    if content in (EMPTY, OBSTACLE):
        return ""
    if content not in _COLOURS:  # a character of the game's own
        return f'<text x="{x}" y="{y}" font-size="{2 * size}" {_CENTRED}>{_escape(content)}</text>'
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
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
