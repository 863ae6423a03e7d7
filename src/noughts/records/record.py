"""The record of a game: who played, from where, which moves, and how it ended."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from noughts.board import Game, Move, Outcome, Position
from noughts.conformance.discovery import is_file_name
from noughts.errors import NoughtsError
from noughts.records.game_date import GameDate
from noughts.records.tree import MoveTree, Notes
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
    # The tree whose main line the moves are; None where there is no more to tell than they say.
    tree: MoveTree | None = None

    def __post_init__(self) -> None:
        if self.tree is None:
            return
        moves = [move.text for move in self.moves]
        if self.tree.game != self.game or [self.tree.move(node) for node in self.tree.main_line()] != moves:
            # Played on, or taken back: the variations stay.
            tree = self.tree.with_main_line(moves, self.game)
            for node, move in zip(tree.main_line(), self.moves, strict=True):
                noted = replace(tree.notes(node), value=move.value, depth=move.depth, seconds=move.seconds)
                tree.set_notes(node, noted)
            object.__setattr__(self, "tree", tree)

    @classmethod
    def of_tree(cls, tree: MoveTree, players: tuple[str, str] = ("?", "?"), event: str = "?") -> "Record":
        """The record of a tree of moves, its main line the game.

        >>> tree = MoveTree("tictactoe")
        >>> _ = tree.add(0, "b2"), tree.add(0, "a1")
        >>> [move.text for move in Record.of_tree(tree).moves]
        ['b2']
        """
        moves = tuple(recorded_move(tree.move(node), tree.notes(node)) for node in tree.main_line())
        kept = None if tree.is_bare else tree
        return cls(tree.game, moves, players, position=tree.position, event=event, tree=kept)

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

    def start(self) -> Position:
        """The position that it began from."""
        game = game_of_record(self.game)
        return game.start() if self.position is None else game.position(self.position)

    def replay(self) -> Position:
        """The last position, with all moves behind it; NoughtsError if the record cannot be played."""
        position = self.start()
        for number, move in enumerate(self.moves, 1):
            try:
                position.push(move.text)
            except NoughtsError as error:
                raise NoughtsError(f"move {number}: {error}") from None
        return position

    def move_tree(self) -> MoveTree:
        """The game as a tree of moves: its own, or one without variations.

        >>> len(Record("tictactoe", recorded(find_game("tictactoe").start().legal_moves[:1])).move_tree())
        1
        """
        if self.tree is not None:
            return self.tree
        tree, node = MoveTree(self.game, self.position), 0
        for move in self.moves:
            node = tree.add(node, move.text, Notes("", move.value, move.depth, move.seconds))
        return tree

    def checked(self, last: Position | None = None) -> "Record":
        """This record if it can be played and its result is the board's, with the result filled in if it had none.

        `last` is its last position, where the caller has replayed it already, with its variations.
        """
        if self.result not in RESULTS:
            raise NoughtsError(f"the result is {self.result!r}; it must be one of {', '.join(RESULTS)}")
        if self.tree is not None and last is None:
            last = self.tree.check(self.start())
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


def recorded_move(text: str, notes: Notes) -> RecordedMove:
    """A move of a tree as a record has it."""
    return RecordedMove(text, notes.seconds, notes.value, notes.depth)


def recorded(moves: Sequence[Move]) -> tuple[RecordedMove, ...]:
    """Moves of which nothing was noted down."""
    return tuple(RecordedMove(move.text) for move in moves)
