"""A position that random play came to, and asking a game's functions there."""

import contextlib
import inspect
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from noughts.board.game import Game
from noughts.board.move import Move
from noughts.discovery import in_users_words
from noughts.errors import NoughtsError
from noughts.kernel.contract import ROOM, State, States, declared


class ContractError(NoughtsError):
    """A game does not do what the contract asks of it."""


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
        """Where it is, to follow what was found there: "after d d e"."""
        return after(self.game, self.played)


def after(game: Game, played: tuple[int, ...]) -> str:
    return f"after {' '.join(game.moves[code].text for code in played)}" if played else "at the start"


@contextlib.contextmanager
def asking(what: str) -> Iterator[None]:
    """Whatever a user's method raises is told with its line, what was asked, and where."""
    try:
        yield
    except (ContractError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise ContractError(f"{in_users_words(error)} ({what})") from error


def ask(sample: Sample, name: str) -> Any:
    """What a hook answers: a number, for a list of moves its length and the moves, or a number for each player."""
    function = sample.game.rules.function(name)
    parameters = inspect.signature(declared[name]).parameters
    before = sample.state.tobytes()
    with asking(f"{name} {sample}"):
        if "out" in parameters:
            out = np.full(sample.game.max_moves, -1, np.int64)  # not an entry more: NumPy finds a move too many
            n = whole(function(sample.state, out), name, str(sample))
            answer: Any = [n, *(int(code) for code in out[: max(n, 0)])]
        elif "player" in parameters:
            room = [np.zeros(ROOM, np.int64)] if "room" in parameters else []
            answer = [whole(function(sample.state, player, *room), name, str(sample)) for player in range(2)]
        else:
            answer = whole(function(sample.state), name, str(sample))
    if sample.state.tobytes() != before:
        raise ContractError(f"{name} {sample} leaves the state changed; only play may")
    return answer


def whole(value: Any, name: str, where: str) -> int:
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
