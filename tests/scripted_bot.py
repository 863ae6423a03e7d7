"""Somebody's program, which speaks UGI or Gomocup's protocol and behaves in one way or another.

    python scripted_bot.py ugi|gomocup BEHAVIOUR

It plays by the naive rules, which need no compiling: it starts quickly.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable

from noughts.reference import Board
from noughts.reference import game as reference_game


class Bot:
    """An honest one: the first legal move."""

    def __init__(self) -> None:
        self.game = "tictactoe"
        self.moves: list[str] = []
        self.start: str | None = None

    def say(self, *lines: str) -> None:
        for line in lines:
            print(line, flush=True)

    @property
    def board(self) -> Board:
        rules = reference_game(self.game)
        board = rules.start() if self.start is None else rules.parse(self.start)
        for move in self.moves:
            board = board.play(move)
        return board

    def move(self) -> str:
        return self.board.legal_moves()[0]

    def query(self, question: str) -> str:
        board = self.board
        if question == "result":
            winner = board.winner()
            return "none" if not board.is_over() else "draw" if winner is None else f"p{winner + 1}win"
        return str(board.turn == 0 if question == "p1turn" else board.is_over()).lower()

    def think(self, line: str) -> None:
        """After `go`."""
        move = self.move()
        self.say(f"info depth 1 nodes 7 time 2 score cp 25 pv {move}", f"bestmove {move}")

    def ugi(self, lines: Iterable[str]) -> None:
        for line in lines:
            match line.split():
                case ["ugi"]:
                    self.say("id name scripted", "id author the tests")
                    self.say("option name Game type string default tictactoe")
                    self.say("option name Style type combo default calm var calm var wild", "ugiok")
                case ["isready"]:
                    self.say("readyok")
                case ["setoption", "name", "Game", "value", name]:
                    self.game = name
                case ["setoption", "name", "Style", "value", style]:
                    self.say(f"info string the style is {style}")
                case ["query", question]:
                    self.say(f"response {self.query(question)}")
                case ["position", "fen", "this", *_] | ["position", *_, "none"]:
                    pass
                case ["position", *words]:
                    split = words.index("moves") if "moves" in words else len(words)
                    self.moves = words[split + 1 :]
                    self.start = None if words[0] == "startpos" else " ".join(words[1:split])
                case ["go", *_]:
                    self.think(line)
                case ["quit"]:
                    self.quit()

    def gomocup(self, lines: Iterable[str]) -> None:
        size, taken = 0, set[tuple[int, int]]()
        self.told: list[str] = []
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            match word:
                case "START" | "RESTART":
                    size, taken = int(rest or size), set()
                    self.say("MESSAGE hello", "OK")
                case "ABOUT":
                    self.say('name="scripted"')
                case "INFO":
                    self.told.append(rest)
                case "BOARD":
                    pass
                case "TAKEBACK":
                    taken.remove(cell(rest))
                    self.say("OK")
                case "TURN" if max(cell(rest)) >= size:
                    self.say("ERROR off the board")
                case "BEGIN" | "TURN" | "DONE":
                    if rest:
                        taken.add(cell(rest))
                    free = [(x, y) for y in range(size) for x in range(size) if (x, y) not in taken]
                    taken.add(free[0])
                    self.answer_turn(free[0])
                case "END":
                    self.quit()
                case _ if rest == "" and word.count(",") == 2:
                    taken.add(cell(word.rpartition(",")[0]))
                case _:
                    self.say("UNKNOWN")

    def info(self, key: str) -> int:
        """The last number that INFO has told of this."""
        return [int(line.split()[1]) for line in self.told if line.split()[0] == key][-1]

    def answer_turn(self, free: tuple[int, int]) -> None:
        self.say(f"{free[0]},{free[1]}")

    def quit(self) -> None:
        sys.exit(0)


def cell(text: str) -> tuple[int, int]:
    x, y = text.split(",")
    return int(x), int(y)


class Cheats(Bot):
    def think(self, line: str) -> None:
        self.say(f"bestmove {self.moves[-1] if self.moves else self.move()}")

    def answer_turn(self, free: tuple[int, int]) -> None:
        self.say("0,99")


class PlaysByRule(Bot):
    """In the column whose number is the rule that it was told."""

    def answer_turn(self, free: tuple[int, int]) -> None:
        self.say(f"{self.info('rule')},{free[1]}")


class KnowsNoRules(Bot):
    def query(self, question: str) -> str:
        return {"gameover": "false", "result": "none"}.get(question, "true")


class Hangs(Bot):
    def think(self, line: str) -> None:
        while True:
            time.sleep(60)

    def answer_turn(self, free: tuple[int, int]) -> None:
        self.think("")


class Dies(Bot):
    def think(self, line: str) -> None:
        print("I have had enough", file=sys.stderr, flush=True)
        os._exit(3)

    def answer_turn(self, free: tuple[int, int]) -> None:
        self.think("")


class LeavesAfterAMove(Bot):
    def think(self, line: str) -> None:
        super().think(line)
        sys.exit(0)


class Floods(Bot):
    def think(self, line: str) -> None:
        while True:
            sys.stdout.write("info depth 1 nodes 1\n" * 1_000)


class WritesOneLongLine(Bot):
    def think(self, line: str) -> None:
        while True:
            sys.stdout.write("x" * 10_000)


class AnswersLate(Bot):
    """A second after its time."""

    def think(self, line: str) -> None:
        if "movetime" in line:
            time.sleep(int(line.split()[2]) / 1000 + 1)
        super().think(line)


class IgnoresQuit(Bot):
    """And so does what it has started."""

    def __init__(self) -> None:
        super().__init__()
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])

    def quit(self) -> None:
        while True:
            time.sleep(60)


class LeavesAnotherBehind(Bot):
    """Politely, but for what it has started, in a session of its own."""

    def __init__(self) -> None:
        super().__init__()
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"], start_new_session=True)


def detach(code: str) -> None:
    """Start a process that is nobody's child, in a session of its own and without our environment."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execve(sys.executable, [sys.executable, "-c", code], {})
        os._exit(0)
    os.wait()


class LeavesADetachedOneBehind(Bot):
    def __init__(self) -> None:
        super().__init__()
        detach("import time; time.sleep(1000)")


class TakesMemoryDetached(Bot):
    def think(self, line: str) -> None:
        detach("import time; taken = b'x' * 300_000_000; time.sleep(1000)")
        time.sleep(1000)


class SaysNothingReadable(Bot):
    """Before it moves."""

    def think(self, line: str) -> None:
        sys.stdout.buffer.write(b"\xff\xfe\x00binary\x80\n\n \t\nbestmovex\ninfo depth x nodes -1 score cp 1e9 pv zz\n")
        self.say("info", "info score mate 99999999999999999999999 pv", f"bestmove {self.move()} ponder a1")


class TakesMemory(Bot):
    """In a process that it starts, in a session of its own."""

    def think(self, line: str) -> None:
        takes = [sys.executable, "-c", "taken = b'x' * 300_000_000; input()"]
        subprocess.run(takes, stdin=sys.stdin, start_new_session=True, check=False)


class TakesWhatItIsTold(Bot):
    """All of max_memory, for its table, at its first move."""

    def answer_turn(self, free: tuple[int, int]) -> None:
        self.table = b"x" * self.info("max_memory")
        time.sleep(0.5)  # until the host has looked
        super().answer_turn(free)


class Complains(Bot):
    """Before it moves, and at its second move only complains."""

    turns = 0

    def answer_turn(self, free: tuple[int, int]) -> None:
        self.turns += 1
        self.say("ERROR there is no nothing", "UNKNOWN command")
        if self.turns == 1:
            super().answer_turn(free)


class PlaysByNews(Bot):
    """In the column whose number is how many lines of INFO have come since its last move, row by row."""

    turns = 0

    def answer_turn(self, free: tuple[int, int]) -> None:
        self.say(f"{len(self.told)},{self.turns}")
        self.told.clear()
        self.turns += 1


class SaysHowDeep(Bot):
    """As deep as the nodes that it was told."""

    def answer_turn(self, free: tuple[int, int]) -> None:
        self.say(f"MESSAGE Depth {self.info('max_node')}-400 | Eval -25 | Time 3ms")
        super().answer_turn(free)


class IsSilent(Bot):
    def ugi(self, lines: Iterable[str]) -> None:
        for _ in lines:
            pass

    gomocup = ugi


class SaysTwoMoves(Bot):
    """The second counts for nothing, and is not legal next time."""

    def think(self, line: str) -> None:
        self.say(f"bestmove {self.move()}", f"bestmove {self.move()}")


class ThinksUntilStopped(Bot):
    def ugi(self, lines: Iterable[str]) -> None:
        waiting = iter(lines)
        for line in waiting:
            if line.split()[0] == "go":
                self.say(f"info depth 1 nodes 1 score cp 1 pv {self.move()}")
                while next(waiting).strip() != "stop":
                    pass
                self.say(f"bestmove {self.move()}")
            else:
                super().ugi([line])


class IsRefusing(Bot):
    def gomocup(self, lines: Iterable[str]) -> None:
        for _ in lines:
            self.say("ERROR I do not like this")


BEHAVIOURS: dict[str, Callable[[], Bot]] = {
    kind.__name__: kind
    for kind in (
        Bot,
        Cheats,
        PlaysByRule,
        KnowsNoRules,
        Hangs,
        Dies,
        LeavesAfterAMove,
        Floods,
        WritesOneLongLine,
        AnswersLate,
        IgnoresQuit,
        LeavesAnotherBehind,
        LeavesADetachedOneBehind,
        TakesMemoryDetached,
        SaysNothingReadable,
        TakesMemory,
        TakesWhatItIsTold,
        Complains,
        PlaysByNews,
        SaysHowDeep,
        IsSilent,
        SaysTwoMoves,
        ThinksUntilStopped,
        IsRefusing,
    )
}


if __name__ == "__main__":
    protocol, behaviour = sys.argv[1:3]
    bot = BEHAVIOURS[behaviour]()
    (bot.ugi if protocol == "ugi" else bot.gomocup)(sys.stdin)
    bot.quit()
