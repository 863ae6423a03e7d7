"""The full-screen app around the board: keys, help, trouble, leaving."""

import asyncio
import re

import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Static

from noughts.store import HUMAN, Store, StoreError, statistics
from noughts.terminal.app import PlayApp
from noughts.terminal.game_screen import GameScreen
from noughts.terminal.questions import Window
from terminal_app import (
    LARGE,
    PATIENCE,
    SMALL,
    notice_of,
    panel_text,
    press,
    run,
    screen_text,
    send,
    session_of,
    setup,
    type_in,
    until,
)


@pytest.mark.parametrize(("width", "last"), [(40, "New"), (60, "Resign"), (80, "Theme")])
def test_keys_stand_in_the_footer_whole_or_not_at_all(width: int, last: str) -> None:
    keys = "f1 Help f2 Hint f3 Rules ^z Undo ^n New ^q Quit ^r Resign f4 Analysis f5 Theme ^y Redo f6 Marks"

    def shown(app: PlayApp) -> str:
        return screen_text(app).rpartition("\n")[2].rstrip()

    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: shown(app) == keys.partition(last)[0] + last)
        await pilot.resize_terminal(100, 20)
        await until(pilot, lambda: shown(app) == keys)

    run(PlayApp(setup=setup("tictactoe")), play, (width, 20))


def test_keys_and_rules_have_windows() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await press(pilot, "f1")
        assert isinstance(app.screen, Window)
        await until(pilot, lambda: "Ctrl+Z" in screen_text(app))
        await press(pilot, "escape")
        assert isinstance(app.screen, GameScreen)
        await press(pilot, "f3")
        await until(pilot, lambda: "three won boards in a row" in screen_text(app))
        await until(pilot, lambda: "X has taken the top right cell of a board" in screen_text(app))
        await press(pilot, "f3")
        assert isinstance(app.screen, GameScreen)

    run(PlayApp(setup=setup("ultimate")), play, (110, 70))


@pytest.mark.parametrize("size", [(100, 34), (80, 24), (40, 20)])
def test_lines_of_the_rules_are_as_long_as_their_window(size: tuple[int, int]) -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await press(pilot, "f3")
        await until(pilot, lambda: isinstance(app.screen, Window))
        text = app.screen.query_one(VerticalScroll).query_one(Static)
        longest = max(len(line) for line in str(text.content).splitlines())
        await until(pilot, lambda: text.size.width > 0)
        assert text.size.width - 12 < longest <= text.size.width, "none is broken a second time"

    run(PlayApp(setup=setup("ultimate")), play, size)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_trouble_is_shown_as_long_as_it_lasts(
    size: tuple[int, int], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(kept: object) -> None:
        raise StoreError("the disk is full")

    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        with monkeypatch.context() as patch:
            patch.setattr(store, "save", refuse)
            await type_in(pilot, "1.1.1")
            await until(pilot, lambda: "the game is not kept: the disk is full" in panel_text(app))
        await type_in(pilot, "1.1.2")
        await until(pilot, lambda: "the disk is full" not in panel_text(app))

    run(PlayApp(store=store, setup=setup("xtreme", HUMAN, HUMAN)), play, size)


def test_trouble_from_the_start() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await until(pilot, lambda: "games are not kept: no room" in panel_text(app))
        await type_in(pilot, "save")
        assert "games are not kept: no room" in notice_of(app)

    run(PlayApp(setup=setup("tictactoe"), trouble="games are not kept: no room"), play)


@pytest.mark.parametrize("keys", [["ctrl+q"], ["ctrl+c"], ["f1", "ctrl+q"], ["ctrl+n", "ctrl+c"]])
def test_leaving_keeps_the_game(keys: list[str], store: Store) -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await type_in(pilot, "b2")
        await press(pilot, *keys[:-1])
        send(pilot, keys[-1])
        for _ in range(int(PATIENCE / 0.02)):
            await asyncio.sleep(0.02)
            if app._exit:
                return
        pytest.fail("the app is still there")

    run(PlayApp(store=store, setup=setup("tictactoe", HUMAN, HUMAN)), play)
    kept = store.last_unfinished()
    assert kept is not None
    assert [move.text for move in kept.line] == ["b2"]


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_statistics_are_seen_and_begun_anew_without_leaving_the_game(size: tuple[int, int], store: Store) -> None:
    """What `noughts stats` counts, by F7 or by the word; R counts from now on, once that is said to be certain."""

    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await press(pilot, "f7")
        assert "No game against an engine has been" in screen_text(app)
        await press(pilot, "r", "f7")  # there is nothing to begin anew
        await press(pilot, "ctrl+r", "y")
        await type_in(pilot, "stats")
        assert re.search(r"3x3x3 +random, seed=1 +1 +0 +1", screen_text(app))
        await press(pilot, "r", "n")
        assert statistics(store.results()).total.losses == 1
        await press(pilot, "r", "y")
        assert statistics(store.results()).total.games == 0
        assert "No game against an engine has been" in screen_text(app)
        await press(pilot, "escape")
        assert session_of(app).outcome is not None

    run(PlayApp(setup=setup("3x3x3"), store=store), play, size)


def test_statistics_without_a_store_say_why() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await press(pilot, "f7")
        assert "the disk is full" in screen_text(app)

    run(PlayApp(setup=setup("3x3x3"), trouble="the disk is full"), play)
