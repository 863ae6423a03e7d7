"""The examination of a Python file before it is handed in: it loads, plays legal moves in time, and errors are told
with the lines of the file that they come from."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from noughts.arena.clock import Conditions
from noughts.arena.contestants import bot_file, check_bot_file
from noughts.arena.openings import DEFAULT, Openings
from noughts.arena.referee import Ending, play_game
from noughts.board import Game, Position
from noughts.engine.engine import Engine
from noughts.engine.limit import Limit
from noughts.engine.time_control import TimeControl
from noughts.errors import NoughtsError, PlayerFault
from noughts.protocols.bot_log import ERRORS, BotLog
from noughts.protocols.compliance import Point
from noughts.protocols.host import PATIENCE, Host
from noughts.protocols.hosting import host_for

SECONDS = 1.0  # for a move
_LATE = 0.25  # seconds that an answer may be late in a match, if nothing else is said
WAITED = 10.0  # seconds beyond its own that a move is waited for, to tell how slow it is
_CLOCK = 60.0  # seconds for a game
_ASKED_AGAIN = 12  # positions of the first game
_MOST_LINES = 30  # of an error


class BotExamination:
    """Points, each told when it has been tried. A file that does not load, or hangs, is not asked for more: its author
    waits."""

    def __init__(
        self, path: Path, game: Game, seconds: float = SECONDS, patience: float = PATIENCE, waited: float = WAITED
    ) -> None:
        bot = bot_file(path, path.name)
        self._bot = replace(bot, command=f"{bot.command} --explain")
        self._path, self._game = path, game
        self._seconds, self._patience, self._waited = seconds, patience, waited
        self._heard = _Heard()
        self._answers: list[tuple[Position, str]] = []
        self._seconds_told: list[float] = []  # of answers by a time for each move
        self._hangs = False

    def points(self) -> Iterator[Point]:
        host = self._host()
        try:
            fault = self._loads(host)
            yield Point("loads, and has a function move(position, limit)", fault)
            if fault is not None:
                return
            by_time = Conditions(Limit(time=self._seconds), margin=self._waited)
            by_clock = Conditions(clock=TimeControl(_CLOCK), margin=self._waited)
            for what, conditions, side, number in (
                ("plays a game as the one who begins, by a time for each move (limit.time)", by_time, 0, None),
                ("plays a game as the other", by_time, 1, None),
                ("plays from an opening", by_time, 0, 1),
                ("plays a game by a clock (limit.white_clock, limit.black_clock)", by_clock, 1, 2),
            ):
                yield Point(what, self._plays(host, conditions, side, number))
                if self._hangs:
                    return
            if self._seconds_told:
                worst = max(self._seconds_told)
                slow = f"its slowest move took {worst:.3g} s; it may take {self._seconds:g} s"
                yield Point("answers in time", slow if worst > self._seconds + _LATE else None)
        finally:
            host.close()
        if self._answers:
            yield Point("plays the same move in the same position", self._differs(), is_note=True)

    def _host(self) -> Host:
        return host_for(self._bot, self._waited, self._patience, self._heard)

    def _loads(self, host: Host) -> str | None:
        self._heard.lines.clear()
        try:
            check_bot_file(self._path)
        except NoughtsError as error:
            return f'{error} (a program that speaks UGI is named by its command: "python3 {self._path.name}")'
        try:
            host.prepare(self._game)
        except PlayerFault as fault:
            return self._words(str(fault))
        return None

    def _plays(self, host: Host, conditions: Conditions, side: int, number: int | None) -> str | None:
        """What went wrong in a game against random moves, if anything did."""
        self._heard.lines.clear()
        text = "none" if number is None else DEFAULT
        start = Openings.read(text, self._game).opening(number or 0).reached(self._game)
        rival = Engine("random", seed=1)
        ending = play_game(start, (host, rival) if side == 0 else (rival, host), conditions)
        self._hangs = ending.silent
        self._note(start, ending, side, conditions)
        if ending.fault is None:
            return None
        moves = " ".join(move.text for move in ending.moves)
        where = f"after the moves {moves}" if moves else "at the start of the game"
        return f"{where}: {self._words(ending.reason.partition(' forfeits: ')[2])}"

    def _note(self, start: Position, ending: Ending, side: int, conditions: Conditions) -> None:
        """Remember how long its moves took, and those of a first game."""
        own = [move for move in ending.moves if move.turn == side and move.seconds is not None]
        if conditions.limit.time is not None:
            self._seconds_told += [move.seconds or 0.0 for move in own]
        if self._answers or start.move_stack:
            return
        position = start.copy()
        for move in ending.moves:
            if move in own:
                self._answers.append((position.copy(), move.text))
            position.push(move.text)

    def _differs(self) -> str | None:
        """Where another process of the file plays another move, if it does."""
        host = self._host()
        try:
            for position, text in self._answers[:_ASKED_AGAIN]:
                again = host.play(position, Limit(time=self._seconds)).move.text
                if again != text:
                    return (
                        f"in {position.text()} it played {text}, and then {again}: nothing is wrong with that, but its "
                        "games cannot be repeated; a bot that draws lots may begin with random.seed(1)"
                    )
        except PlayerFault as fault:
            return self._words(str(fault))
        finally:
            host.close()
        return None

    def _words(self, fault: str) -> str:
        """The error in Python's words where there is one, else the fault."""
        heard = self._heard.lines[-_MOST_LINES:]
        return "\n       ".join(heard) if heard else fault.removeprefix(f"{self._bot.name}: ")


class _Heard(BotLog):
    """The standard error output of a process, in memory."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._file = None

    def write(self, mark: str, line: str, process: int | None = None) -> None:
        if mark == ERRORS and len(self.lines) < 10_000:
            self.lines.append(line[:1000])
