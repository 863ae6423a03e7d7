"""Report 003's figure 2: the seven sub-grids that a token at 6F belongs to, on the board and one by one.

A sub-grid is shown by its frame and the five cells of its X; the token is its centre, one of its corners, or stands
beside the centre, where it crosses an opponent's X.
"""

from noughts.board.view import Cell, View
from noughts.evals.factorial import AROUND_COLUMNS, AROUND_ROWS
from noughts.lab.plots import COLOURS
from noughts.registry import game as find_game

CELL = "f6"  # 6F in the report
TITLE = "The 7 sub-grids evaluated at an update at 6F"
SIZE, SMALL, GAP = 34, 22, 26
LEFT, TOP = 34, 46
TOKEN, X_CELL, PLAIN, EDGE = "#fde047", "#cbd5e1", "#ffffff", "#94a3b8"
AROUND = 5  # rows and columns that the sub-grids cover


def draw_figure_2() -> str:
    """The drawing, as SVG that stands alone."""
    view = find_game("xrudder").start().view()
    token = next(one for one in view.cells if one.name == CELL)
    offsets = list(zip(AROUND_ROWS.tolist(), AROUND_COLUMNS.tolist(), strict=True))
    right = LEFT + view.columns * SIZE + 2 * GAP
    width = right + 4 * (AROUND * SMALL + GAP)
    height = TOP + view.rows * SIZE + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="13" role="img">',
        f"<title>{TITLE}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        f'<text x="12" y="26" font-size="15" font-weight="bold">{TITLE}</text>',
        *_board(view, token, offsets),
    ]
    for number, offset in enumerate(offsets):
        across, down = number % 4, number // 4
        x, y = right + across * (AROUND * SMALL + GAP), TOP + 24 + down * (AROUND * SMALL + 60)
        parts += _sub_grid(number, offset, x, y)
    last_x, last_y = right + 3 * (AROUND * SMALL + GAP), TOP + 24 + AROUND * SMALL + 60
    for line, (fill, words) in enumerate(((TOKEN, "the token at 6F"), (X_CELL, "an X’s five cells"))):
        parts.append(_square(last_x, last_y + 26 * line, 16, fill))
        parts.append(f'<text x="{last_x + 22}" y="{last_y + 26 * line + 13}" font-size="11">{words}</text>')
    return "\n".join([*parts, "</svg>"])


def _board(view: View, token: Cell, offsets: list[tuple[int, int]]) -> list[str]:
    """The whole board, with the numbered centres of the sub-grids."""
    parts = []
    for one in view.cells:
        is_near = max(abs(one.row - token.row), abs(one.column - token.column)) <= AROUND // 2
        fill = TOKEN if one is token else "#f1f5f9" if is_near else PLAIN
        parts.append(_square(LEFT + one.column * SIZE, TOP + one.row * SIZE, SIZE, fill))
    for number, (row, column) in enumerate(offsets):
        x, y = LEFT + (token.column + column + 0.5) * SIZE, TOP + (token.row + row + 0.5) * SIZE
        parts.append(_number(number, x, y))
    for row, label in enumerate(view.row_labels):
        parts.append(f'<text x="{LEFT / 2}" y="{TOP + row * SIZE + 22}" text-anchor="middle">{label}</text>')
    for column, label in enumerate(view.column_labels):
        x, y = LEFT + column * SIZE + SIZE / 2, TOP + view.rows * SIZE + 18
        parts.append(f'<text x="{x}" y="{y}" text-anchor="middle">{label.upper()}</text>')
    return parts


def _sub_grid(number: int, offset: tuple[int, int], left: float, top: float) -> list[str]:
    """The cells around the token, with one sub-grid framed."""
    row, column = offset
    parts = []
    for at in range(AROUND * AROUND):
        up, across = at // AROUND - AROUND // 2, at % AROUND - AROUND // 2
        is_in_x = (up, across) == offset or (abs(up - row), abs(across - column)) == (1, 1)
        fill = TOKEN if (up, across) == (0, 0) else X_CELL if is_in_x else PLAIN
        parts.append(_square(left + (across + 2) * SMALL, top + (up + 2) * SMALL, SMALL, fill))
    parts.append(
        f'<rect x="{left + (column + 1) * SMALL}" y="{top + (row + 1) * SMALL}" width="{3 * SMALL}" '
        f'height="{3 * SMALL}" fill="none" stroke="{COLOURS[number]}" stroke-width="3"/>'
    )
    parts.append(_number(number, left + (column + 2.5) * SMALL, top + (row + 2.5) * SMALL))
    parts.append(
        f'<text x="{left + AROUND * SMALL / 2}" y="{top + AROUND * SMALL + 18}" text-anchor="middle" font-size="11">'
        f"{_role(row, column)}</text>"
    )
    return parts


def _role(row: int, column: int) -> str:
    """The token's role in the sub-grid with its centre there."""
    if (row, column) == (0, 0):
        return "it is the centre"
    return "it is a corner" if row else "it may cross the X"


def _square(x: float, y: float, size: float, fill: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{size}" height="{size}" fill="{fill}" stroke="{EDGE}"/>'


def _number(number: int, x: float, y: float) -> str:
    return (
        f'<circle cx="{x}" cy="{y}" r="9" fill="{COLOURS[number]}"/>'
        f'<text x="{x}" y="{y + 4}" text-anchor="middle" font-size="12" font-weight="bold" fill="#ffffff">'
        f"{number + 1}</text>"
    )
