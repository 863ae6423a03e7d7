"""The screen on which a game is played: what people do there by keys, words, mouse and typing."""

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import Button

from noughts.board import MARKS, with_marks
from noughts.board.guide import guide_text
from noughts.errors import NoughtsError
from noughts.terminal.board import Board
from noughts.terminal.entry import BACKSPACE, Entry
from noughts.terminal.move_by_cells import choose
from noughts.terminal.questions import KEYS, WINDOW_WIDTH, Question, Window
from noughts.terminal.session_screen import SessionScreen

_ENTER = ("enter", "ctrl+j")  # the second is what a terminal makes of Enter while the app is still starting


class GameScreen(SessionScreen):
    # The most wanted keys come first: a narrow footer has room for no more.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "clear", "Clear"),
        Binding("f1", "help", "Help"),
        Binding("f2", "hint", "Hint"),
        Binding("f3", "rules", "Rules"),
        Binding("ctrl+z", "undo", "Undo"),
        Binding("ctrl+n", "new", "New"),
        Binding("ctrl+q", "app.quit", "Quit"),
        Binding("ctrl+r", "resign", "Resign"),
        Binding("f4", "analysis", "Analysis"),
        Binding("f5,ctrl+t", "app.next_theme", "Theme"),
        Binding("ctrl+y", "redo", "Redo"),
        Binding("f6", "app.next_symbols", "Marks"),
        Binding("f7", "app.statistics", "Statistics"),
    ]

    # Keys and words

    def _try(self, action: Callable[[], object]) -> bool:
        """Do it, or show the error."""
        try:
            action()
        except NoughtsError as error:
            self._tell(str(error), is_wrong=True)
            return False
        self._tell("")
        return True

    def action_undo(self) -> None:
        self._step(self.session.undo)

    def action_redo(self) -> None:
        self._step(self.session.redo)

    def _step(self, step: Callable[[], int]) -> None:
        if self._try(step):
            self.session.pause(not self.session.people)
            self._changed()

    def action_hint(self) -> None:
        seat = self.session.seat
        if seat is not None and not seat.is_human:
            self._tell(f"it is the turn of {seat.label}: there is nothing to advise", is_wrong=True)
        elif self._try(lambda: self.engines.advise(self.session)):
            self._chosen = self._hint_cells = ()
            self.redraw()
            self._tell("looking for a hint…")

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
        if self.engines.analysis is not None:
            self.engines.stop_analysis()
        elif self._host.settings.analysis and self.session.seat is not None and self.engines.hint is None:
            self.engines.analyse(self.session.position)
        self.redraw()

    def action_help(self) -> None:
        self.app.push_screen(Window(KEYS, "f1"))

    def action_rules(self) -> None:
        """The rules in people's words, as `noughts games NAME` tells them, at the width of the window."""
        width = max(20, min(self.size.width * 9 // 10, WINDOW_WIDTH) - 8)  # frame, padding, scrollbar
        rules = with_marks(guide_text(self.session.position.game, width), MARKS, self._symbols)
        self.app.push_screen(Window(f"{self.view.title}\n\n{rules}", "f3"))

    def action_new(self) -> None:
        self._host.open_new_game()

    def action_save(self) -> None:
        self.session.keep()
        where = f"the game is kept as game {self.session.id}" if self.session.id else "games are not kept"
        self._tell(self.session.trouble or self._host.trouble or where)

    def action_pause(self) -> None:
        self.session.pause(not self.session.is_paused)
        self._stop()
        self._tell("")
        self._go_on()
        self.redraw()

    # The board

    def on_board_chosen(self, message: Board.Chosen) -> None:
        if self.session.outcome is not None:
            if message.key == "enter":
                self.action_new()
        elif message.key == "space" and (self.session.is_paused or not self.session.people):
            self.action_pause()
        else:
            self._choose(message.cell)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """A move without a cell."""
        event.stop()
        self.query_one(Board).focus()
        self._play(event.button.name or "")

    def _choose(self, cell: int) -> None:
        seat = self.session.seat
        if seat is not None and not seat.is_human:
            self._tell(f"it is the turn of {seat.label}", is_wrong=True)
            return
        match choose(self.view.clicks, self._chosen, cell):
            case str(move):
                self.query_one(Entry).clear()
                self._play(move)
            case None:
                self._refuse(self.view.cells[cell].name)
            case ():
                self._let_go()
            case cells:
                self._chosen = cells
                self._tell("")
                self.redraw()

    def _refuse(self, name: str) -> None:
        """No move has this cell: the game says why."""
        if self._try(lambda: self.session.parse_move(name)):
            self._tell(f"no move begins with {name}", is_wrong=True)

    def _let_go(self) -> None:
        self._chosen = self._hint_cells = ()
        self._tell("")
        self.redraw()

    def action_clear(self) -> None:
        """Clear the entry; if it is empty, the cells chosen on the board."""
        entry = self.query_one(Entry)
        if entry.text:
            entry.clear()
            self._tell("")
        else:
            self._let_go()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Escape stands in the footer while it has something to do."""
        return action != "clear" or bool(self._chosen or self._hint_cells or self.query_one(Entry).text)

    def _play(self, move: str) -> bool:
        if not self._try(lambda: self.session.play(move)):
            return False
        self._changed()
        return True

    # Typing

    def on_key(self, event: events.Key) -> None:
        """Take keys before they are looked up as bindings: fast typing stays in its order."""
        entry = self.query_one(Entry)
        if event.key == "escape":
            self.action_clear()
        elif entry.is_wrong and event.key in (*_ENTER, "space"):
            self.action_clear()
            if self.session.outcome is not None:
                return  # another game; while one is on, the cell under the cursor has not been chosen
        elif event.key in _ENTER and entry.text:
            self._submit(entry)
        elif entry.is_wrong and event.key not in BACKSPACE:
            self.action_clear()
            if not entry.edit(event):
                return
        elif not entry.edit(event):
            return
        event.stop()

    def on_paste(self, event: events.Paste) -> None:
        entry = self.query_one(Entry)
        entry.text = ("" if entry.is_wrong else entry.text) + " ".join(event.text.split())

    def _submit(self, entry: Entry) -> None:
        text = entry.text.strip()
        actions: dict[str, Callable[[], object]] = {
            "undo": self.action_undo,
            "redo": self.action_redo,
            "hint": self.action_hint,
            "resign": self.action_resign,
            "new": self.action_new,
            "help": self.action_help,
            "rules": self.action_rules,
            "stats": self._host.action_statistics,
            "save": self.action_save,
            "quit": self._host.leave,
        }
        if text.lower() in actions:
            entry.clear()
            actions[text.lower()]()
        elif not text or self._play(text):
            entry.clear()
        else:
            entry.is_wrong = True
