"""A person at a puzzle: moves are judged, the defender answers, and an error may be tried again."""

from dataclasses import dataclass
from typing import Literal

from noughts.board import Game, Position
from noughts.puzzles.puzzle import Puzzle

Kind = Literal["right", "solved", "slower", "wrong"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer to a move. `replies` are the moves made after a right one, by the defender."""

    kind: Kind
    words: str
    replies: tuple[str, ...] = ()


class PuzzleSession:
    """A puzzle as far as it has been solved. Of the moves that win as soon as can be any is right; where it is not the
    one of the solution, the puzzle is solved by it: what follows is not in the file.

    >>> import noughts
    >>> from noughts.puzzles.collection import puzzles_of
    >>> game = noughts.game("tictactoe")
    >>> session = PuzzleSession(game, puzzles_of(game)[0])
    >>> session.judge(session.puzzle.solution[0]).kind, session.is_solved, session.moves_made
    ('right', False, 1)
    """

    def __init__(self, game: Game, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.position: Position = game.position(puzzle.position)
        self.solver = self.position.turn
        self.moves_made = 0  # of the solver
        self.has_erred = False  # a wrong move, or the solution shown
        self.is_solved = False

    @property
    def left(self) -> int:
        """The number of moves that the solver has to make."""
        return self.puzzle.moves - self.moves_made

    def judge(self, text: str) -> Judgement:
        """Judge a legal move of the solver's; only a right one is made."""
        move = self.position.parse_move(text)
        puzzle, number = self.puzzle, self.moves_made
        expected = puzzle.solution[self.position.ply]
        if move.text == expected:
            self.position.push(move)
            self.moves_made += 1
            replies = self._reply()
            if self.position.ply == len(puzzle.solution):
                self.is_solved = True
                return Judgement("solved", "Solved.", replies)
            return Judgement("right", f"Right. {self._to_go()}", replies)
        if move.text in puzzle.also[number]:
            self.position.push(move)
            self.moves_made += 1
            self.is_solved = True
            return Judgement("solved", "Solved: this wins as soon as the solution does.")
        if move.text in puzzle.slower[number]:
            return Judgement("slower", "That wins too; there is a quicker one.")
        self.has_erred = True
        if puzzle.theme == "only":
            return Judgement("wrong", "That loses. Try again.")
        left = len(puzzle.solution) - self.position.ply
        how = "That does not win at once." if left == 1 else f"That does not win within {left} plies."
        return Judgement("wrong", f"{how} Try again.")

    def show_solution(self) -> tuple[str, ...]:
        """Make the rest of the solution's moves."""
        rest = self.puzzle.solution[self.position.ply :]
        self.has_erred = self.has_erred or bool(rest)
        for move in rest:
            self.position.push(move)
        self.is_solved = True
        return rest

    def _reply(self) -> tuple[str, ...]:
        replies = list[str]()
        solution = self.puzzle.solution
        while self.position.ply < len(solution) and self.position.turn != self.solver:
            replies.append(solution[self.position.ply])
            self.position.push(replies[-1])
        return tuple(replies)

    def _to_go(self) -> str:
        return "One more move." if self.left == 1 else f"{self.left} more moves."
