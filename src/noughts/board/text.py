"""A view as text: the one place that draws boards in characters."""

from noughts.board.view import EMPTY, HEXAGONS, Counter, Group, View


def draw_text(view: View, *, has_owners: bool = False) -> str:
    """The board with its labels and frames, who won which small board, tokens in hand, and whose turn it is.

    `has_owners`: who won which board is told even before any is won.
    """
    grid = [[" "] * view.columns for _ in range(view.rows)]
    has_names = view.has_names_on_cells
    for cell in view.cells:
        grid[cell.row][cell.column] = cell.name if has_names and cell.content == EMPTY else cell.content
    column_breaks = _breaks(view.groups, [group.column for group in view.groups])
    row_breaks = _breaks(view.groups, [group.row for group in view.groups])
    margin = max(map(len, view.row_labels), default=0)

    lines = []
    for row, cells in enumerate(grid):
        if row in row_breaks:
            lines.append(_rule(view.columns, column_breaks, row_breaks[row]))
        label = f"{view.row_labels[row]:>{margin}} " if view.row_labels else ""
        lines.append(label + " " * (row if view.layout == HEXAGONS else 0) + _join(cells, column_breaks))
    if view.column_labels:
        slant = view.rows if view.layout == HEXAGONS else 0
        lines += _column_labels(view.column_labels, (margin + 1 if margin else 0) + slant)
    lines += _owners(view.groups, has_owners)
    if view.counters:
        lines.append("; ".join(describe_counter(counter, view) for counter in view.counters))
    lines.append(view.status)
    return "\n".join(lines)


def _breaks(groups: tuple[Group, ...], starts: list[int]) -> dict[int, str]:
    """Separators where frames begin, after the first: "|" before a small board, "||" before one that holds others."""
    parents = {group.parent for group in groups}
    breaks: dict[int, str] = {}
    for index, start in enumerate(starts):
        if start:
            breaks[start] = "||" if index in parents else breaks.get(start, "|")
    return breaks


def _join(cells: list[str], breaks: dict[int, str]) -> str:
    words = []
    for column, content in enumerate(cells):
        if column in breaks:
            words.append(breaks[column])
        words.append(content)
    return " ".join(words)


def _rule(columns: int, breaks: dict[int, str], kind: str) -> str:
    dash = "-" if kind == "|" else "="
    return _join([dash] * columns, {at: "+" * len(mark) for at, mark in breaks.items()}).replace(" ", dash)


def _column_labels(labels: tuple[str, ...], margin: int) -> list[str]:
    """Letters under the columns; two-letter names stand upright, as the columns are one character wide."""
    height = max(map(len, labels))
    padded = [f"{label:<{height}}" for label in labels]
    return [" " * margin + " ".join(label[line] for label in padded).rstrip() for line in range(height)]


def _owners(groups: tuple[Group, ...], is_always: bool) -> list[str]:
    """Small boards won, as little boards of their own: X, O, = for drawn, - for open."""
    parents = {group.parent for group in groups}
    small = [group for index, group in enumerate(groups) if index not in parents]
    if not is_always and all(group.owner == EMPTY for group in small):
        return []
    rows = sorted({group.row for group in small})
    lines = [" ".join(group.owner.replace(EMPTY, "-") for group in small if group.row == row) for row in rows]
    return ["boards won:", *("  " + line for line in lines)]


def describe_counter(counter: Counter, view: View) -> str:
    """A counter in words: "X's tokens in hand: 12"."""
    owner = "" if counter.player is None else f"{view.marks[counter.player]}'s "
    return f"{owner}{counter.name}: {counter.value}"
