"""A position that random play came to, and asking a game's functions there."""

import inspect
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from noughts.board.game import Game
from noughts.board.move import Move
from noughts.conformance.discovery import in_users_words
from noughts.errors import NoughtsError
from noughts.kernel.contract import MOST_LINES, ROOM, State, States, declared


class ContractError(NoughtsError):
    """A game does not do what the contract asks of it."""


_TOLD = 60  # moves in a message


@dataclass
class Sample:
    game: Game
    line: States  # the position first; moves are tried on the others
    played: tuple[int, ...]  # the moves that led to it
    legal: list[int]  # none when the game is over
    chance: random.Random
    still_alive: Callable[[], None]  # to be called every now and then

    @property
    def state(self) -> State:
        return self.line[0]

    @property
    def is_over(self) -> bool:
        return not self.legal

    @property
    def last(self) -> Move | None:
        return self.game.moves[self.played[-1]] if self.played else None

    def __str__(self) -> str:
        return str(After(self.game, self.played))


@dataclass(frozen=True, slots=True)
class After:
    """The place of a position, to follow an error found there: "after d d e". Put into words only for an error."""

    game: Game
    played: tuple[int, ...]

    def __str__(self) -> str:
        words = " ".join(self.game.moves[code].text for code in self.played[-_TOLD:])
        if len(self.played) > _TOLD:
            return f"after {len(self.played)} moves, the last of them {words}"
        return f"after {words}" if words else "at the start"


class asking:  # noqa: N801 - reads as a function, as contextlib's do
    """Whatever a user's method raises is told with its line, what was asked, and where.

    A class, and words that are put together at the end: there are tens of thousands of questions, and few errors.
    """

    __slots__ = ("_words",)

    def __init__(self, *words: object) -> None:
        self._words = words

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if error is not None and not isinstance(error, ContractError | KeyboardInterrupt):
            raise ContractError(f"{in_users_words(error)} ({' '.join(map(str, self._words))})") from error


def ask(sample: Sample, name: str) -> Any:
    """The answer of a hook: a number, or for a list of moves its length and the moves.

    One that is asked about a player answers for both; if it is about moves, with what it says of each legal one.
    """
    function = sample.game.rules.function(name)
    parameters = inspect.signature(declared[name]).parameters
    before = sample.state.tobytes()
    with asking(name, sample):
        if "out" in parameters:
            out = np.full(sample.game.move_codes, -1, np.int64)  # not an entry more: NumPy finds a move too many
            n = whole(function(sample.state, out), name, sample)
            answer: Any = [n, *(int(code) for code in out[: max(n, 0)])]
        elif "worth" in parameters:
            worth = np.full((2, sample.game.move_codes), -1, np.int64)
            knows = [whole(function(sample.state, player, worth[player]), name, sample) for player in range(2)]
            answer = [[knows[player], *worth[player, sample.legal].tolist()] for player in range(2)]
        elif "lines" in parameters:
            rows = np.full((2, MOST_LINES, 2), -1, np.int64)
            counts = [whole(function(sample.state, player, rows[player]), name, sample) for player in range(2)]
            answer = [[counts[player], *rows[player, : max(counts[player], 0)].tolist()] for player in range(2)]
        elif "move" in parameters:
            answer = [whole(function(sample.state, code), name, sample) for code in sample.legal]
        elif "player" in parameters:
            room = [np.zeros(ROOM, np.int64)] if "room" in parameters else []
            answer = [whole(function(sample.state, player, *room), name, sample) for player in range(2)]
        else:
            answer = whole(function(sample.state), name, sample)
    if sample.state.tobytes() != before:
        raise ContractError(f"{name} {sample} leaves the state changed; only play may")
    return answer


def whole(value: Any, name: str, where: object) -> int:
    if not isinstance(value, int | np.integer | np.bool_):
        raise ContractError(
            f"{name} {where} returns {value!r} where an integer is wanted; "
            "mixing signed and unsigned integers gives floats, so give constants their type"
        )
    return int(value)


def differing_fields(one: State, other: State) -> list[str]:
    """The fields in which two states differ."""
    names = one.dtype.names or ()
    return [name for name in names if np.asarray(one[name]).tobytes() != np.asarray(other[name]).tobytes()]
