"""The contract of evaluations: what a position is worth to the side to move, in hundredths of a point.

An evaluation is a function `value(states, ply, weights, accumulators)` of states[ply]; compiled, a search gets it as
the address of its machine code, so that searches are compiled once a game and not once an evaluation. It never sees a
finished game. It need not be antisymmetric: a feature that is good for one side may be good for the other too.

An *incremental* evaluation keeps what it has counted in `accumulators[ply]`, a row of int32: `update(states, ply, move,
weights, accumulators)` fills in the row of states[ply] from the row before it, after a move was played from
states[ply - 1]; with move == NO_MOVE it counts states[ply] from nothing. Until then the row holds anything.

An evaluation may write over its row of accumulators, and over states[ply + 1] where there is one: whatever it plays
out, it plays there.

`weights` is an array that a search passes on: tuned or learned numbers change without compiling anything.

An evaluation may also say which moves look best: `order(states, ply, moves, n, scores, weights, accumulators)` writes a
score for each of the first n moves from states[ply], up to ORDER_LIMIT. 0 says nothing of a move. A negative one says
that it need not be looked at while there are others; a search leaves such moves out where it does not look to the end.
LOST says more: the side that makes this move loses within LOST_PLIES plies, whatever it does next.

Where most moves are of no use, listing and scoring them all costs more than looking at the few that are left:
`candidates(states, ply, moves, scores, weights, accumulators, only_threats)` writes just those, with their scores, and
returns how many there are, with OTHERS_LOSE added if all the others are LOST. ALL_MOVES says that `order` must be asked
instead. Where the verdict is THREATENED, the one reply is all that there is. With `only_threats` it is some of the
game's `threat_moves` that are wanted, whichever may lead to a win.

And it may know how a game will end: `verdict(states, ply, weights, accumulators)` says within how many plies the side
to move wins (n), or loses whatever it does (-n), or else one of the words below. A search asks it instead of the hooks
`winning_move` and `forced_moves`. It must be right, not complete, but for a win at once, which it sees wherever there
is one. To QUIET and THREATENING it may add PRESSED, so that a search does not take such a position for a quiet one.

`options` are whole numbers that a user may set: `polynomial:max_opponents=1`. Their values stand before the weights, in
their order: weights[0] is the first option's. `explain(position, weights)` says, in plain Python, what
the value of a position is made of.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.by_address import Address, Function, Interface
from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import MoveBuffer, Rules, States
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.outside import checked_candidates
from noughts.option import Option, read_options

Weights: TypeAlias = NDArray[np.int64]
Accumulators: TypeAlias = NDArray[np.int32]
ORDER_LIMIT = 1 << 20
MOVE_BUFFER = -1  # as an accumulator_size: room for all legal moves
OPTION_LIMIT = 1_000_000

LOST, LOST_PLIES = -(1 << 20), 4
ALL_MOVES, OTHERS_LOSE = -1, 1 << 20

# Verdicts other than a number of plies. All but ASK_GAME say that no move wins at once.
QUIET = 0  # no reply is forced, and the side to move has none of the game's `threat_moves`
THREATENING = 1 << 20  # no reply is forced, and the side to move may have `threat_moves`
THREATENED = 1 << 21  # there is just one reply, which `forced_moves` finds
ASK_GAME = 1 << 22  # unknown: the evaluation has not looked
PRESSED = 1 << 19  # added to QUIET or THREATENING: the other side would win within three plies, were it its turn
LONGEST_VERDICT = 1 << 10


@inlined
def is_pressed(verdict: int) -> bool:
    return verdict > LONGEST_VERDICT and verdict & PRESSED != 0


@inlined
def without_pressure(verdict: int) -> int:
    """A verdict without PRESSED: what the side to move has to answer, or may threaten itself."""
    return verdict - PRESSED if is_pressed(verdict) else verdict


class Term(NamedTuple):
    """A part of a position's value: what was counted, how many there are, and what they are worth together.

    The worth is in hundredths of a point for the side to move: the terms of a position add up to its value.
    """

    name: str
    amount: int
    worth: int


@compiled
def no_update(states: States, ply: int, move: int, weights: Weights, accumulators: Accumulators) -> None:
    """Updates of an evaluation that counts from nothing."""


@compiled
def no_order(
    states: States,
    ply: int,
    moves: MoveBuffer,
    n: int,
    scores: MoveBuffer,
    weights: Weights,
    accumulators: Accumulators,
) -> None:
    """The order of an evaluation that says nothing of moves."""
    for i in range(n):
        scores[i] = 0


@compiled
def no_verdict(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    """The verdict of an evaluation that is never certain."""
    return ASK_GAME


def _do_nothing(context: Any, builder: Any, signature: Any, args: Any) -> None:
    pass


def _write_zeros(context: Any, builder: Any, signature: Any, args: Any) -> None:
    from numba.core import cgutils
    from numba.np.arrayobj import make_array

    n, scores = args[4], make_array(signature.args[5])(context, builder, args[5]).data
    cgutils.memset(builder, scores, builder.mul(n, n.type(8)), 0)


def _ask_game(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    from numba import types

    return context.get_constant(types.int64, ASK_GAME)


# The functions of an evaluation, by the names of its fields.
VALUE = Interface("the evaluation", "states ply weights accumulators", True)
UPDATE = Interface("the updates of", "states ply move weights accumulators", False, no_update, _do_nothing)
ORDER = Interface("the move order of", "states ply moves n scores weights accumulators", False, no_order, _write_zeros)
CANDIDATES = Interface("the candidate moves of", "states ply moves scores weights accumulators only_threats", True)
VERDICT = Interface("the verdicts of", "states ply weights accumulators", True, no_verdict, _ask_game)
INTERFACES = {"value": VALUE, "update": UPDATE, "order": ORDER, "candidates": CANDIDATES, "verdict": VERDICT}

# As `call_order(order, states, ply, …)`, where `order` is an address.
call_value, call_update, call_order = VALUE.call, UPDATE.call, ORDER.call
call_candidates, call_verdict = CANDIDATES.call, VERDICT.call


def option(default: int, words: str = "") -> Option:
    """An option of an evaluation: a whole number, 0 or more."""
    return Option(default, 0, OPTION_LIMIT, words=words)


@dataclass(frozen=True, eq=False)
class Evaluation:
    """An evaluation under its name. The module's docstring gives source, formula, decisions and weaknesses."""

    name: str
    summary: str
    values: Mapping[Rules, Function] | None  # by the games' rules
    value: Function | None = None  # for every game
    update: Function = no_update
    order: Function = no_order
    candidates: Function | None = None
    verdict: Function = no_verdict
    accumulator_size: int = 0
    weights: Sequence[int] | Callable[[], Sequence[int]] = (0,)  # a function is called at the first use
    spread: int = 100  # a usual difference between positions; levels misjudge by multiples of it
    rank: int = 0  # among those that fit a game, the highest is used where none is named
    aliases: Sequence[str] = ()  # what it was called before: kept games and settings name it so
    options: Mapping[str, Option] = field(default_factory=dict)  # a number n in place of one is `option(n)`
    explain: Callable[[Any, Weights], list[Term]] | None = None  # of a board.Position that is not finished
    learn: Callable[[Any], Weights] | None = None  # called with a Game at its first use: weights for it alone

    def __post_init__(self) -> None:
        options = {name: one if isinstance(one, Option) else option(int(one)) for name, one in self.options.items()}
        object.__setattr__(self, "options", options)

    def weights_for(self, game: Any) -> Weights:
        """The array that a search of this game passes on."""
        return self.loaded_weights if self.learn is None else self.learn(game)

    @functools.cached_property
    def loaded_weights(self) -> Weights:
        """The weights that are the same for all games, behind the options."""
        weights = self.weights() if callable(self.weights) else self.weights
        return np.array([*(one.default for one in self.options.values()), *weights], np.int64)

    def with_options(self, given: Mapping[str, Any]) -> "Evaluation":
        """The same evaluation with other options, as numbers or as text; its name tells them.

        >>> from noughts.registry import evaluation
        >>> evaluation("polynomial").with_options({"max_opponents": 1}).name
        'polynomial:max_opponents=1'
        """
        chosen = read_options(f"the evaluation {self.name}", self.options, given)
        options = {name: replace(one, default=chosen.get(name, one.default)) for name, one in self.options.items()}
        name = ":".join([self.name, *(f"{option}={value}" for option, value in chosen.items())])
        return replace(self, name=name, options=options)

    def row_size(self, move_codes: int) -> int:
        """The length of a row of accumulators, in a game that has as many codes of moves."""
        return move_codes if self.accumulator_size == MOVE_BUFFER else self.accumulator_size

    def fits(self, rules: Rules) -> bool:
        return self.value_for(rules) is not None

    def value_for(self, rules: Rules) -> Any:
        """The function for a game, None if there is none.

        Rules are the same if their tags are: a game's file may be imported under several names.
        """
        if self.values is None:
            return self.value
        return next((value for known, value in self.values.items() if known.tag == rules.tag), None)

    def functions_for(self, rules: Rules) -> dict[str, Function | None]:
        """Its functions for a game, by the names of INTERFACES; None for candidates that it does not list."""
        return {name: self.value_for(rules) if name == "value" else getattr(self, name) for name in INTERFACES}

    def for_rules(self, rules: Rules, label: str) -> "CompiledEvaluation":
        """The evaluation compiled for a game."""
        entries: dict[str, Any] = {}
        addresses: dict[str, Address] = {}
        for name, function in self.functions_for(rules).items():
            if name == "candidates" and not UNCOMPILED:
                function = checked_candidates(function)  # noqa: PLW2901
            entries[name], addresses[name] = INTERFACES[name].compile(function, rules, f"{self.name} for {label}")
        return CompiledEvaluation(call_value=entries["value"], call_update=entries["update"], **addresses)


@dataclass(frozen=True)
class CompiledEvaluation:
    """Its functions, for Python to call and as what searches take."""

    call_value: Function
    call_update: Function
    value: Address
    update: Address
    order: Address
    candidates: Address
    verdict: Address
