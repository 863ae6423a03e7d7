"""The contract of evaluations: what a position is worth to the side to move, in hundredths of a point.

An evaluation is a function `value(states, ply, weights, accumulators)` of states[ply]; compiled, a search gets it as
the address of its machine code, so that searches are compiled once a game and not once an evaluation. It never sees a
finished game. It need not be antisymmetric: what is good for one side may be good for the other too.

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

from noughts.kernel.compiling import address, compiled, inlined, specialize
from noughts.kernel.contract import MoveBuffer, Rules, States
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.native import twin_of
from noughts.kernel.outside import checked_candidates
from noughts.option import Option, read_options

Weights: TypeAlias = NDArray[np.int64]
Accumulators: TypeAlias = NDArray[np.int32]
Function: TypeAlias = Callable[..., Any]
Address: TypeAlias = Any  # of machine code, an int64; uncompiled, the function itself
ORDER_LIMIT = 1 << 20
MOVE_BUFFER = -1  # as an accumulator_size: room for all legal moves
OPTION_LIMIT = 1_000_000

LOST, LOST_PLIES = -(1 << 20), 4
ALL_MOVES, OTHERS_LOSE = -1, 1 << 20
NOWHERE: Address = 0  # in place of a function that there is not

# What a verdict may be besides a number of plies. All but ASK_GAME say that no move wins at once.
QUIET = 0  # no reply is forced, and the side to move has none of the game's `threat_moves`
THREATENING = 1 << 20  # no reply is forced, and the side to move may have `threat_moves`
THREATENED = 1 << 21  # there is just one reply, which `forced_moves` finds
ASK_GAME = 1 << 22  # nobody has looked
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


def call_value(value: Address, states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    """Call an evaluation by its address."""
    return value(states, ply, weights, accumulators)


def call_update(
    update: Address, states: States, ply: int, move: int, weights: Weights, accumulators: Accumulators
) -> None:
    """Call an evaluation's update by its address."""
    update(states, ply, move, weights, accumulators)


def call_order(
    order: Address,
    states: States,
    ply: int,
    moves: MoveBuffer,
    n: int,
    scores: MoveBuffer,
    weights: Weights,
    accumulators: Accumulators,
) -> None:
    """Call an evaluation's order by its address."""
    order(states, ply, moves, n, scores, weights, accumulators)


def call_candidates(
    candidates: Address,
    states: States,
    ply: int,
    moves: MoveBuffer,
    scores: MoveBuffer,
    weights: Weights,
    accumulators: Accumulators,
    only_threats: bool,
) -> int:
    """Call an evaluation's candidates by their address."""
    return candidates(states, ply, moves, scores, weights, accumulators, only_threats)


def call_verdict(verdict: Address, states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    """Call an evaluation's verdict by its address."""
    return verdict(states, ply, weights, accumulators)


if not UNCOMPILED:
    from numba import types
    from numba.core import cgutils
    from numba.np.arrayobj import make_array

    def calling(returns: Any, *arguments: Any) -> Any:
        """What a twin returns that calls the machine code at an address, by Numba's own convention.

        Numba's first-class functions would do, but looking one up costs 0.1 ms at every call from Python.
        """

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            function_type = context.call_conv.get_function_type(returns, signature.args[1:])
            pointer = builder.inttoptr(args[0], function_type.as_pointer())
            called = context.call_conv.call_function(builder, pointer, returns, signature.args[1:], args[1:])
            status, result = called
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return context.get_dummy_value() if returns is types.none else result

        return returns(*arguments), codegen

    def calling_if_there(instead: Callable[..., Any], returns: Any, *arguments: Any) -> Any:
        """As `calling`, where the address may be NOWHERE: then what `instead` builds is done.

        So an evaluation without some function has none compiled either, once a game.
        """
        declared, call = calling(returns, *arguments)

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            is_somewhere = builder.icmp_unsigned("!=", args[0], args[0].type(NOWHERE))
            if returns is types.none:
                with builder.if_else(is_somewhere) as (somewhere, nowhere):
                    with somewhere:
                        call(context, builder, signature, args)
                    with nowhere:
                        instead(context, builder, signature, args)
                return context.get_dummy_value()
            place = cgutils.alloca_once_value(builder, instead(context, builder, signature, args))
            with builder.if_then(is_somewhere):
                builder.store(call(context, builder, signature, args), place)
            return builder.load(place)

        return declared, codegen

    def _do_nothing(context: Any, builder: Any, signature: Any, args: Any) -> None:
        pass

    def _write_zeros(context: Any, builder: Any, signature: Any, args: Any) -> None:
        n, scores = args[4], make_array(signature.args[5])(context, builder, args[5]).data
        cgutils.memset(builder, scores, builder.mul(n, n.type(8)), 0)

    def _ask_game(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.get_constant(types.int64, ASK_GAME)

    @twin_of(call_value)
    def _value_at(typing_context: Any, value: Any, states: Any, ply: Any, weights: Any, accumulators: Any) -> Any:
        return calling(types.int64, types.int64, states, types.int64, weights, accumulators)

    @twin_of(call_verdict)
    def _verdict_at(typing_context: Any, verdict: Any, states: Any, ply: Any, weights: Any, accumulators: Any) -> Any:
        return calling_if_there(_ask_game, types.int64, types.int64, states, types.int64, weights, accumulators)

    @twin_of(call_update)
    def _update_at(
        typing_context: Any, update: Any, states: Any, ply: Any, move: Any, weights: Any, accumulators: Any
    ) -> Any:
        integer = types.int64
        return calling_if_there(_do_nothing, types.none, integer, states, integer, integer, weights, accumulators)

    @twin_of(call_order)
    def _order_at(
        typing_context: Any,
        order: Any,
        states: Any,
        ply: Any,
        moves: Any,
        n: Any,
        scores: Any,
        weights: Any,
        accumulators: Any,
    ) -> Any:
        integer = types.int64
        arguments = integer, states, integer, moves, integer, scores, weights, accumulators
        return calling_if_there(_write_zeros, types.none, *arguments)

    @twin_of(call_candidates)
    def _candidates_at(
        typing_context: Any,
        candidates: Any,
        states: Any,
        ply: Any,
        moves: Any,
        scores: Any,
        weights: Any,
        accumulators: Any,
        only_threats: Any,
    ) -> Any:
        arguments = (types.int64, states, types.int64, moves, scores, weights, accumulators, types.boolean)
        return calling(types.int64, *arguments)


@compiled
def no_update(states: States, ply: int, move: int, weights: Weights, accumulators: Accumulators) -> None:
    """What an evaluation that counts from nothing does after a move."""


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
    """What an evaluation that says nothing of moves says."""
    for i in range(n):
        scores[i] = 0


@compiled
def no_verdict(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    """What an evaluation says that is never certain."""
    return ASK_GAME


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
        """Of accumulators, in a game that has as many codes of moves."""
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

    def for_rules(self, rules: Rules, label: str) -> "CompiledEvaluation":
        """The evaluation compiled for a game."""
        value = self.value_for(rules)
        if UNCOMPILED:
            return CompiledEvaluation(
                value, self.update, value, self.update, self.order, self.candidates or NOWHERE, self.verdict
            )
        values, updates, orders = value_signature(rules), update_signature(rules), order_signature(rules)

        def address_of(function: Function | None, missing: Function | None, signature: Any, what: str) -> Address:
            if function is missing:
                return NOWHERE
            assert function is not None
            specialize(function, signature, f"{what} of {self.name} for {label}")
            return address(function, signature)

        updating = f"the updates of {self.name} for {label}"
        has_update, listed = self.update is not no_update, checked_candidates(self.candidates)
        return CompiledEvaluation(
            call_value=specialize(value, values, f"the evaluation {self.name} for {label}"),
            call_update=specialize(self.update, updates, updating) if has_update else no_update,
            value=address(value, values),
            update=address(self.update, updates) if has_update else NOWHERE,
            order=address_of(self.order, no_order, orders, "the move order"),
            candidates=address_of(listed, None, candidates_signature(rules), "the candidate moves"),
            verdict=address_of(self.verdict, no_verdict, values, "the verdicts"),
        )


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


@functools.cache
def value_signature(rules: Rules) -> Any:
    from numba import int32, int64, types

    return int64(types.Array(rules.record_type, 1, "C"), int64, int64[::1], int32[:, ::1])


@functools.cache
def update_signature(rules: Rules) -> Any:
    from numba import int32, int64, types, void

    return void(types.Array(rules.record_type, 1, "C"), int64, int64, int64[::1], int32[:, ::1])


@functools.cache
def order_signature(rules: Rules) -> Any:
    from numba import int32, int64, types, void

    row = int64[::1]
    return void(types.Array(rules.record_type, 1, "C"), int64, row, int64, row, int64[::1], int32[:, ::1])


@functools.cache
def candidates_signature(rules: Rules) -> Any:
    from numba import int32, int64, types

    row = int64[::1]
    return int64(types.Array(rules.record_type, 1, "C"), int64, row, row, int64[::1], int32[:, ::1], types.boolean)
