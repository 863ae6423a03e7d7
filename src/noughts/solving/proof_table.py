"""The solver's table: entries of positions, in a bounded number of megabytes.

An entry belongs to a whole state, kept byte by byte, and not to a key: two positions with one key cannot be taken for
each other, so no collision can make a false proof. The kept states stand behind those of the search, in one array:
the one of entry e is states[run.first_kept + e].

Entries stand in buckets of four; the key says which. A new one takes the place of the one with least work.
"""

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import inlined
from noughts.kernel.contract import States, key
from noughts.kernel.intrinsics import copy_state, int64, state_word

if TYPE_CHECKING:
    from noughts.solving.worker import Worker

ENTRY = np.dtype(
    (
        np.record,
        [
            ("proof", np.uint32),
            ("disproof", np.uint32),
            ("work", np.uint32),  # nodes that it took; 0: no entry
            ("check", np.uint16),  # of the key, so that few states have to be compared
            ("move", np.int16),  # that proves or disproves, as of the kept state
            ("plies", np.uint32),  # within which it is asked for, where entries of one position differ by that
        ],
    )
)
Entries: TypeAlias = NDArray[Any]

BUCKET = 4
NOWHERE = -1
MOST_WORK = (1 << 32) - 1


def entries_within(megabytes: float, state_size: int) -> int:
    """The number of entries that fit, with their states, a power of two; one bucket at least."""
    count = int(megabytes * 2**20) // (ENTRY.itemsize + state_size)
    return max(BUCKET, 2 ** (count.bit_length() - 1) if count else 0)


def places_of(keys: NDArray[np.uint64], slots: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """The places in a table of this size for entries that stood at `slots` of one of the same size or of a smaller one.

    Each bucket of a small table has several of a large one to itself, so that the entry that stands first in one goes
    to the first place of another, and none is in the way.
    """
    return (keys & np.uint64(size // BUCKET - 1)).astype(np.int64) * BUCKET + slots % BUCKET


@inlined
def bucket_of(entries: Entries, number: Any) -> int:
    """The first index of a key's bucket."""
    return int64(number & np.uint64(len(entries) // BUCKET - 1)) * BUCKET


@inlined
def check_of(number: Any) -> Any:
    return np.uint16(number >> np.uint64(48))


@inlined
def are_equal(states: States, one: int, other: int, words: int) -> bool:
    """Whether two states are the same, in all of their words."""
    for word in range(words):  # noqa: SIM110 - no generators in compiled code
        if state_word(states, one, word) != state_word(states, other, word):
            return False
    return True


@inlined
def find(worker: "Worker", at: int, plies: int) -> int:
    """The entry of states[at] and so many plies, or NOWHERE."""
    entries, states, run = worker.entries, worker.states, worker.run[0]
    number = key(states[at])
    begin, check = bucket_of(entries, number), check_of(number)
    for slot in range(begin, begin + BUCKET):
        is_likely = entries[slot].check == check and entries[slot].work != 0 and entries[slot].plies == plies
        if is_likely and are_equal(states, at, run.first_kept + slot, run.words):
            return slot
    return NOWHERE


@inlined
def keep(worker: "Worker", at: int, plies: int, proof: int, disproof: int, work: int, move: int) -> None:
    """Write the entry of states[at], in place of the same position's or of the one with least work in its bucket."""
    entries, states = worker.entries, worker.states
    place = find(worker, at, plies)
    if place == NOWHERE:
        number = key(states[at])
        begin, least = bucket_of(entries, number), MOST_WORK + 1
        for slot in range(begin, begin + BUCKET):
            if int64(entries[slot].work) < least:
                place, least = slot, int64(entries[slot].work)
        copy_state(states, worker.run[0].first_kept + place, at)
        entries[place].check = check_of(number)
        entries[place].plies = np.uint32(plies)
    else:
        work += int64(entries[place].work)
    entries[place].proof = np.uint32(proof)
    entries[place].disproof = np.uint32(disproof)
    entries[place].work = np.uint32(min(work, MOST_WORK))
    entries[place].move = np.int16(move)
