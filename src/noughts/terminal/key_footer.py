"""The footer: the keys of a screen, as many as there is room for."""

from textual.app import ComposeResult
from textual.widgets import Footer
from textual.widgets._footer import FooterKey  # it has no public name


class KeyFooter(Footer):
    """A key stands there whole or not at all; the first of a screen's bindings come first."""

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)

    def compose(self) -> ComposeResult:
        room = self.app.size.width
        for key in super().compose():
            if isinstance(key, FooterKey):
                room -= len(f"{key.key_display} {key.description} ")
                if room < -1:  # the space after the last key may be cut off
                    continue
            yield key

    async def on_resize(self) -> None:
        await self.recompose()
