"""Our engine in UGI: transcripts of its machine, whatever the lines are."""

import re
import threading
from queue import SimpleQueue

import pytest

import noughts
from commands import ROOT
from noughts.engine.engine_text import engine_options
from noughts.engine.results import Result, Stats
from noughts.engine.score import Score
from noughts.errors import NoughtsError
from noughts.kernel.scores import MATE, POINTS_LIMIT, WON
from noughts.protocols.gomocup import GomocupEngine
from noughts.protocols.machine import LONGEST_LINE, Machine, Ticket
from noughts.protocols.ugi import UgiEngine
from noughts.protocols.ugi_info import read_info, write_info
from noughts.registry import all_players, searches
from transcripts import check_transcript

TRANSCRIPTS = {
    "positions and questions": """
        > position startpos
        > query p1turn
        < response true
        > query gameover
        < response false
        > query result
        < response none
        > position startpos moves b2 a1
        > query p1turn
        < response true
        > position fen XX./OO./... X moves c3
        > query gameover
        < response true
        > query result
        < response p1win
        > position fen XX./OO./... O moves c2
        > query result
        < response p2win
        > position fen XOX/XOO/OX. X moves c1
        > query result
        < response draw
        """,
    "a game is an option": """
        > setoption name Game value ultimate
        > position startpos moves 5.3
        > query p1turn
        < response false
        > setoption name game value tictactoe
        > position startpos moves 5.3
        < info string move 1: '5.3' is not a move of 3x3x3; …
        """,
    "a search": """
        > isready
        < readyok
        > position fen XX./OO./... X
        > go depth 3
        < …
        < info depth … nodes … nps … score mate 1 pv c3
        < bestmove c3
        > position fen OO./XX./... X
        > go nodes 500 movetime 60000
        < …
        < bestmove c2
        > uginewgame
        > isready
        < readyok
        > go p1time 60000 p2time 60000 p1inc 10 p2inc 10 movestogo 5 depth 1
        < …
        < info depth 1 …
        < bestmove …
        > go p1time -3 p2time 60000 p1inc 0 p2inc 0
        < …
        < bestmove …
        """,
    "several lines": """
        > setoption name MultiPV value 2
        > position fen XX./OO./... X
        > go depth 2
        < …
        < info … multipv 1 score mate 1 pv c3
        < info … multipv 2 score … pv …
        < bestmove c3
        """,
    "the only move, and none": """
        > position fen XOX/XOO/OX. X
        > go movetime 60000
        < info … pv c1
        < bestmove c1
        > position fen XXX/OO./... O
        > go depth 1
        < info string the game is over (X wins: 3 in a row): there is no move to find
        < bestmove (none)
        """,
    "commands that are none": """
        > fly
        < info string unknown command 'fly'; there are ugi, isready, …
        >
        > POSITION startpos
        > query turn
        < info string query 'turn': there are p1turn, gameover, result
        > query
        < info string query '': …
        > stop
        > debug on
        < info string unknown command 'debug'; …
        """,
    "positions that are none": """
        > position
        < info string position '': write position startpos or position fen TEXT, then moves …
        > query result
        < info string there is no position: the last one was refused
        > go depth 1
        < info string there is no position: the last one was refused
        < bestmove (none)
        > position fen XXXX/OO./... X
        < info string row 1 from the top has 4 cells; it needs 3
        > position startpos moves b2 b2
        < info string move 2: b2 is not legal here …
        > position startpos moves
        > query p1turn
        < response true
        """,
    "options that are none": """
        > setoption
        < info string setoption '': write setoption name NAME value VALUE
        > setoption name Colour value red
        < info string there is no option 'colour'; there are Game, MultiPV, level, …
        > setoption name Hash value lots
        < info string Hash is 'lots'; it must be a number of megabytes from 0 to 65536
        > setoption name Hash value -5
        < info string Hash is '-5'; it must be a number of megabytes from 0 to 65536
        > setoption name hash_mb value -5
        < info string Hash is '-5'; it must be a number of megabytes from 0 to 65536
        > setoption name Threads value 99999999999999999999999999
        < info string Threads is …; it must be a whole number from 1 to 64
        > setoption name level value godly
        < info string level is 'godly'; it must be one of beginner, …
        > setoption name Game value chess
        < info string there is no game 'chess'; …
        > setoption name MultiPV value 0
        < info string MultiPV is '0'; it must be a whole number from 1 to 500
        > setoption name eval value ultimate_boards
        > isready
        < info string the evaluation ultimate_boards does not fit 3x3x3; …
        < readyok
        > setoption name eval value <empty>
        > setoption name level value hard
        > setoption name level value none
        > isready
        < readyok
        """,
    "numbers that are none": """
        > position fen XX./OO./... X
        > go depth many
        < info string depth is 'many'; it must be a whole number
        < bestmove (none)
        > go nodes
        < info string nodes is ''; it must be a whole number
        < bestmove (none)
        > go depth 0
        < info string the depth is 0; it must be a whole number from 1 to 2^62
        < bestmove (none)
        > go depth 99999999999999999999999
        < info string the depth is …
        < bestmove (none)
        > go fast depth 1
        < …
        < bestmove c3
        """,
}


@pytest.mark.parametrize("case", TRANSCRIPTS)
def test_transcript(case: str) -> None:
    check_transcript(UgiEngine("noughts:hash_mb=1"), TRANSCRIPTS[case])


@pytest.mark.parametrize("name", [*searches(), *all_players()])
def test_every_option_that_is_told_can_be_set_to_its_default(name: str) -> None:
    machine = UgiEngine(name)
    lines = list(machine.handle("ugi"))
    assert lines[0].startswith("id name ")
    assert lines[1].startswith("id author ")
    assert lines[-1] == "ugiok"
    pattern = r"option name (\w+) type (?:check|spin|combo|string) default (\S+)(?: min \S+ max \S+)?(?: var \S+)*"
    options = [re.fullmatch(pattern, line) for line in lines[2:-1]]
    assert len(options) == len(engine_options(name)) + 2
    for option in options:
        assert option is not None
        assert list(machine.handle(f"setoption name {option[1]} value {option[2]}")) == []


def test_options_of_the_engine_s_text_are_the_defaults() -> None:
    lines = list(UgiEngine("noughts:level=hard,hash_mb=16,noise=2").handle("ugi"))
    assert "option name Hash type spin default 16 min 0 max 65536" in lines
    assert "option name noise type string default 2.0" in lines
    assert any(line.startswith("option name level type combo default hard var none var beginner") for line in lines)


def test_an_option_that_was_renamed_is_known_by_its_old_name_too() -> None:
    machine = UgiEngine("noughts:reductions=false")
    assert "option name selective type check default false" in list(machine.handle("ugi"))
    assert list(machine.handle("setoption name reductions value true")) == []


def test_an_option_counts_from_the_next_search_on() -> None:
    machine = UgiEngine("noughts:nodes=2000,hash_mb=1", "7x7x5")
    list(machine.handle("position startpos moves d4 d5"))
    at_full_strength = nodes(machine)
    list(machine.handle("setoption name level value medium"))
    assert nodes(machine) <= 400 < at_full_strength


def nodes(machine: UgiEngine) -> int:
    last = list(machine.handle("go"))[-2]
    found = re.search(r" nodes (\d+) ", last)
    assert found is not None, last
    return int(found[1])


def test_a_search_is_stopped_while_it_thinks() -> None:
    machine, ticket = UgiEngine("noughts:hash_mb=1", "7x7x5"), Ticket("go infinite")
    answers = machine.handle("go infinite", ticket)
    assert next(answers).startswith("info depth 1 ")
    assert machine.overtake("isready", [ticket]) == ["readyok"]
    assert list(machine.overtake("stop", [ticket]) or ()) == []
    move = list(answers)[-1].removeprefix("bestmove ")
    assert noughts.game("7x7x5").start().is_legal(move)


def test_a_search_that_was_stopped_before_it_began_answers_at_once() -> None:
    machine, ticket = UgiEngine("noughts:hash_mb=1", "7x7x5"), Ticket("go infinite")
    ticket.stop()
    assert list(machine.handle("go infinite", ticket))[-1].startswith("bestmove ")


def test_an_infinite_search_that_has_come_to_its_end_waits_for_stop() -> None:
    machine, ticket, lines = UgiEngine("noughts:hash_mb=1"), Ticket("go infinite"), SimpleQueue[str]()
    list(machine.handle("position fen XX./OO./... X"))

    def answer() -> None:
        for line in machine.handle("go infinite", ticket):
            lines.put(line)

    thinking = threading.Thread(target=answer, daemon=True)
    thinking.start()
    told = ""
    while " pv c3" not in told:
        told = lines.get(timeout=60)
    thinking.join(0.2)
    assert thinking.is_alive(), "a win in one leaves nothing to search"
    assert machine.overtake("stop", [ticket]) is not None
    while not told.startswith("bestmove"):
        told = lines.get(timeout=60)
    assert told == "bestmove c3"


@pytest.mark.parametrize("value", [-20, 0, MATE - 3, 4 - MATE, WON, -WON, POINTS_LIMIT])
def test_a_score_is_read_as_it_was_written(value: int) -> None:
    position = noughts.game("tictactoe").start()
    move = position.parse_move("b2")
    line = write_info(Result(move, Score(value, 0), [move], Stats()))
    assert re.search(r" score (cp -?\d{1,9}|mate -?\d{1,4}) pv b2$", line), line
    read = read_info(line.split(), position)
    assert read is not None
    assert read.score == Score(value, 0)


def test_a_win_of_unknown_length_is_a_mate_that_other_programs_can_read() -> None:
    machine = UgiEngine("mcts:seed=1,hash_mb=8", "3x4x3")
    lines = list(machine.handle("go nodes 100000"))
    assert re.search(r" score mate 9999 pv ", lines[-2]), lines[-2]


def test_only_what_must_not_wait_overtakes() -> None:
    machine, waiting = UgiEngine(), [Ticket("isready")]
    assert machine.overtake("isready", waiting) is None
    assert machine.overtake("position startpos", [Ticket("go infinite")]) is None
    assert machine.overtake("go depth 3", [Ticket("go infinite")]) is None
    assert not machine.is_over
    assert list(machine.overtake("quit\n", waiting) or ()) == []
    assert machine.is_over


def test_lines_of_any_length_and_any_characters_are_answered_in_a_short_line() -> None:
    machine = UgiEngine("noughts:hash_mb=1")
    for line in (
        "x" * (LONGEST_LINE + 1),
        "x" * LONGEST_LINE,
        "position fen " + "9" * 10_000,
        "position startpos moves " + "b2 " * 5_000,
        "go depth " + "9" * 10_000,
        "setoption name " + "x" * 10_000 + " value y",
        "setoption name Game value " + "../" * 3_000,
        "\x00\x07\x1b[31m\ufffd",
        "query \x00",
        "setoption name Game value \x00.py",
    ):
        answers = list(machine.handle(line))
        assert answers, line[:40]
        assert all(len(answer) < 700 and answer.isprintable() for answer in answers), answers
        assert list(machine.handle("isready")) == ["readyok"]


def test_an_engine_or_a_game_that_does_not_exist_is_refused() -> None:
    with pytest.raises(NoughtsError, match="there is no search or player 'deepblue'"):
        UgiEngine("deepblue")
    with pytest.raises(NoughtsError, match="there is no game 'chess'"):
        UgiEngine("noughts", "chess")


@pytest.mark.parametrize(("protocol", "machine"), [("ugi", UgiEngine), ("gomocup", GomocupEngine)])
def test_the_transcripts_in_the_documents_are_true(protocol: str, machine: type[Machine]) -> None:
    text = (ROOT / "docs" / "protocols.md").read_text()
    (transcript,) = re.findall(rf"```{protocol}\n(.*?)```", text, re.DOTALL)
    check_transcript(machine(), transcript)
