"""A record while it is being read: what was found where in the text, so that errors name the game and the line."""

from dataclasses import dataclass, field

from noughts.board import Game, Position
from noughts.conformance.discovery import is_file_name
from noughts.errors import NoughtsError, shown
from noughts.records.game_date import GameDate
from noughts.records.record import UNFINISHED, Record, game_of_record, recorded_move
from noughts.records.text import UnsaidError
from noughts.records.tree import NO_NOTES, IllegalNodeError, MoveTree, Notes
from noughts.records.tree_json import tree_text

MAX_GAMES = 100_000  # in a text
MAX_NAME, MAX_POSITION = 100, 10_000  # longer ones are refused before anything is made of them


@dataclass(slots=True)
class PartialRecord:
    text: str  # of all games
    number: int  # of this game, from 1
    start: int  # where in the text it begins
    game: str = ""
    tree: MoveTree = field(default_factory=lambda: MoveTree(""))
    players: tuple[str, str] = ("?", "?")
    result: str = UNFINISHED
    reason: str = ""
    position: str | None = None
    date: GameDate | None = None
    event: str = "?"
    tags: dict[str, str] = field(default_factory=dict)  # what none of these holds
    node_at: list[int] = field(default_factory=list)  # where each node of the tree stands
    at: dict[str, int] = field(default_factory=dict)  # where "game", "position" and "result" stand

    def __post_init__(self) -> None:
        self.node_at.append(self.start)
        if self.number > MAX_GAMES:
            raise self.error(f"more than {MAX_GAMES:,} games are not read at once")

    def error(self, message: object, at: int | None = None) -> NoughtsError:
        line = self.text.count("\n", 0, self.start if at is None else at) + 1
        return NoughtsError(f"game {self.number}, line {line}: {message}")

    def named_game(self) -> Game:
        """The game that the text names, which may be a stranger's text: no file is run because it says so."""
        at = self.at.get("game")
        if is_file_name(self.game):
            wrong = f"the game is {shown(self.game)}, a file; files are not run because a record names them"
            raise UnsaidError(str(self.error(wrong, at)), "game")
        if len(self.game) > MAX_NAME:
            raise self.error(f"there is no game {shown(self.game)}", at)
        try:
            return game_of_record(self.game)
        except NoughtsError as error:
            raise self.error(error, at) from None

    def add(self, parent: int, move: str, at: int, notes: Notes = NO_NOTES) -> int:
        """The node of a move, which may be there."""
        try:
            node = self.tree.add(parent, move, notes)
        except NoughtsError as error:
            raise self.error(error, at) from None
        if node == len(self.node_at):
            self.node_at.append(at)
        return node

    def checked(self, game: Game) -> Record:
        """The record, with every move legal and its result the board's."""
        start, tree = self._start(game), self.tree
        tree.game, tree.position = self.game, self.position
        try:
            last = tree.check(start)
            if not tree.is_bare:
                tree_text(tree)  # which is not too large
        except IllegalNodeError as error:
            raise self.error(error, self.node_at[error.node]) from None
        except NoughtsError as error:
            raise self.error(error) from None
        record = Record(
            self.game,
            tuple(recorded_move(tree.move(node), tree.notes(node)) for node in tree.main_line()),
            self.players,
            self.result,
            self.reason,
            self.position,
            self.date,
            self.event,
            tuple(self.tags.items()),
            None if tree.is_bare else tree,
        )
        try:
            return record.checked(last)
        except NoughtsError as error:
            raise self.error(error, self.at.get("result")) from None

    def _start(self, game: Game) -> Position:
        if self.position is None:
            return game.start()
        at = self.at.get("position")
        if len(self.position) > MAX_POSITION:
            raise self.error(f"the position has {len(self.position):,} characters", at)
        try:
            return game.position(self.position)
        except NoughtsError as error:
            raise self.error(error, at) from None
