"""The line at the bottom in which moves and words are typed, and the notice about them."""

from rich.text import Text
from textual import events
from textual.reactive import reactive
from textual.widgets import Static

BACKSPACE = ("backspace", "ctrl+h")


class Entry(Static):
    """A line of typed text that never takes the focus: arrow keys go on moving the board's cursor."""

    text: reactive[str] = reactive("")
    is_wrong: reactive[bool] = reactive(False)  # the text was refused: it may be mended, and gives way to anything else

    def clear(self) -> None:
        self.text = ""

    def edit(self, event: events.Key) -> bool:
        """Whether a key was one of typing; the text has then changed."""
        if event.key in BACKSPACE:
            self.text = self.text[:-1]
        elif event.character and event.is_printable and (event.key != "space" or self.text):
            self.text += event.character
        else:
            return False
        return True

    def watch_text(self) -> None:
        self.is_wrong = False
        self.screen.refresh_bindings()
        self.update(self._line())

    def watch_is_wrong(self) -> None:
        self.update(self._line())

    def _line(self) -> Text:
        line = Text("> ", style="bold")
        line.append(self.text, "reverse strike" if self.is_wrong else "")
        line.append(" ", "reverse")
        if not self.text:
            line.append(" type a move, or click, or use the arrow keys and Enter", "dim")
        return line


class Notice(Static):
    """A notice: a hint, or an error. Hidden when there is none."""

    def tell(self, text: str, *, is_wrong: bool = False) -> None:
        self.set_class(is_wrong, "wrong")
        self.update(Text(text))
        self.display = bool(text)
