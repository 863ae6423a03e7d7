"""Nothing learned at a game's first use is used unless it has won: a short match against `zero` decides.

An evaluation that was learned from some thousand games may be worse than none: it follows a drawing that the rules do
not. So it plays against `zero` (engine/short_match.py) until it is clear whether it scores 50 or 65 %: 8 to 60 games,
less than a second. A node costs more with it than with `zero`, which gets as many more nodes as it is faster. What
loses gives way to `zero`.

1,000 nodes a move: of 48 such trials in eight games all were right by 20,000 nodes a move, with 300 not.
Openings, seeds and nodes are fixed; only the ratio of speeds, in steps, is the machine's own.
"""

import contextlib
import functools
import hashlib
import json
import logging
import time
from pathlib import Path
from typing import NamedTuple

from noughts.board import Game
from noughts.engine import short_match
from noughts.engine.short_match import BOUND, log_likelihood_ratio, play_pair, times_faster
from noughts.evals import zero
from noughts.kernel import cache
from noughts.kernel.announcing import announced
from noughts.kernel.evaluation import Evaluation
from noughts.kernel.fingerprint import file_hash, reach_hash
from noughts.kernel.mode import UNCOMPILED
from noughts.search.noughts import Noughts

log = logging.getLogger("noughts.learning")

NODES = 1000  # a move
LEAST_GAMES, MOST_GAMES = 8, 60
MOST_SECONDS = 2  # of processor time, after which the score so far decides
LOW, HIGH = 0.5, 0.65  # the scores that the test tells apart


class Trial(NamedTuple):
    """The match of a learned evaluation against `zero`."""

    score: float
    games: int
    has_won: bool

    @property
    def words(self) -> str:
        """
        >>> Trial(0.25, 12, False).words
        '25 % of 12 games against zero'
        """
        return f"{100 * self.score:.0f} % of {self.games} games against zero"


def proven(learned: Evaluation, game: Game) -> Evaluation:
    """The evaluation itself, if it was not learned at first use or has won; else `zero`. It is tried at its first use.

    Uncompiled runs, which serve to find mistakes, try nothing.
    """
    if UNCOMPILED or learned.learn is None or trial(learned, game).has_won:
        return learned
    return zero.EVALUATION


@functools.lru_cache(maxsize=64)
def trial(learned: Evaluation, game: Game) -> Trial:
    """The match that decides, now or on an earlier day."""
    kept = known_trial(learned, game)
    if kept is not None:
        return kept
    path = _path(learned, game)
    with cache.locked(path) if path is not None else contextlib.nullcontext():
        kept = known_trial(learned, game)  # another process may have played just this
        if kept is None:
            kept = play_trial(learned, game)
            if path is not None:
                cache.write_checked(path, json.dumps(kept).encode())
    return kept


def known_trial(learned: Evaluation, game: Game) -> Trial | None:
    """The match that was played before, None if there was none."""
    path = _path(learned, game)
    kept = None if path is None else cache.read_checked(path)
    return None if kept is None else Trial(*json.loads(kept))


def _path(learned: Evaluation, game: Game) -> Path | None:
    place = cache.folder()
    if place is None:
        return None
    functions = [*game.rules.functions.values(), learned.value_for(game.rules), Noughts.iteration]
    sources = reach_hash(functions) + file_hash(Path(__file__)) + file_hash(Path(short_match.__file__))
    start = game.start().states[:1].tobytes()
    identity = hashlib.sha256(f"{learned.name} {game.name} {game.rules.tag} {sources} ".encode() + start).hexdigest()
    return place / f"trial-{identity[:24]}.json"


def play_trial(learned: Evaluation, game: Game) -> Trial:
    """Play until it is clear which is better."""
    learned.weights_for(game)  # learned now, if it has not been
    both = learned, zero.EVALUATION
    times = times_faster(game, both)
    with announced(f"a match that tries what self-play has taught of {game.name}"):
        results: list[float] = []
        ratio, end = 0.0, time.thread_time() + MOST_SECONDS
        while len(results) < LEAST_GAMES or (
            abs(ratio) < BOUND and len(results) < MOST_GAMES and time.thread_time() < end
        ):
            results += play_pair(game, both, (NODES, round(NODES * times)), len(results) // 2 + 1)
            ratio = log_likelihood_ratio(results, LOW, HIGH)
    found = Trial(sum(results) / len(results), len(results), ratio > 0)
    used = learned.name if found.has_won else "zero"
    log.info("%s: what was learned scores %s (%.2f times the nodes): %s is used", game.name, found.words, times, used)
    return found
