"""Vector operations of nets: what Numba makes scalar code of when it is written as loops.

A net's *row* is eight blocks of eight weights of 8 bits; a block is one word of the weights. The blocks of a row are
read in some order: `blocks` says for each place which block stands there, four bits each from the lowest on. *Sums* are
64 numbers of 16 bits, two to an int32 of a row of accumulators.

Each is a Python function (used uncompiled) with a compiled twin of LLVM vectors, which any processor and WebAssembly
have. All is in integers and nothing overflows, so that all of them find the same numbers.
"""

from typing import Any

import numpy as np

from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.native import twin_of

BLOCKS, BLOCK = 8, 8
SUMS = BLOCKS * BLOCK
SUM_WORDS = SUMS // 2  # of a row of accumulators
OUTPUT_WORDS = SUMS // 4  # of the weights: an output's, of 16 bits each
CLIP = 181  # sums are clipped to this: its square is the largest that 16 bits hold
MOST_OUTPUT = (1 << 31) // (16 * CLIP * CLIP)  # of an output's weight: sixteen products are summed in 32 bits


def add_row(weights: Any, at: int, blocks: int, sums: Any, first: int) -> None:
    """Add the row at weights[at] to the sums that begin at sums[first]."""
    _change(weights, at, blocks, sums, first, 1)


def _change(weights: Any, at: int, blocks: int, sums: Any, first: int, sign: int) -> None:
    order = [blocks >> 4 * place & 15 for place in range(BLOCKS)]
    row = weights[at : at + BLOCKS][order].view(np.int8).astype(np.int16)
    sums[first : first + SUM_WORDS] = (sums[first : first + SUM_WORDS].view(np.int16) + sign * row).view(np.int32)


def move_row(
    weights: Any, old: int, old_blocks: int, new: int, new_blocks: int, before: Any, sums: Any, first: int
) -> None:
    """Write sums that differ from those before by one row less and one row more."""
    sums[first : first + SUM_WORDS] = before[first : first + SUM_WORDS]
    _change(weights, old, old_blocks, sums, first, -1)
    _change(weights, new, new_blocks, sums, first, 1)


def squared_dot(weights: Any, at: int, blocks: int, outputs: int, sums: Any, first: int) -> int:
    """The output of sums and one more row, at weights[at]: each clipped, squared, and weighted by 16 bits of the words
    at weights[outputs]."""
    order = [blocks >> 4 * place & 15 for place in range(BLOCKS)]
    row = weights[at : at + BLOCKS][order].view(np.int8).astype(np.int64)
    clipped = np.clip(sums[first : first + SUM_WORDS].view(np.int16) + row, 0, CLIP)
    return int((clipped * clipped) @ weights[outputs : outputs + OUTPUT_WORDS].view(np.int16).astype(np.int64))


if not UNCOMPILED:
    from llvmlite import ir
    from numba import types
    from numba.np.arrayobj import make_array

    _WORD, _SHORT, _BYTE = ir.IntType(64), ir.IntType(16), ir.IntType(8)

    def _address(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
        """The address of an element."""
        return builder.gep(make_array(kind)(context, builder, array).data, [at])

    def _vector(builder: Any, address: Any, step: int, kind: Any, align: int) -> Any:
        """The vector of a block's length that lies some elements behind an address."""
        place = builder.gep(address, [_WORD(step)])
        return builder.load(builder.bitcast(place, ir.VectorType(kind, BLOCK).as_pointer()), align=align)

    def _row(builder: Any, address: Any, blocks: Any) -> list[Any]:
        """The blocks of a row in their order, as vectors of 16 bits."""
        found = []
        for place in range(BLOCKS):
            block = builder.and_(builder.lshr(blocks, _WORD(4 * place)), _WORD(15))
            loaded = _vector(builder, builder.gep(address, [block]), 0, _BYTE, 8)
            found.append(builder.sext(loaded, ir.VectorType(_SHORT, BLOCK)))
        return found

    def _sums(builder: Any, address: Any) -> list[Any]:
        return [_vector(builder, address, place * BLOCK // 2, _SHORT, 4) for place in range(BLOCKS)]

    def _write_sums(builder: Any, vectors: list[Any], address: Any) -> None:
        for place, vector in enumerate(vectors):
            to = builder.gep(address, [_WORD(place * BLOCK // 2)])
            builder.store(vector, builder.bitcast(to, vector.type.as_pointer()), align=4)

    def _lanes(value: int, kind: Any, count: int) -> Any:
        return ir.Constant(ir.VectorType(kind, count), [value] * count)

    @twin_of(add_row)
    def _add_row(typing_context: Any, weights: Any, at: Any, blocks: Any, sums: Any, first: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            row = _row(builder, _address(context, builder, signature.args[0], args[0], args[1]), args[2])
            place = _address(context, builder, signature.args[3], args[3], args[4])
            found = [builder.add(one, more) for one, more in zip(_sums(builder, place), row, strict=True)]
            _write_sums(builder, found, place)
            return context.get_dummy_value()

        return types.void(weights, types.intp, types.int64, sums, types.intp), codegen

    @twin_of(move_row)
    def _move_row(
        typing_context: Any,
        weights: Any,
        old: Any,
        old_blocks: Any,
        new: Any,
        new_blocks: Any,
        before: Any,
        sums: Any,
        first: Any,
    ) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            of, to = (_address(context, builder, signature.args[i], args[i], args[7]) for i in (5, 6))
            less, more = (
                _row(builder, _address(context, builder, signature.args[0], args[0], args[i]), args[i + 1])
                for i in (1, 3)
            )
            found = [
                builder.add(builder.sub(one, out), new)
                for one, out, new in zip(_sums(builder, of), less, more, strict=True)
            ]
            _write_sums(builder, found, to)
            return context.get_dummy_value()

        word, index = types.int64, types.intp
        return types.void(weights, index, word, index, word, before, sums, index), codegen

    @twin_of(squared_dot)
    def _squared_dot(
        typing_context: Any, weights: Any, at: Any, blocks: Any, outputs: Any, sums: Any, first: Any
    ) -> Any:
        def clipped(builder: Any, vector: Any) -> Any:
            for sign, limit in (("<", 0), (">", CLIP)):
                lanes = _lanes(limit, _SHORT, BLOCK)
                vector = builder.select(builder.icmp_signed(sign, vector, lanes), lanes, vector)
            return vector

        def halves(builder: Any, vector: Any) -> list[Any]:
            """The lanes of even and of odd numbers, as 32 bits."""
            lanes = [ir.Constant(ir.VectorType(ir.IntType(32), 4), list(range(odd, BLOCK, 2))) for odd in (0, 1)]
            split = [builder.shuffle_vector(vector, vector, numbers) for numbers in lanes]
            return [builder.sext(one, ir.VectorType(ir.IntType(32), 4)) for one in split]

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            row = _row(builder, _address(context, builder, signature.args[0], args[0], args[1]), args[2])
            output = _address(context, builder, signature.args[0], args[0], args[3])
            sums_at = _address(context, builder, signature.args[4], args[4], args[5])
            total = _lanes(0, ir.IntType(32), 4)
            for place, (one, more) in enumerate(zip(_sums(builder, sums_at), row, strict=True)):
                height = clipped(builder, builder.add(one, more))
                square = halves(builder, builder.mul(height, height))
                by = halves(builder, _vector(builder, output, place * BLOCK // 4, _SHORT, 8))
                products = [builder.mul(left, right) for left, right in zip(square, by, strict=True)]
                total = builder.add(total, builder.add(*products))
            wide = builder.sext(total, ir.VectorType(_WORD, 4))
            found = builder.extract_element(wide, ir.IntType(32)(0))
            for lane in range(1, 4):
                found = builder.add(found, builder.extract_element(wide, ir.IntType(32)(lane)))
            return found

        index = types.intp
        return types.int64(weights, index, types.int64, index, sums, index), codegen
