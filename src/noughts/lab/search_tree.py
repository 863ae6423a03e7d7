"""The tree that a search has searched: every node in the order of the search, with its window and its value.

The nodes are those that the compiled search wrote down itself (`record_trace`), a search by name or that of a report's
player with its own settings; the game is played again along them only to know whose turn it is and which moves were not
tried. A search that begins anew, with another depth or window, has a root for each pass. All values are X's:
X makes them as large as it can, O as small.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from noughts.board import Move, Position
from noughts.engine.engine import Engine
from noughts.engine.engine_text import EngineText
from noughts.engine.players.base import Configuration
from noughts.errors import NoughtsError
from noughts.kernel.interruptible import run_interruptibly
from noughts.kernel.scores import MATE
from noughts.registry import fitting_evaluation, player_class, search_class, searches
from noughts.search.base import Bounds, Counters, SearchSettings, StopSignal
from noughts.search.textbook import Textbook
from noughts.search.trace import TRACE_VALUE

SEARCHED, EVALUATED, FINISHED, KNOWN = "searched", "evaluated", "finished", "table"
INFINITE = MATE + 1
MOST_NODES = 20_000
DEPTH = 2  # where none is named, and the player has none of its own
_HASH_MB = 4.0
# The tree of the idea itself: passes and a table only where they are asked for, or where there is no search without.
_DEFAULTS = {"deepening": "false", "transpositions": "false"}


class LargeTreeError(NoughtsError):
    """A tree with more nodes than are wanted."""


@dataclass(eq=False)
class Node:
    """A node as it was searched once; a node that is searched again is another one."""

    number: int  # in the order of the search, from 0
    parent: Node | None
    ply: int
    depth: int  # plies left to search
    move: Move | None  # that led here; None at a root
    turn: int
    alpha: int
    beta: int
    value: int = 0
    kind: str = SEARCHED
    children: list[Node] = field(default_factory=list)
    untried: list[Move] = field(default_factory=list)

    @property
    def is_cut(self) -> bool:
        """Whether the window closed here: it counts as a cut-off even where no move was left to try."""
        return bool(self.children) and (self.value >= self.beta if self.turn == 0 else self.value <= self.alpha)

    @property
    def relation(self) -> str:
        """The relation of the true value to the one found: equal, or at least, or at most that.

        Above the window a value is only a lower bound, below it only an upper one, for either side to move.
        """
        if self.kind in (EVALUATED, FINISHED) or self.alpha < self.value < self.beta:
            return "="
        return "≥" if self.value >= self.beta else "≤"

    @property
    def path(self) -> list[Move]:
        return [] if self.parent is None else [*self.parent.path, *([self.move] if self.move else [])]


@dataclass(frozen=True)
class SearchTree:
    position: Position
    search: str
    evaluation: str
    nodes: list[Node]  # in the order of the search
    counters: Counters  # the engine's own
    best: Move

    @property
    def roots(self) -> list[Node]:
        return [node for node in self.nodes if node.parent is None]

    def counts(self) -> dict[str, int]:
        """The reports' counters, counted over the nodes; the engine's own must be the same."""
        kinds = Counter(node.kind for node in self.nodes)
        cuts = Counter(node.turn for node in self.nodes if node.is_cut)
        return {
            "nodes": len(self.nodes),
            "static_evaluations": kinds[EVALUATED] + kinds[FINISHED],
            "dynamic_evaluations": sum(node.depth != 0 for node in self.nodes),
            "alpha_cutoffs": cuts[1],
            "beta_cutoffs": cuts[0],
            "table_hits": kinds[KNOWN],
        }


def grow_tree(
    position: Position,
    search: str,
    depth: int | None = None,
    evaluation: str | None = None,
    most_nodes: int = MOST_NODES,
) -> SearchTree:
    """Search a position and keep the tree. The search is one by name, or a player, with options if need be.

    A player searches as deep as it would, and with its own evaluation, where none is named.

    >>> import noughts
    >>> position = noughts.game("tictactoe").position("XX./OO./... X")
    >>> tree = grow_tree(position, "alphabeta", 2, "zero")
    >>> len(tree.nodes), str(tree.best), tree.nodes[0].value == MATE - 1
    (10, 'c3', True)
    >>> tree = grow_tree(noughts.game("4x5x4").position("4X/5/5/5 O"), "report004:level=easy")
    >>> tree.roots[0].depth, tree.evaluation
    (2, 'pascal')
    """
    if position.is_game_over():
        raise NoughtsError(f"the game is over ({position.outcome()}): there is no tree to search")
    if not 1 <= most_nodes <= MOST_NODES:
        raise NoughtsError(f"the number of nodes is {most_nodes}; it must be 1 to {MOST_NODES:,}")
    if depth is not None and depth < 1:
        raise NoughtsError(f"the depth is {depth}; it must be 1 or more")
    named = EngineText.read(search)
    is_player = player_class(named.name) is not None
    configuration = _of_player(position, named) if is_player else _of_search(named)
    kind = _traced(configuration.search, named.name)
    found = fitting_evaluation(position.game, evaluation or configuration.evaluation)
    options = kind.read_options(configuration.options)
    made = kind(position.game, SearchSettings(found, _HASH_MB, options=options))
    made.record_trace(most_nodes)
    bounds = Bounds(depth or configuration.limit.depth or (None if is_player and kind.ends_by_itself else DEPTH))
    signal = StopSignal()
    last = run_interruptibly(lambda: list(made.iterate(position, bounds, signal))[-1], on_interrupt=signal.set)
    if not last.is_whole or last.counters.nodes > most_nodes:
        to = "the end of the game" if bounds.depth is None else f"depth {bounds.depth}"
        raise LargeTreeError(
            f"the tree of {named.name} to {to} has more than {most_nodes:,} nodes; "
            "a smaller depth, a later position or better pruning makes it smaller"
        )
    nodes = _read(made.trace(), position)
    best = position.game.move_of(last.lines[0].moves[0])
    return SearchTree(position, str(named), found.name, nodes, last.counters, best)


def _of_search(named: EngineText) -> Configuration:
    kind = _traced(named.name, named.name)
    defaults = {name: value for name, value in _DEFAULTS.items() if name in kind.options}
    return Configuration(named.name, options={**defaults, **named.settings})


def _of_player(position: Position, named: EngineText) -> Configuration:
    """The player's configuration here; NoughtsError where it moves by a habit, and searches nothing."""
    engine = Engine(str(named))
    engine.check(position.game)
    configuration = engine.configuration(position)
    habitual = engine.without_searching(position, configuration)
    if habitual is None:
        return configuration
    if habitual.score.mate is not None:
        raise NoughtsError(
            f"{named.name} plays {habitual.move}, which wins at once, without a search: there is no tree"
        )
    raise NoughtsError(f"{named.name} opens the game at random: it has a tree after a first move")


def _traced(search: str, asked: str) -> type[Textbook]:
    """The class of a search that writes its nodes down; NoughtsError of what was asked for if it does not."""
    kind = search_class(search)
    if issubclass(kind, Textbook) and kind.has_trace:
        return kind
    known = ", ".join(name for name, one in searches().items() if getattr(one, "has_trace", False))
    raise NoughtsError(f"{asked} does not tell which nodes it searches; these do: {known}, and the reports' players")


def _read(events: NDArray[np.int64], root: Position) -> list[Node]:
    """The nodes of a trace, with what the rules know of them."""
    position = root.copy()
    nodes: list[Node] = []
    open_nodes: list[Node] = []
    for first, depth_or_value, code, alpha, beta in events.tolist():
        if first == TRACE_VALUE:
            node = open_nodes.pop()
            _close(node, depth_or_value, position)
            if node.parent is not None:
                position.pop()
            continue
        parent = open_nodes[-1] if open_nodes else None
        move = None
        if parent is not None:
            move = position.game.move_of(code)
            position.push(move)
        window = (alpha, beta) if position.turn == 0 else (-beta, -alpha)
        node = Node(len(nodes), parent, first, depth_or_value, move, position.turn, *window)
        if parent is not None:
            parent.children.append(node)
        nodes.append(node)
        open_nodes.append(node)
    return nodes


def _close(node: Node, value: int, position: Position) -> None:
    """Give a node its value, which is told for the side that moved to it, and the fields that follow from it."""
    teller = node.turn if node.parent is None else node.parent.turn
    node.value = value if teller == 0 else -value
    if node.children:
        tried = {child.move for child in node.children}
        node.untried = [move for move in position.legal_moves if move not in tried]
    elif position.is_game_over():
        node.kind = FINISHED
    else:
        node.kind = KNOWN if node.depth > 0 else EVALUATED


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it, in the order of the search."""
    yield node
    for child in node.children:
        yield from walk(child)
