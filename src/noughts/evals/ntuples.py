"""N-tuples of cells, learned by self-play at a game's first use. For games without an evaluation of their own.

Source: n-tuple networks (Bledsoe and Browning 1959; for board games Lucas 2008, for connect four Thill, Koch and Konen
2012), learned by temporal differences (Sutton 1988).
Formula: the sum, over all n-tuples of the game (shared/tuples.py), of the entry that its bits and the side to move
choose in its table. 100 is what a position is usually worth to the side that is better off.
Learned (shared/self_play.py): from some 5,000 games (hex) to 27,000 (connect four) in one to two seconds, before any
clock runs; kept in the cache folder by the hash of the game's source. The numbers are the same on every machine, but
for games so slow that learning is cut short (MOST_SECONDS): of these a faster machine learns more.
Decided: tuples are cells that win together where the rules win by such (shared/winning_sets.py), and lines and blocks
of the drawing elsewhere. While it learns, a tuple has further tables that tuples like it share, so that a lesson of one
place holds elsewhere; then all are added up. Each player avoids what loses to the next move. Draws with more
points count half. It is the default only where it has won against `zero` (engine/first_use.py).
Left out, as matches of 20 to 40 games against `playouts` said, with λ = 0.8: worths of all pairs of bits instead of
tuples (40 % in connect four and in hex); tables of their own alone (50 % in hex, with the shared ones 75 %); steps by
temporal coherence (73 % in hex, without it 80 %); blocks of 2 × 3 cells (63 % in hex). λ = 1, learning from what came
of games alone, gave 37 % in hex, 0.8 at last 60 %, and 0.5 then 90 %.
Weaknesses: it knows positions that arise in games from the start, and nothing that a winning set, or elsewhere four
cells in a row or a block of four, does not show; on boards with more tuples than MOST_TUPLES the last are left out;
pieces of many kinds leave fewer cells a tuple.

Against `zero`, 100 games each at 20,000 nodes a move (benchmarks/first_use.py): qubic 97 %, Othello 100, dots and boxes
99.5, Ataxx 98, connect four 95, hex 98. In Quarto it loses the match that decides, and `zero` is used.
Before sets and that match, with tuples of the drawing alone, in qubic 35 %, in Quarto 44, in connect four 92.

With tuples of the drawing, against `playouts`, 40 games each from random openings with colours swapped, as many nodes
as 0.1 s of a processor allows each side (70,000 to 90,000; 1,300, in connect four 19,000): connect four 31 wins, 9
losses (78 %); hex 36 and 4 (90 %); breakthrough, which was not looked at while this was made, 40 and 0.

accumulators[ply]: the sums if the first player is to move, and if the second is; then the tuples' indices.
"""

import functools
import hashlib
import threading
from pathlib import Path

import numpy as np

from noughts.board import Game
from noughts.evals.shared.self_play import learn_table
from noughts.evals.shared.state_bits import SIZE, TUPLES, count, follow
from noughts.evals.shared.tuples import MOST_TUPLES, find_tuples, learned_layouts
from noughts.kernel import cache
from noughts.kernel.announcing import announced
from noughts.kernel.compiling import compiled
from noughts.kernel.contract import NO_MOVE, States, turn
from noughts.kernel.evaluation import Accumulators, Evaluation, Weights
from noughts.kernel.fingerprint import reach_hash
from noughts.kernel.intrinsics import int64
from noughts.kernel.mode import UNCOMPILED

USUAL = 100  # what a position is usually worth to the side that is better off, in hundredths
PARTS = 64  # of a hundredth: what the tables count in
HIGHEST = 1 << 20  # of an entry: no sum of entries leaves an int32
LIMIT = 10_000
INDICES = 2  # in a row of accumulators


@compiled
def update(states: States, ply: int, move: int, weights: Weights, accumulators: Accumulators) -> None:
    table, row = weights[weights[SIZE] :], accumulators[ply]
    if move == NO_MOVE:
        row[0], row[1] = count(states, ply, weights, table, row[INDICES:])
        return
    before = accumulators[ply - 1]
    for i in range(INDICES + weights[TUPLES]):
        row[i] = before[i]
    first, second = follow(states, ply - 1, ply, weights, table, row[INDICES:])
    row[0] += first
    row[1] += second


@compiled
def value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    side = turn(states[ply])
    worth = min(max(int64(accumulators[ply, side]) // PARTS, -LIMIT), LIMIT)
    return worth if side == 0 else -worth


_learning = threading.Lock()


def weights_of(game: Game) -> Weights:
    """The weights learned for a game, now or on an earlier day."""
    with _learning:
        return _weights_of(game)


@functools.lru_cache(maxsize=16)
def _weights_of(game: Game) -> Weights:
    place = None if UNCOMPILED else cache.folder()
    if place is None:
        return learn(game)
    start = game.start().states[:1].tobytes()
    sources = reach_hash(game.rules.functions.values(), [Path(__file__).resolve()])
    identity = hashlib.sha256(f"{game.name} {game.rules.tag} {sources} ".encode() + start).hexdigest()
    path = place / f"ntuples-{identity[:24]}.weights"
    kept = _read(path)
    if kept is not None:
        return kept
    with cache.locked(path):
        kept = _read(path)  # another process may have been learning just this
        if kept is None:
            with announced(f"what self-play teaches of {game.name}"):
                kept = learn(game)
            cache.write_checked(path, kept.tobytes())
    return kept


def _read(path: Path) -> Weights | None:
    kept = cache.read_checked(path)
    # A copy: to searches, an array that cannot be written is another type.
    return None if kept is None else np.frombuffer(kept, np.int64).copy()


def learn(game: Game) -> Weights:
    """The layout of a game's tuples, and then their tables."""
    layouts = learned_layouts(game, find_tuples(game))
    table, usual = learn_table(game, layouts.views)
    scale = USUAL * PARTS / max(usual, 0.01)
    entries = np.clip(np.rint(scale * layouts.added_up(table)), -HIGHEST, HIGHEST)
    return np.concatenate([layouts.whole, entries.astype(np.int64)])


EVALUATION = Evaluation(
    "ntuples",
    "N-tuples of cells, learned by self-play at a game's first use; for games without an evaluation of their own.",
    values=None,
    value=value,
    update=update,
    accumulator_size=INDICES + MOST_TUPLES,
    learn=weights_of,
    spread=USUAL,
    rank=2,
)
