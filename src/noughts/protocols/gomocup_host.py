"""Programs that speak Gomocup's protocol, as engines for boards with five in a row."""

import re
from collections.abc import Iterator, Mapping

from noughts.board import MARKS, OBSTACLE, Game, Move, Position
from noughts.engine.limit import Limit
from noughts.engine.results import Result, Stats
from noughts.engine.score import Score
from noughts.errors import NoughtsError, PlayerFault, shown
from noughts.games.mnk import Mnk
from noughts.protocols.gomocup import OURS, THEIRS, K
from noughts.protocols.gomocup_remarks import Remarks
from noughts.protocols.host import Host
from noughts.protocols.limits import NO_LIMIT, most_seconds
from noughts.protocols.process import BotProcess, Hang

_CELL = re.compile(r"\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*")
_REMARKS = ("MESSAGE", "DEBUG", "SUGGEST")
_COMPLAINTS = ("ERROR", "UNKNOWN")
_TOLD_MEMORY = 350 * 2**20  # bytes, as Gomocup tells


class GomocupHost(Host):
    """A move that follows the program's last one by one other is told by TURN, any other position by BOARD."""

    line_end = "\r\n"
    goodbye = "END"

    def check(self, game: Game) -> None:
        if not isinstance(game, Mnk) or game.k != K or game.misere:
            which = "15x15x5, exact-15x15x5 and such"
            raise NoughtsError(f"{self.bot.name} speaks Gomocup's protocol: for {which}, not {game.name}")

    def _greet(self, process: BotProcess, game: Game) -> None:
        self._begin(process, game, start_line(game))

    def _new_game(self, process: BotProcess, game: Game) -> None:
        self._begin(process, game, "RESTART")

    def _begin(self, process: BotProcess, game: Game, line: str) -> None:
        self._known: Position | None = None  # after its last move
        self._match_seconds = 0.0
        self._told: dict[str, object] = {}  # by INFO, in this game
        self._complaint = ""  # about the last question
        self._say_and_wait(process, line)
        told = {"game_type": 1, "rule": rule_of(game), "max_memory": told_memory(self.bot.memory), **self.bot.options}
        self._send(process, *self._news(told))

    def _news(self, info: Mapping[str, object]) -> Iterator[str]:
        """INFO for what has changed: some programs lose a line that comes right after their move."""
        for key, value in info.items():
            if self._told.get(key) != value:
                self._told[key] = value
                yield f"INFO {key} {value}"

    def _say_and_wait(self, process: BotProcess, line: str) -> None:
        process.forget_lines()
        self._send(process, line)
        answer = process.wait_for(lambda answer: not is_remark(answer), self.patience, line)
        if answer.split()[:1] != ["OK"]:
            raise PlayerFault(f"it answered {line} with {shown(answer)}; it must be OK")

    def _ask(self, process: BotProcess, position: Position, limit: Limit) -> Iterator[str]:
        known = self._known
        is_next = known is not None and known.move_stack == position.move_stack[:-1] and known.root() == position.root()
        if known is not None and not is_next:
            self._new_game(process, position.game)
        self._complaint, self._remarks = "", Remarks()
        yield from self._news(self._limits(position, limit))
        process.forget_lines()
        if is_next:
            yield f"TURN {cell_text(position.game, position.peek())}"
        elif position == position.game.start():
            yield "BEGIN"
        else:
            yield from board_lines(position)

    def _limits(self, position: Position, limit: Limit) -> dict[str, object]:
        """Times in milliseconds. Increments cannot be told: they show in the time left at the next move."""
        seconds, (clock, _) = most_seconds(limit, position.turn), limit.clock(position.turn)
        self._match_seconds = max(clock or 0.0, self._match_seconds)
        told: dict[str, object] = {
            "timeout_match": 0 if clock is None else _milliseconds(self._match_seconds),
            "time_left": NO_LIMIT if clock is None else _milliseconds(clock),
        }
        # Yixin's and Rapfi's, told where they are asked for; 0 takes one back. Others think until their time is over.
        for key, most in (("max_node", limit.nodes), ("max_depth", limit.depth)):
            if most is not None or key in self._told:
                told[key] = most or 0
        return told if seconds is None else {**told, "timeout_turn": _milliseconds(seconds)}

    def _hurry(self, process: BotProcess) -> None:
        self._send(process, *self._news({"timeout_turn": 0}))

    def _read(self, line: str, position: Position, seconds: float) -> tuple[Result | None, bool]:
        if is_remark(line):
            self._remarks.read(line)
            return None, False
        if line.split(maxsplit=1)[0].upper() in _COMPLAINTS:  # about an INFO, for example: its move may still come
            self._complaint = line
            return None, False
        move = move_of(line, position)
        self._known = position.copy()
        self._known.push(move)
        score = Score(self._remarks.value or 0, position.turn)
        return Result(move, score, [move], Stats(depth=self._remarks.depth, time=seconds)), True

    def _late(self, limit: Limit, position: Position) -> Hang:
        late = super()._late(limit, position)
        return Hang(f"{late}; it said {shown(self._complaint, 80)}") if self._complaint else late


def _milliseconds(seconds: float) -> int:
    return max(1, round(1000 * seconds))


def told_memory(memory: int | None) -> int:
    """The bytes that INFO max_memory tells, 0 for no limit, of the megabytes that a program may take.

    Programs take all of them for their table, and more for all else: more is allowed than is told.

    >>> told_memory(2048) // 2**20, told_memory(400) // 2**20, told_memory(None)
    (350, 200, 0)
    """
    return 0 if memory is None else min(_TOLD_MEMORY, memory * 2**20 // 2)


def rule_of(game: Game) -> int:
    """The number of a game in INFO rule: 1 if exactly five win, 0 if five or more do."""
    return int(isinstance(game, Mnk) and game.exact)


def start_line(game: Game) -> str:
    return f"START {game.rows}" if game.rows == game.columns else f"RECTSTART {game.columns},{game.rows}"


def is_remark(line: str) -> bool:
    """Whether a line is for people, and no answer."""
    words = line.split()
    return not words or words[0].upper() in _REMARKS


def cell_text(game: Game, move: Move) -> str:
    """Column and row of a move."""
    row, column = divmod(game.clicks(move.code)[0], game.columns)
    return f"{column},{row}"


def move_of(line: str, position: Position) -> Move:
    """The move that an answer stands for; PlayerFault if there is none that is legal."""
    cell, game = _CELL.fullmatch(line), position.game
    if cell is None:
        raise PlayerFault(f"it answered {shown(line)}; it must be X,Y")
    column, row = int(cell[1]), int(cell[2])
    if column >= game.columns or row >= game.rows:
        raise PlayerFault(f"it answered {shown(line)}, which is off the board")
    try:
        return position.parse_move(game.cells[row * game.columns + column].name)
    except NoughtsError as error:
        raise PlayerFault(f"it answered {shown(line)}: {error}") from None


def board_lines(position: Position) -> Iterator[str]:
    """All stones: those of the set-up, then in the order in which they were played, as a program may count on."""
    game, contents = position.game, [cell.content for cell in position.view().cells]
    if OBSTACLE in contents:
        raise NoughtsError("Gomocup's protocol knows no obstacles")
    played = [game.clicks(move.code)[0] for move in position.move_stack]
    set_up = [at for at, content in enumerate(contents) if content in MARKS and at not in played]
    yield "BOARD"
    for at in (*set_up, *played):
        owner = OURS if contents[at] == MARKS[position.turn] else THEIRS
        row, column = divmod(at, game.columns)
        yield f"{column},{row},{owner}"
    yield "DONE"
