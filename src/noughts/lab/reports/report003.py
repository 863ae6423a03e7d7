"""Report 003's figure 3 over whole games of self-play, its equations (2) and (3) beside what is counted, its figure 2,
and how its player spends its tokens."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from noughts.board import Position
from noughts.engine import Engine
from noughts.evals.factorial import AROUND_COLUMNS, AROUND_ROWS
from noughts.games.shared.xshapes import CELLS
from noughts.kernel.evaluation import Evaluation
from noughts.lab.findings import Effort, Experiment, Findings, FindingsTable
from noughts.lab.plots import COLOURS, draw_bars, draw_lines, new_figure
from noughts.lab.whole_factorial import SUB_GRIDS, WHOLE
from noughts.registry import evaluation, search_class
from noughts.registry import game as find_game
from noughts.search.base import Bounds, Counters, SearchSettings, StopSignal
from noughts.search.deepening import DepthFirst

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DEPTH = 2
PRINTED = {"minimax": 15.61, "with alpha-beta": 3.27, "with updates and ordering": 0.22}  # seconds a move
OPENING_PLIES = 2  # at random: by itself the player always plays the same game
STAGES = 6
ROUNDS = 3  # each position is timed as often, and the shortest time counts
J = len(AROUND_ROWS)
CELL = "f6"  # 6F in the report


@dataclass(frozen=True)
class Turn:
    """A turn of a game of self-play."""

    ply: int
    is_placement: bool
    hand: int  # tokens that the side to move has left
    children: int
    seconds: tuple[float, ...]  # by step, as in PRINTED
    nodes: tuple[int, ...]
    counted: tuple[int, ...]  # sub-grids: minimax without updates, minimax with them, alpha-beta with them


def searches_of_steps() -> tuple[tuple[DepthFirst, ...], DepthFirst]:
    """The searches of the report's three steps, and minimax with updates, which it speaks of in equation (3)."""

    def made(name: str, used: Evaluation, **options: bool) -> DepthFirst:
        search = search_class(name)(find_game("xrudder"), SearchSettings(used, hash_mb=0, options=options))
        assert isinstance(search, DepthFirst)
        return search

    updating = evaluation("factorial")
    last = made("alphabeta", updating, nearest=True, transpositions=False, deepening=False)
    return (made("minimax", WHOLE), made("hminimax", WHOLE), last), made("minimax", updating)


def experiment(effort: Effort) -> Experiment:
    game = find_game("xrudder")
    yield "compiling"
    steps, unpruned = searches_of_steps()
    engine = Engine("report003")
    turns: list[Turn] = []
    lengths = []
    for number in range(max(1, effort.games // 3)):
        position, chance = game.start(), random.Random(f"{effort.seed} {number}")
        for _ in range(OPENING_PLIES):
            position.push(chance.choice(position.legal_moves))
        while not position.is_game_over():
            yield f"game {number + 1}, turn {position.ply + 1}"
            move = engine.play(position).move
            turns.append(measured_turn(position, move.code < CELLS, steps, unpruned))
            position.push(move)
        lengths.append(position.ply)
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
    with_updates = int(steps[-1].accumulators[0, 1])
    _search(unpruned, position)
    counted = SUB_GRIDS * evaluated[0], int(unpruned.accumulators[0, 1]), with_updates
    hand = int(position.states[0].hand[position.turn])
    return Turn(position.ply, is_placement, hand, len(position.legal_moves), tuple(seconds), tuple(nodes), counted)


def _search(search: DepthFirst, position: Position) -> Counters:
    *_, last = search.iterate(position, Bounds(DEPTH), StopSignal())
    return last.counters


def _findings(turns: list[Turn], lengths: list[int]) -> Findings:
    stages = _stages(turns)
    averages = [fmean(one.seconds[step] for one in turns) for step in range(len(PRINTED))]
    nodes = [fmean(one.nodes[step] for one in turns) for step in range(len(PRINTED))]
    first = next(iter(PRINTED.values()))
    figure_3 = [
        (
            name,
            f"{printed:.2f} s",
            f"{first / printed:.1f} ×",
            f"{1000 * average:.3f} ms",
            f"{averages[0] / average:.1f} ×",
            f"{count:,.0f}",
        )
        for (name, printed), average, count in zip(PRINTED.items(), averages, nodes, strict=True)
    ]
    equations = [
        (
            f"{label}",
            f"{fmean(one.children for one in few):.0f}",
            f"{fmean(one.children**DEPTH * SUB_GRIDS for one in few):,.0f}",
            f"{fmean(one.counted[0] for one in few):,.0f}",
            f"{fmean(one.children**DEPTH * 2 * J + SUB_GRIDS for one in few):,.0f}",
            f"{fmean(one.children**DEPTH * 4 * J + SUB_GRIDS for one in few):,.0f}",
            f"{fmean(one.counted[1] for one in few):,.0f}",
            f"{fmean(one.counted[2] for one in few):,.0f}",
        )
        for label, few in stages.items()
    ]
    spending = [
        (
            label,
            str(sum(one.is_placement for one in few)),
            str(sum(not one.is_placement for one in few)),
            f"{fmean(one.hand for one in few):.1f}",
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
                ("step", "report", "gain", "here", "gain", "nodes"),
                figure_3,
            ),
            FindingsTable(
                "sub-grids evaluated at a move, by stage of the game",
                ("turns", "children", "(2)", "counted", "(3) r=2", "(3) r=4", "counted, no pruning", "with alpha-beta"),
                equations,
            ),
            FindingsTable("how tokens are spent", ("turns", "placements", "moves", "tokens in hand"), spending),
        ),
        (
            f"{early:.0%} of the placements fall into the first half of the longest game ({max(lengths)} turns)",
            "the report's seconds are its own machine's in Python; the gains can be compared, the seconds cannot",
            "in machine code all 80 sub-grids take hardly longer than an update: what the last step saves is seen in",
            "the nodes and sub-grids, and little of it in the time",
            "(2) and (3) take the root's number of children for every node's, and count leaves only",
        ),
        {
            "report003-figure3.png": lambda: _plot(averages, turns, stages),
            "report003-subgrids.png": lambda: _plot_equations(stages),
            "report003-figure2.svg": _draw_figure_2,
        },
    )


def _stages(turns: list[Turn]) -> dict[str, list[Turn]]:
    """Turns in groups of as many plies."""
    width = -(-(max(one.ply for one in turns) + 1) // STAGES)
    found: dict[str, list[Turn]] = {}
    for one in sorted(turns, key=lambda turn: turn.ply):
        begin = one.ply // width * width
        found.setdefault(f"{begin + 1} to {begin + width}", []).append(one)
    return found


def _plot(averages: list[float], turns: list[Turn], stages: dict[str, list[Turn]]) -> Figure:
    figure, axes = new_figure(2, 2, "Report 003: a move of X-Rudder at depth 2", width=11, height=3.2)
    draw_bars(axes[0, 0], PRINTED, "The report’s figure 3, in Python", "seconds a move", "{:.2f} s")
    ours = {name: 1000 * average for name, average in zip(PRINTED, averages, strict=True)}
    draw_bars(axes[0, 1], ours, "The same steps here, whole games averaged", "milliseconds a move", "{:.3f} ms")
    axes[0, 1].set_yticklabels([])
    by_ply: dict[int, list[Turn]] = {}
    for one in turns:
        by_ply.setdefault(one.ply + 1, []).append(one)
    lines = {
        name: [(float(ply), 1000 * fmean(one.seconds[step] for one in few)) for ply, few in sorted(by_ply.items())]
        for step, name in enumerate(PRINTED)
    }
    draw_lines(axes[1, 0], lines, "By stage of the game", "turn", "milliseconds, log scale", is_log=True)
    for line in axes[1, 0].lines:
        line.set_markersize(3)
    axes[1, 0].legend(fontsize=8, loc="upper right")
    axes[1, 0].set_ylim(top=8 * axes[1, 0].get_ylim()[1])
    labels = list(stages)
    placed = [sum(one.is_placement for one in few) for few in stages.values()]
    moved = [sum(not one.is_placement for one in few) for few in stages.values()]
    axes[1, 1].bar(labels, placed, color=COLOURS[0], label="placements")
    axes[1, 1].bar(labels, moved, bottom=placed, color=COLOURS[1], label="moves")
    axes[1, 1].set_title("How tokens are spent")
    axes[1, 1].set_xlabel("turns")
    axes[1, 1].set_ylabel("turns of all games")
    hands = axes[1, 1].twinx()
    hands.plot(labels, [fmean(one.hand for one in few) for few in stages.values()], color=COLOURS[6], marker="D")
    hands.set_ylabel("tokens in hand (◆)")
    hands.set_ylim(0, 20)
    hands.grid(visible=False)
    axes[1, 1].tick_params(axis="x", labelsize=8)
    axes[1, 1].set_ylim(top=1.33 * max(map(sum, zip(placed, moved, strict=True))))
    axes[1, 1].legend(fontsize=8, loc="upper right", ncols=2)
    return figure


def _plot_equations(stages: dict[str, list[Turn]]) -> Figure:
    figure, axes = new_figure(1, 1, "Report 003: sub-grids evaluated at a move", width=8, height=4.2)
    labels = list(stages)

    def line(values: Any) -> list[tuple[float, float]]:
        return [(float(at), fmean(map(values, few))) for at, few in enumerate(stages.values())]

    lines = {
        "(2) n²·80": line(lambda one: one.children**DEPTH * SUB_GRIDS),
        "counted: minimax, whole evaluation": line(lambda one: one.counted[0]),
        "(3) n²·4·7 + 80, all moves": line(lambda one: one.children**DEPTH * 4 * J + SUB_GRIDS),
        "counted: minimax, updates": line(lambda one: one.counted[1]),
        "(3) n²·2·7 + 80, all placements": line(lambda one: one.children**DEPTH * 2 * J + SUB_GRIDS),
        "counted: alpha-beta, updates, ordering": line(lambda one: one.counted[2]),
    }
    draw_lines(axes[0, 0], lines, "Equations and counts, depth 2", "turns", "sub-grids, log scale", is_log=True)
    axes[0, 0].set_xticks(range(len(labels)), labels)
    axes[0, 0].legend(fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure


def _draw_figure_2() -> str:
    """The sub-grids that a token at 6F belongs to, each outlined a little inside the other."""
    view = find_game("xrudder").start().view()
    size, left, top = 34, 34, 46
    cell = next(one for one in view.cells if one.name == CELL)
    width, height = left + view.columns * size + 20, top + view.rows * size + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="13" role="img">',
        "<title>The 7 sub-grids evaluated at an update at 6F</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        '<text x="12" y="26" font-size="15" font-weight="bold">The 7 sub-grids evaluated at an update at 6F</text>',
    ]
    for one in view.cells:
        fill = "#fde047" if one is cell else "#ffffff"
        parts.append(
            f'<rect x="{left + one.column * size}" y="{top + one.row * size}" width="{size}" height="{size}" '
            f'fill="{fill}" stroke="#cbd5e1"/>'
        )
    for number, (row, column) in enumerate(zip(AROUND_ROWS.tolist(), AROUND_COLUMNS.tolist(), strict=True)):
        inset = 2 + 2 * number
        x, y = left + (cell.column + column - 1) * size + inset, top + (cell.row + row - 1) * size + inset
        colour = COLOURS[number % len(COLOURS)]
        parts.append(
            f'<rect x="{x}" y="{y}" width="{3 * size - 2 * inset}" height="{3 * size - 2 * inset}" fill="none" '
            f'stroke="{colour}" stroke-width="2"/>'
            f'<circle cx="{left + (cell.column + column + 0.5) * size}" cy="{top + (cell.row + row + 0.5) * size}" '
            f'r="5" fill="{colour}"/>'
        )
    for row, label in enumerate(view.row_labels):
        parts.append(f'<text x="{left / 2}" y="{top + row * size + 22}" text-anchor="middle">{label}</text>')
    for column, label in enumerate(view.column_labels):
        x, y = left + column * size + size / 2, top + view.rows * size + 18
        parts.append(f'<text x="{x}" y="{y}" text-anchor="middle">{label.upper()}</text>')
    parts.append("</svg>")
    return "\n".join(parts)
