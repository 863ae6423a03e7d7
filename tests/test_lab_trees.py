"""Search trees: what the compiled searches write down, beside their counters and a plain-Python search."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import noughts
from commands import noughts as run
from noughts.board import Position
from noughts.errors import NoughtsError
from noughts.kernel.scores import MATE, POINT
from noughts.lab.search_tree import SearchTree, grow_tree
from noughts.lab.tree_page import tree_data
from noughts.lab.tree_svg import draw_tree, expected_play
from noughts.lab.tree_words import explained, passes_title, short_reason
from noughts.registry import evaluation
from plain_search import INFINITE, PlainSearch
from positions import random_positions

CASES = (("3x3x3", "pascal", 4), ("4x5x4", "pascal", 3), ("ultimate", "patterns", 3), ("xtreme", "patterns", 2))
SEARCHES = ("minimax", "alphabeta", "alphabeta:transpositions=true", "pvs", "pvs:transpositions=true", "mtdf")
H_MINIMAX = ("hminimax", "hminimax:prune=false", "hminimax:cut_side=mover", "hminimax:cut_side=mover,prune=false")


def plain(search: str, position: Position, eval_name: str, depth: int) -> PlainSearch:
    name = search.partition(":")[0]
    made = PlainSearch(evaluation(eval_name), with_table="transpositions" in search or name == "mtdf")
    position = position.copy()
    if name == "minimax":
        made.minimax(position, depth)
    elif name == "mtdf":
        made.mtdf(position, depth)
    elif name == "hminimax":
        made.hminimax(position, depth, "prune=false" not in search, [position.turn] if "mover" in search else [0, 1])
    else:
        getattr(made, name)(position, depth, -INFINITE, INFINITE)
    return made


def visits(tree: SearchTree) -> list[tuple[object, ...]]:
    """As the plain search writes them down: for the side to move."""
    rows: list[tuple[object, ...]] = []
    for node in tree.nodes:
        window = (node.alpha, node.beta) if node.turn == 0 else (-node.beta, -node.alpha)
        value = node.value if node.turn == 0 else -node.value
        rows.append((tuple(str(move) for move in node.path), node.depth, *window, value))
    return rows


@pytest.mark.parametrize(
    ("name", "eval_name", "depth", "search"),
    [(*case, search) for case in CASES for search in SEARCHES]
    + [(*case, search) for case in (("nineboard", "groups", 1), ("xtreme", "patterns", 1)) for search in H_MINIMAX],
)
def test_a_tree_is_that_of_a_plain_search_and_of_the_counters(
    name: str, eval_name: str, depth: int, search: str
) -> None:
    for position in random_positions(name, 4, seed=7):
        if len(position.legal_moves) > 20:
            depth = min(depth, 2)
        tree = grow_tree(position, search, depth, eval_name)
        independent = plain(search, position, eval_name, depth)
        expected = [(one.moves, one.depth, one.alpha, one.beta, one.value) for one in independent.visits]
        assert visits(tree) == expected, position.text()
        counts, counters = tree.counts(), tree.counters
        assert counts == {key: getattr(counters, key) for key in counts}, position.text()
        assert counts == {
            "nodes": len(independent.visits),
            "static_evaluations": independent.evaluated,
            "dynamic_evaluations": independent.inner,
            "alpha_cutoffs": independent.cuts[1],
            "beta_cutoffs": independent.cuts[0],
            "table_hits": independent.hits,
        }, position.text()


def test_what_a_cut_left_out_is_told() -> None:
    """X wins at once by c3; O's threat at c2 and everything else is looked at first.

    From a worked example: after a1, O has c2 and wins, so that X, who had c3 before, never plays a1.
    """
    position = noughts.game("tictactoe").position("XX./OO./... X")
    tree = grow_tree(position, "alphabeta", 2, "zero")
    root = tree.nodes[0]
    assert [str(child.move) for child in root.children] == ["c3", "c2", "a1", "b1", "c1"]
    assert root.value == MATE - 1
    refuted = root.children[1]  # c2: O's first reply is no better for O than what X has already
    assert refuted.is_cut
    assert [str(child.move) for child in refuted.children] == ["c3"]
    assert {str(move) for move in refuted.untried} == {"a1", "b1", "c1"}
    assert explained(refuted) == (
        "c3 gives at most 0.00, but c3 one ply above already gives a win for X 1 ply from the root: "
        "X will not let O come here (alpha cut-off: 3 moves are not searched)."
    )
    assert short_reason(refuted) == "0.00 ≤ α"


def test_a_player_searches_by_its_own_settings() -> None:
    """Report 004 at easy looks 2 plies ahead with 18 empty cells and 4 with 13, and a win is worth 200 to it."""
    game = noughts.game("4x5x4")
    early = grow_tree(game.position("...../.X.../..O../..... X"), "report004:level=easy")
    assert (early.search, early.evaluation, early.roots[0].depth) == ("report004:level=easy", "pascal", 2)
    later = grow_tree(game.position("XX.../.X.O./..OO./O.... X"), "report004:level=easy")
    assert later.roots[0].depth == 4
    assert 200 * POINT in {node.value for node in later.nodes if node.kind == "finished"}
    shallow = grow_tree(game.position("XX.../.X.O./..OO./O.... X"), "report004", 1, "zero")
    assert (shallow.evaluation, [node.ply for node in shallow.nodes]) == ("zero", [0] + [1] * 13)
    for moves, words in (
        ([], "opens the game at random"),
        (["a1", "a4", "b1", "b4", "c1", "c4"], "plays d1, which wins"),
    ):
        position = game.start()
        for move in moves:
            position.push(move)
        with pytest.raises(NoughtsError, match=words):
            grow_tree(position, "report004")


def test_report_002_tests_the_depth_on_its_own_turns_only() -> None:
    """To depth 1 it looks at its moves and all answers, where it is its own turn again."""
    position = noughts.game("nineboard").start()
    position.push("5.5")
    tree = grow_tree(position, "report002", 1)
    assert {(node.ply, node.depth) for node in tree.nodes} == {(0, 1), (1, 0), (2, -1)}
    assert {node.kind for node in tree.nodes if node.ply == 1} == {"searched"}


def test_passes_of_mtdf_are_told_apart() -> None:
    position = noughts.game("4x5x4").start()
    tree = grow_tree(position, "mtdf", 2, "pascal")
    assert len(tree.roots) > 1
    assert all(root.beta - root.alpha == 1 for root in tree.roots)
    assert any("The question was only whether" in explained(node) for node in tree.nodes)
    assert passes_title(tree, tree.roots[0]) == f"pass 1 of {len(tree.roots)}, depth 2: is it 0.00 or more?"
    deepened = grow_tree(position, "mtdf:deepening=true", 2, "pascal")
    assert [root.depth for root in deepened.roots] == sorted(root.depth for root in deepened.roots)
    assert {root.depth for root in deepened.roots} == {1, 2}


def test_bonus_moves_of_xtreme_keep_the_side() -> None:
    """A move after which the same side is to move again is no other player's node."""
    chosen = None
    for position in random_positions("xtreme", 40, seed=3):
        for node in grow_tree(position, "alphabeta", 2, "patterns").nodes:
            if node.parent is not None and node.turn == node.parent.turn and node.kind != "finished":
                chosen = node
    assert chosen is not None


@pytest.mark.parametrize("search", ["alphabeta", "mtdf"])
def test_a_drawing_has_every_node_and_every_cut(search: str) -> None:
    tree = grow_tree(noughts.game("3x3x3").position("X.O/.X./..O X"), search, 3, "pascal")
    drawing = ElementTree.fromstring(draw_tree(tree))
    titles = [element.text or "" for element in drawing.iter("{http://www.w3.org/2000/svg}title")]
    assert sum(bool(re.match(r"\d+\. ", title)) for title in titles) == len(tree.nodes)
    texts = [element.attrib for element in drawing.iter("{http://www.w3.org/2000/svg}text")]
    halos = [one for one in texts if "stroke" in one]  # each a text of its own: no renderer must know `paint-order`
    assert halos
    assert {one["aria-hidden"] for one in halos} == {"true"}
    assert sum(title.startswith("cut: ") for title in titles) >= sum(bool(node.untried) for node in tree.nodes) > 0


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "pvs"])
def test_the_expected_play_is_the_engines_own(search: str) -> None:
    """Of moves that are equally good the first, and no move of which only a bound is known."""
    position = noughts.game("3x3x3").position("..X/.XO/OX. O")
    tree = grow_tree(position, search, 3, "pascal")
    line = noughts.Engine("minimax", eval="pascal").analyse(position, noughts.Limit(depth=3)).pv
    assert [node.move for node in expected_play(tree)] == line


def test_data_for_the_viewer_follows_the_search() -> None:
    tree = grow_tree(noughts.game("ultimate").start(), "alphabeta", 2, "patterns")
    data = json.loads(json.dumps(tree_data(tree)))
    assert [node["parent"] for node in data["nodes"]] == [
        -1 if node.parent is None else node.parent.number for node in tree.nodes
    ]
    for node, row in zip(tree.nodes, data["nodes"], strict=True):
        position = noughts.game("ultimate").start()
        for move in node.path:
            position.push(move)
        assert row["contents"] == "".join(cell.content for cell in position.view().cells)
    assert len(data["board"]["cells"]) == 81


@pytest.mark.parametrize(
    ("search", "depth", "words"),
    [
        (
            "noughts",
            2,
            "noughts does not tell which nodes it searches; these do: alphabeta, hminimax, minimax, mtdf, pvs",
        ),
        ("alpabeta", 2, "did you mean alphabeta?"),
        ("report004", None, "report004 does not play 3x3x3"),
        ("report002", None, "the tree of report002 to the end of the game has more than 100 nodes"),
        ("alphabeta", 0, "the depth is 0"),
        ("minimax", 5, "has more than 100 nodes"),
    ],
)
def test_what_cannot_be_a_tree_is_told(search: str, depth: int | None, words: str) -> None:
    with pytest.raises(NoughtsError, match=re.escape(words)):
        grow_tree(noughts.game("3x3x3").start(), search, depth, "zero", most_nodes=100)


def test_a_tree_of_exactly_the_most_nodes_is_shown_whole() -> None:
    position = noughts.game("3x3x3").start()
    assert len(grow_tree(position, "minimax", 2, "zero", most_nodes=82).nodes) == 1 + 9 + 72
    with pytest.raises(NoughtsError, match="more than 81 nodes"):
        grow_tree(position, "minimax", 2, "zero", most_nodes=81)


def test_the_command_writes_whole_files_or_none(tmp_path: Path) -> None:
    page, drawing = tmp_path / "tree.html", tmp_path / "tree.svg"
    done = run("tree", "3x3x3", "--depth", "2", "--eval", "zero", "--html", str(page), "--svg", str(drawing))
    assert done.returncode == 0, done.stderr
    assert "best move" in done.stdout
    assert page.read_text().startswith("<!doctype html>")
    assert ElementTree.parse(drawing).getroot().tag.endswith("svg")
    refused = run("tree", "3x3x3", "--depth", "9", "--eval", "zero", "--nodes", "50", "--svg", str(tmp_path / "no.svg"))
    assert refused.returncode == 2
    assert "more than 50 nodes" in refused.stderr
    assert not (tmp_path / "no.svg").exists()
    for option, words in (("--svg", "a drawing's name ends in .svg"), ("--html", "a page's name ends in .html, .htm")):
        told = run("tree", "3x3x3", option, str(tmp_path / "tree.png"))
        assert (told.returncode, words in told.stderr) == (2, True)
