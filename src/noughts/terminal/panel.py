"""The panel beside the board: who plays, whose turn it is, clocks, moves, and the engine's thoughts."""

from dataclasses import dataclass

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from noughts.board import EMPTY, View
from noughts.board.text import describe_counter
from noughts.engine.results import Result
from noughts.play import Session
from noughts.terminal.entry import Notice
from noughts.terminal.mark_pictures import picture
from noughts.terminal.themes import PALETTES, Palette

CONDENSED_HEIGHT = 5  # of the panel below the board
_LEAST_WIDTH = 20  # narrower, lines run out of sight
_ROOMY_HEIGHT = 24  # lower, the panel has no empty lines between its parts


@dataclass
class Shown:
    """Content of the panel."""

    session: Session
    view: View
    has_clock: bool
    activity: str = ""  # what goes on: thinking, preparing, paused
    trouble: str | None = None
    analysis: tuple[int, Result] | None = None  # whose turn it was, and what was found
    has_analysis: bool = False

    @property
    def moves_again(self) -> bool:
        """Whether the side to move has also made the last move."""
        movers = self.session.movers()
        return self.session.outcome is None and movers[-1:] == [self.session.position.turn]


class Panel(Vertical):
    def compose(self) -> ComposeResult:
        yield Static(id="condensed")
        for name in ("title", "players", "status", "notes", "trouble", "map", "analysis"):
            yield Static(id=name)
        with VerticalScroll(id="moves", can_focus=False):
            yield Static(id="line")
        yield Notice(id="notice")

    def show(self, shown: Shown) -> None:
        """Tell all of it."""
        words = self._words(shown)
        is_below = self.has_class("below")
        for part in self.children:
            if not isinstance(part, Notice):
                part.display = is_below == (part.id == "condensed")
        if is_below:
            self._put("condensed", words.condensed())
            return
        self.set_class(self.size.height < _ROOMY_HEIGHT, "tight")
        self._put("title", words.title())
        self._put("players", words.players())
        status = self.query_one("#status", Static)
        status.set_class(shown.moves_again, "again")
        status.set_class(shown.session.outcome is not None, "over")
        self._put("status", words.result() if shown.session.outcome else words.status())
        self._put("notes", words.notes())
        self._put("trouble", Text(shown.trouble or ""))
        self._put("map", words.map())
        self._put("analysis", words.analysis() if shown.has_analysis else Text())
        self._put("line", words.line())
        self.call_after_refresh(self.query_one("#moves", VerticalScroll).scroll_end, animate=False)

    def show_clocks(self, shown: Shown) -> None:
        """Show only the parts that change with time."""
        words = self._words(shown)
        if self.has_class("below"):
            self._put("condensed", words.condensed())
        else:
            self._put("players", words.players())

    def show_analysis(self, shown: Shown) -> None:
        words = self._words(shown)
        if self.has_class("below"):
            self._put("condensed", words.condensed())
        else:
            self._put("analysis", words.analysis())

    def _words(self, shown: Shown) -> "_Words":
        palette = PALETTES.get(self.app.theme, PALETTES["dark"])
        return _Words(shown, palette, max(self.size.width, _LEAST_WIDTH))

    def _put(self, name: str, text: Text) -> None:
        part = self.query_one(f"#{name}", Static)
        part.display = bool(text)
        part.update(text)


class _Words:
    def __init__(self, shown: Shown, palette: Palette, width: int) -> None:
        self.shown, self.session, self.view = shown, shown.session, shown.view
        self.palette, self.width = palette, width
        self.spoken = shown.session.position.game.spoken

    def title(self) -> Text:
        return Text(self.view.title, style="bold")

    def players(self) -> Text:
        lines = []
        for side in (0, 1):
            line = self._player(side)
            clock = self._clock(side)
            line.truncate(self.width - len(clock) - 1, overflow="ellipsis", pad=True)
            lines.append(line + Text(f" {clock}"))
            lines += [
                Text(f"    {counter.name}: {counter.value}", style=self.palette.faint)
                for counter in self.view.counters
                if counter.player == side
            ]
        return Text("\n").join(lines)

    def status(self) -> Text:
        text = Text(self.view.status)
        if self.view.turn is not None:
            text.stylize(f"bold {self.palette.mark(self.view.marks[self.view.turn])}")
        return text

    def result(self) -> Text:
        """How the game ended, in large letters."""
        outcome = self.session.outcome
        assert outcome is not None
        winner = None if outcome.winner is None else self.view.marks[outcome.winner]
        people = self.session.people
        if len(people) == 1 and winner is not None:
            headline = "YOU WIN" if outcome.winner == people[0] else "YOU LOSE"
        else:
            headline = "A DRAW" if winner is None else f"{winner} WINS"
        text = Text()
        for mark in self.view.marks if winner is None else (winner,):
            text.append("\n".join(f"  {line}" for line in picture(mark, 3)) + "\n", self.palette.mark(mark))
        text.append(f"{headline}\n", "bold")
        text.append(f"{self.view.status}\n")
        text.append("Enter: another game", self.palette.faint)
        return text

    def notes(self) -> Text:
        lines = [Text(describe_counter(counter, self.view)) for counter in self.view.counters if counter.player is None]
        last = self._last_engine_move()
        if last:
            lines.append(Text(last, style=self.palette.faint))
        if self.shown.activity:
            lines.append(Text(self.shown.activity, style=f"italic {self.palette.playable}"))
        return Text("\n").join(lines)

    def map(self) -> Text:
        """The owners of small boards: · open, ▪ to be played on now."""
        parents = {group.parent for group in self.view.groups}
        small = [group for index, group in enumerate(self.view.groups) if index not in parents]
        text = Text()
        for row in sorted({group.row for group in small}):
            parent = None
            for group in sorted((group for group in small if group.row == row), key=lambda group: group.column):
                if group.column and group.parent != parent:
                    text.append("  ")
                parent = group.parent
                if group.owner != EMPTY:
                    text.append(f" {group.owner}", f"bold {self.palette.mark(group.owner)}")
                else:
                    text.append(" ▪" if group.playable else " ·", self.palette.playable if group.playable else "")
            text.append("\n")
        text.rstrip()
        return text

    def analysis(self) -> Text:
        if self.shown.analysis is None:
            return Text("analysis: –", style=self.palette.faint)
        side, result = self.shown.analysis
        stats = result.stats
        text = Text()
        text.append(f"{self.view.marks[side]} {result.words}", f"bold {self.palette.mark(self.view.marks[side])}")
        text.append(f"  depth {stats.depth}" + (f"/{stats.deepest}" if stats.deepest > stats.depth else "") + "\n")
        text.append(" ".join(self.spoken(move.text) for move in result.pv[:10]) + "\n")
        text.append(f"{_short(stats.nodes)} nodes, {_short(stats.nodes_per_second)}/s\n", self.palette.faint)
        cuts = stats.alpha_cutoffs + stats.beta_cutoffs
        counters = f"{_short(stats.table_hits)} table hits, {_short(cuts)} cut-offs"
        if len(counters) > self.width:
            counters = f"{_short(stats.table_hits)} hits, {_short(cuts)} cuts"
        text.append(counters, self.palette.faint)
        return text

    def line(self) -> Text:
        """The moves, a line each."""
        text = Text()
        for number, (side, move) in enumerate(zip(self.session.movers(), self.session.line, strict=True), 1):
            mark = self.view.marks[side]
            text.append(f"{number:>3} ", self.palette.faint)
            text.append(f"{mark} {self.spoken(move.text):<6}", self.palette.mark(mark))
            if move.seconds is not None:
                text.append(f" {move.seconds:4.1f}s", self.palette.faint)
            text.append("\n")
        text.rstrip()
        return text

    def condensed(self) -> Text:
        """All that matters, in a few lines."""
        sides = []
        for side in (0, 1):
            line = self._player(side)
            own = [f"{counter.value} {counter.name}" for counter in self.view.counters if counter.player == side]
            line.append("".join(f", {one}" for one in own))
            line.append(f" {self._clock(side)}".rstrip())
            sides.append(line)
        joined = Text(" │ ", style=self.palette.frame).join(sides)
        lines = [joined] if joined.cell_len <= self.width else sides
        status = self.status()
        if self.shown.moves_again or self.session.outcome:
            status = Text(f" {self.view.status} ", style=f"bold {self.palette.on_winning} on {self.palette.winning}")
        lines.append(status)
        if self.session.outcome:
            lines.append(Text("Enter: another game", style=self.palette.faint))
        if self.shown.trouble:
            lines.append(Text(self.shown.trouble, style=f"bold {self.palette.marks[1]}"))
        if self.shown.has_analysis:
            lines.append(Text(self.analysis().plain.replace("\n", "  ")))
        notes = self.notes()
        if notes:
            lines.append(Text("  ").join(notes.split("\n")))
        lines.append(self._latest_moves())
        for line in lines:
            line.truncate(self.width, overflow="ellipsis")
        return Text("\n").join(lines[:CONDENSED_HEIGHT])

    def _latest_moves(self) -> Text:
        words = [
            f"{number} {self.view.marks[side]} {self.spoken(move.text)}"
            for number, (side, move) in enumerate(zip(self.session.movers(), self.session.line, strict=True), 1)
        ]
        while len("  ".join(words)) > self.width:
            del words[0]
        return Text("  ".join(words), style=self.palette.faint)

    def _player(self, side: int) -> Text:
        mark = self.view.marks[side]
        text = Text("▶ " if self.view.turn == side else "  ", style=f"bold {self.palette.playable}")
        text.append(f"{mark} ", f"bold {self.palette.mark(mark)}")
        text.append(self.session.seats[side].label, "bold" if self.view.turn == side else "")
        return text

    def _clock(self, side: int) -> str:
        if not self.shown.has_clock:
            return ""
        minutes, seconds = divmod(int(self.session.seconds_used(side)), 60)
        return f"{minutes}:{seconds:02}"

    def _last_engine_move(self) -> str:
        for side, move in reversed(list(zip(self.session.movers(), self.session.line, strict=True))):
            if not self.session.seats[side].is_human and move.seconds is not None:
                return f"{self.view.marks[side]} played {self.spoken(move.text)} in {move.seconds:.2f} s"
        return ""


def _short(number: int) -> str:
    """1234567 as 1.2M."""
    for size, letter in ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")):
        if number >= size:
            return f"{number / size:.1f}{letter}"
    return str(number)
