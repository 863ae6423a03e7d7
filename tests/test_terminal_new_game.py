"""Choosing a game in the full-screen app, and going on with one that was left."""

import pytest
from textual.pilot import Pilot

import noughts
from commands import CONNECT_FOUR
from noughts.play import obstacles_text
from noughts.play.settings import load_settings
from noughts.store import HUMAN, Store
from noughts.terminal.app import PlayApp
from noughts.terminal.board import Board
from noughts.terminal.game_screen import GameScreen
from noughts.terminal.new_game import NewGameScreen
from noughts.terminal.questions import Question
from noughts.terminal.selector import Selector
from terminal_app import LARGE, RANDOM, SMALL, play_out, press, run, screen_text, send, session_of, settle, setup, until


def test_another_game_like_the_last_by_enter() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        first = session_of(app)
        await press(pilot, "ctrl+n")
        assert isinstance(app.screen, NewGameScreen)
        await press(pilot, "escape")
        assert session_of(app) is first
        await press(pilot, "ctrl+n", "enter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        second = session_of(app)
        assert second is not first
        assert second.position.game.name == "misere-4x5x3"
        assert second.position == first.position.root()
        assert [seat.text for seat in second.seats] == [HUMAN, RANDOM]
        await play_out(pilot, app)
        await press(pilot, "enter", "enter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        assert session_of(app).line == []

    obstacles = obstacles_text(noughts.game("misere-4x5x3"), "b2 c3")
    run(PlayApp(setup=setup("misere-4x5x3", position=obstacles)), play)


def test_a_game_of_ones_own_is_offered_again() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await press(pilot, "ctrl+n")
        await until(pilot, lambda: "connect_four.py: Drop stones into" in screen_text(app))
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        assert session_of(app).position.game.name == "connect-four"
        await press(pilot, "ctrl+j")  # Enter, from before the app was ready
        assert session_of(app).line[0].text == "d", "the cursor begins at the legal cell nearest to the middle"

    run(PlayApp(setup=setup(str(CONNECT_FOUR))), play, SMALL)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_game_chosen_on_the_new_game_screen(size: tuple[int, int], store: Store) -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        assert isinstance(app.screen, NewGameScreen)
        await press(pilot, "down")  # from tic-tac-toe to boards of any size
        await press(pilot, "tab", *["backspace"] * 2, "5", "tab", *["backspace"] * 2, "4")
        await press(pilot, "tab", "tab", *"b2", "space", *"z9", "enter")
        await until(pilot, lambda: "z9" in screen_text(app).replace("b2 z9", ""))
        assert isinstance(app.screen, NewGameScreen)
        await press(pilot, *["backspace"] * 3)
        preview = app.screen.query_one("#preview", Board)
        preview.focus()
        await settle(pilot)
        assert preview.view is not None
        assert [cell.name for cell in preview.view.cells if cell.content == "#"] == ["b2"]
        preview.cursor = next(index for index, cell in enumerate(preview.view.cells) if cell.name == "c4")
        await press(pilot, "enter")
        for name, value in (("side", "second"), ("mark", "X"), ("opponent", "noughts:level=easy")):
            choice = app.screen.query_one(f"#{name}", Selector)
            choice.focus()
            while choice.value != value:
                await press(pilot, "right")
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        session = session_of(app)
        view = session.view()
        assert session.position.game.name == "5x4x3"
        assert {cell.name for cell in view.cells if cell.content == "#"} == {"b2", "c4"}
        assert [seat.text for seat in session.seats] == ["noughts:level=easy", HUMAN]
        assert session.marks == ("O", "X")
        await until(pilot, lambda: len(session.line) == 1)
        kept = load_settings()
        assert (kept.level, kept.side, kept.mark) == ("easy", "second", "X")

    run(PlayApp(store=store), play, size)


def test_wrong_sizes_are_explained_on_the_new_game_screen() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await press(pilot, "down", "tab", *["backspace"] * 2, *"99", "enter")
        await until(pilot, lambda: "99" in str(app.screen.query_one("#error").render()))
        assert isinstance(app.screen, NewGameScreen)
        await press(pilot, "backspace", "backspace", "enter")
        await until(pilot, lambda: "rows is ''" in str(app.screen.query_one("#error").render()))

    run(PlayApp(), play, SMALL)


def test_keys_that_come_fast_choose_what_they_say() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        names = [name for family in noughts.registry.families() for name in family.names]
        send(pilot, *["down"] * names.index("ultimate"), "enter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        assert session_of(app).position.game.name == "ultimate"

    run(PlayApp(), play)


def test_keys_that_come_fast_find_their_fields() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: app.focused is not None)
        send(pilot, "down", "tab", "backspace", "5", "tab", "backspace", "4", "tab", "tab", *"b2", "enter")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        assert session_of(app).position.game.name == "5x4x3"
        assert [cell.name for cell in session_of(app).view().cells if cell.content == "#"] == ["b2"]

    for _ in range(3):
        run(PlayApp(), play)


def test_reports_are_offered_for_their_games_only() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        opponent = app.screen.query_one("#opponent", Selector)
        names = {shown for shown, _ in opponent._options}
        assert {"person", "noughts, max"} <= names
        players = noughts.registry.all_players()
        game = noughts.game("tictactoe")
        assert {name for name in names if name in players} == {
            name for name, player in players.items() if player().plays(game)
        }

    run(PlayApp(), play)


def test_a_player_s_own_options_are_offered() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        opponent = app.screen.query_one("#opponent", Selector)
        shown: list[str] = []
        while "report003" not in shown:
            await press(pilot, "down")
            shown = [label for label, _ in opponent._options]
        assert [label for label in shown if label.startswith("report003")] == [
            "report003",
            "report003, prune_on_win=true",
            "report003, clock=true",
            "report003, clock=true, prune_on_win=true",
        ]

    run(PlayApp(), play)


def test_a_game_that_cannot_be_begun_leads_to_the_new_game_screen() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, NewGameScreen))
        await until(pilot, lambda: "there is no search or player 'nobody'" in screen_text(app))

    run(PlayApp(setup=setup("tictactoe", HUMAN, "nobody")), play)


@pytest.mark.parametrize("is_resumed", [True, False])
def test_an_unfinished_game_is_offered(is_resumed: bool, store: Store) -> None:
    left = setup("tictactoe").begin(store)
    left.play("b2")
    offer = store.last_unfinished("3x3x3")
    assert offer is not None

    async def play(pilot: Pilot, app: PlayApp) -> None:
        assert isinstance(app.screen, Question)
        await until(pilot, lambda: "3x3x3 was left unfinished after 1 move" in screen_text(app))
        await press(pilot, "enter" if is_resumed else "n")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        session = session_of(app)
        if is_resumed:
            assert session.id == left.id
            await until(pilot, lambda: len(session.line) == 2)
            assert session.line[0].text == "b2"
        else:
            assert session.id is None
            assert session.line == []

    run(PlayApp(store=store, setup=setup("tictactoe"), offer=offer), play)
