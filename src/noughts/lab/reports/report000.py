"""Report 000's counters over board sizes and obstacles, and its figure 1: a tree whose cut branches are grey."""

from __future__ import annotations

import random
from statistics import fmean
from typing import TYPE_CHECKING

from noughts.board import Game, Position
from noughts.engine.engine import Engine
from noughts.engine.limit import Limit
from noughts.lab.findings import Effort, Experiment, Findings, FindingsTable, csv_of
from noughts.lab.plots import draw_lines, new_figure, plain_log_ticks
from noughts.lab.search_tree import grow_tree
from noughts.lab.tree_svg import draw_tree
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
LEFT = "nodes left by pruning"
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
            averages = {name: fmean(one[name] for one in counted) for name in counted[0]}
            averages[LEFT] = 100 * averages["nodes"] / averages["nodes without pruning"]
            found[size, density] = averages
    yield "figure 1"
    tree = grow_tree(find_game("3x3x3").position(FIGURE_1), "alphabeta", 3, "pascal")
    header = ("board", "obstacles", *COUNTERS, "nodes", "without pruning", "searched")
    rows = [
        (
            f"{size}×{size}",
            f"{density:.0%}",
            *(f"{counts[name]:,.0f}" for name in (*COUNTERS, "nodes", "nodes without pruning")),
            f"{counts[LEFT]:.1f}%",
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
        {
            "report000-counters.csv": csv_of(
                [
                    {
                        "cells": size * size,
                        "obstacles": density,
                        **{name.replace(" ", "_"): counts[name] for name in counts},
                    }
                    for (size, density), counts in found.items()
                ]
            )
        },
    )


def _plot(found: dict[tuple[int, float], dict[str, float]]) -> Figure:
    figure, axes = new_figure(2, 3, f"Report 000: alpha-beta to depth {DEPTH}, {IN_A_ROW} in a row", width=12, height=3)
    panels = dict.fromkeys(COUNTERS, "count, log scale") | {LEFT: "% of minimax’s nodes"}
    for axis, (name, unit) in zip(axes.flat, panels.items(), strict=True):
        lines = {
            f"{size}×{size} cells": [(100 * density, found[size, density][name]) for density in DENSITIES]
            for size in SIZES
        }
        draw_lines(axis, lines, name[0].upper() + name[1:], "obstacles, % of cells", unit, is_log=name != LEFT)
        plain_log_ticks(axis)
    axes[1, 2].set_ylim(bottom=0)
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=len(SIZES))
    return figure
