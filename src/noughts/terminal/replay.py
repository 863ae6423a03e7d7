"""A kept game on the full screen: step through it, with the engine's view of each move as it comes in."""

import contextlib
import threading
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from noughts.board import with_marks
from noughts.engine.engine import Engine
from noughts.engine.judgement import MISTAKES
from noughts.engine.limit import Limit
from noughts.engine.review import Verdict, review
from noughts.kernel.announcing import Waiting, announce_to_commands, set_announcer
from noughts.play import player_labels
from noughts.play.settings import THEMES, Settings
from noughts.store import KeptGame
from noughts.terminal.appearance import appearance
from noughts.terminal.board import Board
from noughts.terminal.key_footer import KeyFooter
from noughts.terminal.leaving import LeavingApp
from noughts.terminal.themes import textual_theme
from noughts.terminal.thinking import Preparing, announcer_for, preparing_words


class Judged(Message):
    """The engine has its verdict on a move, or (None) on all of them."""

    def __init__(self, verdict: Verdict | None) -> None:
        super().__init__()
        self.verdict = verdict


class ReplayApp(LeavingApp, inherit_bindings=False):
    TITLE = "Noughts"
    CSS_PATH = "styles.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Back", priority=True),
        Binding("right,space", "step(1)", "On", priority=True),
        Binding("home", "go(0)", "Start", priority=True),
        Binding("end", "go(-1)", "End", priority=True),
        Binding("m", "next_mistake", "Next mistake", priority=True),
        Binding("ctrl+q,q,escape", "quit", "Quit", priority=True),
        Binding("ctrl+c", "quit", show=False, priority=True),
    ]

    def __init__(self, kept: KeptGame, limit: Limit, settings: Settings) -> None:
        super().__init__()
        self._kept = kept
        self._limit = limit
        self._engine = Engine()
        last = kept.record.replay()
        positions = [last.root()]
        for move in last.move_stack:
            positions.append(positions[-1].copy())
            positions[-1].push(move)
        game = last.game
        self.views = [appearance(one.view().marked(kept.marks), game, settings.symbols) for one in positions]
        self._marks, self._spoken = self.views[0].marks, game.spoken
        self._moves = last.move_stack
        self._movers = [position.turn for position in positions]
        self.verdicts: list[Verdict] = []
        self._waiting = Waiting()
        self.ply = 0
        for name in THEMES:
            self.register_theme(textual_theme(name))
        self.theme = settings.theme

    def compose(self) -> ComposeResult:
        with Container(id="board-and-panel"):
            yield Board(id="board")
            with Vertical(id="panel"):
                yield Static(id="title")
                yield OptionList(*self._options(), id="moves")
                # Widgets that grow and shrink stand below the list: its lines stay where the user is about to click.
                yield Static(id="status")
                yield Static(id="verdict")
                yield Static(id="progress")
        yield KeyFooter()

    def on_mount(self) -> None:
        set_announcer(announcer_for(self))
        self.query_one(Board).can_focus = False
        self.query_one(OptionList).focus()
        self.action_go(0)
        self.set_interval(0.5, self._tick)
        threading.Thread(target=self._review, daemon=True, name="noughts-review").start()

    def on_resize(self, event: events.Resize) -> None:
        self.query_one("#panel").styles.width = max(30, min(48, event.size.width // 2 - 4))

    def on_unmount(self) -> None:
        self._engine.stop()
        set_announcer(announce_to_commands)

    def _review(self) -> None:
        # Left in the meantime, the app takes no message: then the review ends.
        with contextlib.suppress(RuntimeError):
            for verdict in review(self._kept.record.replay(), self._engine, self._limit):
                if not self.is_running:
                    return
                self.post_message(Judged(verdict))
            self.post_message(Judged(None))

    def on_preparing(self, message: Preparing) -> None:
        self._waiting.take(message.preparation)
        self._show()

    def _tick(self) -> None:
        if self._waiting.now:
            self.query_one("#progress", Static).update(Text(self._progress()))

    def on_judged(self, message: Judged) -> None:
        if message.verdict is not None:
            self.verdicts.append(message.verdict)
            ply = len(self.verdicts)
            self.query_one(OptionList).replace_option_prompt_at_index(ply, self._line(ply))
        self._show()

    # Going through the game

    def action_step(self, by: int) -> None:
        self.action_go(max(0, min(len(self._moves), self.ply + by)))

    def action_go(self, ply: int) -> None:
        self.ply = ply if ply >= 0 else len(self._moves)
        self.query_one(OptionList).highlighted = self.ply
        self._show()

    def action_next_mistake(self) -> None:
        """Go to the next move that is marked, from the beginning again after the last."""
        marked = [ply for ply, verdict in enumerate(self.verdicts, 1) if verdict.mark]
        if marked:
            self.action_go(next((ply for ply in marked if ply > self.ply), marked[0]))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index == event.option_list.highlighted:  # what was meant before has been stepped on from
            self.ply = event.option_index
            self._show()

    # Showing

    def _show(self) -> None:
        view = self.views[self.ply]
        self.query_one(Board).show(view, has_cursor=False)
        record = self._kept.record
        names = " - ".join(
            f"{name} ({mark})" for name, mark in zip(player_labels(self._kept), self._marks, strict=True)
        )
        # Names and reasons may be any text: as `Text` they are no markup.
        self.query_one("#title", Static).update(Text(f"{view.title}, game {self._kept.id}\n{names}"))
        ended = (
            f"{record.result} {with_marks(record.reason, self._kept.marks, self._marks)}"
            if self.ply == len(self._moves)
            else view.status
        )
        self.query_one("#status", Static).update(Text(ended))
        self.query_one("#verdict", Static).update(self._verdict())
        self.query_one("#progress", Static).update(Text(self._progress()))

    def _progress(self) -> str:
        if self._waiting.now:
            return preparing_words(self._waiting)
        seen, count = len(self.verdicts), len(self._moves)
        return "" if seen == count else f"looking back: {seen} of {count}"

    def _verdict(self) -> Text:
        if self.ply == 0 or self.ply > len(self.verdicts):
            return Text("")
        verdict = self.verdicts[self.ply - 1]
        text = Text("wins" if verdict.after.mate == 0 else f"score {verdict.worth}, depth {verdict.depth}")
        if verdict.mark:
            _, name = MISTAKES[verdict.mark]
            line = " ".join(self._spoken(move.text) for move in verdict.line[:6])
            text.append(f"\n{name}: {verdict.explain(self._marks, self._spoken)}", "bold")
            text.append(f"\nbetter: {verdict.before} by {line}")
        return text

    def _options(self) -> list[Option]:
        return [Option(self._line(ply)) for ply in range(len(self._moves) + 1)]

    def _line(self, ply: int) -> Text:
        if ply == 0:
            return Text("  0. start")
        mark = self._marks[self._movers[ply - 1]]
        line = Text(f"{ply:>3}. {mark} {self._spoken(self._moves[ply - 1].text):<7}")
        if ply <= len(self.verdicts):
            verdict = self.verdicts[ply - 1]
            line.append(f"{verdict.mark:<3}", "bold")
            line.append(verdict.worth, "dim")
        return line
