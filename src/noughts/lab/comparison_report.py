"""A comparison as a table of words, as CSV, and as a plot."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from noughts.engine.engine_text import EngineText
from noughts.lab.comparison import COUNTERS, Comparison
from noughts.lab.methods import Method
from noughts.lab.plots import draw_bars, draw_lines, legend_in, new_figure, plain_log_ticks, whole_ticks

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
_PANELS = {  # counters drawn, with title and unit; the ninth place is the legend's
    "nodes": ("Nodes", "nodes"),
    "static_evaluations": ("Static evaluations", "evaluations"),
    "dynamic_evaluations": ("Dynamic evaluations", "evaluations"),
    "alpha_cutoffs": ("Alpha cut-offs", "cut-offs"),
    "beta_cutoffs": ("Beta cut-offs", "cut-offs"),
    "table_hits": ("Table hits", "hits"),
    "milliseconds": ("Time", "milliseconds"),
    "branching": ("Effective branching factor", "moves a node"),
}
_IN_WORDS = {"transpositions=false": "no table"}
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
        search = EngineText.read(method.search)
        parts = [search.name, *(_IN_WORDS.get(one, one) for one in map("=".join, search.settings.items()))]
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
        branching = "" if average.branching is None else f"{average.branching:.2f}"
        rows.append((depth, names[average.method], *counters, branching, f"{average.seconds:.4f}"))
    return rows


def _sample(comparison: Comparison) -> str:
    return "one position" if comparison.compared == 1 else f"averages over {comparison.compared} positions"


def remarks(comparison: Comparison, most_nodes: int | None = None) -> list[str]:
    """Remarks below the table."""
    names = labels(list(comparison.methods))
    said = [f"{_sample(comparison)}, the same for all; static evaluations include saved ones"]
    if comparison.agreed:
        is_one = comparison.agreed == 1
        said.append("one value" if is_one else f"{comparison.agreed:,} values")
        said[-1] += f" that must be equal {'is' if is_one else 'are'} equal"
    for method, depth in comparison.left_out.items():
        said.append(f"{names[method]} is left out from depth {depth} on: a search took {most_nodes:,} nodes or more")
    if free := [names[method] for method in comparison.methods if not method.goes_by_plies]:
        said.append(f"{', '.join(free)}: no search by plies, so that its depth means something else")
    if not comparison.depths and any(method.text.partition(":")[0] == "noughts" for method in comparison.methods):
        said.append("noughts leaves out moves and looks deeper where it matters: its plies are not minimax's")
    return said


def csv_text(comparison: Comparison) -> str:
    """A row for each search of each position, for pandas and the like."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
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
                "effective_branching_factor": "" if one.branching is None else round(one.branching, 4),
                "seconds": round(stats.time, 6),
            }
        )
    return text.getvalue()


def plot(comparison: Comparison, title: str) -> Figure:
    if not comparison.depths:
        return _plot_by_time(comparison, title)
    evaluations = sorted({method.evaluation for method in comparison.methods if method.evaluation})
    drawn = f"{title}\n{_sample(comparison)}; evaluation {', '.join(evaluations) or 'none'}"
    return (_plot_by_depth if len(comparison.depths) > 1 else _plot_one_depth)(comparison, drawn)


def _figures(comparison: Comparison) -> dict[str, dict[str, list[tuple[float, float]]]]:
    """Depths and measurements, by panel, then by method."""
    names = labels(list(comparison.methods))
    found: dict[str, dict[str, list[tuple[float, float]]]] = {
        panel: {name: [] for name in names.values()} for panel in _PANELS
    }
    for one in comparison.averages():
        figures = {"milliseconds": 1000 * one.seconds, "branching": one.branching, **one.counters}
        for panel in _PANELS:
            figure = figures[panel]
            if figure is not None:
                found[panel][names[one.method]].append((one.depth, figure))
    return found


def _plot_by_depth(comparison: Comparison, title: str) -> Figure:
    figure, axes = new_figure(3, 3, title, width=11, height=2.6)
    for axis, (panel, lines) in zip(axes.flat, _figures(comparison).items(), strict=False):
        heading, unit = _PANELS[panel]
        is_log = panel != "branching"
        draw_lines(axis, lines, heading, "depth (plies)", f"{unit}, log scale" if is_log else unit, is_log=is_log)
        whole_ticks(axis)
        if is_log:
            plain_log_ticks(axis)
        else:
            axis.set_ylim(bottom=0)
        axis.set_xlim(comparison.depths[0] - 0.3, comparison.depths[-1] + 0.3)
    legend_in(axes[2, 2], axes[0, 0])
    return figure


def _plot_one_depth(comparison: Comparison, title: str) -> Figure:
    """Bars: with one depth there is nothing to draw lines through."""
    rows = len(comparison.methods)
    figure, axes = new_figure(4, 2, f"{title}; depth {comparison.depths[0]}", width=10, height=0.9 + 0.26 * rows)
    for number, (panel, lines) in enumerate(_figures(comparison).items()):
        heading, unit = _PANELS[panel]
        bars = {name: points[0][1] if points else 0.0 for name, points in lines.items()}
        draw_bars(
            axes.flat[number], bars, heading, unit, "{:,.2f}" if panel in ("milliseconds", "branching") else "{:,.0f}"
        )
        if number % 2:
            axes.flat[number].set_yticklabels([])
    return figure


def _plot_by_time(comparison: Comparison, title: str) -> Figure:
    names = labels(list(comparison.methods))
    averages = comparison.averages()
    said = f"{title}\n{comparison.seconds:g} s a search, {_sample(comparison)}"
    figure, axes = new_figure(1, 2, said, width=10, height=1.7 + 0.35 * len(names))
    depths, ranges = {names[one.method]: one.depth for one in averages}, {}
    for one in averages:
        found = [measured.depth for measured in comparison.measurements if measured.method == one.method]
        ranges[names[one.method]] = f"  ({min(found)} to {max(found)})" if min(found) < max(found) else ""
    draw_bars(axes[0, 0], depths, "Depth reached", "plies; in brackets, from the least to the most", "{:.1f}", ranges)
    rates = {names[one.method]: one.nodes / max(one.seconds, 1e-9) / 1e6 for one in averages}
    draw_bars(axes[0, 1], rates, "Speed", "million nodes a second", "{:.2f}")
    axes[0, 1].set_yticklabels([])
    return figure
