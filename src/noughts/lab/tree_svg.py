"""A search tree as a drawing: one row a ply, the moves in the order of the search, what was cut in grey.

┌────┐        X's nodes are squares (MAX), O's are round (MIN). In each stand its value and its window,
│ +2 │        beside it its number in the order of the search; on the line to it, the move.
└────┘        Grey: moves that were never searched, and why. The thick line is the expected play.
"""

from html import escape

from noughts.board import MARKS
from noughts.lab.search_tree import EVALUATED, FINISHED, KNOWN, Node, SearchTree
from noughts.lab.tree_words import explained, passes_title, short_reason, short_value

COLUMN, ROW, WIDTH, HEIGHT = 88, 106, 66, 48
MARGIN_LEFT, MARGIN_TOP = 92, 76
MOST_STUBS = 3  # of cut moves, one each; more are drawn as one with their number
COLOURS = ("#c2410c", "#1d4ed8")
GREY, LINE, INK, PAPER = "#6b7280", "#64748b", "#0f172a", "#ffffff"
LONG_VALUE = 7  # letters: a longer one is written smaller
_KEY = (
    "Values are X’s, in points; +M3: X wins 3 plies from the root. α and β: the window. Thick: expected play. "
    "Grey: cut, never searched, as its parent’s value is beyond α or β. Yellow: from the table. Green: game over."
)
_FILL = {EVALUATED: "#f8fafc", FINISHED: "#dcfce7", KNOWN: "#fef9c3"}


class _Layout:
    """Places of nodes and stubs: leaves side by side, a parent above the middle of its children."""

    def __init__(self, tree: SearchTree) -> None:
        self.x: dict[Node, float] = {}
        self.stubs: list[tuple[Node, float, str]] = []
        self.columns = 0
        for root in tree.roots:
            self._place(root)
            self.columns += 1
        self.columns -= 1

    def _place(self, node: Node) -> float:
        below = [self._place(child) for child in node.children]
        for label in _stub_labels(node):
            self.stubs.append((node, self._next_column(), label))
            below.append(self.stubs[-1][1])
        self.x[node] = (below[0] + below[-1]) / 2 if below else self._next_column()
        return self.x[node]

    def _next_column(self) -> float:
        self.columns += 1
        return MARGIN_LEFT + (self.columns - 0.5) * COLUMN


def _stub_labels(node: Node) -> list[str]:
    if len(node.untried) <= MOST_STUBS:
        return [str(move) for move in node.untried]
    return [f"{len(node.untried)} moves"]


def draw_tree(tree: SearchTree) -> str:
    """The drawing, as SVG that stands alone."""
    layout = _Layout(tree)
    plies = max([node.ply for node in tree.nodes] + [node.ply + 1 for node, _, _ in layout.stubs])
    counts = tree.counts()
    title = f"{tree.position.game.title}: {tree.search} to depth {tree.roots[-1].depth} from {tree.position.text()}"
    summary = (
        f"{counts['nodes']:,} nodes, {counts['static_evaluations']:,} evaluated, {counts['alpha_cutoffs']:,} alpha and "
        f"{counts['beta_cutoffs']:,} beta cut-offs, {counts['table_hits']:,} table hits; "
        f"best move {tree.best}; evaluation {tree.evaluation}"
    )
    width = max(MARGIN_LEFT + layout.columns * COLUMN + 20, 16 + 7.2 * max(map(len, (title, summary, _KEY))))
    height = MARGIN_TOP + plies * ROW + HEIGHT + 44
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" font-family="sans-serif" font-size="12" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="100%" height="100%" fill="{PAPER}"/>',
        f'<text x="12" y="20" font-size="15" font-weight="bold">{escape(title)}</text>',
        f'<text x="12" y="39" fill="{LINE}">{escape(summary)}</text>',
        *_levels(tree),
    ]
    expected = set(expected_play(tree))
    for node in tree.nodes:
        if node.parent is not None:
            parts.append(_edge(layout, node, node in expected))
    parts += [_stub(layout, *stub) for stub in layout.stubs]
    parts += [_node(layout, node) for node in tree.nodes]
    parts += [_pass(layout, root, title) for root in tree.roots if (title := passes_title(tree, root))]
    parts.append(f'<text x="12" y="{height - 14:g}" fill="{LINE}">{_KEY}</text></svg>')
    return "\n".join(parts)


def _levels(tree: SearchTree) -> list[str]:
    """MAX or MIN beside each row whose nodes are all the same side's."""
    turns: dict[int, set[int]] = {}
    for node in tree.nodes:
        turns.setdefault(node.ply, set()).add(node.turn)
    drawn = []
    for ply, sides in turns.items():
        if len(sides) == 1:
            side = next(iter(sides))
            y = MARGIN_TOP + ply * ROW + HEIGHT / 2 + 4  # the letters' half height: not all know `dominant-baseline`
            text = f"{MARKS[side]} {'max' if side == 0 else 'min'}"
            look = f'font-weight="bold" fill="{COLOURS[side]}"'
            drawn.append(f'<text x="12" y="{y:g}" {look}>{text}</text>')
    return drawn


def expected_play(tree: SearchTree) -> list[Node]:
    """The principal variation of the last pass: the children that have their parent's value, known exactly if one is.

    A later move of the same value is no better, and may be worse: all that is known of it is a bound.
    """
    node, found = tree.roots[-1], list[Node]()
    while equal := [child for child in node.children if child.value == node.value]:
        chosen = [child for child in equal if not found and child.move == tree.best] or equal
        node = next((child for child in chosen if child.relation == "="), chosen[0])
        found.append(node)
    return found


def _top(ply: int) -> int:
    return MARGIN_TOP + ply * ROW


def _edge(layout: _Layout, node: Node, is_expected: bool) -> str:
    assert node.parent is not None
    from_x, to_x = layout.x[node.parent], layout.x[node]
    from_y, to_y = _top(node.parent.ply) + HEIGHT, _top(node.ply)
    colour = COLOURS[node.parent.turn] if is_expected else LINE
    return _line(from_x, from_y, to_x, to_y, colour, 3 if is_expected else 1, "") + _on_line(
        to_x, to_y, str(node.move), INK, "bold" if is_expected else "normal"
    )


def _line(from_x: float, from_y: float, to_x: float, to_y: float, colour: str, width: int, dash: str) -> str:
    """A line that comes down straight onto its node, so that the move written there is seen to be the node's."""
    bend = to_y - 22
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="M{from_x:g} {from_y:g}L{to_x:g} {bend:g}V{to_y:g}" fill="none" stroke="{colour}" '
        f'stroke-width="{width}"{dashed}/>'
    )


def _on_line(x: float, y: float, text: str, colour: str, weight: str) -> str:
    """A text over a line, on a halo of paper. The halo is a text of its own: not every renderer knows `paint-order`,
    and without it a stroke covers the letters."""
    look = f'x="{x:g}" y="{y - 9:g}" text-anchor="middle" font-weight="{weight}"'
    return (
        f'<text {look} stroke="{PAPER}" stroke-width="4" fill="{PAPER}" aria-hidden="true">{escape(text)}</text>'
        f'<text {look} fill="{colour}">{escape(text)}</text>'
    )


def _stub(layout: _Layout, node: Node, x: float, label: str) -> str:
    top = _top(node.ply + 1)
    moves = escape(" ".join(str(move) for move in node.untried))
    return (
        f"<g><title>cut: {moves}</title>"
        + _line(layout.x[node], _top(node.ply) + HEIGHT, x, top, GREY, 1, "4 3")
        + _on_line(x, top, label, GREY, "normal")
        + f'<rect x="{x - WIDTH / 2:g}" y="{top}" width="{WIDTH}" height="22" rx="4" fill="#e5e7eb"/>'
        f'<text x="{x:g}" y="{top + 15}" text-anchor="middle" fill="#4b5563">cut</text>'
        f'<text x="{x:g}" y="{top + 35}" text-anchor="middle" font-size="10" fill="{GREY}">'
        f"{short_reason(node)}</text></g>"
    )


def _pass(layout: _Layout, root: Node, title: str) -> str:
    return (
        f'<text x="{layout.x[root]:g}" y="{MARGIN_TOP - 8}" text-anchor="middle" font-style="italic">'
        f"{escape(title)}</text>"
    )


def _node(layout: _Layout, node: Node) -> str:
    x, top = layout.x[node], _top(node.ply)
    corner = 2 if node.turn == 0 else HEIGHT / 2
    value = ("" if node.relation == "=" else node.relation) + short_value(node.value)
    fill = _FILL.get(node.kind, PAPER)
    window = [f"α {short_value(node.alpha)}", f"β {short_value(node.beta)}"]
    lines = "".join(
        f'<text x="{x:g}" y="{top + 29 + 12 * number}" text-anchor="middle" font-size="10" fill="{LINE}">{text}</text>'
        for number, text in enumerate(window)
    )
    cut = f'<text x="{x + WIDTH / 2 + 2:g}" y="{top + HEIGHT - 2}" font-size="11" fill="{GREY}">✂</text>'
    return (
        f"<g><title>{node.number + 1}. {escape(explained(node))}</title>"
        f'<rect x="{x - WIDTH / 2:g}" y="{top}" width="{WIDTH}" height="{HEIGHT}" rx="{corner:g}" fill="{fill}" '
        f'stroke="{COLOURS[node.turn]}" stroke-width="1.6"/>'
        f'<text x="{x:g}" y="{top + 15}" text-anchor="middle" font-weight="bold" '
        f'font-size="{12 if len(value) < LONG_VALUE else 10}">{value}</text>'
        f'{lines}<text x="{x - WIDTH / 2 - 2:g}" y="{top + 6}" text-anchor="end" font-size="9" fill="{GREY}">'
        f"{node.number + 1}</text>{cut if node.is_cut else ''}</g>"
    )
