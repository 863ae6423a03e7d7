"""Puzzles in lines of text: the board, a move, what is said of it."""

from collections.abc import Callable, Iterable

from noughts.board import MARKS, Game, symbols_of, with_marks
from noughts.board.text import draw_text
from noughts.errors import NoughtsError
from noughts.puzzles.progress import Progress
from noughts.puzzles.puzzle import THEMES, Puzzle
from noughts.puzzles.session import PuzzleSession
from noughts.terminal.appearance import appearance
from noughts.terminal.plain_setup import Leave, Lines

HELP = (
    "Enter a move, or one of these words:",
    "  hint      the idea of the puzzle",
    "  solution  show it; the puzzle then counts as not solved",
    "  board     the board once more; moves: every legal move",
    "  next      another puzzle",
    "  quit      leave; your rating is kept",
    "",
)
_MOST_MOVES_LISTED = 81


class _NextError(Exception):
    """Another puzzle is wanted."""


class PuzzleDialogue:
    """Puzzle after puzzle, until the person leaves or there are no more."""

    def __init__(
        self, game: Game, lines: Lines, symbols: str, counted: Callable[[Puzzle, bool], tuple[Progress, bool]]
    ) -> None:
        """`counted` keeps how a first try went, and says what the progress is then and whether it counted."""
        self._game, self._lines, self._symbols, self._counted = game, lines, symbols, counted

    def run(self, puzzles: Iterable[Puzzle]) -> None:
        self._lines.tell(f"{self._game.title}: puzzles. Enter help for what you can enter.", "")
        try:
            for puzzle in puzzles:
                self._solve(puzzle)
        except Leave:
            return
        self._lines.tell("There are no more puzzles.")

    def _solve(self, puzzle: Puzzle) -> None:
        session = PuzzleSession(self._game, puzzle)
        mark = self._marked(session.position.view().marks[session.solver])
        self._lines.tell(f"Puzzle {puzzle.id}, rated {puzzle.rating}: {mark} to move, {puzzle.words}.")
        self._tell_board(session)
        is_counted = False
        try:
            while not session.is_solved:
                try:
                    self._ask(session)
                except NoughtsError as error:
                    self._lines.tell_wrapped(self._marked(str(error)))
                if session.has_erred and not is_counted:
                    is_counted = True
                    self._tell_rating(puzzle, False)
        except _NextError:
            return
        if not is_counted:
            self._tell_rating(puzzle, True)
        self._lines.tell(f"The idea: {THEMES[puzzle.theme]}.", "")

    def _ask(self, session: PuzzleSession) -> None:
        entry = self._lines.ask("Your move: ")
        match entry.lower():
            case "quit" | "exit":
                raise Leave
            case "next":
                raise _NextError
            case "help":
                self._lines.tell(*HELP)
            case "hint":
                self._lines.tell(f"The idea: {THEMES[session.puzzle.theme]}.")
            case "board":
                self._tell_board(session)
            case "moves":
                legal = [self._game.spoken(move.text) for move in session.position.legal_moves]
                more = len(legal) - _MOST_MOVES_LISTED
                self._lines.tell_wrapped(
                    " ".join(legal[:_MOST_MOVES_LISTED]) + (f" and {more} more" if more > 0 else "")
                )
            case "solution":
                rest = " ".join(map(self._game.spoken, session.show_solution()))
                self._lines.tell(f"The solution: {rest}.")
                self._tell_board(session)
            case "":
                raise NoughtsError("enter a move, or help")
            case _:
                self._judge(session, entry)

    def _judge(self, session: PuzzleSession, entry: str) -> None:
        found = session.judge(entry)
        if found.replies:
            mark = self._marked(session.position.view().marks[1 - session.solver])
            self._lines.tell(f"{mark} answers {' '.join(map(self._game.spoken, found.replies))}.")
        if found.kind in ("right", "solved"):
            self._tell_board(session)
        self._lines.tell(found.words)

    def _tell_rating(self, puzzle: Puzzle, is_solved: bool) -> None:
        progress, has_counted = self._counted(puzzle, is_solved)
        if has_counted:
            streak = f", {progress.streak} in a row" if progress.streak > 1 else ""
            self._lines.tell(f"Your rating: {round(progress.rating)}; {progress.solved} solved{streak}.")

    def _tell_board(self, session: PuzzleSession) -> None:
        view = appearance(session.position.view(), self._game, self._symbols)
        self._lines.tell(draw_text(view, has_owners=self._game.wins_boards))

    def _marked(self, text: str) -> str:
        return with_marks(text, MARKS, symbols_of(MARKS, self._symbols))
