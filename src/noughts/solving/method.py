"""The methods that answer questions: a compiled search set up for a game, with counters to watch meanwhile."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game, Move, Position
from noughts.errors import NoughtsError
from noughts.kernel.contract import NO_MOVE, States, key, turn
from noughts.kernel.run import entry_point, stop_flag
from noughts.solving.dfpn import SOLVED, ProofSearch, prove
from noughts.solving.exhaustive import HISTORY_BITS, ExhaustiveSearch, holds
from noughts.solving.proof_table import ENTRY, Entries, places_of
from noughts.solving.question import Question
from noughts.solving.symmetry import root_images
from noughts.solving.threats import threat_win
from noughts.solving.worker import UNLIMITED_NODES, MoveImages, Worker, new_worker

# Wins by threats that are looked for at a position take so many nodes at most. Nodes with 0, 100, 300 and 1000 of them:
# 5x5x4 221,143, 199,264, 202,323, 202,668; 6x6x4 117,604, 100,505, 101,418, 102,675; in four of X-Rudder's wins with
# 0, 30 and 300: 4,654, 21, 21; 2,158, 2,402, 101; 57, 7, 7; 40,940, 18,304, 4,977. Looking at every leaf, and not only
# where the search goes on, made nine times the nodes of 5x6x4.
THREAT_NODES = 300
EAGER_NODES = 6000
EAGER_ENTRIES = 8192  # enough for them, and as memory soon had: to clear all that is scattered took most of the time


@dataclass(frozen=True)
class Progress:
    """Progress of a search; the numbers are those of the question that it is at."""

    nodes: int
    proof: int = 1
    disproof: int = 1
    table_fill: float = 0.0
    openings: tuple[int, int] | None = None  # solved, and all; where they are tasks of their own


class Method(ABC):
    """Making one compiles, or loads, what it needs. The table is kept while the question stays the same.

    `ask` blocks: the stop flag is for another thread.
    """

    name: ClassVar[str]

    def __init__(self, game: Game, hash_mb: float = 64.0, symmetry: bool = True) -> None:
        self.game = game
        self.worker = new_worker(game, hash_mb, self._images(game, symmetry))
        self.run: Any = self.worker.run[0]  # by names in brackets: from Python attributes take twenty times as long
        self.run["threat_limit"] = THREAT_NODES if _has_threats(game) else 0
        self.stop_flag = stop_flag(self.worker.run)
        self.question: Question | None = None
        self._entry = self._new_entry()

    @staticmethod
    def _images(game: Game, symmetry: bool) -> MoveImages:
        """The images of all moves, the identity's first."""
        return game.move_images if symmetry else game.move_images[:1]

    @abstractmethod
    def _new_entry(self) -> Callable[..., int]:
        """The entry of the compiled search."""

    @property
    def entries(self) -> Entries:
        return self.worker.entries

    @property
    def kept_states(self) -> States:
        """The states of the table's entries."""
        return self.worker.states[self.run["first_kept"] :]

    @property
    def nodes(self) -> int:
        return int(self.run["nodes"])

    @property
    def best_move(self) -> Move | None:
        """The move that answers the last question, if there is such a move and it is known."""
        code = int(self.run["best_move"])
        return None if code == NO_MOVE else self.game.move_of(code)

    @property
    def is_stopped(self) -> bool:
        return bool(self.stop_flag[0])

    def progress(self) -> Progress:
        sample = self.entries["work"][:4096]
        fill = float(np.count_nonzero(sample)) / len(sample)
        return Progress(self.nodes, int(self.run["root_proof"]), int(self.run["root_disproof"]), fill)

    def ask(self, position: Position, question: Question) -> bool | None:
        """Whether the question holds of a position; None if it was stopped before that was known."""
        return self.ask_of(root_images(position, len(self.worker.images)), question)

    def ask_of(self, images: States, question: Question) -> bool | None:
        """As `ask`, of a position with its images, as `root_images` has them."""
        self.take_up(question)
        count = len(self.worker.images)
        self.worker.states[:count] = images[:count]
        answer = None if self.is_stopped else self._answer()
        if self.run["too_long"]:
            raise NoughtsError(f"{self.game.name}: a game goes on for longer than its max_plies says")
        return answer

    def take_up(self, question: Question) -> None:
        """Turn to a question; the table of another one is emptied. It serves all numbers of plies."""
        if self.is_another(question) and self.question is not None:
            # New zeros take no memory, and no time, until they are used.
            self.worker = self.worker._replace(entries=np.zeros(len(self.entries), ENTRY))
        self.question, run = question, self.run
        run["player"], run["target"], run["within"] = question.player, question.target, question.within
        run["best_move"], run["root_proof"], run["root_disproof"] = NO_MOVE, 1, 1

    def fill(self, slots: NDArray[np.int64], entries: Entries, states: States) -> None:
        """Put into the table what was known before, of the question that has been taken up: it goes on from there.

        ValueError if the entries are not those of these states, one each.
        """
        keys = self._keys(states)
        at = places_of(keys, slots, len(self.entries))
        if len(np.unique(at)) != len(at) or np.any(entries["check"] != keys >> np.uint64(48)):
            raise ValueError("these are not the entries of these states")
        self.entries[at], self.kept_states[at] = entries, states
        self.run["eager"] = 0

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


class ProofNumbers(Method):
    """Depth-first proof-number search."""

    name = "proof-number"

    def _new_entry(self) -> Callable[..., int]:
        plies, codes = self.worker.moves.shape
        self._numbers = np.zeros((plies, 2, codes), np.int64)
        return entry_point(prove, f"the solver for {self.game.name}", self._search, 0, 0, 0, 0)

    @property
    def _search(self) -> ProofSearch:
        return ProofSearch(self.worker, self._numbers)

    def _answer(self) -> bool | None:
        self._entry(self._search, 0, int(self.run["within"]), SOLVED, SOLVED)
        proof, disproof = self.run["root_proof"], self.run["root_disproof"]
        return bool(proof == 0) if 0 in (proof, disproof) else None


class Exhaustive(Method):
    """Exhaustive alpha-beta, to the end of the game or to a number of plies.

    Where a game says which moves look good, a new question is first asked eagerly, for EAGER_NODES positions: the best
    move is searched before the others are looked at. A win that is found by playing well is found soon so: 5x6x4 and
    6x6x4 take a tenth of the nodes.
    """

    name = "alphabeta"

    def _new_entry(self) -> Callable[..., int]:
        self._changes, self._ranks = (np.zeros_like(self.worker.moves) for _ in range(2))
        self._history = np.zeros(1 << HISTORY_BITS, np.int64)
        self._is_small = False  # the table's contents stand in the first EAGER_ENTRIES entries
        return entry_point(holds, f"exhaustive search for {self.game.name}", self._search(self.worker), 0, 0, 0)

    def _search(self, worker: Worker) -> ExhaustiveSearch:
        return ExhaustiveSearch(worker, self._changes, self._ranks, self._history)

    def take_up(self, question: Question) -> None:
        if self.is_another(question):
            self._history.fill(0)
            self._is_small = False
            self.run["eager"] = "promise" in self.game.rules.functions
        super().take_up(question)

    def _answer(self) -> bool | None:
        if self.run["eager"]:
            self.run["node_limit"] = self.nodes + EAGER_NODES
            answer = self._holds(self.worker._replace(entries=self.entries[:EAGER_ENTRIES]))
            is_whole = self.nodes < self.run["node_limit"]
            self.run["eager"], self.run["node_limit"] = 0, UNLIMITED_NODES
            self._is_small = True
            if is_whole and not self.is_stopped:
                return answer
        self._use_whole_table()
        answer = self._holds(self.worker)
        return None if self.is_stopped else answer

    def _holds(self, worker: Worker) -> bool:
        return bool(self._entry(self._search(worker), 0, int(self.run["within"]), 0))

    def _use_whole_table(self) -> None:
        if self._is_small and len(self.entries) > EAGER_ENTRIES:
            used = np.flatnonzero(self.entries["work"][:EAGER_ENTRIES])
            entries, states = self.entries[used], self.kept_states[used]
            self.entries["work"][used] = 0
            at = places_of(self._keys(states), used, len(self.entries))
            self.entries[at], self.kept_states[at] = entries, states
        self._is_small = False


class Threats(Method):
    """Wins by threats alone: what it does not find stays open."""

    name = "threats"
    most_nodes = UNLIMITED_NODES

    @staticmethod
    def _images(game: Game, symmetry: bool) -> MoveImages:
        return game.move_images[:1]

    def _new_entry(self) -> Callable[..., int]:
        if not _has_threats(self.game):
            raise NoughtsError(f"{self.game.name} does not say which moves threaten: it cannot be solved by threats")
        return entry_point(threat_win, f"threats for {self.game.name}", self.worker, 0, 0, 0, True)

    def _answer(self) -> bool | None:
        mover = turn(self.worker.states[0])
        self.run["best_move"] = self._entry(self.worker, 0, int(self.run["within"]), self.most_nodes, True)
        return bool(mover == self.run["player"]) if self.best_move is not None else None


def _has_threats(game: Game) -> bool:
    return "threat_moves" in game.rules.functions


METHODS = {method.name: method for method in (ProofNumbers, Exhaustive, Threats)}


def method_for(game: Game, name: str | None = None) -> type[Method]:
    """The method of that name; if none is named, the one that is best where moves can be ordered, or cannot.

    Nodes by alpha-beta and by proof numbers: 5x5x4 19,970 and 202,323, 6x6x4 34,936 and 101,418, 4x8x4 22,086,315 and
    30,214,316.
    """
    if name is not None:
        return METHODS[name]
    return Exhaustive if "promise" in game.rules.functions else ProofNumbers
