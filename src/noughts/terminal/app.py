"""The full-screen app."""

from dataclasses import replace
from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from noughts.board import SYMBOLS
from noughts.conformance.discovery import short_name
from noughts.engine.compile_ahead import CompileAhead
from noughts.engine.engine import Engine
from noughts.errors import NoughtsError
from noughts.kernel.announcing import announce_to_commands, set_announcer
from noughts.play import Session, Setup
from noughts.play.settings import THEMES, Settings, save_settings
from noughts.store import KeptGame, Store
from noughts.terminal.game_screen import GameScreen
from noughts.terminal.keys_in_order import KeysInOrder
from noughts.terminal.leaving import LeavingApp
from noughts.terminal.new_game import NewGameScreen
from noughts.terminal.questions import Question
from noughts.terminal.statistics_screen import StatisticsScreen
from noughts.terminal.themes import textual_theme
from noughts.terminal.thinking import Begun, Preparing, Refused, announcer_for, begin


class PlayApp(LeavingApp, KeysInOrder, inherit_bindings=False):
    """Games between people and engines.

    `begin` is a session to start in, `setup` a game to begin; without either a game is chosen first. `offer` is an
    unfinished game that may be resumed instead. `trouble` is told from the start: why games are not kept. `ahead`
    compiles games while one is chosen.
    """

    TITLE = "Noughts"
    CSS_PATH = "styles.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        # Ctrl+Q has no priority here so that screens can put it where they like in their footers.
        Binding("ctrl+q", "quit", "Quit", show=False),
        Binding("ctrl+c", "quit", "Quit", show=False, priority=True),
        Binding("tab", "focus_next", show=False),
        Binding("shift+tab", "focus_previous", show=False),
        Binding("f5,ctrl+t", "next_theme", "Theme", show=False),
        Binding("f6", "next_symbols", "Marks", show=False),
    ]

    def __init__(
        self,
        begin: Session | None = None,
        store: Store | None = None,
        settings: Settings | None = None,
        setup: Setup | None = None,
        offer: KeptGame | None = None,
        trouble: str | None = None,
        pace: float = 0.4,
        ahead: CompileAhead | None = None,
    ) -> None:
        super().__init__()
        self._ahead = ahead
        self.store = store
        self.settings = settings or Settings()
        self.trouble = trouble
        self.pace = pace
        self.engine = Engine()
        self._begin, self._setup, self._offer = begin, setup, offer
        self._game_screen: GameScreen | None = None
        for name in THEMES:
            self.register_theme(textual_theme(name))
        self.theme = self.settings.theme

    def on_mount(self) -> None:
        set_announcer(announcer_for(self))
        if self._begin is not None:
            self._play(self._begin, self._setup or Setup.like(self._begin))
        elif self._offer is not None:
            self._ask_to_resume(self._offer)
        else:
            self._begin_setup()

    def on_unmount(self) -> None:
        if self._game_screen is not None:
            self._game_screen.leave()
        self.engine.stop()
        set_announcer(announce_to_commands)

    # Beginning games

    def _ask_to_resume(self, offer: KeptGame) -> None:
        moves = f"{offer.ply} move{'s' if offer.ply != 1 else ''}"
        question = f"A game of {short_name(offer.record.game)} was left unfinished after {moves}. Go on with it?"

        def answer(is_yes: bool | None) -> None:
            store = self.store
            if is_yes and store is not None:
                begin(lambda: Session.resume(offer, store), self)
            else:
                self._begin_setup()

        self.push_screen(Question(question, "Resume", "New game"), answer)

    def _begin_setup(self) -> None:
        setup = self._setup
        if setup is None:
            self.open_new_game()
        else:
            begin(lambda: setup.begin(self.store), self)

    def on_begun(self, message: Begun) -> None:
        self._play(message.session, self._setup or Setup.like(message.session))

    def on_refused(self, message: Refused) -> None:
        self.open_new_game(str(message.error))

    def open_new_game(self, error: str = "") -> None:
        screen = NewGameScreen(self, self._setup, can_go_back=self._game_screen is not None, error=error)
        self.push_screen(screen, self._play_chosen)

    def _play_chosen(self, chosen: tuple[Session, Setup] | None) -> None:
        if chosen is not None:
            self._play(*chosen)

    @property
    def session(self) -> Session | None:
        """The game on the board."""
        return self._game_screen.session if self._game_screen else None

    def _play(self, session: Session, setup: Setup) -> None:
        if self.is_leaving:
            return
        self._setup = setup
        if self._game_screen is None:
            self._game_screen = GameScreen(session, self)
            self.push_screen(self._game_screen)
        else:
            self._game_screen.open(session)

    def look_at(self, game: str) -> None:
        if self._ahead is not None:
            self._ahead.first(game)

    # Settings and news

    def change_settings(self, **changes: Any) -> None:
        """Change settings and keep them; where they cannot be kept they hold until the end."""
        self.settings = replace(self.settings, **changes)
        try:
            save_settings(changes)
        except NoughtsError as error:
            self.notify(str(error), severity="warning")

    def action_next_theme(self) -> None:
        name = THEMES[(THEMES.index(self.settings.theme) + 1) % len(THEMES)]
        self.theme = name
        self.change_settings(theme=name)
        self._redraw()

    def action_next_symbols(self) -> None:
        """Show the marks otherwise: X and O, or ■ and □."""
        names = list(SYMBOLS)
        self.change_settings(symbols=names[(names.index(self.settings.symbols) + 1) % len(names)])
        self._redraw()

    def action_statistics(self) -> None:
        self.push_screen(StatisticsScreen(self.store, self.trouble))

    def _redraw(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, (GameScreen, NewGameScreen)):
                screen.redraw()

    def on_preparing(self, message: Preparing) -> None:
        if self._game_screen is not None:
            self._game_screen.show_preparing(message.preparation)
