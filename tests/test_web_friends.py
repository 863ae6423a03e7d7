"""Friends by links: invitations, seats, spectators, clocks, and those who want more than is theirs."""

import contextlib
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from web_server import Live, Server, Visitor, serving

DRAWN = ["a1", "b2", "c3", "b1", "b3", "a3", "c1", "c2", "a2"]  # tic-tac-toe, move by move


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("web")) as found:
        yield found


@contextlib.contextmanager
def visitors(server: Server, count: int) -> Iterator[list[Visitor]]:
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(Visitor(server)) for _ in range(count)]


def invited(host: Visitor, **asked: Any) -> tuple[int, str]:
    """The number of a new game, in which the host moves first, and the secret of its free seat."""
    asked = {"game": "tictactoe", "side": "first", "name": "Ada", **asked}
    answer = host.post("/api/invitations", json=asked)
    assert answer.status_code == 201, answer.text
    number: int = answer.json()["id"]
    link: str = host.get(f"/api/games/{number}/invitation").json()["link"]
    return number, link.rpartition("/")[2]


def seated(host: Visitor, guest: Visitor, **asked: Any) -> int:
    number, link = invited(host, **asked)
    answer = guest.post("/api/seats", json={"link": link, "name": "Bob"})
    assert answer.status_code == 201, answer.text
    return number


@contextlib.contextmanager
def watching(visitor: Visitor, link: str) -> Iterator[Live]:
    visitor.get("/api/settings")
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    url = f"ws://localhost:{visitor.server.port}/api/watch/live"
    with connect(url, additional_headers={"Cookie": cookie}, proxy=None, max_size=2**22) as socket:
        socket.send(json.dumps({"link": link}))
        yield Live(socket)


def test_a_link_leads_to_the_free_seat_and_everybody_after_that_watches(server: Server) -> None:
    with visitors(server, 3) as (ada, bob, eve):
        number, link = invited(ada, clock={"minutes": 5, "increment": 3})
        with ada.live(number) as host:
            waiting = host.next("game")["game"]
            assert (waiting["you"], waiting["table"]["free"]) == (0, 1)
            look = bob.post("/api/seats/look", json={"link": link}).json()
            assert (look["is_free"], look["names"][0], look["side"], look["game"]) == (True, "Ada", 1, None)
            assert bob.get(f"/api/games/{number}").status_code == 404, "looking is not sitting"
            game = bob.post("/api/seats", json={"link": link, "name": "Bob"}).json()
            assert (game["you"], game["id"]) == (1, number)
            seen = host.next("game")["game"]
            assert [seat["label"] for seat in seen["seats"]] == ["Ada", "Bob"]
            assert (seen["you"], seen["table"]["free"]) == (0, None)
            late = eve.post("/api/seats", json={"link": link})
            assert (late.status_code, late.json()["error"]) == (409, "somebody else sits there already; you can watch")
            look = eve.post("/api/seats/look", json={"link": link}).json()
            with watching(eve, look["watch"]) as spectator, bob.live(number) as guest:
                assert spectator.next("game")["game"]["you"] is None
                guest.next("game")
                for ply, move in enumerate(DRAWN):
                    (host, guest)[ply % 2].send(do="move", move=move)
                    assert len(spectator.next("game")["game"]["moves"]) == ply + 1
                    assert len((guest, host)[ply % 2].game_after(ply + 1)["moves"]) == ply + 1
                spectator.send(do="resign")
                assert "you watch this game" in spectator.next("error")["error"]
        for player in (ada, bob):
            (listed,) = player.get("/api/games").json()
            assert (listed["id"], [seat["label"] for seat in listed["seats"]]) == (number, ["Ada", "Bob"])
            assert player.get("/api/statistics").json()["total"]["games"] == 0
        assert '[White "Ada"]\n[Black "Bob"]' in bob.get(f"/api/games/{number}/record").text
        assert eve.get("/api/games").json() == []


def test_offers_phrases_resignation_and_rematch_over_the_socket(server: Server) -> None:
    with visitors(server, 2) as (ada, bob):
        number = seated(ada, bob)
        with ada.live(number) as first, bob.live(number) as second:
            second.next("game")  # which is when it is there
            first.send(do="say", phrase=1)
            assert second.next("said") == {"type": "said", "side": 0, "phrase": "Good luck!"}
            first.send(do="say", phrase=1)
            assert "one thing after the other" in first.next("error")["error"]
            first.send(do="move", move="b2")
            second.game_after(1)
            first.send(do="offer", what="takeback")
            while not (offer := second.next("table")["table"]["offer"]):
                pass
            assert offer == {"kind": "takeback", "side": 0}
            second.send(do="accept")
            while second.next("game")["game"]["moves"]:
                pass
            for do in ("undo", "redo"):
                first.send(do=do)
                assert "ask each other" in first.next("error")["error"]
            second.send(do="resign")
            while (over := first.next("game")["game"])["result"] != "1-0":
                pass
            assert over["reason"] == "O resigned"
            first.send(do="offer", what="rematch")
            second.next("table")
            second.send(do="offer", what="rematch")
            while not (table := first.next("table")["table"])["next"]:
                pass
        again = ada.get(f"/api/games/{table['next']}").json()
        assert (again["you"], [seat["label"] for seat in again["seats"]]) == (1, ["Bob", "Ada"])
        assert bob.get(f"/api/games/{table['next']}").json()["you"] == 0


def test_no_engine_helps_before_the_end(server: Server) -> None:
    with visitors(server, 2) as (ada, bob):
        number = seated(ada, bob)
        for ply, move in enumerate(DRAWN[:-1]):
            (ada, bob)[ply % 2].post(f"/api/games/{number}/moves", json={"move": move}).raise_for_status()
        assert bob.post(f"/api/games/{number}/hint").status_code == 409
        with bob.live(number) as live:
            for do in ("hint", "analyse", "review"):
                live.send(do=do)
                assert "before it is over" in live.next("error")["error"]
        ada.post(f"/api/games/{number}/moves", json={"move": DRAWN[-1]}).raise_for_status()
        with bob.live(number) as live:
            live.send(do="analyse", ply=8)
            assert live.next("analysis")["ply"] == 8


def test_no_engine_helps_with_the_position_elsewhere_either(server: Server) -> None:
    with visitors(server, 3) as (ada, bob, eve):
        number = seated(ada, bob)
        assert ada.post("/api/analyse", json={"game": "tictactoe", "time": 0.05}).status_code == 200, "anybody's start"
        for who, move in ((ada, "b2"), (bob, "a1")):
            who.post(f"/api/games/{number}/moves", json={"move": move}).raise_for_status()
        asked = {"game": "tictactoe", "moves": ["b2", "a1"]}
        text = eve.post("/api/view", json=asked).json()["position"]
        for same in (asked, {"game": "3x3x3", "position": text}):
            for who in (ada, bob):
                for path in ("analyse", "tree"):
                    answer = who.post(f"/api/{path}", json=same)
                    assert (answer.status_code, "with a friend" in answer.json()["error"]) == (409, True), path
                answer = who.post("/api/games", json={**same, "first": {"kind": "level", "level": "max"}})
                assert (answer.status_code, "with a friend" in answer.json()["error"]) == (409, True), "play from here"
                assert who.post("/api/view", json=same).json()["engine"] is None, "a page has none either"
        sandbox = ada.post("/api/games", json={"game": "tictactoe", "second": {"kind": "human"}}).json()["id"]
        for move in asked["moves"]:
            ada.post(f"/api/games/{sandbox}/moves", json={"move": move}).raise_for_status()
        assert ada.post(f"/api/games/{sandbox}/hint").status_code == 409, "nor in a game that comes to it"
        with ada.live(sandbox) as live:
            live.send(do="analyse", ply=1)
            assert live.next("analysis")["ply"] == 1
            live.send(do="analyse", ply=2)
            assert "with a friend" in live.next("error")["error"]
        assert eve.post("/api/analyse", json={**asked, "time": 0.05}).status_code == 200
        assert eve.post("/api/view", json=asked).json()["engine"] is not None
        assert ada.post("/api/analyse", json={**asked, "moves": ["b2"], "time": 0.05}).status_code == 200
        bob.post(f"/api/games/{number}/resign").raise_for_status()
        assert bob.post("/api/analyse", json={**asked, "time": 0.05}).status_code == 200, "once it is over"


def test_a_game_is_aborted_before_its_second_move_and_not_later(server: Server) -> None:
    with visitors(server, 2) as (ada, bob):
        number = seated(ada, bob)
        with ada.live(number) as first, bob.live(number) as second:
            first.send(do="move", move="b2")
            second.game_after(1)
            second.send(do="abort")
            with pytest.raises(ConnectionClosed) as closed:
                first.next("no message of this kind comes")
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4404, "the game was aborted")
        assert ada.get(f"/api/games/{number}").status_code == 404
        number = seated(ada, bob)
        for who, move in ((ada, "a1"), (bob, "b2")):
            who.post(f"/api/games/{number}/moves", json={"move": move}).raise_for_status()
        with bob.live(number) as second:
            second.send(do="abort")
            assert "before its second move" in second.next("error")["error"]
        assert bob.delete(f"/api/games/{number}").status_code == 409, "nobody deletes a game that is being played"


def test_the_flag_falls_on_the_server_though_nobody_is_there(server: Server) -> None:
    with visitors(server, 2) as (ada, bob):
        number = seated(ada, bob, clock={"minutes": 0.02})  # 1.2 s
        for who, move in ((ada, "a1"), (bob, "b2")):
            who.post(f"/api/games/{number}/moves", json={"move": move}).raise_for_status()
        end = time.monotonic() + 20
        while (entry := ada.get("/api/games").json()[0])["result"] != "0-1" and time.monotonic() < end:
            time.sleep(0.1)
        assert (entry["result"], entry["reason"]) == ("0-1", "X lost on time")
        assert bob.get(f"/api/games/{number}").json()["seconds_left"] == [0, 1.2]


def test_after_a_restart_a_spectator_sets_no_clock_going_and_a_player_does(tmp_path: Path) -> None:
    with serving(tmp_path) as server, visitors(server, 2) as (ada, bob):
        number = seated(ada, bob, clock={"minutes": 5})
        for who, move in ((ada, "b2"), (bob, "a1")):
            who.post(f"/api/games/{number}/moves", json={"move": move}).raise_for_status()
        watch = ada.get(f"/api/games/{number}").json()["table"]["watch"]
        cookies = dict(ada.cookies)
        server.kill()
    with serving(tmp_path) as server, visitors(server, 2) as (ada, eve), watching(eve, watch) as spectator:
        seen = spectator.next("game")["game"]
        assert (seen["is_counting"], seen["paused"]) == (False, True)
        time.sleep(2.5)
        ada.cookies.update(cookies)
        with ada.live(number) as first:
            back = first.next("game")["game"]
            assert back["is_counting"]
            assert seen["seconds_left"][0] - back["seconds_left"][0] < 1
            assert spectator.next("game")["game"]["is_counting"], "who watches is told"
            time.sleep(1)
            first.send(do="move", move="c3")
            left = first.game_after(3)["seconds_left"][0]
        assert 0.9 < back["seconds_left"][0] - left < 2.5


def test_the_win_is_claimed_once_the_other_has_been_gone_for_long(tmp_path: Path) -> None:
    shorter = "import noughts.play.table as table; table.GONE = 2.0"  # in place of a minute
    with serving(tmp_path, before=shorter) as server, visitors(server, 2) as (ada, bob):
        number = seated(ada, bob, clock={"minutes": 5})
        with ada.live(number) as first:
            assert first.next("game")["game"]["table"]["gone_for"] == 2
            with bob.live(number) as second:
                first.send(do="move", move="b2")
                second.game_after(1)
                first.send(do="claim")
                assert "while a clock runs" in first.next("error")["error"]
                second.send(do="move", move="a1")
                first.game_after(2)
                time.sleep(2.2)
                first.send(do="claim")
                assert "been gone for" in first.next("error")["error"], "who is there is not gone"
            while first.next("table")["table"]["gone"][1] is None:
                pass
            first.send(do="claim")
            assert "been gone for" in first.next("error")["error"], "a lost connection may come back"
            with bob.live(number) as second:
                second.next("game")
            time.sleep(1.5)
            first.send(do="claim")
            assert "been gone for" in first.next("error")["error"], "who came back is gone from then on"
            time.sleep(1)
            first.send(do="claim")
            over = first.game_after(3)
        assert (over["result"], over["reason"]) == ("1-0", "O has left the game")
        (entry,) = bob.get("/api/games").json()
        assert (entry["result"], entry["reason"]) == ("1-0", "O has left the game")
        endless = seated(ada, bob)
        for who, move in ((ada, "a1"), (bob, "b2")):
            who.post(f"/api/games/{endless}/moves", json={"move": move}).raise_for_status()
        with ada.live(endless) as first:
            time.sleep(2.2)
            first.send(do="claim")
            assert "while a clock runs" in first.next("error")["error"], "without a clock nobody hurries"


def test_nobody_moves_for_another_and_no_secret_is_to_be_read(server: Server) -> None:
    with visitors(server, 3) as (ada, bob, eve):
        number, link = invited(ada)
        secret = link.partition("-")[2]
        for forged in (f"{number}-{'A' * 16}", f"{number + 1}-{secret}", secret, "1-", f"{number}-{secret}x"):
            assert eve.post("/api/seats", json={"link": forged}).status_code == 404
            assert eve.post("/api/seats/look", json={"link": forged}).status_code == 404
        watch = ada.get(f"/api/games/{number}").json()["table"]["watch"]
        assert eve.post("/api/seats", json={"link": watch}).status_code == 404, "to watch is not to sit"
        for path in ("invitation", "invitation.svg", "record", "review"):
            assert eve.get(f"/api/games/{number}/{path}").status_code == 404
        twice = ada.post("/api/seats", json={"link": link})
        assert (twice.status_code, "you sit at this board already" in twice.json()["error"]) == (409, True)
        bob.post("/api/seats", json={"link": link, "name": "Bob"}).raise_for_status()
        assert bob.post("/api/seats", json={"link": link}).status_code == 409
        for who in (bob, eve):  # it is Ada's turn
            assert who.post(f"/api/games/{number}/moves", json={"move": "b2"}).status_code in (404, 409)
            assert who.post(f"/api/games/{number}/think").status_code in (404, 409)
        with pytest.raises(ConnectionClosed), eve.live(number) as live:
            live.next("game")
        with watching(eve, watch) as spectator:
            seen = json.dumps(spectator.next("game"))
            for do in ("move", "offer", "accept", "abort", "claim", "say", "hint", "resign"):
                spectator.send(do=do, move="b2", what="draw")
                assert "you watch this game" in spectator.next("error")["error"]
        told = [seen, "".join(server.log)]
        for who in (ada, bob, eve):
            for path in (f"games/{number}", f"games/{number}/invitation", f"games/{number}/record", "games", "watch"):
                told.append(who.get(f"/api/{path}").text)
        assert all(secret not in text for text in told), "once it has been used it is nowhere"
        assert bob.get(f"/api/games/{number}/invitation.svg").status_code == 409


def test_names_and_numbers_of_invitations_have_bounds(server: Server) -> None:
    with visitors(server, 2) as (ada, bob):
        for name in (
            "Ada\u202e",
            "a" * 25,
            "\x1b[1m",
            "\u3164",
            "\u2800",
            "\u0301Ada",
            "A\u0489\u0489\u0489\u0489da",
            "A \u0301",
        ):
            assert ada.post("/api/invitations", json={"game": "tictactoe", "name": name}).status_code == 400
        for name in ("Zoë", "Jürgen 2", "महेश", "รัชนี", "Đặng", "日本"):
            invited(ada, name=name)
        assert ada.post("/api/invitations", json={"game": "tictactoe", "clock": {"minutes": 1e-300}}).status_code == 400
        for clock in ({"minutes": 0}, {"minutes": 181}, {"minutes": 5, "increment": 61}):
            assert ada.post("/api/invitations", json={"game": "tictactoe", "clock": clock}).status_code == 422
        links = [invited(ada)[1] for _ in range(9)]
        looks = [bob.post("/api/seats/look", json={"link": link}).status_code for link in links]
        assert looks == [404] + [200] * 8, "the oldest was withdrawn"


def test_games_whose_players_allow_it_are_listed_to_watch(server: Server) -> None:
    with visitors(server, 3) as (ada, bob, eve):
        seated(ada, bob)
        number = seated(ada, bob, is_listed=True, clock={"minutes": 3, "increment": 2}, game="4x4x3")
        invited(ada, is_listed=True)
        (found,) = eve.get("/api/watch").json()
        assert (found["names"], found["clock"]) == (["Ada", "Bob"], {"seconds": 180, "increment": 2})
        with watching(eve, found["watch"]) as spectator:
            assert spectator.next("game")["game"]["id"] == number


def test_ten_pairs_at_once(server: Server) -> None:
    def play(number: int) -> str:
        with visitors(server, 2) as (ada, bob):
            game = seated(ada, bob, game="tictactoe", clock={"minutes": 2, "increment": 1})
            with ada.live(game) as first, bob.live(game) as second:
                for ply, move in enumerate(DRAWN):
                    (first, second)[ply % 2].send(do="move", move=move)
                    for live in (first, second):
                        after = live.game_after(ply + 1)
            assert after["id"] == game
            return str(after["result"])

    with ThreadPoolExecutor(10) as pool:
        assert list(pool.map(play, range(10))) == ["1/2-1/2"] * 10
