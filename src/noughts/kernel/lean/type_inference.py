"""A shorter way through Numba's typing: what has been found out once is remembered.

Numba tries all that an operator may be on every use of it, again while it builds the code, and compiles a function once
for each integer that is passed to it as a constant.
"""

import functools
import operator
from typing import Any

from numba import types
from numba.core import typeinfer
from numba.core.compiler_machinery import register_pass
from numba.core.errors import NumbaWarning, WarningsFixer  # type: ignore[attr-defined]
from numba.core.typed_passes import NopythonTypeInference
from numba.core.types.functions import BaseFunction
from numba.core.typing import signature
from numba.core.typing.templates import ConcreteTemplate

# Their result type depends on the types alone, and not on the value of a constant.
OPERATORS = {one for name, one in vars(operator).items() if callable(one) and not name.startswith("_")} | {max, min}
PLAIN = types.Integer | types.Boolean | types.Array | types.Record

_calls: dict[tuple[Any, ...], Any] = {}  # signatures, by function and types of arguments


@functools.cache
def remember_types() -> None:
    """Have Numba remember what calls of its own functions give, and hash large types by their names.

    A search's worker is a tuple of tuples of arrays, all of which would be looked at each time.
    """
    resolve = BaseFunction.get_call_type

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        plain = tuple([types.unliteral(one) for one in args])
        if kws or not all(isinstance(one, PLAIN) for one in plain):
            return resolve(self, context, args, kws)
        given = plain if self.typing_key in OPERATORS else tuple(args)
        if (self, given) not in _calls:
            _calls[self, given] = _call_of_integers(self, context, given) or resolve(self, context, given, kws)
        return _calls[self, given]

    BaseFunction.get_call_type = get_call_type  # type: ignore[method-assign]
    for kind in (types.Array, types.NamedTuple):
        kind.__hash__ = lambda self: hash(self.name)


def _call_of_integers(function: Any, context: Any, given: tuple[Any, ...]) -> Any:
    """An operator's signature as lists of signatures tell it: what it may be for texts and the like is not tried."""
    if function.typing_key in OPERATORS and all(isinstance(one, types.Integer | types.Boolean) for one in given):
        for template in function.templates:
            found = template(context).apply(given, {}) if issubclass(template, ConcreteTemplate) else None
            if found is not None:
                function._impl_keys[found.args] = template(context).get_impl_key(found)
                return found
    return None


class DeclaredTypeInferer(typeinfer.TypeInferer):  # type: ignore[misc] # it has no types
    """A recursive call has the type that was declared for the function; integers are passed as such.

    Code that is compiled apart for each constant flag stays so: functions that ask for it are written that way.
    """

    declared: Any = None

    def resolve_call(self, fnty: Any, pos_args: Any, kw_args: Any) -> Any:
        if not kw_args and is_choice(fnty, pos_args):
            kind = types.unliteral(pos_args[0])
            return signature(kind, kind, kind)
        given = tuple([types.unliteral(one) if isinstance(one, types.IntegerLiteral) else one for one in pos_args])
        if isinstance(fnty, types.RecursiveCall) and not kw_args:
            return super().resolve_call(fnty, given, kw_args)
        if kw_args or not isinstance(fnty, types.Dispatcher) or not _is_lean(fnty.dispatcher):
            return super().resolve_call(fnty, pos_args, kw_args)
        if (fnty, given) not in _calls or given not in fnty.dispatcher.overloads:
            _calls[fnty, given] = super().resolve_call(fnty, given, kw_args)
        return _calls[fnty, given]

    def seed_return(self, typ: Any) -> None:
        self.declared = typ
        super().seed_return(typ)

    def return_types_from_partial(self) -> Any:
        return super().return_types_from_partial() if self.declared is None else self.declared


def is_choice(function: Any, given: Any) -> bool:
    """Whether it is `max` or `min` of two integers of a kind, for which Numba would compile a function."""
    kinds = [types.unliteral(one) for one in given]
    is_of_two = len(kinds) == 2 and kinds[0] == kinds[1] and isinstance(kinds[0], types.Integer)
    return is_of_two and isinstance(function, types.Function) and function.typing_key in (max, min)


def _is_lean(dispatcher: Any) -> bool:
    """Whether it is one of our own functions: others may do with constants what ours do not."""
    return DeclaredTypeInference in getattr(dispatcher._compiler.pipeline_class, "passes", ())


@register_pass(mutates_CFG=True, analysis_only=False)
class DeclaredTypeInference(NopythonTypeInference):  # type: ignore[misc] # it has no types
    _name = "declared_type_inference"

    def run_pass(self, state: Any) -> bool:
        warnings = WarningsFixer(NumbaWarning)
        inferer = DeclaredTypeInferer(state.typingctx, state.func_ir, warnings)
        frame = state.typingctx.callstack.register(state.targetctx.target, inferer, state.func_ir.func_id, state.args)
        with frame, warnings:
            for index, (name, given) in enumerate(zip(state.func_ir.arg_names, state.args, strict=True)):
                inferer.seed_argument(name, index, given)
            if state.return_type is not None:
                inferer.seed_return(state.return_type)
            inferer.build_constraint()
            inferer.propagate()
            state.typemap, state.return_type, state.calltypes = inferer.unify()
        if isinstance(state.return_type, types.Function | types.Phantom):
            raise TypeError(f"{state.func_id.func_name} returns a function")
        return True
