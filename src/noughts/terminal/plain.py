"""The plain dialogue: questions and answers in lines of text, for a screen reader, a pipe or a small terminal.

It follows the dialogue of report 002: x or o, the board, whose turn it is, the legal positions; nested games ask for
the board first where it is free. At every prompt `help`, `undo`, `hint`, `save` and `quit` may be entered instead.
"""

import inspect
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from noughts.board import Game, Move, View
from noughts.board.text import draw_text
from noughts.engine import Engine, Result
from noughts.errors import NoughtsError
from noughts.levels import LEVELS
from noughts.play import Session, Setup, Thought, engine_text, label, obstacles_text, size_words, sized
from noughts.registry import families
from noughts.registry import game as find_game
from noughts.settings import SIDES, Settings
from noughts.store import HUMAN, KeptGame, Store, StoreError, statistics

_MOST_MOVES_LISTED = 81
_WIDTH = 79
_PATIENCE = 3.0  # seconds between signs of life while an engine thinks

Check = Callable[[str], object]


class Leave(Exception):  # noqa: N818 - no error: the player has had enough
    """The person quits, or the input has ended."""


class Back(Exception):  # noqa: N818
    """`undo` at a question: back to the one before."""


class Lines:
    """Asking and telling."""

    def ask(self, prompt: str) -> str:
        if sys.stdin.isatty():
            try:
                return input(prompt).strip()
            except EOFError:
                print()
                raise Leave from None
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            raise Leave
        print(line.strip())  # what a pipe enters is part of the dialogue
        return line.strip()

    def tell(self, *lines: str) -> None:
        for line in lines:
            print(line, flush=True)

    def tell_wrapped(self, text: str) -> None:
        self.tell(*textwrap.wrap(text, _WIDTH, subsequent_indent="  ", break_on_hyphens=False))


class Questions:
    """What must be known before a game begins and was not said on the command line."""

    def __init__(self, lines: Lines, settings: Settings) -> None:
        self._lines, self._settings = lines, settings

    def complete(self, given: dict[str, Any], opponent: str | None = None) -> tuple[Setup, dict[str, str]]:
        """A set-up of what was given and of answers to questions, and which settings were answered.

        `undo` goes one question back.
        """
        answers: dict[str, str] = {}
        asked: list[str] = []
        while (question := self._next({**given, **answers}, opponent)) is not None:
            try:
                answers[question] = self._ask(question, {**given, **answers})
                asked.append(question)
            except Back:
                if not asked:
                    self._lines.tell("This is the first question.")
                else:
                    del answers[asked.pop()]
        kept = {name: answer for name, answer in answers.items() if name in ("level", "side", "mark")}
        return self._setup({**given, **answers}, opponent), kept

    def _next(self, known: dict[str, Any], opponent: str | None) -> str | None:
        if "game" not in known:
            return "game"
        for word in size_words(known["game"]):
            if word not in known:
                return word
        game = find_game(self._game_name(known))
        if game.takes_cells and size_words(known["game"]) and "obstacles" not in known:
            return "obstacles"
        if opponent is None and "level" not in known:
            return "level"
        return next((question for question in ("mark", "side") if question not in known), None)

    def _ask(self, question: str, known: dict[str, Any]) -> str:
        if question == "game":
            return self._ask_game()
        if question == "obstacles":
            game = find_game(self._game_name(known))
            about = "Cells such as 'b2 c3', a number of them drawn at random, or nothing."
            return self._answer("Obstacles (none): ", about, "none", lambda text: self._obstacles(game, text))
        if question == "level":
            return self._choice(
                "Level: " + ", ".join(LEVELS), tuple(LEVELS), self._settings.level, "How well the computer plays."
            )
        if question == "mark":
            answer = self._choice("x or o", ("x", "o"), self._settings.mark.lower(), "Your mark, whoever moves first.")
            return answer.upper()
        if question == "side":
            return self._choice(
                "Do you move first, second, or by lot", SIDES, self._settings.side, "lot: chance decides."
            )
        so_far = "x".join(known.get(word, word) for word in size_words(known["game"]))
        default = next((known[word] for word in reversed(size_words(known["game"])) if word in known), "3")
        about = f"A number; the size is written {size_words(known['game'])}: {so_far}."

        def check(text: str) -> None:
            if not text.isascii() or not text.isdigit() or len(text) > 3:
                raise NoughtsError(f"{question} is {text!r}; it must be a number")
            sizes = {**known, question: text}
            if all(word in sizes for word in size_words(known["game"])):
                find_game(self._game_name(sizes))

        return self._answer(f"{question} ({default}): ", about, default, check)

    def _ask_game(self) -> str:
        names = [name for family in families() for name in family.names]
        for family in families():
            summary = inspect.cleandoc(family.__doc__ or "").splitlines()[0]
            self._lines.tell_wrapped(f"{', '.join(family.names)}: {summary}")

        def check(text: str) -> None:
            if text not in names:
                find_game(text)

        return self._answer("Which game? ", "A name from the list, or a size such as 4x5x4.", "tictactoe", check)

    def _choice(self, question: str, choices: Sequence[str], default: str, about: str) -> str:
        def check(text: str) -> None:
            if text.lower() not in choices:
                raise NoughtsError(f"{text!r} is none of {', '.join(choices)}")

        return self._answer(f"{question} ({default}): ", about, default, check).lower()

    def _answer(self, prompt: str, about: str, default: str, check: Check) -> str:
        while True:
            text = self._lines.ask(prompt)
            match text.lower():
                case "quit" | "exit":
                    raise Leave
                case "undo":
                    raise Back
                case "help":
                    self._lines.tell(about, "An empty line takes the answer that is offered. undo: one question back.")
                    continue
                case "hint":
                    self._lines.tell(f"A good answer is {default}.")
                    continue
                case "save":
                    self._lines.tell("The game has not begun: there is nothing to keep yet.")
                    continue
            try:
                check(text or default)
            except NoughtsError as error:
                self._lines.tell(str(error))
                continue
            return text or default

    def _game_name(self, known: dict[str, Any]) -> str:
        name = known["game"]
        return sized(name, [int(known[word]) for word in size_words(name)]) if size_words(name) else name

    def _obstacles(self, game: Game, text: str) -> str | None:
        return None if text == "none" else obstacles_text(game, text)

    def _setup(self, known: dict[str, Any], opponent: str | None) -> Setup:
        name = self._game_name(known)
        position = known.get("position")
        if "obstacles" in known:
            position = self._obstacles(find_game(name), known["obstacles"])
        settings = self._settings
        opponent = opponent or engine_text(
            level=known["level"],
            time=known.get("time", settings.time),
            threads=known.get("threads", settings.threads),
        )
        return Setup(name, (HUMAN, opponent), known["side"], known["mark"], position)


class Dialogue:
    """A game in lines of text."""

    def __init__(self, session: Session, store: Store | None, lines: Lines | None = None) -> None:
        self._session, self._store = session, store
        self._lines = lines or Lines()
        self._adviser: Engine | None = None
        self._told_trouble: str | None = None

    def run(self) -> None:
        """To the end of the game, or until the person leaves or the input ends."""
        session = self._session
        names = " - ".join(f"{seat.label} ({mark})" for seat, mark in zip(session.seats, session.marks, strict=True))
        self._lines.tell(f"{session.view().title}: {names}", "")
        try:
            while (seat := session.seat) is not None:
                self._tell_trouble()
                if seat.is_human:
                    self._person_moves()
                else:
                    self._computer_moves()
        except Leave:
            session.leave()
            self._tell_trouble()
            self._lines.tell(self._where_it_is())
            return
        except KeyboardInterrupt:
            session.leave()
            raise
        self._tell_trouble()
        self._lines.tell(draw_text(session.view()), self._result())

    # A person's turn

    def _person_moves(self) -> None:
        session = self._session
        view = session.view()
        self._lines.tell(draw_text(view))
        self._lines.tell("It's your turn." if len(session.people) == 1 else f"It's {view.status.split()[0]}'s turn.")
        line = len(session.line)
        while session.seat is not None and session.seat.is_human and len(session.line) == line:
            try:
                move = self._ask_move(session.view())
                if move is not None:
                    session.play(move)
                    return
            except NoughtsError as error:
                self._lines.tell_wrapped(str(error))

    def _ask_move(self, view: View) -> Move | None:
        """A legal move; None if a command was entered instead."""
        legal = self._session.position.legal_moves
        by_board = _by_board(view, legal)
        if len(by_board) > 1:
            entry = self._lines.ask(f"Which board ({', '.join(by_board)})? ")
            if self._obeys(entry):
                return None
            if entry not in by_board:
                return self._read_move(entry, legal)
            legal = by_board[entry]
            self._tell_moves(f"Positions on board {entry}", [_cell(move) for move in legal])
            entry = self._lines.ask("Which position? ")
        else:
            is_nested = bool(by_board)
            self._tell_moves("Legal moves", [_cell(move) if is_nested else move.text for move in legal])
            entry = self._lines.ask("Your move: ")
        return None if self._obeys(entry) else self._read_move(entry, legal)

    def _read_move(self, entry: str, legal: Sequence[Move]) -> Move:
        """A move in full, or only the cell where the board is known."""
        if not entry:
            raise NoughtsError("enter a move, or help")
        matching = [move for move in legal if move.text.lower() == entry.lower() or _cell(move) == entry]
        return matching[0] if len(matching) == 1 else self._session.position.parse_move(entry)

    def _tell_moves(self, what: str, moves: Sequence[str]) -> None:
        shown = moves[:_MOST_MOVES_LISTED]
        more = f" and {len(moves) - len(shown)} more (moves: lists them all)" if len(moves) > len(shown) else ""
        self._lines.tell_wrapped(f"{what}: {' '.join(shown)}{more}")

    def _obeys(self, entry: str) -> bool:
        """Whether an entry was a command; it has then been carried out."""
        session = self._session
        match entry.lower():
            case "quit" | "exit":
                raise Leave
            case "help":
                self._lines.tell(*HELP)
                self._lines.tell(inspect.cleandoc(type(session.position.game).__doc__ or ""))
            case "undo":
                count = session.undo()
                self._lines.tell(f"Took back {count} move{'s' if count > 1 else ''}.")
            case "redo":
                count = session.redo()
                self._lines.tell(f"Made {count} move{'s' if count > 1 else ''} again.")
            case "hint":
                self._hint()
            case "save":
                session.keep()
                self._tell_trouble()
                self._lines.tell(self._where_it_is())
            case "resign":
                session.resign()
            case "board":
                self._lines.tell(draw_text(session.view()))
            case "moves":
                self._lines.tell_wrapped(" ".join(move.text for move in session.position.legal_moves))
            case _:
                return False
        return True

    def _hint(self) -> None:
        self._adviser = self._adviser or Engine()
        result = self._wait_for(self._session.hint(self._adviser), "looking for a hint")
        line = " ".join(move.text for move in result.pv)
        self._lines.tell_wrapped(f"Hint: {result.move} (score {result.score}, depth {result.stats.depth}: {line})")

    # The computer's turn

    def _computer_moves(self) -> None:
        session = self._session
        seat = session.seat
        if seat is None:
            return
        mark = session.marks[session.position.turn]
        who = "computer" if len(session.people) == 1 else seat.label
        if len(session.people) != 1:
            self._lines.tell(draw_text(session.view()))
        self._lines.tell(f"It's {who}'s turn.")
        thought = session.begin_thought()
        result = self._wait_for(thought, f"{who} is thinking")
        session.answer(thought, result)
        seconds = session.line[-1].seconds or 0.0
        self._lines.tell(f"{who} ({mark}) plays {result.move} ({seconds:.2f} s).", "")

    def _wait_for(self, thought: Thought, what: str) -> Result:
        """The thought's result; where it takes long, a line now and then says how far it is."""
        found: list[Result | BaseException] = []
        latest: list[Result] = []

        def work() -> None:
            try:
                found.append(thought.run(latest.append))
            except BaseException as error:  # noqa: BLE001 - raised below, where it can be answered
                found.append(error)

        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        began = time.monotonic()
        try:
            while worker.is_alive():
                worker.join(_PATIENCE)
                if worker.is_alive():
                    depth = f", depth {latest[-1].stats.depth}, {latest[-1].score}" if latest else ""
                    self._lines.tell(f"({what}: {time.monotonic() - began:.0f} s{depth})")
        except KeyboardInterrupt:
            thought.give_up()
            raise
        if isinstance(found[0], BaseException):
            raise found[0]
        return found[0]

    # Telling

    def _tell_trouble(self) -> None:
        trouble = self._session.trouble
        if trouble and trouble != self._told_trouble:
            self._lines.tell_wrapped(f"Note: {trouble}")
        self._told_trouble = trouble

    def _where_it_is(self) -> str:
        if self._session.id is None:
            return "No move was kept." if self._session.line else "Nothing was played: there is nothing to keep."
        return f"The game is kept as number {self._session.id}; `noughts play --resume` goes on with it."

    def _result(self) -> str:
        session = self._session
        outcome = session.outcome
        if outcome is None or len(session.people) != 1:
            return ""
        me = session.people[0]
        result = "It's a draw." if outcome.winner is None else "You win!" if outcome.winner == me else "You lose."
        try:
            found = statistics(self._store.results()) if self._store else None
        except StoreError:
            found = None
        opponent = session.seats[1 - me].text
        tally = found.by_opponent.get((session.record().game, opponent)) if found else None
        if tally is None:
            return result
        score = f"{tally.wins} won, {tally.losses} lost, {tally.draws} drawn"
        return f"{result} Against {label(opponent)} in this game so far: {score}."


HELP = (
    "Enter a move, or one of these words:",
    "  help    this text and the rules",
    "  undo    take your last move back; redo makes it again",
    "  hint    what a strong player would do",
    "  board   the board once more; moves: every legal move",
    "  resign  give up",
    "  save    say where the game is kept (every move is kept as it is made)",
    "  quit    leave; the game is kept and can be resumed",
    "",
)


def offer_to_resume(lines: Lines, kept: KeptGame) -> bool:
    """Ask whether to go on with a game that was left."""
    names = " - ".join(label(text) for text in kept.record.players)
    lines.tell(f"A game of {kept.record.game} was left after {kept.ply} moves ({names}).")
    while True:
        match lines.ask("Resume it (yes, no)? ").lower():
            case "yes" | "y" | "":
                return True
            case "no" | "n" | "undo":
                return False
            case "quit" | "exit":
                raise Leave
            case "help" | "hint" | "save":
                lines.tell("yes goes on with it, no begins a new game; the old one stays kept.")
            case entry:
                lines.tell(f"{entry!r} is neither yes nor no")


def _by_board(view: View, legal: Sequence[Move]) -> dict[str, list[Move]]:
    """The legal moves by the name of the small board that they go to; empty where there are no boards."""
    boards: dict[str, list[Move]] = {}
    for move in legal:
        group = view.cells[view.clicks[move.text][-1]].group
        if group is None:
            return {}
        boards.setdefault(view.groups[group].name.removeprefix("board "), []).append(move)
    return boards


def _cell(move: Move) -> str:
    """The last part of a move's text: the cell on its board."""
    return move.text.rpartition(".")[2]
