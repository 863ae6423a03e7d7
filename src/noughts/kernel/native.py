"""Compiled twins of Python functions: what Numba puts in place of a call, without a function around it to compile.

Numba's own `overload` and `intrinsic` compile a small function for each pair of a function and argument types. A search
has dozens of them, and each costs as much to compile as a page of its own code.
"""

import inspect
from collections.abc import Callable
from typing import Any

from noughts.kernel.mode import UNCOMPILED

# Given the types of the arguments: the call's signature, and what builds its code from context, builder, signature and
# arguments. None if the types do not fit.
Twin = Callable[..., tuple[Any, Callable[[Any, Any, Any, Any], Any]] | None]


def twin_of(function: Callable[..., Any]) -> Callable[[Twin], Twin]:
    """Decorator: the compiled twin of a Python function. It gets Numba's typing context and the arguments' types."""

    def decorate(twin: Twin) -> Twin:
        if UNCOMPILED:
            return twin
        from numba import types
        from numba.extending import lower_builtin, type_callable

        @type_callable(function)
        def typing(context: Any) -> Any:
            def typer(*args: Any) -> Any:
                found = twin(context, *args)
                return None if found is None else found[0]

            typer.pysig = inspect.signature(function)  # type: ignore[attr-defined] # the arguments one by one, no tuple
            return typer

        @lower_builtin(function, types.VarArg(types.Any))
        def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            found = twin(context.typing_context, *signature.args)
            assert found is not None
            return found[1](context, builder, signature, args)

        return twin

    return decorate
