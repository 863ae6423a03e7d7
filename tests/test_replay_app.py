"""Stepping through a kept game on the full screen."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from noughts.engine.limit import Limit
from noughts.kernel.announcing import Preparation, announce
from noughts.play.settings import Settings
from noughts.records import Record, RecordedMove, read_records
from noughts.store import KeptGame, Store
from noughts.terminal.replay import ReplayApp

Act = Callable[[Pilot[None], ReplayApp], Awaitable[None]]


def kept_game(
    name: str, moves: str, position: str | None = None, players: tuple[str, str] = ("human", "noughts")
) -> KeptGame:
    record = Record(name, tuple(RecordedMove(move) for move in moves.split()), players, position=position)
    store = Store()
    return store.load(store.add([record.checked()])[0])


def run(kept: KeptGame, act: Act, size: tuple[int, int] = (100, 30)) -> None:
    async def body() -> None:
        app = ReplayApp(kept, Limit(nodes=2000), Settings())
        async with app.run_test(size=size) as pilot:
            await act(pilot, app)

    asyncio.run(body())


async def all_judged(pilot: Pilot[None], app: ReplayApp, count: int) -> None:
    for _ in range(1200):
        if len(app.verdicts) == count:
            return
        await pilot.pause(0.1)
    pytest.fail(f"only {len(app.verdicts)} of {count} moves were judged")


@pytest.mark.parametrize("size", [(60, 20), (200, 60)])
def test_steps_jumps_and_mistakes(size: tuple[int, int]) -> None:
    async def act(pilot: Pilot[None], app: ReplayApp) -> None:
        assert app.ply == 0
        await pilot.press("right", "right", "right")
        assert app.ply == 3
        await pilot.press("left", "end")
        assert app.ply == 7
        await pilot.press("right")
        assert app.ply == 7, "there is nothing behind the end"
        assert "1-0" in str(app.query_one("#status").render())
        await all_judged(pilot, app, 7)
        await pilot.press("home", "m")
        assert app.ply == 2, "the side cell against the centre loses"
        await pilot.pause()
        assert "blunder: " in str(app.query_one("#verdict").render())
        listed = str(app.query_one("#moves", OptionList).get_option_at_index(2).prompt)
        assert "2. O 8" in listed  # of the cells numbered 1 to 9
        assert "??" in listed

    run(kept_game("tictactoe", "b2 b1 a3 c1 a1 a2 c3"), act, size)


def test_keys_that_come_fast_step_one_by_one() -> None:
    async def act(pilot: Pilot[None], app: ReplayApp) -> None:
        for key in ("right", "right", "right", "left"):
            app.post_message(events.Key(key, None))
        # What the list tells of the first step comes behind the third, and before those that follow.
        app.post_message(OptionList.OptionHighlighted(app.query_one(OptionList), Option(""), 1))
        for key in ("right", "right"):
            app.post_message(events.Key(key, None))
        for _ in range(12):
            await pilot._wait_for_screen(120)
        assert app.ply == 4

    run(kept_game("tictactoe", "b2 b1 a3 c1 a1 a2 c3"), act)


def test_the_list_takes_the_mouse_and_bonus_moves_keep_their_mover() -> None:
    async def act(pilot: Pilot[None], app: ReplayApp) -> None:
        await pilot.pause()
        assert [str(app.query_one("#moves", OptionList).get_option_at_index(ply).prompt)[5] for ply in (1, 2)] == [
            "X",
            "X",
        ]
        await pilot.click("#moves", offset=(5, 2))
        await pilot.pause()
        assert app.ply == 2

    run(kept_game("xtreme", "1.1.3 1.3.5", "XX......./" + "9/" * 16 + "9 X 1 -"), act)


def test_variations_are_gone_through_with_their_comments() -> None:
    text = '[Variant "tictactoe"]\n{to begin} 1. b2 {the centre [/b]} ( 1. a1 $2 {slower\u202e} 1... c3 ) ( 1. c1 ) a1'
    store = Store()
    kept = store.load(store.add(read_records(text))[0])

    async def act(pilot: Pilot[None], app: ReplayApp) -> None:
        moves, said = app.query_one("#moves", OptionList), app.query_one("#verdict", Static)
        await pilot.pause()
        assert "to begin" in str(said.render())
        await pilot.press("right")
        assert "v: 7, 9" in str(said.render())
        assert "the centre [/b]" in str(said.render())
        assert "+2" in str(moves.get_option_at_index(1).prompt)
        await pilot.press("v")
        await pilot.pause()
        assert "slower\\u202e" in str(said.render())
        assert "1. X 7?" in str(moves.get_option_at_index(1).prompt)
        await pilot.press("end")
        await pilot.pause()
        assert (app.ply, str(moves.get_option_at_index(2).prompt)[:8]) == (2, "  2. O 3")
        await pilot.press("left", "v", "v")
        await pilot.pause()
        assert "the centre" in str(said.render())
        assert moves.option_count == 3

    run(kept, act)


def test_names_are_shown_as_they_are_and_the_panel_follows_the_window() -> None:
    async def act(pilot: Pilot[None], app: ReplayApp) -> None:
        await pilot.pause()
        assert "Ada [1] (X) - [/b] (O)" in str(app.query_one("#title").render())
        narrow = app.query_one("#panel").size.width
        await pilot.resize_terminal(200, 60)
        await pilot.pause()
        assert app.query_one("#panel").size.width > narrow

    run(kept_game("tictactoe", "b2 a1", players=("Ada [1]", "[/b]")), act, (60, 20))


def test_what_is_compiled_is_told() -> None:
    async def act(pilot: Pilot[None], app: ReplayApp) -> None:
        progress = app.query_one("#progress", Static)
        await all_judged(pilot, app, 2)  # the engine itself may have had to be compiled
        announce(Preparation("noughts for xtreme"))
        await pilot.pause()
        assert "preparing, once on this machine: noughts for xtreme" in str(progress.render())
        announce(Preparation("noughts for xtreme", 0.5, 3600.0))
        await pilot.pause()
        assert "preparing, once on this machine: ██████░░░░░░ " in str(progress.render())
        announce(None)
        await pilot.pause()
        assert str(progress.render()) == ""

    run(kept_game("tictactoe", "b2 a1"), act)


def test_leaving_does_not_wait_for_the_engine() -> None:
    async def act(pilot: Pilot[None], app: ReplayApp) -> None:
        await pilot.press("q")

    run(kept_game("15x15x5", "h8 h9 g8 g9"), act)
