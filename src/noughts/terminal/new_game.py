"""The screen on which a game is chosen: which, how large, against whom, who begins."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from noughts.board import MARKS, OBSTACLE, SYMBOLS, Game, View
from noughts.engine.engine_text import engine_text, player_texts
from noughts.engine.levels import LEVELS, calibration
from noughts.errors import NoughtsError
from noughts.play import Session, Setup, label, obstacles_text, size_words, sized
from noughts.play.seats import YOURS
from noughts.play.settings import SIDES
from noughts.registry import all_players, name_of
from noughts.registry import game as find_game
from noughts.store import HUMAN
from noughts.terminal.board import Board
from noughts.terminal.game_menu import MenuGame, menu_games
from noughts.terminal.host import Host
from noughts.terminal.key_footer import KeyFooter
from noughts.terminal.selector import Selector
from noughts.terminal.thinking import Begun, Refused, begin

_DEFAULT_SIZE = 3
_MOST_SIZES = 4  # parameters that a name may have room for


class NewGameScreen(Screen[tuple[Session, Setup] | None]):
    """Dismissed with a session and its setup, or with None to go back."""

    has_fields = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "begin", "Begin"),
        Binding("tab", "app.focus_next", "Next field"),
        # Before the list's own: fields come and go with the game at once, and the next key finds them.
        Binding("down", "step_game(1)", show=False, priority=True),
        Binding("up", "step_game(-1)", show=False, priority=True),
        Binding("escape", "back", "Back"),
        Binding("ctrl+q", "app.quit", "Quit"),
        Binding("f5,ctrl+t", "app.next_theme", "Theme"),
        Binding("f6", "app.next_symbols", "Marks"),
        Binding("f7", "app.statistics", "Statistics"),
    ]

    def __init__(self, host: Host, like: Setup | None, *, can_go_back: bool, error: str = "") -> None:
        super().__init__()
        self._host = host
        self._like, self._can_go_back, self._error = like, can_go_back, error
        self._menu, self._first, self._sizes = menu_games(like.game if like else None)
        self._setup: Setup | None = None  # the game that is being begun

    # Widgets

    def compose(self) -> ComposeResult:
        settings, like = self._host.settings, self._like
        players = self._offered(None)
        first, second = like.players if like else (HUMAN, self._engine(settings.level))
        yield Static("N O U G H T S   ╳ ○   a new game", id="headline")
        with Horizontal(id="choices"):
            yield OptionList(*(Option(Text(offered.label)) for offered in self._menu), id="games")
            with VerticalScroll(id="form", can_focus=False):
                yield Static(id="summary")
                for index in range(_MOST_SIZES):
                    with Horizontal(classes="row size", id=f"row{index}"):
                        yield Static(classes="label")
                        yield Input(type="integer", compact=True, id=f"size{index}")
                with Horizontal(classes="row", id="obstacles-row"):
                    yield Static("obstacles", classes="label")
                    yield Input(placeholder="b2 c3, or how many", compact=True, id="obstacles")
                with Horizontal(classes="row"):
                    yield Static("player", classes="label")
                    yield Selector(players, first, id="player")
                with Horizontal(classes="row"):
                    yield Static("against", classes="label")
                    yield Selector(players, second, id="opponent")
                with Horizontal(classes="row"):
                    yield Static("player is", classes="label")
                    yield Selector(_words(SIDES), like.side if like else settings.side, id="side")
                with Horizontal(classes="row"):
                    yield Static("with mark", classes="label")
                    yield Selector(self._marks(), like.mark if like else settings.mark, id="mark")
                yield Static(self._error, id="error", markup=False)
                yield Button("Begin (Enter)", id="begin", variant="primary", compact=True)
                yield Board(id="preview")
        yield KeyFooter()

    def on_mount(self) -> None:
        games = self.query_one("#games", OptionList)
        games.highlighted = self._first
        games.focus()
        for index in range(_MOST_SIZES):
            size = self._sizes[index] if index < len(self._sizes) else _DEFAULT_SIZE
            self.query_one(f"#size{index}", Input).value = str(size)
        if self._like and self._like.position and (game := self._game()):
            self.query_one("#obstacles", Input).value = _obstacles_of(game, self._like.position)

    def redraw(self) -> None:
        """Redraw the parts that depend on the symbols."""
        self.query_one("#mark", Selector).set_options(self._marks(), MARKS[0])

    def _marks(self) -> list[tuple[str, str]]:
        return list(zip(SYMBOLS[self._host.settings.symbols], MARKS, strict=True))

    def _tell(self, text: str) -> None:
        self.query_one("#error", Static).update(Text(text))

    # Filling in

    def action_step_game(self, step: int) -> None:
        games = self.query_one("#games", OptionList)
        if step > 0:
            games.action_cursor_down()
        else:
            games.action_cursor_up()
        self._show_chosen()

    @on(OptionList.OptionHighlighted, "#games")
    def _show_chosen(self) -> None:
        chosen = self._chosen
        self.query_one("#summary", Static).update(Text(f"{chosen.label}: {chosen.summary}"))
        words = size_words(chosen.name)
        for index in range(_MOST_SIZES):
            row = self.query_one(f"#row{index}")
            row.display = index < len(words)
            if index < len(words):
                row.query_one(".label", Static).update(words[index].lower())
        self.query_one("#obstacles-row").display = chosen.family.takes_cells
        self._update()

    @on(Input.Changed)
    def _update(self) -> None:
        """Update the parts that depend on the very game: its players, and its picture."""
        game = self._game()
        preview = self.query_one("#preview", Board)
        preview.display = game is not None and game.takes_cells
        players = self._offered(game)
        for name in ("player", "opponent"):
            default = HUMAN if name == "player" else self._engine(self._host.settings.level)
            self.query_one(f"#{name}", Selector).set_options(players, default)
        if game is not None:
            self._host.look_at(name_of(game))
        if game is not None and game.takes_cells:
            preview.show(_preview(game, self._named_obstacles()))

    @on(Board.Chosen, "#preview")
    def _toggle_obstacle(self, event: Board.Chosen) -> None:
        view = event.board.view
        assert view is not None
        chosen = view.cells[event.cell].name
        names = self._named_obstacles()
        names = [name for name in names if name != chosen] if chosen in names else [*names, chosen]
        self.query_one("#obstacles", Input).value = " ".join(names)

    @property
    def _chosen(self) -> MenuGame:
        # Asked of the list itself: keys may come faster than its messages.
        highlighted = self.query_one("#games", OptionList).highlighted
        return self._menu[self._first if highlighted is None else highlighted]

    def _game(self) -> Game | None:
        """The game as far as it is described; None while something is wrong with it."""
        try:
            return find_game(self._game_name())
        except NoughtsError:
            return None

    def _game_name(self) -> str:
        chosen = self._chosen
        sizes = []
        for index, word in enumerate(size_words(chosen.name)):
            text = self.query_one(f"#size{index}", Input).value.strip()
            if not re.fullmatch(r"[0-9]{1,4}", text):
                raise NoughtsError(f"{word.lower()} is {text!r}; it must be a number")
            sizes.append(int(text))
        return sized(chosen.name, sizes)

    def _named_obstacles(self) -> list[str]:
        words = self.query_one("#obstacles", Input).value.lower().replace(",", " ").split()
        return [word for word in words if not word.isdecimal()]

    def _offered(self, game: Game | None) -> list[tuple[str, str]]:
        """People, levels, players of reports that play the game, and the last players."""
        known = calibration(game) if game is not None else None
        texts = [self._engine(YOURS), HUMAN, *map(self._engine, known.levels if known else LEVELS)]
        rated = {self._engine(name): f" ({rating})" for name, rating in (known.measured if known else {}).items()}
        if game is not None:
            able = [name for name, player in all_players().items() if player().plays(game)]
            texts += [text for name in able for text in player_texts(name)]
        texts += [text for text in (self._like.players if self._like else ()) if text not in texts]
        return [(label(text) + rated.get(text, ""), text) for text in texts]

    def _engine(self, level: str) -> str:
        settings = self._host.settings
        return engine_text(level=level, time=settings.time, threads=settings.threads)

    # Beginning

    @on(OptionList.OptionSelected, "#games")
    @on(Input.Submitted)
    @on(Button.Pressed, "#begin")
    def action_begin(self) -> None:
        if self._setup is not None:
            return  # it is being begun, or has been
        try:
            name = self._game_name()
        except NoughtsError as error:
            self._tell(str(error))
            return
        values = {key: self.query_one(f"#{key}", Selector).value for key in ("player", "opponent", "side", "mark")}
        takes_cells = self._chosen.family.takes_cells
        obstacles = self.query_one("#obstacles", Input).value if takes_cells else ""
        setup = Setup(name, (values["player"], values["opponent"]), values["side"], values["mark"])
        self._setup = setup
        self._tell("")

        def make() -> Session:
            position = obstacles_text(find_game(name), obstacles) if obstacles.strip() else None
            return replace(setup, position=position).begin(self._host.store)

        begin(make, self)

    def on_begun(self, message: Begun) -> None:
        setup = self._setup
        assert setup is not None
        names, last = (YOURS, *LEVELS), self._host.settings.level
        level = next((name for name in names if self._engine(name) == setup.players[1]), last)
        self._host.change_settings(level=level, side=setup.side, mark=setup.mark)
        self.dismiss((message.session, replace(setup, position=message.session.record().position)))

    def on_refused(self, message: Refused) -> None:
        self._setup = None
        self._tell(str(message.error))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        if action == "step_game":
            return self.query_one("#games").has_focus
        return action != "back" or self._can_go_back

    def action_back(self) -> None:
        self.dismiss(None)


def _words(words: Sequence[str]) -> list[tuple[str, str]]:
    return [(word, word) for word in words]


def _obstacles_of(game: Game, position: str) -> str:
    cells = game.position(position).view().cells
    return " ".join(cell.name for cell in cells if cell.content == OBSTACLE)


def _preview(game: Game, obstacles: Sequence[str]) -> View:
    """The empty board: made without a position, for which rules might have to be compiled."""
    return View(
        game=game.name,
        title=game.title,
        rows=game.rows,
        columns=game.columns,
        cells=tuple(replace(cell, content=OBSTACLE) if cell.name in obstacles else cell for cell in game.cells),
        groups=(),
        row_labels=tuple(game.row_labels),
        column_labels=tuple(game.column_labels),
        turn=None,
        where="",
        outcome=None,
        clicks={cell.name: (index,) for index, cell in enumerate(game.cells)},
        last=(),
        winning=(),
        counters=(),
    )
