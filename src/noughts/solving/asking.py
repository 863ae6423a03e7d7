"""A search set up for a game: questions in, answers out, with counters to watch meanwhile."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game, Move, Position
from noughts.errors import NoughtsError
from noughts.kernel.contract import NO_MOVE, ROOM, States, key, turn
from noughts.solving import run as places
from noughts.solving.dfpn import SOLVED, prove_for
from noughts.solving.exhaustive import HISTORY_BITS, holds_for
from noughts.solving.images import root_images
from noughts.solving.proof_table import ENTRY, Entries, entries_within, places_of
from noughts.solving.question import Question
from noughts.solving.threats import threat_win_for

# Wins by threats that are looked for at a position take so many nodes at most. Nodes with 0, 100, 300 and 1000 of them:
# 5x5x4 221,143, 199,264, 202,323, 202,668; 6x6x4 117,604, 100,505, 101,418, 102,675; in four of X-Rudder's wins with
# 0, 30 and 300: 4,654, 21, 21; 2,158, 2,402, 101; 57, 7, 7; 40,940, 18,304, 4,977. Looking at every leaf, and not only
# where the search goes on, made nine times the nodes of 5x6x4.
THREAT_NODES = 300
EAGER_NODES = 6000
EAGER_ENTRIES = 8192  # enough for them, and as memory soon had: to clear all that is scattered took most of the time
UNLIMITED_NODES = 1 << 62


@dataclass(frozen=True)
class Progress:
    """How far a search has come; the numbers are those of the question that it is at."""

    nodes: int
    proof: int = 1
    disproof: int = 1
    table_fill: float = 0.0
    openings: tuple[int, int] | None = None  # solved, and all; where they are tasks of their own


class Asking(ABC):
    """Making one compiles, or loads, what it needs. The table is kept while the question stays the same.

    `ask` blocks: `stop` is for another thread.
    """

    name: ClassVar[str]

    @staticmethod
    @abstractmethod
    def compiled_for(game: Game) -> Callable[..., int]:
        """What it calls, compiled for a game."""

    def __init__(self, game: Game, hash_mb: float = 64.0, symmetry: bool = True) -> None:
        self._search = self.compiled_for(game)
        self.game = game
        self.images = game.move_images if symmetry else game.move_images[:1]  # the identity is the first
        plies = game.max_plies + 3
        first_kept = plies * len(self.images)
        count = entries_within(hash_mb, game.rules.dtype.itemsize)
        try:
            self.states = game.new_states(first_kept + count)
            self.entries = np.zeros(count, ENTRY)
        except MemoryError:
            raise NoughtsError(f"a table of {hash_mb:g} megabytes does not fit into this machine's memory") from None
        self.kept_states = self.states[first_kept:]  # of the table's entries
        self.frames = np.zeros((plies, 3 * game.max_moves), np.int64)
        self.room = np.zeros(max(ROOM, game.move_codes), np.int64)  # for `cannot_win`, and for `promise`
        self.run: NDArray[np.int64] = np.zeros(places.RUN_SIZE, np.int64)
        self.run[places.FIRST_KEPT], self.run[places.WORDS] = first_kept, game.rules.dtype.itemsize // 8
        self.run[places.THREAT_NODES] = THREAT_NODES if _has_threats(game) else 0
        self.run[places.MOST_NODES] = UNLIMITED_NODES
        self.question: Question | None = None

    @property
    def nodes(self) -> int:
        return int(self.run[places.NODES])

    @property
    def best_move(self) -> Move | None:
        """The move that answers the last question, if there is such a move and it is known."""
        code = int(self.run[places.BEST_MOVE])
        return None if code == NO_MOVE else self.game.moves[code]

    def stop(self) -> None:
        self.run[places.STOP] = 1

    def resume(self) -> None:
        self.run[places.STOP] = 0

    @property
    def is_stopped(self) -> bool:
        return bool(self.run[places.STOP])

    def progress(self) -> Progress:
        nodes, proof, disproof = self.run[[places.NODES, places.ROOT_PROOF, places.ROOT_DISPROOF]].tolist()
        sample = self.entries["work"][:4096]
        return Progress(nodes, proof, disproof, float(np.count_nonzero(sample)) / len(sample))

    def ask(self, position: Position, question: Question) -> bool | None:
        """Whether the question holds of a position; None if it was stopped before that was known."""
        return self.ask_of(root_images(position, len(self.images)), question)

    def ask_of(self, images: States, question: Question) -> bool | None:
        """As `ask`, of a position with its images, as `root_images` has them."""
        self.take_up(question)
        self.states[: len(self.images)] = images[: len(self.images)]
        answer = None if self.is_stopped else self._answer()
        if self.run[places.TOO_LONG]:
            raise NoughtsError(f"{self.game.name}: a game goes on for longer than its max_plies says")
        return answer

    def take_up(self, question: Question) -> None:
        """Turn to a question; what is known of another one is forgotten. The table serves all numbers of plies."""
        if self.is_another(question) and self.question is not None:
            self.entries = np.zeros(len(self.entries), ENTRY)  # which takes no memory, and no time, until it is used
        self.question = question
        self.run[places.WITHIN] = question.within
        self.run[[places.PLAYER, places.TARGET]] = question.player, question.target
        self.run[[places.BEST_MOVE, places.ROOT_PROOF, places.ROOT_DISPROOF]] = NO_MOVE, 1, 1

    def fill(self, slots: NDArray[np.int64], entries: Entries, states: States) -> None:
        """Put into the table what was known before, of the question that has been taken up: it goes on from there.

        ValueError if the entries are not those of these states, one each.
        """
        keys = self._keys(states)
        at = places_of(keys, slots, len(self.entries))
        if len(np.unique(at)) != len(at) or np.any(entries["check"] != keys >> np.uint64(48)):
            raise ValueError("these are not the entries of these states")
        self.entries[at], self.kept_states[at] = entries, states
        self.run[places.EAGER] = 0

    def _keys(self, states: States) -> NDArray[np.uint64]:
        has_field = "key" not in self.game.rules.functions
        return states["key"] if has_field else np.array([key(state) for state in states], np.uint64)

    def is_another(self, question: Question) -> bool:
        """Whether a question is not the last one, whatever the plies."""
        last = self.question
        return last is None or (last.player, last.target) != (question.player, question.target)

    @abstractmethod
    def _answer(self) -> bool | None:
        """Search the position that stands in `states`, with its images."""


class ProofNumbers(Asking):
    """Depth-first proof-number search."""

    name = "proof-number"

    @staticmethod
    def compiled_for(game: Game) -> Callable[..., int]:
        return prove_for(game.rules, game.name)

    def _answer(self) -> bool | None:
        self._search(
            self.states, self.frames, self.images, self.entries, self.room, self.run,
            0, self.run[places.WITHIN], SOLVED, SOLVED,
        )  # fmt: skip
        proof, disproof = self.run[places.ROOT_PROOF], self.run[places.ROOT_DISPROOF]
        return bool(proof == 0) if 0 in (proof, disproof) else None


class AlphaBeta(Asking):
    """Exhaustive alpha-beta, to the end of the game or to a number of plies.

    Where a game says which moves look good, a new question is first asked eagerly, for EAGER_NODES positions: the best
    move is searched before the others are looked at. A win that is found by playing well is found soon so: 5x6x4 and
    6x6x4 take a tenth of the nodes.
    """

    name = "alphabeta"

    @staticmethod
    def compiled_for(game: Game) -> Callable[..., int]:
        return holds_for(game.rules, game.name)

    def __init__(self, game: Game, hash_mb: float = 64.0, symmetry: bool = True) -> None:
        self._history = np.zeros(1 << HISTORY_BITS, np.int64)
        self._is_small = False  # what is known stands in the first EAGER_ENTRIES entries
        super().__init__(game, hash_mb, symmetry)

    def take_up(self, question: Question) -> None:
        if self.is_another(question):
            self._history.fill(0)
            self._is_small = False
            self.run[places.EAGER] = "promise" in self.game.rules.functions
        super().take_up(question)

    def _answer(self) -> bool | None:
        if self.run[places.EAGER]:
            self.run[places.MOST_NODES] = self.nodes + EAGER_NODES
            answer, is_whole = self._holds(self.entries[:EAGER_ENTRIES]), self.nodes < self.run[places.MOST_NODES]
            self.run[[places.EAGER, places.MOST_NODES]] = 0, UNLIMITED_NODES
            self._is_small = True
            if is_whole and not self.is_stopped:
                return answer
        self._use_whole_table()
        answer = self._holds(self.entries)
        return None if self.is_stopped else answer

    def _holds(self, entries: Entries) -> bool:
        answer = self._search(
            self.states, self.frames, self.images, entries, self.room, self.run,
            0, self.run[places.WITHIN], self._history, 0,
        )  # fmt: skip
        return bool(answer)

    def _use_whole_table(self) -> None:
        if self._is_small and len(self.entries) > EAGER_ENTRIES:
            used = np.flatnonzero(self.entries["work"][:EAGER_ENTRIES])
            entries, states = self.entries[used], self.kept_states[used]
            self.entries["work"][used] = 0
            at = places_of(self._keys(states), used, len(self.entries))
            self.entries[at], self.kept_states[at] = entries, states
        self._is_small = False


class Threats(Asking):
    """Wins by threats alone: what it does not find stays open."""

    name = "threats"

    @staticmethod
    def compiled_for(game: Game) -> Callable[..., int]:
        if not _has_threats(game):
            raise NoughtsError(f"{game.name} does not say which moves threaten: it cannot be solved by threats")
        return threat_win_for(game.rules, game.name)

    def _answer(self) -> bool | None:
        mover = turn(self.states[0])
        self.run[places.BEST_MOVE] = self._search(
            self.states, self.frames, 1, self.entries, self.run, 0, self.run[places.WITHIN], UNLIMITED_NODES, True
        )
        has_won = self.best_move is not None
        return mover == self.run[places.PLAYER] if has_won else None


def _has_threats(game: Game) -> bool:
    return "threat_moves" in game.rules.functions


METHODS = {method.name: method for method in (ProofNumbers, AlphaBeta, Threats)}


def method_for(game: Game, name: str | None = None) -> type[Asking]:
    """The method of that name; if none is named, the one that is best where moves can be ordered, or cannot.

    Nodes by alpha-beta and by proof numbers: 5x5x4 19,970 and 202,323, 6x6x4 34,936 and 101,418, 4x8x4 22,086,315 and
    30,214,316.
    """
    if name is not None:
        return METHODS[name]
    return AlphaBeta if "promise" in game.rules.functions else ProofNumbers
