"""A tree of moves as JSON: what the store keeps, and what page and server send each other.

    {"game": "tictactoe", "position": null, "nodes": [[0, "b2"], [1, "a1", {"mark": "?"}]], "root": {"comment": "…"}}

A node is its parent's number, its move and, where anything is noted, the notes; nodes count from 1, and 0 is the root.
Children stand in their order. Everything is checked but the moves, for which the game is needed (`MoveTree.check`).
"""

import json
from typing import Any, NoReturn

from noughts.errors import NoughtsError, shown
from noughts.kernel.scores import MATE
from noughts.records.tree import MOST_NODES, NO_NOTES, MoveTree, Notes

MOST_BYTES = 256_000
_MOST_GAME, _MOST_POSITION, _MOST_MOVE, _MOST_SHAPE = 1_000, 10_000, 40, 80  # characters
_MOST_DEPTH, _MOST_SECONDS = 999_999, 999_999_999
_NOTES = {"comment": "", "value": None, "depth": None, "seconds": None, "mark": "", "shapes": ()}


def tree_data(tree: MoveTree) -> dict[str, Any]:
    """The tree as what `json` writes.

    >>> tree = MoveTree("tictactoe")
    >>> _ = tree.add(tree.add(0, "b2"), "a1", Notes(mark="?"))
    >>> tree_data(tree)
    {'game': 'tictactoe', 'position': None, 'nodes': [[0, 'b2'], [1, 'a1', {'mark': '?'}]]}
    """
    numbers, nodes = {0: 0}, list[list[Any]]()
    for number, node in enumerate(tree.nodes(), 1):
        numbers[node] = number
        notes = _notes_data(tree.notes(node))
        nodes.append([numbers[tree.parent(node)], tree.move(node), *([notes] if notes else [])])
    data = {"game": tree.game, "position": tree.position, "nodes": nodes}
    root = _notes_data(tree.notes(0))
    return data | {"root": root} if root else data


def _notes_data(notes: Notes) -> dict[str, Any]:
    if notes == NO_NOTES:
        return {}
    told = {name: getattr(notes, name) for name in _NOTES}
    return {name: list(value) if name == "shapes" else value for name, value in told.items() if value != _NOTES[name]}


def tree_text(tree: MoveTree) -> str:
    """The tree as JSON; NoughtsError if that is too large to be read again."""
    text = json.dumps(tree_data(tree), ensure_ascii=False, separators=(",", ":"))
    if (size := len(text.encode())) > MOST_BYTES:
        raise NoughtsError(
            f"the game with its variations and comments is {size:,} bytes of JSON; at most {MOST_BYTES:,} are kept"
        )
    return text


def tree_of_text(text: str) -> MoveTree:
    """The tree of a JSON text; NoughtsError says what is wrong with it."""
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise NoughtsError(f"the tree has more than {MOST_BYTES:,} bytes of JSON")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NoughtsError(f"the tree is no JSON: {error}") from None
    return tree_of(data)


def tree_of(data: object) -> MoveTree:
    """The tree of what was read from JSON; NoughtsError says what is wrong with it.

    >>> tree_of({"game": "tictactoe", "nodes": [[0, "b2"], [2, "a1"]]})
    Traceback (most recent call last):
        ...
    noughts.errors.NoughtsError: node 2: its parent is 2; it must be a whole number from 0 to 1
    """
    if not isinstance(data, dict):
        raise NoughtsError("a tree is an object with game and nodes")
    _check_names(data, {"game", "position", "nodes", "root"}, "the tree")
    game, position, nodes = data.get("game"), data.get("position"), data.get("nodes", [])
    if not isinstance(game, str) or not 0 < len(game) <= _MOST_GAME:
        raise NoughtsError("the tree's game must be the name of a game")
    if position is not None and (not isinstance(position, str) or len(position) > _MOST_POSITION):
        raise NoughtsError(f"the tree's position must be a position text of at most {_MOST_POSITION:,} characters")
    if not isinstance(nodes, list) or len(nodes) > MOST_NODES:
        raise NoughtsError(f"the tree's nodes must be a list of at most {MOST_NODES:,}")
    tree = MoveTree(game, position)
    tree.set_notes(0, _notes(data.get("root", {}), "the root"))
    for number, node in enumerate(nodes, 1):
        what = f"node {number}"
        if not isinstance(node, list) or len(node) not in (2, 3):
            raise NoughtsError(f'{what} must be [parent, "move"], or that and notes')
        parent, move = node[0], node[1]
        if type(parent) is not int or not 0 <= parent < number:
            wrong = shown(str(parent)).strip("'")
            raise NoughtsError(f"{what}: its parent is {wrong}; it must be a whole number from 0 to {number - 1}")
        if not isinstance(move, str) or not 0 < len(move) <= _MOST_MOVE:
            raise NoughtsError(f"{what}: its move must be text of at most {_MOST_MOVE} characters")
        if tree.child(parent, move) is not None:
            raise NoughtsError(f"{what}: {shown(move)} stands twice after the same move")
        tree.add(parent, move, _notes(node[2], what) if len(node) == 3 else NO_NOTES)
    return tree


def _notes(data: object, what: str) -> Notes:
    def refuse(name: str, right: str) -> NoReturn:
        raise NoughtsError(f"{what}: {name} must be {right}")

    if not isinstance(data, dict):
        raise NoughtsError(f"{what}: notes are an object, with {', '.join(_NOTES)}")
    _check_names(data, set(_NOTES), what)
    told = {name: value for name, value in data.items() if value is not None}
    for name in ("comment", "mark"):
        if not isinstance(told.get(name, ""), str):
            refuse(name, "text")
    for name, least, most in (("value", -MATE, MATE), ("depth", 0, _MOST_DEPTH)):
        number = told.get(name, 0)
        if type(number) is not int or not least <= number <= most:
            refuse(name, f"a whole number from {least:,} to {most:,}")
    seconds = told.get("seconds", 0)
    if type(seconds) not in (int, float) or not 0 <= seconds <= _MOST_SECONDS:
        refuse("seconds", f"a number from 0 to {_MOST_SECONDS:,}")
    shapes = told.get("shapes", [])
    if not isinstance(shapes, list) or not all(
        isinstance(shape, str) and len(shape) <= _MOST_SHAPE for shape in shapes
    ):
        refuse("shapes", "a list of texts such as b2, b2-c3 or red:b2")
    try:
        return Notes(**{**told, "shapes": tuple(shapes)})
    except NoughtsError as error:
        raise NoughtsError(f"{what}: {error}") from None


def _check_names(data: dict[Any, Any], names: set[str], what: str) -> None:
    unknown = next((name for name in data if name not in names), None)
    if unknown is not None:
        raise NoughtsError(f"{what}: there is no {shown(str(unknown))}; there are {', '.join(sorted(names))}")
