"""The web server, as other programs use it: a real process, real workers, a real database."""

import contextlib
import json
import os
import random
import re
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from pydantic import TypeAdapter
from websockets.exceptions import ConnectionClosed, InvalidStatus

from commands import CONNECT_FOUR, noughts
from noughts.engine.levels import LEVELS
from noughts.games.ultimate import Ultimate
from noughts.web.models import SeatModel, seat_choice, seat_text
from web_server import Server, Visitor, changed, serving

EASY = {"kind": "level", "level": "easy"}
HUMAN = {"kind": "human"}
SLOW = {"kind": "search", "search": "noughts", "time": 10}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It stands in a folder with a file that nobody may run, and beside a game that it was given."""
    folder = tmp_path_factory.mktemp("web")
    (folder / "evil.py").write_text("open('was-run', 'w').close()")
    game = os.path.relpath(CONNECT_FOUR, folder)
    with serving(folder, "--game", game, folder=folder) as found:
        yield found
    assert not (folder / "was-run").exists()


@pytest.fixture
def visitor(server: Server) -> Iterator[Visitor]:
    with Visitor(server) as found:
        yield found


def test_the_catalogue_names_every_game_and_what_plays_it(visitor: Visitor) -> None:
    found = visitor.get("/api/catalogue").json()
    names = [game["name"] for game in found["games"]]
    assert {"tictactoe", "ROWSxCOLSxK", "nineboard", "ultimate", "xtreme", "xrudder", "connect-four"} <= set(names)
    assert names[:3] == ["ultimate", "tictactoe", "15x15x5"], "what most people come for is seen first"
    sized = next(game for game in found["games"] if game["name"] == "ROWSxCOLSxK")
    assert (sized["sizes"], sized["takes_cells"]) == (["ROWS", "COLS", "K"], True)
    plays = {player["name"]: player["plays"] for player in found["players"]}
    assert plays["report003"] == ["xrudder"]
    assert plays["report004"] == ["4x5x4"], "and boards of no other size"
    assert plays["report002"] == ["ultimate", "tictactoe", "nineboard", "3x3x3"]
    assert "ROWSxCOLSxK" in plays["report000"]
    fits = {evaluation["name"]: evaluation["fits"] for evaluation in found["evaluations"]}
    assert (fits["xrudder_reserves"], fits["ultimate_boards"]) == (["xrudder"], list(Ultimate.names))
    assert "connect-four" in fits["playouts"]
    titles = {game["name"]: game["title"] for game in found["games"]}
    assert (titles["ROWSxCOLSxK"], titles["15x15x5"]) == ("Any size", "Gomoku")
    assert len(set(titles.values())) == len(titles), "no two look alike"
    pictures = ["".join(cell["content"] for cell in game["view"]["cells"]) for game in found["games"]]
    assert len(set(pictures)) == len(pictures), "no two look alike"
    options = {search["name"]: {option["name"]: option for option in search["options"]} for search in found["searches"]}
    assert options["noughts"]["threats"]["kind"] == "whole"
    assert (options["noughts"]["noise"]["least"], options["noughts"]["noise"]["kind"]) == (0, "number")
    assert options["hminimax"]["cut_side"]["choices"] == ["both", "mover"]
    assert options["random"] == {}
    summaries = {game["name"]: game["summary"] for game in found["games"]}
    assert summaries["15x15x5"] == "Five or more in a row win: freestyle gomoku."
    assert summaries["ultimate"].startswith("Nine 3×3 boards; three in a row win a small board")
    assert summaries["ultimate-playon"].startswith("Won boards stay playable until they are full;")
    assert summaries["ultimate-count"].startswith("More won boards decide where no board is open")
    assert summaries["misere-ROWSxCOLSxK"] == "Completing a row loses."
    assert found["levels"] == list(LEVELS)


@pytest.mark.parametrize(
    "name", ["tictactoe", "misere-4x4x3", "nineboard", "ultimate", "xtreme", "xrudder", "connect-four"]
)
def test_a_whole_game_over_rest(visitor: Visitor, name: str) -> None:
    chance = random.Random(name)
    game = visitor.begin(name, second={"kind": "search", "search": "random"})
    while game["to_move"] is not None:
        if game["to_move"] == "human":
            move = chance.choice(list(game["view"]["clicks"]))
            answer = visitor.post(f"/api/games/{game['id']}/moves", json={"move": move})
        else:
            answer = visitor.post(f"/api/games/{game['id']}/think")
        assert answer.status_code == 200, answer.text
        game = answer.json()
    assert game["result"] in ("1-0", "0-1", "1/2-1/2")
    assert game["view"]["outcome"]["reason"] == game["reason"]
    kept = visitor.get(f"/api/games/{game['id']}").json()
    assert kept["moves"] == game["moves"]
    assert visitor.get("/api/statistics").json()["total"]["games"] == 1
    listed = visitor.get("/api/games?finished=true").json()
    assert [one["id"] for one in listed] == [game["id"]]
    text = visitor.get(f"/api/games/{game['id']}/record?format=pgn").text
    assert text.count(game["moves"][0]["text"]) >= 1


def test_a_game_over_the_websocket(visitor: Visitor) -> None:
    game = visitor.begin("4x4x3", second=EASY)
    with visitor.live(game["id"]) as live:
        assert live.next("game")["game"]["moves"] == []
        live.send(do="move", move="b2")
        game = live.game_after(2)
        assert [move["mover"] for move in game["moves"]] == [0, 1]
        live.send(do="move", move="b2")
        assert "b2 is not legal here" in live.next("error")["error"]
        live.send(do="hint")
        hint = live.next("hint")
        assert hint["ply"] == 2
        assert hint["analysis"]["lines"][0]["move"] in game["view"]["clicks"]
        live.send(do="undo")
        assert live.next("game")["game"]["redo"] == 2
        live.send(do="redo")
        assert len(live.game_after(2)["moves"]) == 2
        live.send(do="analyse", lines=14)
        analysis = live.next("analysis")["analysis"]
        assert len(analysis["lines"]) == 14
        assert {line["move"] for line in analysis["lines"]} == set(game["view"]["clicks"])
        live.send(do="analyse", on=False)
        live.send(do="resign")
        game = live.next("game")["game"]
        assert (game["result"], game["reason"]) == ("0-1", "X resigned")
        live.send(do="review")
        verdicts = [live.next("review") for _ in range(3)]
        assert [verdict.get("ply") for verdict in verdicts] == [1, 2, None]
    kept = visitor.get(f"/api/games/{game['id']}/review").json()
    assert kept == [verdict["verdict"] for verdict in verdicts[:2]]
    assert visitor.get(f"/api/games/{visitor.begin('tictactoe')['id']}/review").json() == []


def test_after_a_move_only_what_has_changed_is_sent(visitor: Visitor) -> None:
    number = visitor.begin("ultimate", second=HUMAN, first_mark="O")["id"]
    with visitor.live(number) as live:
        game = json.loads(live.socket.recv(60))["game"]
        index = {cell["name"]: number for number, cell in enumerate(game["view"]["cells"])}
        for make, expected in (
            ({"do": "move", "move": "5.3"}, (0, ["5.3"], {"5.3": "O"})),
            ({"do": "move", "move": "3.5"}, (1, ["3.5"], {"3.5": "X"})),
            ({"do": "undo"}, (1, [], {"3.5": "."})),
            ({"do": "resign"}, (1, [], {})),
        ):
            live.send(**make)
            message = json.loads(live.socket.recv(60))
            assert message["type"] == "change"
            change = message["change"]
            cells = {str(index[name]): content for name, content in expected[2].items()}
            assert (change["kept"], [move["text"] for move in change["moves"]]) == expected[:2]
            assert change["view"]["cells"] == cells
            assert all(
                (move in game["view"]["clicks"]) == (at is None) for move, at in change["view"]["clicks"].items()
            )
            game = changed(game, change)
    found = visitor.get(f"/api/games/{number}").json()
    assert {**found, "seconds_used": None} == {**game, "seconds_used": None}, "all changes together are the game"


def test_files_of_the_page_have_a_version_and_are_kept(visitor: Visitor) -> None:
    page = visitor.get("/")
    assert page.headers["cache-control"] == "no-cache"
    (folder,) = re.findall(r'src="(/static/[0-9a-f]+/)served\.js"', page.text)
    file = visitor.get(f"{folder}app.js")
    assert "immutable" in file.headers["cache-control"]
    assert file.headers["content-type"].startswith("text/javascript")
    assert file.headers["content-encoding"] == "gzip"
    old = visitor.get("/static/0123456789ab/app.js")
    assert (old.text, old.headers["cache-control"]) == (file.text, "no-cache"), "of a page that was open before"
    assert visitor.get("/static/app.js", headers={"If-None-Match": file.headers["etag"]}).status_code == 304
    for path in ("/static/nothing.js", "/static/0123456789ab/nothing.js", "/static/%2e%2e/server.py"):
        assert visitor.get(path).status_code == 404
    catalogue = visitor.get("/api/catalogue")
    assert visitor.get("/api/catalogue", headers={"If-None-Match": catalogue.headers["etag"]}).status_code == 304


def test_engines_play_each_other_while_somebody_watches_and_pause(visitor: Visitor) -> None:
    random_player = {"kind": "search", "search": "random"}
    game = visitor.begin("ultimate", first=random_player, second=random_player)
    assert visitor.get(f"/api/games/{game['id']}").json()["moves"] == []
    with visitor.live(game["id"]) as live:
        live.game_after(2)
        with visitor.live(game["id"]) as other:
            live.send(do="pause", on=True)
            while not (paused := other.next("game")["game"])["paused"]:
                pass
            time.sleep(0.5)
            assert visitor.get(f"/api/games/{game['id']}").json()["seconds_used"] == paused["seconds_used"]
            live.send(do="pause", on=False)
            assert other.game_after(len(paused["moves"]) + 1)["paused"] is False
            live.send(do="pause", on=True)
            while not other.next("game")["game"]["paused"]:
                pass
    made = len(visitor.get(f"/api/games/{game['id']}").json()["moves"])
    assert made >= 2
    with visitor.live(game["id"]) as live:
        assert len(live.game_after(made + 1)["moves"]) > made, "whoever comes back sees it go on"


def test_visitors_see_only_their_own(server: Server, visitor: Visitor) -> None:
    number = visitor.begin("tictactoe", second=HUMAN)["id"]
    visitor.post(f"/api/games/{number}/moves", json={"move": "b2"})
    with Visitor(server) as other:
        other.get("/api/settings")
        assert other.get(f"/api/games/{number}").status_code == 404
        assert other.get(f"/api/games/{number}/review").status_code == 404
        assert other.post(f"/api/games/{number}/moves", json={"move": "a1"}).status_code == 404
        assert other.delete(f"/api/games/{number}").status_code == 404
        assert other.get("/api/games").json() == []
        with pytest.raises(ConnectionClosed), other.live(number) as live:
            live.next("game", timeout=30)
        ((name, cookie),) = visitor.cookies.items()
        forged = {name: cookie.rpartition(".")[0] + ".AAAA"}
        assert httpx.get(f"{server.url}/api/games/{number}", cookies=forged).status_code == 404
    assert len(visitor.get(f"/api/games/{number}").json()["moves"]) == 1
    assert visitor.delete(f"/api/games/{number}").status_code == 204
    assert visitor.get(f"/api/games/{number}").status_code == 404


def test_a_resigned_game_stays_resigned_and_counted(visitor: Visitor) -> None:
    number = visitor.begin("tictactoe", second=EASY, first_mark="O")["id"]
    with visitor.live(number) as live:
        live.send(do="move", move="b2")
        live.game_after(2)
        live.send(do="resign")
        while live.next("game")["game"]["result"] == "*":
            pass
    found = visitor.get(f"/api/games/{number}").json()
    assert (found["result"], found["reason"]) == ("0-1", "O resigned")
    assert '[Termination "X resigned"]' in visitor.get(f"/api/games/{number}/record").text, "X is first in records"
    answer = visitor.post(f"/api/games/{number}/moves", json={"move": "a1"})
    assert (answer.status_code, "over" in answer.json()["error"]) == (409, True)
    assert visitor.get("/api/statistics").json()["total"]["losses"] == 1


def test_a_move_is_kept_though_its_connection_drops_at_once(visitor: Visitor) -> None:
    for _ in range(10):
        number = visitor.begin("ultimate", second=HUMAN)["id"]
        with visitor.live(number) as live:
            live.next("game")
            live.send(do="move", move="5.5")
        with visitor.live(number) as live:
            assert [move["text"] for move in live.game_after(1)["moves"]] == ["5.5"]
        assert len(visitor.get("/api/games").json()) == 1, "and is not kept twice"
        visitor.delete(f"/api/games/{number}")


def test_a_game_that_is_open_can_be_deleted(visitor: Visitor) -> None:
    number = visitor.begin("ultimate", second=HUMAN)["id"]
    with visitor.live(number) as live:
        live.send(do="move", move="5.5")
        live.game_after(1)
        assert visitor.delete(f"/api/games/{number}").status_code == 204
        with pytest.raises(ConnectionClosed) as closed:
            live.next("error")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
    assert visitor.get(f"/api/games/{number}").status_code == 404
    assert visitor.get("/api/games").json() == []


def test_a_game_file_is_known_by_its_name_and_its_path_is_not_told(visitor: Visitor) -> None:
    game = visitor.begin("connect-four", second=HUMAN, moves=["d"])
    assert game["game"] == "connect-four"
    assert [game["view"]["cells"][index]["name"] for index in game["view"]["last"]] == ["d1"], "where the stone fell to"
    assert visitor.get("/api/games?game=connect-four").json()[0]["game"] == "connect-four"
    text = visitor.get(f"/api/games/{game['id']}/record").text
    assert '[Variant "connect-four"]' in text
    (number,) = visitor.post("/api/records", content=text).json()["games"]
    again = visitor.get(f"/api/games/{number}").json()
    assert (again["game"], again["moves"][0]["text"]) == ("connect-four", "d")
    assert [one["id"] for one in visitor.get("/api/games?game=connect-four").json()] == [number, game["id"]]
    answer = visitor.post("/api/records", content=text.replace("connect-four", "./evil.py"))
    assert (answer.status_code, "files are not run" in answer.json()["error"]) == (400, True)
    refusal = visitor.get(f"/api/games/{game['id']}/record?format=sgf")
    assert refusal.json()["error"] == "SGF holds m,n,k games only; connect-four can be written as PGN"
    assert "examples" not in text + visitor.get(f"/api/games/{game['id']}").text + visitor.get("/api/catalogue").text


def test_a_game_file_that_is_no_longer_offered_is_not_run_and_not_told(tmp_path: Path) -> None:
    with serving(tmp_path, "--game", str(CONNECT_FOUR)) as server, Visitor(server) as visitor:
        number = visitor.begin("connect-four", second=HUMAN, moves=["d"])["id"]
        cookies = dict(visitor.cookies)
    with serving(tmp_path) as server, Visitor(server) as visitor:
        visitor.cookies.update(cookies)
        (listed,) = visitor.get("/api/games").json()
        assert (listed["game"], listed["title"], listed["formats"]) == ("connect_four", "connect_four", [])
        for path in (f"/api/games/{number}", f"/api/games/{number}/record"):
            answer = visitor.get(path)
            assert answer.status_code == 400
            assert answer.json()["error"] == "the game 'connect_four' is not offered here any more"
        with visitor.live(number) as live, pytest.raises(ConnectionClosed):
            live.next("game", timeout=30)
        assert visitor.delete(f"/api/games/{number}").status_code == 204
        assert visitor.get("/api/games").json() == []


def test_connections_to_nothing_are_closed_politely(visitor: Visitor) -> None:
    visitor.get("/api/settings")
    for number in (0, 999_999, 99999999999999999999):
        with visitor.live(number) as live, pytest.raises(ConnectionClosed) as closed:
            live.next("game", timeout=30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


def test_settings_stay(server: Server, visitor: Visitor) -> None:
    assert visitor.get("/api/settings").json()["level"] == "yours"
    assert visitor.patch("/api/settings", json={"level": "hard", "sound": True}).json()["sound"] is True
    assert visitor.get("/api/settings").json()["level"] == "hard"
    with Visitor(server) as other:
        assert other.get("/api/settings").json()["level"] == "yours"


def test_an_opponent_of_your_strength_is_one_of_the_levels(visitor: Visitor) -> None:
    default = next(
        one["default_level"] for one in visitor.get("/api/catalogue").json()["games"] if one["name"] == "ultimate"
    )
    asked = {"game": "ultimate", "second": {"kind": "level", "level": "yours"}}
    game = visitor.post("/api/games", json=asked).json()
    assert game["seats"][1]["choice"]["level"] == default


def test_boards_are_set_up_by_cells_obstacles_positions_and_moves(visitor: Visitor) -> None:
    shown = visitor.post("/api/view", json={"game": "3x4x3", "cells": {"a1": "#", "b2": "O"}, "turn": 1}).json()
    assert shown["position"] == "..../.O../#... O"
    game = visitor.begin("3x4x3", cells={"a1": "#"}, second=HUMAN, moves=["b1", "c1"])
    assert (game["position"], [move["text"] for move in game["moves"]]) == ("..../..../#XO. X", ["b1", "c1"])
    drawn = [visitor.begin("6x6x4", obstacles=7, seed=seed, second=HUMAN)["position"] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert drawn[0].count("#") == 7
    game = visitor.begin("ultimate", position="XX......./" + "9/" * 7 + "9 X 1", first_mark="O", second=HUMAN)
    game = visitor.post(f"/api/games/{game['id']}/moves", json={"move": "1.3"}).json()
    assert game["view"]["groups"][0]["owner"] == "O"


SEATS: list[dict[str, Any]] = [
    EASY,
    HUMAN,
    {"kind": "level", "level": "max", "time": 2.5},
    {"kind": "player", "player": "report004", "settings": {"level": "easy"}, "time": 1.0},
    {"kind": "player", "player": "report000"},
    {"kind": "search", "search": "mtdf", "evaluation": "pascal", "depth": 4, "nodes": 1000, "time": 0.5},
    {"kind": "search", "search": "mtdf", "settings": {"win": "1.5", "nearest": "true"}, "depth": 2},
]


@pytest.mark.parametrize("seat", SEATS, ids=str)
def test_seats_come_back_as_they_were_asked_for(visitor: Visitor, seat: dict[str, Any]) -> None:
    game = visitor.begin("4x5x4", first=HUMAN, second=seat, moves=["b2"])
    listed = visitor.get("/api/games").json()[0]
    for found in (game["seats"], listed["seats"]):
        assert [one["choice"] for one in found] == [HUMAN, seat]
        assert all(set(one) == {"kind", "label", "choice"} for one in found), "no text to be read"


# Texts that games of earlier versions are kept with.
KEPT_SEATS = {
    "human": HUMAN,
    "noughts:level=easy": EASY,
    "noughts:level=hard,time=2.0": {"kind": "level", "level": "hard", "time": 2.0},
    "report003:time=2.0": {"kind": "player", "player": "report003", "time": 2.0},
    "mtdf:eval=boards,depth=4": {"kind": "search", "search": "mtdf", "evaluation": "boards", "depth": 4},
    "random": {"kind": "search", "search": "random"},
    "report003:clock=yes": {"kind": "player", "player": "report003", "settings": {"clock": "yes"}},
    "noughts:level=hard,threads=8": None,  # from a terminal: visitors cannot ask for it
    "Ada: countess": None,
    "report000:depth=5": None,  # no setting of the player's own
    "report004:level=godly": None,
}


@pytest.mark.parametrize("text", KEPT_SEATS)
def test_kept_seats_are_told_as_structures(text: str) -> None:
    choice = seat_choice(text)
    assert choice == KEPT_SEATS[text]
    if choice is not None:
        assert seat_text(TypeAdapter(SeatModel).validate_python(choice)) == text


def test_a_player_with_more_time_keeps_its_depth(visitor: Visitor) -> None:
    seat = {"kind": "player", "player": "report000", "time": 10}
    number = visitor.begin("4x5x4", second=seat, moves=["b2"])["id"]
    moves = visitor.post(f"/api/games/{number}/think").json()["moves"]
    assert [move["depth"] for move in moves] == [None, 3]


def test_visitors_set_what_is_a_players_own_and_nothing_else(visitor: Visitor) -> None:
    for seat, message in (
        ({"kind": "search", "search": "report000", "depth": 5}, "report000 is a player, not a search"),
        ({"player": "report004", "settings": {"threads": "64"}}, "has no option 'threads'; it has level"),
        ({"player": "report004", "settings": {"level": "godly"}}, "it must be one of hard, medium, easy"),
        ({"player": "mcts", "settings": {"hash_mb": "9999"}}, "there is no player 'mcts' that has settings"),
        ({"kind": "search", "search": "mcts", "settings": {"hash_mb": "9999"}}, "mcts has no option 'hash_mb'"),
        ({"kind": "search", "search": "alphabeta", "settings": {"threads": "64"}}, "has no option 'threads'"),
        ({"kind": "search", "search": "alphabeta", "settings": {"nearest": "far"}}, "it must be true or false"),
    ):
        answer = visitor.post("/api/games", json={"game": "4x5x4", "second": {"kind": "player", **seat}})
        assert (answer.status_code, message in answer.json()["error"]) == (400, True), answer.text


def test_games_are_brought_in(visitor: Visitor) -> None:
    text = '[White "Ada"]\n[Black "mcts"]\n[Variant "tictactoe"]\n\n1. b2 a1 2. b3 c3 3. b1 1-0\n'
    (number,) = visitor.post("/api/records", content=text).json()["games"]
    assert visitor.get(f"/api/games/{number}").json()["result"] == "1-0"
    assert visitor.get("/api/statistics").json()["total"]["games"] == 0
    listed = visitor.get("/api/games").json()[0]
    assert (listed["game"], [seat["label"] for seat in listed["seats"]]) == ("tictactoe", ["Ada", "mcts"])
    assert [seat["choice"] for seat in listed["seats"]] == [None, None], "whoever played elsewhere is nobody here"
    assert (listed["title"], listed["formats"]) == ("Tic-tac-toe", ["pgn", "sgf"])
    assert visitor.begin("tictactoe", second=HUMAN)["game"] == "tictactoe"
    assert visitor.get(f"/api/games/{number}/record?format=sgf").text.startswith("(;FF[4]")
    answer = visitor.get(f"/api/games/{number}/record?format=psq")
    assert (answer.status_code, "five in a row only" in answer.json()["error"]) == (400, True)


def test_games_from_elsewhere_say_what_they_said(visitor: Visitor) -> None:
    text = (
        '[Event "Evening of 3x3x3"]\n[Site "Brno"]\n[Date "2024.??.??"]\n[Round "?"]\n[White "Team: A"]\n'
        '[Black "human"]\n[Result "*"]\n[Variant "tictactoe"]\n\n1. b2 *\n'
    )
    undated = text.replace("2024", "????")
    numbers = visitor.post("/api/records", content=f"{text}\n{undated}").json()["games"]
    assert [visitor.get(f"/api/games/{number}/record").text for number in numbers] == [text, undated]
    last, first = visitor.get("/api/games").json()
    assert (first["is_played_here"], first["date"], last["date"]) == (False, "2024.??.??", None)
    assert [seat["label"] for seat in first["seats"]] == ["Team: A", "human"]
    assert visitor.get(f"/api/games/{numbers[0]}").json()["seats"][0]["label"] == "Team: A"
    visitor.post(f"/api/games/{numbers[1]}/moves", json={"move": "a1"}).raise_for_status()
    assert '[Date "????.??.??"]' in visitor.get(f"/api/games/{numbers[1]}/record").text, (
        "played on, it has no date still"
    )


def test_games_are_brought_in_in_their_encoding(visitor: Visitor) -> None:
    declared = "(;GM[4]SZ[15]CA[ISO-8859-1]PB[José]PW[Müller];B[hh])".encode("latin-1")
    silent = "Piskvorky 15x15, 0:0, 0\n8,8,5\nŽofie\nŠárka\n-1\n".encode("cp1250")
    assert visitor.post("/api/records", content=declared).status_code == 201
    answer = visitor.post("/api/records", content=silent)
    assert (answer.status_code, "does not say in which encoding" in answer.json()["error"]) == (400, True)
    assert visitor.post("/api/records?encoding=cp1250", content=silent).status_code == 201
    labels = [[seat["label"] for seat in game["seats"]] for game in visitor.get("/api/games").json()]
    assert labels == [["Žofie", "Šárka"], ["José", "Müller"]]


def test_games_are_listed_page_by_page(visitor: Visitor) -> None:
    finished = '[Variant "tictactoe"]\n\n1. b2 a1 2. b3 c3 3. b1 1-0\n\n[Variant "ultimate"]\n\n1. 5.5 0-1\n\n'
    numbers = visitor.post("/api/records", content=finished * 3).json()["games"][::-1]
    for _ in range(3):
        visitor.begin("tictactoe", second=HUMAN)  # without a move: not listed, and in nobody's way

    def listed(**query: Any) -> list[int]:
        return [game["id"] for game in visitor.get("/api/games", params=query).json()]

    assert listed() == numbers
    assert [listed(limit=4, offset=offset) for offset in (0, 4, 8)] == [numbers[:4], numbers[4:], []]
    assert listed(game="ultimate", limit=2, offset=1) == numbers[::2][1:]
    assert listed(game="tictactoe", finished=True, limit=1, offset=2) == numbers[-1:]
    assert listed(finished=False) == []


def test_games_that_nobody_moves_in_do_not_pile_up(visitor: Visitor) -> None:
    begun = visitor.begin("tictactoe", second=HUMAN, moves=["b2"])["id"]
    unbegun = [visitor.begin("tictactoe", second=HUMAN)["id"] for _ in range(41)]
    asked = begun, unbegun[0], unbegun[1], unbegun[-1]
    assert [visitor.get(f"/api/games/{number}").status_code for number in asked] == [200, 404, 200, 200]


BAD_SETUPS: dict[str, tuple[dict[str, Any], int, str]] = {
    "no game": ({}, 422, "game is missing"),
    "an unknown game": ({"game": "chess"}, 400, "there is no game 'chess'"),
    "a misspelt game": ({"game": "ultimte"}, 400, "there is no game 'ultimte'; did you mean ultimate?"),
    "a family's name": ({"game": "ROWSxCOLSxK"}, 400, "ROWSxCOLSxK stands for sizes in numbers, for example 3x3x3"),
    "a file": ({"game": "./evil.py"}, 400, "there is no game './evil.py' here"),
    "a file behind a blank": ({"game": "evil.py "}, 400, "there is no game 'evil.py ' here"),
    "a file behind a wide blank": ({"game": "evil.py\u00a0"}, 400, "here"),
    "a path": ({"game": "/etc/passwd.py"}, 400, "there is no game"),
    "a huge board": ({"game": "999x999x5"}, 400, "a board has 1 to 32 rows"),
    "a long name": ({"game": "x" * 10_000}, 422, "at most 40 characters"),
    "an unknown level": (
        {"game": "tictactoe", "second": {"kind": "level", "level": "godlike"}},
        422,
        "second.level is 'godlike'; it must be 'yours', 'beginner', 'easy', 'medium', 'hard', 'expert', '1-dan'",
    ),
    "an evaluation in a file": (
        {"game": "tictactoe", "second": {"kind": "search", "search": "noughts", "evaluation": "./evil.py"}},
        422,
        "evaluation",
    ),
    "settings smuggled into a name": (
        {"game": "tictactoe", "second": {"kind": "player", "player": "noughts:threads=64"}},
        422,
        "player",
    ),
    "a player of another game": (
        {"game": "ultimate", "second": {"kind": "player", "player": "report003"}},
        400,
        "report003 does not play ultimate",
    ),
    "endless time": (
        {"game": "tictactoe", "second": {**EASY, "time": 1e9}},
        422,
        "second.time is 1000000000.0; it must be at most 10",
    ),
    "no number": (
        {"game": "tictactoe", "second": {**EASY, "time": "NaN"}},
        422,
        "second.time is 'NaN'; it must be a number",
    ),
    "a bad position": ({"game": "tictactoe", "position": "XX"}, 400, "it needs 3"),
    "a long position": ({"game": "tictactoe", "position": "." * 5000}, 422, "at most 4000 characters"),
    "a finished position": ({"game": "tictactoe", "position": "XXX/OO./... O"}, 400, "the game is over"),
    "an illegal move": ({"game": "tictactoe", "moves": ["b2", "b2"]}, 400, "move 2: b2 is not legal"),
    "cells of a game without": ({"game": "ultimate", "cells": {"a1": "#"}}, 400, "ultimate has no obstacles"),
    "a cell off the board": ({"game": "tictactoe", "cells": {"z9": "#"}}, 400, "'z9' is no cell"),
    "what no cell holds": ({"game": "tictactoe", "cells": {"a1": "Q"}}, 422, "cells"),
    "too many obstacles": ({"game": "tictactoe", "obstacles": 9}, 400, "leave no cell"),
    "a seat of no kind": ({"game": "tictactoe", "second": {}}, 422, "second does not say of what kind it is"),
    "a seat of an unknown kind": (
        {"game": "tictactoe", "second": {"kind": "god"}},
        422,
        "of a kind that there is: 'human'",
    ),
    "no seat": ({"game": "tictactoe", "first": None}, 422, "first is nothing; it must be an object"),
    "moves that are no list": ({"game": "tictactoe", "moves": "b2"}, 422, "moves is 'b2'; it must be a list"),
    "a move that is no text": ({"game": "tictactoe", "moves": [5]}, 422, "moves.0 is 5; it must be text"),
    "half an obstacle": ({"game": "tictactoe", "obstacles": 1.5}, 422, "obstacles is 1.5; it must be a whole number"),
    "an unknown field": ({"game": "tictactoe", "cheat": True}, 422, "cheat is not known here"),
}


@pytest.mark.parametrize(("setup", "status", "message"), BAD_SETUPS.values(), ids=BAD_SETUPS)
def test_bad_setups_are_explained(visitor: Visitor, setup: dict[str, Any], status: int, message: str) -> None:
    answer = visitor.post("/api/games", json=setup)
    assert answer.status_code == status, answer.text
    assert message in answer.json()["error"]
    assert "/work" not in answer.text
    assert "Traceback" not in answer.text
    assert "`noughts" not in answer.text


def test_other_bad_requests_are_explained(server: Server, visitor: Visitor) -> None:
    number = visitor.begin("tictactoe", second=HUMAN)["id"]
    for method, path, body, status in (
        ("POST", f"/api/games/{number}/moves", {"move": "z9"}, 400),
        ("POST", f"/api/games/{number}/undo", None, 409),
        ("POST", f"/api/games/{number}/redo", None, 409),
        ("POST", f"/api/games/{number}/think", None, 409),
        ("GET", "/api/games/0", None, 422),
        ("GET", "/api/games/999999999", None, 404),
        ("GET", "/api/games/99999999999999999999", None, 422),
        ("GET", "/api/games?limit=100000", None, 422),
        ("GET", "/api/games?offset=-1", None, 422),
        ("GET", "/api/games?offset=100000", None, 422),
        ("GET", f"/api/games/{number}/record?format=exe", None, 422),
        ("PATCH", "/api/settings", {"theme": "plaid"}, 422),
        ("GET", "/static/../server.py", None, 404),
        ("GET", "/static/%2e%2e/server.py", None, 404),
        ("PUT", "/api/settings", None, 405),
    ):
        answer = visitor.request(method, path, json=body)
        assert answer.status_code == status, (path, answer.text)
        assert answer.json()["error"]
    assert visitor.post("/api/records", content=b"\xff\xfe").status_code == 400
    assert visitor.post("/api/games", content=b"{" * 1000).status_code == 422
    for content, kind, said in (
        (b'{"game": "tictactoe"}', "text/plain", "its content-type must be application/json"),
        (b"\xff\xfe", "application/json", "the request is no JSON"),
    ):
        answer = visitor.post("/api/games", content=content, headers={"content-type": kind})
        assert answer.status_code in (400, 422)
        assert said in answer.json()["error"]
    foreign = visitor.post("/api/games", json={"game": "tictactoe"}, headers={"Origin": "https://evil.example"})
    assert foreign.status_code == 403
    with pytest.raises(InvalidStatus), visitor.live(number, Origin="https://evil.example"):
        pass


def test_bad_messages_are_answered_and_the_connection_stays(visitor: Visitor) -> None:
    game = visitor.begin("tictactoe", second=HUMAN)
    with visitor.live(game["id"]) as live:
        live.next("game")
        for text in ("", "nonsense", "[]", '{"do": "cheat"}', '{"do": "move"}', '{"do": "move", "move": 5}', "\x00"):
            live.socket.send(text)
            assert live.next("error")["error"]
        live.send(do="move", move="b2")
        assert len(live.game_after(1)["moves"]) == 1
        live.socket.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            live.next("error")


def test_headers_are_strict(visitor: Visitor) -> None:
    headers = visitor.get("/").headers
    policy = headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy, "the page's own engine is WebAssembly"
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers
    cookie = visitor.get("/api/settings").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_while_one_engine_thinks_others_are_answered(server: Server, visitor: Visitor) -> None:
    for _ in range(4):  # whatever has to be compiled, or waited for on a busy machine, takes no time in the end
        slow = visitor.begin("15x15x5", first=SLOW, second=HUMAN)
        with visitor.live(slow["id"]) as live, Visitor(server) as other:
            live.next("thinking")
            quick = other.begin("tictactoe", second=EASY)
            other.post(f"/api/games/{quick['id']}/moves", json={"move": "b2"})
            assert len(other.post(f"/api/games/{quick['id']}/think").json()["moves"]) == 2
            if visitor.get(f"/api/games/{slow['id']}").json()["moves"] == []:
                return  # the slow engine is still at it
    pytest.fail("others are answered only when the slow engine has moved")


def _workers(server: Server) -> list[int]:
    found = []
    for child in psutil.Process(server.process.pid).children():
        with contextlib.suppress(psutil.NoSuchProcess):  # it has just ended
            if "spawn_main" in " ".join(child.cmdline()):
                found.append(child.pid)
    return found


def test_whoever_leaves_frees_the_worker_and_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "1") as server, Visitor(server) as visitor, Visitor(server) as other:
        slow = visitor.begin("ultimate", first=SLOW, second=HUMAN)
        with visitor.live(slow["id"]) as live:
            live.next("thinking")
            while live.next("thinking")["analysis"] is None:
                pass
        quick = other.begin("ultimate", first=EASY, second=HUMAN)
        assert len(other.post(f"/api/games/{quick['id']}/think").json()["moves"]) == 1
        assert visitor.get(f"/api/games/{slow['id']}").json()["moves"] == [], "its thinking was given up"
        with visitor.live(slow["id"]) as live:
            while live.next("thinking")["analysis"] is None:
                pass
            (worker,) = _workers(server)
            os.kill(worker, signal.SIGKILL)
            game = live.game_after(1)
            assert len(game["moves"]) == 1, "another worker did it again"
        assert _workers(server) != [worker]
        assert visitor.get("/healthz").json()["status"] == "ok"


def test_the_server_keeps_to_one_core_and_its_workers_have_every_one(tmp_path: Path) -> None:
    every = os.sched_getaffinity(0)
    with serving(tmp_path, "--workers", "1") as server, Visitor(server) as visitor:
        assert visitor.get("/healthz").json()["status"] == "ok"
        threads = [thread.id for thread in psutil.Process(server.process.pid).threads()]
        cores = [frozenset(os.sched_getaffinity(thread)) for thread in threads]
        assert Counter(map(len, cores))[1] > len(cores) / 2, "libraries may have threads of their own"
        assert os.sched_getaffinity(server.process.pid) < every or len(every) == 1
        (first,) = _workers(server)
        assert os.sched_getaffinity(first) == every
        os.kill(first, signal.SIGKILL)
        game = visitor.begin("tictactoe", first=EASY, second=HUMAN)
        assert len(visitor.post(f"/api/games/{game['id']}/think").json()["moves"]) == 1
        (second,) = _workers(server)
        assert second != first
        assert os.sched_getaffinity(second) == every


def test_visitors_with_many_engines_waiting_do_not_hold_up_others(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "1") as server, Visitor(server) as greedy, Visitor(server) as other:
        quick = other.begin("ultimate", first=EASY, second=HUMAN)["id"]
        numbers = [greedy.begin("ultimate", first=SLOW, second=HUMAN)["id"] for _ in range(5)]
        with contextlib.ExitStack() as stack:
            for number in numbers:
                stack.enter_context(greedy.live(number)).next("thinking")
            assert len(other.post(f"/api/games/{quick}/think").json()["moves"]) == 1
            answered = sum(len(greedy.get(f"/api/games/{number}").json()["moves"]) for number in numbers)
        assert answered == 1, "after the engine that was at it, and was cut short, it was the turn of another visitor"


def test_a_review_that_moves_have_ended_early_says_so(tmp_path: Path) -> None:
    moves = [f"{'abcdefghijklmno'[7 * i % 15]}{1 + (4 * i + i // 15) % 15}" for i in range(150)]
    with serving(tmp_path, "--workers", "1") as server, Visitor(server) as visitor, Visitor(server) as other:
        quick = other.begin("tictactoe", first=EASY, second=HUMAN)["id"]
        with visitor.live(visitor.begin("15x15x5", second=HUMAN, moves=moves)["id"]) as live:
            live.send(do="review")
            assert live.next("review")["ply"] == 1
            assert len(other.post(f"/api/games/{quick}/think").json()["moves"]) == 1
            error = live.next("error")
    assert (error["do"], "ended the review early" in error["error"]) == ("review", True)


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_a_restart_in_mid_game_loses_no_move(tmp_path: Path, how: str) -> None:
    with serving(tmp_path) as server, Visitor(server) as visitor:
        game = visitor.begin("ultimate", second=SLOW)
        cookies = dict(visitor.cookies)
        with visitor.live(game["id"]) as live:
            live.next("game")
            live.send(do="move", move="5.5")
            live.next("thinking")
            if how == "stop":
                assert server.stop() in (0, -signal.SIGTERM)
                assert json.loads(server.log[-1])["event"] == "stopped"
            else:
                server.kill()
    with serving(tmp_path) as server, Visitor(server) as visitor:
        visitor.cookies.update(cookies)
        found = visitor.get(f"/api/games/{game['id']}").json()
        assert [move["text"] for move in found["moves"]] == ["5.5"]
        with visitor.live(game["id"]) as live:
            live.next("thinking")


def test_logs_are_lines_of_json(server: Server, visitor: Visitor) -> None:
    visitor.get("/api/settings")
    found = server.logged(lambda entry: (entry.get("path"), entry.get("method")) == ("/api/settings", "GET"))
    assert found["status"] == 200
    entries = [json.loads(line) for line in list(server.log) if line.startswith("{")]
    assert not any(str(entry.get("status", ""))[:1] == "5" for entry in entries), "nothing has failed inside"


def test_bad_options_are_explained(server: Server) -> None:
    for arguments, message in (
        (("--port", "99999"), "--port is 99999"),
        (("--port", str(server.port)), "cannot be listened at"),
        (("--host", "nowhere.invalid"), "cannot be listened at"),
        (("--workers", "0"), "--workers is 0"),
    ):
        run = noughts("serve", "--no-browser", *arguments)
        assert run.returncode == 2
        assert message in run.stderr
        assert "Traceback" not in run.stderr
    run = noughts("serve", "--no-browser", "--port", "0", "--game", "nowhere.py")
    assert run.returncode == 2
    assert "there is no game file nowhere.py" in run.stderr
