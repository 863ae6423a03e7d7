"""A short match between two evaluations, both with the strong search, judged by a sequential test (Wald 1945).

A pair of games begins from one opening with colours swapped, and depends on its number alone: searches are made anew
for it. Nodes are counted, not seconds, so that a busy machine plays the same games; where a node costs more with one
evaluation than with the other, the other gets more nodes (`times_faster`).
"""

import math
import random
import time
from collections.abc import Sequence
from dataclasses import replace

from noughts.board import Game, Position
from noughts.kernel.compiling import collected_parts, compile_parts
from noughts.kernel.evaluation import Evaluation
from noughts.kernel.mode import UNCOMPILED
from noughts.search.base import Bounds, Search, SearchSettings, StopSignal
from noughts.search.noughts import Noughts

BOUND = math.log(0.95 / 0.05)  # of a log-likelihood ratio: errors of 5 %
LEAST_VARIANCE = 0.05  # of a game's result: a few wins in a row are no certainty
OPENING = 4  # random plies
HASH_MB = 2
STEP, MOST_TIMES = 0.25, 3.0  # of the ratio of speeds
PACE_POSITIONS, PACE_NODES = 12, 2000

Evaluations = tuple[Evaluation, Evaluation]


def play_pair(game: Game, evaluations: Evaluations, nodes: tuple[int, int], number: int) -> tuple[float, float]:
    """Two games from one opening; their results for the first evaluation, from 0 to 1."""
    searches = [search_with(game, one) for one in evaluations]
    opening = _opening(game, random.Random(number))
    return _play(opening.copy(), searches, nodes, 0), 1 - _play(opening.copy(), searches, nodes, 1)


def search_with(game: Game, evaluation: Evaluation, hash_mb: float = HASH_MB) -> Noughts:
    """A small strong search, with all that it calls compiled."""
    settings = SearchSettings(evaluation, hash_mb, 1, 1, Noughts.read_options({}))
    if not UNCOMPILED:
        with collected_parts() as parts:
            Noughts(game, replace(settings, hash_mb=0))
        compile_parts(parts)
    return Noughts(game, settings)


def times_faster(game: Game, evaluations: Evaluations) -> float:
    """How many times as many nodes a search looks at with the second evaluation, in steps; never fewer."""
    chance, searches = random.Random(0), [search_with(game, one) for one in evaluations]
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


def log_likelihood_ratio(results: Sequence[float], low: float, high: float) -> float:
    """The ratio of a score `high` against a score `low`, by the normal approximation; above 0 it is nearer to `high`.

    >>> log_likelihood_ratio([1.0] * 8, 0.5, 0.65) > BOUND
    True
    """
    n = len(results)
    mean, square = (sum(results) + 0.25) / (n + 1), (sum(one * one for one in results) + 0.5) / (n + 1)
    variance = max(square - mean * mean, LEAST_VARIANCE)
    return n * (high - low) * (2 * sum(results) / n - low - high) / (2 * variance)


def _opening(game: Game, chance: random.Random) -> Position:
    """A position after random moves from which no move ends the game, if there is such a one."""
    for plies in (*[OPENING] * 20, 0):
        position = game.start()
        for _ in range(plies):
            if not position.is_game_over():
                position.push(chance.choice(position.legal_moves))
        if not position.is_game_over() and not _can_end(position):
            break
    return position


def _can_end(position: Position) -> bool:
    for move in position.legal_moves:
        after = position.copy()
        after.push(move)
        if after.is_game_over():
            return True
    return False


def _play(position: Position, searches: Sequence[Search], nodes: tuple[int, int], first: int) -> float:
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
