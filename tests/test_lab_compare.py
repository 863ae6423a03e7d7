"""Searches compared: the same positions for all, equal values where they must be, the same figures each time."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pandas
import pexpect
import pytest

import noughts
from commands import noughts as run
from commands import terminal
from noughts.board import Position
from noughts.errors import NoughtsError
from noughts.lab import comparison_report
from noughts.lab.comparison import COUNTERS, Comparison, compare_by_depth, compare_by_time, effective_branching_factor
from noughts.lab.methods import Method, methods_of, split_engines
from noughts.lab.plots import drawn
from noughts.lab.samples import random_sample, sample_from
from noughts.search.base import Bounds, Iteration, Line, StopSignal
from noughts.search.minimax import Minimax

GAME = noughts.game("3x3x3")
SEARCHES = ("minimax", "alphabeta:transpositions=false", "alphabeta", "pvs", "mtdf")


def compared(methods: list[Method], positions: int = 3, depths: range = range(1, 4), most: int = 10**6) -> Comparison:
    *_, last = compare_by_depth(methods, random_sample(GAME, positions, seed=1), depths, most)
    return last


def test_methods_are_each_search_with_each_evaluation_and_ordering() -> None:
    methods = methods_of(GAME, ["minimax", "noughts", "random"], ["pascal", "zero"], ["listed", "nearest"])
    assert [(one.search, one.evaluation, one.ordering) for one in methods] == [
        ("minimax", "pascal", "listed"),
        ("minimax", "pascal", "nearest"),
        ("minimax", "zero", "listed"),
        ("minimax", "zero", "nearest"),
        ("noughts", "pascal", ""),  # it orders moves by itself
        ("noughts", "zero", ""),
        ("random", "", ""),  # and this one evaluates nothing
    ]


def test_texts_of_engines_keep_their_own_commas() -> None:
    assert split_engines("mtdf, alphabeta:eval=pascal,nearest=true ,minimax") == [
        "mtdf",
        "alphabeta:eval=pascal,nearest=true",
        "minimax",
    ]


@pytest.mark.parametrize(
    ("searches", "evals", "orderings", "words"),
    [
        (["minimaks"], [], [], "did you mean minimax?"),
        (["minimax:eval=zero"], ["pascal"], [], "minimax:eval=zero has its own evaluation"),
        (["alphabeta:depth=3"], [], [], "alphabeta:depth=3 has a limit of its own"),
        (["alphabeta"], ["factorial"], [], "does not fit 3x3x3"),
        (["alphabeta"], [], ["best"], "there is no ordering 'best'; it must be one of listed, nearest"),
        (["report003"], [], [], "report003 does not play 3x3x3"),
        ([], [], [], "there is no search to compare"),
    ],
)
def test_what_cannot_be_compared_is_told(
    searches: list[str], evals: list[str], orderings: list[str], words: str
) -> None:
    with pytest.raises(NoughtsError, match=re.escape(words)):
        methods_of(GAME, searches, evals, orderings)


def test_all_methods_search_the_same_positions_and_agree() -> None:
    methods = methods_of(GAME, SEARCHES, ["pascal"])
    found = compared(methods)
    assert found.compared == 3
    assert found.agreed == 3 * 3 * (len(methods) - 1)
    for number in range(3):
        for depth in range(1, 4):
            here = [one for one in found.measurements if (one.number, one.depth) == (number, depth)]
            assert [one.method for one in here] == methods
            assert len({one.position for one in here}) == 1
    nodes = {(one.method.search, one.depth): one.nodes for one in found.averages()}
    assert nodes["alphabeta:transpositions=false", 3] < nodes["minimax", 3]


class Optimist(Minimax):
    """Minimax that finds every position a little better than it is."""

    name = "optimist"
    __module__ = "noughts.search.optimist"  # as if it were ours: one from outside would be refused for it

    def iterate(self, position: Position, bounds: Bounds, stop: StopSignal) -> Iterator[Iteration]:
        for found in super().iterate(position, bounds, stop):
            yield replace(found, lines=tuple(Line(line.value + 1, line.moves) for line in found.lines))


def test_values_that_must_agree_and_do_not_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from noughts import registry

    monkeypatch.setitem(registry.searches(), "optimist", Optimist)
    with pytest.raises(NoughtsError, match="optimist:eval=zero and minimax:eval=zero must find the same value"):
        compared(methods_of(GAME, ["minimax", "optimist"], ["zero"]))


def test_a_game_searched_to_its_end_has_one_value_whatever_the_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three plies are left: X, O and X again."""
    from noughts import registry

    position = GAME.position("XOX/OXO/... X")
    methods = methods_of(GAME, ["minimax", "noughts", "hminimax:cut_side=mover"], ["pascal", "zero"])
    *_, found = compare_by_depth(methods, [position], range(3, 4), 10**6)
    assert found.agreed == len(methods) - 1
    monkeypatch.setitem(registry.searches(), "optimist", Optimist)
    late = GAME.position("XOX/XOO/O.. X")
    *_, found = compare_by_depth(methods, [late], range(2, 3), 10**6)
    assert found.agreed == len(methods) - 1
    with pytest.raises(NoughtsError, match="optimist:eval=pascal and minimax:eval=zero must find the same value"):
        list(compare_by_depth(methods_of(GAME, ["minimax:eval=zero", "optimist:eval=pascal"]), [late], [2], 10**6))


def test_searches_that_need_not_agree_are_not_held_to_it() -> None:
    methods = methods_of(GAME, ["minimax", "noughts", "hminimax:cut_side=mover", "alphabeta:win=1"], ["pascal"])
    assert compared(methods).agreed == 0


def test_a_method_that_takes_too_many_nodes_is_left_out_from_there_on() -> None:
    methods = methods_of(GAME, ["minimax", "alphabeta"], ["zero"])
    found = compared(methods, positions=1, depths=range(1, 6), most=2000)
    assert found.left_out == {methods[0]: 4}  # 1 + 9 + 72 + 504 nodes and 3,024 more from the start
    assert {one.depth for one in found.averages() if one.method == methods[0]} == {1, 2, 3}
    assert {one.depth for one in found.averages() if one.method == methods[1]} == {1, 2, 3, 4, 5}
    assert "minimax is left out from depth 4 on: a search took 2,000 nodes or more" in " ".join(
        comparison_report.remarks(found, 2000)
    )


def test_figures_are_the_same_each_time_but_for_the_seconds() -> None:
    def rows() -> list[dict[str, str]]:
        text = comparison_report.csv_text(compared(methods_of(GAME, SEARCHES, ["pascal"])))
        found = list(csv.DictReader(io.StringIO(text)))
        return [{key: value for key, value in row.items() if key != "seconds"} for row in found]

    first = rows()
    assert first == rows()
    assert len(first) == len(SEARCHES) * 3 * 3
    assert all(row["game"] == "3x3x3" and int(row["nodes"]) > 0 for row in first)


def test_pandas_reads_the_rows_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    methods = methods_of(GAME, ["minimax", "alphabeta", "mcts"], ["pascal"], ["listed", "nearest"])
    found = compared(methods)
    file.write_text(comparison_report.csv_text(found), encoding="utf-8")
    frame = pandas.read_csv(file)
    assert list(frame.columns) == list(comparison_report.COLUMNS)
    assert len(frame) == len(found.measurements)
    for column in ("position_number", "depth", *COUNTERS):
        assert pandas.api.types.is_integer_dtype(frame[column]), column
    for column in ("points", "mate", "effective_branching_factor", "seconds"):
        assert pandas.api.types.is_float_dtype(frame[column]), column
    groups = frame.groupby(["depth", "search", "ordering"], dropna=False)
    means = groups[["nodes", "effective_branching_factor"]].mean().to_dict("index")
    for one in found.averages():
        if one.method.search != "mcts":
            row = means[one.depth, one.method.search, one.method.ordering]
            assert row["nodes"] == pytest.approx(one.nodes)
            assert row["effective_branching_factor"] == pytest.approx(one.branching, abs=1e-3)
    assert frame[frame["search"] == "mcts"]["effective_branching_factor"].isna().all()


def test_random_samples_differ_by_their_seed_and_go_through_the_game() -> None:
    game = noughts.game("ultimate")
    texts = [position.text() for position in random_sample(game, 6, seed=1)]
    assert texts == [position.text() for position in random_sample(game, 6, seed=1)]
    assert texts != [position.text() for position in random_sample(game, 6, seed=2)]
    plies = [position.ply for position in random_sample(game, 6, seed=1)]
    assert plies[0] == 0
    assert plies[-1] > 15


def test_a_file_of_positions_and_what_is_wrong_in_one(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("X../.../... O\n\n#../.X./..O X\n")
    assert [position.text() for position in sample_from(GAME, file)] == ["X../.../... O", "#../.X./..O X"]
    for text, words in (
        ("X../.../...\n?\n", "line 2"),
        ("XXX/OO./... O\n", "line 1: the game is over there"),
        ("\n", "holds no position"),
    ):
        file.write_text(text)
        with pytest.raises(NoughtsError, match=words):
            sample_from(GAME, file)
    with pytest.raises(NoughtsError, match="cannot be read"):
        sample_from(GAME, tmp_path / "missing")


def test_in_equal_time_every_search_deepens() -> None:
    methods = methods_of(GAME, ["minimax", "alphabeta"], ["zero"])
    *_, found = compare_by_time(methods, random_sample(GAME, 2, seed=1), 5.0)
    assert [one.method for one in found.averages()] == methods
    assert all(one.depth >= 1 for one in found.averages())  # a whole game, within the time
    assert found.agreed >= 2  # at every depth that both came to, and at least at the first


@pytest.mark.parametrize(("nodes", "depth", "factor"), [(1 + 2 + 4 + 8, 3, 2.0), (1 + 9, 1, 9.0), (1, 3, 0.0)])
def test_effective_branching_factor(nodes: int, depth: int, factor: float) -> None:
    assert effective_branching_factor(nodes, depth) == pytest.approx(factor)


def test_the_command_prints_a_table_and_writes_plot_and_rows(tmp_path: Path) -> None:
    plot, rows = tmp_path / "plot.svg", tmp_path / "rows.csv"
    options = ("--searches", "minimax,alphabeta,noughts", "--evals", "pascal", "--depth", "1-3", "--positions", "2")
    done = run("compare", "3x3x3", *options, "--plot", str(plot), "--csv", str(rows))
    assert done.returncode == 0, done.stderr
    header = done.stdout.splitlines()[0].split()
    assert header[:3] == ["depth", "method", "nodes"]
    assert "6 values that must be equal are equal" in done.stdout
    drawing = plot.read_text()
    panels = (
        "Nodes",
        "Static evaluations",
        "Dynamic evaluations",
        "Alpha cut-offs",
        "Beta cut-offs",
        "Table hits",
        "Time",
    )
    assert all(f">{word}<" in drawing for word in (*panels, "Effective branching factor", "alphabeta", "noughts"))
    assert len(rows.read_text().splitlines()) == 1 + 3 * 3 * 2


def test_one_depth_is_drawn_as_bars_with_their_numbers() -> None:
    found = compared(methods_of(GAME, ["minimax", "alphabeta"], ["zero"]), positions=1, depths=range(3, 4))
    drawing = drawn(comparison_report.plot(found, "Two searches"), Path("plot.svg")).decode()
    assert f">{1 + 9 + 72 + 504:,}<" in drawing  # minimax from the empty board, beside its bar


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--depth", "0"), "--depth is '0'"),
        (("--depth", "٣"), "--depth is '٣'"),
        (("--depth", "2", "--time", "1"), "--depth and --time exclude each other"),
        (("--positions", "-3"), "the number of positions is -3"),
        (("--csv", "/nowhere/rows.csv"), "/nowhere/rows.csv cannot be written: there is no folder /nowhere"),
        (("--csv", "rows.png"), "rows.png: a table's name ends in .csv, .txt"),
        (("--plot", "/nowhere/plot.png"), "there is no folder /nowhere"),
        (("--time", "nan"), "--time is nan"),
        (("--time", "0"), "--time is 0"),
        (("--depth", "5-2"), "--depth is '5-2'"),
        (("--positions", "0"), "the number of positions is 0"),
        (("--positions", "nowhere.txt"), "nowhere.txt cannot be read"),
        (("--plot", "plot.bmp"), "a plot's name ends in .png, .svg, .pdf"),
        (("--most-nodes", "0"), "--most-nodes is 0"),
        (("--time", "-1"), "--time is -1"),
    ],
)
def test_options_that_cannot_be_are_told(options: tuple[str, ...], words: str) -> None:
    done = run("compare", "3x3x3", "--searches", "alphabeta", "--evals", "zero", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_without_matplotlib_the_extra_is_named(tmp_path: Path) -> None:
    """As where it is not installed: its name leads nowhere."""
    (tmp_path / "matplotlib.py").write_text("raise ImportError('not installed')")
    plot = tmp_path / "plot.png"
    done = run("compare", "3x3x3", "--searches", "alphabeta", "--plot", str(plot), PYTHONPATH=str(tmp_path))
    assert done.returncode == 2
    assert "python3 scripts/start.py --extra plots" in done.stderr, "as the scripts made the environment"
    assert not plot.exists()


def test_ctrl_c_tells_what_there_is_and_writes_nothing(tmp_path: Path) -> None:
    rows = tmp_path / "rows.csv"
    options = ("--searches", "minimax", "--evals", "zero", "--depth", "9", "--positions", "5000", "--csv", str(rows))
    with terminal("compare", "3x3x3", *options) as child:
        child.expect("3x3x3: ")
        child.expect(r"[1-9]%")
        child.sendintr()
        child.expect("stopped after [0-9]+ of 5000 positions: no file is written")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 130
    assert not rows.exists()
