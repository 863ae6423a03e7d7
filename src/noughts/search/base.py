"""The engine's interface to a search, which looks at a position again and again more deeply."""

import contextlib
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game, Position
from noughts.kernel.evaluation import Evaluation
from noughts.option import Option, read_options


@dataclass(frozen=True, slots=True)
class Line:
    """A variation and its value for the side to move at the root."""

    value: int
    moves: tuple[int, ...]


@dataclass(frozen=True)
class Counters:
    """Counters of a search so far, as the reports show them."""

    nodes: int = 0
    static_evaluations: int = 0  # at leaves and at finished games, those that were saved included
    dynamic_evaluations: int = 0  # nodes entered with depth left
    alpha_cutoffs: int = 0  # at O's nodes
    beta_cutoffs: int = 0  # at X's nodes
    table_hits: int = 0
    table_fill: float = 0.0
    evaluations_saved: int = 0  # by keeping evaluations in the table
    deepest: int = 0


@dataclass(frozen=True, slots=True)
class Iteration:
    """One look at a position: the best lines, best first."""

    depth: int  # that was reached: of one that was broken off, the depth of the last whole one, 0 if there was none
    lines: tuple[Line, ...]
    counters: Counters
    is_whole: bool = True  # False if it was broken off
    is_final: bool = False  # looking longer would change nothing
    is_proved: bool = False  # the first line's value is the game's: a mate, or all was looked at, to the end


@dataclass(frozen=True)
class Bounds:
    """Limits of a search: plies, nodes, and how many lines to tell."""

    depth: int | None = None
    nodes: int | None = None
    lines: int = 1


class StopSignal:
    """Breaks off one run of a search, from any thread and at any time, even before it has begun.

    A search has its compiled code poll the first element of an array, which the signal sets for as long as the run
    lasts. The next run polls the same array: a signal that is given late must not reach it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched: list[NDArray[np.int64]] = []
        self.is_set = False

    def set(self) -> None:
        with self._lock:
            self.is_set = True
            for flags in self._watched:
                flags[0] = 1

    @contextlib.contextmanager
    def watched_by(self, *run: NDArray[np.int64]) -> Iterator[None]:
        """While the block lasts, set flags[0] of each array to 1 when the signal is given, at once if it was."""
        with self._lock:
            self._watched += run
            for flags in run:
                flags[0] = self.is_set
        try:
            yield
        finally:
            with self._lock:
                self._watched = [flags for flags in self._watched if not any(flags is one for one in run)]


@dataclass
class SearchSettings:
    """Everything that a search is set up with."""

    evaluation: Evaluation
    hash_mb: float = 64.0
    threads: int = 1
    seed: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


class Search(ABC):
    """A search set up for one game. The first line of its docstring is its summary.

    Making one compiles, or loads, all that `iterate` will call: that runs on a player's clock.
    """

    name: ClassVar[str]
    options: ClassVar[Mapping[str, Option]] = {}
    renamed_options: ClassVar[Mapping[str, str]] = {}  # by what they were called before: stored texts name them so
    uses_evaluation: ClassVar[bool] = True
    uses_table: ClassVar[bool] = False
    uses_threads: ClassVar[bool] = False
    is_exact: ClassVar[bool] = False  # at equal depth and evaluation its value is plain minimax's
    ends_by_itself: ClassVar[bool] = False  # without any limit, in whatever game
    has_levels: ClassVar[bool] = False  # and the option `noise`, by which they misjudge

    def __init__(self, game: Game, settings: SearchSettings) -> None:
        self.game, self.settings = game, settings
        self.option = {name: option.default for name, option in self.options.items()} | dict(settings.options)

    @abstractmethod
    def iterate(self, position: Position, bounds: Bounds, stop: StopSignal) -> Iterator[Iteration]:
        """Look at a position that is not finished, more deeply with each iteration, until a bound or the signal.

        There is always one iteration at least, and its first line has a legal move, however early it is stopped.
        """

    @classmethod
    def read_options(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """Options given as text or as values, each with its type."""
        named = {cls.renamed_options.get(name, name): value for name, value in options.items()}
        return read_options(cls.name, cls.options, named)
