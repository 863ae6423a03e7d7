"""A session on the screen: shown as it stands, with the engines at work that play or advise in it."""

from textual.app import ComposeResult
from textual.screen import Screen

from noughts.board import MARKS, Marks, View, symbols_of, with_marks
from noughts.engine.results import Result
from noughts.kernel.announcing import Preparation, Waiting
from noughts.play import Session, Thought
from noughts.terminal.appearance import appearance
from noughts.terminal.board import Board
from noughts.terminal.board_and_panel import BoardAndPanel
from noughts.terminal.drawing import Lights
from noughts.terminal.engines import Engines
from noughts.terminal.entry import Entry, Notice
from noughts.terminal.host import Host
from noughts.terminal.key_footer import KeyFooter
from noughts.terminal.move_buttons import MoveButtons
from noughts.terminal.move_by_cells import destinations, moves_without_cells
from noughts.terminal.panel import Panel, Shown
from noughts.terminal.thinking import Failed, Found, Looked, preparing_words


class SessionScreen(Screen[None]):
    """A screen that shows a session and its engines; people's actions are `GameScreen`'s."""

    def __init__(self, session: Session, host: Host) -> None:
        super().__init__()
        self._host = host
        self.session = session
        self.view = self._view()
        self.engines = Engines(self, host.engine)
        self._chosen: tuple[int, ...] = ()
        self._hint_cells: tuple[int, ...] = ()
        self._waiting = Waiting()

    def compose(self) -> ComposeResult:
        yield BoardAndPanel(self._shown, self._lights, id="board-and-panel")
        yield MoveButtons(id="move-buttons")
        yield Entry(id="entry")
        yield KeyFooter()

    def on_mount(self) -> None:
        self.set_interval(0.5, self._tick)
        self.query_one(Board).focus()
        self.open(self.session)

    def open(self, session: Session) -> None:
        """Play this session from here on."""
        self._stop()
        self.session.leave()
        self.session = session
        self._tell("")
        self.query_one(Entry).clear()
        self._changed()

    def leave(self) -> None:
        self._stop()
        self.session.leave()

    # Showing

    def _changed(self) -> None:
        """Show the new position, and let an engine whose turn it is move."""
        self._stop()
        self._go_on()
        self.redraw()

    def redraw(self) -> None:
        self.view = self._view()
        self.refresh_bindings()
        self.query_one(BoardAndPanel).show()
        is_mine = self.session.seat is not None and self.session.seat.is_human
        self.run_worker(self.query_one(MoveButtons).show(moves_without_cells(self.view.clicks) if is_mine else ()))

    def _view(self) -> View:
        return appearance(self.session.view(), self.session.position.game, self._host.settings.symbols)

    def _lights(self) -> Lights:
        return Lights(None, self._chosen, destinations(self.view.clicks, self._chosen), self._hint_cells)

    def show_preparing(self, preparation: Preparation | None) -> None:
        self._waiting.take(preparation)
        self.query_one(Panel).show(self._shown())

    def _shown(self) -> Shown:
        settings = self._host.settings
        return Shown(
            self.session,
            self.view,
            settings.clock,
            self._activity(),
            self.session.trouble or self._host.trouble,
            self.engines.looked,
            settings.analysis,
        )

    def _activity(self) -> str:
        if self._waiting.now:
            return preparing_words(self._waiting)
        if self.session.is_paused:
            return "paused: Space continues"
        if self.engines.thought is None:
            return ""
        return "thinking…" if self.session.people else "thinking… Space pauses"

    def _tick(self) -> None:
        if self._waiting.now:
            self.query_one(Panel).show(self._shown())
        elif self._host.settings.clock and self.session.outcome is None:
            self.query_one(Panel).show_clocks(self._shown())

    def _tell(self, text: str, *, is_wrong: bool = False) -> None:
        self.query_one(Notice).tell(with_marks(text, MARKS, self._symbols), is_wrong=is_wrong)

    @property
    def _symbols(self) -> Marks:
        """X and O as they are shown."""
        return symbols_of(MARKS, self._host.settings.symbols)

    # Engines' actions

    def _go_on(self) -> None:
        seat = self.session.seat
        if seat is None or self.session.is_paused:
            return
        if not seat.is_human:
            self.engines.move(self.session)
        if self._host.settings.analysis:
            self.engines.analyse(self.session.position)

    def _stop(self) -> None:
        self.engines.stop()
        self._chosen = self._hint_cells = ()

    def on_looked(self, message: Looked) -> None:
        if self.engines.take(message, self.session.position.turn) and self._host.settings.analysis:
            self.query_one(Panel).show_analysis(self._shown())

    def on_found(self, message: Found) -> None:
        if message.thought is self.engines.hint:
            self._show_hint(message.result)
        elif message.thought is self.engines.thought:
            # Engines among themselves play slowly enough to be watched.
            rest = 0.0 if self.session.people else self.engines.seconds_until(self._host.pace)
            if rest > 0:
                self.set_timer(rest, lambda: self._answer(message.thought, message.result))
            else:
                self._answer(message.thought, message.result)

    def _answer(self, thought: Thought, result: Result) -> None:
        if self.session.answer(thought, result):
            self._tell("")
            self._changed()

    def on_failed(self, message: Failed) -> None:
        words = str(message.error) or type(message.error).__name__
        if message.work is self.engines.thought:
            self.session.pause()
            self._tell(f"the engine failed: {words}; Space lets it try again", is_wrong=True)
            self.redraw()
        elif message.work is self.engines.hint or message.work is self.engines.analysis:
            self._tell(f"the engine failed: {words}", is_wrong=True)

    def _show_hint(self, result: Result) -> None:
        self.engines.hint = None
        spoken = [self.session.position.game.spoken(move.text) for move in (result.move, *result.pv[1:7])]
        self._hint_cells = self.view.clicks.get(spoken[0], ())
        self._tell(f"hint: {spoken[0]} ({result.words})" + (f", then {' '.join(spoken[1:])}" if spoken[1:] else ""))
        self._go_on()
        self.redraw()
