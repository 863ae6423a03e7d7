"""The table of a ladder on a terminal, redrawn a few times a second, with its latest news; elsewhere the news alone."""

import time
from collections import deque
from typing import TYPE_CHECKING, Any

from noughts.errors import printable

if TYPE_CHECKING:
    from noughts.arena.ladder import Ladder

_REDRAW, _SHARE = 1.0, 10  # seconds, or times what drawing takes
_NEWS = 5  # lines
_OTHER_LINES = 6  # beside rows and news
_SUMS = 7  # columns, of the cross table's


class LadderTable:
    """Open while a block lasts."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.live import Live

        self._console = Console(stderr=True, highlight=False)
        self._live: Live | None = Live(console=self._console, transient=True, auto_refresh=False)
        self._news: deque[str] = deque(maxlen=_NEWS)
        self._drawn, self._took = 0.0, 0.0

    def __enter__(self) -> "LadderTable":
        if self._live is not None and self._console.is_terminal:
            self._live.start()
        else:
            self._live = None
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def say(self, words: str) -> None:
        told = f"{time.strftime('%H:%M:%S')} {printable(words)}"
        self._news.append(told)
        if self._live is None:
            self._console.print(told, markup=False, soft_wrap=True)

    def show(self, ladder: "Ladder", is_waiting: bool = False) -> None:
        begun = time.monotonic()
        if self._live is None or begun - self._drawn < max(_REDRAW, _SHARE * self._took):
            return
        self._live.update(self._drawing(ladder, is_waiting), refresh=True)
        self._drawn = time.monotonic()
        self._took = self._drawn - begun

    def _drawing(self, ladder: "Ladder", is_waiting: bool) -> Any:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        standings = ladder.standings()
        head, rows = standings.table()
        table = Table(box=None, pad_edge=False)
        for name in head[:_SUMS]:
            table.add_column(name, justify="left" if name == "player" else "right", no_wrap=True)
        room = max(3, self._console.height - _OTHER_LINES - len(self._news))
        for row in rows[:room]:
            table.add_row(*(Text(printable(cell)) for cell in row[:_SUMS]))
        more = [Text(f"… and {len(rows) - room} others")] if len(rows) > room else []
        doing = "all have played; waiting for new and changed bots" if is_waiting else "playing"
        asides = f", {len(ladder.aside())} set aside" if ladder.aside() else ""
        status = f"{len(standings.games)} games of {len(ladder.current)} players{asides}: {doing}"
        keys = "q and Enter finishes the games under way and stops, Ctrl-C stops at once; the same command goes on"
        return Group(table, *more, Text(status, style="bold"), Text(keys, style="dim"), *map(Text, self._news))
