"""Report 003's figure 3 over whole games of self-play, its equations (2) and (3) beside the counts, its figures 1
and 2, and how its player spends its tokens."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from noughts.board import Move, Position
from noughts.engine.engine import Engine
from noughts.evals.factorial import AROUND_ROWS
from noughts.games.shared.xshapes import CELLS
from noughts.kernel.evaluation import Evaluation
from noughts.lab.findings import Effort, Experiment, Findings, FindingsTable, csv_of
from noughts.lab.plots import COLOURS, draw_bars, draw_lines, new_figure, plain_log_ticks
from noughts.lab.reports.figure_1 import draw_figure_1
from noughts.lab.reports.figure_2 import draw_figure_2
from noughts.lab.whole_factorial import SUB_GRIDS, WHOLE
from noughts.registry import evaluation, search_class
from noughts.registry import game as find_game
from noughts.search.base import Bounds, Counters, SearchSettings, StopSignal
from noughts.search.deepening import DepthFirst

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PLAYER = "report003"
DEPTH = 2
PRINTED = {"minimax": 15.61, "with alpha-beta": 3.27, "with updates and ordering": 0.22}  # seconds a move
OPENING_PLIES = 2  # at random: by itself the player always plays the same game
STAGES = 6
ROUNDS = 3  # each position is timed as often, and the shortest time counts
J = len(AROUND_ROWS)
TOKENS = 15
STAGE = "stage of the game (turns)"


@dataclass(frozen=True)
class Turn:
    """A turn of a game of self-play."""

    ply: int
    is_placement: bool
    hand: int  # tokens that the side to move has left
    children: int
    seconds: tuple[float, ...]  # by step, as in PRINTED
    nodes: tuple[int, ...]
    sub_grids: tuple[int, ...]  # evaluated, by step
    with_updates: int  # by minimax with updates


def searches_of_steps() -> tuple[tuple[DepthFirst, ...], DepthFirst]:
    """The searches of the report's three steps, and minimax with updates, which it speaks of in equation (3)."""

    updating = evaluation("factorial")
    first, second, unpruned = _made("minimax", WHOLE), _made("hminimax", WHOLE), _made("minimax", updating)
    return (first, second, xrudder_search()), unpruned


def xrudder_search(**options: bool) -> DepthFirst:
    """The search of the report's player, with further options."""
    last_step = {"nearest": True, "transpositions": False, "deepening": False}
    return _made("alphabeta", evaluation("factorial"), **last_step, **options)


def _made(name: str, used: Evaluation, **options: bool) -> DepthFirst:
    search = search_class(name)(find_game("xrudder"), SearchSettings(used, hash_mb=0, options=options))
    assert isinstance(search, DepthFirst)
    return search


def play_itself(effort: Effort) -> Iterator[tuple[int, Position, Move]]:
    """Games of the player against itself: the game's number, and each position with the move that is made in it."""
    engine = Engine(PLAYER)
    for number in range(effort.games):
        position, chance = find_game("xrudder").start(), random.Random(f"{effort.seed} {number}")
        for _ in range(OPENING_PLIES):
            position.push(chance.choice(position.legal_moves))
        while not position.is_game_over():
            move = engine.play(position).move
            yield number, position, move
            position.push(move)


def experiment(effort: Effort) -> Experiment:
    yield "compiling"
    steps, unpruned = searches_of_steps()
    turns: list[Turn] = []
    lengths = [0] * effort.games
    for number, position, move in play_itself(effort):
        yield f"game {number + 1} of {effort.games}, turn {position.ply + 1}"
        turns.append(measured_turn(position, move.code < CELLS, steps, unpruned))
        lengths[number] = position.ply + 1
    return _findings(turns, lengths)


def measured_turn(position: Position, is_placement: bool, steps: tuple[DepthFirst, ...], unpruned: DepthFirst) -> Turn:
    seconds, nodes, evaluated = [], [], []
    for search in steps:
        times = []
        for _ in range(ROUNDS):
            clock = time.thread_time()  # the processor's: others may use the machine
            counters = _search(search, position)
            times.append(time.thread_time() - clock)
        seconds.append(min(times))
        nodes.append(counters.nodes)
        evaluated.append(counters.static_evaluations)
    sub_grids = *(SUB_GRIDS * leaves for leaves in evaluated[:-1]), int(steps[-1].accumulators[0, 1])
    _search(unpruned, position)
    hand = int(position.states[0].hand[position.turn])
    children = len(position.legal_moves)
    with_updates = int(unpruned.accumulators[0, 1])
    return Turn(position.ply, is_placement, hand, children, tuple(seconds), tuple(nodes), sub_grids, with_updates)


def _search(search: DepthFirst, position: Position) -> Counters:
    *_, last = search.iterate(position, Bounds(DEPTH), StopSignal())
    return last.counters


def _findings(turns: list[Turn], lengths: list[int]) -> Findings:
    stages = _stages(turns)
    averages = [fmean(one.seconds[step] for one in turns) for step in range(len(PRINTED))]
    nodes = [fmean(one.nodes[step] for one in turns) for step in range(len(PRINTED))]
    sub_grids = [fmean(one.sub_grids[step] for one in turns) for step in range(len(PRINTED))]
    first = next(iter(PRINTED.values()))
    figure_3 = [
        (
            name,
            f"{printed:.2f} s",
            f"{first / printed:.1f} ×",
            f"{1000 * average:.3f} ms",
            f"{averages[0] / average:.1f} ×",
            f"{count:,.0f}",
            f"{grids:,.0f}",
            f"{sub_grids[0] / grids:.1f} ×",
        )
        for (name, printed), average, count, grids in zip(PRINTED.items(), averages, nodes, sub_grids, strict=True)
    ]
    equations = [
        (
            f"{label}",
            f"{fmean(one.children for one in few):.0f}",
            f"{fmean(one.children**DEPTH * SUB_GRIDS for one in few):,.0f}",
            f"{fmean(one.sub_grids[0] for one in few):,.0f}",
            f"{fmean(one.children**DEPTH * 2 * J + SUB_GRIDS for one in few):,.0f}",
            f"{fmean(one.children**DEPTH * 4 * J + SUB_GRIDS for one in few):,.0f}",
            f"{fmean(one.with_updates for one in few):,.0f}",
            f"{fmean(one.sub_grids[2] for one in few):,.0f}",
        )
        for label, few in stages.items()
    ]
    spending = [
        (
            label,
            str(sum(one.is_placement for one in few)),
            str(sum(not one.is_placement for one in few)),
            f"{fmean(TOKENS - one.hand for one in few):.1f}",
        )
        for label, few in stages.items()
    ]
    half = max(lengths) / 2
    early = sum(one.is_placement for one in turns if one.ply < half) / max(1, sum(one.is_placement for one in turns))
    return Findings(
        "Report 003: what alpha-beta, updates and ordering save in X-Rudder",
        (
            "Figure 3, averages over games of self-play at depth 2: 15.61 s by minimax, 3.27 s with alpha-beta, 0.22 s",
            "with updates of 7 sub-grids and the nearest moves first. Equations: (2) n^d·m, (3) n^d·r·j + m with",
            f"updates, m = {SUB_GRIDS}, j = {J}, r = 2 for a placement, 4 for a move: “one order of magnitude less”.",
            "Section 3.1: it prefers placing, and expends its 15 tokens in the first half of the match.",
        ),
        (
            FindingsTable(
                f"figure 3: a move at depth {DEPTH}, {len(turns)} turns of {len(lengths)} games",
                ("step", "report", "gain", "here", "gain", "nodes", "sub-grids", "gain"),
                figure_3,
            ),
            FindingsTable(
                "sub-grids evaluated at a move, by stage of the game",
                ("turns", "children", "(2)", "counted", "(3) r=2", "(3) r=4", "counted, no pruning", "with alpha-beta"),
                equations,
            ),
            FindingsTable("how tokens are spent", ("turns", "placements", "moves", "tokens spent"), spending),
        ),
        (
            f"{early:.0%} of the placements fall into the first half of the longest game ({max(lengths)} turns)",
            "the report's seconds are its own machine's in Python; the gains can be compared, the seconds cannot",
            "in machine code all 80 sub-grids take hardly longer than an update: the report's gains are seen again in",
            "the sub-grids evaluated, on which its Python spent its time, and little of the last one in our time",
            f"tokens spent: of the {TOKENS} of the side to move, before its turn",
            "(2) and (3) take the root's number of children for every node's, and count leaves only; (3) has 7",
            "sub-grids around every cell, and counted are those on the board",
        ),
        {
            "report003-figure3.png": lambda: _plot(averages, sub_grids, turns, stages),
            "report003-subgrids.png": lambda: _plot_equations(stages),
            "report003-figure1.svg": draw_figure_1,
            "report003-figure2.svg": draw_figure_2,
        },
        {"report003-turns.csv": csv_of([_row(one) for one in turns])},
    )


def _row(turn: Turn) -> dict[str, object]:
    row: dict[str, object] = {
        "turn": turn.ply + 1,
        "is_placement": turn.is_placement,
        "tokens_spent": TOKENS - turn.hand,
        "children": turn.children,
        "sub_grids_with_updates": turn.with_updates,
    }
    for step, name in enumerate(("minimax", "alphabeta", "updates_and_ordering")):
        row |= {
            f"{name}_seconds": round(turn.seconds[step], 7),
            f"{name}_nodes": turn.nodes[step],
            f"{name}_sub_grids": turn.sub_grids[step],
        }
    return row


def _stages(turns: list[Turn]) -> dict[str, list[Turn]]:
    """Turns in groups of as many plies."""
    width = -(-(max(one.ply for one in turns) + 1) // STAGES)
    found: dict[str, list[Turn]] = {}
    for one in sorted(turns, key=lambda turn: turn.ply):
        begin = one.ply // width * width
        found.setdefault(f"{begin + 1} to {begin + width}", []).append(one)
    return found


def _plot(averages: list[float], sub_grids: list[float], turns: list[Turn], stages: dict[str, list[Turn]]) -> Figure:
    figure, axes = new_figure(2, 3, "Report 003: a move of X-Rudder at depth 2", width=14, height=3.2)
    draw_bars(axes[0, 0], PRINTED, "The report’s figure 3, in Python", "seconds a move", "{:.2f} s")
    ours = {name: 1000 * average for name, average in zip(PRINTED, averages, strict=True)}
    draw_bars(axes[0, 1], ours, "Time here, whole games averaged", "milliseconds a move", "{:.3f} ms")
    grids = {name: average / 1000 for name, average in zip(PRINTED, sub_grids, strict=True)}
    draw_bars(axes[0, 2], grids, "Sub-grids evaluated here", "thousands a move", "{:,.0f}")
    for axis in (axes[0, 1], axes[0, 2]):
        axis.set_yticklabels([])
    by_ply: dict[int, list[Turn]] = {}
    for one in turns:
        by_ply.setdefault(one.ply + 1, []).append(one)
    lines = {
        name: [(float(ply), 1000 * fmean(one.seconds[step] for one in few)) for ply, few in sorted(by_ply.items())]
        for step, name in enumerate(PRINTED)
    }
    draw_lines(axes[1, 0], lines, "Time by stage of the game", "turn", "milliseconds, log scale", is_log=True)
    for drawn in axes[1, 0].lines:
        drawn.set(markersize=3, linewidth=1.2)
    axes[1, 0].set_ylim(top=8 * axes[1, 0].get_ylim()[1])
    plain_log_ticks(axes[1, 0])
    axes[1, 0].legend(fontsize=8, loc="upper right")
    _plot_tokens(axes[1, 1], axes[1, 2], stages)
    return figure


def _plot_tokens(kinds: Axes, tokens: Axes, stages: dict[str, list[Turn]]) -> None:
    """Section 3.1: what turns are spent on, and tokens spent, by stage."""
    labels = list(stages)
    placed = [100 * fmean(one.is_placement for one in few) for few in stages.values()]
    kinds.bar(labels, placed, color=COLOURS[0], label="placements")
    kinds.bar(labels, [100 - share for share in placed], bottom=placed, color=COLOURS[4], hatch="//", label="moves")
    kinds.set(title="Placements and moves", xlabel=STAGE, ylabel="% of the turns", ylim=(0, 125))
    kinds.legend(fontsize=8, loc="upper right", ncols=2)
    spent = [(float(at), fmean(TOKENS - one.hand for one in few)) for at, few in enumerate(stages.values())]
    draw_lines(tokens, {"spent": spent}, "Tokens spent", STAGE, f"of a side’s {TOKENS}")
    tokens.set_ylim(0, TOKENS + 1)
    tokens.set_xticks(range(len(labels)), labels)
    for axis in (kinds, tokens):
        axis.tick_params(axis="x", labelsize=8)


def _plot_equations(stages: dict[str, list[Turn]]) -> Figure:
    figure, axes = new_figure(1, 1, "Report 003: sub-grids evaluated at a move", width=8, height=4.2)
    labels = list(stages)

    def line(values: Any) -> list[tuple[float, float]]:
        return [(float(at), fmean(map(values, few))) for at, few in enumerate(stages.values())]

    lines = {
        "(2) n²·80": line(lambda one: one.children**DEPTH * SUB_GRIDS),
        "counted: minimax, whole evaluation": line(lambda one: one.sub_grids[0]),
        "(3) n²·4·7 + 80, all moves": line(lambda one: one.children**DEPTH * 4 * J + SUB_GRIDS),
        "counted: minimax, updates": line(lambda one: one.with_updates),
        "(3) n²·2·7 + 80, all placements": line(lambda one: one.children**DEPTH * 2 * J + SUB_GRIDS),
        "counted: alpha-beta, updates, ordering": line(lambda one: one.sub_grids[2]),
    }
    title, unit = "Equations (2) and (3) and what is counted, depth 2", "sub-grids a move, log scale"
    draw_lines(axes[0, 0], lines, title, STAGE, unit, is_log=True)
    plain_log_ticks(axes[0, 0])
    for number, drawn in enumerate(axes[0, 0].lines):
        if number in (0, 2, 4):  # what the equations say
            drawn.set_linestyle("--")
    axes[0, 0].set_xticks(range(len(labels)), labels)
    axes[0, 0].legend(fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure
