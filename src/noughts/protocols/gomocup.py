"""Our engine in Gomocup's protocol, which Piskvork and its kin speak, for boards with five in a row.

    START SIZE, RECTSTART WIDTH,HEIGHT      OK, once everything is compiled
    RESTART                                 OK, with an empty board of the same size
    BEGIN, TURN X,Y                         X,Y: our move; columns and rows count from 0 at the top left
    BOARD, lines of X,Y,FIELD, DONE         X,Y; a field is 1 for our stone, 2 for theirs, 3 for an obstacle
    TAKEBACK X,Y                            OK
    INFO KEY VALUE                          nothing: timeout_turn, timeout_match, time_left, max_memory, rule; and
                                            max_node, max_depth, which Yixin and Rapfi have added
    ABOUT                                   name, version and so on
    END                                     nothing

Unknown commands are answered UNKNOWN, mistakes ERROR, and a bad INFO, to which no answer is expected,
MESSAGE. Only a move looks like two numbers with a comma. While we think INFO and ABOUT are answered at once (a
timeout_turn of 0 makes us move at once), TURN and BEGIN wait until our move is out, and START, RECTSTART, RESTART,
BOARD and TAKEBACK break the thought off: its move is not told any more.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import noughts
from noughts.board import OBSTACLE, Game, O, Position, X
from noughts.engine.engine import Engine
from noughts.engine.engine_text import DEFAULT_NAME, EngineSettings, EngineText
from noughts.errors import NoughtsError, shown
from noughts.protocols.limits import gomocup_limit
from noughts.protocols.machine import Machine, Ticket
from noughts.registry import game as find_game

K = 5
OURS, THEIRS, NOBODYS = 1, 2, 3
_RULES = {0: "", 1: "exact-"}  # what stands before a game's name: five or more win, exactly five win
_CELL = re.compile(r"(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})")
_STONE = re.compile(r"(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})")
_NUMBERS = {"timeout_turn", "timeout_match", "time_left", "max_memory", "rule", "max_node", "max_depth"}
_CANCELLING = {"START", "RECTSTART", "RESTART", "BOARD", "TAKEBACK"}

Cell = tuple[int, int]  # column and row, from 0 at the top left


class GomocupEngine(Machine):
    """An engine by its text, on one board at a time.

    >>> machine = GomocupEngine("noughts:nodes=100")
    >>> lines = "START 15/BOARD/4,7,1/5,7,1/6,7,1/7,7,1/3,7,2/4,8,2/6,8,2/2,2,2/DONE"
    >>> for line in lines.split("/"):
    ...     for answer in machine.handle(line):
    ...         print(answer)
    OK
    8,7
    """

    name = "gomocup"
    line_end = "\r\n"

    def __init__(self, engine: str = DEFAULT_NAME) -> None:
        self._engine_text = EngineText.read(engine)
        self._engine = Engine(engine)
        self._size: tuple[int, int] | None = None  # columns and rows, once the game has started
        self._stones: dict[Cell, int] = {}
        self._board: dict[Cell, int] | None = None  # while it is being set up
        self._board_fault: str | None = None
        self._info: dict[str, int] = {}
        self._commands: dict[str, Callable[[str, Ticket], Iterable[str]]] = {
            "START": self._start,
            "RECTSTART": self._rectstart,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "BOARD": self._set_board,
            "TAKEBACK": self._takeback,
            "INFO": self._set_info,
            "ABOUT": self._about,
            "END": self._end,
        }

    def refusal(self, message: str) -> str:
        return f"ERROR {message}"

    def answers(self, line: str, ticket: Ticket) -> Iterable[str]:
        word, rest = _split(line)
        if not word:
            return ()
        if self._board is not None and word not in ("START", "RECTSTART", "RESTART", "INFO", "ABOUT", "END"):
            return self._add_to_board(line, ticket)
        if word not in self._commands:
            return [f"UNKNOWN {shown(word)}: the commands are {', '.join(self._commands)}"]
        return self._commands[word](rest, ticket)

    def overtake(self, line: str, waiting: list[Ticket]) -> Iterable[str] | None:
        word, rest = _split(line)
        if word == "END":
            for ticket in waiting:
                ticket.cancel()
            return self.handle(line)
        if not waiting:
            return None
        if word in _CANCELLING:
            for ticket in waiting:
                ticket.cancel()
        if word == "INFO":
            answers = list(self.handle(line))
            if rest.split() == ["timeout_turn", "0"]:
                for ticket in waiting:
                    ticket.stop()
            return answers
        return self.handle(line) if word == "ABOUT" else None

    # The commands

    def _start(self, rest: str, ticket: Ticket) -> Iterable[str]:
        if not re.fullmatch("[0-9]{1,9}", rest):
            raise NoughtsError(f"START {shown(rest)}: write START SIZE, such as START 15")
        return self._set_size(int(rest), int(rest))

    def _rectstart(self, rest: str, ticket: Ticket) -> Iterable[str]:
        size = _CELL.fullmatch(rest)
        if size is None:
            raise NoughtsError(f"RECTSTART {shown(rest)}: write RECTSTART WIDTH,HEIGHT, such as RECTSTART 20,15")
        return self._set_size(int(size[1]), int(size[2]))

    def _set_size(self, columns: int, rows: int) -> Iterable[str]:
        self._size, self._board = None, None
        game = self._game_of(columns, rows)
        self._engine = self._new_engine()
        self._engine.prepare(game)
        self._size, self._stones = (columns, rows), {}
        return ["OK"]

    def _restart(self, rest: str, ticket: Ticket) -> Iterable[str]:
        columns, rows = self._started()
        return self._set_size(columns, rows)

    def _begin(self, rest: str, ticket: Ticket) -> Iterable[str]:
        self._started()
        if self._stones:
            raise NoughtsError("BEGIN is for an empty board; write TURN X,Y or BOARD")
        return self._think(ticket)

    def _turn(self, rest: str, ticket: Ticket) -> Iterable[str]:
        cell = self._cell("TURN", rest)
        if cell in self._stones:
            raise NoughtsError(f"TURN {rest}: a stone stands there")
        self._stones[cell] = THEIRS
        return self._think(ticket)

    def _takeback(self, rest: str, ticket: Ticket) -> Iterable[str]:
        cell = self._cell("TAKEBACK", rest)
        if cell not in self._stones:
            raise NoughtsError(f"TAKEBACK {rest}: no stone stands there")
        del self._stones[cell]
        return ["OK"]

    def _set_board(self, rest: str, ticket: Ticket) -> Iterable[str]:
        self._started()
        self._board, self._board_fault = {}, None
        return ()

    def _add_to_board(self, line: str, ticket: Ticket) -> Iterable[str]:
        """A line between BOARD and DONE. The first that is wrong is told at the end, where an answer is expected."""
        assert self._board is not None
        if line.upper() == "DONE":
            stones, self._board = self._board, None
            if self._board_fault is not None:
                raise NoughtsError(self._board_fault)
            self._stones = stones
            return self._think(ticket)
        found = _STONE.fullmatch(line)
        fault = None
        if found is None or int(found[3]) not in (OURS, THEIRS, NOBODYS):
            fault = f"BOARD: {shown(line)} is no stone; write X,Y,FIELD with a field from 1 to 3, and DONE at the end"
        elif not self._is_on_board(cell := (int(found[1]), int(found[2]))):
            fault = f"BOARD: {shown(line)} is off the board"
        elif cell in self._board:
            fault = f"BOARD: {shown(line)} is there twice"
        else:
            self._board[cell] = int(found[3])
        self._board_fault = self._board_fault or fault
        return ()

    def _set_info(self, rest: str, ticket: Ticket) -> Iterable[str]:
        key, _, value = rest.partition(" ")
        if key.lower() not in _NUMBERS:
            return ()  # there are others, which say nothing to us
        if not re.fullmatch("-?[0-9]{1,18}", value.strip()):
            return [f"MESSAGE INFO {key} {shown(value)}: it must be a whole number"]
        self._info[key.lower()] = int(value)
        if key.lower() == "rule":
            if int(value) not in _RULES:
                return [f"MESSAGE INFO rule {value}: it must be 0 (five or more win) or 1 (exactly five win)"]
            if self._size is not None:  # the rule comes after START, and the clock runs from the next line on
                self._engine.prepare(self._game_of(*self._size))
        return ()

    def _about(self, rest: str, ticket: Ticket) -> Iterable[str]:
        return [f'name="Noughts", version="{noughts.__version__}", author="the Noughts authors"']

    def _end(self, rest: str, ticket: Ticket) -> Iterable[str]:
        self.is_over = True
        return ()

    # The board

    def _started(self) -> tuple[int, int]:
        if self._size is None:
            raise NoughtsError("there is no board yet: write START SIZE or RECTSTART WIDTH,HEIGHT")
        return self._size

    def _is_on_board(self, cell: Cell) -> bool:
        columns, rows = self._started()
        return 0 <= cell[0] < columns and 0 <= cell[1] < rows

    def _cell(self, command: str, rest: str) -> Cell:
        found = _CELL.fullmatch(rest)
        columns, rows = self._started()
        if found is None or not self._is_on_board((int(found[1]), int(found[2]))):
            right = f"write {command} X,Y, from 0,0 to {columns - 1},{rows - 1}"
            raise NoughtsError(f"{command} {shown(rest)}: {right}")
        return int(found[1]), int(found[2])

    def _game_of(self, columns: int, rows: int) -> Game:
        rule = self._info.get("rule", 0)
        if rule not in _RULES:
            raise NoughtsError(f"rule {rule} is not played here; there are 0 (five or more win) and 1 (exactly five)")
        return find_game(f"{_RULES[rule]}{rows}x{columns}x{K}")

    def _position(self) -> Position:
        """The board with us to move. Who began does not matter, unless both have as many stones: then we did."""
        game, owners = self._game_of(*self._started()), list(self._stones.values())
        turn = int(owners.count(THEIRS) > owners.count(OURS))
        marks = {OURS: (X, O)[turn], THEIRS: (O, X)[turn], NOBODYS: OBSTACLE}
        names = {cell: game.cells[cell[1] * game.columns + cell[0]].name for cell in self._stones}
        cells = {names[cell]: marks[owner] for cell, owner in self._stones.items()}
        return game.with_cells(cells, turn)

    def _think(self, ticket: Ticket) -> Iterator[str]:
        position = self._position()
        if self._table_mb() != self._engine.settings.hash_mb:  # INFO has come after START
            self._engine = self._new_engine()
        analysis = self._engine.playing(position, gomocup_limit(self._info))
        ticket.watch(analysis)
        move = None
        for result in analysis:
            move = result.move
        if move is None or ticket.is_cancelled:
            return
        row, column = divmod(position.game.clicks(move.code)[0], position.game.columns)
        self._stones[column, row] = OURS
        yield f"{column},{row}"

    def _new_engine(self) -> Engine:
        """A fresh one for every game: nothing that was learned in the last one stays."""
        settings: dict[str, Any] = dict(self._engine_text.settings)
        return Engine(self._engine_text.name, **settings | {"hash_mb": self._table_mb()})

    def _table_mb(self) -> float:
        """The table's size of the engine's text, but not more than a quarter of the memory that was allowed."""
        megabytes = EngineSettings.read(str(self._engine_text)).hash_mb
        most = self._info.get("max_memory", 0) / 2**20
        return min(megabytes, max(1.0, most / 4)) if most > 0 else megabytes


def _split(line: str) -> tuple[str, str]:
    word, _, rest = line.strip().partition(" ")
    return word.upper(), rest.strip()
