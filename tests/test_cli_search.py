"""The commands that search, run as a user runs them."""

import json
import re
from pathlib import Path

import pexpect
import pytest

from commands import CONNECT_FOUR, noughts, terminal
from noughts.registry import all_players, evaluations, searches


def test_analyze_prints_a_line_an_iteration_then_the_move_and_the_counters() -> None:
    run = noughts("analyze", "tictactoe", "--position", "XX./OO./... X", "--depth", "3", "--eval", "zero")
    assert run.returncode == 0, run.stderr
    assert re.match(r"depth  1 +mate in 1 +\d+ nodes +[\d,]+/s  c3$", run.stdout.splitlines()[0])
    assert "best move: c3 (mate in 1)" in run.stdout
    for counter in ("static evaluations", "dynamic evaluations", "alpha cut-offs", "beta cut-offs", "table hits"):
        assert f"{counter}:" in run.stdout


def test_analyze_speaks_json_under_both_its_names() -> None:
    for command in ("analyze", "analyse"):
        run = noughts(command, "ultimate", "--moves", "5.5 5.1", "--depth", "3", "--multipv", "2", "--json")
        answer = json.loads(run.stdout)
        assert answer["game"] == "ultimate"
        assert len(answer["lines"]) == 2
        assert answer["move"] == answer["lines"][0]["move"] == answer["pv"][0]
        assert answer["stats"]["depth"] == 3
        assert answer["mate"] is None


def test_analyze_takes_every_search_and_two_threads() -> None:
    for search in ("minimax", "hminimax", "mtdf", "mcts", "greedy", "random", "report002"):
        run = noughts("analyze", "nineboard", "--search", search, "--depth", "2", "--nodes", "500")
        assert "best move: " in run.stdout, run.stderr
    assert "best move: " in noughts("analyze", "nineboard", "--threads", "2", "--depth", "4").stdout


def test_eval_values_a_position_by_itself_and_says_what_the_value_is_made_of() -> None:
    # X stands in two windows of its row, in one of its column and in one of either diagonal.
    run = noughts("eval", "4x5x4", "--position", "5/..X../5/5 O", "--moves", "a1", "--eval", "pascal")
    # a1 is a corner, in three windows; one of them, the diagonal d4-a1, has the X in c3 too.
    assert run.stdout.splitlines()[0] == "pascal: +2.00 points for X, who is to move", run.stderr
    words = [line.split() for line in run.stdout.splitlines()[2:]]
    assert words == [
        ["made", "of", "number", "points"],
        ["windows", "with", "1", "X", "4", "+4.00"],
        ["windows", "with", "1", "O", "2", "-2.00"],
        ["together", "+2.00"],
    ]


def test_eval_speaks_json_and_knows_options_and_finished_games() -> None:
    run = noughts("eval", "xrudder", "--moves", "f6", "--eval", "factorial:placement_cost=50", "--json")
    answer = json.loads(run.stdout)
    assert (answer["evaluation"], answer["side"], answer["outcome"]) == ("factorial:placement_cost=50", "O", None)
    assert answer["points"] == sum(term["points"] for term in answer["terms"]) == 0.5 - 5
    over = ["eval", "3x3x3", "--position", "XXX/OO./... O"]
    assert noughts(*over).stdout == "the game is over: X wins: 3 in a row\n"
    outcome = json.loads(noughts(*over, "--json").stdout)["outcome"]
    assert outcome == {"winner": 0, "reason": "3 in a row", "points": None}
    assert "mnk_shapes does not tell what its values are made of" in noughts("eval", "3x3x3").stdout


def test_a_users_game_is_analysed_and_played() -> None:
    run = noughts("analyze", str(CONNECT_FOUR), "--moves", "d c d c d", "--depth", "4")
    assert "best move: d" in run.stdout, run.stderr
    run = noughts("match", "alphabeta", "random", "--game", str(CONNECT_FOUR), "--games", "4", "--depth", "3")
    assert "4 wins, 0 draws, 0 losses" in run.stdout, run.stdout + run.stderr


def test_a_users_evaluation_is_taken_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "centre.py"
    path.write_text(
        "from noughts.games.mnk import RULES\n"
        "from noughts.games.shared.windows import has_bit\n"
        "from noughts.kernel import compiled, int64\n"
        "from noughts.kernel.evaluation import Evaluation\n"
        "@compiled\n"
        "def value(states, ply, weights, accumulators):\n"
        "    state = states[ply]\n"
        "    mine = has_bit(state.marks[int64(state.turn)], 5)\n"
        "    theirs = has_bit(state.marks[1 - int64(state.turn)], 5)\n"
        "    return int64(100 if mine else -100 if theirs else 0)\n"
        "EVALUATION = Evaluation('centre', 'The centre of 3x3.', values=dict.fromkeys(RULES.values(), value))\n"
    )
    run = noughts("analyze", "tictactoe", "--eval", str(path), "--depth", "1")
    assert "best move: b2 (+1.00)" in run.stdout, run.stderr
    path.write_text(path.read_text().replace(", 5)", ", 0)"))
    run = noughts("analyze", "tictactoe", "--eval", str(path), "--depth", "1")
    assert "best move: a3 (+1.00)" in run.stdout, run.stderr


def test_what_there_is_is_listed_with_a_line_each() -> None:
    for command, names in (("searches", searches()), ("evals", evaluations()), ("players", all_players())):
        listed = noughts(command, COLUMNS="300").stdout
        for name in names:
            assert re.search(rf"^{name} +\w", listed, re.MULTILINE)
    assert "level=hard|medium|easy" in noughts("players", COLUMNS="300").stdout


def test_match_tells_wins_draws_losses_and_elo() -> None:
    run = noughts("match", "report002", "random", "--game", "tictactoe", "--games", "6", "--openings", "none")
    assert re.search(r"6 games: \d wins, \d draws, 0 losses: [\d.]+ %, Elo \+\S+ ± \S+", run.stdout), run.stderr


BAD = {
    "no such search": (["analyze", "ultimate", "--search", "deep"], "there is no search or player 'deep'"),
    "no such evaluation": (["analyze", "ultimate", "--eval", "gut"], "there is no evaluation 'gut'"),
    "an evaluation of another game": (["analyze", "ultimate", "--eval", "pascal"], "pascal does not fit ultimate"),
    "a finished game": (["analyze", "tictactoe", "--position", "XXX/OO./... O"], "the game is over"),
    "no depth": (["analyze", "ultimate", "--depth", "0"], "the depth is 0"),
    "no lines": (["analyze", "ultimate", "--multipv", "0"], "multipv is 0"),
    "no threads": (["analyze", "ultimate", "--threads", "0"], "threads is 0"),
    "a value by another game's evaluation": (["eval", "ultimate", "--eval", "pascal"], "pascal does not fit ultimate"),
    "no such option": (["eval", "4x5x4", "--eval", "pascal:k=3"], "the evaluation pascal has no option 'k'"),
    "a player of another game": (["match", "report003", "random", "--game", "ultimate"], "does not play ultimate"),
    "no games": (["match", "random", "random", "--game", "ultimate", "--games", "0"], "--games is 0"),
    "no game": (["match", "random", "random"], "--game"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_gets_a_message_and_exit_code_2(case: str) -> None:
    arguments, message = BAD[case]
    run = noughts(*arguments)
    assert run.returncode == 2, run.stderr
    assert message in run.stderr
    assert "Traceback" not in run.stderr


def test_ctrl_c_ends_an_analysis_with_what_was_found() -> None:
    with terminal("analyze", "ultimate", "--depth", "60") as screen:
        screen.expect("depth  5")
        screen.sendintr()
        screen.expect("best move: ")
        screen.expect(pexpect.EOF)
        screen.close()
        assert screen.exitstatus == 130


@pytest.mark.parametrize(
    ("command", "score", "report"),
    [
        (("match", "greedy", "greedy"), r"greedy #1 - greedy #2: [1-9]", r"\d+ games: "),
        (("tournament", "--players", "greedy", "greedy"), r"greedy #[12] [1-9]", r", \d+ games"),
    ],
    ids=["match", "tournament"],
)
def test_ctrl_c_ends_a_match_with_the_games_played(command: tuple[str, ...], score: str, report: str) -> None:
    with terminal(*command, "--game", "ultimate", "--games", "100000") as screen:
        screen.expect(score)
        screen.sendintr()
        screen.expect("stopped after")
        screen.expect(report)
        screen.expect(pexpect.EOF)
        screen.close()
        assert screen.exitstatus == 130


def test_searches_run_uncompiled() -> None:
    for search in ("noughts", "minimax", "alphabeta", "hminimax", "mtdf", "mcts", "greedy"):
        run = noughts(
            "analyze", "nineboard", "--search", search, "--depth", "2", "--nodes", "200", NOUGHTS_UNCOMPILED="1"
        )
        assert "best move: " in run.stdout, run.stderr
