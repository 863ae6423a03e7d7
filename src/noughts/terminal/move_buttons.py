"""Buttons for moves that go to no cell, such as a pass. They can be typed as well."""

from collections.abc import Sequence

from textual.containers import Horizontal
from textual.widgets import Button


class MoveButtons(Horizontal):
    """A button for each such move, by its words; hidden where there is none."""

    def on_mount(self) -> None:
        self._shown: list[str] = []
        self.display = False

    async def show(self, moves: Sequence[str]) -> None:
        if list(moves) == self._shown:
            return
        self._shown = list(moves)
        self.display = bool(moves)
        await self.remove_children()
        await self.mount(*(Button(move.capitalize(), name=move, compact=True) for move in moves))
