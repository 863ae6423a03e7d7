"""The questions of the plain dialogue before a game begins."""

import sys
import textwrap
from collections.abc import Callable, Sequence
from typing import Any

from noughts.board import SYMBOLS, Game, X
from noughts.conformance.discovery import short_name
from noughts.engine.engine_text import engine_text
from noughts.engine.levels import calibration
from noughts.errors import NoughtsError, printable
from noughts.play import Setup, has_stones, label, obstacles_text, side_in, size_words, sized
from noughts.play.seats import YOURS
from noughts.play.settings import SIDES, Settings
from noughts.registry import families
from noughts.registry import game as find_game
from noughts.store import HUMAN, KeptGame

_WIDTH = 79

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
            print(printable(line, kept="\n"), flush=True)

    def tell_wrapped(self, text: str) -> None:
        self.tell(*textwrap.wrap(text, _WIDTH, subsequent_indent="  ", break_on_hyphens=False))


class Questions:
    """Questions about a game that the command line left open."""

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
        questions = ["mark", "side"]
        if "position" in known and known["position"] and has_stones(game.position(known["position"])):
            questions = [] if "mark" in known else ["side"]  # the stones say which mark is whose
        return next((question for question in questions if question not in known), None)

    def _ask(self, question: str, known: dict[str, Any]) -> str:
        if question == "game":
            return self._ask_game()
        if question == "obstacles":
            game = find_game(self._game_name(known))
            about = "Cells such as 'b2 c3', a number of them drawn at random, or nothing."
            return self._answer("Obstacles (none): ", about, "none", lambda text: self._obstacles(game, text))
        if question == "level":
            levels = calibration(find_game(self._game_name(known)))
            rated = ", ".join(f"{name} {levels.measured.get(name, '')}".rstrip() for name in levels.levels)
            about = f"How well the computer plays: as well as you do ({YOURS}), or at a level: {rated}."
            names = (YOURS, *levels.levels)
            usual = self._settings.level if self._settings.level in names else YOURS
            return self._choice("Level: " + ", ".join(names), names, usual, about)
        if question == "mark":
            first, second = SYMBOLS[self._settings.symbols]
            asked = "x or o" if first == X else f"x ({first}) or o ({second})"
            answer = self._choice(asked, ("x", "o"), self._settings.mark.lower(), "Your mark, whoever moves first.")
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
            self._lines.tell_wrapped(f"{', '.join(family.names)}: {family.summary(family.names[0])}")

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
        side, mark = known.get("side"), known.get("mark")
        if position is not None:
            side = side_in(find_game(name).position(position), side, mark, settings.side)
        return Setup(name, (HUMAN, opponent), side or settings.side, mark or settings.mark, position)


def offer_to_resume(lines: Lines, kept: KeptGame) -> bool:
    """Ask whether to go on with a game that was left."""
    names = " - ".join(label(text) for text in kept.record.players)
    moves = f"{kept.ply} move{'s' if kept.ply != 1 else ''}"
    lines.tell(f"A game of {short_name(kept.record.game)} was left after {moves} ({names}).")
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
