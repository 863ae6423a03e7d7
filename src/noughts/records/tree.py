"""The tree of moves: a main line, variations, and what is noted at each move.

Nodes are numbers: 0 is the root, before all moves, and a parent has a smaller one than its children. The first child
goes on with the line, the others are variations. Nothing here recurses on a tree: texts from outside make deep ones.

    a1 ── b2 ── c3        [0, "a1"], [1, "b2"], [2, "c3"], [1, "c2"], [0, "b1"]
     │     └─── c2         1          2          3          4          5
    b1
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from noughts.board import Position
from noughts.errors import NoughtsError, shown
from noughts.records.text import lines_of_text

MOST_NODES = 20_000
MOST_COMMENT = 2_000  # characters
MOST_SHAPES = 32
MARKS = ("!", "?", "!!", "??", "!?", "?!")  # by PGN's $1 to $6
COLOURS = ("green", "red", "blue", "yellow")  # of shapes; the first is not written


@dataclass(frozen=True, slots=True)
class Notes:
    """Notes on a move, or on the beginning. A shape is a ring, "b2", or an arrow, "b2-c3"; "red:b2" is a red one."""

    comment: str = ""
    value: int | None = None  # the move's worth to the mover, in hundredths, as in `Score`
    depth: int | None = None
    seconds: float | None = None
    mark: str = ""
    shapes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        comment = lines_of_text(self.comment)
        if len(comment) > MOST_COMMENT:
            raise NoughtsError(f"the comment has {len(comment):,} characters; at most {MOST_COMMENT:,} are kept")
        if self.mark and self.mark not in MARKS:
            raise NoughtsError(f"the mark is {shown(self.mark)}; it must be one of {' '.join(MARKS)}")
        object.__setattr__(self, "comment", comment)
        object.__setattr__(self, "shapes", _in_order(self.shapes))

    @property
    def is_said(self) -> bool:
        """Whether anything is noted that `RecordedMove` has no place for."""
        return bool(self.comment or self.mark or self.shapes)


def shape_parts(shape: str) -> tuple[str, str]:
    """The colour of a shape, and the cell or the two cells of it.

    >>> shape_parts("red:b2-c3"), shape_parts("b2")
    (('red', 'b2-c3'), ('green', 'b2'))
    """
    colour, colon, place = shape.rpartition(":")
    return (colour, place) if colon else (COLOURS[0], place)


def shape_of(colour: str, place: str) -> str:
    """The shape of these parts.

    >>> shape_of("green", "b2"), shape_of("red", "b2-c3")
    ('b2', 'red:b2-c3')
    """
    return place if colour == COLOURS[0] else f"{colour}:{place}"


def _in_order(shapes: Sequence[str]) -> tuple[str, ...]:
    """Rings before arrows, and one of a place: of several colours the last."""
    if not shapes:
        return ()
    if len(shapes) > MOST_SHAPES:
        raise NoughtsError(f"{len(shapes):,} rings and arrows are drawn at a move; at most {MOST_SHAPES} are kept")
    by_place = {place: colour for colour, place in map(shape_parts, shapes)}
    for place, colour in by_place.items():
        if colour not in COLOURS:
            raise NoughtsError(f"{shown(shape_of(colour, place))} has no colour of ours: {', '.join(COLOURS)}")
    return tuple(shape_of(by_place[place], place) for place in sorted(by_place, key=lambda place: "-" in place))


NO_NOTES = Notes()


class IllegalNodeError(NoughtsError):
    """A move of a tree cannot be made, or is there twice: at `node`."""

    def __init__(self, message: str, node: int) -> None:
        super().__init__(message)
        self.node = node


class MoveTree:
    """A tree of moves of a game, from its start or a position.

    >>> tree = MoveTree("tictactoe")
    >>> centre = tree.add(0, "b2")
    >>> corner, edge = tree.add(centre, "a1"), tree.add(centre, "b1")
    >>> tree.set_notes(edge, Notes("loses", mark="??"))
    >>> tree.line(edge), [tree.move(node) for node in tree.main_line()], len(tree)
    (['b2', 'b1'], ['b2', 'a1'], 3)
    >>> tree.promote(edge)
    >>> [tree.move(node) for node in tree.main_line()]
    ['b2', 'b1']
    """

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __init__(self, game: str, position: str | None = None) -> None:
        self.game = game  # what `noughts.game` takes
        self.position = position  # the position text that it begins from, None for the game's own start
        self._parents = [0]
        self._moves = [""]
        self._notes = [NO_NOTES]
        self._children: list[list[int]] = [[]]
        self._known: dict[tuple[int, str], int] = {}  # nodes by parent and move

    def __len__(self) -> int:
        """The number of moves."""
        return len(self._moves) - 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MoveTree):
            return NotImplemented
        return (self.game, self.position) == (other.game, other.position) and self._content() == other._content()

    def __repr__(self) -> str:
        return f"<{len(self)} moves of {self.game}>"

    def _content(self) -> list[tuple[int, str, Notes]]:
        return [(depth, self._moves[node], self._notes[node]) for node, depth in self._walk()]

    # A node

    def parent(self, node: int) -> int:
        return self._parents[node]

    def children(self, node: int) -> Sequence[int]:
        """The nodes that follow, the line's own first."""
        return self._children[node]

    def move(self, node: int) -> str:
        return self._moves[node]

    def notes(self, node: int) -> Notes:
        return self._notes[node]

    def set_notes(self, node: int, notes: Notes) -> None:
        self._notes[node] = notes

    def child(self, node: int, move: str) -> int | None:
        return self._known.get((node, move))

    # Changes

    def add(self, parent: int, move: str, notes: Notes = NO_NOTES) -> int:
        """The node of a move: a new one, the last of its siblings, or that which is there."""
        known = self._known.get((parent, move))
        if known is not None:
            return known
        node = len(self._moves)
        if node > MOST_NODES:
            raise NoughtsError(f"more than {MOST_NODES:,} moves, variations and all; no more are kept in a game")
        self._parents.append(parent)
        self._moves.append(move)
        self._notes.append(notes)
        self._children.append([])
        self._children[parent].append(node)
        self._known[parent, move] = node
        return node

    def promote(self, node: int) -> None:
        """Make a move the first of its siblings."""
        siblings = self._children[self._parents[node]]
        if node:
            siblings.remove(node)
            siblings.insert(0, node)

    def make_main(self, node: int) -> None:
        """Make the line that leads to a node the main line."""
        for step in self.path(node):
            self.promote(step)

    def delete(self, node: int) -> None:
        """Delete a move and all that follows it; all of them for the root. Other nodes get new numbers."""
        below = {0: 0}
        kept = MoveTree(self.game, self.position)
        kept.set_notes(0, self._notes[0])
        for other in self.nodes() if node else ():
            parent = below.get(self._parents[other])
            if other != node and parent is not None:
                below[other] = kept.add(parent, self._moves[other], self._notes[other])
        self._parents, self._moves, self._notes = kept._parents, kept._moves, kept._notes
        self._children, self._known = kept._children, kept._known

    def with_main_line(self, moves: Sequence[str], game: str) -> "MoveTree":
        """A tree with these moves as its main line and no more after them, of the game called so."""
        kept, below, node = MoveTree(game, self.position), {0: 0}, 0
        kept.set_notes(0, self._notes[0])
        for move in moves:
            node = kept.add(node, move)
        last = node
        for other in self.nodes():
            parent = below.get(self._parents[other])
            if parent is not None and parent != last:
                below[other] = kept.add(parent, self._moves[other])
                kept.set_notes(below[other], self._notes[other])
        return kept

    # Lines

    def path(self, node: int) -> list[int]:
        """The nodes from the first move to this one."""
        found = []
        while node:
            found.append(node)
            node = self._parents[node]
        return found[::-1]

    def line(self, node: int) -> list[str]:
        """The moves that lead to a node."""
        return [self._moves[one] for one in self.path(node)]

    def main_line(self, node: int = 0) -> list[int]:
        """The nodes of the line that goes on from a node."""
        found = []
        while self._children[node]:
            node = self._children[node][0]
            found.append(node)
        return found

    @property
    def is_line(self) -> bool:
        """Whether it has no variations."""
        return all(len(children) < 2 for children in self._children)

    @property
    def is_bare(self) -> bool:
        """Whether it says no more than moves with what `RecordedMove` notes."""
        return self.is_line and self._notes[0] == NO_NOTES and not any(notes.is_said for notes in self._notes)

    def nodes(self) -> Iterator[int]:
        """All moves: each before those that follow it, a line before the variations from it."""
        return (node for node, _ in self._walk() if node)

    def _walk(self) -> Iterator[tuple[int, int]]:
        """All nodes, the root too, with their depths."""
        waiting = [(0, 0)]
        while waiting:
            node, depth = waiting.pop()
            yield node, depth
            waiting.extend((child, depth + 1) for child in reversed(self._children[node]))

    # Moves on the board

    def positions(self, start: Position) -> Iterator[tuple[int, Position]]:
        """Each node with the position after its move, in the order of `nodes`: one position, which moves on.

        IllegalNodeError for a move that cannot be made from `start` on.
        """
        position = start.copy(stack=False)
        for node, depth in self._walk():
            while node and position.ply >= depth:
                position.pop()
            if node:
                try:
                    position.push(self._moves[node])
                except NoughtsError as error:
                    raise self._illegal(node, depth, error) from None
            yield node, position

    def _illegal(self, node: int, depth: int, why: object) -> IllegalNodeError:
        where = "" if depth == 0 or node in self.main_line() else " in a variation"
        return IllegalNodeError(f"move {depth}{where}: {why}" if depth else str(why), node)

    def check(self, start: Position) -> Position:
        """The last position of the main line. Every move is then written as the game writes it.

        IllegalNodeError for a move that is illegal or there twice, or for a shape that is not on the board.
        """
        cells = {cell.name for cell in start.game.cells}
        for node, position in self.positions(start):
            for shape in self._notes[node].shapes:
                if not cells.issuperset(shape_parts(shape)[1].split("-", 1)):
                    raise self._illegal(node, position.ply, f"the ring or arrow {shown(shape)} is not on the board")
            if node and (text := position.peek().text) != self._moves[node]:
                parent = self._parents[node]
                if (parent, text) in self._known:
                    raise self._illegal(node, position.ply, f"{text} stands there twice")
                self._moves[node] = text
                self._known[parent, text] = node
        if self.is_line:
            return position
        last = start.copy(stack=False)
        for node in self.main_line():
            last.push(self._moves[node])
        return last
