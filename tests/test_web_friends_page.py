"""Friends at their pages: two browsers and a link, one of them killed and back, the server killed and back."""

import contextlib
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
from playwright.sync_api import Page, expect

from browser import Person, another, chromium, violations
from web_server import Server, serving

SIZES = ((390, 844), (844, 390), (1280, 720), (1400, 900), (1920, 1080))


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f'input[name="{name}"][value="{value}"]').check(force=True)


def invite(host: Person, game: str = "tictactoe", **chosen: str) -> str:
    """Make a link on the page, as Ada who moves first; returns it."""
    host.open("#/friend")
    page = host.page
    page.locator("select[name=game]").select_option(game)
    for name, value in {"side": "first", **chosen}.items():
        choose(page, name, value)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Make a link").click()
    return page.get_by_label("The link for your friend").input_value()


def sit(guest: Person, link: str) -> None:
    guest.page.goto(link)
    expect(guest.page.get_by_role("heading", name="Ada invites you")).to_be_visible()
    guest.page.get_by_label("Your name").fill("Bob")
    guest.page.get_by_role("button", name="Sit down").click()
    expect(guest.page.locator("table-controls")).to_be_visible()


def play(mover: Person, other: Person, cell: str) -> None:
    expect(mover.page.locator(".board.active")).to_be_visible()
    mover.click_cell(cell)
    expect(other.page.locator(f'[data-cell="{cell}"].taken')).to_be_visible()


def seconds(page: Page, side: int) -> float:
    minutes, rest = page.locator(".time.countdown").nth(side).inner_text().split(":")
    return 60 * int(minutes) + float(rest)


@contextlib.contextmanager
def serving_again(data: Path, server: Server) -> Iterator[Server]:
    with serving(data, "--port", str(server.port)) as again:
        yield again


def test_a_whole_game_by_a_link_with_a_browser_and_the_server_killed_in_between(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(serving(tmp_path))
        browser = stack.enter_context(chromium())
        ada = stack.enter_context(Person(browser, server))
        link = invite(ada, minutes="5", increment="3")
        assert ada.page.locator(".qr").evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
        expect(ada.page.locator("#status")).to_contain_text("Waiting for your friend")

        other, kill = stack.enter_context(another(browser))
        bob = Person(other, server)
        sent: list[str] = []
        bob.page.on("request", lambda request: sent.append(f"{request.url} {request.headers.get('referer')}"))
        sit(bob, link)
        secret = link.rpartition("-")[2]
        assert not [line for line in sent if secret in line], "in no address, in no Referer"
        assert secret not in bob.page.url
        bob.page.go_back()
        assert secret not in bob.page.url, "nor in the history"
        bob.page.go_forward()
        personal = bob.context.request.get(f"{server.url}/api/identity").json()["link"]
        play(ada, bob, "b2")
        expect(bob.page.locator("#status")).to_contain_text("X played b2.")
        play(bob, ada, "a1")
        play(ada, bob, "c1")
        kill()
        expect(ada.page.locator("table-controls [role=status]")).to_contain_text("Bob is not here just now")
        expect(ada.page.locator(".player").nth(1)).to_contain_text("away")

        third, _ = stack.enter_context(another(browser))  # a second device, by the personal link
        bob = stack.enter_context(Person(third, server))
        bob.open(f"#/me/{personal}")
        bob.page.get_by_role("button", name="Show these games here").click()
        bob.page.get_by_role("link", name=re.compile("Resume game")).click()
        expect(ada.page.locator("table-controls [role=status]")).not_to_contain_text("not here")
        play(bob, ada, "a3")
        bob.page.wait_for_timeout(1500)  # Ada thinks, and the clock is noted
        before = seconds(ada.page, 0)
        assert before < 302.5
        server.kill()
        expect(ada.page.locator("#status")).to_contain_text("Connection lost")
        ada.page.wait_for_timeout(2500)
        stack.enter_context(serving_again(tmp_path, server))
        expect(ada.page.locator("html[data-connection=open]")).to_be_visible()
        assert abs(seconds(ada.page, 0) - before) < 2, "it stood still, but for the moment until it was read"
        for mover, cell in ((ada, "a2"), (bob, "c2"), (ada, "b1"), (bob, "b3"), (ada, "c3")):
            play(mover, bob if mover is ada else ada, cell)
        for who in (ada, bob):
            expect(who.page.locator("#status")).to_contain_text("Draw")
        ada.page.locator('[data-action="rematch"]').click()
        expect(bob.page.locator("table-controls [role=status]")).to_contain_text("Ada wants a rematch")
        bob.page.locator('[data-action="accept"]').click()
        expect(ada.page.locator(".player").nth(1)).to_contain_text("Ada (you)")
        play(bob, ada, "b2")


def widths(person: Person, name: str) -> None:
    """Nothing is wider than the window, and nothing is out of reach, in either colours."""
    for width, height in SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width, height)
        assert person.page.locator(".top nav").evaluate("nav => nav.scrollWidth <= nav.clientWidth"), (name, width)
    for scheme in ("light", "dark"):
        person.page.emulate_media(color_scheme=scheme)
        assert not violations(person.page), (name, scheme)
    person.page.set_viewport_size({"width": 1280, "height": 720})


def test_pages_of_friends_and_of_those_who_watch_them(tmp_path: Path) -> None:
    with (
        serving(tmp_path) as server,
        chromium() as browser,
        Person(browser, server) as ada,
        Person(browser, server) as bob,
        Person(browser, server) as eve,
    ):
        ada.open("#/")
        ada.page.get_by_role("link", name="Play a friend").click()
        ada.page.get_by_label("Anybody here may watch").check()
        widths(ada, "the form")
        link = invite(ada, "ultimate", minutes="3", increment="2")
        widths(ada, "the invitation")
        bob.page.goto(link)
        expect(bob.page.get_by_role("button", name="Sit down")).to_be_visible()
        widths(bob, "the seat")
        sit(bob, link)
        eve.page.goto(link)  # too late
        expect(eve.page.locator("table-controls [role=status]")).to_contain_text("You are watching")
        play(ada, bob, "5.5")
        play(bob, ada, "5.1")
        expect(eve.page.locator('[data-cell="5.1"].taken')).to_be_visible()
        for gone in ("hint", "analyse", "undo"):
            assert ada.page.locator(f'[data-action="{gone}"]').count() == 0
        ada.page.keyboard.press("a")
        assert ada.page.locator("analysis-panel").count() == 0, "no engine helps"
        elsewhere = ada.context.new_page()
        elsewhere.goto(f"{server.url}/#/analysis/ultimate?moves=5.5,5.1")
        elsewhere.get_by_role("button", name="Analysis").click()
        expect(elsewhere.locator("analysis-panel")).to_contain_text("You play this position with a friend")
        elsewhere.close()
        ada.page.get_by_role("button", name="Good luck!").click()
        expect(bob.page.locator("table-controls [role=status]")).to_contain_text("Good luck!")
        bob.page.get_by_role("button", name="Offer draw").click()
        expect(ada.page.locator("table-controls [role=status]")).to_contain_text("Bob offers a draw")
        widths(ada, "an offer")
        ada.page.get_by_role("button", name="Decline").click()
        expect(bob.page.locator("table-controls [role=status]")).not_to_contain_text("You offer")
        eve.open("#/watch")
        eve.page.get_by_role("link", name="Watch Ada and Bob").click()
        expect(eve.page.locator('[data-cell="5.1"].taken')).to_be_visible()
        widths(eve, "watching")
        ada.page.get_by_role("button", name="Resign").click()
        ada.page.locator('[data-action="confirm"]').click()
        for who, words in ((ada, "You lost"), (bob, "You won"), (eve, "O wins")):
            expect(who.page.locator("#status")).to_contain_text(words)
        bob.page.get_by_role("button", name="Analysis").click()
        expect(bob.page.locator("analysis-panel")).to_be_visible()


def test_a_server_for_the_network_shows_its_address_and_a_code(tmp_path: Path) -> None:
    process = pexpect.spawn(
        sys.executable,
        ["-m", "noughts", "serve", "--lan", "--no-browser", "--port", "0"],
        env={**os.environ, "NOUGHTS_DATA": str(tmp_path)},
        encoding="utf-8",
        timeout=120,
        dimensions=(60, 100),
    )
    try:
        process.expect(r"In your network: http://\d+\.\d+\.\d+\.\d+:\d+/")
        process.expect("[▀▄█]{20}")
        process.expect("Play a friend")
    finally:
        process.terminate(force=True)
