"""A list of Python's objects by their indices, made in one call: what `Position.legal_moves` is.

`operator.itemgetter`, the quickest way in Python itself, needs the indices as a tuple, gives a tuple, and is made anew
for each list: three times as long.
"""

import functools
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

from noughts.kernel.compiling import Compiled, Part, compiled_with_gil
from noughts.kernel.contract import MoveBuffer
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.native import twin_of
from noughts.kernel.patience import entry_of

T = TypeVar("T")
Gather: TypeAlias = Callable[[Any, list[T], int], list[T]]


def items_at(indices: MoveBuffer, objects: list[T], count: int) -> list[T]:
    """The objects at indices[:count], in a new list."""
    return [objects[index] for index in indices[:count].tolist()]


@compiled_with_gil
def gather(indices: MoveBuffer, objects: list[T], count: int) -> list[T]:
    return items_at(indices, objects, count)


def gather_entry() -> Gather[Any]:
    """`gather`; in a process that does not wait for a compiler, as plain Python until it is compiled."""
    return gather if UNCOMPILED else entry_of(gather_part())


def gather_part() -> Part:
    return Part(cast(Compiled, gather), _signature(), "lists of moves", is_trusted=True)


@functools.cache
def _signature() -> Any:
    from numba import int64

    return PYTHON_OBJECT(int64[::1], PYTHON_OBJECT, int64)


if not UNCOMPILED:
    from numba import types
    from numba.core import cgutils
    from numba.extending import NativeValue, box, models, register_model, unbox
    from numba.np.arrayobj import make_array

    class _PythonObject(types.Opaque):  # type: ignore[misc] # Numba has no types
        """An object of Python as it is: passed on, and given back."""

    PYTHON_OBJECT = _PythonObject("noughts_object")
    register_model(_PythonObject)(models.OpaqueModel)

    @unbox(_PythonObject)
    def _unboxed(kind: Any, found: Any, context: Any) -> Any:
        return NativeValue(found)

    @box(_PythonObject)
    def _boxed(kind: Any, value: Any, context: Any) -> Any:
        return value

    @twin_of(items_at)
    def _items_at(typing_context: Any, indices: Any, objects: Any, count: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            python = context.get_python_api(builder)
            array = make_array(signature.args[0])(context, builder, args[0])
            result = cgutils.alloca_once_value(builder, python.list_new(args[2]))
            with cgutils.for_range(builder, args[2]) as loop:
                index = builder.load(cgutils.gep(builder, array.data, loop.index))
                found = python.list_getitem(args[1], index)
                with builder.if_then(cgutils.is_null(builder, found), likely=False):
                    # Python has noted an IndexError, which it raises where nothing is returned.
                    python.decref(builder.load(result))
                    builder.store(found, result)
                    loop.do_break()
                python.incref(found)  # the list takes a reference, and `list_getitem` gave none
                python.list_setitem(builder.load(result), loop.index, found)
            return builder.load(result)

        return PYTHON_OBJECT(indices, objects, types.int64), codegen
