"""A line with one of several things chosen: left and right, or clicks on the arrows, choose another."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget


class Selector(Widget, can_focus=True):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right,space", "step(1)", show=False),
    ]

    class Changed(Message):
        def __init__(self, selector: "Selector") -> None:
            super().__init__()
            self.selector = selector

        @property
        def control(self) -> "Selector":
            return self.selector

    def __init__(self, options: Sequence[tuple[str, str]], value: str, *, id: str) -> None:
        """`options` are pairs of a label and its value."""
        super().__init__(id=id)
        self._options = list(options)
        self.value = value

    def set_options(self, options: Sequence[tuple[str, str]], default: str) -> None:
        """Offer these; what was chosen stays so if it is among them."""
        self._options = list(options)
        if self.value not in [value for _, value in options]:
            self.value = default
        self.refresh()

    def action_step(self, step: int) -> None:
        values = [value for _, value in self._options]
        self.value = values[(values.index(self.value) + step) % len(values)]
        self.refresh()
        self.post_message(self.Changed(self))

    def on_click(self, event: events.Click) -> None:
        self.action_step(-1 if event.x < 2 else 1)

    def render(self) -> Text:
        shown = next(shown for shown, value in self._options if value == self.value)
        return Text.assemble(("◂ ", "bold"), shown, (" ▸", "bold"))
