"""Monte-Carlo tree search: UCT, with random play at the leaves and a solver for proved nodes.

A node is a row of arrays; its children stand in a row of their own. `wins` counts for the player who moved to the node.
A node is *proved* when its value is known, a win, a loss or the points of a draw: a finished game, a node with a child
that wins for its mover, or one whose children are all proved. Proved nodes are never visited again, so a solved
position is played exactly; how long a win takes is not known.
"""

import math
import random
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game, Position
from noughts.kernel.compiling import compiled
from noughts.kernel.contract import DRAW, FIRST, ONGOING, MoveBuffer, States, moves, outcome, play, points, turn
from noughts.kernel.intrinsics import copy_state, int64
from noughts.kernel.playout import next_random
from noughts.kernel.run import entry_point, new_run, stop_flag
from noughts.kernel.scores import MATE, POINT, WON
from noughts.option import Option
from noughts.search.base import Bounds, Counters, Iteration, Line, Search, SearchSettings, StopSignal

# A tree is an array of these.
_FIELDS = [
    ("first_child", np.int32),  # 0: not expanded
    ("children", np.int32),
    ("move", np.int32),
    ("visits", np.int32),
    ("wins", np.float64),
    ("worth", np.int32),  # if it is proved, to the first player: DECIDED, -DECIDED or a difference of points
    ("mover", np.int8),  # who moved to this node
    ("turn", np.int8),  # who moves here
    ("proved", np.int8),
]
NODE = np.dtype((np.record, np.dtype(_FIELDS, align=True)))
Tree: TypeAlias = NDArray[Any]

RUN_FIELDS = (
    "stop",  # not 0: leave
    "used",  # nodes of the tree
    "simulations",
    "plies",  # of random play
    "simulation_limit",
    "deepest",
)
DECIDED = 1 << 30  # what a win is worth: more than any points
POINTS_SHARE = 0.002  # how much a point of difference moves a draw from one half


@compiled
def reward(result: int, state: Any, player: int) -> float:
    """The reward of a finished game to a player: 1, 0, or about one half."""
    if result == DRAW:
        return 0.5 + POINTS_SHARE * (points(state, player) - points(state, 1 - player))
    return 1.0 if result - FIRST == player else 0.0


@compiled
def worth_of_end(result: int, state: Any) -> int:
    """The value of a finished game to the first player."""
    if result == DRAW:
        return points(state, 0) - points(state, 1)
    return DECIDED if result == FIRST else -DECIDED


@compiled
def choose(tree: Tree, node: int, exploration: float) -> int:
    """The child to look at next by UCB1; proved ones are done with, wins apart. 0 if none is left."""
    best, best_bound = 0, -1e9
    first, n = int64(tree[node].first_child), int64(tree[node].children)
    log_visits = math.log(max(1, tree[node].visits))
    for child in range(first, first + n):
        if tree[child].proved:
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
    sign = 1 if tree[node].turn == 0 else -1
    first, n = int64(tree[node].first_child), int64(tree[node].children)
    all_proved, best = True, -DECIDED
    for child in range(first, first + n):
        if tree[child].proved:
            best = max(best, sign * int64(tree[child].worth))
        else:
            all_proved = False
    if all_proved or best == DECIDED:
        tree[node].proved, tree[node].worth = 1, sign * best


class Simulation(NamedTuple):
    """Working memory of simulations."""

    states: States  # the root, the position that is reached, and one for the positions that its moves lead to
    tree: Tree
    path: MoveBuffer  # the nodes from the root on
    out: MoveBuffer
    generator: NDArray[np.uint64]
    run: NDArray[np.record]  # one record


@compiled
def simulate(simulation: Simulation, exploration: float) -> int:
    """Simulations from states[0], the position of tree[0], until a limit, a stop, a full tree, or proof."""
    states, tree, path, out = simulation.states, simulation.tree, simulation.path, simulation.out
    run = simulation.run[0]
    while run.stop == 0 and run.simulations < run.simulation_limit and not tree[0].proved:
        run.simulations += 1
        copy_state(states, 1, 0)
        node, depth = 0, 0
        path[0] = 0
        while tree[node].first_child != 0 and depth + 1 < len(path):
            child = choose(tree, node, exploration)
            if child == 0:
                break
            node = child
            depth += 1
            path[depth] = node
            play(states[1], int64(tree[node].move))
        run.deepest = max(run.deepest, depth)
        if tree[node].first_child == 0 and (tree[node].visits > 0 or node == 0):
            n = moves(states[1], out)
            if run.used + n <= len(tree):
                tree[node].first_child, tree[node].children = run.used, n
                mover = turn(states[1])
                for i in range(n):
                    child = run.used + i
                    tree[child].move = out[i]
                    tree[child].mover = mover
                    # Whose turn it is there is seen when the child is first reached.
                    copy_state(states, 2, 1)
                    play(states[2], out[i])
                    tree[child].turn = turn(states[2])
                    ended = outcome(states[2])
                    if ended != ONGOING:
                        tree[child].proved, tree[child].worth = 1, worth_of_end(ended, states[2])
                run.used += n
        while outcome(states[1]) == ONGOING:
            n = moves(states[1], out)
            chosen = int64((next_random(simulation.generator) >> np.uint64(32)) * np.uint64(n) >> np.uint64(32))
            play(states[1], out[chosen])
            run.plies += 1
        result = outcome(states[1])
        for i in range(depth, -1, -1):
            node = path[i]
            tree[node].visits += 1
            tree[node].wins += reward(result, states[1], int64(tree[node].mover))
            if tree[node].first_child != 0:
                prove(tree, node)
    return run.simulations


class Mcts(Search):
    """Monte-Carlo tree search (UCT with random playouts) that solves what it can prove."""

    name = "mcts"
    options = {"exploration": Option(0.8, 0, 1_000_000, words="weight of moves tried rarely")}  # noqa: RUF012 - never changed
    uses_evaluation = False
    uses_table = False

    def __init__(self, game: Game, settings: SearchSettings) -> None:
        super().__init__(game, settings)
        self.entry = entry_point(simulate, f"mcts for {game.name}", self._simulation(1), 0.0)

    def _simulation(self, capacity: int) -> Simulation:
        seed = self.settings.seed if self.settings.seed is not None else random.getrandbits(62)
        return Simulation(
            states=self.game.new_states(3),
            tree=np.zeros(capacity, NODE),
            path=np.zeros(self.game.max_plies + 2, np.int64),
            out=self.game.new_moves(),
            generator=np.array([seed * 2 + 1], np.uint64),
            run=new_run(RUN_FIELDS),
        )

    def iterate(self, position: Position, bounds: Bounds, stop: StopSignal) -> Iterator[Iteration]:
        capacity = max(int(self.settings.hash_mb * 2**20) // NODE.itemsize, 4 * self.game.move_codes + 4)
        simulation = self._simulation(capacity)
        tree, run = simulation.tree, simulation.run[0]
        tree[0]["turn"], tree[0]["mover"] = position.turn, 1 - position.turn
        run["used"] = 1
        simulation.states[:1] = position.states
        limit = bounds.nodes if bounds.nodes is not None else np.iinfo(np.int64).max
        simulations = 256
        # A depth bounds the work as it does for other searches: two to the power of it, in simulations.
        if bounds.depth is not None:
            limit = min(limit, 256 << min(bounds.depth, 40))
        with stop.watched_by(stop_flag(simulation.run)):
            while True:
                run["simulation_limit"] = min(simulations, limit)
                self.entry(simulation, float(self.option["exploration"]))
                is_final = bool(tree[0]["proved"])
                # Stopped before the first simulation, it knows no more than the legal moves.
                lines = self._lines(tree, bounds.lines) or (Line(0, (position.legal_moves[0].code,)),)
                depth = int(run["deepest"])
                counters = Counters(nodes=int(run["simulations"]), table_fill=run["used"] / capacity, deepest=depth)
                is_done = is_final or stop.is_set or simulations >= limit
                yield Iteration(depth, lines, counters, not stop.is_set, is_final, is_proved=is_final)
                if is_done:
                    return
                simulations *= 2

    def _lines(self, tree: Tree, count: int) -> tuple[Line, ...]:
        ranked = _ranked(tree, 0)[:count]
        return tuple(Line(_value(tree, child), self._variation(tree, child)) for child in ranked)

    def _variation(self, tree: Tree, node: int) -> tuple[int, ...]:
        line = [int(tree[node]["move"])]
        while tree[node]["first_child"]:
            node = _ranked(tree, node)[0]
            if not tree[node]["visits"] and not tree[node]["proved"]:
                break
            line.append(int(tree[node]["move"]))
        return tuple(line)


def _children(tree: Tree, node: int) -> range:
    first = int(tree[node]["first_child"])
    return range(first, first + int(tree[node]["children"]))


def _ranked(tree: Tree, node: int) -> list[int]:
    """A node's children, the best for its side to move first.

    Proved moves go by their values, open ones by their visits; an open move comes before a proved one if its share of
    wins is greater. (Visits say nothing of a proved move: it has had none since.)
    """
    proved = sorted((child for child in _children(tree, node) if tree[child]["proved"]), key=lambda i: _value(tree, i))
    unproved = [child for child in _children(tree, node) if not tree[child]["proved"]]
    unproved.sort(key=lambda child: (int(tree[child]["visits"]), _share(tree, child)))
    ranked = []
    while proved and unproved:
        is_proved_better = _share(tree, proved[-1]) >= _share(tree, unproved[-1])
        ranked.append((proved if is_proved_better else unproved).pop())
    return ranked + proved[::-1] + unproved[::-1]


def _worth(tree: Tree, child: int) -> int:
    """The value of a proved node to the player who moved there."""
    worth = int(tree[child]["worth"])
    return worth if tree[child]["mover"] == 0 else -worth


def _share(tree: Tree, child: int) -> float:
    """The share of wins of the player who moved there; proved wins lie above and proved losses below all others."""
    if tree[child]["proved"]:
        worth = _worth(tree, child)
        return 0.5 + POINTS_SHARE * worth if abs(worth) < DECIDED else 2.0 if worth > 0 else -1.0
    visits = int(tree[child]["visits"])
    return float(tree[child]["wins"]) / visits if visits else 0.0


def _value(tree: Tree, child: int) -> int:
    """A proved value as it is, else the share of wins as points between -1 and 1."""
    if not tree[child]["proved"]:
        return round((2 * _share(tree, child) - 1) * POINT) if tree[child]["visits"] else 0
    worth = _worth(tree, child)
    if abs(worth) < DECIDED:
        return POINT * worth
    if not tree[child]["children"]:
        return MATE - 1 if worth > 0 else 1 - MATE
    if worth < 0 and tree[child]["turn"] != tree[child]["mover"]:
        ends = [reply for reply in _children(tree, child) if tree[reply]["proved"] and not tree[reply]["children"]]
        if any(_worth(tree, reply) == DECIDED for reply in ends):
            return 2 - MATE
    return WON if worth > 0 else -WON
