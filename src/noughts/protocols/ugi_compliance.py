"""Requirements for a program that speaks UGI."""

import random
import re
from collections.abc import Callable
from itertools import pairwise

from noughts.board import Position
from noughts.errors import NoughtsError, PlayerFault, shown
from noughts.protocols.compliance import NONSENSE, Examination, random_game
from noughts.protocols.ugi_host import GAME_OPTION, position_command
from noughts.registry import name_of

_MOVE_SECONDS = 0.3
_MOST_MOVES = 12  # of a game that is played against it
_CLOCK_SECONDS = 10.0
_CLOCKS = "go p1time 10000 p2time 10000 p1inc 100 p2inc 100"
_TYPES = ("check", "spin", "combo", "string", "button")
_OPTION = re.compile(r"option name (?P<name>.+?) type (?P<type>\S+)(?: (?P<rest>.*))?")
_COUNTERS = ("depth", "seldepth", "time", "nodes", "nps", "hashfull", "multipv")


class UgiExamination(Examination):
    goodbye = "quit"

    def _trials(self) -> list[tuple[str, Callable[[], object]]]:
        return [
            ("answers ugi with its name, its options and ugiok", self._greet),
            ("answers isready with readyok", self._synchronize),
            ("knows whose turn it is, when a game is over and who has won", self._query),
            ("plays a legal move by a depth", lambda: self._plays("go depth 1")),
            ("plays a legal move by a number of nodes", lambda: self._plays("go nodes 100")),
            ("plays a legal move within its time", self._plays_in_time),
            ("plays a legal move by its clock", lambda: self._plays(_CLOCKS, seconds=_CLOCK_SECONDS + self.margin)),
            ("plays a legal move in a position that was set up", self._plays_set_up),
            ("plays legal moves all through a game", self._plays_on),
            ("tells what it finds in info lines that can be read", self._informs),
            ("answers isready while it thinks, and stop with its move", self._stops),
            ("begins a new game after uginewgame", self._begins_again),
            ("goes on after lines that make no sense", self._ignores),
            ("goes on after a position that does not exist", self._refuses),
        ]

    def _greet(self) -> None:
        lines: list[str] = []

        def is_end(line: str) -> bool:
            lines.append(line.strip())
            return lines[-1] == "ugiok"

        self._send("ugi")
        self._answer(is_end, "ugi with ugiok")
        for word in ("name", "author"):
            if not any(line.startswith(f"id {word} ") for line in lines):
                raise PlayerFault(f"it says no line id {word} … before ugiok")
        for line in filter(lambda line: line.startswith("option"), lines):
            option = _OPTION.fullmatch(line)
            if option is None or option["type"] not in _TYPES:
                raise PlayerFault(
                    f"it says {shown(line, 80)}; write option name NAME type {'|'.join(_TYPES)} default …"
                )
            if option["name"].lower() == GAME_OPTION:
                self._send(f"setoption name {option['name']} value {name_of(self.game)}")
        for name, value in self.bot.options.items():
            self._send(f"setoption name {name} value {value}")

    def _synchronize(self) -> None:
        self._send("isready")
        self._answer(lambda line: line.strip() == "readyok", "isready with readyok")

    def _query(self) -> None:
        positions = random_game(self.game)
        for position in (positions[0], positions[1], positions[-1]):
            outcome = position.outcome()
            winner = None if outcome is None else outcome.winner
            result = "none" if outcome is None else "draw" if winner is None else f"p{winner + 1}win"
            right = {"gameover": str(outcome is not None).lower(), "result": result}
            if outcome is None:
                right["p1turn"] = str(position.turn == 0).lower()
            self._set(position)
            for question, answer in right.items():
                self._send(f"query {question}")
                said = self._answer(lambda line: line.startswith("response"), f"query {question} with response")
                if said.split()[1:] != [answer]:
                    raise PlayerFault(
                        f"it answers query {question} with {shown(said)} after {position_command(position)};"
                        f" it must be response {answer}"
                    )

    def _set(self, position: Position) -> None:
        self._send(position_command(position))
        self._synchronize()

    def _plays(self, go: str, position: Position | None = None, seconds: float | None = None) -> list[str]:
        """Every line that it says on the way to its move, which must be legal."""
        position = position or self.game.start()
        self._set(position)
        lines: list[str] = []

        def is_move(line: str) -> bool:
            lines.append(line.strip())
            return line.split()[:1] == ["bestmove"]

        self._send(go)
        self._answer(is_move, f"{go} with bestmove", seconds)
        self._move(lines[-1], position)
        return lines

    def _move(self, line: str, position: Position) -> str:
        move = " ".join(line.split()[1:2])
        try:
            return str(position.parse_move(move))
        except NoughtsError as error:
            raise PlayerFault(f"it says {shown(line)} after {position_command(position)}: {error}") from None

    def _plays_in_time(self) -> None:
        self._plays(f"go movetime {round(1000 * _MOVE_SECONDS)}", seconds=_MOVE_SECONDS + self.margin)

    def _plays_set_up(self) -> None:
        positions = random_game(self.game)
        self._plays("go depth 1", self.game.position(positions[len(positions) // 2].text()))

    def _plays_on(self) -> None:
        chance, position = random.Random(2), self.game.start()
        for _ in range(_MOST_MOVES):
            if position.is_game_over():
                return
            position.push(self._move(self._plays("go movetime 20", position)[-1], position))
            if not position.is_game_over():
                position.push(chance.choice(position.legal_moves))

    def _informs(self) -> None:
        position = self.game.start()
        for line in self._plays("go depth 2", position):
            words = line.split()
            if words[:1] != ["info"] or "string" in words:
                continue
            for counter, value in pairwise(words):
                if counter in (*_COUNTERS, "cp", "mate") and not re.fullmatch("-?[0-9]+", value):
                    raise PlayerFault(f"it says {shown(line, 120)}: {counter} is {shown(value)}, which is no number")
            after = position.copy()
            for move in words[words.index("pv") + 1 :] if "pv" in words else []:
                if not after.is_legal(move):
                    raise PlayerFault(f"it says {shown(line, 120)}: {shown(move)} in its pv is not legal there")
                after.push(move)

    def _stops(self) -> None:
        position = self.game.start()
        self._set(position)
        self._send("go infinite")
        moves: list[str] = []

        def is_ready(line: str) -> bool:
            moves.extend([line] if line.startswith("bestmove") else [])  # a small game may be searched to its end
            return line.strip() == "readyok"

        self._send("isready")
        self._answer(is_ready, "isready while it thinks")
        self._send("stop")
        if not moves:
            moves.append(self._answer(lambda line: line.startswith("bestmove"), "stop with bestmove", self.margin))
        self._move(moves[0], position)

    def _begins_again(self) -> None:
        self._send("uginewgame")
        self._synchronize()
        self._plays("go depth 1")

    def _ignores(self) -> None:
        self._send(*NONSENSE)
        self._synchronize()
        self._plays("go depth 1")

    def _refuses(self) -> None:
        self._send("position fen this is no position", "position startpos moves none")
        self._synchronize()
        self._plays("go depth 1")
