"""Machine instructions that Numba does not offer: bit counting, copying a state in one go, reading its raw words,
a count that threads share.

Each is a Python function (used uncompiled) with a compiled twin that is one LLVM instruction.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.mode import CHECKED, UNCOMPILED
from noughts.kernel.native import twin_of

SUBTRACT = "noughts_subtract"  # the LLVM function behind `draw`

if TYPE_CHECKING:

    def int64(value: Any) -> int:
        """A field or constant as a signed 64-bit integer: mixed with unsigned ones, integers may turn into floats."""

else:
    int64 = np.int64


def popcount(word: Any) -> int:
    """Number of ones in an unsigned word.

    >>> popcount(np.uint64(0b1011))
    3
    """
    return int(word).bit_count()


def lowest(word: Any) -> int:
    """Index of the lowest one in an unsigned word that has one.

    >>> lowest(np.uint64(0b1000))
    3
    """
    return (int(word) & -int(word)).bit_length() - 1


def copy_state(states: Any, target: int, source: int) -> None:
    """states[target] = states[source], as one memcpy: plain assignment of a big record compiles for seconds."""
    states[target] = states[source]


def state_word(states: Any, at: int, index: int) -> Any:
    """The index-th 64 bits of states[at], whatever fields they belong to."""
    return states[at : at + 1].view(np.uint64)[index]


def prefetch(table: Any, at: int) -> None:
    """Have an element of an array fetched into the cache, to be read a little later."""


def draw(supply: NDArray[np.int64], amount: int) -> int:
    """Take an amount, or the rest if that is less, from a number that threads share: the first of an array.

    >>> numbers = np.array([5])
    >>> draw(numbers, 3), draw(numbers, 3), draw(numbers, 3)
    (3, 2, 0)
    """
    taken = max(0, min(amount, int(supply[0])))
    supply[0] -= amount
    return taken


def scratch_words(board: Any) -> Any:
    """Words to work with, as many as a board has and one more, with anything in them; gone when the function returns.

    They lie on the stack, so that nothing is allocated; the board must be a field of a state.
    """
    return np.zeros(len(board) + 1, np.uint64)


def ensure(condition: bool) -> None:
    """Assert. Compiled it costs nothing: it is checked in plain Python, and with NOUGHTS_CHECKED, where it ends the
    process."""
    assert condition


if not UNCOMPILED:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.np.arrayobj import make_array, populate_array

    def _check_indices(context: Any, builder: Any, array: Any, indices: Any) -> None:
        """Check indices where that is asked for: in functions from outside this package."""
        if context.enable_boundscheck:
            (size,) = cgutils.unpack_tuple(builder, array.shape)
            for index in indices:
                cgutils.do_boundscheck(context, builder, index, size, 0)

    def _subtraction(module: Any) -> Any:
        """The function SUBTRACT of a module: a number less an amount, in one instruction; returns the number before.

        It is a function, by a name, so that a page's module can put another in its place that also looks at a clock.
        """
        word = ir.IntType(64)
        function = cgutils.get_or_insert_function(module, ir.FunctionType(word, [word.as_pointer(), word]), SUBTRACT)
        if not function.blocks:
            function.linkage = "linkonce_odr"
            function.attributes.add("alwaysinline")
            builder = ir.IRBuilder(function.append_basic_block())
            builder.ret(builder.atomic_rmw("sub", *function.args, "monotonic"))
        return function

    @twin_of(popcount)
    def _popcount(typing_context: Any, word: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.uint64), codegen

    @twin_of(lowest)
    def _trailing_zeros(typing_context: Any, word: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), codegen

    @twin_of(copy_state)
    def _copy_state(typing_context: Any, states: Any, target: Any, source: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array_type = signature.args[0]
            array = make_array(array_type)(context, builder, args[0])
            _check_indices(context, builder, array, args[1:])
            to = cgutils.get_item_pointer(context, builder, array_type, array, [args[1]])
            of = cgutils.get_item_pointer(context, builder, array_type, array, [args[2]])
            size = ir.Constant(ir.IntType(64), array_type.dtype.size)
            cgutils.raw_memcpy(builder, to, of, size, 1, align=8)
            return context.get_dummy_value()

        return types.void(states, types.intp, types.intp), codegen

    @twin_of(state_word)
    def _state_word(typing_context: Any, states: Any, at: Any, index: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array_type = signature.args[0]
            array = make_array(array_type)(context, builder, args[0])
            _check_indices(context, builder, array, args[1:2])
            state = cgutils.get_item_pointer(context, builder, array_type, array, [args[1]])
            words = builder.bitcast(state, ir.IntType(64).as_pointer())
            return builder.load(builder.gep(words, [args[2]]))

        return types.uint64(states, types.intp, types.intp), codegen

    @twin_of(prefetch)
    def _prefetch(typing_context: Any, table: Any, at: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array_type = signature.args[0]
            array = make_array(array_type)(context, builder, args[0])
            place = cgutils.get_item_pointer(context, builder, array_type, array, [args[1]])
            byte, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
            function_type = ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])
            function = cgutils.get_or_insert_function(builder.module, function_type, "llvm.prefetch.p0")
            arguments = [ir.Constant(flag, value) for value in (0, 3, 1)]  # to read, to keep, data
            builder.call(function, [builder.bitcast(place, byte), *arguments])
            return context.get_dummy_value()

        return types.void(table, types.intp), codegen

    @twin_of(draw)
    def _draw(typing_context: Any, supply: Any, amount: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            place = make_array(signature.args[0])(context, builder, args[0]).data
            left = builder.call(_subtraction(builder.module), [place, args[1]])
            taken = builder.select(builder.icmp_signed("<", left, args[1]), left, args[1])
            nothing = ir.Constant(ir.IntType(64), 0)
            return builder.select(builder.icmp_signed(">", taken, nothing), taken, nothing)

        return types.int64(supply, types.int64), codegen

    @twin_of(scratch_words)
    def _scratch_words(typing_context: Any, board: Any) -> Any:
        count = board.shape[0] + 1

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            words = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), count))
            first = builder.bitcast(words, ir.IntType(64).as_pointer())
            array = make_array(signature.return_type)(context, builder)
            number, size = (context.get_constant(types.intp, value) for value in (count, 8))
            populate_array(array, data=first, shape=[number], strides=[size], itemsize=size, meminfo=None)
            return array._getvalue()

        return types.Array(types.uint64, 1, "C")(board), codegen

    @twin_of(ensure)
    def _ensure(typing_context: Any, condition: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if CHECKED:
                with builder.if_then(builder.not_(args[0]), likely=False):
                    function_type = ir.FunctionType(ir.VoidType(), ())
                    builder.call(builder.module.declare_intrinsic("llvm.trap", (), function_type), ())
            return context.get_dummy_value()

        return types.void(types.boolean), codegen
