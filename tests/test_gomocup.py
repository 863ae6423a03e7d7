"""Our engine in Gomocup's protocol: transcripts of its machine, whatever the lines are."""

import re
from collections.abc import Iterator

import pytest

from noughts.protocols.gomocup import GomocupEngine
from noughts.protocols.machine import LONGEST_LINE, Ticket
from transcripts import check_transcript

# Boards up to 7x7 are of the same record as tic-tac-toe's, which other tests have compiled.
TRANSCRIPTS = {
    "a game": """
        > START 7
        < OK
        > INFO timeout_turn 60000
        > INFO timeout_match 0
        > INFO game_type 1
        > BOARD
        > 1,2,1
        > 2,2,1
        > 3,2,1
        > 4,2,1
        > 0,2,2
        > 1,3,2
        > 2,3,2
        > 3,3,2
        > DONE
        < 5,2
        > RESTART
        < OK
        > BOARD
        > 1,2,2
        > 2,2,2
        > 3,2,2
        > 5,2,2
        > 0,2,1
        > 6,6,1
        > 6,5,1
        > DONE
        < 4,2
        > TAKEBACK 4,2
        < OK
        > TURN 0,6
        < 4,2
        """,
    "a board that is no square": """
        > RECTSTART 7,5
        < OK
        > BOARD
        > 3,0,1
        > 3,1,1
        > 3,2,1
        > 3,3,1
        > 6,0,2
        > 6,1,2
        > 5,4,2
        > 0,0,2
        > DONE
        < 3,4
        > RECTSTART 7, 6
        < OK
        """,
    "a rule by which six do not win": """
        > START 7
        < OK
        > INFO rule 1
        > BOARD
        > 0,0,1
        > 1,0,1
        > 2,0,1
        > 4,0,1
        > 5,0,1
        > 1,2,1
        > 2,3,1
        > 3,4,1
        > 4,5,1
        > 0,1,2
        > DONE
        < 5,6
        > BOARD
        > 0,0,1
        > 1,0,1
        > 2,0,1
        > 4,0,1
        > 5,0,1
        > 6,1,2
        > 5,1,2
        > 4,1,2
        > 3,1,2
        > DONE
        < 2,1
        > INFO rule 0
        > TAKEBACK 2,1
        < OK
        > TURN 0,6
        < 3,0
        """,
    "cells where nobody may play": """
        > START 5
        < OK
        > BOARD
        > 0,0,1
        > 1,0,1
        > 2,0,1
        > 3,0,1
        > 4,0,3
        > 0,1,2
        > 1,1,2
        > 2,1,2
        > 3,1,2
        > DONE
        < 4,1
        """,
    "about": """
        > about
        < name="Noughts", version="…", author="…"
        > END
        """,
    "commands that are none": """
        > FLY
        < UNKNOWN 'FLY': …
        >
        > SWAP2BOARD
        < UNKNOWN …
        > DONE
        < UNKNOWN …
        > 3,4
        < UNKNOWN '3,4': …
        > 3,4,1
        < UNKNOWN …
        """,
    "before a game": """
        > BEGIN
        < ERROR there is no board yet: write START SIZE or RECTSTART WIDTH,HEIGHT
        > TURN 1,1
        < ERROR there is no board yet…
        > BOARD
        < ERROR there is no board yet…
        > RESTART
        < ERROR there is no board yet…
        > TAKEBACK 1,1
        < ERROR there is no board yet…
        """,
    "sizes that are none": """
        > START
        < ERROR START '': write START SIZE, such as START 15
        > START big
        < ERROR START 'big': …
        > START 4
        < ERROR 4x4x5: k is 5; …
        > START 33
        < ERROR 33x33x5: a board has 1 to 32 rows …
        > START 999999999
        < ERROR 999999999x999999999x5: …
        > START 99999999999999999999999
        < ERROR START '99999999999999999999999': …
        > RECTSTART 7
        < ERROR RECTSTART '7': …
        > RECTSTART -7,5
        < ERROR …
        > BEGIN
        < ERROR there is no board yet…
        """,
    "moves that are none": """
        > START 5
        < OK
        > TURN 5,0
        < ERROR TURN '5,0': write TURN X,Y, from 0,0 to 4,4
        > TURN -1,0
        < ERROR …
        > TURN 1
        < ERROR …
        > TURN one,two
        < ERROR …
        > TURN 99999999999999999999,1
        < ERROR …
        > TAKEBACK 1,1
        < ERROR TAKEBACK 1,1: no stone stands there
        > BOARD
        > 2,2,2
        > 2,2,1
        > DONE
        < ERROR BOARD: '2,2,1' is there twice
        > BOARD
        > 2,2
        > 9,9,1
        > DONE
        < ERROR BOARD: '2,2' is no stone; …
        > BOARD
        > 2,9,1
        > DONE
        < ERROR BOARD: '2,9,1' is off the board
        > BOARD
        > 2,2,7
        > TURN 1,1
        > INFO max_memory 1000000
        > DONE
        < ERROR BOARD: '2,2,7' is no stone; …
        > BOARD
        > 0,0,2
        > 1,0,2
        > 2,0,2
        > 3,0,2
        > 4,0,2
        > DONE
        < ERROR the game is over (…): there is no move to find
        > BEGIN
        < ERROR BEGIN is for an empty board; write TURN X,Y or BOARD
        > BOARD
        > START 6
        < OK
        """,
    "information that is none": """
        > INFO
        > INFO timeout_turn
        < MESSAGE INFO timeout_turn '': it must be a whole number
        > INFO timeout_turn soon
        < MESSAGE …
        > INFO max_memory 99999999999999999999999999
        < MESSAGE …
        > INFO folder /tmp
        > INFO evaluate 3,3
        > START 5
        < OK
        > INFO rule 4
        < MESSAGE INFO rule 4: it must be 0 …
        > BEGIN
        < ERROR rule 4 is not played here; …
        > INFO rule 0
        > INFO timeout_turn 0
        > INFO max_memory 1
        > INFO time_left -5
        > BEGIN
        < …
        > RESTART
        < OK
        """,
}


@pytest.mark.parametrize("case", TRANSCRIPTS)
def test_transcript(case: str) -> None:
    check_transcript(GomocupEngine("noughts:nodes=2000,hash_mb=1"), TRANSCRIPTS[case])


def test_lines_end_as_the_protocol_has_it() -> None:
    assert GomocupEngine().line_end == "\r\n"


def test_no_answer_but_a_move_looks_like_one() -> None:
    machine = GomocupEngine("noughts:nodes=100,hash_mb=1")
    lines = ["3,4", "1,1,1", "TURN 1,1", "START 7", "TURN 9,9", "TURN 1,1,1", "TAKEBACK 5,5", "BOARD", "1,2", "DONE"]
    for line in (
        *lines,
        "INFO timeout_turn 1,2",
        "INFO rule 1,1",
        "ABOUT",
        "\x00",
        "x" * (LONGEST_LINE + 1),
        "1,2\r1,2",
    ):
        for answer in machine.handle(line):
            assert not re.match(r"\s*\d+\s*,\s*\d+", answer), line
            assert len(answer) < 700
            assert answer.isprintable()


def thinking(machine: GomocupEngine) -> tuple[Iterator[str], Ticket]:
    """A move that it would think about for an hour."""
    list(machine.handle("START 7"))
    list(machine.handle("INFO timeout_turn 3600000"))
    ticket = Ticket("BEGIN")
    return machine.handle("BEGIN", ticket), ticket


def test_a_turn_without_time_ends_the_thought() -> None:
    machine = GomocupEngine("noughts:hash_mb=1")
    answers, ticket = thinking(machine)
    assert machine.overtake("TURN 3,3", [ticket]) is None
    assert "".join(machine.overtake("ABOUT", [ticket]) or ()).startswith("name=")
    assert machine.overtake("INFO timeout_turn 0", [ticket]) == []
    move = "".join(answers)
    assert re.fullmatch(r"\d,\d", move)
    assert re.fullmatch(r"\d,\d", "".join(machine.handle("TURN 3,3" if move == "0,0" else "TURN 0,0")))


@pytest.mark.parametrize("line", ["RESTART", "START 6", "RECTSTART 6,7", "BOARD"])
def test_a_new_board_breaks_the_thought_off(line: str) -> None:
    machine = GomocupEngine("noughts:hash_mb=1")
    answers, ticket = thinking(machine)
    assert machine.overtake(line, [ticket]) is None
    assert list(answers) == []
    assert list(machine.handle(line)) == ([] if line == "BOARD" else ["OK"])


def test_the_end_is_heard_at_once() -> None:
    machine = GomocupEngine("noughts:hash_mb=1")
    answers, ticket = thinking(machine)
    assert list(machine.overtake("END\r\n", [ticket]) or ()) == []
    assert machine.is_over
    assert list(answers) == []
