"""The screen on which a game is played: board, panel and entry line, around a session."""

import inspect
import time
from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Footer

from noughts.board import View
from noughts.engine import Analysis, Result
from noughts.errors import NoughtsError
from noughts.play import Session, Thought
from noughts.terminal.board import Board
from noughts.terminal.drawing import Lights
from noughts.terminal.entry import Entry, Notice
from noughts.terminal.geometry import fit
from noughts.terminal.host import Host
from noughts.terminal.panel import CONDENSED_HEIGHT, GREATEST_WIDTH, Panel, Shown, least_width
from noughts.terminal.questions import Help, Question
from noughts.terminal.thinking import Failed, Found, Looked, think, watch

_LINES_BELOW = 2  # entry and footer
_WIDE = 80  # columns, from which on the panel stands beside any board that leaves it room there


class GameScreen(Screen[None]):
    # The most wanted keys come first: a narrow footer shows no more.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help"),
        Binding("f2", "hint", "Hint"),
        Binding("ctrl+z", "undo", "Undo"),
        Binding("ctrl+n", "new", "New"),
        Binding("ctrl+q", "app.quit", "Quit"),
        Binding("ctrl+r", "resign", "Resign"),
        Binding("f4", "analysis", "Engine"),
        Binding("f5,ctrl+t", "app.next_theme", "Theme"),
        Binding("ctrl+y", "redo", "Redo"),
    ]

    def __init__(self, session: Session, host: Host) -> None:
        super().__init__()
        self._host = host
        self.session = session
        self.view = session.view()
        self.is_paused = False
        self._selected: tuple[int, ...] = ()
        self._hint: Thought | None = None
        self._hint_cells: tuple[int, ...] = ()
        self._thought: Thought | None = None
        self._thought_began = 0.0
        self._analysis: Analysis | None = None
        self._looked: tuple[int, Result] | None = None
        self._preparing: str | None = None

    def compose(self) -> ComposeResult:
        with Container(id="table"):
            yield Board(id="board")
            yield Panel(id="panel")
        yield Notice(id="notice")
        yield Entry(id="entry")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self.set_interval(0.5, self._tick)
        self.query_one(Board).focus()
        self.open(self.session)

    def open(self, session: Session) -> None:
        """Play this session from here on."""
        self._stop()
        self.session.leave()
        self.session = session
        self.is_paused = False
        self._tell("")
        self.query_one(Entry).text = ""
        self._changed()

    def leave(self) -> None:
        self._stop()
        self.session.leave()

    # Showing

    def _changed(self) -> None:
        """The position is another: show it, and let whoever is to move do so."""
        self._stop()
        self.view = self.session.view()
        self._arrange()
        self._go_on()
        self.redraw()

    def redraw(self) -> None:
        has_cursor = self.session.outcome is None and bool(self.session.people)
        lights = Lights(None, self._selected, self._destinations(), self._hint_cells)
        self.query_one(Board).show(self.view, lights, has_cursor=has_cursor)
        self.query_one(Panel).show(self._shown())

    def show_preparing(self, label: str | None) -> None:
        self._preparing = label
        self.query_one(Panel).show(self._shown())

    def _shown(self) -> Shown:
        settings = self._host.settings
        return Shown(
            self.session,
            self.view,
            settings.clock,
            self._activity(),
            self.session.trouble or self._host.trouble,
            self._moves_again(),
            self._looked,
            settings.analysis,
        )

    def _activity(self) -> str:
        if self._preparing:
            return f"preparing the engine, once on this machine: {self._preparing}…"
        if self.is_paused:
            return "paused: Space continues"
        if self._thought is not None:
            return "thinking…"
        return ""

    def _moves_again(self) -> bool:
        movers = self.session.movers()
        return self.session.outcome is None and bool(movers) and movers[-1] == self.session.position.turn

    def _tick(self) -> None:
        if self._host.settings.clock and self.session.outcome is None:
            self.query_one(Panel).show_clocks(self._shown())

    def _tell(self, text: str, *, is_wrong: bool = False) -> None:
        self.query_one(Notice).tell(text, is_wrong=is_wrong)

    def _arrange(self) -> None:
        """The panel stands beside the board, or in a narrow terminal below if that leaves the board more room."""
        width, height = self.size.width, self.size.height - _LINES_BELOW
        least = least_width(width)
        beside = _room(self.view, width - least, height)
        below = _room(self.view, width, height - CONDENSED_HEIGHT)
        is_below = below > beside and not (beside[0] and width >= _WIDE)
        panel, table = self.query_one(Panel), self.query_one("#table")
        panel.set_class(is_below, "below")
        table.set_class(is_below, "below")
        if is_below:
            panel.styles.width, panel.styles.height = "1fr", CONDENSED_HEIGHT
        else:
            spare = width - fit(self.view, width - least, height).outer_width - 2
            panel.styles.width, panel.styles.height = max(least, min(GREATEST_WIDTH, spare)), "1fr"

    def on_resize(self) -> None:
        self._arrange()
        self.call_after_refresh(self.redraw)

    # Engines

    def _go_on(self) -> None:
        seat = self.session.seat
        if seat is None or self.is_paused:
            return
        if seat.engine is not None:
            self._thought, self._thought_began = self.session.begin_thought(), time.monotonic()
            think(self._thought, self)
        elif self._host.settings.analysis:
            self._analysis = watch(self._host.engine, self.session.position, self)

    def _stop(self) -> None:
        """Whatever was thought about the position before is of no use now."""
        if self._analysis is not None:
            self._analysis.stop()
        if self._hint is not None:
            self._hint.give_up()
        self._analysis = self._hint = self._thought = self._looked = None
        self._selected = self._hint_cells = ()

    def on_looked(self, message: Looked) -> None:
        if message.work is self._thought or message.work is self._analysis:
            self._looked = self.session.position.turn, message.result
            if self._host.settings.analysis:
                self.query_one(Panel).show_analysis(self._shown())

    def on_found(self, message: Found) -> None:
        if message.thought is self._hint:
            self._show_hint(message.result)
        elif message.thought is self._thought:
            # Engines among themselves play slowly enough to be watched.
            rest = 0.0 if self.session.people else self._thought_began + self._host.pace - time.monotonic()
            if rest > 0:
                self.set_timer(rest, lambda: self._answer(message.thought, message.result))
            else:
                self._answer(message.thought, message.result)

    def _answer(self, thought: Thought, result: Result) -> None:
        if self.session.answer(thought, result):
            self._tell("")
            looked = self._looked
            self._changed()
            if self._looked is None and looked is not None and not self._analysis:
                # What the engine thought stays in sight until somebody thinks again.
                self._looked = looked
                self.redraw()

    def on_failed(self, message: Failed) -> None:
        words = str(message.error) or type(message.error).__name__
        if message.work is self._thought:
            self.is_paused = True
            self.session.leave()
            self._stop()
            self._tell(f"the engine failed: {words}; Space lets it try again", is_wrong=True)
            self.redraw()
        elif message.work is self._hint or message.work is self._analysis:
            self._tell(f"the engine failed: {words}", is_wrong=True)

    def _show_hint(self, result: Result) -> None:
        self._hint = None
        self._hint_cells = self.view.clicks.get(result.move.text, ())
        line = " ".join(move.text for move in result.pv[1:7])
        self._tell(f"hint: {result.move} ({result.score})" + (f", then {line}" if line else ""))
        self._go_on()
        self.redraw()

    # What people do: keys and words

    def _try(self, action: Callable[[], object]) -> bool:
        """Do it, or tell what is wrong."""
        try:
            action()
        except NoughtsError as error:
            self._tell(str(error), is_wrong=True)
            return False
        self._tell("")
        return True

    def action_undo(self) -> None:
        self._try(self._undo)

    def _undo(self) -> None:
        self.session.undo()
        self.is_paused = not self.session.people
        self._changed()

    def action_redo(self) -> None:
        self._try(self._redo)

    def _redo(self) -> None:
        self.session.redo()
        self.is_paused = not self.session.people
        self._changed()

    def action_hint(self) -> None:
        self._try(self._ask_hint)

    def _ask_hint(self) -> None:
        hint = self.session.hint(self._host.engine)
        if self.session.seat is not None and not self.session.seat.is_human:
            raise NoughtsError(f"it is the turn of {self.session.seat.label}: there is nothing to advise")
        self._stop()
        self._hint = hint
        self.redraw()
        self._tell("looking for a hint…")
        think(hint, self)

    def action_resign(self) -> None:
        if self.session.outcome is not None or not self.session.people:
            self._try(self.session.resign)  # says why not
            return
        self.app.push_screen(Question("Resign this game?", "Resign", "Play on"), self._resign_if)

    def _resign_if(self, is_certain: bool | None) -> None:
        if is_certain and self._try(self.session.resign):
            self._changed()

    def action_analysis(self) -> None:
        self._host.change_settings(analysis=not self._host.settings.analysis)
        if self._analysis is not None:
            self._analysis.stop()
            self._analysis = self._looked = None
        elif self._thought is None and self._hint is None:
            self._go_on()
        self.redraw()

    def action_help(self) -> None:
        rules = inspect.getdoc(type(self.session.position.game)) or ""
        self.app.push_screen(Help(self.view.title, rules))

    def action_new(self) -> None:
        self._host.open_new_game()

    def action_save(self) -> None:
        self.session.keep()
        where = f"the game is kept as game {self.session.id}" if self.session.id else "games are not kept"
        self._tell(self.session.trouble or self._host.trouble or where)

    def action_pause(self) -> None:
        self.is_paused = not self.is_paused
        self._stop()
        self.session.leave()
        self._tell("")
        self._go_on()
        self.redraw()

    # What people do: the board

    def on_board_chosen(self, message: Board.Chosen) -> None:
        if message.key == "space" and (self.is_paused or not self.session.people):
            self.action_pause()
        elif self.session.outcome is not None:
            if message.key == "enter":
                self.action_new()
        else:
            self._click(message.cell)

    def _click(self, cell: int) -> None:
        """A move is a sequence of cells; a cell that does not go on with it begins another."""
        if self.session.seat is not None and not self.session.seat.is_human:
            self._tell(f"it is the turn of {self.session.seat.label}", is_wrong=True)
            return
        clicks = self.view.clicks
        is_again = self._selected[-1:] == (cell,)
        for chosen in ((*self._selected, cell), (cell,)):
            goes_on = any(cells[: len(chosen)] == chosen and len(cells) > len(chosen) for cells in clicks.values())
            complete = next((move for move, cells in clicks.items() if cells == chosen), None)
            if complete is not None and not goes_on:
                self._play(complete)
                return
            if goes_on and not is_again:
                self._selected = chosen
                self._tell("")
                self.redraw()
                return
        if is_again:
            complete = next((move for move, cells in clicks.items() if cells == self._selected), None)
            if complete is not None:
                self._play(complete)
            else:
                self._cancel()
            return
        # No move begins here: the game says why.
        if self._try(lambda: self.session.position.parse_move(self.view.cells[cell].name)):
            self._tell(f"no move begins with {self.view.cells[cell].name}", is_wrong=True)

    def _destinations(self) -> set[int]:
        """The cells that may be chosen next, once something is."""
        done = len(self._selected)
        if not done:
            return set()
        return {
            cells[done] for cells in self.view.clicks.values() if len(cells) > done and cells[:done] == self._selected
        }

    def _cancel(self) -> None:
        self._selected = self._hint_cells = ()
        self._tell("")
        self.redraw()

    def _play(self, move: str) -> bool:
        if not self._try(lambda: self.session.play(move)):
            return False
        self._changed()
        return True

    # What people do: typing

    def on_key(self, event: events.Key) -> None:
        """Keys come here before they are looked up as bindings: what is typed fast stays in its order."""
        entry = self.query_one(Entry)
        if event.key == "escape":
            if entry.text:
                entry.text = ""
                self._tell("")
            else:
                self._cancel()
        elif event.key in ("backspace", "ctrl+h"):
            entry.text = entry.text[:-1]
        elif event.key == "enter" and entry.text:
            self._submit(entry)
        elif event.character and event.is_printable and (event.key != "space" or entry.text):
            entry.text += event.character
        else:
            return
        event.stop()

    def on_paste(self, event: events.Paste) -> None:
        self.query_one(Entry).text += " ".join(event.text.split())

    def _submit(self, entry: Entry) -> None:
        text = entry.text.strip()
        actions: dict[str, Callable[[], object]] = {
            "undo": self.action_undo,
            "redo": self.action_redo,
            "hint": self.action_hint,
            "resign": self.action_resign,
            "new": self.action_new,
            "help": self.action_help,
            "save": self.action_save,
            "quit": self.app.exit,
        }
        if text.lower() in actions:
            entry.text = ""
            actions[text.lower()]()
        elif not text or self._play(text):
            entry.text = ""


def _room(view: View, width: int, height: int) -> tuple[bool, int]:
    """Whether the whole board fits into that room; then how large its cells are, else how much of it is seen."""
    if width <= 0 or height <= 0:
        return False, 0
    layout = fit(view, width, height)
    if layout.outer_width <= width and layout.outer_height <= height:
        return True, layout.scale.width * layout.scale.height
    return False, min(layout.outer_width, width) * min(layout.outer_height, height)
