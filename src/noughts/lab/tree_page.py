"""A search tree as plain data for the viewer, and as a page that stands alone: no server, no network."""

import contextlib
import json
import re
from html import escape
from pathlib import Path
from typing import Any

from noughts.board import MARKS, Position
from noughts.engine.engine_text import EngineText
from noughts.lab.search_tree import DEPTH, LargeTreeError, Node, SearchTree, grow_tree
from noughts.lab.tree_svg import expected_play
from noughts.lab.tree_words import explained, passes_title, short_reason, short_value

VIEWER = Path(__file__).parent / "viewer"
MOST_SHOWN = 5000  # nodes, where others wait for the machine too


def tree_data(tree: SearchTree) -> dict[str, Any]:
    """All that the viewer needs: texts and drawings are ready-made, it knows no rules."""
    view = tree.position.view()
    board = {
        "rows": view.rows,
        "columns": view.columns,
        "cells": [[cell.row, cell.column] for cell in view.cells],
        "groups": [[group.row, group.column, group.rows, group.columns] for group in view.groups],
        "rowLabels": view.row_labels,
        "columnLabels": view.column_labels,
        "marks": view.marks,
    }
    return {
        "title": tree.position.game.title,
        "search": tree.search,
        "evaluation": tree.evaluation,
        "depth": tree.roots[-1].depth,
        "best": str(tree.best),
        "counts": tree.counts(),
        "board": board,
        "nodes": _nodes(tree),
    }


def _nodes(tree: SearchTree) -> list[dict[str, Any]]:
    """Nodes in the order of the search: the position goes along from node to node."""
    position, path = tree.position.copy(), list[Node]()
    expected, passes = set(expected_play(tree)), {root: passes_title(tree, root) for root in tree.roots}
    rows = []
    for node in tree.nodes:
        while path and path[-1] is not node.parent:
            if path.pop().move is not None:
                position.pop()
        if node.move is not None:
            position.push(node.move)
        path.append(node)
        more = {"expected": node in expected, "pass": passes.get(node, "")}
        rows.append({**_figures(node), **more, **_board(position)})
    return rows


def _figures(node: Node) -> dict[str, Any]:
    return {
        "parent": -1 if node.parent is None else node.parent.number,
        "ply": node.ply,
        "depth": node.depth,
        "move": "" if node.move is None else str(node.move),
        "turn": node.turn,
        "alpha": short_value(node.alpha),
        "beta": short_value(node.beta),
        "value": ("" if node.relation == "=" else node.relation) + short_value(node.value),
        "numbers": [node.alpha, node.beta, node.value],  # the window and the value, to compare
        "kind": node.kind,
        "cut": node.is_cut,
        "untried": [str(move) for move in node.untried],
        "reason": short_reason(node) if node.untried else "",
        "why": explained(node),
    }


def _board(position: Position) -> dict[str, Any]:
    view = position.view(has_clicks=False)
    counters = [
        f"{'' if counter.player is None else MARKS[counter.player] + ': '}{counter.value} {counter.name}"
        for counter in view.counters
    ]
    return {
        "contents": "".join(cell.content for cell in view.cells),
        "owners": "".join(group.owner for group in view.groups),
        "last": view.last,
        "winning": view.winning,
        "status": "; ".join([view.status, *counters]),
    }


def tree_json(position: Position, engine: str) -> str:
    """The data of the tree that an engine's text asks for, such as `alphabeta:eval=pascal,depth=3`; without a depth it
    is a player's own or two plies deep, and less where that is too much."""
    named = EngineText.read(engine)
    settings = dict(named.settings)
    wanted, evaluation = settings.pop("depth", None), settings.pop("eval", None)
    search = str(EngineText(named.name, settings))
    if wanted is None:
        for depth in (None, DEPTH):
            with contextlib.suppress(LargeTreeError):  # one ply is enough of a large board
                return _written(grow_tree(position, search, depth, evaluation, MOST_SHOWN))
    return _written(grow_tree(position, search, int(wanted or 1), evaluation, MOST_SHOWN))


def _written(tree: SearchTree) -> str:
    return json.dumps(tree_data(tree), ensure_ascii=False, separators=(",", ":"))


def tree_html(tree: SearchTree) -> str:
    """A page with the viewer and the tree in it."""
    data = _written(tree).replace("<", "\\u003c")
    modules = [(VIEWER / name).read_text(encoding="utf-8") for name in ("tree-board.js", "tree-view.js")]
    script = re.sub(r"^(import .*\n|export )", "", "".join(modules), flags=re.MULTILINE)  # they become one
    style = (VIEWER / "tree-view.css").read_text(encoding="utf-8")
    title = f"{tree.position.game.title}: {tree.search} to depth {tree.roots[-1].depth}"
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<style>
{style}</style>
<main id="tree"></main>
<script type="application/json" id="data">{data}</script>
<script type="module">
{script}
showTree(document.querySelector("#tree"), JSON.parse(document.querySelector("#data").textContent));
</script>
</html>
"""
