"""Programs that speak UGI, as engines."""

import contextlib
import re
from collections.abc import Iterator, Sequence

from noughts.board import Game, Position
from noughts.conformance.discovery import existing_file, is_file_name
from noughts.engine.limit import Limit
from noughts.engine.results import Result, Stats
from noughts.engine.score import Score
from noughts.errors import NoughtsError, PlayerFault, shown
from noughts.protocols.host import Host
from noughts.protocols.limits import write_go
from noughts.protocols.process import BotProcess
from noughts.protocols.ugi_info import read_facts, read_info
from noughts.registry import game as find_game
from noughts.registry import name_of

GAME_OPTION = "game"
_OPTION = re.compile(r"option\s+name\s+(?P<name>.+?)\s+type\s+(?P<type>\S+)(?P<rest>.*)")
_VAR = re.compile(r"\svar\s+(\S+)")


class UgiHost(Host):
    """`position` is followed by `isready`, so that nothing that was said before counts as an answer to `go`."""

    goodbye = "quit"

    def _greet(self, process: BotProcess, game: Game) -> None:
        self._position: Position | None = None
        declared = self._handshake(process)
        options = {name.lower(): value for name, value in self.bot.options.items()}
        unknown = [name for name in self.bot.options if name.lower() not in declared]
        if unknown:
            known = ", ".join(found["name"] for found in declared.values()) or "none"
            raise NoughtsError(f"{self.bot.name} has no option {unknown[0]!r}; it has {known}")
        if GAME_OPTION in declared and GAME_OPTION not in options:
            options[GAME_OPTION] = self._name_of(game, _VAR.findall(declared[GAME_OPTION]["rest"]))
        for name, value in options.items():
            self._send(process, f"setoption name {declared[name]['name']} value {value}")
        self._new_game(process, game)

    def _name_of(self, game: Game, known: Sequence[str]) -> str:
        """The program's name for the game; without a list of names it is expected to know ours."""
        if not known:
            name = name_of(game)
            return str(existing_file(name, "game")) if is_file_name(name) else name  # it may run in another folder
        for name in known:
            with contextlib.suppress(NoughtsError):  # a game that is not played here
                if find_game(name) == game:
                    return name
        raise NoughtsError(f"{self.bot.name} does not play {game.name}; it plays {', '.join(known)}")

    def _handshake(self, process: BotProcess) -> dict[str, re.Match[str]]:
        """The options that it declares, by their names in lower case."""
        declared: dict[str, re.Match[str]] = {}

        def is_end(line: str) -> bool:
            found = _OPTION.fullmatch(line.strip())
            if found is not None:
                declared[found["name"].lower()] = found
            return line.split()[:1] == ["ugiok"]

        self._send(process, "ugi")
        process.wait_for(is_end, self.patience, "ugi with ugiok")
        return declared

    def _new_game(self, process: BotProcess, game: Game) -> None:
        self._position = None
        self._send(process, "uginewgame")
        self._synchronize(process, self.patience)

    def _synchronize(self, process: BotProcess, seconds: float, late: PlayerFault | None = None) -> None:
        self._send(process, "isready")
        process.wait_for(lambda line: line.split()[:1] == ["readyok"], seconds, "isready with readyok", late)

    def _ask(self, process: BotProcess, position: Position, limit: Limit) -> Iterator[str]:
        if self._position is not None and not _follows(position, self._position):
            self._new_game(process, position.game)
        self._position = position.copy()
        self._told: Result | None = None
        self._facts = Score(0, position.turn), Stats()
        self._send(process, position_command(position))
        self._synchronize(process, self._allowed(limit, position), self._late(limit, position))
        yield write_go(limit)

    def _hurry(self, process: BotProcess) -> None:
        self._send(process, "stop")

    def _read(self, line: str, position: Position, seconds: float) -> tuple[Result | None, bool]:
        words = line.split()
        if words[:1] == ["info"] and "string" not in words:
            self._told = read_info(words, position) or self._told
            self._facts = read_facts(words, position.turn) or self._facts
            return self._told, False
        if words[:1] != ["bestmove"]:
            return None, False
        try:
            move = position.parse_move(words[1] if len(words) > 1 else "")
        except NoughtsError as error:
            raise PlayerFault(f"it answered {shown(line.strip())}: {error}") from None
        told = self._told
        score, stats = self._facts if told is None else (told.score, told.stats)
        pv = told.pv if told is not None and told.pv[:1] == [move] else [move]
        return Result(move, score, pv, _timed(stats, seconds)), True


def position_command(position: Position) -> str:
    """A position as UGI writes it: where its game began, and the moves since."""
    root = position.root()
    start = "startpos" if root == position.game.start() else f"fen {root.text()}"
    moves = f" moves {' '.join(map(str, position.move_stack))}" if position.move_stack else ""
    return f"position {start}{moves}"


def _follows(position: Position, earlier: Position) -> bool:
    """Whether a position comes from an earlier one of the same game."""
    count = len(earlier.move_stack)
    return position.move_stack[:count] == earlier.move_stack and position.root() == earlier.root()


def _timed(stats: Stats, seconds: float) -> Stats:
    return Stats(nodes=stats.nodes, depth=stats.depth, nodes_per_second=stats.nodes_per_second, time=seconds)
