"""Report 003's ideas that were tried and dropped, and the flaw that it names itself, as matches against its own player.

The report's words: "set a greater search depth limit, which would normally go over the time limit of 5 seconds per
turn, and make the AI abort its search and pick its best option so far"; "prune a branch as soon as a child was found to
be a winning move for the opponent"; "a fatal flaw as the human player can [...] conserve its tokens and prioritize
movements to face little resistance from the AI in the later portion of the game".
Decided: the clock counts nodes, so that chance and the machine decide nothing. The report's program takes 0.22 s for a
move, here some 900 nodes: in 5 s it looks at 20,000. The token saver is the report's own player with a cost of placing,
which is the remedy that the report proposes, "altering the heuristic's weight on movements versus token placements".
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from noughts.board import Position
from noughts.lab.findings import Effort, Experiment, Findings, FindingsTable, csv_of
from noughts.lab.matches import Ended, Played, play_to_the_end, share, tally
from noughts.lab.plots import draw_bars, draw_lines, new_figure
from noughts.lab.reports.report003 import DEPTH, PLAYER, ROUNDS, TOKENS, play_itself, xrudder_search
from noughts.registry import game as find_game
from noughts.search.base import Bounds, Iteration, StopSignal
from noughts.search.deepening import DepthFirst

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLOCK_DEPTH, CLOCK_NODES = 4, 20_000
SAMPLED = 6  # of as many turns one is searched to the clock's depth
SAVING = (100, 300, 600)  # hundredths of a point that a token in hand is worth
SAVER = "saves tokens, worth {:g} each"
IDEAS = {
    "clock: depth 4 in 5 s": f"{PLAYER}:clock=yes,nodes={CLOCK_NODES}",
    "prunes on a win": f"{PLAYER}:prune_on_win=yes",
    **{SAVER.format(cost / 100): f"{PLAYER}:eval=factorial:placement_cost={cost}" for cost in SAVING},
}


@dataclass(frozen=True)
class Pruning:
    """A turn searched without and with pruning on a win."""

    nodes: tuple[int, int]
    seconds: tuple[float, float]
    is_same_move: bool


@dataclass(frozen=True)
class Clock:
    """A turn searched until the clock, beside the whole search to the same depth."""

    moves: int
    looked_at: int
    is_best: bool
    is_worse: bool


@dataclass(frozen=True)
class Hands:
    """Tokens in hand before a turn."""

    ply: int
    idea: int
    player: int


def experiment(effort: Effort) -> Experiment:
    yield "compiling"
    plain, pruning = xrudder_search(), xrudder_search(prune_on_win=True)
    pruned, clocked = list[Pruning](), list[Clock]()
    for number, position, _ in play_itself(effort):
        yield f"self-play: game {number + 1} of {effort.games}, turn {position.ply + 1}"
        pruned.append(compare_pruning(position, plain, pruning))
        if position.ply % SAMPLED == 0:
            clocked.append(compare_clock(position, plain))
    games: dict[str, list[Ended]] = {}
    for name, text in IDEAS.items():
        games[name] = []
        for one in play_to_the_end(find_game("xrudder"), text, PLAYER, effort.games, effort.seed, is_from_start=False):
            games[name].append(one)
            yield f"{name}: game {len(games[name])} of {effort.games}"
    return _findings(pruned, clocked, games, effort)


def compare_pruning(position: Position, plain: DepthFirst, pruning: DepthFirst) -> Pruning:
    found, seconds = [], []
    for search in (plain, pruning):
        times = []
        for _ in range(ROUNDS):
            begun = time.thread_time()  # the processor's: others may use the machine
            last = _last(search, position, Bounds(DEPTH))
            times.append(time.thread_time() - begun)
        found.append(last)
        seconds.append(min(times))
    without, with_it = found
    is_same = without.lines[0].moves[0] == with_it.lines[0].moves[0]
    return Pruning((without.counters.nodes, with_it.counters.nodes), (seconds[0], seconds[1]), is_same)


def compare_clock(position: Position, search: DepthFirst) -> Clock:
    whole = _last(search, position, Bounds(CLOCK_DEPTH)).lines[0]
    stopped = _last(search, position, Bounds(CLOCK_DEPTH, CLOCK_NODES))
    looked_at = int(search.threads[0].run.root_searched)
    chosen = stopped.lines[0].moves[0]
    is_worse = chosen != whole.moves[0] and _value_of(chosen, position, search) < whole.value - 1  # a mate is a ply off
    return Clock(len(position.legal_moves), looked_at, chosen == whole.moves[0], is_worse)


def _value_of(move: int, position: Position, search: DepthFirst) -> int:
    """The value of a move to the clock's depth, for the side that makes it."""
    after = position.copy()
    after.push(position.game.move_of(move))
    value = _last(search, after, Bounds(CLOCK_DEPTH - 1)).lines[0].value
    return value if after.turn == position.turn else -value


def _last(search: DepthFirst, position: Position, bounds: Bounds) -> Iteration:
    *_, last = search.iterate(position, bounds, StopSignal())
    return last


def hands(games: Iterable[Ended]) -> list[Hands]:
    """Tokens in hand before each turn, of the idea and of the report's player."""
    found = []
    for one in games:
        position, idea = find_game("xrudder").start(), 0 if one.has_started else 1
        for move in one.ending.moves:
            held = position.states[0].hand
            found.append(Hands(position.ply, int(held[idea]), int(held[1 - idea])))
            position.push(move.text)
    return found


def _findings(pruned: list[Pruning], clocked: list[Clock], games: dict[str, list[Ended]], effort: Effort) -> Findings:
    played = {name: [one.played for one in few] for name, few in games.items()}
    in_hand = {name: hands(few) for name, few in games.items()}
    return Findings(
        "Report 003: what was tried and dropped, and its fatal flaw",
        (
            "Section 2.3: a deeper search that plays the best so far after 5 s “caused the AI to make suboptimal",
            "choices”; pruning as soon as a child wins for the opponent “did not provide any observable improvement”.",
            "Section 3.1: it expends its 15 tokens, and whoever conserves theirs faces “little resistance from the AI",
            "in the later portion of the game”. No number is printed.",
        ),
        (
            FindingsTable(
                f"prune on a win: a move at depth {DEPTH}, {len(pruned)} turns of {effort.games} games",
                ("search", "nodes", "ms", "same move"),
                [
                    (
                        name,
                        f"{fmean(one.nodes[at] for one in pruned):,.0f}",
                        f"{1000 * fmean(one.seconds[at] for one in pruned):.3f}",
                        f"{fmean(one.is_same_move for one in pruned):.0%}" if at else "",
                    )
                    for at, name in enumerate(("as reported", "prunes on a win"))
                ],
            ),
            FindingsTable(
                f"the clock: depth {CLOCK_DEPTH}, stopped after {CLOCK_NODES:,} nodes, {len(clocked)} turns",
                ("search", "moves", "looked at", "best move", "worse one"),
                [
                    (
                        "stopped by the clock",
                        f"{fmean(one.moves for one in clocked):.0f}",
                        f"{fmean(one.looked_at for one in clocked):.1f}",
                        f"{fmean(one.is_best for one in clocked):.0%}",
                        f"{fmean(one.is_worse for one in clocked):.0%}",
                    )
                ],
            ),
            FindingsTable(
                f"against {PLAYER}, {effort.games} games each, random openings: wins-draws-losses",
                ("idea", "when it starts", "when the other starts", "points", "tokens kept"),
                [
                    (name, tally(few, True), tally(few, False), f"{share(few):.0%}", _kept(in_hand[name]))
                    for name, few in played.items()
                ],
            ),
        ),
        (
            f"the clock counts nodes: the report's 0.22 s a move are some 900, and 5 s therefore {CLOCK_NODES:,}",
            f"best and worse move: by the whole search to depth {CLOCK_DEPTH}; moves that are as good are neither",
            f"saves tokens: {PLAYER}:eval=factorial:placement_cost=N, a token in hand is worth so many points to it;",
            "this is also the remedy that the report proposes, another weight of movements against placements",
            f"tokens kept: in the idea's hand when {PLAYER} has spent its last one",
        ),
        {"report003-ideas.png": lambda: _plot(played, in_hand)},
        {
            "report003-ideas.csv": csv_of(
                [
                    {
                        "idea": name,
                        "has_started": one.played.has_started,
                        "points": one.played.points,
                        "turns": len(one.ending.moves),
                    }
                    for name, few in games.items()
                    for one in few
                ]
            ),
            "report003-tokens.csv": csv_of(
                [
                    {"idea": name, "turn": one.ply + 1, "in_its_hand": one.idea, f"in_hand_of_{PLAYER}": one.player}
                    for name, few in in_hand.items()
                    for one in few
                ]
            ),
        },
    )


def _kept(found: list[Hands]) -> str:
    """The mean number of tokens in hand when the other has none left for the first time."""
    first = [
        one.idea
        for before, one in itertools.pairwise(found)
        if one.player == 0 and before.player > 0 and one.ply > before.ply
    ]
    return f"{fmean(first):.1f}" if first else "–"


def _plot(played: dict[str, list[Played]], in_hand: dict[str, list[Hands]]) -> Figure:
    figure, axes = new_figure(1, 2, "Report 003: tried and dropped, and the fatal flaw", width=12, height=3.8)
    points = {name: 100 * share(few) for name, few in played.items()}
    draw_bars(axes[0, 0], points, f"Against {PLAYER}", "% of the points", "{:.0f}")
    axes[0, 0].axvline(50, color="#64748b", linewidth=1, linestyle=":")
    axes[0, 0].set_xlim(0, 112)
    by_ply: dict[int, list[Hands]] = {}
    saver = SAVER.format(SAVING[-1] / 100)
    for one in in_hand[saver]:
        by_ply.setdefault(one.ply, []).append(one)
    lines = {
        PLAYER: [(float(ply + 1), fmean(one.player for one in few)) for ply, few in sorted(by_ply.items())],
        saver: [(float(ply + 1), fmean(one.idea for one in few)) for ply, few in sorted(by_ply.items())],
    }
    draw_lines(axes[0, 1], lines, "The fatal flaw", "turn", f"tokens in hand, of {TOKENS}")
    axes[0, 1].set_ylim(0, TOKENS + 1)
    axes[0, 1].legend(fontsize=8)
    return figure
