"""Questions that are asked before something happens, and windows with a text to read."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static

_QUIT = Binding("ctrl+q", "app.quit", show=False)  # a modal screen does not see the app's own


class Question(ModalScreen[bool]):
    """Yes or no, by mouse, Enter on a button, Y or N; Escape is no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", show=False),
        Binding("n,escape", "answer(False)", show=False),
        Binding("left,right,tab", "app.focus_next", show=False),
        _QUIT,
    ]

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__()
        self._question, self._yes, self._no = question, yes, no

    def compose(self) -> ComposeResult:
        with Vertical(classes="window"):
            yield Static(self._question, markup=False)
            with Horizontal(classes="buttons"):
                yield Button(self._yes, id="yes", variant="primary", compact=True)
                yield Button(self._no, id="no", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def action_answer(self, is_yes: bool) -> None:
        self.dismiss(is_yes)


class Window(ModalScreen[None]):
    """A text that can be scrolled: the keys, or the rules of the game."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q", "dismiss", "Close"), _QUIT]

    def __init__(self, text: str, key: str) -> None:
        """`key` opens it, and closes it as well."""
        super().__init__()
        self._text, self._key = text, key

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="window"):
            yield Static(self._text, markup=False)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def on_key(self, event: events.Key) -> None:
        if event.key == self._key:
            event.stop()
            self.dismiss()


WINDOW_WIDTH = 100  # columns at most, as in the style sheet

KEYS = """\
A move: click on its cell; or go there by arrow keys and press Enter or Space; or type it and press Enter. Where \
a token is moved, choose the token, then where it goes. A move without a cell, such as a pass, is a button.

F1      this help
F2      hint
F3      the rules of the game
F4      analysis by the strongest engine
F5      next theme
F6      marks: X and O, ■ and □, or ● and ○
F7      statistics: your results and ratings
Ctrl+Z  take back
Ctrl+Y  make again
Ctrl+R  resign
Ctrl+N  new game
Ctrl+Q  quit; the game is kept
Escape  clear what is typed, or let go of what is chosen
Space   pause engines that play each other

The words undo, redo, hint, resign, new, save, help, rules, stats and quit can be typed as well.

[X] last move   ▸ ◂ cursor   (X) chosen   { } hint   *X* won   · legal   ● destination   █ obstacle"""
