"""Monte-Carlo tree search: UCT, with random play at the leaves and a solver for what is proved.

A node is a row of arrays; its children stand in a row of their own. `wins` counts for the player who moved to the node.
A node is *proved* when its outcome is known: a finished game, a node with a child that wins for its mover, or one whose
children are all proved. Proved nodes are never visited again, so a solved position is played exactly.
"""

import math
import random
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game, Position
from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.contract import DRAW, FIRST, ONGOING, Rules, States, moves, outcome, play, points, turn
from noughts.kernel.intrinsics import copy_state, int64
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.playout import next_random
from noughts.kernel.scores import MATE, POINT
from noughts.search.base import Bounds, Counters, Iteration, Line, Search, SearchSettings, StopSignal

# A tree is an array of these.
_FIELDS = [
    ("first_child", np.int32),  # 0: not expanded
    ("children", np.int32),
    ("move", np.int32),
    ("visits", np.int32),
    ("wins", np.float32),
    ("mover", np.int8),  # who moved to this node
    ("turn", np.int8),  # who moves here
    ("proved", np.int8),  # an outcome, ONGOING while unknown
]
NODE = np.dtype((np.record, np.dtype(_FIELDS, align=True)))
Tree: TypeAlias = NDArray[Any]

STOP, USED, SIMULATIONS, PLIES, SIMULATION_LIMIT, DEEPEST = 0, 1, 2, 3, 4, 5
POINTS_SHARE = 0.002  # how much a point of difference moves a draw from one half


@compiled
def reward(result: int, state: Any, player: int) -> float:
    """What a finished game is worth to a player: 1, 0, or about one half."""
    if result == DRAW:
        return 0.5 + POINTS_SHARE * (points(state, player) - points(state, 1 - player))
    return 1.0 if result - FIRST == player else 0.0


@compiled
def choose(tree: Tree, node: int, exploration: float) -> int:
    """The child to look at next by UCB1; proved ones are done with, wins apart. 0 if none is left."""
    best, best_bound = 0, -1e9
    first, n = int64(tree[node].first_child), int64(tree[node].children)
    log_visits = math.log(max(1, tree[node].visits))
    for child in range(first, first + n):
        if tree[child].proved != ONGOING:
            continue
        if tree[child].visits == 0:
            bound = 1e6
        else:
            visits = float(tree[child].visits)
            bound = tree[child].wins / visits + exploration * math.sqrt(log_visits / visits)
        if bound > best_bound:
            best, best_bound = child, bound
    return best


@compiled
def prove(tree: Tree, node: int) -> None:
    """Settle a node whose children settle it."""
    mover = int64(tree[node].turn)
    first, n = int64(tree[node].first_child), int64(tree[node].children)
    all_proved, has_draw = True, False
    for child in range(first, first + n):
        proved = int64(tree[child].proved)
        if proved == FIRST + mover:
            tree[node].proved = proved
            return
        all_proved = all_proved and proved != ONGOING
        has_draw = has_draw or proved == DRAW
    if all_proved:
        tree[node].proved = DRAW if has_draw else FIRST + 1 - mover


@compiled
def simulate(
    states: States,
    tree: Tree,
    path: NDArray[np.int64],
    out: NDArray[np.int64],
    generator: NDArray[np.uint64],
    run: NDArray[np.int64],
    exploration: float,
) -> int:
    """Simulations from states[0], the position of tree[0], until a limit, a stop, a full tree, or proof."""
    while run[STOP] == 0 and run[SIMULATIONS] < run[SIMULATION_LIMIT] and tree[0].proved == ONGOING:
        run[SIMULATIONS] += 1
        copy_state(states, 1, 0)
        node, depth = 0, 0
        path[0] = 0
        while tree[node].first_child != 0:
            child = choose(tree, node, exploration)
            if child == 0:
                break
            node = child
            depth += 1
            path[depth] = node
            play(states[1], int64(tree[node].move))
        run[DEEPEST] = max(run[DEEPEST], depth)
        result = outcome(states[1])
        if result != ONGOING:
            tree[node].proved = result
        elif tree[node].first_child == 0 and (tree[node].visits > 0 or node == 0):
            n = moves(states[1], out)
            if run[USED] + n <= len(tree):
                tree[node].first_child, tree[node].children = run[USED], n
                mover = turn(states[1])
                for i in range(n):
                    child = run[USED] + i
                    tree[child].move = out[i]
                    tree[child].mover = mover
                    # Whose turn it is there is seen when the child is first reached.
                    copy_state(states, 2, 1)
                    play(states[2], out[i])
                    tree[child].turn = turn(states[2])
                    ended = outcome(states[2])
                    tree[child].proved = ended
                run[USED] += n
        while outcome(states[1]) == ONGOING:
            n = moves(states[1], out)
            chosen = int64((next_random(generator) >> np.uint64(32)) * np.uint64(n) >> np.uint64(32))
            play(states[1], out[chosen])
            run[PLIES] += 1
        result = outcome(states[1])
        for i in range(depth, -1, -1):
            node = path[i]
            tree[node].visits += 1
            tree[node].wins += reward(result, states[1], int64(tree[node].mover))
            if tree[node].first_child != 0:
                prove(tree, node)
    return run[SIMULATIONS]


class Mcts(Search):
    """Monte-Carlo tree search (UCT with random playouts) that solves what it can prove."""

    name = "mcts"
    options = {"exploration": 0.8}  # noqa: RUF012 - a mapping that nobody changes
    uses_evaluation = False
    uses_table = False

    def __init__(self, game: Game, settings: SearchSettings) -> None:
        super().__init__(game, settings)
        self.entry = _entry(game.rules, game.name)

    def iterate(self, position: Position, bounds: Bounds, stop: StopSignal) -> Iterator[Iteration]:
        run = np.zeros(16, np.int64)
        stop.watch(run)
        capacity = max(int(self.settings.hash_mb * 2**20) // NODE.itemsize, 4 * self.game.max_moves + 4)
        tree = np.zeros(capacity, NODE)
        tree[0]["turn"], tree[0]["mover"] = position.turn, 1 - position.turn
        run[USED] = 1
        states = self.game.new_states(3)
        states[:1] = position.states
        path = np.zeros(self.game.max_plies + 2, np.int64)
        out = np.zeros(self.game.max_moves, np.int64)
        seed = self.settings.seed if self.settings.seed is not None else random.getrandbits(62)
        generator = np.array([seed * 2 + 1], np.uint64)
        limit = bounds.nodes if bounds.nodes is not None else np.iinfo(np.int64).max
        simulations = 256
        # A depth bounds the work as it does for other searches: two to the power of it, in simulations.
        if bounds.depth is not None:
            limit = min(limit, 256 << min(bounds.depth, 40))
        while True:
            run[SIMULATION_LIMIT] = min(simulations, limit)
            self.entry(states, tree, path, out, generator, run, float(self.option["exploration"]))
            is_final = bool(tree[0]["proved"] != ONGOING)
            # Stopped before the first simulation, it knows no more than what is legal.
            lines = self._lines(tree, position.turn, bounds.lines) or (Line(0, (position.legal_moves[0].code,)),)
            depth = int(run[DEEPEST])
            counters = Counters(nodes=int(run[SIMULATIONS]), table_fill=run[USED] / capacity, deepest=depth)
            is_done = is_final or stop.is_set or simulations >= limit
            yield Iteration(depth, lines, counters, not stop.is_set, is_final)
            if is_done:
                return
            simulations *= 2

    def _lines(self, tree: Tree, turn: int, count: int) -> tuple[Line, ...]:
        first, n = int(tree[0]["first_child"]), int(tree[0]["children"])
        ranked = sorted(range(first, first + n), key=lambda child: _rank(tree, child, turn), reverse=True)
        return tuple(Line(_value(tree, child, turn), self._variation(tree, child)) for child in ranked[:count])

    def _variation(self, tree: Tree, node: int) -> tuple[int, ...]:
        line = [int(tree[node]["move"])]
        while tree[node]["first_child"]:
            first, mover = int(tree[node]["first_child"]), int(tree[node]["turn"])
            children = range(first, first + int(tree[node]["children"]))
            node = max(children, key=lambda child: _rank(tree, child, mover))
            if not tree[node]["visits"]:
                break
            line.append(int(tree[node]["move"]))
        return tuple(line)


def _rank(tree: Tree, child: int, mover: int) -> tuple[int, int, float]:
    """Wins before what is open or drawn, losses last; among open ones the most visited."""
    proved, visits = int(tree[child]["proved"]), int(tree[child]["visits"])
    worth = {ONGOING: 1, FIRST + mover: 3, FIRST + 1 - mover: 0}.get(proved, 1)
    if proved == DRAW:
        # A proved draw beats an open move only if that looks worse than a draw.
        return 1, visits, 0.5
    return worth, visits, float(tree[child]["wins"]) / visits if visits else 0.0


def _value(tree: Tree, child: int, mover: int) -> int:
    """The share of wins as points between -1 and 1; a proved win or loss as a mate at an unknown distance."""
    proved, visits = int(tree[child]["proved"]), int(tree[child]["visits"])
    if proved in (FIRST + mover, FIRST + 1 - mover):
        return MATE - 1 if proved == FIRST + mover else 2 - MATE
    if proved == DRAW or not visits:
        return 0
    return round((2 * float(tree[child]["wins"]) / visits - 1) * POINT)


def _entry(rules: Rules, name: str) -> Callable[..., int]:
    if UNCOMPILED:
        entry: Callable[..., int] = simulate
        return entry
    from numba import float64, from_dtype, types, uint64
    from numba import int64 as i64

    signature = i64(
        types.Array(rules.record_type, 1, "C"),
        types.Array(from_dtype(NODE), 1, "C"),
        i64[::1],
        i64[::1],
        uint64[::1],
        i64[::1],
        float64,
    )
    return specialize(simulate, signature, f"mcts for {name}")
