"""Report 001's argument: MTD(f) with a table beside alpha-beta with and without one, in Xtreme tic-tac-toe."""

from __future__ import annotations

from noughts.lab import comparison_report
from noughts.lab.comparison import Comparison, compare_by_depth, compare_by_time
from noughts.lab.findings import Effort, Experiment, Findings, FindingsTable
from noughts.lab.methods import methods_of
from noughts.lab.samples import random_sample
from noughts.registry import game as find_game

SEARCHES = ("minimax", "alphabeta:transpositions=false", "alphabeta", "mtdf")
DEPTHS = range(1, 6)
MOST_NODES = 3_000_000


def experiment(effort: Effort) -> Experiment:
    game = find_game("xtreme")
    methods = methods_of(game, SEARCHES, ["patterns"])
    positions = random_sample(game, effort.positions, effort.seed)
    by_depth, by_time = Comparison(methods, positions, DEPTHS), Comparison(methods, positions)
    for by_depth in compare_by_depth(methods, positions, DEPTHS, MOST_NODES, effort.seed):
        yield f"xtreme by depth, position {min(by_depth.compared + 1, len(positions))} of {len(positions)}"
    for by_time in compare_by_time(methods, positions, effort.seconds, effort.seed):
        yield f"xtreme in equal time, position {min(by_time.compared + 1, len(positions))} of {len(positions)}"
    header = comparison_report.HEADER
    title = "Report 001, Xtreme tic-tac-toe with patterns"
    return Findings(
        "Report 001: MTD(f) against alpha-beta, with and without a table",
        (
            "The report calls MTD(f) with iterative deepening “more efficient than normal minimax”, expects the table",
            "to make pruning faster and its own update to search deeper in 24 s a move. It prints no measurement.",
        ),
        (
            FindingsTable("by depth", header, comparison_report.table(by_depth), words=2),
            FindingsTable(f"in {effort.seconds:g} s a search", header, comparison_report.table(by_time), words=2),
        ),
        (
            *comparison_report.remarks(by_depth, MOST_NODES),
            f"in equal time: {by_time.agreed:,} more, at the depths that several of them came to",
        ),
        {
            "report001-depth.png": lambda: comparison_report.plot(by_depth, title),
            "report001-time.png": lambda: comparison_report.plot(by_time, title),
        },
        {
            "report001-depth.csv": comparison_report.csv_text(by_depth),
            "report001-time.csv": comparison_report.csv_text(by_time),
        },
    )
