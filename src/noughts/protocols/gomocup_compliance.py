"""Requirements for a program that speaks Gomocup's protocol."""

import random
import re
from collections.abc import Callable

from noughts.board import Position
from noughts.errors import PlayerFault, shown
from noughts.protocols.compliance import NONSENSE, Examination, random_game
from noughts.protocols.gomocup_host import board_lines, cell_text, is_remark, move_of, rule_of, start_line

_TURN_SECONDS = 0.3
_TURNS = 5


class GomocupExamination(Examination):
    line_end = "\r\n"
    goodbye = "END"

    def _trials(self) -> list[tuple[str, Callable[[], object]]]:
        return [
            (f"answers {start_line(self.game)} with OK", self._greet),
            ("answers ABOUT with its name", self._about),
            ("says nothing to INFO", self._is_silent),
            ("opens the game after BEGIN, within its time", self._begins),
            ("answers TURN with legal moves", self._turns),
            ("answers RESTART with OK and begins again", self._restarts),
            ("goes on from a BOARD", self._board),
            ("takes moves back", self._takes_back),
            ("answers a TURN that is off the board with ERROR", self._refuses),
            ("answers RECTSTART, if only to refuse it", self._rectstart),
            ("answers an unknown command with UNKNOWN", self._unknown),
            ("goes on after lines that make no sense", self._ignores),
        ]

    def _greet(self) -> None:
        self._expect(start_line(self.game), "OK")
        told = {
            "timeout_turn": round(1000 * _TURN_SECONDS),
            "timeout_match": 0,
            "rule": rule_of(self.game),
            "game_type": 1,
        }
        self._send(*(f"INFO {key} {value}" for key, value in (told | dict(self.bot.options)).items()))

    def _reply(self, line: str, seconds: float | None = None) -> str:
        """The answer to a line; remarks do not count."""
        self._alive.forget_lines()
        self._send(line)
        return self._answer(lambda answer: not is_remark(answer), line, seconds)

    def _expect(self, line: str, *wanted: str) -> None:
        answer = self._reply(line)
        if answer.split()[:1] not in [[word] for word in wanted]:
            raise PlayerFault(f"it answers {line} with {shown(answer)}; it must be {' or '.join(wanted)}")

    def _move(self, line: str, position: Position) -> None:
        """The program's move in a position, which it learns of by a line."""
        position.push(move_of(self._reply(line, _TURN_SECONDS + self.margin), position))

    def _new_board(self) -> Position:
        self._expect("RESTART", "OK")
        return self.game.start()

    def _about(self) -> None:
        answer = self._reply("ABOUT")
        if not re.search(r'name\s*=\s*"', answer):
            raise PlayerFault(f'it answers ABOUT with {shown(answer, 80)}; it must hold name="…"')

    def _is_silent(self) -> None:
        answer = self._reply("INFO game_type 1\r\nINFO nothing-that-you-know 7\r\nABOUT")
        if "name" not in answer:
            raise PlayerFault(f"it answers INFO with {shown(answer)}; it must say nothing")

    def _begins(self) -> None:
        self._move("BEGIN", self._new_board())

    def _turns(self) -> None:
        chance, position = random.Random(2), self._new_board()
        for _ in range(_TURNS):
            position.push(chance.choice(position.legal_moves))
            self._move(f"TURN {cell_text(self.game, position.peek())}", position)
            if position.is_game_over():
                return

    def _restarts(self) -> None:
        self._begins()
        self._begins()

    def _board(self) -> None:
        self._new_board()
        position = random_game(self.game)[6]
        self._move("\r\n".join(board_lines(position)), position)

    def _takes_back(self) -> None:
        position = self._new_board()
        position.push(position.legal_moves[0])
        for _ in range(2):
            self._move(f"TURN {cell_text(self.game, position.peek())}", position)
            for _ in range(2):
                self._expect(f"TAKEBACK {cell_text(self.game, position.pop())}", "OK")
            position.push(position.legal_moves[-1])

    def _refuses(self) -> None:
        self._new_board()
        self._expect(f"TURN {self.game.columns},{self.game.rows}", "ERROR")

    def _rectstart(self) -> None:
        self._expect(f"RECTSTART {self.game.columns},{self.game.rows - 1}", "OK", "ERROR", "UNKNOWN")
        self._expect(start_line(self.game), "OK")

    def _unknown(self) -> None:
        self._expect("FLY", "UNKNOWN")

    def _ignores(self) -> None:
        self._reply("\r\n".join(NONSENSE))
        self._drop_remaining()
        self._begins()

    def _drop_remaining(self) -> None:
        """Whatever else it says to the nonsense comes before its answer to RESTART."""
        self._send("RESTART")
        self._answer(lambda answer: answer.split()[:1] == ["OK"], "RESTART after nonsense")
