"""The reports' figures again: what they print, beside counts made by hand or by trying out every move."""

import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pandas
import pytest

import noughts
from commands import noughts as run
from noughts.arena.played import PlayedMove
from noughts.arena.referee import Ending
from noughts.lab.findings import Effort, Experiment, Findings
from noughts.lab.matches import Ended, Played, play_games, share, tally
from noughts.lab.reports import (
    EXPERIMENTS,
    experiments_of,
    report000,
    report001,
    report002,
    report003,
    report003_ideas,
    report003_tournament,
    report004,
)
from noughts.lab.reports.figure_1 import POSITION, draw_figure_1
from sub_grids import updated_by

MOST_BYTES = 150_000


def done(experiment: Experiment) -> Findings:
    while True:
        try:
            assert next(experiment)  # it says what it is doing
        except StopIteration as end:
            found: Findings = end.value
            return found


def pictures(findings: Findings) -> dict[str, bytes]:
    """Every picture, and that each is one, small enough for a page."""
    drawn = {name: findings.picture(name) for name in findings.pictures}
    for name, content in drawn.items():
        assert len(content) < MOST_BYTES, name
        if name.endswith(".svg"):
            assert ElementTree.fromstring(content).tag.endswith("svg")
        else:
            assert content.startswith(b"\x89PNG")
    return drawn


def test_report_000_counts_whole_trees_without_pruning() -> None:
    """Two moves are made before: 14 cells are left of 4×4, and 14 · 13 · 12 lines of three plies."""
    findings = done(report000.experiment(Effort(positions=1)))
    table = findings.tables[0]
    rows = {(row[0], row[1]): dict(zip(table.header, row, strict=True)) for row in table.rows}
    assert rows["4×4", "0%"]["without pruning"] == f"{1 + 14 + 14 * 13 + 14 * 13 * 12:,}"
    assert rows["10×10", "20%"]["without pruning"] == f"{1 + 78 + 78 * 77 + 78 * 77 * 76:,}"
    for row in rows.values():
        assert int(row["nodes"].replace(",", "")) < int(row["without pruning"].replace(",", ""))
    assert b"cut: " in pictures(findings)["report000-figure1.svg"]


def test_report_001_compares_at_equal_depth_and_in_equal_time() -> None:
    findings = done(report001.experiment(Effort(positions=1, seconds=0.05)))
    by_depth, by_time = findings.tables
    methods = ["minimax", "alphabeta, no table", "alphabeta", "mtdf"]
    assert [row[1] for row in by_depth.rows if row[0] == "2"] == methods
    assert [row[1] for row in by_time.rows] == methods
    nodes = {(row[0], row[1]): int(row[2].replace(",", "")) for row in by_depth.rows}
    # 18 of the 162 first moves send to the small boards in one of which they stand, where 17 cells are left.
    assert nodes["2", "minimax"] == 1 + 162 + 18 * 17 + 144 * 18
    assert nodes["3", "alphabeta, no table"] < nodes["3", "minimax"]
    assert any("values that must be equal are equal" in remark for remark in findings.remarks)
    pictures(findings)


def test_report_002_plays_each_part_from_both_starts_and_times_parts_two_and_three() -> None:
    findings = done(report002.experiment(Effort(games=2, positions=1)))
    results, times = findings.tables
    assert len(results.rows) == 3 * 2 * 2  # games, opponents, starts
    for row in results.rows:
        assert sum(int(count) for text in row[3:5] for count in text.split("-")) == 2
        if row[0].startswith("I:") and row[2] == "the empty board":
            assert row[3].endswith("-0")  # never lost
            assert row[4].endswith("-0")
    assert {row[0] for row in times.rows} == {"II: nine-board", "III: ultimate"}
    assert {row[1] for row in times.rows} == {"1", "2", "3", "4", "5", "6", "7"}
    pictures(findings)


@pytest.mark.parametrize("density", [0.0, 0.1, 0.3])
def test_boards_of_report_000_have_their_obstacles(density: float) -> None:
    game = noughts.game("6x6x4")
    position = report000.board_with_obstacles(game, density, random.Random(1))
    assert position.text().count("#") == round(36 * density)
    assert position.ply == 2


def test_report_003_counts_the_sub_grids_that_its_equations_speak_of() -> None:
    """A placement takes sub-grids out and puts them in, a move of a token twice as many; the root has all 80."""
    position = noughts.game("xrudder").start()
    for move in ("f6", "e5", "g7", "d4"):
        position.push(move)
    updates = 80
    leaves = 0
    for first in position.legal_moves:
        updates += updated_by(first)
        position.push(first)
        for second in position.legal_moves:
            updates += updated_by(second)
            leaves += 1
        position.pop()
    steps, unpruned = report003.searches_of_steps()
    turn = report003.measured_turn(position, True, steps, unpruned)
    assert turn.children == len(position.legal_moves)
    assert turn.sub_grids[0] == 80 * leaves
    assert turn.with_updates == updates
    assert turn.sub_grids[2] < updates
    assert turn.sub_grids[0] > turn.sub_grids[1] > turn.sub_grids[2]
    assert turn.nodes[0] == 1 + turn.children + leaves > turn.nodes[1] > turn.nodes[2]


def test_report_003_beside_what_it_printed() -> None:
    findings = done(report003.experiment(Effort(games=1)))
    figure_3, equations, spending = findings.tables
    assert [row[1] for row in figure_3.rows] == ["15.61 s", "3.27 s", "0.22 s"]
    assert [row[2] for row in figure_3.rows] == ["1.0 ×", "4.8 ×", "71.0 ×"]
    assert len(equations.rows) == len(spending.rows)
    assert sum(int(row[1]) for row in spending.rows) <= 30 - report003.OPENING_PLIES  # tokens of both players
    drawing = ElementTree.fromstring(pictures(findings)["report003-figure2.svg"])
    centres = drawing.findall("{http://www.w3.org/2000/svg}circle")
    assert len(centres) == 2 * 7  # on the board, and in a drawing of its own


def test_figure_1_of_report_003_shows_a_win_by_player_2_and_a_crossed_x_of_player_1() -> None:
    position = noughts.game("xrudder").position(POSITION)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner == 1
    uncrossed = noughts.game("xrudder").position(POSITION.replace("2OXO7", "2OX8")).outcome()
    assert uncrossed is not None
    assert uncrossed.winner == 1, "who moved last wins where both have an X"
    alone = POSITION.replace("8OX2", "9X2").replace("2OXO7", "2OX8")
    assert (noughts.game("xrudder").position(alone).outcome() or outcome).winner == 0
    drawing = ElementTree.fromstring(draw_figure_1())
    tokens = [one for one in drawing.iter("{http://www.w3.org/2000/svg}rect") if one.get("stroke-width") == "4"]
    assert [one.get("fill") == "none" for one in tokens].count(True) == len(tokens) - 7 == 7


def test_report_003_drops_what_it_has_tried_and_loses_to_whoever_saves_tokens() -> None:
    """What the report says of them: no improvement, suboptimal choices, little resistance."""
    findings = done(report003_ideas.experiment(Effort(games=2)))
    pruning, clock, against = findings.tables
    without, with_it = (int(row[1].replace(",", "")) for row in pruning.rows)
    assert 0.98 * without <= with_it <= without
    (stopped,) = clock.rows
    assert float(stopped[2]) < float(stopped[1]) / 10, "moves looked at, of all"
    assert stopped[3] != "100%"
    rows = {row[0]: row for row in against.rows}
    assert rows["prunes on a win"][1:4] == ("0-1-0", "0-1-0", "50%")
    saver = rows["saves tokens, worth 6 each"]
    assert saver[1:4] == ("1-0-0", "1-0-0", "100%")
    assert float(saver[4]) > float(rows["saves tokens, worth 1 each"][4])
    assert rows["clock: depth 4 in 5 s"][3] in ("0%", "25%")
    pictures(findings)


def test_tokens_in_hand_are_counted_before_each_turn() -> None:
    moves = tuple(PlayedMove(text, ply % 2) for ply, text in enumerate(("f6", "a1", "f6-f7", "b1")))
    game = Ended(False, Ending(moves, "1/2-1/2", ""))
    assert [(one.idea, one.player) for one in report003_ideas.hands([game])] == [(15, 15), (15, 14), (14, 14), (14, 14)]


def test_report_003_plays_its_tournament() -> None:
    """An illegal move loses by default; the others are played out."""
    findings = done(report003_tournament.experiment(Effort()))
    (table,) = findings.tables
    assert [row[2:] for row in table.rows[:1]] == [("won by default", "won by default")]
    assert all(word.startswith("won in ") for word in table.rows[2][2:])
    assert not any("lost" in word or "default" in word for word in table.rows[1][2:])
    assert table.rows[-1][:2] == ("in all", "5 won, 1 lost")
    assert sum(int(number) for number in re.findall(r"\d+", table.rows[-1][2])) == 6
    assert "a1-a2" in findings.data["report003-tournament.csv"]


def test_report_004_has_the_depths_that_it_names() -> None:
    """4 plies with 19 empty cells at hard, 9 from 9 empty cells on; the other levels one and two fewer."""
    findings = done(report004.experiment(Effort(games=2)))
    depths = findings.tables[0]
    by_level = {row[0]: dict(zip(depths.header[1:], row[1:], strict=True)) for row in depths.rows}
    assert (by_level["hard"]["19"], by_level["hard"]["9"], by_level["hard"]["5"]) == ("4", "9", "9")
    assert (by_level["medium"]["19"], by_level["easy"]["19"]) == ("3", "2")
    for row in findings.tables[1].rows:
        assert sum(int(count) for text in row[2:4] for count in text.split("-")) == 2
    pictures(findings)


def test_full_minimax_never_loses_whoever_starts() -> None:
    played = list(play_games(noughts.game("3x3x3"), "report002", "random", 6, seed=1, is_from_start=True))
    assert [one.has_started for one in played] == [True, False] * 3
    assert all(one.points >= 0.5 for one in played)


def test_tallies() -> None:
    played = [Played(True, 1), Played(False, 0), Played(True, 0.5), Played(False, 1)]
    assert (tally(played), tally(played, True), tally(played, False)) == ("2-1-1", "1-1-0", "1-0-1")
    assert (share(played), share(played, True), share([])) == (0.625, 0.75, 0.0)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "which report? Name some of report000, report001"),
        (("report005",), "there is no experiment 'report005'"),
        (("report004", "--games", "0"), "--games is 0"),
        (("report004", "--positions", "0"), "--positions is 0"),
        (("report001", "--time", "0"), "--time is 0"),
        (("report004", "--plots", "/dev/null/plots"), "the folder /dev/null/plots cannot be made"),
    ],
)
def test_what_cannot_be_done_is_told(arguments: tuple[str, ...], words: str) -> None:
    told = run("lab", *arguments)
    assert (told.returncode, told.stdout) == (2, "")
    assert words in told.stderr


def test_the_command_prints_tables_and_draws_pictures(tmp_path: Path) -> None:
    told = run(
        "lab", "report004", "--games", "2", "--plots", str(tmp_path / "pictures"), "--csv", str(tmp_path / "rows")
    )
    assert told.returncode == 0, told.stderr
    assert re.search(r"^hard +4 +5 ", told.stdout, re.MULTILINE)
    assert [path.name for path in (tmp_path / "pictures").iterdir()] == ["report004-depth.png"]
    played = pandas.read_csv(tmp_path / "rows" / "report004-games.csv")
    assert list(played.groupby(["level", "against"]).size()) == [2, 2, 2]
    assert played["points"].isin([0, 0.5, 1]).all()
    depths = pandas.read_csv(tmp_path / "rows" / "report004-depth.csv").set_index(["level", "empty_cells"])["plies"]
    assert (depths["hard", 19], depths["hard", 9], depths["easy", 19]) == (4, 9, 2)


def test_every_report_has_its_experiment() -> None:
    assert list(dict.fromkeys(name.partition("-")[0] for name in EXPERIMENTS)) == [f"report00{n}" for n in range(5)]
    assert experiments_of("report003") == ["report003-figures", "report003-ideas", "report003-tournament"]
    assert experiments_of("report004") == ["report004"]
    assert experiments_of("report00") == experiments_of("") == []
