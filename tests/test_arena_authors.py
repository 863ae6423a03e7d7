"""What authors of bots measure by: odds, adjudication, and the depth and score that programs tell."""

import json
import sys
from pathlib import Path

import pytest

import noughts as library
from commands import noughts
from noughts import Limit, NoughtsError
from noughts.arena.adjudication import Adjudication, DrawRule, Resignation, Ruling
from noughts.arena.clock import Clocks, Conditions
from noughts.arena.competition import Competition
from noughts.arena.odds import read_odds
from noughts.arena.openings import Openings
from noughts.arena.played import PlayedMove
from noughts.arena.scheduling import play_here
from noughts.engine.time_control import TimeControl
from noughts.kernel.scores import MATE
from noughts.protocols.bots import Bot
from noughts.protocols.gomocup_remarks import Remarks
from noughts.protocols.hosting import host_for
from noughts.records import read_records

SCRIPT = Path(__file__).parent / "scripted_bot.py"
TALKS = "def move(position, limit):\n    return position.legal_moves[0], -9.5, 4\n"


def scored(*values: int | None) -> list[PlayedMove]:
    """Moves of both in turn, after an opening of two that nobody has said anything about."""
    opening = [PlayedMove("a1", 0, None, -999, 1), PlayedMove("b1", 1, None, 999, 1)]
    return [*opening, *(PlayedMove("a1", at % 2, 0.1, value, 3) for at, value in enumerate(values))]


@pytest.mark.parametrize(
    ("rule", "values", "result"),
    [
        ("movecount=2,score=500", (-500, 10, -700), "0-1"),
        ("movecount=2,score=500", (-499, 10, -700), None),
        ("movecount=2,score=500", (-700,), None),
        ("movecount=2,score=500", (-700, 10, None), None),
        ("movecount=2,score=500", (-700, -600, 0, -600), "1-0"),
        ("movecount=2,score=500,twosided=yes", (-700, 600, -700), None),
        ("movecount=2,score=500,twosided=yes", (-700, 600, -700, 500), "0-1"),
        ("movecount=1,score=500", (3 - MATE,), "0-1"),
    ],
)
def test_a_player_who_sees_itself_lost_for_some_moves_has_lost(
    rule: str, values: tuple[int | None, ...], result: str | None
) -> None:
    found = Resignation.read(rule).ruling(scored(*values))
    assert (None if found is None else found.result) == result


@pytest.mark.parametrize(
    ("rule", "values", "is_drawn"),
    [
        ("movecount=2,score=10", (0, 10, -10, 3), True),
        ("movecount=2,score=10", (11, 0, 0, 0), False),
        ("movecount=2,score=10", (0, 0, 0), False),
        ("movenumber=4,movecount=2,score=10", (0, 0, 0, 0), False),
        ("movenumber=4,movecount=2,score=10", (0, 0, 0, 0, 0), True),
    ],
)
def test_a_game_that_both_call_level_for_some_moves_is_drawn(
    rule: str, values: tuple[int, ...], is_drawn: bool
) -> None:
    found = DrawRule.read(rule).ruling(scored(*values))
    assert (found is not None and found.result == "1/2-1/2") == is_drawn


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "--resign is ''; write movecount=3,score=500,twosided=false"),
        ("score=x", "score is 'x'; it must be a whole number from 0"),
        ("moves=3", "--resign has no option 'moves'; it has movecount, score, twosided"),
        ("movecount=0", "movecount is '0'; it must be a whole number from 1 to 1000"),
    ],
)
def test_wrong_rules_are_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(NoughtsError, match=message):
        Resignation.read(text)


@pytest.mark.parametrize(
    ("name", "text", "ruling"),
    [
        ("3x3x3", "X.O/.../... X", Ruling("1-0", "adjudicated: solved, X wins")),
        ("3x3x3", "X../.O./... X", Ruling("1/2-1/2", "adjudicated: solved, a draw")),
        # Three in a row with both ends open: five follow, far from the end of the board.
        (
            "15x15x5",
            "15/15/15/15/15/15/5XXX7/15/6O1O6/15/15/15/15/15/O14 X",
            Ruling("1-0", "adjudicated: solved, X wins"),
        ),
    ],
)
def test_the_solver_ends_a_game_that_it_has_proved(name: str, text: str, ruling: Ruling) -> None:
    position = library.game(name).position(text)
    assert Adjudication(solver=60).ruling(position, []) == ruling


def test_a_position_that_the_solver_cannot_prove_in_time_is_played_on() -> None:
    assert Adjudication(solver=0.05).ruling(library.game("ultimate").start(), []) is None


def test_each_side_has_the_limits_of_its_own_odds() -> None:
    match = Conditions(clock=TimeControl(60.0, 1.0))
    odds = read_odds(["b:clock=5", "3:time=0.5", "c:d:nodes=7,depth=2"], ["a", "b", "x", "c:d"], match)
    assert [str(odds[at]) for at in sorted(odds)] == ["clock 5", "0.5 s a move", "clock 60+1, depth 2, 7 nodes"]
    clocks = Clocks(match, odds[1])
    assert clocks.limit(0) == Limit(white_clock=60.0, white_inc=1.0, black_clock=5.0, black_inc=0.0)
    assert clocks.spend(0, 10) is None
    assert (clocks.spend(1, 10) or "").startswith("lost on time: it took 10.000 s and had 5.000 s left")
    mixed = Clocks(match, odds[2])
    assert mixed.limit(1) == Limit(time=0.5, white_clock=60.0, white_inc=1.0)
    assert (mixed.spend(1, 10) or "").endswith("may take 0.5 s")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("time=1", "write PLAYER:TERMS"),
        ("3:time=1", "odds are given to '3', who does not play; .*: a, b"),
        ("zoe:time=1", "odds are given to 'zoe'"),
        ("a:speed=1", "with clock, time, depth, nodes"),
        ("a:time=1,clock=3", "either a time for each move or a clock counts"),
        ("a:time=-1", "the time is '-1'; it must be a number of seconds"),
    ],
)
def test_wrong_odds_are_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(NoughtsError, match=message):
        read_odds([text], ["a", "b"], Conditions())


def test_a_match_with_all_of_it_is_reported_and_written(tmp_path: Path) -> None:
    (tmp_path / "talks.py").write_text(TALKS)
    done = noughts(
        *("match", str(tmp_path / "talks.py"), "noughts", "--game", "4x4x4", "--games", "2", "--odds", "2:nodes=50"),
        *("--resign", "movecount=2,score=900", "--sgf", str(tmp_path / "a.sgf"), "--json", str(tmp_path / "a.json")),
    )
    assert done.returncode == 0, done.stderr
    assert "noughts: 50 nodes; adjudication: resign" in done.stdout
    assert "Mean depth: talks.py 4.0 (at most 4), noughts " in done.stdout
    records = read_records((tmp_path / "a.sgf").read_text())
    assert [record.result for record in records] == ["0-1", "1-0"]
    last = next(move for move in reversed(records[0].moves) if move.value is not None and move.value < 0)
    assert (last.value, last.depth) == (-950, 4)
    told = json.loads((tmp_path / "a.json").read_text())
    assert told["depths"][0]["mean"] == 4
    assert told["odds"] == {"noughts": "50 nodes"}


def test_sgf_of_another_game_is_refused_before_the_match(tmp_path: Path) -> None:
    done = noughts("match", "random", "greedy", "--game", "ultimate", "--sgf", str(tmp_path / "a.sgf"))
    assert (done.returncode, list(tmp_path.iterdir())) == (2, [])
    assert "SGF holds games of k in a row only" in done.stderr


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("MESSAGE Depth 12-20 | Eval 34 | Node 1234K | Time 123ms", (12, 34)),
        ("MESSAGE depth 2-12 ev -34 n 10K n/ms 1 tm 1000 pv Hh Ih", (2, -34)),
        ("MESSAGE depth: 7, score: +M5", (7, MATE - 5)),
        ("MESSAGE value = -0.5", (1, -50)),
        ("MESSAGE hello", (0, None)),
        ("MESSAGE depth 99999999999999999999 eval 1e999", (0, None)),
        ("MESSAGE eval " + "9" * 60_000, (0, None)),
    ],
)
def test_what_gomocup_programs_say_for_people_is_read(line: str, told: tuple[int, int | None]) -> None:
    remarks = Remarks()
    remarks.read(line)
    assert (remarks.depth, remarks.value) == told


def test_a_gomocup_program_is_told_nodes_and_its_message_is_in_the_record() -> None:
    command = f"{sys.executable} {SCRIPT} gomocup SaysHowDeep"
    bots = {"deep": Bot("deep", command, "gomocup")}
    openings = Openings.read("none", library.game("7x7x5"))
    match = Competition("7x7x5", ("deep", "random"), openings, Conditions(Limit(time=600, nodes=321)), bots=bots)
    game = next(play_here(match.tasks([(0, 1)], 1)))
    assert not game.forfeit
    assert {(move.value, move.depth) for move in game.moves if move.turn == 0} == {(-25, 321)}


def test_our_own_gomocup_engine_keeps_to_the_nodes_that_it_is_told() -> None:
    game = library.game("7x7x5")
    host = host_for(Bot("ours", f"{sys.executable} -m noughts engine noughts --protocol gomocup", "gomocup"))
    try:
        assert host.play(game.start(), Limit(nodes=300)).move in game.start().legal_moves
    finally:
        host.close()
