"""Finding puzzles: game after game of self-play, each position asked, images of what is known left out."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from noughts.board import Game, Position
from noughts.puzzles.difficulty import Difficulty
from noughts.puzzles.making import Bounds, only_move_in, puzzle_in
from noughts.puzzles.proving import Prover
from noughts.puzzles.puzzle import Puzzle
from noughts.puzzles.self_play import SelfPlay

MOST_OF_A_GAME = 2
MOST_SHORT = 0.7  # of all puzzles, those of the fewest plies, once there are a few
FEW = 60
MOST_ONLY = 0.2  # of all puzzles, those of theme "only"


class Finder:
    """Making one compiles, or loads, all that it needs."""

    def __init__(self, game: Game, known: Sequence[Puzzle] = (), bounds: Bounds | None = None) -> None:
        self.bounds = bounds or Bounds()
        self._prover, self._difficulty = Prover(game), Difficulty(game)
        self._known = {_canonical_key(game.position(puzzle.position)) for puzzle in known}
        self.plies = [puzzle.plies for puzzle in known]
        self.only_moves = sum(puzzle.theme == "only" for puzzle in known)

    def of_game(
        self,
        played: Position,
        number: int = 0,
        share: float | None = None,
        is_enough: Callable[[], bool] = lambda: False,
    ) -> Iterator[Puzzle]:
        """The puzzles of a game's positions, from its end on, as there the wins are.

        No position within a puzzle's solution is another one. With a share, there are no more of the fewest plies.
        Before each position `is_enough` is asked.
        """
        position, last, found = played.copy(), played.ply + 1, 0
        while position.ply > 0 and found < MOST_OF_A_GAME and not is_enough():
            position.pop()
            puzzle = puzzle_in(self._prover, position, self.bounds)
            if puzzle is None and self.only_moves <= MOST_ONLY * len(self.plies):
                puzzle = only_move_in(self._prover, position)
            if puzzle is None or position.ply + puzzle.plies > last:
                continue
            if share is not None and self._is_common(puzzle, share):
                continue
            key = _canonical_key(position)
            if key in self._known:
                continue
            self._known.add(key)
            self.plies.append(puzzle.plies)
            self.only_moves += puzzle.theme == "only"
            last, found = position.ply, found + 1
            yield replace(puzzle, rating=self._difficulty.rating(puzzle), game_number=number)

    def _is_common(self, puzzle: Puzzle, share: float) -> bool:
        short = sum(plies == self.bounds.least for plies in self.plies)
        return puzzle.plies == self.bounds.least and short >= max(FEW, share * (len(self.plies) + 1))


def found_in_self_play(
    game: Game, seed: int, known: Sequence[Puzzle], bounds: Bounds, most_games: int
) -> Iterator[Puzzle | int]:
    """Puzzles as they are found, and between them the number of each game that has been looked through."""
    finder, games = Finder(game, known, bounds), SelfPlay(game, seed)
    begun = max((puzzle.game_number for puzzle in known), default=0)
    for number in range(begun, most_games):
        yield from finder.of_game(games.play(number), number, MOST_SHORT)
        yield number + 1


def _canonical_key(position: Position) -> int:
    """A key that images of a position have in common."""
    return position.copy(stack=False).canonical().key
