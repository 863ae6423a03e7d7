"""The window of a person's statistics, as `noughts stats` counts them."""

from typing import ClassVar

from rich.console import JustifyMethod
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import DataTable, Static

from noughts.errors import NoughtsError, printable
from noughts.play.rating import own_ratings
from noughts.play.statistics_tables import NO_GAMES, RATING_TITLE, StatisticsTable, ratings_table, results_table
from noughts.store import Store, statistics
from noughts.terminal.questions import Question

_CLOSES, _RESETS = "Escape closes", "R counts from now on"


class StatisticsScreen(ModalScreen[None]):
    """Results by game and opponent, and ratings. R counts from now on, after a question; the games stay."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,f7", "dismiss", "Close"),
        Binding("r", "reset", "Reset"),
        Binding("tab", "app.focus_next", show=False),
        Binding("ctrl+q", "app.quit", show=False),
    ]

    def __init__(self, store: Store | None, trouble: str | None) -> None:
        """`trouble` says why there is no store."""
        super().__init__()
        self._store, self._trouble = store, trouble
        self._games = 0

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="window", can_focus=False):
            yield Static(id="told", markup=False)
            yield DataTable[Text](id="results", show_cursor=False)
            yield Static(RATING_TITLE, id="rating-title", markup=False)
            yield DataTable[Text](id="ratings", show_cursor=False)
            yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        self._count()

    def _count(self) -> None:
        told, found, ratings = "", None, None
        try:
            played = self._store.results() if self._store is not None else []
            found, ratings = statistics(played), own_ratings(played)
        except NoughtsError as error:  # the database may have gone
            told = str(error)
        self._games = found.total.games if found else 0
        if self._store is None:
            told = self._trouble or "games are not kept"
        elif not told:
            told = "Your games against engines" if self._games else f"{NO_GAMES}."
        self.query_one("#told", Static).update(printable(told))
        self.query_one("#keys", Static).update(f"{_CLOSES}   {_RESETS}" if self._games else _CLOSES)
        self._fill("#results", results_table(found) if found and self._games else None)
        self._fill("#ratings", ratings_table(ratings.values()) if ratings else None)
        self.query_one("#rating-title").display = bool(ratings)

    def _fill(self, name: str, shown: StatisticsTable | None) -> None:
        table: DataTable[Text] = self.query_one(name, DataTable)
        table.clear(columns=True)
        table.display = shown is not None
        if shown is None:
            return
        sides: list[JustifyMethod] = ["right" if header in shown.numbers else "left" for header in shown.header]
        for header, side in zip(shown.header, sides, strict=True):
            table.add_column(Text(header, justify=side))
        for row in shown.rows:
            table.add_row(*(Text(printable(cell), justify=side) for cell, side in zip(row, sides, strict=True)))

    def action_reset(self) -> None:
        if not self._games:
            return
        counted = f"{self._games} games are" if self._games != 1 else "1 game is"
        question = f"{counted} counted. Begin at nothing again? The games themselves stay."
        self.app.push_screen(Question(question, "Count from now on", "Leave it"), self._reset_if)

    def _reset_if(self, is_certain: bool | None) -> None:
        if is_certain and self._store is not None:
            try:
                self._store.reset_statistics()
            except NoughtsError as error:
                self.query_one("#told", Static).update(printable(str(error)))
                return
            self._count()
