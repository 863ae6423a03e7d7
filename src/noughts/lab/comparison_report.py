"""A comparison as a table of words, as CSV, and as a plot."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from noughts.lab.comparison import COUNTERS, Comparison
from noughts.lab.methods import Method
from noughts.lab.plots import draw_bars, draw_lines, new_figure, whole_ticks

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_HEADINGS = {
    "nodes": "nodes",
    "static_evaluations": "static",
    "dynamic_evaluations": "dynamic",
    "alpha_cutoffs": "alpha cuts",
    "beta_cutoffs": "beta cuts",
    "table_hits": "table hits",
    "evaluations_saved": "saved",
}
HEADER = ("depth", "method", *_HEADINGS.values(), "branching", "seconds")
COLUMNS = (
    "game",
    "position_number",
    "position",
    "search",
    "evaluation",
    "ordering",
    "depth",
    "score",
    "points",
    "mate",
    "move",
    *COUNTERS,
    "effective_branching_factor",
    "seconds",
)


def labels(methods: list[Method] | tuple[Method, ...]) -> dict[Method, str]:
    """A name for each method that says no more than tells it from the others."""
    has_evaluations = len({method.evaluation for method in methods if method.evaluation}) > 1
    has_orderings = len({method.ordering for method in methods}) > 1
    named = {}
    for method in methods:
        parts = [method.search]
        if has_evaluations and method.evaluation:
            parts.append(method.evaluation)
        if has_orderings and method.ordering:
            parts.append(method.ordering)
        named[method] = ", ".join(parts)
    return named


def table(comparison: Comparison) -> list[tuple[str, ...]]:
    """Rows under HEADER: averages over the positions."""
    names = labels(list(comparison.methods))
    rows = []
    for average in comparison.averages():
        depth = f"{average.depth:.0f}" if comparison.depths else f"{average.depth:.1f}"
        counters = [f"{average.counters[name]:,.0f}" for name in _HEADINGS]
        rows.append((depth, names[average.method], *counters, f"{average.branching:.2f}", f"{average.seconds:.4f}"))
    return rows


def remarks(comparison: Comparison, most_nodes: int | None = None) -> list[str]:
    """What the table does not say by itself."""
    names = labels(list(comparison.methods))
    said = [f"averages over {comparison.compared} positions, the same for all; static evaluations include saved ones"]
    if comparison.agreed:
        said.append(f"{comparison.agreed:,} values that must be equal are equal")
    for method, depth in comparison.left_out.items():
        said.append(f"{names[method]} is left out from depth {depth} on: a search took {most_nodes:,} nodes or more")
    return said


def csv_text(comparison: Comparison) -> str:
    """A row for each search of each position, for pandas and the like."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    from noughts.lab.comparison import effective_branching_factor

    for one in comparison.measurements:
        stats, score = one.result.stats, one.result.score
        writer.writerow(
            {
                "game": comparison.positions[one.number].game.name,
                "position_number": one.number + 1,
                "position": one.position,
                "search": one.method.search,
                "evaluation": one.method.evaluation,
                "ordering": one.method.ordering,
                "depth": one.depth,
                "score": str(score),
                "points": "" if score.points is None else score.points,
                "mate": "" if score.mate is None else score.mate,
                "move": str(one.result.move),
                **{name: getattr(stats, name) for name in COUNTERS},
                "effective_branching_factor": round(effective_branching_factor(stats.nodes, one.depth), 4),
                "seconds": round(stats.time, 6),
            }
        )
    return text.getvalue()


def plot(comparison: Comparison, title: str) -> Figure:
    return _plot_by_depth(comparison, title) if comparison.depths else _plot_by_time(comparison, title)


def _plot_by_depth(comparison: Comparison, title: str) -> Figure:
    names = labels(list(comparison.methods))
    averages = comparison.averages()
    figure, axes = new_figure(2, 2, title, width=10, height=3.4)

    def lines(value: str) -> dict[str, list[tuple[float, float]]]:
        found: dict[str, list[tuple[float, float]]] = {name: [] for name in names.values()}
        for one in averages:
            figures = {"seconds": one.seconds, "branching": one.branching, **one.counters}
            figures["cutoffs"] = one.counters["alpha_cutoffs"] + one.counters["beta_cutoffs"]
            found[names[one.method]].append((one.depth, figures[value]))
        return found

    draw_lines(axes[0, 0], lines("nodes"), "Nodes searched", "depth (plies)", "nodes, log scale", is_log=True)
    draw_lines(axes[0, 1], lines("seconds"), "Time", "depth (plies)", "seconds, log scale", is_log=True)
    draw_lines(axes[1, 0], lines("branching"), "Effective branching factor", "depth (plies)", "moves a node")
    draw_lines(axes[1, 1], lines("cutoffs"), "Cut-offs, alpha and beta", "depth (plies)", "cut-offs, log", is_log=True)
    for one in axes.flat:
        whole_ticks(one)
    axes[1, 0].set_ylim(bottom=0)
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=min(4, len(names)))
    return figure


def _plot_by_time(comparison: Comparison, title: str) -> Figure:
    names = labels(list(comparison.methods))
    averages = comparison.averages()
    figure, axes = new_figure(1, 2, title, width=10, height=1.4 + 0.35 * len(names))
    draw_bars(axes[0, 0], {names[one.method]: one.depth for one in averages}, "Depth reached", "plies", "{:.1f}")
    rates = {names[one.method]: one.nodes / max(one.seconds, 1e-9) for one in averages}
    draw_bars(axes[0, 1], rates, "Speed", "nodes a second", "{:,.0f}")
    axes[0, 1].set_yticklabels([])
    axes[0, 1].ticklabel_format(axis="x", style="plain")
    axes[0, 1].tick_params(axis="x", labelrotation=20)
    return figure
