"""Analysis boards over the API: kept, read from files, written as files; what was played from a position."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from large_tree import large_tree
from noughts.records import Record, read_records, tree_of, tree_of_text, write_records
from web_server import Server, Visitor, serving

TREE: dict[str, Any] = {
    "game": "tictactoe",
    "position": None,
    "nodes": [[0, "b2", {"mark": "!"}], [1, "a1"], [0, "a1", {"comment": "slower", "shapes": ["a1-c3"]}]],
    "root": {"comment": "the start"},
}
PGN = '[Variant "tictactoe"]\n\n{the start} 1. b2 $1 ( 1. a1 {slower [%cal Ga1c3]} ) 1... a1 *\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("web")) as found:
        yield found


@pytest.fixture
def visitor(server: Server) -> Iterator[Visitor]:
    with Visitor(server) as found:
        yield found


def test_a_board_is_kept_changed_and_forgotten(visitor: Visitor, server: Server) -> None:
    answer = visitor.post("/api/studies", json={"name": "Forks", "tree": TREE})
    assert answer.status_code == 201
    number = answer.json()["id"]
    assert answer.json() == {"id": number, "revision": 1}
    place = f"/api/studies/{number}"
    assert visitor.get(place).json() == {
        "id": number,
        "name": "Forks",
        "game": "tictactoe",
        "revision": 1,
        "tree": TREE,
    }
    longer = {**TREE, "nodes": [*TREE["nodes"], [3, "c3"]]}
    changed = visitor.put(place, json={"name": "More forks", "revision": 1, "tree": longer})
    assert changed.json() == {"id": number, "revision": 2}
    stale = visitor.put(place, json={"name": "Fewer", "revision": 1, "tree": TREE})
    assert (stale.status_code, "changed elsewhere" in stale.json()["error"]) == (409, True)
    (summary,) = visitor.get("/api/studies").json()
    assert (summary["name"], summary["revision"], summary["game"]) == ("More forks", 2, "tictactoe")
    assert tree_of(visitor.get(place).json()["tree"]) == tree_of(longer)
    with Visitor(server) as other:
        assert other.get("/api/studies").json() == []
        assert other.get(place).status_code == other.delete(place).status_code == 404
        assert other.put(place, json={"name": "x", "revision": 2, "tree": TREE}).status_code == 404
    assert visitor.delete(place).status_code == 204
    assert visitor.get(place).status_code == 404


def test_a_board_has_a_name_that_is_seen(visitor: Visitor) -> None:
    for name in (" ", "\0", "\n \t"):
        answer = visitor.post("/api/studies", json={"name": name, "tree": TREE})
        assert (answer.status_code, answer.json()["error"]) == (400, "a board needs a name of letters that are seen")
    assert visitor.post("/api/studies", json={"name": "\0Forks\nand more ", "tree": TREE}).status_code == 201
    assert visitor.get("/api/studies").json()[0]["name"] == "Forks and more"


def test_boards_are_read_from_files_and_written(visitor: Visitor) -> None:
    read = visitor.post("/api/studies/read", content=PGN)
    assert tree_of(read.json()) == tree_of(TREE)
    number = visitor.post("/api/studies", json={"name": "Forks", "tree": read.json()}).json()["id"]
    for format in ("pgn", "sgf"):
        text = visitor.get(f"/api/studies/{number}/export?format={format}").text
        (record,) = read_records(text, format)
        tree = record.move_tree()
        assert [tree.line(node) for node in tree.nodes()] == [["b2"], ["b2", "a1"], ["a1"]]
        assert tree.notes(tree.children(0)[1]).comment == "slower"
    assert visitor.get(f"/api/studies/{number}/export?format=psq").status_code == 422


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        ({**TREE, "nodes": [[0, "b2"], [1, "b2"]]}, "move 2: b2 is not legal here"),
        ({**TREE, "nodes": [[5, "b2"]]}, "node 1: its parent is 5"),
        ({**TREE, "game": "./evil.py"}, "there is no game"),
        ({**TREE, "position": "X/O"}, "the position has 2 rows"),
    ],
)
def test_what_cannot_be_is_told(visitor: Visitor, tree: dict[str, Any], words: str) -> None:
    answer = visitor.post("/api/studies", json={"name": "Wrong", "tree": tree})
    assert answer.status_code == 400
    assert words in answer.json()["error"]


def test_files_that_cannot_be_read_are_told_with_their_lines(visitor: Visitor) -> None:
    answer = visitor.post("/api/studies/read", content=PGN.replace("1. a1", "1. z9"))
    assert (answer.status_code, "game 1, line 3: move 1 in a variation" in answer.json()["error"]) == (400, True)
    assert visitor.post("/api/studies/read", content=b"\xff\xfe\xff").status_code == 400


def test_imported_games_keep_their_variations(visitor: Visitor) -> None:
    (number,) = visitor.post("/api/records", content=PGN).json()["games"]
    record = read_records(visitor.get(f"/api/games/{number}/record?format=pgn").text)[0]
    assert record.move_tree() == read_records(PGN)[0].move_tree()


def test_a_game_with_twelve_thousand_moves_is_brought_in_and_written(visitor: Visitor) -> None:
    tree = tree_of_text(json.dumps(large_tree(12_000)))
    text = write_records([Record.of_tree(tree)], "pgn")
    assert len(text) > 64 * 1024
    (number,) = visitor.post("/api/records", content=text).json()["games"]
    (record,) = read_records(visitor.get(f"/api/games/{number}/record?format=pgn").text)
    assert record.move_tree() == tree


def test_openings_count_games_by_position(visitor: Visitor) -> None:
    won, lost = "1. b2 a1 2. b1 c3 3. b3 1-0", "1. a1 b2 2. a2 b1 3. c1 b3 0-1"
    games = [f'[Variant "tictactoe"]\n{moves}\n' for moves in (won, won, lost)]
    text = "\n".join(games) + '\n[Variant "tictactoe"]\n[Result "1-0"]\n1. b1 a1 2. b2 b3 1-0\n'
    assert visitor.post("/api/records", content=text).status_code == 201

    def asked(moves: str) -> list[tuple[str, int, int, int, int]]:
        found = visitor.get(f"/api/openings?game=tictactoe&moves={moves}").json()["moves"]
        return [(one["move"], one["games"], one["first"], one["second"], one["draws"]) for one in found]

    assert asked("") == [("b2", 2, 2, 0, 0), ("b1", 1, 1, 0, 0), ("a1", 1, 0, 1, 0)]
    assert asked("b2,a1,b1") == [("c3", 2, 2, 0, 0), ("b3", 1, 1, 0, 0)]
    assert asked("c3") == []
    assert visitor.get("/api/openings?game=tictactoe&moves=z9").status_code == 400
    assert visitor.get("/api/openings?game=tictactoe&match=0123456789abcdef").status_code == 404
