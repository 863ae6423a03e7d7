"""Report 002's results by who starts, from the empty board and from openings, and its time by depth."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from noughts.lab.comparison import Average, compare_by_depth
from noughts.lab.findings import Effort, Experiment, Findings, FindingsTable, csv_of
from noughts.lab.matches import Played, play_games, share, tally
from noughts.lab.methods import methods_of
from noughts.lab.plots import COLOURS, draw_lines, new_figure, plain_log_ticks, whole_ticks
from noughts.lab.samples import random_sample
from noughts.registry import game as find_game

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PARTS = {"3x3x3": "I: 3×3", "nineboard": "II: nine-board", "ultimate": "III: ultimate"}
OPPONENTS = ("noughts:level=easy", "noughts:level=hard")  # in the place of a person who errs, and of one who does not
PLAYER = "report002"
SEARCH = "hminimax:eval=groups,cut_side=mover,win=1"
DEPTHS = range(1, 8)
MOST_NODES = 4_000_000
TESTED = "depth (plies); it is tested every second ply"

Key = tuple[str, str, bool]  # the game, the opponent, whether from the empty board


def experiment(effort: Effort) -> Experiment:
    results: dict[Key, list[Played]] = {}
    for name in PARTS:
        game = find_game(name)
        for opponent in OPPONENTS:
            for is_from_start in (True, False):
                played = results[name, opponent, is_from_start] = []
                for one in play_games(game, PLAYER, opponent, effort.games, effort.seed, is_from_start):
                    played.append(one)
                    yield f"{name} against {opponent}: game {len(played)} of {effort.games}"
    times: dict[str, list[Average]] = {}
    for name in ("nineboard", "ultimate"):
        game = find_game(name)
        methods, positions = methods_of(game, [SEARCH]), random_sample(game, effort.positions, effort.seed)
        for comparison in compare_by_depth(methods, positions, DEPTHS, MOST_NODES, effort.seed):
            yield f"{name}: time by depth"
            times[name] = comparison.averages()
    return Findings(
        "Report 002: who starts, and time by depth",
        (
            "Part I: “no matter who choose the x, the computer can ensure a win or a tie”.",
            "Part II: “if the computer plays first, then it will probably win all the time”; if a smart person does,",
            "that one will. Part III: similar, but a person who starts wins “in a relatively easier way”.",
            "Time: parts II and III “still have a big space to optimize”. No number is printed.",
        ),
        (_results_table(results, effort), _times_table(times)),
        (
            "wins, draws and losses are the report's player's; of random openings, 4 plies, most decide a game of 3×3",
            "the depth is tested on one side's turns only: every second depth searches what the one before it does",
        ),
        {"report002-starts.png": lambda: _plot(results, times)},
        {
            "report002-games.csv": csv_of(
                [
                    {"game": name, "opponent": opponent, "from_empty_board": from_start, **asdict(one)}
                    for (name, opponent, from_start), played in results.items()
                    for one in played
                ]
            ),
            "report002-time.csv": csv_of(
                [
                    {"game": name, "depth": one.depth, "nodes": one.nodes, "seconds": round(one.seconds, 6)}
                    for name, averages in times.items()
                    for one in averages
                ]
            ),
        },
    )


def _results_table(results: dict[Key, list[Played]], effort: Effort) -> FindingsTable:
    rows = [
        (
            PARTS[name],
            opponent.partition("=")[2],
            "the empty board" if is_from_start else "openings",
            tally(played, True),
            tally(played, False),
            f"{share(played):.0%}",
        )
        for (name, opponent, is_from_start), played in results.items()
    ]
    header = ("part", "against level", "from", "when it starts", "when the other starts", "points")
    return FindingsTable(f"{PLAYER}, {effort.games} games each: wins-draws-losses", header, rows, words=3)


def _times_table(times: dict[str, list[Average]]) -> FindingsTable:
    rows = [
        (PARTS[name], f"{one.depth:.0f}", f"{one.nodes:,.0f}", f"{one.seconds:.4f}")
        for name, averages in times.items()
        for one in averages
    ]
    return FindingsTable("H-minimax with alpha-beta, a search", ("part", "depth", "nodes", "seconds"), rows)


def _plot(results: dict[Key, list[Played]], times: dict[str, list[Average]]) -> Figure:
    figure, axes = new_figure(1, 3, "Report 002: who starts, and time by depth", width=13, height=4.2)
    for column, is_from_start in enumerate((True, False)):
        axis = axes[0, column]
        labels, own, others = [], [], []
        for (name, opponent, from_start), played in results.items():
            if from_start is is_from_start:
                labels.append(f"{PARTS[name]}\nagainst {opponent.partition('=')[2]}")
                own.append(100 * share(played, True))
                others.append(100 * share(played, False))
        places = range(len(labels))
        for shift, shares, label, colour in (
            (-0.2, own, "report002 starts", COLOURS[0]),
            (0.2, others, "its opponent starts", COLOURS[1]),
        ):
            bars = axis.barh([place + shift for place in places], shares, 0.4, label=label, color=colour)
            axis.bar_label(bars, fmt="%.0f", padding=2, fontsize=8)
        axis.set_yticks(list(places), labels if column == 0 else [""] * len(labels))
        axis.invert_yaxis()
        axis.set_xlim(0, 115)
        axis.axvline(50, color="#64748b", linewidth=1, linestyle=":")
        axis.set_title("From the empty board" if is_from_start else "From random openings")
        axis.set_xlabel("% of the points that report002 wins")
    axes[0, 0].legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=2)
    lines = {PARTS[name]: [(one.depth, 1000 * one.seconds) for one in averages] for name, averages in times.items()}
    draw_lines(axes[0, 2], lines, "Time of a move", TESTED, "milliseconds, log scale", is_log=True)
    whole_ticks(axes[0, 2])
    plain_log_ticks(axes[0, 2])
    axes[0, 2].legend()
    return figure
