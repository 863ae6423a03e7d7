"""The plain dialogue, as a pipe and as a person at a terminal use it."""

import os
import random
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from commands import OTHELLO, noughts, terminal
from noughts.play.settings import load_settings, save_settings
from noughts.store import Store, statistics

RANDOM = "random:seed=3"


def play(*arguments: str, entries: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return noughts("play", *arguments, stdin=entries, **environment)


def test_the_dialogue_of_the_report() -> None:
    run = play("tictactoe", "--player", RANDOM, entries="x\nfirst\n5\n")
    assert run.returncode == 0
    lines = run.stdout.splitlines()
    assert lines[0] == "x or o (x): x"
    assert "It's your turn." in lines
    board = lines.index("1 2 3")
    assert lines[board : board + 3] == ["1 2 3", "4 5 6", "7 8 9"]
    assert "Legal moves: 1 2 3 4 5 6 7 8 9" in lines
    assert "It's computer's turn." in lines
    played = [re.fullmatch(r"computer \(O\) plays ([1-9]) \(\d+\.\d\d s\)\.", line) for line in lines]
    number = next(int(found[1]) for found in played if found)
    names = [f"{column}{row}" for row in "321" for column in "abc"]
    assert [move.text for move in Store().load(1).line] == ["b2", names[number - 1]], "records have coordinates"
    left = [str(other) for other in range(1, 10) if other not in (5, number)]
    assert f"Legal moves: {' '.join(left)}" in lines
    assert lines[-1] == "The game is kept as number 1; `noughts play --resume` goes on with it."
    assert run.stderr == ""


def test_nested_games_ask_for_the_board_where_it_is_free_and_then_the_position() -> None:
    run = play("ultimate", "--player", "human", entries="5\n5\n3\n3.3\n")
    assert "Which board (1, 2, 3, 4, 5, 6, 7, 8, 9)? 5" in run.stdout
    assert "Positions on board 5: 1 2 3 4 5 6 7 8 9" in run.stdout
    assert "Legal moves: 1 2 3 4 6 7 8 9\nYour move: 3" in run.stdout
    kept = Store().load(1)
    assert [move.text for move in kept.line] == ["5.5", "5.3", "3.3"]


def test_a_move_without_a_cell_is_asked_for_in_words() -> None:
    run = play(str(OTHELLO), "--player", "human", "--position", "XO6/8/8/8/8/8/8/7X O", entries="pass\n")
    assert "O to move and has to pass" in run.stdout
    assert "Legal moves: pass" not in run.stdout
    assert "You can only enter: pass\nYour move: pass" in run.stdout
    assert [move.text for move in Store().load(1).line] == ["pass"]


def test_ultimate_tells_who_won_which_board() -> None:
    position = "XX......./" + "9/" * 7 + "9 X 1"
    run = play("ultimate", "--player", "human", "--position", position, entries="3\n")
    assert "boards won:\n  - - -\n  - - -\n  - - -\nX to move on board 1" in run.stdout, "before any is won, too"
    assert "boards won:\n  X - -\n  - - -\n  - - -\nO to move on board 3" in run.stdout
    assert "boards won" not in play("nineboard", "--player", "human", entries="5.5\n").stdout


def test_marks_are_shown_as_they_are_set() -> None:
    save_settings({"symbols": "squares"})
    run = play("tictactoe", "--player", RANDOM, entries="o\nfirst\n5\n5\nresign\n")
    assert run.stdout.startswith("x (■) or o (□) (x): o\n")
    assert "Tic-tac-toe: person (□) - random, seed=3 (■)" in run.stdout
    assert re.search(r"computer \(■\) plays \d", run.stdout)
    assert "5 is not legal here (□ to move); legal moves:" in run.stdout
    assert "■ wins: □ resigned" in run.stdout
    assert re.search(r"^[■\d] □ [■\d]$|^[■\d] [■\d] [■\d]$", run.stdout, re.MULTILINE)
    assert Store().load(1).record.reason == "O resigned", "what is kept has letters"
    assert "■ wins" not in noughts("show", "tictactoe").stdout
    looked = noughts("replay", "1").stdout
    assert "person (□) - random, seed=3 (■)" in looked
    assert "0-1: □ resigned" in looked


def test_xtreme_announces_the_bonus_move_and_names_boards_in_full() -> None:
    position = "XX......./" + "9/" * 16 + "9 X 1 -"
    run = play("xtreme", "--player", "human", "--position", position, entries="1.1\n3\n2.3\n5\n")
    assert "Which board (1.1, 2.1)? 1.1" in run.stdout
    assert "X to move on board 3 of either big board, again (bonus move)" in run.stdout
    assert [move.text for move in Store().load(1).line] == ["1.1.3", "2.3.5"]


@pytest.mark.parametrize("name", ["4x4x3", "misere-3x3x3", "nineboard", "ultimate", "xtreme", "xrudder"])
def test_a_whole_game_of_each_kind(name: str) -> None:
    """Entries from a legal game that was drawn beforehand: the engines' moves are not needed to know them."""
    import noughts as package

    chance = random.Random(5)
    position = package.game(name).start()
    entries = []
    while not position.is_game_over():
        move = chance.choice(position.legal_moves)
        entries.append(str(move))
        position.push(move)
    run = play(name, "--player", "human", entries="\n".join(entries) + "\n")
    assert run.returncode == 0, run.stderr
    assert str(position.outcome()) in run.stdout
    record = Store().load(1).record
    assert [move.text for move in record.moves] == entries
    assert record.replay() == position


@pytest.mark.parametrize("options", [("--side", "first", "--mark", "O"), ("--mark", "O"), ("--side", "first")])
def test_whoever_moves_first_in_a_position_has_the_marks_that_stand_there(options: tuple[str, ...]) -> None:
    run = play("tictactoe", "--player", RANDOM, "--position", "X../.../... O", *options, entries="5\n")
    assert run.stdout.startswith("Tic-tac-toe: random, seed=3 (X) - person (O)\n\nX 2 3\n4 5 6\n7 8 9\nO to move\nIt's")
    assert re.search(r"computer \(X\) plays", run.stdout)


def test_a_side_and_a_mark_that_no_position_has_are_refused() -> None:
    run = play("tictactoe", "--position", "X../.../... O", "--side", "first", "--mark", "X")
    assert run.returncode == 2
    assert "O moves first in this position: whoever moves first there cannot have the mark X" in run.stderr


def test_a_game_against_the_engine_is_counted_once_and_told() -> None:
    entries = "\n".join(f"{column}{row}" for column in "abc" for row in "123") + "\n"
    run = play("tictactoe", "--player", RANDOM, "--side", "first", "--mark", "O", entries=entries)
    assert run.returncode == 0
    assert re.search(r"(You win!|You lose\.|It's a draw\.) Against random, seed=3 in this game so far: ", run.stdout)
    assert statistics(Store().results()).total.games == 1
    run = play("tictactoe", "--player", RANDOM, "--side", "first", "--mark", "O", entries="stats\nquit\n")
    assert re.search(r"^3x3x3 against random, seed=3: \d won, \d lost, \d drawn\.$", run.stdout, re.MULTILINE)
    shown = noughts("stats", COLUMNS="200").stdout.splitlines()
    assert shown[1].split()[:4] == ["3x3x3", "random,", "seed=3", "1"]
    assert noughts("stats").stdout == noughts("stats").stdout
    run = noughts("stats", "--reset", stdin="no\n")
    assert run.returncode == 2
    assert statistics(Store().results()).total.games == 1
    assert noughts("stats", "--reset", stdin="yes\n").returncode == 0
    assert statistics(Store().results()).total.games == 0
    assert noughts("stats", "--reset", "--yes").returncode == 0


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("z9", "'z9' is not a move of 3x3x3; moves are written from a1 to c3, or 1 to 9"),
        ("5", "5 is not legal here (O to move); legal moves: 1, 2, 3, 4,"),
        ("b2", "b2 is not legal here (O to move); legal moves: a3, b3,"),
        ("", "enter a move, or help"),
        ("0", "'0' is not a move"),
        ("a1 b1", "'a1 b1' is not a move"),
        ("\x1b[A", "is not a move"),
        ("é" * 300, "is not a move"),
        ("redo", "there is no move to make again"),
        ("help", "take your last move back"),
        ("save", "The game is kept as number 1"),
        ("board", "O to move"),
        ("moves", "1 2 3 4 6 7 8 9"),
    ],
)
def test_every_prompt_answers_and_asks_again(entry: str, message: str) -> None:
    run = play("tictactoe", "--player", "human", entries=f"b2\n{entry}\na1\n")
    assert run.returncode == 0
    after = " ".join(run.stdout.partition(f"Your move: {entry.strip()}\n")[2].split())
    assert " ".join(message.split()) in after
    assert [move.text for move in Store().load(1).line] == ["b2", "a1"]


def test_undo_redo_hint_and_resign() -> None:
    run = play("tictactoe", "--player", "human", entries="b2\nundo\nundo\nredo\nhint\nresign\n")
    assert "Took back 1 move." in run.stdout
    assert "there is no move of yours to take back" in run.stdout
    assert "Made 1 move again." in run.stdout
    assert re.search(r"Hint: [1379] \(score a draw, proved, depth \d+: ", run.stdout), "only a corner draws"
    assert "X wins: O resigned" in run.stdout


def test_bytes_that_are_no_text_are_a_wrong_entry() -> None:
    command = [sys.executable, "-m", "noughts", "play", "tictactoe", "--player", "human"]
    run = subprocess.run(command, input=b"\xff\xfe\x00\nb2\n", capture_output=True, timeout=300, check=False)
    assert run.returncode == 0
    assert b"is not a move" in run.stdout
    assert [move.text for move in Store().load(1).line] == ["b2"]


def test_without_a_game_it_asks_for_one_with_its_sizes_and_obstacles() -> None:
    entries = "chess\nROWSxCOLSxK\nfour\n3\n4\n9\n3\na1 z1\na1 b2\nhard\nx\nfirst\nundo\n"
    run = play(entries=entries)
    assert "there is no game 'chess'" in run.stdout
    assert "ROWS is 'four'; it must be a number" in run.stdout
    assert "k is 9; on 3x4 it can be 1 to 4" in run.stdout
    assert "'z1' is no cell of 3x4x3" in run.stdout
    assert "1 # . . ." in run.stdout
    assert "2 . # . ." in run.stdout
    assert "there is no move of yours to take back" in run.stdout
    settings = load_settings()
    assert (settings.level, settings.side, settings.mark) == ("hard", "first", "X")


def test_questions_take_commands_too() -> None:
    run = play("tictactoe", entries="save\nhint\nhelp\nmedium\no\nundo\nx\nsecond\nquit\n")
    assert run.returncode == 0
    assert "there is nothing to keep yet" in run.stdout
    assert "A good answer is yours." in run.stdout
    assert "computer (O) plays" in run.stdout
    assert run.stdout.count("x or o") == 2
    assert play("tictactoe", "--new", entries="quit\n").stdout.endswith("No game was begun.\n")
    assert play("tictactoe", "--new", entries="").returncode == 0


def test_what_was_chosen_stays_for_the_next_game() -> None:
    play("tictactoe", "--level", "expert", "--side", "second", "--mark", "O", "--time", "0.1", entries="quit\n")
    settings = load_settings()
    assert (settings.level, settings.side, settings.mark, settings.time) == ("expert", "second", "O", 0.1)
    run = play("4x4x3", entries="\n\n\nquit\n")
    assert "noughts, expert, time=0.1 (X) - person (O)" in run.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess",), "there is no game 'chess'"),
        (("tictactoe", "--level", "godlike"), "level is 'godlike'; it must be one of yours, beginner"),
        (("tictactoe", "--side", "left"), "side is 'left'; it must be one of first, second, lot"),
        (("tictactoe", "--mark", "Z"), "mark is 'Z'; it must be one of X, O"),
        (("tictactoe", "--time", "-1"), "time is -1.0; it must be a number of seconds"),
        (("tictactoe", "--threads", "0"), "threads is 0"),
        (("tictactoe", "--player", "nobody"), "there is no search or player 'nobody'"),
        (("ultimate", "--player", "report003"), "report003 does not play ultimate"),
        (("tictactoe", "--player", "report002", "--search", "mtdf"), "either the player report002 or the search mtdf"),
        (("tictactoe", *("--player", "human") * 3), "3 players are named; a game has two"),
        (("tictactoe", "--search", "mtdf", "--level", "easy"), "mtdf has no levels"),
        (("tictactoe", "--eval", "factorial"), "the evaluation factorial does not fit 3x3x3"),
        (("tictactoe", "--position", "XXX/OO./... O"), "the game is over in this position"),
        (("tictactoe", "--position", "XX/OO"), "2 rows; it needs 3"),
        (("tictactoe", "--obstacles", "9"), "9 obstacles leave no cell"),
        (("ultimate", "--obstacles", "2"), "ultimate has no obstacles"),
        (("tictactoe", "--obstacles", "2", "--position", "3/3/3"), "--position or --obstacles, not both"),
        (("tictactoe", "--player", "human", "--search", "mtdf"), "people play each other"),
        (("--player", "nobody"), "there is no search or player 'nobody'"),
        (("ROWSxCOLSxK",), "ROWSxCOLSxK stands for sizes in numbers, for example 3x3x3"),
        (("--obstacles", "2"), "a position or obstacles need a game"),
        (("--resume",), "there is no unfinished game to resume"),
        (("ultimate", "--resume"), "there is no unfinished game of ultimate to resume"),
    ],
)
def test_bad_options_are_explained_and_nothing_is_kept(
    arguments: tuple[str, ...], message: str, data_folder: Path
) -> None:
    run = play(*arguments, entries="x\nfirst\n")
    assert run.returncode == 2, run.stdout
    assert message in run.stderr
    assert run.stdout == "", "it is said before anything is asked"
    assert "Traceback" not in run.stderr
    assert not (data_folder / "settings.toml").exists()


def test_random_obstacles_follow_the_seed() -> None:
    boards = [play("6x6x4", "--player", "human", "--obstacles", "9", "--seed", seed).stdout for seed in ("1", "1", "2")]
    assert boards[0] == boards[1] != boards[2]
    assert boards[0].partition("X to move")[0].count("#") == 9


def test_engines_play_each_other_to_the_end() -> None:
    run = play("tictactoe", "--player", RANDOM, "--player", "greedy")
    assert run.returncode == 0
    assert re.search(r"greedy's turn", run.stdout)
    assert re.search(r"wins: 3 in a row|draw: the board is full", run.stdout)
    assert Store().load(1).record.players == (RANDOM, "greedy")


def test_a_left_game_is_offered_and_goes_on() -> None:
    play("4x4x3", "--player", RANDOM, "--side", "first", "--mark", "O", entries="b2\n")
    run = play("4x4x3", entries="maybe\nhelp\nyes\nundo\nc3\n")
    assert "A game of 4x4x3 was left after 2 moves (person - random, seed=3)." in run.stdout
    assert "'maybe' is neither yes nor no" in run.stdout
    assert "Took back 2 moves." in run.stdout
    assert Store().load(1).line[0].text == "c3"
    assert len(Store().ids()) == 1
    play("4x4x3", entries="no\nmedium\nx\nfirst\nb2\nquit\n")
    assert len(Store().ids()) == 2
    assert play("--resume", entries="").returncode == 0


def test_killed_while_the_engine_thinks_the_game_goes_on_from_there() -> None:
    arguments = (
        "play",
        "ultimate",
        "--plain",
        "--search",
        "noughts",
        "--time",
        "300",
        "--side",
        "first",
        "--mark",
        "X",
    )
    with terminal(*arguments) as child:
        child.expect("Which board")
        child.sendline("5.5")
        child.expect("It's computer's turn")
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
        child.expect(pexpect.EOF)
    with terminal("play", "--resume", "--plain") as child:
        child.expect("It's computer's turn")
        child.sendintr()
        child.expect("The game is kept as number 1")
        child.expect("stopped")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 130
    assert [move.text for move in Store().load(1).line] == ["5.5"]


@pytest.mark.parametrize(("options", "kind"), [(["--plain"], "xterm"), ([], "dumb")])
def test_a_person_at_a_terminal(options: list[str], kind: str) -> None:
    with terminal("play", "tictactoe", "--player", "human", *options, TERM=kind) as child:
        for move in ("b2", "a1", "b3"):
            child.expect("Your move: ")
            child.sendline(move)
        child.expect("Your move: ")
        child.sendeof()
        child.expect("The game is kept as number 1")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0


def _small_files_only() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))


def test_with_no_room_on_the_disk_the_game_goes_on() -> None:
    Store().close()
    play("tictactoe", "--player", "human", entries="quit\n")  # compiled before there is no room for it
    entries = "\n".join(["a1", "b1", "undo"] * 40 + ["a1", "b1", "a2", "b2", "a3"]) + "\n"
    command = [sys.executable, "-m", "noughts", "play", "tictactoe", "--player", "human"]
    run = subprocess.run(
        command,
        input=entries,
        capture_output=True,
        text=True,
        preexec_fn=_small_files_only,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "Note: the game is not kept:" in run.stdout
    assert "X wins: 3 in a row" in run.stdout
    assert Store().load(1).record.game == "3x3x3", "what was kept before can still be read"


def test_a_damaged_database_is_left_alone_and_one_can_still_play(data_folder: Path) -> None:
    file = data_folder / "noughts.db"
    file.write_bytes(b"a letter to a friend " * 300)
    run = play("tictactoe", "--player", "human", entries="b2\n")
    assert run.returncode == 0
    assert "Note: games are not kept:" in run.stdout
    assert "No move was kept." in run.stdout
    for command in (("stats",), ("replay",), ("export",), ("play", "--resume")):
        run = noughts(*command)
        assert run.returncode == 2, command
        assert "Traceback" not in run.stderr
    assert file.read_bytes() == b"a letter to a friend " * 300


def test_without_a_place_for_data_one_can_still_play() -> None:
    run = play("tictactoe", "--player", "random:seed=1", entries="x\nfirst\nb2\n", NOUGHTS_DATA="/proc/nowhere")
    assert run.returncode == 0, run.stderr
    assert "Note: games are not kept: the data folder /proc/nowhere cannot be made" in " ".join(run.stdout.split())
    assert "computer (O) plays" in run.stdout


def test_a_number_too_large_for_the_database_is_no_game() -> None:
    for command in ("replay", "export"):
        run = noughts(command, "99999999999999999999")
        assert run.returncode == 2
        assert "there is no game 99999999999999999999" in run.stderr
