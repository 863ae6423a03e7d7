"""The board of the full-screen app: what is drawn, at which size, in which colours."""

import pytest
from textual.pilot import Pilot

from commands import HEX
from noughts.play.settings import Settings, load_settings
from noughts.store import HUMAN
from noughts.terminal.app import PlayApp
from noughts.terminal.board import Board
from noughts.terminal.game_screen import GameScreen
from noughts.terminal.new_game import NewGameScreen
from noughts.terminal.panel import Panel
from terminal_app import (
    LARGE,
    SMALL,
    choose_by_keys,
    choose_by_mouse,
    game_of,
    panel_text,
    press,
    run,
    screen_text,
    session_of,
    settle,
    setup,
    type_in,
    until,
)


@pytest.mark.parametrize("size", [SMALL, (100, 30), LARGE])
@pytest.mark.parametrize("game", ["tictactoe", "15x15x5", "nineboard", "ultimate", "xtreme", "xrudder"])
def test_the_whole_board_is_on_the_screen(game: str, size: tuple[int, int]) -> None:
    """Every cell can be clicked where it is drawn, and what stands there is seen."""

    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        board = app.screen.query_one(Board)
        view = game_of(app).view
        for index in range(len(view.cells)):
            x, y = board.place_of(index)
            assert 0 <= x < board.size.width
            assert 0 <= y < board.size.height
            assert board.cell_at(x, y) == index
        assert app.screen.query_one(Panel).region.bottom <= size[1]
        await until(pilot, lambda: "X to move" in panel_text(app))
        for label in view.column_labels:
            assert label in screen_text(app)

    run(PlayApp(setup=setup(game, HUMAN, HUMAN)), play, size)


def test_large_cells_have_pictures_and_small_ones_letters() -> None:
    async def large(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await type_in(pilot, "5.5")
        await until(pilot, lambda: "▀█▄" in screen_text(app))

    async def small(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await type_in(pilot, "5.5")
        assert "[X]" in screen_text(app).replace("▸X◂", "[X]")
        await press(pilot, "left")
        await until(pilot, lambda: "[X]" in screen_text(app))
        await until(pilot, lambda: "▸" in screen_text(app))

    run(PlayApp(setup=setup("ultimate", HUMAN, HUMAN)), large, LARGE)
    run(PlayApp(setup=setup("ultimate", HUMAN, HUMAN)), small, SMALL)


def test_a_board_too_large_for_the_window_follows_the_cursor() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        board = app.screen.query_one(Board)
        for target in ("a1", "af32"):
            cell = next(index for index, cell in enumerate(session_of(app).view().cells) if cell.name == target)
            await choose_by_keys(pilot, cell)
            await settle(pilot)
            x, y = board.place_of(cell)
            assert 0 <= x < board.size.width
            assert 0 <= y < board.size.height
            assert board.cell_at(x, y) == cell
        assert [move.text for move in session_of(app).line] == ["a1", "af32"]
        await choose_by_mouse(pilot, cell - 1)
        assert session_of(app).line[-1].text == "ae32"

    run(PlayApp(setup=setup("32x32x5", HUMAN, HUMAN)), play, SMALL)


def test_the_board_is_drawn_anew_in_another_window_size() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        board, panel = app.screen.query_one(Board), app.screen.query_one(Panel)
        large = board.place_of(1)[0] - board.place_of(0)[0]
        await pilot.resize_terminal(*SMALL)
        await until(pilot, lambda: panel.has_class("below"))
        await until(pilot, lambda: "X to move on any" in panel_text(app) and "Xtreme" not in panel_text(app))
        await until(pilot, lambda: board.place_of(1)[0] - board.place_of(0)[0] < large)
        last = len(session_of(app).view().cells) - 1
        await choose_by_mouse(pilot, last)
        assert session_of(app).line[0].text == "2.9.9"
        await pilot.resize_terminal(*LARGE)
        await until(pilot, lambda: not panel.has_class("below"))
        await until(pilot, lambda: board.place_of(1)[0] - board.place_of(0)[0] == large)
        await until(pilot, lambda: "2.9.9" in panel_text(app))

    run(PlayApp(setup=setup("xtreme", HUMAN, HUMAN)), play)


def test_themes_go_round_and_are_kept() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        seen = [app.theme]
        backgrounds = [app.screen.query_one(Board).palette.background]
        for key in ("f5", "ctrl+t"):
            await press(pilot, key)
            seen.append(app.theme)
            backgrounds.append(app.screen.query_one(Board).palette.background)
            assert load_settings().theme == app.theme
        assert seen == ["dark", "light", "contrast"]
        assert len(set(backgrounds)) == 3

    run(PlayApp(setup=setup("tictactoe")), play)


@pytest.mark.parametrize(("size", "drawn"), [(SMALL, ("■", "□")), (LARGE, ("███████████", "██▀▀▀▀▀▀▀██"))])
def test_marks_are_letters_or_squares(size: tuple[int, int], drawn: tuple[str, str]) -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await type_in(pilot, "5.5")
        await type_in(pilot, "5.1")
        await until(pilot, lambda: "X to move" in panel_text(app))
        await press(pilot, "f6")
        await until(pilot, lambda: "■ to move on board 1" in panel_text(app))
        board = app.screen.query_one(Board).region
        shown = "\n".join(line[: board.right] for line in screen_text(app).split("\n")[: board.bottom])
        assert all(mark in shown for mark in drawn)
        assert not set("XO╲╱╭╮") & set(shown)
        assert load_settings().symbols == "squares"
        assert session_of(app).marks == ("X", "O"), "what is kept has letters"
        await press(pilot, "ctrl+n")
        assert isinstance(app.screen, NewGameScreen)
        await until(pilot, lambda: "◂ ■ ▸" in screen_text(app))
        await press(pilot, "f6")
        await until(pilot, lambda: "◂ ● ▸" in screen_text(app))
        await press(pilot, "f6")
        await until(pilot, lambda: "◂ X ▸" in screen_text(app))
        await press(pilot, "escape")
        await until(pilot, lambda: "X to move" in panel_text(app))

    run(PlayApp(setup=setup("ultimate", HUMAN, HUMAN)), play, size)


def test_boards_won_and_results_have_the_symbols_too() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await type_in(pilot, "3.3")
        await until(pilot, lambda: "■ WINS" in panel_text(app))
        assert "■ wins: three boards in a row" in panel_text(app)
        assert "■ ■ ■" in panel_text(app)
        assert " X " not in screen_text(app)

    won = "XXX6/XXX6/XX7/" + "/".join(["OO7"] * 2 + ["9"] * 4) + " X 3"
    game = PlayApp(setup=setup("ultimate", HUMAN, HUMAN, position=won), settings=Settings(symbols="squares"))
    run(game, play)


def test_stones_lie_on_lines_and_hexagons_lean_to_the_right() -> None:
    async def stones(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await until(pilot, lambda: "├──┼──┼" in screen_text(app) or "─┼──┼─" in screen_text(app))

    async def hexagons(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        board = app.screen.query_one(Board)
        await settle(pilot)
        left = [board.place_of(cell)[0] for cell in range(0, 49, 7)]
        assert left == [left[0] + row * (left[1] - left[0]) for row in range(7)]
        assert left[1] > left[0]
        assert all(board.cell_at(*board.place_of(cell)) == cell for cell in range(49))
        await choose_by_mouse(pilot, 24)
        await until(pilot, lambda: [move.text for move in session_of(app).line] == ["d4"])

    run(PlayApp(setup=setup("15x15x5", HUMAN, HUMAN), settings=Settings(symbols="stones")), stones, LARGE)
    run(PlayApp(setup=setup(str(HEX), HUMAN, HUMAN)), hexagons, LARGE)
