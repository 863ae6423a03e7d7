"""A game of a match as it was played, to be stored, counted and written down."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from noughts.arena.statistics import MatchScore
from noughts.records import WINNERS, GameDate, Record, RecordedMove, evaluation_tags

STAGES = ("opening", "middle", "end")  # thirds of the moves that were played; those that were given are left out
MOST_REASONS = 10  # why a player lost games by default, in a report


class PlayedMove(NamedTuple):
    """Many of them travel between processes and are written to journals, as arrays: a tuple does so at once."""

    text: str
    turn: int  # 0 or 1: who made it. Turns need not alternate
    seconds: float | None = None  # None for moves that were given
    value: int | None = None  # for the side that moved, as in `Score`
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """`players` are the pairing, `first` says which of the two moved first. Results are told for first and second."""

    players: tuple[int, int]  # their numbers in the list of players
    pair: int
    first: int  # 0 or 1
    moves: tuple[PlayedMove, ...]
    result: str
    reason: str
    position: str | None = None  # the position text that it began from, None for the game's own start
    forfeit: bool = False  # the loser broke a rule or the clock; the reason says how
    points: tuple[int, int] | None = None  # of the game's own scoring
    date: str | None = None
    silent: bool = False  # the loser did not start, or did not answer

    @property
    def key(self) -> tuple[int, int, int, int]:
        """No two games of a match have the same."""
        return *self.players, self.pair, self.first

    @property
    def number(self) -> int:
        """The game's number in its pairing, from 0 up."""
        return 2 * self.pair + self.first

    @property
    def share(self) -> float:
        """1, 1/2 or 0 for the first player of the pairing."""
        winner = WINNERS[self.result]
        return 0.5 if winner is None else float(winner == self.first)

    def side(self, turn: int) -> int:
        """Which of the pairing, 0 or 1, moved as first (0) or second (1)."""
        return (turn + self.first) % 2

    def timed_moves(self) -> Iterator[tuple[int, str, float]]:
        """Which of the pairing, at which stage, took how many seconds for a move."""
        timed = [(move.turn, move.seconds) for move in self.moves if move.seconds is not None]
        for number, (turn, seconds) in enumerate(timed):
            yield self.side(turn), STAGES[len(STAGES) * number // len(timed)], seconds

    def record(self, game: str, names: tuple[str, str], event: str, trainings: tuple[str, str] = ("", "")) -> Record:
        """The game record, with the players' names and how they were trained as the pairing has them."""
        return Record(
            game,
            tuple(RecordedMove(move.text, move.seconds, move.value, move.depth) for move in self.moves),
            (names[self.first], names[1 - self.first]),
            self.result,
            self.reason,
            self.position,
            GameDate.read(self.date) if self.date else None,
            event,
            (
                ("Round", f"{self.pair + 1}.{self.first + 1}"),
                *evaluation_tags(trainings[self.first], trainings[1 - self.first]),
            ),
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "players": list(self.players),
            "pair": self.pair,
            "first": self.first,
            "position": self.position,
            "moves": self.moves,
            "result": self.result,
            "reason": self.reason,
            "forfeit": self.forfeit,
            "points": self.points and list(self.points),
            "date": self.date,
            "silent": self.silent,
        }

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> "PlayedGame":
        moves = tuple(PlayedMove(*move) for move in told["moves"])
        points = tuple(told["points"]) if told["points"] else None
        return cls(**{**told, "players": tuple(told["players"]), "moves": moves, "points": points})


def score_of(games: Iterable[PlayedGame]) -> MatchScore:
    """The score of a pairing, for the first of its players."""
    return MatchScore.of((game.pair, game.share) for game in games)


def forfeit_lines(name: str, reasons: Sequence[str]) -> list[str]:
    """The games that a player lost by default, for people: how many, and why. Nothing if there are none."""
    if not reasons:
        return []
    told = sorted(set(reasons))
    more = [f"  and {len(told) - MOST_REASONS} other reasons"] if len(told) > MOST_REASONS else []
    return [
        "",
        f"{name} lost {len(reasons)} of these games by default:",
        *(f"  {one}" for one in told[:MOST_REASONS]),
        *more,
    ]
