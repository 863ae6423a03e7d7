"""Functions that compiled code calls by the address of their machine code.

So a search is compiled once a game, and not once for each evaluation of it. Numba's first-class functions would do, but
looking one up costs 0.1 ms at every call from Python.
"""

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from noughts.kernel.compiling import address, specialize
from noughts.kernel.contract import Rules
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.native import twin_of

Function: TypeAlias = Callable[..., Any]
Address: TypeAlias = Any  # of machine code, an int64; uncompiled, the function itself
# Builds code from Numba's context, builder, signature and arguments, the address first.
Builder: TypeAlias = Callable[[Any, Any, Any, Any], Any]
NOWHERE: Address = 0  # the address of a function that is left out


@dataclass(frozen=True, eq=False)
class Interface:
    """A kind of function that is called by its address: the call, the call's compiled twin, and the signature."""

    what: str  # shown while one is compiled, before its owner's name
    parameters: str  # by their names, which tell their types
    gives_integer: bool = False  # or nothing
    left_out: Function | None = None  # stands for a function that is left out, which is not compiled
    instead: Builder | None = None  # builds what a call of NOWHERE does; None where that is never called

    @functools.cached_property
    def call(self) -> Function:
        """The call: for compiled code and for plain Python, with the address as its first argument."""

        def call(function: Address, *given: Any) -> Any:
            return function(*given)

        names = ["address", *self.parameters.split()]
        parameters = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_ONLY) for name in names]
        call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined] # the arguments one by one
        twin_of(call)(self._twin)
        return call

    def _twin(self, typing_context: Any, place: Any, states: Any, *given: Any) -> Any:
        types = [_types()[name] for name in self.parameters.split()[1:]]
        return calling(self._returned, _types()["address"], states, *types, instead=self.instead)

    @property
    def _returned(self) -> Any:
        from numba import types

        return types.int64 if self.gives_integer else types.none

    def signature(self, rules: Rules) -> Any:
        """The signature of such a function for a game."""
        return _signature(self, rules)

    def compile(self, function: Function | None, rules: Rules, owner: str) -> tuple[Function | None, Address]:
        """A function compiled for a game: for Python to call, and its address."""
        if function is None or UNCOMPILED:
            return function, function or NOWHERE
        if function is self.left_out:
            return function, NOWHERE
        signature = self.signature(rules)
        return specialize(function, signature, f"{self.what} {owner}"), address(function, signature)


@functools.cache
def _signature(interface: Interface, rules: Rules) -> Any:
    from numba import types

    given = [_types()[name] for name in interface.parameters.split()[1:]]
    return interface._returned(types.Array(rules.record_type, 1, "C"), *given)


@functools.cache
def _types() -> dict[str, Any]:
    """The types of parameters by their names. The states', which come first, depend on the game."""
    from numba import boolean, int32, int64

    integers = dict.fromkeys(("address", "ply", "move", "n"), int64)
    rows = dict.fromkeys(("moves", "scores", "weights"), int64[::1])
    return {**integers, **rows, "accumulators": int32[:, ::1], "only_threats": boolean}


def calling(returned: Any, *arguments: Any, instead: Builder | None = None) -> Any:
    """The twin that calls the machine code at an address, by Numba's own convention.

    With `instead` the address may be NOWHERE: a function that is left out need not be compiled either, once a game.
    """
    from numba import types
    from numba.core import cgutils

    def call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        function_type = context.call_conv.get_function_type(returned, signature.args[1:])
        pointer = builder.inttoptr(args[0], function_type.as_pointer())
        called = context.call_conv.call_function(builder, pointer, returned, signature.args[1:], args[1:])
        status, result = called
        with cgutils.if_unlikely(builder, status.is_error):  # a function from outside that is found to be wrong
            context.call_conv.return_status_propagate(builder, status)
        return context.get_dummy_value() if returned is types.none else result

    def call_if_there(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        assert instead is not None
        is_somewhere = builder.icmp_unsigned("!=", args[0], args[0].type(NOWHERE))
        if returned is types.none:
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

    return returned(*arguments), call if instead is None else call_if_there
