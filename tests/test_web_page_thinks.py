"""Engines' moves that a visitor's page thinks about: the server asks a page, and believes nothing but a legal move."""

import contextlib
import json
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect
from websockets.exceptions import ConnectionClosed

from browser import PATIENCE, Person
from web_server import THINKS, Live, Server, Visitor

EASY = {"kind": "level", "level": "easy"}
SLOW = {"kind": "level", "level": "max", "time": 10.0}
HUMAN = {"kind": "human"}


@pytest.fixture
def visitor(page_server: Server) -> Iterator[Visitor]:
    with Visitor(page_server) as found:
        yield found


def texts(game: dict[str, Any]) -> list[str]:
    return [move["text"] for move in game["moves"]]


def nothing_comes(live: Live, kind: str, seconds: float = 0.3) -> bool:
    """Whether no message of a type comes for so long."""
    try:
        live.next(kind, timeout=seconds)
    except TimeoutError:
        return True
    return False


def test_the_page_is_asked_and_its_answer_is_played(visitor: Visitor) -> None:
    number = visitor.begin("ultimate", second=EASY)["id"]
    with visitor.live(number, THINKS) as live:
        live.send(do="move", move="5.5")
        assert live.next("think") == {"type": "think", "question": 1, "ply": 1, "level": "easy", "time": 1.0}
        live.send(do="answer", question=1, move="5.8", value=-7, depth=2, seconds=0.1)
        game = live.game_after(2)
        assert texts(game) == ["5.5", "5.8"]
        assert (game["moves"][1]["value"], game["moves"][1]["depth"]) == (-7, 2)
        assert game["to_move"] == "human"


def test_a_page_is_told_the_seconds_that_a_seat_has(visitor: Visitor) -> None:
    number = visitor.begin("ultimate", first=SLOW, second=HUMAN)["id"]
    with visitor.live(number, THINKS) as live:
        assert live.next("think") == {"type": "think", "question": 1, "ply": 0, "level": "max", "time": 10.0}
        live.send(do="answer", question=1, move="1.1")
        assert texts(live.game_after(1)) == ["1.1"]


def test_a_connection_that_says_nothing_of_thinking_is_not_asked(visitor: Visitor) -> None:
    number = visitor.begin("tictactoe", second=EASY)["id"]
    with visitor.live(number) as live:
        live.send(do="move", move="b2")
        assert len(live.game_after(2)["moves"]) == 2


def test_only_levels_are_thought_about_by_pages(visitor: Visitor) -> None:
    number = visitor.begin("tictactoe", second={"kind": "search", "search": "random"})["id"]
    with visitor.live(number, THINKS) as live:
        live.send(do="move", move="b2")
        assert len(live.game_after(2)["moves"]) == 2


@pytest.mark.parametrize("move", ["b2", "z9", "a1 a2", "⚑", None])
def test_an_illegal_answer_is_not_believed(visitor: Visitor, move: str | None) -> None:
    number = visitor.begin("tictactoe", second=EASY)["id"]
    with visitor.live(number, THINKS) as live:
        live.send(do="move", move="b2")
        live.next("think")
        live.send(do="answer", question=1, move=move)
        assert len(game := texts(live.game_after(2))) == 2, "the server thinks instead"
        assert game[1] != "b2"


def test_nonsense_is_refused_and_the_question_stands(visitor: Visitor) -> None:
    number = visitor.begin("tictactoe", second=EASY)["id"]
    with visitor.live(number, THINKS) as live:
        live.send(do="answer", question=1, move="a1")  # nobody asked
        live.send(do="move", move="b2")
        live.next("think")
        for wrong in (
            {"value": 10**12},
            {"question": 0},
            {"depth": -1},
            {"seconds": "NaN"},
            {"move": ["a1"]},
            {"move": ""},
            {"sudo": True},
        ):
            live.send(**{"do": "answer", "question": 1, "move": "a1", **wrong})
            assert live.next("error")["error"]
        for question in (2, 2000, None):
            live.send(do="answer", question=question, ply=1, move="a1")
        assert len(visitor.get(f"/api/games/{number}").json()["moves"]) == 1
        live.send(do="answer", question=1, move="c3")
        assert texts(live.game_after(2)) == ["b2", "c3"]


def test_nobody_else_can_answer(visitor: Visitor, page_server: Server) -> None:
    number = visitor.begin("tictactoe", second=EASY)["id"]
    with visitor.live(number, THINKS) as live, Visitor(page_server) as other:
        other.get("/api/settings")
        live.send(do="move", move="b2")
        live.next("think")
        with other.live(number, THINKS) as foreign:
            with contextlib.suppress(ConnectionClosed):
                foreign.send(do="answer", question=1, move="a1")
            with pytest.raises(ConnectionClosed) as closed:
                foreign.next("game")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
        assert len(visitor.get(f"/api/games/{number}").json()["moves"]) == 1
        live.send(do="answer", question=1, move="c3")
        assert texts(live.game_after(2)) == ["b2", "c3"]


def test_the_first_of_two_pages_is_asked_and_the_other_when_that_leaves(visitor: Visitor) -> None:
    number = visitor.begin("tictactoe", second=EASY)["id"]
    with visitor.live(number, THINKS) as first:
        first.next("game")
        with visitor.live(number, THINKS) as second:
            second.next("game")
            second.send(do="move", move="b2")
            first.next("think")
            second.send(do="answer", question=1, move="a1")
            assert nothing_comes(second, "think")
            assert len(visitor.get(f"/api/games/{number}").json()["moves"]) == 1, "whoever was not asked is not heard"
            first.socket.close()
            assert second.next("think")["question"] == 2
            second.send(do="answer", question=2, move="c3")
            assert texts(second.game_after(2)) == ["b2", "c3"]


def test_where_the_page_that_thinks_leaves_the_server_answers_those_who_watch(visitor: Visitor) -> None:
    number = visitor.begin("tictactoe", second=EASY)["id"]
    with visitor.live(number) as watching:
        watching.next("game")
        with visitor.live(number, THINKS) as thinking:
            thinking.send(do="move", move="b2")
            thinking.next("think")
        assert len(watching.game_after(2)["moves"]) == 2


def test_a_page_may_leave_thinking_to_the_server(visitor: Visitor) -> None:
    number = visitor.begin("tictactoe", second=EASY)["id"]
    with visitor.live(number, THINKS) as live:
        live.send(do="move", move="b2")
        live.next("think")
        live.send(do="think", on=False)
        assert len(live.game_after(2)["moves"]) == 2
        live.send(do="undo")
        live.send(do="think", on=True)
        live.send(do="move", move="b2")
        assert live.next("think")["ply"] == 1


def test_what_is_taken_back_while_a_page_thinks_gets_no_answer(visitor: Visitor) -> None:
    number = visitor.begin("ultimate", second=EASY)["id"]
    with visitor.live(number, THINKS) as live:
        live.send(do="move", move="5.5")
        live.next("think")
        live.send(do="undo")
        live.send(do="answer", question=1, move="5.1")
        while texts(live.next("game")["game"]):
            pass
        assert texts(visitor.get(f"/api/games/{number}").json()) == []
        live.send(do="move", move="5.1")
        assert live.next("think")["question"] == 2
        live.send(do="answer", question=2, move="1.9")
        assert texts(live.game_after(2)) == ["5.1", "1.9"]


def test_an_answer_on_its_way_while_a_move_is_taken_back_is_not_taken_for_the_next(visitor: Visitor) -> None:
    """The other tab takes the move back and makes another: there are as many as before."""
    number = visitor.begin("tictactoe", second=EASY)["id"]
    with visitor.live(number, THINKS) as thinking, visitor.live(number) as other:
        other.send(do="move", move="b2")
        first = thinking.next("think")
        other.send(do="undo")
        other.send(do="move", move="a1")
        second = thinking.next("think")
        assert (first["ply"], second["ply"]) == (1, 1)
        thinking.send(do="answer", question=first["question"], move="c3")
        thinking.send(do="answer", question=second["question"], move="b2")
        assert texts(thinking.game_after(2)) == ["a1", "b2"]


@pytest.mark.parametrize("query", ["", THINKS])
def test_an_engine_that_is_hurried_moves_at_once(visitor: Visitor, query: str) -> None:
    """The server with what it has found; a page that thinks is told so, whoever asks."""
    number = visitor.begin("ultimate", second=SLOW)["id"]
    with visitor.live(number, query) as live, visitor.live(number) as other:
        live.send(do="move", move="5.5")
        if query:
            question = live.next("think")["question"]
            other.send(do="hurry")
            assert live.next("hurry") == {"type": "hurry", "question": question}
            return
        while live.next("thinking")["analysis"] is None:
            pass
        other.send(do="hurry")
        assert texts(live.game_after(2))[0] == "5.5"
        assert (used := visitor.get(f"/api/games/{number}").json()["moves"][1]["seconds"]) < 9, used


def test_a_game_says_where_its_engine_is_and_a_set_up_where_it_begins(visitor: Visitor) -> None:
    plain = visitor.begin("6x7x4", second=EASY)
    assert plain["engine"] == {"description": "/engine/6x7x4/game.json", "start": None}
    described = visitor.get(plain["engine"]["description"])
    assert described.json()["name"] == "6x7x4"
    for file in ("module", "weights"):
        answer = visitor.get(f"/engine/6x7x4/{described.json()[file]['file']}")
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
    obstructed = visitor.begin("6x7x4", second=EASY, cells={"c3": "#"})["engine"]["start"]
    assert isinstance(obstructed, str)
    assert obstructed != described.json()["start"]


@pytest.mark.parametrize(
    "place", ["nosuch/game.json", "tictactoe/other.bin", "examples%2Fhex.py/game.json", "3x3x3/..%2fgame.json"]
)
def test_no_other_file_is_served_as_an_engines(visitor: Visitor, place: str) -> None:
    assert visitor.get(f"/engine/{place}").status_code in (400, 404)


def test_a_review_of_the_page_is_kept_with_the_game_it_is_of(visitor: Visitor, page_server: Server) -> None:
    number = visitor.begin("tictactoe", second=HUMAN, moves=["a1", "b1", "a2", "b2"])["id"]
    verdict: dict[str, Any] = {
        "mark": "",
        "value": 10,
        "score": "+0.10",
        "before": "+0.20",
        "before_value": 20,
        "accuracy": 97.5,
    }
    facts = [{"kind": "gives", "board": "board 5"}]
    verdict |= {"lost": 0.02, "stake": 0.8, "scale": 150.0, "reply": ["a1"], "facts": facts}
    moves = ["a1", "b1", "a2", "b2", "a3"]
    verdicts = [{"move": move, "mover": n % 2, "best": "a3", "line": ["a3"], **verdict} for n, move in enumerate(moves)]
    place = f"/api/games/{number}/review"
    assert visitor.put(place, json=verdicts[:4]).status_code == 409
    visitor.post(f"/api/games/{number}/moves", json={"move": "a3"})
    assert visitor.put(place, json=verdicts[:4]).status_code == 400
    assert visitor.put(place, json=[*verdicts[:4], {**verdicts[4], "move": "c3"}]).status_code == 400
    assert visitor.put(place, json=[*verdicts[:4], {**verdicts[4], "accuracy": 101}]).status_code == 422
    invented = [*verdicts[:4], {**verdicts[4], "facts": [{"kind": "wins", "board": ""}]}]
    assert visitor.put(place, json=invented).status_code == 422
    assert visitor.get(place).json() == []
    with Visitor(page_server) as other:
        assert other.put(place, json=verdicts).status_code == 404
    assert visitor.put(place, json=verdicts).status_code == 204
    assert visitor.get(place).json() == verdicts


# In a real browser


class Frames:
    """The messages between a page and the server, over all its connections."""

    def __init__(self, page: Page) -> None:
        self.addresses: list[str] = []
        self.sent: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        page.on("websocket", self._follow)

    def _follow(self, socket: WebSocket) -> None:
        self.addresses.append(socket.url)
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))
        socket.on("framereceived", lambda text: self.heard.append(json.loads(text)))

    def answers(self) -> list[str]:
        return [message["move"] for message in self.sent if message["do"] == "answer"]


def test_the_engines_moves_come_from_the_page(person: Person) -> None:
    frames = Frames(person.page)
    number = person.begin("ultimate", second={"kind": "level", "level": "hard"})
    for made in (2, 4):
        person.page.locator(".board.active .cell.legal").first.click()
        expect(person.page.locator(".cell.taken")).to_have_count(made)
    person.page.wait_for_function("() => document.querySelector('play-page').followed.game.moves.length === 4")
    assert texts(person.state(number))[1::2] == frames.answers()
    assert not [one for one in frames.heard if one["type"] == "thinking" and one["analysis"]], "the server thought"


def test_a_file_of_ones_own_is_thought_about_in_the_page_too(person: Person) -> None:
    """Once its module is made, in the background of the server."""
    page = person.page
    for _ in range(PATIENCE // 250):
        if page.request.get(f"{person.url}/engine/connect-four/game.json").status == 200:
            break
        page.wait_for_timeout(250)
    frames = Frames(page)
    number = person.begin("connect-four", second=EASY)
    person.click_cell("d1")
    expect(page.locator(".cell.taken")).to_have_count(2)
    page.wait_for_function("() => document.querySelector('play-page').followed.game.moves.length === 2")
    assert texts(person.state(number))[1:] == frames.answers()


def test_hints_and_reviews_are_the_pages_own_and_the_review_is_kept(person: Person) -> None:
    page = person.page
    frames = Frames(page)
    number = person.begin("tictactoe", second=HUMAN, moves=["a1", "b1", "a2"])
    sent = 0
    for cell in ("b2", "a3"):
        page.locator('[data-action="hint"]').click()
        expect(page.locator(".cell.hinted")).to_have_count(1)
        person.click_cell(cell)
        expect(page.locator(f'[data-cell="{cell}"].taken')).to_be_visible()
        sent = sent or len(frames.sent)  # while the page still loads its engine, the first hint is the server's
    page.locator('[data-action="review"]').click()
    for _ in range(PATIENCE // 100):
        if kept := page.request.get(f"{person.url}/api/games/{number}/review").json():
            break
        page.wait_for_timeout(100)
    assert [verdict["move"] for verdict in kept] == ["a1", "b1", "a2", "b2", "a3"]
    assert [message["do"] for message in frames.sent[sent:]] == ["move"]


def test_the_server_thinks_for_those_who_want_it_so(person: Person) -> None:
    person.open("#/settings")
    frames = Frames(person.page)
    with person.page.expect_response(lambda answer: answer.request.method == "PATCH"):
        person.page.locator('[name="server_thinks"]').check()
    number = person.begin("tictactoe", second=EASY)
    person.click_cell("b2")
    expect(person.page.locator(".cell.taken")).to_have_count(2)
    assert len(person.state(number)["moves"]) == 2
    assert frames.answers() == []
    assert not [url for url in frames.addresses if "thinks" in url]


@pytest.mark.parametrize("lacking", ["WebAssembly", "Worker", "DecompressionStream"])
def test_the_server_thinks_for_a_browser_that_cannot(browser: Browser, page_server: Server, lacking: str) -> None:
    with Person(browser, page_server) as person:
        person.context.add_init_script(f"delete window.{lacking}")
        frames = Frames(person.page)
        person.begin("tictactoe", second=EASY)
        person.click_cell("b2")
        expect(person.page.locator(".cell.taken")).to_have_count(2)
        assert frames.answers() == []


@pytest.mark.parametrize("file", ["game.json", "mnk1-*.bin", "mnk-shapes-*.bin"])
def test_the_server_thinks_where_the_engine_cannot_be_loaded(browser: Browser, page_server: Server, file: str) -> None:
    with Person(browser, page_server) as person:
        person.context.route(f"**/engine/tictactoe/{file}", lambda route: route.fulfill(body="damaged"))
        frames = Frames(person.page)
        person.begin("tictactoe", second=EASY)
        person.click_cell("b2")
        expect(person.page.locator(".cell.taken")).to_have_count(2)
        assert frames.answers() == []


def test_ones_own_mark_stands_at_the_click(person: Person, page_server: Server) -> None:
    page = person.page
    person.begin("ultimate", second=EASY)
    page.wait_for_function("() => document.querySelector('play-page').followed.game.engine")
    page.wait_for_load_state("networkidle")
    page_server.process.send_signal(signal.SIGSTOP)
    try:
        person.click_cell("5.5")
        expect(page.locator('[data-cell="5.5"].taken')).to_be_visible(timeout=10_000)
        expect(page.locator(".cell.taken")).to_have_count(1)
        expect(page.locator(".board.active .cell.legal")).to_have_count(0)
    finally:
        page_server.process.send_signal(signal.SIGCONT)
    expect(page.locator(".cell.taken")).to_have_count(2)


def test_undo_while_the_page_thinks(person: Person) -> None:
    page = person.page
    number = person.begin("ultimate", second=SLOW)
    for _ in range(2):
        person.click_cell("5.5")
        expect(page.locator('[data-cell="5.5"].taken')).to_be_visible()
        page.locator('[data-action="undo"]').click()
        expect(page.locator(".cell.taken")).to_have_count(0)
    assert person.state(number)["moves"] == []
    expect(page.locator(".board.active .cell.legal")).to_have_count(81)


def test_another_tab_takes_over_when_the_one_that_thinks_is_closed(person: Person) -> None:
    number = person.begin("ultimate", second={"kind": "level", "level": "max", "time": 3.0})
    other = person.context.new_page()
    frames = Frames(other)
    other.goto(f"{person.url}/#/game/{number}")
    expect(other.locator(".board.active .cell.legal")).to_have_count(81)
    person.click_cell("5.5")
    expect(other.locator('[data-cell="5.5"].taken')).to_be_visible()
    person.page.close()
    expect(other.locator(".cell.taken")).to_have_count(2)
    assert texts(person.state(number))[1:] == frames.answers()


def test_move_now_ends_the_thoughts_of_the_page(person: Person) -> None:
    number = person.begin("ultimate", second=SLOW)
    person.page.locator(".board.active .cell.legal").first.click()
    person.page.get_by_role("button", name="Move now").click()
    expect(person.page.locator(".cell.taken")).to_have_count(2)
    assert person.state(number)["moves"][1]["seconds"] < 9
    expect(person.page.get_by_role("button", name="Move now")).to_have_count(0)
