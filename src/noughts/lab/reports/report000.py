"""Report 000's counters over board sizes and obstacles, and its figure 1: a tree whose cut branches are grey."""

from __future__ import annotations

import random
from statistics import fmean
from typing import TYPE_CHECKING

from noughts.board import Game, Position
from noughts.engine import Engine
from noughts.lab.findings import Effort, Experiment, Findings, FindingsTable
from noughts.lab.plots import draw_lines, new_figure
from noughts.lab.search_tree import grow_tree
from noughts.lab.tree_svg import draw_tree
from noughts.limit import Limit
from noughts.registry import game as find_game

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SIZES, IN_A_ROW = (4, 6, 8, 10), 4
DENSITIES = (0.0, 0.1, 0.2, 0.3)
DEPTH = 3
COUNTERS = {
    "static evaluations": "static_evaluations",
    "saved by hashing": "evaluations_saved",
    "dynamic evaluations": "dynamic_evaluations",
    "alpha cut-offs": "alpha_cutoffs",
    "beta cut-offs": "beta_cutoffs",
}
FIGURE_1 = "..X/.XO/OX. O"  # wide enough to show cuts of both kinds, and no wider than a page


def board_with_obstacles(game: Game, density: float, chance: random.Random) -> Position:
    """A board with that part of its cells blocked, after two random moves."""
    cells = [cell.name for cell in game.start().view().cells]
    rows, columns = game.start().view().rows, game.start().view().columns
    while True:
        blocked = set(chance.sample(range(len(cells)), round(density * len(cells))))
        texts = ["".join("#" if row * columns + at in blocked else "." for at in range(columns)) for row in range(rows)]
        position = game.position("/".join(texts))
        for _ in range(2):
            if not position.is_game_over():
                position.push(chance.choice(position.legal_moves))
        if not position.is_game_over():
            return position


def experiment(effort: Effort) -> Experiment:
    found: dict[tuple[int, float], dict[str, float]] = {}
    for size in SIZES:
        game = find_game(f"{size}x{size}x{IN_A_ROW}")
        for density in DENSITIES:
            yield f"{game.name} with {density:.0%} obstacles"
            chance = random.Random(f"{effort.seed} {size} {density}")
            counted = []
            for _ in range(effort.positions):
                position = board_with_obstacles(game, density, chance)
                pruned = Engine("report000").analyse(position, Limit(depth=DEPTH)).stats
                plain = Engine("minimax", eval="polynomial").analyse(position, Limit(depth=DEPTH)).stats
                counted.append(
                    {name: getattr(pruned, field) for name, field in COUNTERS.items()}
                    | {"nodes": pruned.nodes, "nodes without pruning": plain.nodes}
                )
            found[size, density] = {name: fmean(one[name] for one in counted) for name in counted[0]}
    yield "figure 1"
    tree = grow_tree(find_game("3x3x3").position(FIGURE_1), "alphabeta", 3, "pascal")
    header = ("board", "obstacles", *COUNTERS, "nodes", "without pruning", "searched")
    rows = [
        (
            f"{size}×{size}",
            f"{density:.0%}",
            *(f"{counts[name]:,.0f}" for name in (*COUNTERS, "nodes", "nodes without pruning")),
            f"{counts['nodes'] / counts['nodes without pruning']:.1%}",
        )
        for (size, density), counts in found.items()
    ]
    return Findings(
        "Report 000: what alpha-beta and hashing save, by board and obstacles",
        (
            "The report counts alpha and beta cut-offs, static and dynamic evaluations, and prints no number of them;",
            "it says that obstacles and sizes vary, and that pruning and hashing make the look-ahead affordable.",
        ),
        (
            FindingsTable(
                f"report000 to depth {DEPTH}, {IN_A_ROW} in a row, averages of {effort.positions} boards each",
                header,
                rows,
            ),
        ),
        ("static evaluations include those that hashing saved; figure 1 is drawn from a search of ours",),
        {
            "report000-counters.png": lambda: _plot(found),
            "report000-figure1.svg": lambda: draw_tree(tree),
        },
    )


def _plot(found: dict[tuple[int, float], dict[str, float]]) -> Figure:
    figure, axes = new_figure(1, 3, f"Report 000: alpha-beta to depth {DEPTH} on m×n boards", width=13, height=4.2)
    lines = {name: [(float(size * size), found[size, 0.0][name]) for size in SIZES] for name in COUNTERS}
    draw_lines(axes[0, 0], lines, "Counters, no obstacles", "cells of the board", "count, log scale", is_log=True)
    shares = {
        f"{size}×{size}": [
            (100 * density, 100 * found[size, density]["nodes"] / found[size, density]["nodes without pruning"])
            for density in DENSITIES
        ]
        for size in SIZES
    }
    draw_lines(axes[0, 1], shares, "Nodes left by pruning", "obstacles, % of cells", "% of minimax's nodes")
    by_density = {
        f"{size}×{size}": [(100 * density, found[size, density]["static evaluations"]) for density in DENSITIES]
        for size in SIZES
    }
    draw_lines(axes[0, 2], by_density, "Static evaluations", "obstacles, % of cells", "count, log scale", is_log=True)
    for one, columns in zip(axes.flat, (1, 2, 2), strict=True):
        one.legend(fontsize=8, ncols=columns, loc="lower right" if columns == 1 else "best")
    axes[0, 0].set_ylim(bottom=0.5)
    axes[0, 1].set_ylim(bottom=0)
    return figure
