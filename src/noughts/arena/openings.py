"""Openings of pairs of games: level ones of the package, random moves, a file, obstacles, a position, or the start.

The package has openings that the engine calls level for its own games (`balanced/`, by tuning/balanced_openings.py):
from a few random moves, five in a row is decided before it begins. They come in an order that the seed says. When all
have been played, each comes again with a random move of either side after it, so that engines which always play the
same do not play the same games once more.

Every pair's opening follows from the seed and the pair's number alone, so that a match that was broken off goes on with
the openings that it would have had.
"""

import random
from dataclasses import dataclass
from pathlib import Path

from noughts.board import Game, Position
from noughts.errors import NoughtsError
from noughts.play.setup import obstacles_text
from noughts.records import decoded, format_of_file, read_records
from noughts.records.record import game_of_record
from noughts.registry import name_of

PLIES = 4
DEFAULT = f"random:{PLIES}"  # where there are no level ones
BALANCED = "balanced"
_MOST_PLIES, _LONGEST_FILE = 1000, 50_000_000
_FURTHER = 2  # one of either side: a tempo lost by both


@dataclass(frozen=True, slots=True)
class Opening:
    """The start of a pair: a position text, None for the game's own start, and moves from there."""

    position: str | None = None
    moves: tuple[str, ...] = ()

    def reached(self, game: Game) -> Position:
        position = game.start() if self.position is None else game.position(self.position)
        for move in self.moves:
            position.push(move)
        return position


@dataclass(frozen=True)
class Openings:
    """The openings of a match, by the number of the pair."""

    game: str
    seed: int = 1
    plies: int = 0
    listed: tuple[Opening, ...] = ()  # from a file
    position: str | None = None
    obstacles: int = 0  # drawn anew for each pair
    further: int = 0  # random plies after those of a file that are played again

    @classmethod
    def read(cls, text: str, game: Game, seed: int = 1, position: str | None = None, obstacles: int = 0) -> "Openings":
        """`balanced`, `none`, `random:PLIES` or a file: PGN, SGF, or a line of moves or a position text for each."""
        name = name_of(game)
        if position is not None:
            if obstacles:
                raise NoughtsError("either a position or obstacles can be given, not both")
            if game.position(position).is_game_over():
                raise NoughtsError(f"the game is over in this position: {game.position(position).outcome()}")
        if obstacles:
            obstacles_text(game, str(obstacles), seed)  # says so where there can be none
        kind, _, count = text.partition(":")
        if text == "none":
            return cls(name, seed, 0, (), position, obstacles)
        if kind == "random":
            if not count.isdecimal() or not 1 <= int(count[:9]) <= _MOST_PLIES:
                raise NoughtsError(
                    f"the openings are {text!r}; random ones are written random:{PLIES}, with their plies"
                )
            return cls(name, seed, int(count), (), position, obstacles)
        if position is not None or obstacles:
            raise NoughtsError("openings from a file have positions of their own; leave --position and --obstacles out")
        if text == BALANCED:
            return cls._balanced(game, name, seed)
        return cls(name, seed, 0, _listed(Path(text), game, name))

    @classmethod
    def _balanced(cls, game: Game, name: str, seed: int) -> "Openings":
        file = balanced_file(game)
        if not file.is_file():
            raise NoughtsError(f"{game.name} has no balanced openings; give random:{PLIES}, none or a file")
        listed = _listed(file, game, name)
        return cls(name, seed, 0, tuple(random.Random(seed).sample(listed, len(listed))), further=_FURTHER)

    def __str__(self) -> str:
        """The openings in short, for people and files."""
        if self.listed:
            return BALANCED if self.further else f"{len(self.listed)} of a file"
        words = [] if self.position is None else [f"position {self.position}"]
        words += [f"{self.obstacles} obstacles"] if self.obstacles else []
        words += [f"random:{self.plies}"] if self.plies else []
        return ", ".join(words) or "none"

    def opening(self, pair: int) -> Opening:
        game, chance = game_of_record(self.game), random.Random(f"{self.seed} {pair}")
        if self.listed:
            again, number = divmod(pair, len(self.listed))
            opening = self.listed[number]
            if not again or not self.further:
                return opening
            base = opening.reached(game)
            moves = random_opening(game, chance, base.ply + self.further, base).move_stack
            return Opening(opening.position, tuple(move.text for move in moves))
        text = self.position
        if self.obstacles:
            text = obstacles_text(game, str(self.obstacles), chance.randrange(2**32))
        base = game.start() if text is None else game.position(text)
        moves = random_opening(game, chance, self.plies, base).move_stack
        return Opening(text, tuple(move.text for move in moves))


def default_openings(game: Game) -> str:
    """The openings of a match for which none are named."""
    return BALANCED if balanced_file(game).is_file() else DEFAULT


def balanced_file(game: Game) -> Path:
    """The place of a game's level openings in the package, whether or not there are any."""
    return Path(__file__).parent / BALANCED / f"{Path(game.name).name}.txt"


def random_opening(game: Game, chance: random.Random, most: int = PLIES, base: Position | None = None) -> Position:
    """A few random moves; on a board too small for them, as many as leave the game going."""
    start = base or game.start()
    for plies in range(most, 0, -1):
        for _ in range(20):
            position = start.copy()
            while position.ply < plies and not position.is_game_over():
                position.push(chance.choice(position.legal_moves))
            if not position.is_game_over():
                return position
    return start.copy()


def _listed(path: Path, game: Game, name: str) -> tuple[Opening, ...]:
    try:
        with path.open("rb") as file:
            content = file.read(_LONGEST_FILE)
    except OSError as error:
        raise NoughtsError(
            f"the openings are {str(path)!r}, which cannot be read ({error.strerror}); a file, random:{PLIES} or none"
        ) from None
    try:
        text = decoded(content)
        records = read_records(text, game=name) if format_of_file(path) else None
    except NoughtsError as error:
        raise NoughtsError(f"{path.name}: {error}") from None
    if records is not None:
        found = [
            Opening(record.position, tuple(move.text for move in record.moves))
            for record in records
            if game_of_record(record.game) == game
        ]
    else:
        lines = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
        found = [_read_line(line, game, f"{path.name}, line {number}") for number, line in lines if line]
    if not found:
        raise NoughtsError(f"{path.name} has no opening of {game.name}")
    for number, opening in enumerate(found, 1):
        if opening.reached(game).is_game_over():
            raise NoughtsError(f"{path.name}: opening {number} is a finished game; an opening leaves it going")
    return tuple(found)


def _read_line(line: str, game: Game, where: str) -> Opening:
    """Moves from the start, or else a position text."""
    try:
        game.read_move(line.split(maxsplit=1)[0])
    except NoughtsError:
        is_moves = False
    else:
        is_moves = True
    opening = Opening(None, tuple(line.split())) if is_moves else Opening(line)
    try:
        opening.reached(game)
    except NoughtsError as error:
        raise NoughtsError(f"{where}: {error}") from None
    return opening
