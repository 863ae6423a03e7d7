"""Depth-first proof-number search (df-pn), for any game.

A node's proof number is how many leaves must be proved, at the least, to prove it, its disproof number the same for
disproving it. The search goes down to the leaf whose numbers count most, by thresholds: it leaves a node as soon as
another one is more promising (by the 1 + 1/4 trick a little later, which saves going to and fro). All games here end,
so a position has one value, whatever led to it.

Positions come about in many ways, so that a sum would count leaves many times over. Instead the largest number counts,
and one more for every other child (weak proof-number search).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import NO_MOVE, turn
from noughts.kernel.intrinsics import int64
from noughts.solving.proof_table import NOWHERE, find, keep
from noughts.solving.question import PROVED, fewer, look, move_that_wins
from noughts.solving.symmetry import image_of, one_of_each, play_all, play_images, play_itself, representative
from noughts.solving.threats import threat_win
from noughts.solving.worker import Worker, is_stopped

PROOF, DISPROOF = 0, 1
SOLVED = 1 << 30  # the number of a node that cannot be proved, or disproved
MOST = SOLVED - 1  # of any other


@inlined
def packed(proof: int, disproof: int) -> int:
    """Two numbers as one, to be returned."""
    return proof << 32 | disproof


class ProofSearch(NamedTuple):
    """Working memory of a proof-number search."""

    worker: Worker
    numbers: NDArray[np.int64]  # for each ply two rows: the PROOF and the DISPROOF numbers of its moves


@inlined
def first_numbers(worker: Worker, ply: int, plies: int, move: int) -> int:
    """Proof and disproof numbers, from hooks and table, of the position after a move, with so many plies left."""
    states, entries, run = worker.states, worker.entries, worker.run[0]
    run.nodes += 1
    play_itself(worker, ply, move)
    here = (ply + 1) * len(worker.images)
    n = look(worker, ply + 1, plies)
    if n < 0:
        return packed(0, SOLVED) if n == PROVED else packed(SOLVED, 0)
    play_images(worker, ply, move)
    place = find(worker, here + representative(worker, ply + 1), plies)
    if place != NOWHERE:
        return packed(int64(entries[place].proof), int64(entries[place].disproof))
    return packed(1, n) if turn(states[here]) == run.player else packed(n, 1)


@compiled
def prove(search: ProofSearch, ply: int, plies: int, proof_limit: int, disproof_limit: int) -> int:
    """Search the position at a ply until it is solved or one of its numbers reaches its limit; both in one integer.

    The question is whether it holds within so many more plies. Entries are told apart by them: a position that can be
    reached by ways of different length is another question by each.

    Below the root it is called of positions that `look` leaves open.
    """
    worker = search.worker
    states, images, run, moves = worker.states, worker.images, worker.run[0], worker.moves[ply]
    here, begun = ply * len(images), run.nodes
    if ply + 2 >= len(worker.moves):
        run.too_long = run.stop = 1
        return packed(1, 1)
    n = look(worker, ply, plies)
    if ply == 0:
        run.nodes += 1
        if n < 0:
            run.root_proof, run.root_disproof = (0, SOLVED) if n == PROVED else (SOLVED, 0)
            run.best_move = move_that_wins(states, here)
            return packed(run.root_proof, run.root_disproof)
    is_or = turn(states[here]) == run.player
    if run.threat_limit > 0:
        image = representative(worker, ply)
        if ply == 0 or find(worker, here + image, plies) == NOWHERE:
            threat = threat_win(worker, ply, plies, run.threat_limit, False)
            if threat != NO_MOVE:
                proof, disproof = (0, SOLVED) if is_or else (SOLVED, 0)
                if ply == 0:
                    run.root_proof, run.root_disproof, run.best_move = proof, disproof, threat
                known = image_of(images, image, threat)
                keep(worker, here + image, plies, proof, disproof, run.nodes - begun, known)
                return packed(proof, disproof)
    n = one_of_each(worker, ply, n)
    # At an OR node `own` is the proof number, of which the least counts, at an AND node the disproof number.
    own, other = (PROOF, DISPROOF) if is_or else (DISPROOF, PROOF)
    numbers = search.numbers[ply]
    for i in range(n):
        both = first_numbers(worker, ply, fewer(plies), moves[i])
        numbers[PROOF, i], numbers[DISPROOF, i] = both >> 32, both & 0xFFFFFFFF
        if numbers[own, i] == 0:
            break
    own_limit, other_limit = (proof_limit, disproof_limit) if is_or else (disproof_limit, proof_limit)
    while True:
        best, least, second, most, open_children = 0, 2 * SOLVED, 2 * SOLVED, 0, 0
        for i in range(n):
            number, against = numbers[own, i], numbers[other, i]
            if number < least or (number == least and against > numbers[other, best]):
                best, least, second = i, number, least
            elif number < second:
                second = number
            if number == 0:
                break
            if against > 0:
                most = max(most, against)
                open_children += 1
        if least == 0:
            least, most = 0, SOLVED
        elif open_children == 0:
            least, most = SOLVED, 0
        else:
            least, most = min(least, MOST), min(most + open_children - 1, MOST)
        if ply == 0:
            run.best_move = moves[best]
            run.root_proof, run.root_disproof = (least, most) if is_or else (most, least)
        if least >= own_limit or most >= other_limit or is_stopped(run):
            break
        child_own = min(own_limit, second + second // 4 + 1, MOST)
        child_other = min(other_limit - (open_children - 1), MOST)
        child_proof, child_disproof = (child_own, child_other) if is_or else (child_other, child_own)
        play_all(worker, ply, moves[best])
        both = prove(search, ply + 1, fewer(plies), child_proof, child_disproof)
        numbers[PROOF, best], numbers[DISPROOF, best] = both >> 32, both & 0xFFFFFFFF
    proof, disproof = (least, most) if is_or else (most, least)
    image = representative(worker, ply)
    keep(worker, here + image, plies, proof, disproof, run.nodes - begun, images[image, moves[best]])
    return packed(proof, disproof)
