"""The full-screen app, by Textual's pilot: real engines, a real database, keys, typing and mouse."""

import asyncio
import random
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

import noughts
from commands import CONNECT_FOUR
from noughts.board import Position
from noughts.play import Session, Setup, obstacles_text
from noughts.settings import Settings, load_settings
from noughts.store import HUMAN, Store, StoreError
from noughts.terminal.app import PlayApp
from noughts.terminal.board import Board
from noughts.terminal.entry import Entry, Notice
from noughts.terminal.game_screen import GameScreen
from noughts.terminal.new_game import NewGameScreen
from noughts.terminal.panel import Panel
from noughts.terminal.questions import Help, Question
from noughts.terminal.selector import Selector

SMALL, LARGE = (60, 20), (200, 60)
RANDOM = "random:seed=1"
QUICK = "noughts:nodes=200,seed=1"

Play = Callable[[Pilot, PlayApp], Awaitable[None]]


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path / "data"))


@pytest.fixture
def store(tmp_path: Path):
    store = Store(f"sqlite:///{tmp_path}/n.db")
    yield store
    store.close()


def run(app: PlayApp, play: Play, size: tuple[int, int] = LARGE) -> None:
    async def work() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            await play(pilot, app)

    asyncio.run(work())


async def settle(pilot: Pilot) -> None:
    """Let what was pressed take effect. `pilot.pause` would wait for an idle processor: engines leave it none."""
    await pilot._wait_for_screen()
    await asyncio.sleep(0.03)
    await pilot._wait_for_screen()


async def until(pilot: Pilot, is_so: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait until something is so; fail if it never is."""
    for _ in range(int(seconds / 0.02)):
        if is_so():
            await settle(pilot)
            return
        await asyncio.sleep(0.02)
    pytest.fail(f"it did not come about in {seconds} seconds; the screen shows:\n{screen_text(pilot.app)}")


def screen_text(app: PlayApp) -> str:
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


@pytest.mark.parametrize("size", [SMALL, (100, 30), LARGE])
@pytest.mark.parametrize("game", ["tictactoe", "15x15x5", "nineboard", "ultimate", "xtreme", "xrudder"])
def test_the_whole_board_is_on_the_screen(game: str, size: tuple[int, int]) -> None:
    """Every cell can be clicked where it is drawn, and what stands there is seen."""

    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        board = app.screen.query_one(Board)
        view = session_of(app).view()
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


@pytest.mark.parametrize(("width", "last"), [(40, "Quit"), (60, "Engine"), (80, "Redo")])
def test_keys_stand_in_the_footer_whole_or_not_at_all(width: int, last: str) -> None:
    keys = "f1 Help f2 Hint ^z Undo ^n New ^q Quit ^r Resign f4 Engine f5 Theme ^y Redo"

    def shown(app: PlayApp) -> str:
        return screen_text(app).rpartition("\n")[2].rstrip()

    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: shown(app) == keys.partition(last)[0] + last)
        await pilot.resize_terminal(100, 20)
        await until(pilot, lambda: shown(app) == keys)

    run(PlayApp(setup=setup("tictactoe")), play, (width, 20))


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
        assert await pilot.click(Board, offset=board.place_of(cell - 1))
        assert session_of(app).line[-1].text == "ae32"

    run(PlayApp(setup=setup("32x32x5", HUMAN, HUMAN)), play, SMALL)


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


def test_wrong_entries_are_explained_and_stay() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await type_in(pilot, "b9")
        assert "'b9' is not a move of 3x3x3" in notice_of(app)
        assert app.screen.query_one(Entry).text == "b9"
        await press(pilot, "backspace")
        await type_in(pilot, "2")
        assert session_of(app).line[0].text == "b2"
        assert notice_of(app) == ""
        await type_in(pilot, "b2")
        assert "b2 is not legal here" in notice_of(app)
        await press(pilot, "escape")
        assert app.screen.query_one(Entry).text == ""
        assert notice_of(app) == ""

    run(PlayApp(setup=setup("tictactoe", HUMAN, HUMAN)), play, SMALL)


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


def test_a_move_that_comes_after_an_undo_is_dropped() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        session = session_of(app)
        await type_in(pilot, "h8")
        await until(pilot, lambda: "thinking…" in panel_text(app))
        await press(pilot, "ctrl+z")
        assert session.line == []
        await asyncio.sleep(1.0)
        assert session.line == []
        await type_in(pilot, "h9")
        await until(pilot, lambda: len(session.line) == 2)
        assert session.line[0].text == "h9"

    run(PlayApp(setup=setup("15x15x5", HUMAN, "noughts:time=0.7")), play)


def test_hint_shows_move_score_and_cell() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await press(pilot, "f2")
        await until(pilot, lambda: "hint: c3 (mate in 1)" in notice_of(app))
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


def test_engines_among_themselves_pause_by_space_and_undo() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        session = session_of(app)
        await until(pilot, lambda: len(session.line) >= 2)
        await press(pilot, "space")
        count = len(session.line)
        await until(pilot, lambda: "paused" in panel_text(app))
        await asyncio.sleep(0.4)
        assert len(session.line) == count
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

    run(PlayApp(setup=setup("ultimate", QUICK, RANDOM), pace=0.1), play)


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
        await asyncio.sleep(0.2)
        assert "depth" not in panel_text(app)
        assert game_of(app).engines.analysis is None

    run(PlayApp(setup=setup("ultimate", HUMAN, HUMAN)), play, size)


def test_the_engines_own_search_is_shown() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await until(pilot, lambda: "nodes" in panel_text(app))
        assert session_of(app).line == []
        await until(pilot, lambda: len(session_of(app).line) == 1)
        assert re.search(r"X played \d\.\d in \d\.\d\d s", panel_text(app))

    run(PlayApp(setup=setup("ultimate", "noughts:time=6", HUMAN), settings=Settings(analysis=True)), play)


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


def test_help_has_keys_and_rules() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await press(pilot, "f1")
        assert isinstance(app.screen, Help)
        await until(pilot, lambda: "Ctrl+Z" in screen_text(app))
        await until(pilot, lambda: "three won boards in a row win the game" in screen_text(app))
        await press(pilot, "escape")
        assert isinstance(app.screen, GameScreen)

    run(PlayApp(setup=setup("ultimate")), play)


def test_the_board_is_drawn_anew_in_another_window_size() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        board, panel = app.screen.query_one(Board), app.screen.query_one(Panel)
        large = board.place_of(1)[0] - board.place_of(0)[0]
        await pilot.resize_terminal(*SMALL)
        await until(pilot, lambda: panel.has_class("below"))
        await until(pilot, lambda: "X to move on any" in panel_text(app) and "Xtreme" not in panel_text(app))
        assert board.place_of(1)[0] - board.place_of(0)[0] < large
        last = len(session_of(app).view().cells) - 1
        await choose_by_mouse(pilot, last)
        assert session_of(app).line[0].text == "2.9.9"
        await pilot.resize_terminal(*LARGE)
        await until(pilot, lambda: not panel.has_class("below"))
        await asyncio.sleep(0.1)
        assert board.place_of(1)[0] - board.place_of(0)[0] == large
        await until(pilot, lambda: "2.9.9" in panel_text(app))

    run(PlayApp(setup=setup("xtreme", HUMAN, HUMAN)), play)


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


def test_an_engines_error_is_told_and_it_may_try_again() -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        session = session_of(app)
        engine = session.seats[1].engine
        assert engine is not None
        work = engine.play
        engine.play = _fail  # type: ignore[method-assign]
        await type_in(pilot, "b2")
        await until(pilot, lambda: "the engine failed: it is out of order" in notice_of(app))
        engine.play = work  # type: ignore[method-assign]
        await press(pilot, "space")
        await until(pilot, lambda: len(session.line) == 2)

    run(PlayApp(setup=setup("tictactoe")), play)


def _fail(position: Position, *_: object) -> None:
    raise RuntimeError("it is out of order")


@pytest.mark.parametrize("keys", [["ctrl+q"], ["ctrl+c"], ["f1", "ctrl+q"], ["ctrl+n", "ctrl+c"]])
def test_leaving_keeps_the_game(keys: list[str], store: Store) -> None:
    async def play(pilot: Pilot, app: PlayApp) -> None:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await type_in(pilot, "b2")
        await press(pilot, *keys[:-1])
        send(pilot, keys[-1])
        for _ in range(200):
            await asyncio.sleep(0.02)
            if app._exit:
                return
        pytest.fail("the app is still there")

    run(PlayApp(store=store, setup=setup("tictactoe", HUMAN, HUMAN)), play)
    kept = store.last_unfinished()
    assert kept is not None
    assert [move.text for move in kept.line] == ["b2"]


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
