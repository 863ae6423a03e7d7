"""The transposition table: what searches remember of positions, by Zobrist key, in a bounded number of megabytes.

Entries stand in buckets of four, a cache line. Each is two words, `word` and `lock = key ^ word`: where threads share a
table without locks, an entry that two of them wrote at once does not match its key, and is no entry.

    word    63 .. 48   47 .. 42   41 .. 34   33 .. 32   31 .. 0
            move + 1     age        depth      bound    value + 2^31
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.intrinsics import int64
from noughts.kernel.scores import MATE_RANGE

ENTRY = np.dtype((np.record, [("lock", np.uint64), ("word", np.uint64)]))
Table: TypeAlias = NDArray[Any]

BUCKET = 4
AGES = 64
UPPER, LOWER, EXACT = 1, 2, 3  # the true value is at most, at least, exactly the stored one
NOTHING = np.uint64(0)


def new_table(megabytes: float) -> Table:
    """An empty table of at most that size; without any entry for 0 megabytes."""
    entries = int(megabytes * 2**20) // ENTRY.itemsize
    table = np.empty(2 ** (entries.bit_length() - 1) if entries >= BUCKET else 0, ENTRY)
    table.view(np.uint8).fill(0)  # touched now, and not by a search on the clock
    return table


def fill(table: Table) -> float:
    """The part of the table in use, from a sample."""
    sample = table["word"][:4096]
    return float(np.count_nonzero(sample)) / len(sample) if len(sample) else 0.0


@inlined
def bucket_of(table: Table, key: Any) -> int:
    """The first index of a key's bucket."""
    return int64(key & np.uint64(len(table) // BUCKET - 1)) * BUCKET


@inlined
def probe(table: Table, key: Any) -> np.uint64:
    """The data stored for a key, or NOTHING."""
    first = bucket_of(table, key)
    for slot in range(first, first + BUCKET):
        data = table[slot].word
        if table[slot].lock ^ data == key and data != NOTHING:
            return data
    return NOTHING


@compiled
def value_of(data: np.uint64, ply: int) -> int:
    """The value; a mate is stored as plies from its own position, and counted from the root here."""
    value = int64(data & np.uint64(0xFFFFFFFF)) - (1 << 31)
    if value > MATE_RANGE:
        return value - ply
    if value < -MATE_RANGE:
        return value + ply
    return value


@compiled
def bound_of(data: np.uint64) -> int:
    return int64(data >> np.uint64(32) & np.uint64(3))


@compiled
def depth_of(data: np.uint64) -> int:
    return int64(data >> np.uint64(34) & np.uint64(255))


@compiled
def age_of(data: np.uint64) -> int:
    return int64(data >> np.uint64(42) & np.uint64(63))


@compiled
def move_of(data: np.uint64) -> int:
    """The best move known, or NO_MOVE. It may be another position's: look for it among the legal moves."""
    return int64(data >> np.uint64(48)) - 1


@inlined
def is_proved(bound: int, value: int, alpha: int, beta: int) -> bool:
    """Whether an entry of the table is a mate that decides, whatever the depth at which it was found."""
    wins = bound != UPPER and value > MATE_RANGE and value >= beta
    return wins or (bound != LOWER and value < -MATE_RANGE and value <= alpha)


@inlined
def store(table: Table, key: Any, ply: int, value: int, bound: int, depth: int, move: int, age: int) -> None:
    """Remember a value: in place of the same position, else of the entry of least depth, older searches' first.

    Tried and left out: keeping an entry of the same search and position that is deeper, unless the new value is exact
    or a mate (ultimate 49.0 % of 100 games, 10,000 nodes a move). Keeping the old move where all moves fail low, and
    the best of their upper bounds only if there was none (ultimate 51.7 % of 400 at 20,000 nodes, xrudder 49.7 % of 178
    at 2,000 nodes from 20 random plies), or no move then (ultimate 57.8 % of 116, with other openings 50.2 % of 200;
    15x15x5 51.5 % of 200 and nineboard 46.0 % of 100 at 10,000 nodes, xrudder 48.6 % of 322 at 2,000).
    """
    first = bucket_of(table, key)
    place, least = first, 1 << 40
    for slot in range(first, first + BUCKET):
        data = table[slot].word
        if table[slot].lock ^ data == key and data != NOTHING:
            place = slot
            break
        worth = depth_of(data) - 256 * ((age - age_of(data)) % AGES) if data != NOTHING else -(1 << 40)
        if worth < least:
            place, least = slot, worth
    if value > MATE_RANGE:
        value += ply
    elif value < -MATE_RANGE:
        value -= ply
    data = np.uint64(value + (1 << 31)) | np.uint64(bound) << np.uint64(32)
    data |= np.uint64(min(depth, 255)) << np.uint64(34) | np.uint64(age) << np.uint64(42)
    data |= np.uint64(move + 1) << np.uint64(48)
    table[place].word = data
    table[place].lock = key ^ data
