"""Report 004's depth formula, drawn, and its levels against each other."""

from __future__ import annotations

import itertools
from dataclasses import asdict
from typing import TYPE_CHECKING

from noughts.engine.players.report004 import LEVELS, depth_by_formula
from noughts.lab.findings import Effort, Experiment, Findings, FindingsTable, csv_of
from noughts.lab.matches import Played, play_games, share, tally
from noughts.lab.plots import COLOURS, MARKERS, new_figure, whole_ticks
from noughts.registry import game as find_game

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CELLS = 20
ORDER = ("easy", "medium", "hard")
SHOWN = (19, 17, 15, 13, 11, 9, 5)
ANCHOR = 17  # empty cells where x is 0


def experiment(effort: Effort) -> Experiment:
    game = find_game("4x5x4")
    results: dict[tuple[str, str], list[Played]] = {}
    for better, worse in itertools.combinations(reversed(ORDER), 2):
        played = results[better, worse] = []
        first, second = f"report004:level={better}", f"report004:level={worse}"
        for one in play_games(game, first, second, effort.games, effort.seed, is_from_start=False):
            played.append(one)
            yield f"{better} against {worse}: game {len(played)} of {effort.games}"
    depths = [(level, *(str(depth_by_formula(empty, LEVELS[level])) for empty in SHOWN)) for level in ORDER]
    matches = [
        (better, worse, tally(played, True), tally(played, False), f"{share(played):.0%}")
        for (better, worse), played in results.items()
    ]
    return Findings(
        "Report 004: depth by empty cells, and levels against each other",
        (
            "depth = L + (0 for x < 0; 5^(x/8) for 0 ≤ x ≤ 8; 5 for x > 8), L = 2, 3, 4 for easy, medium, hard: at",
            "hard 4 plies with 19 empty cells and 9 from 9 empty cells on. Of the levels it says that a higher one",
            "wins more often; no result is printed.",
        ),
        (
            FindingsTable("plies by empty cells", ("level", *map(str, SHOWN)), depths),
            FindingsTable(
                f"levels against each other on 4×5, {effort.games} games each, random openings: wins-draws-losses",
                ("level", "against", "when it starts", "when the other starts", "points"),
                matches,
                words=2,
            ),
        ),
        ("x is 17 less the empty cells, and the depth is rounded: then all that the report says of depths holds",),
        {"report004-depth.png": lambda: _plot(results)},
        {
            "report004-games.csv": csv_of(
                [
                    {"level": better, "against": worse, **asdict(one)}
                    for (better, worse), played in results.items()
                    for one in played
                ]
            ),
            "report004-depth.csv": csv_of(
                [
                    {"level": level, "empty_cells": empty, "plies": depth_by_formula(empty, LEVELS[level])}
                    for level in ORDER
                    for empty in range(CELLS - 1, 0, -1)
                ]
            ),
        },
    )


def _plot(results: dict[tuple[str, str], list[Played]]) -> Figure:
    figure, axes = new_figure(1, 2, "Report 004: 4×5 cells, four in a row", width=11, height=4)
    empties = list(range(CELLS - 1, 0, -1))
    for number, level in enumerate(ORDER):
        base, colour = LEVELS[level], COLOURS[number]
        depths = [depth_by_formula(empty, base) for empty in empties]
        axes[0, 0].step(empties, depths, where="mid", color=colour)
        axes[0, 0].plot(
            empties, depths, MARKERS[number], color=colour, markersize=5, label=f"{level}, L = {base}", linestyle=""
        )
        exact = [empty / 10 for empty in range(10 * (ANCHOR - 8), 10 * ANCHOR + 1)]
        curve = [base + 5 ** ((ANCHOR - empty) / 8) for empty in exact]
        axes[0, 0].plot(exact, curve, ":", color=colour)
    axes[0, 0].invert_xaxis()
    whole_ticks(axes[0, 0])
    axes[0, 0].set_ylim(bottom=0)
    axes[0, 0].set_title("Depth: the formula (dotted) and as played")
    axes[0, 0].set_xlabel("empty cells: the game goes to the right")
    axes[0, 0].set_ylabel("plies")
    axes[0, 0].legend()
    labels = [f"{better}\nagainst {worse}" for better, worse in results]
    for shift, has_started, label, colour in (
        (-0.2, True, "the higher level starts", COLOURS[0]),
        (0.2, False, "the lower one starts", COLOURS[1]),
    ):
        shares = [100 * share(played, has_started) for played in results.values()]
        places = [place + shift for place in range(len(labels))]
        bars = axes[0, 1].bar(places, shares, 0.4, label=label, color=colour)
        axes[0, 1].bar_label(bars, fmt="%.0f", padding=2)
    axes[0, 1].axhline(50, color="#64748b", linewidth=1, linestyle=":")
    axes[0, 1].set_xticks(range(len(labels)), labels)
    axes[0, 1].set_ylim(0, 118)
    axes[0, 1].set_title("Levels against each other")
    axes[0, 1].set_ylabel("% of the points that the higher level wins")
    axes[0, 1].legend(loc="upper right", ncols=2)
    return figure
