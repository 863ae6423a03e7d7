"""Engines in the full-screen app: thinking, analysing, playing each other, failing; and the clock."""

import asyncio
import re

import pytest
from textual.pilot import Pilot

from noughts.engine.engine import Engine
from noughts.engine.limit import Limit
from noughts.engine.results import Result
from noughts.play import Session
from noughts.play.settings import Settings, load_settings
from noughts.store import HUMAN
from noughts.terminal.app import PlayApp
from noughts.terminal.game_screen import GameScreen
from terminal_app import (
    LARGE,
    QUICK,
    RANDOM,
    SMALL,
    game_of,
    notice_of,
    panel_text,
    press,
    run,
    session_of,
    settle,
    setup,
    type_in,
    until,
)


def test_a_move_that_comes_after_an_undo_is_dropped() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        session = session_of(app)
        engine = session.seats[1].engine
        assert engine is not None
        await type_in(pilot, "h8")
        await until(pilot, lambda: "thinking…" in panel_text(app))
        await press(pilot, "ctrl+z")
        assert session.line == []
        await asyncio.to_thread(engine.play, session.position, Limit(nodes=100))  # it waits for its turn
        await settle(pilot)
        assert session.line == []
        await type_in(pilot, "h9")
        await until(pilot, lambda: has_answered(session, engine))
        assert [move.text for move in session.line[:-1]] == ["h9"]

    run(PlayApp(setup=setup("15x15x5", HUMAN, "noughts:time=300")), play)


def has_answered(session: Session, engine: Engine) -> bool:
    """Whether an engine that has all the time in the world has moved, being told to."""
    engine.stop()
    seat = session.seat
    return seat is not None and seat.is_human


def test_engines_among_themselves_pause_by_space_and_undo() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        session = session_of(app)
        await until(pilot, lambda: len(session.line) >= 2)
        await press(pilot, "space")
        count = len(session.line)
        await until(pilot, lambda: "paused" in panel_text(app))
        used = [session.seconds_used(side) for side in (0, 1)]
        await asyncio.sleep(0.4)
        assert len(session.line) == count
        assert [session.seconds_used(side) for side in (0, 1)] == used, "a pause costs nobody time"
        await press(pilot, "space")
        await until(pilot, lambda: len(session.line) > count)
        await press(pilot, "ctrl+z")
        count = len(session.line)
        await until(pilot, lambda: "paused" in panel_text(app))
        await asyncio.sleep(0.4)
        assert len(session.line) == count
        app.pace = 0.0
        await press(pilot, "space")
        await until(pilot, lambda: session.outcome is not None)
        await press(pilot, "space")
        assert "paused" not in panel_text(app), "nothing goes on that could be paused"

    run(PlayApp(setup=setup("ultimate", QUICK, RANDOM), pace=1.0), play)  # slow enough for the keys to come in between


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_analysis_is_shown_for_people_and_stops_with_the_position(size: tuple[int, int]) -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        assert "depth" not in panel_text(app)
        await press(pilot, "f4")
        await until(pilot, lambda: re.search(r"X \S+ depth \d", panel_text(app)) is not None)
        assert load_settings().analysis
        await type_in(pilot, "5.5")
        await until(pilot, lambda: re.search(r"O \S+ depth \d", panel_text(app)) is not None)
        await press(pilot, "f4")
        await until(pilot, lambda: "depth" not in panel_text(app))
        await asyncio.sleep(0.2)
        assert "depth" not in panel_text(app), "what comes late is not shown"
        assert game_of(app).engines.analysis is None

    run(PlayApp(setup=setup("ultimate", HUMAN, HUMAN)), play, size)


def test_a_new_window_size_keeps_what_the_engine_thinks() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        # The whole game is searched at once: the engine has nothing more to say after that.
        await until(pilot, lambda: "depth 9" in panel_text(app))
        for size in ((100, 30), SMALL, LARGE):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: "depth 9" in panel_text(app))

    run(PlayApp(setup=setup("tictactoe", HUMAN, HUMAN), settings=Settings(analysis=True)), play)


def test_what_an_opponent_thinks_of_its_chances_is_not_told() -> None:
    """Only an analysis says what a position is worth, and only where it is asked for."""

    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await type_in(pilot, "b2")
        await until(pilot, lambda: len(session_of(app).line) == 2)
        assert session_of(app).line[1].value is not None, "the engine had a value"
        assert not re.search(r"[+-]\d\.\d\d|mate|depth", panel_text(app))

    run(PlayApp(setup=setup("4x5x4", HUMAN, "noughts:level=easy,seed=1")), play)


def test_an_analysis_goes_on_while_an_engine_thinks() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await until(pilot, lambda: "nodes" in panel_text(app))
        session = session_of(app)
        engine = session.seats[0].engine
        assert session.line == []
        assert engine is not None
        await until(pilot, lambda: has_answered(session, engine))
        await until(pilot, lambda: re.search(r"X played \d\.\d in \d+\.\d\d s", panel_text(app)) is not None)

    run(PlayApp(setup=setup("ultimate", "noughts:time=300", HUMAN), settings=Settings(analysis=True)), play)


def test_an_engines_error_is_told_and_it_may_try_again() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        session = session_of(app)
        engine = session.seats[1].engine
        assert engine is not None
        work = engine.playing
        engine.playing = _fail  # type: ignore[method-assign, assignment]
        await type_in(pilot, "b2")
        await until(pilot, lambda: "the engine failed: it is out of order" in notice_of(app))
        engine.playing = work  # type: ignore[method-assign]
        await press(pilot, "space")
        await until(pilot, lambda: len(session.line) == 2)

    run(PlayApp(setup=setup("tictactoe")), play)


def _fail(*_: object) -> Result:
    raise RuntimeError("it is out of order")


def test_clocks_run() -> None:
    def seconds(app: PlayApp) -> int:
        shown = re.search(r"X person 0:(\d\d)", panel_text(app))
        return int(shown[1]) if shown else -1

    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await until(pilot, lambda: seconds(app) >= 0)
        begun = seconds(app)
        await until(pilot, lambda: seconds(app) > begun)
        await until(pilot, lambda: "O person 0:00" in panel_text(app))

    run(PlayApp(setup=setup("tictactoe", HUMAN, HUMAN)), play)
