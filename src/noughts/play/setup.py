"""The set-up of a game before it begins: which game, who plays, who moves first, with which mark, from where."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from noughts.board import MARKS, OBSTACLE, Game, Position
from noughts.conformance.discovery import is_file_name
from noughts.errors import NoughtsError
from noughts.play.rating import of_your_strength
from noughts.play.seats import Seat, is_of_your_strength, seat
from noughts.play.session import Session
from noughts.play.settings import SIDES, checked
from noughts.records import Record, RecordedMove
from noughts.registry import game as find_game
from noughts.registry import name_of
from noughts.store import HUMAN, Store


@dataclass(frozen=True, slots=True)
class Setup:
    """A game to begin. `side` and `mark` are those of the first of the two players named, as a rule the person; in a
    position with stones, marks are those of the stones.

    >>> session = Setup("4x5x4", side="second", mark="O").begin()
    >>> [one.label for one in session.seats], session.view().status
    (['noughts, medium', 'person'], 'X to move')
    """

    game: str
    players: tuple[str, str] = (HUMAN, "noughts:level=medium")
    side: str = "first"  # first, second, or lot
    mark: str = MARKS[0]
    position: str | None = None  # position text, if not the game's own start
    moves: tuple[str, ...] = ()  # made before the game begins

    def begin(self, store: Store | None = None, chance: random.Random | None = None, owner: str = "") -> Session:
        side, mark = checked("side", self.side), checked("mark", self.mark)
        game = find_game(self.game)
        position = Record(self.game, tuple(map(RecordedMove, self.moves)), position=self.position).replay()
        if position.is_game_over():
            raise NoughtsError(f"the game is over in this position: {position.outcome()}")
        seats = seats_of(self.players, game, store, owner)
        if side == "lot":
            side = (chance or random.Random()).choice(SIDES[:2])
        own = MARKS[SIDES.index(side)] if self.position is not None and has_stones(position) else mark
        other = MARKS[1 - MARKS.index(own)]
        if side == "first":
            return Session(position, seats, (own, other), store, owner)
        return Session(position, (seats[1], seats[0]), (other, own), store, owner)

    @classmethod
    def like(cls, session: Session) -> "Setup":
        """The set-up of another game like this one, the person as the first of its players."""
        record, side = session.record(), 0 if session.seats[0].is_human or not session.seats[1].is_human else 1
        players = record.players[side], record.players[1 - side]
        return cls(record.game, players, SIDES[side], session.marks[side], record.position)


def seats_of(players: tuple[str, str], game: Game, store: Store | None, owner: str = "") -> tuple[Seat, Seat]:
    """The seats that texts describe; an engine of one's own strength is the level that the owner's games say."""
    results = store.results(owner) if store is not None and any(map(is_of_your_strength, players)) else []
    first, second = (seat(of_your_strength(text, name_of(game), results), game) for text in players)
    return first, second


def has_stones(position: Position) -> bool:
    """Whether the board shows marks: then they say which side is whose."""
    return any(cell.content in MARKS for cell in position.view(has_clicks=False).cells)


def side_in(position: Position, side: str | None, mark: str | None, usual: str = "first") -> str:
    """The side, for a `Setup`, of a person who moves first in a position, or second, or whose stones have that mark;
    where neither is said, who moves as usual.

    >>> side_in(find_game("3x3x3").position("X../.../... O"), side="first", mark=None)
    'second'
    """
    by_mark = SIDES[MARKS.index(mark)] if mark is not None and has_stones(position) else None
    wanted = side or (usual if by_mark is None else "lot")
    by_turn = SIDES[1 - SIDES.index(wanted)] if wanted != "lot" and position.turn == 1 else wanted
    if by_mark is None or by_turn == by_mark:
        return by_turn
    if wanted == "lot":
        return by_mark
    raise NoughtsError(
        f"{MARKS[position.turn]} moves first in this position: whoever moves {wanted} there cannot have the mark {mark}"
    )


def size_words(name: str) -> Sequence[str]:
    """The parameters that a family's name stands for, as `Game.names` writes them.

    >>> size_words("misere-ROWSxCOLSxK"), size_words("ultimate"), size_words("./MyGames/GO.py")
    (['ROWS', 'COLS', 'K'], [], [])
    """
    return [] if is_file_name(name) else re.findall(r"[A-Z]+", name)


def sized(name: str, sizes: Sequence[int]) -> str:
    """The name with its parameters filled in.

    >>> sized("misere-ROWSxCOLSxK", [3, 3, 3])
    'misere-3x3x3'
    """
    values = iter(sizes)
    return re.sub(r"[A-Z]+", lambda _: str(next(values)), name)


def obstacles_text(game: Game, obstacles: str, seed: int | None = None) -> str | None:
    """The position text of a start with obstacles: cells by name ("b2 c3"), or a number of cells drawn at random."""
    cells = obstacles.replace(",", " ").split()
    if len(cells) == 1 and re.fullmatch(r"[0-9]{1,4}", cells[0]):
        count, names = int(cells[0]), [cell.name for cell in game.cells]
        if not count:
            return None
        if not game.takes_cells or count >= len(names):
            return _no_such_number(game, count)
        cells = random.Random(seed).sample(names, count)
    return game.with_cells(dict.fromkeys(cells, OBSTACLE)).text() if cells else None


def _no_such_number(game: Game, count: int) -> str:
    game.with_cells({})  # says so if the game has none at all
    raise NoughtsError(f"{count} obstacles leave no cell of {game.name} to play on; there can be {len(game.cells) - 1}")
