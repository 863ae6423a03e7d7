"""Whose games they are: by cookie, by personal link, and on one's own machine."""

import json
import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from browser import PATIENCE, Person, chromium, violations
from commands import noughts
from noughts.web.visitors import Identities, server_secret
from web_server import Server, Visitor, serving

EASY = {"kind": "level", "level": "easy"}
HUMAN = {"kind": "human"}


def resigned(visitor: Visitor) -> int:
    """The number of a game that was lost."""
    number: int = visitor.begin("tictactoe", second=EASY, moves=["b2", "a1"])["id"]
    visitor.post(f"/api/games/{number}/resign").raise_for_status()
    return number


def listed(visitor: httpx.Client) -> list[int]:
    return [game["id"] for game in visitor.get("/api/games").json()]


def test_two_servers_on_one_machine_do_not_lose_each_others_visitors(tmp_path: Path) -> None:
    with serving(tmp_path / "one") as one, serving(tmp_path / "other") as other, Visitor(one) as visitor:
        number = resigned(visitor)
        with Visitor(other) as same:  # the browser brings its cookies to every port
            same.cookies = visitor.cookies
            assert listed(same) == []
            resigned(same)
            visitor.cookies = same.cookies
        assert len(visitor.cookies) == 2
        assert listed(visitor) == [number]


def test_a_cookie_of_an_earlier_version_is_exchanged(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Visitor(server) as visitor:
        number = resigned(visitor)
        identities = Identities((tmp_path / "web-secret").read_bytes())
        who = identities.by_cookies(dict(visitor.cookies))
        assert who is not None
        with Visitor(server) as old:
            old.cookies.set("noughts", identities.cookie_of(who), domain="localhost.local")
            assert listed(old) == [number]
            assert list(old.cookies) == [identities.cookie], "the new one took the place of the old one"
            assert listed(old) == [number]
        with Visitor(server) as foreign:
            foreign.cookies.set("noughts", Identities(b"another server's").cookie_of(who), domain="localhost.local")
            assert listed(foreign) == []
            assert "noughts" in foreign.cookies, "what is another server's is left alone"


def test_a_personal_link_carries_games_and_settings_to_another_browser(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Visitor(server) as here, Visitor(server) as there:
        number = resigned(here)
        here.patch("/api/settings", json={"level": "hard"})
        link = here.get("/api/identity").json()
        assert (link["games"], link["is_machine_user"]) == (1, False)
        own = resigned(there)
        left = there.get("/api/identity").json()["link"]
        for wrong in ("nonsense", link["link"][:-1] + "!", "a.b"):
            answer = there.post("/api/identity", json={"link": wrong})
            assert (answer.status_code, "personal link" in answer.json()["error"]) == (400, True)
        assert listed(there) == [own], "and nothing has happened"
        assert there.post("/api/identity", json={"link": link["link"]}).json() == link
        assert (listed(there), there.get("/api/settings").json()["level"]) == ([number], "hard")
        there.post("/api/identity", json={"link": left})
        assert listed(there) == [own], "and the way back"


def stats(data: Path) -> dict[str, int]:
    found: dict[str, int] = json.loads(noughts("stats", "--json", NOUGHTS_DATA=str(data)).stdout)["total"]
    return found


def test_on_ones_own_machine_page_and_terminal_count_the_same_games(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Visitor(server) as visitor:
        resigned(visitor)
        cookies = visitor.cookies
    assert stats(tmp_path)["games"] == 0
    with serving(tmp_path, is_personal=True) as server, Visitor(server) as visitor:
        resigned(visitor)
        assert (len(visitor.cookies), stats(tmp_path)["losses"]) == (0, 1)
        with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", trust_env=False) as by_number:
            assert by_number.get("/api/statistics").json()["total"]["losses"] == 1
        visitor.cookies = cookies  # what was played under a cookie before is counted too
        assert visitor.get("/api/statistics").json()["total"]["losses"] == 2
        assert (len(visitor.cookies), stats(tmp_path)["losses"]) == (0, 2)
        assert visitor.get("/api/identity").json()["is_machine_user"] is True
        assert elsewhere(server) == [], "what a proxy brings is somebody else's"
        assert "noughts serve --lan" in visitor.get("/api/friends").json()["why_not"], "no friend can come here"
        assert visitor.post("/api/invitations", json={"game": "tictactoe"}).status_code == 409


def elsewhere(server: Server) -> list[int]:
    with Visitor(server) as visitor:
        visitor.headers["X-Forwarded-For"] = "198.51.100.7"
        return listed(visitor)


def test_a_personal_link_in_the_browser(tmp_path: Path) -> None:
    with serving(tmp_path) as server, chromium() as browser, Visitor(server) as here, Person(browser, server) as there:
        number = resigned(here)
        link = here.get("/api/identity").json()["link"]
        own = there.begin("tictactoe", second=HUMAN, moves=["b2"])
        there.open(f"#/me/{link}")
        expect(there.page.locator("main")).to_contain_text("This browser has 1 game of its own")
        left = there.page.get_by_label("The link to the games of this browser").input_value()
        assert not violations(there.page)
        there.page.locator('[data-action="take"]').click()
        expect(there.page.locator(f'[aria-label="Replay game {number}"]')).to_be_visible(timeout=PATIENCE)
        there.page.goto(left)
        there.page.locator('[data-action="take"]').click()
        expect(there.page.locator(f'[aria-label="Resume game {own}"]')).to_be_visible(timeout=PATIENCE)
        there.open("#/settings")
        there.page.locator('[data-action="personal-link"]').click()
        expect(there.page.get_by_text(re.compile("Copied|Your personal link")).last).to_be_visible()


@pytest.mark.parametrize("damaged", [b"", b"ab\n", bytes(64), b" " * 64], ids=["empty", "short", "zeros", "spaces"])
def test_a_damaged_secret_is_made_anew_and_a_cookie_signed_with_it_is_nobodys(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / "web-secret").write_bytes(damaged)
    forged = Identities(damaged).cookie_of("")
    made = server_secret(tmp_path)
    assert made != damaged
    assert Identities(made).by_cookies({"noughts": forged}) is None
    assert server_secret(tmp_path) == made == (tmp_path / "web-secret").read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["web-secret"]
