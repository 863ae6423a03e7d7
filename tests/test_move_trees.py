"""Trees of moves: variations, comments, marks and shapes, in JSON, PGN and SGF, and what texts from outside try."""

import json
import random
import re
from typing import Any

import pytest

import noughts
from noughts.errors import NoughtsError
from noughts.kernel.scores import MATE
from noughts.records import (
    MoveTree,
    Notes,
    Record,
    read_records,
    tree_data,
    tree_of,
    tree_of_text,
    tree_text,
    write_records,
)
from noughts.records.tree import COLOURS, MARKS, MOST_NODES
from noughts.records.tree_json import MOST_BYTES

PGN_GAMES = ["tictactoe", "15x15x5", "8x10x5", "ultimate", "nineboard", "xtreme", "xrudder", "misere-4x4x3"]
SGF_GAMES = ["tictactoe", "15x15x5", "3x7x3", "8x10x5"]
WORDS = [
    "a blunder",
    "0.10s",
    "+1.25/12 0.53s, book",
    "closes } and ) opens { (",
    "[%csl Gb2] by hand",
    "[%clk 0:01:00]",
    "two\nlines",
    "three\n\nlines of 0.10s",
    "0.10s\nof a clock",
    "1-0 * $1 ; % ]\\",
    "Žofie 五子棋 \u2014 ok",
    "%percent",
]


def random_tree(name: str, seed: int) -> MoveTree:
    """A tree of random lines, from the start or after some moves, with notes of every kind."""
    chance = random.Random(f"{name} {seed}")
    start = noughts.game(name).start()
    if seed % 3 == 0:
        for _ in range(2):
            start.push(chance.choice(start.legal_moves))
        start = start.copy(stack=False)
    tree = MoveTree(name, start.text() if seed % 3 == 0 else None)
    cells = [cell.name for cell in start.game.cells]
    for _ in range(chance.randint(0, 8)):
        node = chance.randint(0, len(tree))
        position = start.copy()
        for move in tree.line(node):
            position.push(move)
        for _ in range(chance.choice((1, 2, 8))):
            if position.is_game_over():
                break
            position.push(chance.choice(position.legal_moves))
            node = tree.add(node, position.peek().text)
    for node in range(len(tree) + 1):
        if chance.random() < 0.6:
            tree.set_notes(node, random_notes(chance, cells))
    return tree


def random_notes(chance: random.Random, cells: list[str]) -> Notes:
    shapes = []
    for _ in range(chance.choice((0, 0, 3))):
        place = "-".join(chance.choices(cells, k=chance.choice((1, 2))))
        shapes.append(chance.choice(["", *(f"{colour}:" for colour in COLOURS)]) + place)
    return Notes(
        chance.choice(["", *WORDS]),
        chance.choice([None, 0, -7, 125, MATE - 3, 4 - MATE]),
        chance.choice([None, 1, 12]),
        chance.choice([None, 0.0, 0.53, 12.345]),
        chance.choice(["", *MARKS]),
        tuple(shapes),
    )


@pytest.mark.parametrize("name", PGN_GAMES)
def test_random_trees_are_kept_by_json_and_pgn(name: str) -> None:
    trees = [random_tree(name, seed) for seed in range(25)]
    assert sum(len(tree) for tree in trees) > 100
    assert not all(tree.is_line for tree in trees)
    assert [tree_of_text(tree_text(tree)) for tree in trees] == trees
    text = write_records([Record.of_tree(tree) for tree in trees], "pgn")
    assert [record.move_tree() for record in read_records(text, "pgn")] == trees


@pytest.mark.parametrize("name", SGF_GAMES)
def test_random_trees_are_kept_by_sgf(name: str) -> None:
    trees = [random_tree(name, seed) for seed in range(25)]
    text = write_records([Record.of_tree(tree) for tree in trees], "sgf")
    assert [record.move_tree() for record in read_records(text, "sgf")] == trees


PGN = """\
[Variant "tictactoe"]

{the start} 1. b2 $1 {+1.25/12 0.53s} {the centre [%csl Gb2,Ra1]} ( {before} 1. a1
{slower} ( 1. b1?! ; to the
; end
1... b2 ) 1... b2 {[%cal Ya1c3,Gb2-c3]} ) ( 1. c3 ) 1... a1 2. b1 ( 2. c1 1-0 ) b3 ( 2... c1 ) *
"""


def test_pgn_is_read_with_its_variations() -> None:
    (record,) = read_records(PGN)
    tree = record.move_tree()
    assert [move.text for move in record.moves] == ["b2", "a1", "b1", "b3"]
    first, a1, b1, c3 = tree.children(0)
    assert [tree.move(node) for node in (first, a1, b1, c3)] == ["b2", "a1", "b1", "c3"]
    assert tree.notes(0) == Notes("the start")
    assert tree.notes(first) == Notes("the centre", 125, 12, 0.53, "!", ("b2", "red:a1"))
    assert tree.notes(a1) == Notes("before\nslower")
    assert tree.notes(b1) == Notes("to the\nend", mark="?!")
    reply = tree.child(a1, "b2")
    assert reply is not None
    assert tree.notes(reply).shapes == ("yellow:a1-c3", "b2-c3")
    assert [tree.line(node) for node in range(1, len(tree) + 1) if not tree.children(node)] == [
        ["b1", "b2"],
        ["a1", "b2"],
        ["c3"],
        ["b2", "a1", "c1"],
        ["b2", "a1", "b1", "b3"],
        ["b2", "a1", "b1", "c1"],
    ]


def test_variations_are_written_as_people_write_them() -> None:
    tree = MoveTree("tictactoe")
    centre = tree.add(0, "b2", Notes(mark="!"))
    corner = tree.add(centre, "a1")
    tree.add(corner, "b1")
    tree.add(centre, "b1", Notes("loses }"))
    tree.add(0, "a1")
    text = write_records([Record.of_tree(tree)], "pgn").split("\n\n")[1]
    assert text == "1. b2 $1 ( 1. a1 ) 1... a1 ( 1... b1 ;loses }\n) 2. b1 *\n"
    text = write_records([Record.of_tree(tree)], "sgf")
    assert text.endswith("\n(;B[bb]TE[1]\n(;W[ac]\n;B[bc])\n(;W[bc]C[loses }]))\n(;B[ac]))\n")


def test_an_sgf_with_branches_is_read() -> None:
    text = """(;SZ[3]RU[3x3x3]C[the start]
(;B[bb]BM[2]CR[aa][cc](;W[aa]AR[aa:cc]RED[aa:cc])(;W[ab]C[0.5s
slow];B[cc]))(;B[aa]))"""
    (record,) = read_records(text)
    tree = record.move_tree()
    assert [move.text for move in record.moves] == ["b2", "a3"]
    centre = tree.children(0)[0]
    assert tree.notes(centre) == Notes(mark="??", shapes=("a3", "c1"))
    left, right = tree.children(centre)
    assert tree.notes(left).shapes == ("red:a3-c1",)
    assert tree.notes(right) == Notes("slow", seconds=0.5)
    assert tree.line(tree.children(right)[0]) == ["b2", "a2", "c1"]


def test_a_psq_holds_the_main_line() -> None:
    tree = random_tree("15x15x5", 1)
    (record,) = read_records(write_records([Record.of_tree(tree)], "psq"))
    assert [move.text for move in record.moves] == [tree.move(node) for node in tree.main_line()]


def test_promoting_and_deleting() -> None:
    tree = MoveTree("tictactoe")
    for line in ("b2 a1 b1", "b2 c1", "a1 b2", "c3"):
        node = 0
        for move in line.split():
            node = tree.add(node, move)
    assert tree.add(0, "c3") == 7, "it was there"
    tree.make_main(4)
    assert [tree.move(node) for node in tree.main_line()] == ["b2", "c1"]
    tree.promote(5)
    assert [tree.move(node) for node in tree.children(0)] == ["a1", "b2", "c3"]
    tree.delete(tree.children(0)[1])
    assert tree_data(tree)["nodes"] == [[0, "a1"], [1, "b2"], [0, "c3"]]
    assert tree.child(0, "b2") is None
    tree.delete(0)
    assert len(tree) == 0


V = '[Variant "tictactoe"]\n'
BAD = {
    "parentheses": (V + "(" * 100_000, "game 1, line 2: a variation begins here before any move"),
    "nested ones": (V + "1. b2 " + "(" * 100_000, "game 1, line 2: the ( here is never closed by a )"),
    "a nest of moves": (V + "1. b2 " + "(1. a1 " * 100_000, "more than 150,000 moves, numbers and comments"),
    "one at the start": (V + "(1. b2) 1. a1 *", "line 2: a variation begins here before any move"),
    "one after the end": (V + "1. b2 *\n(1. a1)", "game 2, line 3: a variation begins here before any move"),
    "one after the game": (V + "1. b2 a1 b1 c1 b3\n(2. c3 b3) ( 3. c3 b3 ) a2", "line 3: move 6: a2 cannot be played"),
    "an open one": (V + "1. b2\n(a1\n(b1)", "line 3: the ( here is never closed by a )"),
    "a closed one": (V + "1. b2 (a1))", "line 2: a ) without a ( before it"),
    "an illegal move": (V + "1. b2 a1\n(1... c3 b2)", "game 1, line 3: move 3 in a variation: b2 is not legal here"),
    "no move": (V + "1. b2 a1\n(1... zz)", "game 1, line 3: move 2 in a variation: 'zz' is not a move"),
    "a tag": (V + "1. b2 (1. a1\n[White", "line 2: the ( here is never closed by a )"),
    "a long comment": (V + "1. b2 {" + "x" * 2001 + "}", "line 2: the comment has 2,001 characters; at most 2,000"),
    "many comments": (V + "1. b2 " + "{x}\n" * 1001, "line 1002: the comment has 2,001 characters; at most 2,000"),
    "many rings": (V + "1. b2 {[%csl " + ",".join(["Gb2"] * 33) + "]}", "33 rings and arrows are drawn at a move"),
    "nodes of sgf": ("(;SZ[15]" + ";" * 100_000, "more than 60,000 nodes"),
    "parentheses of sgf": ("(;SZ[15]" + "(" * 100_000, "variations begin 60,000 deep"),
    "a set-up in a variation": ("(;SZ[15](;B[aa])(;AB[bb];W[cc]))", "AB sets up stones in a variation"),
    "an illegal move of sgf": ("(;SZ[15];B[aa](;W[bb])\n(;W[aa]))", "line 2: move 2 in a variation: a15 is not legal"),
    "the other's move": ("(;SZ[15];B[aa](;W[bb])\n(;B[bb]))", "line 2: move 2 is B's, but it is W's turn"),
    "an arrow to nowhere": ("(;SZ[15];B[aa]AR[aa])", "AR must name two points, for example AR[aa:bb]"),
    "a ring off the board": ("(;SZ[15];B[aa]CR[zz])", "'zz' is no point of the board"),
    "rings everywhere": ("(;SZ[15];B[aa]CR" + "[aa:oo]" * 10_000 + ")", "33 rings and arrows are drawn at a move"),
}


@pytest.mark.parametrize(("text", "words"), BAD.values(), ids=BAD)
def test_bad_trees_are_refused(text: str, words: str) -> None:
    with pytest.raises(NoughtsError, match=re.escape(words)) as refused:
        read_records(text)
    assert len(str(refused.value)) < 500


def wide_text(nodes: int) -> str:
    """A PGN of a large board with variations at every move."""
    cells = [f"{letter}{row}" for letter in "abcdefghijklmnop" for row in range(1, 17)]
    words, left, place = ["1."], nodes, 0
    while left:
        words.append(cells[place])
        left -= 1
        for other in cells[place + 1 : place + 151]:
            if left:
                words.append(f"({other})")
                left -= 1
        place += 1
    return '[Variant "16x16x16"]\n' + " ".join(words) + " *\n"


def test_there_are_bounds_of_moves_and_bytes() -> None:
    assert len(read_records(wide_text(5_000))[0].move_tree()) == 5_000
    with pytest.raises(NoughtsError, match=r"game 1, line 2: more than 20,000 moves, variations and all"):
        read_records(wide_text(MOST_NODES + 1))
    comments = wide_text(200).replace(") ", " {" + "x" * 1900 + "}) ")
    with pytest.raises(NoughtsError, match=r"game 1, line 1: the game with its variations .* at most 256,000 are kept"):
        read_records(comments)


TREE: dict[str, Any] = {"game": "tictactoe", "nodes": [[0, "b2"]]}
BAD_JSON: dict[str, tuple[object, str]] = {
    "a list": ([], "a tree is an object with game and nodes"),
    "no game": ({"nodes": []}, "the tree's game must be the name of a game"),
    "a stranger": ({**TREE, "colour": "red"}, "the tree: there is no 'colour'; there are game, nodes, position, root"),
    "a position that is none": ({**TREE, "position": 5}, "the tree's position must be a position text"),
    "nodes that are none": ({**TREE, "nodes": {}}, "the tree's nodes must be a list of at most 20,000"),
    "too many": ({**TREE, "nodes": [[0, "b2"]] * 20_001}, "the tree's nodes must be a list of at most 20,000"),
    "a later parent": (
        {**TREE, "nodes": [[1, "b2"]]},
        "node 1: its parent is 1; it must be a whole number from 0 to 0",
    ),
    "a parent that is true": ({**TREE, "nodes": [[False, "b2"]]}, "node 1: its parent is False"),
    "a long move": ({**TREE, "nodes": [[0, "b" * 41]]}, "node 1: its move must be text of at most 40 characters"),
    "a move twice": ({**TREE, "nodes": [[0, "b2"], [0, "b2"]]}, "node 2: 'b2' stands twice after the same move"),
    "half a node": ({**TREE, "nodes": [[0]]}, 'node 1 must be [parent, "move"], or that and notes'),
    "a long comment": ({**TREE, "root": {"comment": "x" * 2001}}, "the root: the comment has 2,001 characters"),
    "a mark that is none": ({**TREE, "root": {"mark": "?!?"}}, "the root: the mark is '?!?'; it must be one of ! ?"),
    "many shapes": ({**TREE, "root": {"shapes": ["b2"] * 33}}, "the root: 33 rings and arrows are drawn at a move"),
    "a colour": ({**TREE, "root": {"shapes": ["pink:b2"]}}, "the root: 'pink:b2' has no colour of ours: green, red"),
    "shapes that are none": ({**TREE, "root": {"shapes": [5]}}, "the root: shapes must be a list of texts"),
    "a value": ({**TREE, "root": {"value": 10**400}}, "the root: value must be a whole number from -1,000,000,000"),
    "seconds": ({**TREE, "root": {"seconds": float("nan")}}, "the root: seconds must be a number from 0"),
    "deep": ("[" * 100_000, "the tree is no JSON"),
    "no json": ("{", "the tree is no JSON"),
    "large": (" " * (MOST_BYTES + 1), "the tree has more than 256,000 bytes of JSON"),
}


@pytest.mark.parametrize(("data", "words"), BAD_JSON.values(), ids=BAD_JSON)
def test_bad_json_is_refused(data: object, words: str) -> None:
    with pytest.raises(NoughtsError, match=re.escape(words)):
        tree_of_text(data) if isinstance(data, str) else tree_of(data)


@pytest.mark.parametrize(
    ("nodes", "words"),
    [
        ([[0, "b2"], [1, "b2"]], "move 2: b2 is not legal here"),
        ([[0, "b2"], [0, "z9"]], "move 1 in a variation: 'z9' is not a move"),
        ([[0, "b2"], [0, "B2"]], "move 1 in a variation: b2 stands there twice"),
        ([[0, "b2", {"shapes": ["b2-d4"]}]], "move 1: the ring or arrow 'b2-d4' is not on the board"),
    ],
)
def test_moves_and_shapes_are_checked_by_the_game(nodes: list[Any], words: str) -> None:
    tree = tree_of({"game": "tictactoe", "nodes": nodes})
    with pytest.raises(NoughtsError, match=re.escape(words)):
        tree.check(noughts.game("tictactoe").start())


def test_json_is_as_the_page_writes_it() -> None:
    data = {
        "game": "tictactoe",
        "position": None,
        "nodes": [
            [0, "b2", {"comment": "the centre", "value": 125, "depth": 12, "seconds": 0.53, "mark": "!"}],
            [1, "a1", {"shapes": ["a1", "red:b2-c3"]}],
            [1, "c3"],
        ],
        "root": {"comment": "the start"},
    }
    assert tree_data(tree_of(json.loads(json.dumps(data)))) == data
    tree = tree_of({"game": "tictactoe", "nodes": [[0, "5"], [0, "7"], [1, "A3"]]})
    tree.check(noughts.game("tictactoe").start())
    assert tree_data(tree)["nodes"] == [[0, "b2"], [1, "a3"], [0, "a1"]]
