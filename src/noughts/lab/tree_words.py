"""The value of a node of a search tree and why its moves were cut, in words."""

from noughts.board import MARKS
from noughts.kernel.scores import MATE, MATE_RANGE, POINT, WON
from noughts.lab.search_tree import EVALUATED, FINISHED, INFINITE, KNOWN, Node, SearchTree


def short_value(value: int) -> str:
    """For a drawing: points, or M and the number of plies from the root to the end; a minus sign is O's.

    >>> short_value(125), short_value(MATE - 3), short_value(-MATE + 2), short_value(-INFINITE)
    ('+1.25', '+M3', '−M2', '−∞')
    """
    sign = "−" if value < 0 else "+"
    if abs(value) >= INFINITE:
        return f"{sign}∞"
    if abs(value) == WON:
        return f"{sign}won"
    if abs(value) > MATE_RANGE:
        return f"{sign}M{MATE - abs(value)}"
    return f"{sign if value else ''}{abs(value) / POINT:.2f}"


def long_value(value: int) -> str:
    """For a sentence.

    >>> long_value(-MATE + 2), long_value(0)
    ('a win for O 2 plies from the root', '0.00')
    """
    if abs(value) >= INFINITE or not abs(value) > MATE_RANGE:
        return short_value(value)
    plies = MATE - abs(value)
    when = "" if abs(value) == WON else f" {plies} {'ply' if plies == 1 else 'plies'} from the root"
    return f"a win for {MARKS[0] if value > 0 else MARKS[1]}{when}"


def explained(node: Node) -> str:
    """A node's story, in one or two sentences."""
    who, value = MARKS[node.turn], long_value(node.value)
    if node.kind == FINISHED:
        return f"The game is over: {value}."
    if node.kind == EVALUATED:
        return f"No depth is left: the evaluation says {value}."
    if node.kind == KNOWN:
        known = {"=": "", "≥": "at least ", "≤": "at most "}[node.relation]
        return f"The table knows this position to the same depth: {known}{value}."
    if node.is_cut:
        return _cut(node)
    best = next((child for child in node.children if child.value == node.value), None)
    choice = f" by {best.move}" if best is not None and best.move is not None else ""
    if node.untried:
        return f"{who} wins at once{choice}: {_others(node)} left out."
    tried = f"{who} has tried all {len({child.move for child in node.children})} moves"
    if node.relation == "=":
        return f"{tried}; the best gives {value}{choice}."
    return f"{tried}; none comes within the window: the value is {_bound(node)} {value}."


def _cut(node: Node) -> str:
    name = "beta" if node.turn == 0 else "alpha"
    who, other = MARKS[node.turn], MARKS[1 - node.turn]
    bound = node.beta if node.turn == 0 else node.alpha
    last = node.children[-1]
    found = f"{last.move} gives {_bound(node)} {long_value(node.value)}"
    end = f"({name} cut-off: {_others(node)} not searched)" if node.untried else f"({name} cut-off at the last move)"
    setter = _setter(node, bound)
    if setter is not None:
        better = next(child for child in setter.children if child.value == bound)
        return (
            f"{found}, but {better.move} {_above(node, setter)} already gives {long_value(bound)}: "
            f"{other} will not let {who} come here {end}."
        )
    if node.beta - node.alpha == 1:
        least = node.beta
        answer = "yes" if node.value >= node.beta else "no"
        return f"The question was only whether the value is {long_value(least)} or more. {found}: {answer} {end}."
    return f"{found}, outside the window that the search began with {end}."


def short_reason(node: Node) -> str:
    """Why moves of a node were left out, for a drawing: its value met the window's end, or it has won."""
    if not node.is_cut:
        return "wins at once"
    return f"{short_value(node.value)} {'≥ β' if node.turn == 0 else '≤ α'}"


def passes_title(tree: SearchTree, root: Node) -> str:
    """Which of several passes a root begins, and what it asks."""
    if len(tree.roots) == 1:
        return ""
    title = f"pass {tree.roots.index(root) + 1} of {len(tree.roots)}, depth {root.depth}"
    return f"{title}: is it {short_value(root.beta)} or more?" if root.beta - root.alpha == 1 else title


def _setter(node: Node, bound: int) -> Node | None:
    """The nearest node above, of the other side, that already had a move worth the bound."""
    below, above = node, node.parent
    while above is not None:
        if above.turn != node.turn:
            before = [child for child in above.children if child.number < below.number]
            if any(child.value == bound for child in before):
                return above
        below, above = above, above.parent
    return None


def _above(node: Node, setter: Node) -> str:
    plies = node.ply - setter.ply
    return "one ply above" if plies == 1 else f"{plies} plies above"


def _bound(node: Node) -> str:
    return "at least" if node.value >= node.beta else "at most"


def _others(node: Node) -> str:
    count = len(node.untried)
    return "one move is" if count == 1 else f"{count} moves are"
