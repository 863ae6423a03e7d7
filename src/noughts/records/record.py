"""The record of a game: who played, from where, which moves, and how it ended."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from noughts.board import Game, Move, Outcome, Position
from noughts.conformance.discovery import is_file_name
from noughts.errors import NoughtsError
from noughts.records.game_date import GameDate
from noughts.registry import game as find_game
from noughts.registry import name_of

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")  # first won, second won, drawn, unfinished
UNFINISHED = "*"
WINNERS = {"1-0": 0, "0-1": 1, "1/2-1/2": None}  # first, second, a draw


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move in the game's notation, and what was noted down about it."""

    text: str
    seconds: float | None = None  # how long it took
    value: int | None = None  # its worth to the mover, in hundredths, as in `Score`
    depth: int | None = None  # how deep the engine looked


@dataclass(frozen=True, slots=True)
class Record:
    """A game, finished or not. Players and results are told for first and second, whatever their marks.

    >>> record = Record("tictactoe", (RecordedMove("b2"), RecordedMove("a1")), ("Ada", "noughts"))
    >>> print(record.replay())
    3 . . .
    2 . X .
    1 O . .
      a b c
    X to move
    """

    game: str  # what `noughts.game` takes
    moves: tuple[RecordedMove, ...] = ()
    players: tuple[str, str] = ("?", "?")
    result: str = UNFINISHED
    reason: str = ""  # how it ended: "three boards in a row", "X resigned"
    position: str | None = None  # the position text that it began from, None for the game's own start
    date: GameDate | None = None  # None where nothing is known
    event: str = "?"
    # Other facts in the file, such as ("Site", "Brno"): kept as they stood, by the names that PGN has for them.
    tags: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, position: Position, players: tuple[str, str] = ("?", "?"), event: str = "?") -> "Record":
        """The game that has led to a position, with its result if it is over.

        >>> position = find_game("3x3x3").position("XX./OO./... X")
        >>> position.push("c3")
        >>> record = Record.of(position, ("Ada", "Bob"))
        >>> record.result, record.position, [move.text for move in record.moves]
        ('1-0', 'XX./OO./... X', ['c3'])
        """
        root, outcome = position.root(), position.outcome()
        return cls(
            name_of(position.game),
            recorded(position.move_stack),
            players,
            UNFINISHED if outcome is None else result_of(outcome),
            "" if outcome is None else outcome.reason,
            None if root == position.game.start() else root.text(),
            event=event,
        )

    def replay(self) -> Position:
        """The last position, with all moves behind it; NoughtsError if the record cannot be played."""
        game = game_of_record(self.game)
        position = game.start() if self.position is None else game.position(self.position)
        for number, move in enumerate(self.moves, 1):
            try:
                position.push(move.text)
            except NoughtsError as error:
                raise NoughtsError(f"move {number}: {error}") from None
        return position

    def checked(self, last: Position | None = None) -> "Record":
        """This record if it can be played and its result is the board's, with the result filled in if it had none.

        `last` is its last position, where the caller has replayed it already.
        """
        if self.result not in RESULTS:
            raise NoughtsError(f"the result is {self.result!r}; it must be one of {', '.join(RESULTS)}")
        outcome = (last or self.replay()).outcome()
        if outcome is None:
            return self
        found = result_of(outcome)
        if self.result not in (found, UNFINISHED):
            raise NoughtsError(f"the result is {self.result}, but the last position is {found} ({outcome})")
        return replace(self, result=found, reason=outcome.reason)


def game_of_record(name: str) -> Game:
    """The game of that name. Those without files are kept: many records are of the same, and its moves are a table."""
    return find_game(name) if is_file_name(name) else _kept_game(name)


@functools.lru_cache(maxsize=32)
def _kept_game(name: str) -> Game:
    return find_game(name)


def evaluation_tags(first: str, second: str) -> tuple[tuple[str, str], ...]:
    """Tags that say when and how well the players' evaluations were trained; no tag for one that was not.

    >>> evaluation_tags("", "trained on 2026-11-18 by 2,000 games: 70 % of 100 games against ntuples")
    (('BlackEvaluation', 'trained on 2026-11-18 by 2,000 games: 70 % of 100 games against ntuples'),)
    """
    told = (("WhiteEvaluation", first), ("BlackEvaluation", second))
    return tuple((tag, words) for tag, words in told if words)


def result_of(outcome: Outcome) -> str:
    return RESULTS[2 if outcome.winner is None else outcome.winner]


def recorded(moves: Sequence[Move]) -> tuple[RecordedMove, ...]:
    """Moves of which nothing was noted down."""
    return tuple(RecordedMove(move.text) for move in moves)
