"""Nothing learned at a game's first use is used unless it has won: a short match against `zero` decides.

An evaluation that was learned from some thousand games may be worse than none: it follows a drawing that the rules do
not. So it plays against `zero`, both with the strong search, from openings with colours swapped, until a sequential
test (Wald 1945) says whether it scores 50 or 65 %: 8 to 60 games, less than a second. A node costs more with it than
with `zero`, which gets as many more nodes as it is faster. What loses gives way to `zero`.

1,000 nodes a move: of 48 such trials in eight games all were right by 20,000 nodes a move, with 300 not.
Openings, seeds and nodes are fixed; only the ratio of speeds, in steps, is the machine's own.
"""

import contextlib
import functools
import hashlib
import json
import logging
import math
import random
import time
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from noughts.board import Game, Position
from noughts.evals import zero
from noughts.kernel import cache
from noughts.kernel.announcing import announced
from noughts.kernel.compiling import collected_parts, compile_parts
from noughts.kernel.evaluation import Evaluation
from noughts.kernel.fingerprint import file_hash, reach_hash
from noughts.kernel.mode import UNCOMPILED
from noughts.search.base import Bounds, Search, SearchSettings, StopSignal
from noughts.search.noughts import Noughts

log = logging.getLogger("noughts.learning")

NODES = 1000  # a move
LEAST_GAMES, MOST_GAMES = 8, 60
MOST_SECONDS = 2  # of processor time, after which the score so far decides
LOW, HIGH = 0.5, 0.65  # the scores that the test tells apart
BOUND = math.log(0.95 / 0.05)
LEAST_VARIANCE = 0.05  # of a game's result: a few wins in a row are no certainty
OPENING = 4  # random plies
HASH_MB = 2
STEP, MOST_TIMES = 0.25, 3.0  # of the ratio of speeds
PACE_POSITIONS, PACE_NODES = 12, 2000


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
    sources = reach_hash(functions) + file_hash(Path(__file__))
    start = game.start().states[:1].tobytes()
    identity = hashlib.sha256(f"{learned.name} {game.name} {game.rules.tag} {sources} ".encode() + start).hexdigest()
    return place / f"trial-{identity[:24]}.json"


def play_trial(learned: Evaluation, game: Game) -> Trial:
    """Play until it is clear which is better."""
    learned.weights_for(game)  # learned now, if it has not been
    searches = [_search(game, one) for one in (learned, zero.EVALUATION)]
    with announced(f"a match that tries what self-play has taught of {game.name}"):
        chance = random.Random(1)
        times = _times_faster(game, searches, chance)
        nodes = [NODES, round(NODES * times)]
        results: list[float] = []
        ratio, end = 0.0, time.thread_time() + MOST_SECONDS
        while len(results) < LEAST_GAMES or (
            abs(ratio) < BOUND and len(results) < MOST_GAMES and time.thread_time() < end
        ):
            opening = _opening(game, chance)
            for first in (0, 1):
                score = _play(opening.copy(), searches, nodes, first)
                results.append(score if first == 0 else 1 - score)
            ratio = _log_likelihood_ratio(results)
    found = Trial(sum(results) / len(results), len(results), ratio > 0)
    used = learned.name if found.has_won else "zero"
    log.info("%s: what was learned scores %s (%.2f times the nodes): %s is used", game.name, found.words, times, used)
    return found


def _search(game: Game, evaluation: Evaluation) -> Search:
    settings = SearchSettings(evaluation, HASH_MB, 1, 1, Noughts.read_options({}))
    with collected_parts() as parts:
        Noughts(game, replace(settings, hash_mb=0))
    compile_parts(parts)
    return Noughts(game, settings)


def _opening(game: Game, chance: random.Random) -> Position:
    """A position after random moves from which no move ends the game, if there is such a one."""
    for plies in (*[OPENING] * 20, 0):
        position = game.start()
        for _ in range(plies):
            if not position.is_game_over():
                position.push(chance.choice(position.legal_moves))
        if not position.is_game_over() and not any(_ends(position, move) for move in position.legal_moves):
            break
    return position


def _ends(position: Position, move: object) -> bool:
    after = position.copy()
    after.push(str(move))
    return after.is_game_over()


def _times_faster(game: Game, searches: list[Search], chance: random.Random) -> float:
    """How many times as many nodes the second search looks at in the same time, in steps; never fewer."""
    seconds, nodes = [0.0, 0.0], [0, 0]
    for _ in range(PACE_POSITIONS):
        position = _opening(game, chance)
        for number, search in enumerate(searches):
            began = time.thread_time()
            *_, last = search.iterate(position, Bounds(None, PACE_NODES, 1), StopSignal())
            seconds[number] += time.thread_time() - began
            nodes[number] += last.counters.nodes
    ratio = seconds[0] / max(nodes[0], 1) / max(seconds[1] / max(nodes[1], 1), 1e-9)
    return min(max(STEP * round(ratio / STEP), 1.0), MOST_TIMES)


def _play(position: Position, searches: list[Search], nodes: list[int], first: int) -> float:
    """A game in which searches[first] moves first; its result for the first player."""
    while not position.is_game_over():
        legal = position.legal_moves
        code = legal[0].code
        if len(legal) > 1:
            number = first if position.turn == 0 else 1 - first
            *_, last = searches[number].iterate(position, Bounds(None, nodes[number], 1), StopSignal())
            code = last.lines[0].moves[0]
        position.push(position.game.moves[code])
    outcome = position.outcome()
    return 0.5 if outcome is None or outcome.winner is None else float(outcome.winner == 0)


def _log_likelihood_ratio(results: list[float]) -> float:
    """Of HIGH against LOW, by the normal approximation; above 0 the score is nearer to HIGH."""
    n = len(results)
    mean, square = (sum(results) + 0.25) / (n + 1), (sum(one * one for one in results) + 0.5) / (n + 1)
    variance = max(square - mean * mean, LEAST_VARIANCE)
    return n * (HIGH - LOW) * (2 * sum(results) / n - LOW - HIGH) / (2 * variance)
