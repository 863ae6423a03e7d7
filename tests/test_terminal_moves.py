"""Moves in the full-screen app: typed, by keys and by mouse, taken back, advised, given up."""

import re

import pytest
from textual.pilot import Pilot
from textual.widgets import Button

import noughts
from commands import OTHELLO
from noughts.play import obstacles_text
from noughts.store import HUMAN, Store
from noughts.terminal.app import PlayApp
from noughts.terminal.board import Board
from noughts.terminal.entry import Entry, Notice
from noughts.terminal.game_screen import GameScreen
from noughts.terminal.new_game import NewGameScreen
from noughts.terminal.panel import Panel
from noughts.terminal.questions import Question
from terminal_app import (
    LARGE,
    QUICK,
    SMALL,
    choose_by_mouse,
    game_of,
    notice_of,
    panel_text,
    play_out,
    press,
    run,
    screen_text,
    send,
    session_of,
    settle,
    setup,
    type_in,
    until,
)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", ["4x5x4", "nineboard", "ultimate", "xtreme", "xrudder"])
def test_whole_games_by_typing_keys_and_mouse(game: str, size: tuple[int, int], store: Store) -> None:
    found = noughts.game(game)
    obstacles = obstacles_text(found, "b2 c3") if found.takes_cells else None

    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await play_out(pilot, app)
        session = session_of(app)
        assert session.outcome is not None
        assert session.trouble is None
        assert session.id is not None
        headline = {None: "A DRAW", 0: "YOU WIN", 1: "YOU LOSE"}[session.outcome.winner]
        is_condensed = app.screen.query_one(Panel).has_class("below")
        expected = session.view().status if is_condensed else headline
        await until(pilot, lambda: expected in panel_text(app))
        kept = store.load(session.id)
        assert kept.record.replay() == session.position
        assert kept.record.result == session.record().result
        assert kept.record.position == obstacles

    run(PlayApp(store=store, setup=setup(game, HUMAN, QUICK, position=obstacles)), play, size)


def test_a_token_is_chosen_then_its_destination() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        for move in ("f6", "a1"):
            await type_in(pilot, move)
        cells = {cell.name: index for index, cell in enumerate(session_of(app).view().cells)}
        await choose_by_mouse(pilot, cells["f6"])
        await settle(pilot)
        await until(pilot, lambda: screen_text(app).count("●") == 8)
        await press(pilot, "escape")
        await settle(pilot)
        await until(pilot, lambda: "●" not in screen_text(app))
        await choose_by_mouse(pilot, cells["f6"])
        await choose_by_mouse(pilot, cells["f6"])
        await settle(pilot)
        await until(pilot, lambda: "●" not in screen_text(app))
        assert len(session_of(app).line) == 2
        await choose_by_mouse(pilot, cells["f6"])
        await choose_by_mouse(pilot, cells["g7"])
        assert session_of(app).line[-1].text == "f6-g7"
        await choose_by_mouse(pilot, cells["g7"])  # the other player's token
        assert "g7" in notice_of(app)
        assert len(session_of(app).line) == 3

    run(PlayApp(setup=setup("xrudder", HUMAN, HUMAN)), play, SMALL)


def test_wrong_entries_are_explained_and_can_be_mended() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        entry = app.screen.query_one(Entry)
        await type_in(pilot, "b9")
        assert "'b9' is not a move of 3x3x3" in notice_of(app)
        assert (entry.text, entry.is_wrong) == ("b9", True)
        await press(pilot, "backspace")
        assert (entry.text, entry.is_wrong) == ("b", False)
        await type_in(pilot, "2")
        assert session_of(app).line[0].text == "b2"
        assert notice_of(app) == ""
        await type_in(pilot, "b2")
        assert "b2 is not legal here" in notice_of(app)
        assert entry.is_wrong
        await press(pilot, "a")  # instead of it, not behind it
        assert (entry.text, notice_of(app)) == ("a", "")
        await type_in(pilot, "1")
        assert session_of(app).line[1].text == "a1"
        assert (entry.text, entry.is_wrong) == ("", False)

    run(PlayApp(setup=setup("tictactoe", HUMAN, HUMAN)), play, SMALL)


def test_after_a_wrong_entry_the_board_has_the_keys_again() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        entry, session = app.screen.query_one(Entry), session_of(app)
        await type_in(pilot, "b9")
        await press(pilot, "enter")
        assert (entry.text, notice_of(app), session.line) == ("", "", []), "nobody has chosen the cell of the cursor"
        await press(pilot, "enter")
        assert [move.text for move in session.line] == ["b2"]
        await type_in(pilot, "b9")
        await press(pilot, "left", "enter")
        assert [move.text for move in session.line] == ["b2", "a2"]
        await type_in(pilot, "b9")
        await choose_by_mouse(pilot, 0)
        await settle(pilot)
        assert [move.text for move in session.line] == ["b2", "a2", "a3"]
        assert entry.text == ""

    run(PlayApp(setup=setup("tictactoe", HUMAN, HUMAN)), play, SMALL)


def test_a_wrong_entry_does_not_stand_before_another_game() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await type_in(pilot, "c3")
        assert session_of(app).outcome is not None
        await type_in(pilot, "a1")
        assert "the game is over" in notice_of(app)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, NewGameScreen))

    run(PlayApp(setup=setup("tictactoe", HUMAN, HUMAN, position="XX./OO./... X")), play, SMALL)


def test_escape_stands_in_the_footer_while_it_has_something_to_do() -> None:
    def footer(app: PlayApp) -> str:
        return screen_text(app).rpartition("\n")[2]

    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: footer(app).startswith("f1 Help"))
        await press(pilot, "b")
        await until(pilot, lambda: footer(app).startswith("esc Clear f1 Help"))
        await press(pilot, "escape")
        assert app.screen.query_one(Entry).text == ""
        await until(pilot, lambda: footer(app).startswith("f1 Help"))
        await type_in(pilot, "b9")
        await until(pilot, lambda: footer(app).startswith("esc Clear f1 Help"))
        await press(pilot, "escape")
        assert (app.screen.query_one(Entry).text, notice_of(app)) == ("", "")

    run(PlayApp(setup=setup("tictactoe", HUMAN, HUMAN)), play, SMALL)


def test_a_plain_board_of_nine_cells_has_numbers() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        board = app.screen.query_one(Board).region

        def drawn() -> str:
            lines = screen_text(app).split("\n")[board.y : board.bottom]
            return "".join(line[board.x : board.right] for line in lines)

        await until(pilot, lambda: re.findall(r"\w", drawn()) == list("123456789"))
        await type_in(pilot, "5")
        assert session_of(app).line[0].text == "b2", "records have coordinates"
        await until(pilot, lambda: re.findall(r"[1-9]", drawn()) == list("12346789"))
        assert "1 X 5" in panel_text(app)
        await type_in(pilot, "5")
        assert "5 is not legal here (O to move); legal moves: 1, 2, 3, 4, 6, 7, 8, 9" in notice_of(app)
        await type_in(pilot, "a1")
        await until(pilot, lambda: "2 O 7" in panel_text(app))
        await press(pilot, "f2")
        await until(pilot, lambda: re.search(r"hint: [1-9] \(.*\), then [1-9] [1-9]", notice_of(app)) is not None)
        await until(pilot, lambda: "◆" in drawn())

    run(PlayApp(setup=setup("misere-3x3x3", HUMAN, HUMAN)), play)


def test_what_is_told_covers_no_cell() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await type_in(pilot, "a1")
        for size in (SMALL, (80, 24), (100, 30)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: app.screen.query_one(Board).region.width > 0)
            await type_in(pilot, "a1")
            await until(pilot, lambda: "is not legal here" in notice_of(app))
            await until(pilot, lambda: app.screen.query_one(Notice).region.height > 0)
            assert not app.screen.query_one(Notice).region.overlaps(app.screen.query_one(Board).region)
            assert "legal moves" in panel_text(app)

    run(PlayApp(setup=setup("xrudder", HUMAN, HUMAN)), play, SMALL)


def test_moves_typed_fast_stay_apart() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        send(pilot, *"b2", "ctrl+j", *"a1", "enter", *"c3", "enter")  # the first from before the app was ready
        await until(pilot, lambda: [move.text for move in session_of(app).line] == ["b2", "a1", "c3"])

    run(PlayApp(setup=setup("tictactoe", HUMAN, HUMAN)), play)


def test_undo_and_redo(store: Store) -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        session = session_of(app)
        await press(pilot, "ctrl+z")
        assert "no move of yours" in notice_of(app)
        await type_in(pilot, "b2")
        await until(pilot, lambda: len(session.line) == 2)
        line = list(session.line)
        await press(pilot, "ctrl+z")
        assert session.line == []
        assert session.view().last == ()
        await press(pilot, "ctrl+y")
        assert session.line == line
        await type_in(pilot, "undo")
        await type_in(pilot, "redo")
        assert session.line == line
        assert store.load(session.id or 0).line == tuple(line)

    run(PlayApp(store=store, setup=setup("tictactoe")), play)


def test_hint_shows_move_score_and_cell() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await press(pilot, "f2")
        await until(pilot, lambda: "hint: 3 (mate in 1)" in notice_of(app))
        await until(pilot, lambda: "◆" in screen_text(app))
        await type_in(pilot, "c3")
        assert session_of(app).outcome is not None
        await until(pilot, lambda: "◆" not in screen_text(app))
        await type_in(pilot, "hint")
        assert "the game is over" in notice_of(app)

    run(PlayApp(setup=setup("tictactoe", HUMAN, HUMAN, position="XX./OO./... X")), play, SMALL)


def test_resigning_asks_first(store: Store) -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        session = session_of(app)
        await press(pilot, "ctrl+r")
        assert isinstance(app.screen, Question)
        await press(pilot, "escape")
        assert session.outcome is None
        await type_in(pilot, "resign")
        await press(pilot, "enter")
        await until(pilot, lambda: session.outcome is not None)
        await until(pilot, lambda: "YOU LOSE" in panel_text(app))
        await until(pilot, lambda: "X resigned" in panel_text(app))
        assert store.load(session.id or 0).record.result == "0-1"

    run(PlayApp(store=store, setup=setup("tictactoe")), play)


def test_another_turn_of_the_same_player_is_announced() -> None:
    """X wins small board 1.1 by its third cell and moves again."""

    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        assert not app.screen.query_one("#status").has_class("again")
        await type_in(pilot, "1.1.3")
        await until(pilot, lambda: "X to move on board 3 of either big board, again (bonus move)" in panel_text(app))
        assert app.screen.query_one("#status").has_class("again")
        await type_in(pilot, "1.3.1")
        assert not app.screen.query_one("#status").has_class("again")

    empty = "/".join(["9"] * 17)
    run(PlayApp(setup=setup("xtreme", HUMAN, HUMAN, position=f"XX......./{empty} X 1 -")), play)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_move_without_a_cell_is_a_button(size: tuple[int, int]) -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await until(pilot, lambda: len(app.screen.query(Button)) == 1)
        assert game_of(app).view.status == "O to move and has to pass"
        assert str(app.screen.query_one(Button).label) == "Pass"
        await pilot.click(Button)
        await until(pilot, lambda: [move.text for move in session_of(app).line] == ["pass"])
        await until(pilot, lambda: not app.screen.query(Button))

    run(PlayApp(setup=setup(str(OTHELLO), HUMAN, HUMAN, position="XO6/8/8/8/8/8/8/7X O")), play, size)
