"""Driving the full-screen app by Textual's pilot: real engines, keys, typing and mouse."""

import asyncio
import random
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual import events
from textual.app import App
from textual.pilot import Pilot

from noughts.play import Session, Setup
from noughts.store import HUMAN
from noughts.terminal.app import PlayApp
from noughts.terminal.board import Board
from noughts.terminal.entry import Notice
from noughts.terminal.game_screen import GameScreen
from noughts.terminal.panel import Panel

SMALL, LARGE = (60, 20), (200, 60)
PATIENCE = 120.0  # seconds: an engine may have to be compiled, on a machine that has other things to do
HOPS = 12  # more than a key takes from the app to a widget, up again to whom it concerns, and to what that changes
RANDOM = "random:seed=1"
QUICK = "noughts:nodes=200,seed=1"

Play = Callable[[Pilot, PlayApp], Awaitable[None]]


def run(app: PlayApp, play: Play, size: tuple[int, int] = LARGE) -> None:
    async def work() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            await play(pilot, app)

    asyncio.run(work())


async def settle(pilot: Pilot) -> None:
    """Let what was pressed take effect. `pilot.pause` would wait for an idle processor: engines leave it none.

    In each round every widget handles what it has been sent; what it sends itself is handled in the next.
    """
    for _ in range(HOPS):
        await pilot._wait_for_screen(PATIENCE)
    await asyncio.sleep(0.03)  # the next frame
    await pilot._wait_for_screen(PATIENCE)


async def until(pilot: Pilot, is_so: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something is so; fail if it never is."""
    for _ in range(int(seconds / 0.02)):
        if is_so():
            await settle(pilot)
            return
        await asyncio.sleep(0.02)
    pytest.fail(f"it did not come about in {seconds} seconds; the screen shows:\n{screen_text(pilot.app)}")


def screen_text(app: App[Any]) -> str:
    """The characters on the screen."""
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in line) for line in lines)


def game_of(app: PlayApp) -> GameScreen:
    assert isinstance(app.screen, GameScreen)
    return app.screen


def session_of(app: PlayApp) -> Session:
    return game_of(app).session


def panel_text(app: PlayApp) -> str:
    """What the panel shows, on one line."""
    region = app.screen.query_one(Panel).region
    lines = screen_text(app).split("\n")[region.y : region.bottom]
    return re.sub(r"\s+", " ", " ".join(line[region.x : region.right] for line in lines))


def notice_of(app: PlayApp) -> str:
    notice = app.screen.query_one(Notice)
    return str(notice.render()) if notice.display else ""


def is_ready(app: PlayApp) -> bool:
    """Whether a person is to move, or the game is over."""
    session = session_of(app)
    return session.outcome is not None or (session.seat is not None and session.seat.is_human)


def send(pilot: Pilot, *keys: str) -> None:
    """Keys that come all at once."""
    for key in keys:
        pilot.app.post_message(events.Key(key, {"space": " "}.get(key, key if len(key) == 1 else None)))


async def press(pilot: Pilot, *keys: str) -> None:
    """As `pilot.press`, but without waiting for an idle processor after each key."""
    for key in keys:
        send(pilot, key)
        await settle(pilot)


async def type_in(pilot: Pilot, text: str) -> None:
    send(pilot, *text, "enter")
    await settle(pilot)


async def choose_by_keys(pilot: Pilot, cell: int) -> None:
    board = pilot.app.screen.query_one(Board)
    assert board.view is not None
    here, there = board.view.cells[board.cursor], board.view.cells[cell]
    down, right = there.row - here.row, there.column - here.column
    keys = ["down" if down > 0 else "up"] * abs(down) + ["right" if right > 0 else "left"] * abs(right)
    send(pilot, *keys, "enter")
    await settle(pilot)


async def choose_by_mouse(pilot: Pilot, cell: int) -> None:
    board = pilot.app.screen.query_one(Board)
    assert await pilot.click(Board, offset=board.place_of(cell))
    await settle(pilot)


async def play_out(pilot: Pilot, app: PlayApp, most: int = 200) -> None:
    """Play the person's moves at random, by typing, by keys and by mouse in turns, until the game is over."""
    chance = random.Random(1)
    for number in range(most):
        how = ("typed", "keys", "mouse")[number % 3]
        await until(pilot, lambda: is_ready(app))
        session = session_of(app)
        if session.outcome:
            return
        view = session.view()
        move = chance.choice(sorted(view.clicks))
        before = session.position.copy()
        if how == "typed":
            await type_in(pilot, move)
        else:
            for cell in view.clicks[move]:
                await (choose_by_keys if how == "keys" else choose_by_mouse)(pilot, cell)
        after = session.position
        assert after.move_stack[len(before.move_stack)].text == move, notice_of(app)
    pytest.fail(f"the game is not over after {most} moves")


def setup(game: str, *players: str, position: str | None = None) -> Setup:
    return Setup(game, (HUMAN, RANDOM) if not players else (players[0], players[1]), position=position)
