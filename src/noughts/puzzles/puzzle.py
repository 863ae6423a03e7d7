"""A puzzle: a position in which exactly one move wins within so many plies, and what follows that move; or one in which
all moves but one lose, of theme "only".
"""

import hashlib
from dataclasses import dataclass
from typing import Any, Literal

from noughts.board import Game, Position
from noughts.errors import NoughtsError, shown

MOST_PLIES = 15
LEAST_RATING, MOST_RATING = -5000, 9000
LONGEST_POSITION, LONGEST_MOVE, MOST_MOVES = 20_000, 40, 2000
Theme = Literal["fork", "defence", "sacrifice", "free", "quiet", "win", "only"]
THEMES: dict[Theme, str] = {
    "fork": "two threats at once",
    "defence": "parry a threat, and win",
    "sacrifice": "give a board away",
    "free": "send the opponent to a closed board",
    "quiet": "no threat yet",
    "win": "a win by force",
    "only": "all other moves lose",
}


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The side to move wins within `plies`, by the first move of the solution alone.

    The solution is best play to the end: the solver wins as soon as can be, the defender resists for as long. After the
    first move the solver may have other moves that win as soon: `also` lists them, an entry for each of the solver's
    moves. `slower` lists moves known to win, later; there may be more of them. Of theme "only" the solution is the one
    move that does not lose.
    """

    position: str
    plies: int
    solution: tuple[str, ...]
    also: tuple[tuple[str, ...], ...]
    slower: tuple[tuple[str, ...], ...]
    theme: Theme
    rating: int
    id: str
    game_number: int = 0  # of the game of self-play in which it was found: where to go on

    def as_dict(self) -> dict[str, Any]:
        """The puzzle as it stands in a file."""
        lists = {"also": self.also, "slower": self.slower}
        return {
            "id": self.id,
            "position": self.position,
            "plies": self.plies,
            "moves": self.moves,
            "solution": list(self.solution),
            **{name: [list(moves) for moves in rows] for name, rows in lists.items() if any(rows)},
            "theme": self.theme,
            "rating": self.rating,
            "from": self.game_number,
        }

    @property
    def words(self) -> str:
        """The task in words."""
        if self.theme == "only":
            return "one move does not lose"
        return f"win in {self.moves} move{'s' if self.moves > 1 else ''}"

    @property
    def moves(self) -> int:
        """The number of moves that the solver makes."""
        return len(self.also)


def puzzle_id(game: Game, position: str) -> str:
    """A short name that follows from the position.

    >>> import noughts
    >>> puzzle_id(noughts.game("tictactoe"), ".../.../... X")
    'a32a5f92e0'
    """
    return hashlib.sha256(f"{game.name} {position}".encode()).hexdigest()[:10]


def read_puzzle(game: Game, entry: object) -> Puzzle:
    """The puzzle that an entry of a file describes, every number and every move checked."""
    if not isinstance(entry, dict):
        raise NoughtsError(f"a puzzle is an object in braces, not {shown(repr(entry))}")
    position = game.position(_text(entry, "position", LONGEST_POSITION))
    if position.is_game_over():
        raise NoughtsError("the game is over in its position")
    solution = _moves(entry.get("solution"), "solution")
    plies, rating = _number(entry, "plies", 1, MOST_PLIES), _number(entry, "rating", LEAST_RATING, MOST_RATING)
    if len(solution) != plies:
        raise NoughtsError(f"its solution has {len(solution)} moves, and it says plies {plies}")
    before = played(position, solution)
    turns = [one.turn for one in before[:-1]]
    mine = [number for number, turn in enumerate(turns) if turn == position.turn]
    theme = _text(entry, "theme", 20)
    if theme not in THEMES:
        raise NoughtsError(f"its theme is {shown(theme)}; themes are {', '.join(THEMES)}")
    if theme == "only":
        if plies > 1:
            raise NoughtsError(f"its theme is 'only', and its solution has {plies} moves; it must be the one move")
    else:
        outcome = before[-1].outcome()
        if outcome is None or outcome.winner != position.turn:
            raise NoughtsError("its solution does not end with a win of the side to move")
    rows = {}
    for name in ("also", "slower"):
        listed = entry.get(name, [[] for _ in mine])
        if not isinstance(listed, list) or len(listed) != len(mine):
            raise NoughtsError(f"its {name!r} must be {len(mine)} lists, one for each move of the solver")
        rows[name] = tuple(_moves(moves, name) for moves in listed)
        for number, moves in zip(mine, rows[name], strict=True):
            for move in moves:
                before[number].parse_move(move)
    name, number = puzzle_id(game, position.text()), _number(entry, "from", 0, 10**9) if "from" in entry else 0
    return Puzzle(position.text(), plies, solution, rows["also"], rows["slower"], theme, rating, name, number)


def trusted_puzzle(entry: dict[str, Any]) -> Puzzle:
    """The puzzle of an entry that came with the package, where no move needs to be checked again."""
    solution, turns = tuple(entry["solution"]), entry["also"] if "also" in entry else entry.get("slower")
    moves = len(turns) if turns is not None else entry["moves"]
    rows = [tuple(map(tuple, entry.get(name, [[]] * moves))) for name in ("also", "slower")]
    about = entry["theme"], entry["rating"], entry["id"], entry["from"]
    return Puzzle(entry["position"], entry["plies"], solution, rows[0], rows[1], *about)


def played(position: Position, moves: tuple[str, ...]) -> list[Position]:
    """The position before each of the moves, and after the last."""
    found = [position.copy(stack=False)]
    for move in moves:
        after = found[-1].copy(stack=False)
        after.push(move)
        found.append(after)
    return found


def _text(entry: dict[str, Any], name: str, most: int) -> str:
    value = entry.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= most:
        raise NoughtsError(f"its {name!r} must be text of {most:,} characters at most")
    return value


def _number(entry: dict[str, Any], name: str, least: int, most: int) -> int:
    value = entry.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise NoughtsError(f"its {name!r} must be a whole number from {least} to {most}")
    return value


def _moves(value: object, name: str) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST_MOVES:
        raise NoughtsError(f"its {name!r} must be a list of moves")
    for move in value:
        if not isinstance(move, str) or len(move) > LONGEST_MOVE:
            raise NoughtsError(f"its {name!r} must be a list of moves, each a short text")
    return tuple(value)
