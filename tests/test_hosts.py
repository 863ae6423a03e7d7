"""Other people's programs as engines: whatever they do, in words, within bounds, and the next game goes on."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

import noughts
from noughts.engine.engine import Engine
from noughts.engine.limit import Limit
from noughts.errors import NoughtsError, PlayerFault
from noughts.protocols import supervisor
from noughts.protocols.bots import Bot
from noughts.protocols.host import AnyEngine, Host
from noughts.protocols.hosting import host_for

SCRIPT = Path(__file__).parent / "scripted_bot.py"
OPENING = noughts.game("tictactoe").position(".../.X./... O")
BOARD = noughts.game("7x7x5")
SECONDS = 600  # a bound for what must not take long, on however slow a machine


@contextmanager
def hosted(behaviour: str, protocol: str = "ugi", margin: float = SECONDS, memory: int | None = None) -> Iterator[Host]:
    command = shlex.join([sys.executable, str(SCRIPT), protocol, behaviour])
    host = host_for(Bot(behaviour, command, protocol, memory=memory), margin=margin, patience=SECONDS)
    try:
        yield host
    finally:
        host.close()
        assert running() == []


def running() -> list[psutil.Process]:
    """Scripted programs, and what they have started, that we left behind."""
    return [process for process in psutil.Process().children() if is_scripted(process)]


def is_scripted(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE and str(SCRIPT) in process.cmdline()
    except psutil.Error:  # it is just ending
        return False


def test_an_honest_program_plays_as_an_engine_does() -> None:
    with hosted("Bot") as host:
        engine: AnyEngine = host
        for name in ("tictactoe", "ultimate"):
            game = noughts.game(name)
            engine.check(game)
            engine.prepare(game)
            position, opponent = game.start(), Engine("random", seed=1)
            while not position.is_game_over():
                if position.turn == 0:
                    assert position.game == game
                    result = engine.play(position, Limit(time=SECONDS))
                    assert result.move == position.legal_moves[0]
                    assert (result.score.points, result.stats.depth, result.stats.nodes) == (0.25, 1, 7)
                    position.push(result.move)
                else:
                    position.push(opponent.play(position).move)


def test_our_engine_has_the_same_interface() -> None:
    engine: AnyEngine = Engine("random")
    engine.prepare(OPENING.game)
    assert engine.play(OPENING).move in OPENING.legal_moves
    engine.close()


def test_positions_that_were_set_up_are_told_as_they_are() -> None:
    with hosted("Bot") as host:
        position = noughts.game("3x3x3").position("X#./O../... X")
        assert host.play(position).move == "c3"
        position.push("c3")
        assert host.play(position).move == "b2"


def test_an_analysis_tells_what_the_program_tells_and_ends_with_its_move() -> None:
    with hosted("ThinksUntilStopped") as host, host.analysis(OPENING, Limit(time=SECONDS)) as analysis:
        results = iter(analysis)
        assert str(next(results).pv[0]) == "a3"
        analysis.stop()
        assert [str(result.move) for result in results] == ["a3"]


def test_what_is_under_way_is_stopped_from_another_thread() -> None:
    with hosted("ThinksUntilStopped") as host:
        found = host.play(OPENING, Limit(time=SECONDS), on_iteration=lambda result: host.stop())
        assert found.move == "a3"


FAULTS = {
    "Cheats": r"Cheats: it answered 'bestmove b2': b2 is not legal here \(X to move\); legal moves: a3, .*",
    "Dies": r"Dies: it ended \(exit code 3\); its last words: 'I have had enough'",
    "Floods": r"Floods: it flooded us: [4-9],\d+,\d+ bytes in answer to one line",
    "WritesOneLongLine": r"WritesOneLongLine: it wrote a line of more than 65536 bytes",
}


@pytest.mark.parametrize("behaviour", FAULTS)
def test_a_fault_is_told_in_words_and_the_program_starts_again(behaviour: str) -> None:
    position = noughts.game("tictactoe").start()
    for move in ("a1", "b2"):
        position.push(move)
    with hosted(behaviour) as host:
        for _ in range(2):
            with pytest.raises(PlayerFault, match=FAULTS[behaviour]):
                host.play(position, Limit(time=SECONDS))
            assert running() == []


def test_a_program_that_ends_between_its_moves_is_at_fault() -> None:
    with hosted("LeavesAfterAMove") as host:
        host.play(OPENING, Limit(time=SECONDS))
        with pytest.raises(PlayerFault, match=r"LeavesAfterAMove: it ended \(exit code 0\)"):
            host.play(OPENING, Limit(time=SECONDS))
        host.prepare(OPENING.game)
        assert host.play(OPENING, Limit(time=SECONDS)).move == "a3"


def test_silence_and_lateness_end_with_the_margin() -> None:
    words = r": it did not answer within its 0\.2 s and 0\.3 s more"
    for behaviour in ("Hangs", "AnswersLate"):
        with hosted(behaviour, margin=0.3) as host:
            host.prepare(OPENING.game)
            with pytest.raises(PlayerFault, match=behaviour + words):
                host.play(OPENING, Limit(time=0.2))


def test_a_clock_bounds_an_answer_as_a_time_does() -> None:
    words = r"Hangs: it did not answer within its 0\.2 s and 0\.3 s more"
    for protocol, position in (("ugi", OPENING), ("gomocup", BOARD.position("X6/7/7/7/7/7/7 O"))):
        with hosted("Hangs", protocol, margin=0.3) as host:
            host.prepare(position.game)
            with pytest.raises(PlayerFault, match=words):
                host.play(position, Limit(white_clock=SECONDS, black_clock=0.2))


def test_a_late_answer_within_the_margin_is_left_to_the_referee() -> None:
    with hosted("AnswersLate") as host:
        result = host.play(OPENING, Limit(time=0.2))
        assert result.move == "a3"
        assert result.stats.time > 1.2


def test_a_program_that_is_deaf_when_it_is_stopped_is_at_fault() -> None:
    with hosted("Hangs", margin=0.3) as host, host.analysis(OPENING, Limit(time=SECONDS)) as analysis:
        analysis.stop()
        with pytest.raises(PlayerFault, match=r"Hangs: it was told to stop and did not answer within 0\.3 s"):
            list(analysis)


def test_a_program_that_never_greets_is_at_fault() -> None:
    command = shlex.join([sys.executable, str(SCRIPT), "ugi", "IsSilent"])
    host = host_for(Bot("silent", command), patience=0.5)
    with pytest.raises(PlayerFault, match=r"silent: it did not answer ugi with ugiok within 0\.5 s"):
        host.prepare(OPENING.game)
    assert running() == []


@pytest.mark.parametrize("behaviour", ["TakesMemory", "TakesMemoryDetached"])
def test_memory_is_counted_over_all_that_it_started(behaviour: str) -> None:
    words = rf"{behaviour}: it took \d+ MB of memory; 200 are allowed"
    with hosted(behaviour, memory=200) as host, pytest.raises(PlayerFault, match=words):
        host.play(OPENING, Limit(time=SECONDS))


@pytest.mark.parametrize("behaviour", ["IgnoresQuit", "LeavesAnotherBehind", "LeavesADetachedOneBehind"])
def test_a_program_is_ended_with_all_that_it_started(behaviour: str) -> None:
    with hosted(behaviour) as host:
        host.play(OPENING, Limit(time=SECONDS))
        (parent,) = running()
        everything = [parent, *parent.children(recursive=True)]
        assert len(everything) == 3, "the program and another process below its supervisor"
        host.close()
        assert_ended(everything)


DETACHES = """
import os, sys
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        nothing = os.open("/dev/null", os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        os.execvp("sleep", ["sleep", "600"])
    os._exit(0)
os.wait()
print("detached", flush=True)
sys.stdin.read()
"""


def test_a_supervisor_ends_though_its_program_has_ended_just_before_it_was_to_be_killed() -> None:
    """Both wait for it when it comes to look: the program's end, and its host's."""
    control, ours = os.pipe()
    status, theirs = os.pipe()
    words = [sys.executable, "-P", supervisor.__file__, str(control), str(theirs), sys.executable, "-c", DETACHES]
    process = subprocess.Popen(words, pass_fds=(control, theirs), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == b"detached\n"
        started = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGSTOP)
        process.stdin.close()
        time.sleep(0.3)  # the program ends
        os.close(ours)
        process.send_signal(signal.SIGCONT)
        process.wait(60)
        assert not psutil.wait_procs(started, 60)[1]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        for end in (control, theirs, status):
            os.close(end)


@pytest.mark.parametrize("killed", ["host", "supervisor"])
def test_a_program_ends_though_its_host_or_its_supervisor_is_killed(killed: str) -> None:
    command = shlex.join([sys.executable, str(SCRIPT), "ugi", "Hangs"])
    plays = f"""
import noughts, sys
from noughts.protocols import supervisor
from noughts.protocols.bots import Bot
from noughts.protocols.hosting import host_for
host = host_for(Bot("hangs", {command!r}))
host.prepare(noughts.game("tictactoe"))
print("ready", flush=True)
sys.stdin.read()
"""
    with subprocess.Popen([sys.executable, "-c", plays], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        everything = psutil.Process(process.pid).children(recursive=True)
        assert len(everything) == 2
        (process if killed == "host" else everything[0]).kill()
        assert_ended(everything[1:])
        process.kill()


def assert_ended(everything: list[psutil.Process]) -> None:
    """And reaped."""
    _, alive = psutil.wait_procs(everything, timeout=SECONDS)
    assert alive == []


def test_what_cannot_be_read_does_not_count() -> None:
    with hosted("SaysNothingReadable") as host:
        result = host.play(OPENING, Limit(time=SECONDS))
        assert (str(result.move), result.pv) == ("a3", [result.move])


def test_a_second_answer_is_not_the_answer_to_the_next_question() -> None:
    with hosted("SaysTwoMoves") as host:
        position = noughts.game("tictactoe").start()
        while not position.is_game_over():
            position.push(host.play(position, Limit(time=SECONDS)).move)


def test_what_the_user_did_wrong_is_no_fault_of_the_program() -> None:
    game = OPENING.game
    for bot, words in (
        (
            Bot("none", "./there-is-no-such-program --fast"),
            "./there-is-no-such-program cannot be started: No such file",
        ),
        (Bot("mine", "/"), "/ cannot be started: Permission denied"),
        (Bot("mine", "my\0bot"), "cannot be started: embedded null byte"),
    ):
        with pytest.raises(NoughtsError, match=re.escape(words)) as raised:
            host_for(bot).prepare(game)
        assert not isinstance(raised.value, PlayerFault)
    over = noughts.game("3x3x3").position("XXX/OO./... O")
    with hosted("Bot") as host, pytest.raises(NoughtsError, match="the game is over"):
        host.play(over)
    command = shlex.join([sys.executable, str(SCRIPT), "ugi", "Bot"])
    with pytest.raises(NoughtsError, match="mine has no option 'Colour'; it has Game, Style"):
        host_for(Bot("mine", command, options={"Colour": "red"})).prepare(game)
    host = host_for(Bot("mine", command, options={"style": "wild"}))
    host.prepare(game)
    host.close()


# Gomocup's protocol


def test_an_honest_gomocup_program_plays_as_an_engine_does() -> None:
    with hosted("Bot", "gomocup") as host:
        host.check(BOARD)
        host.prepare(BOARD)
        position = BOARD.start()
        while len(position.move_stack) < 6:
            # Both sides by one program: it learns of the other's moves by BOARD.
            move = host.play(position, Limit(time=SECONDS)).move
            assert move == position.legal_moves[0]
            position.push(move)
        for _ in range(3):  # and of one more move by TURN
            position.push(position.legal_moves[-1])
            move = host.play(position, Limit(time=SECONDS)).move
            assert move == position.legal_moves[0]
            position.push(move)


GOMOCUP_FAULTS = {
    "Cheats": "Cheats: it answered '0,99', which is off the board",
    "Dies": r"Dies: it ended \(exit code 3\); its last words: 'I have had enough'",
    "IsRefusing": "IsRefusing: it answered START 7 with 'ERROR I do not like this'; it must be OK",
}


@pytest.mark.parametrize("behaviour", GOMOCUP_FAULTS)
def test_a_fault_of_a_gomocup_program_is_told_in_words(behaviour: str) -> None:
    with hosted(behaviour, "gomocup") as host:
        for _ in range(2):
            with pytest.raises(PlayerFault, match=GOMOCUP_FAULTS[behaviour]):
                host.play(BOARD.start(), Limit(time=SECONDS))


def test_a_gomocup_program_is_told_the_rule() -> None:
    with hosted("PlaysByRule", "gomocup") as host:
        for name, move in (("7x7x5", "a7"), ("exact-7x7x5", "b7"), ("7x7x5", "a7")):
            assert host.play(noughts.game(name).start(), Limit(time=SECONDS)).move == move


def test_a_gomocup_program_may_take_all_the_memory_that_it_is_told() -> None:
    with hosted("TakesWhatItIsTold", "gomocup", memory=200) as host:
        assert host.play(BOARD.start(), Limit(time=SECONDS)).move == "a7"


def test_a_gomocup_program_that_complains_has_its_time_to_move() -> None:
    words = r"it did not answer within its 0\.2 s and 0\.5 s more; it said 'UNKNOWN command'"
    with hosted("Complains", "gomocup", margin=0.5) as host:
        position = BOARD.start()
        position.push(host.play(position, Limit(time=SECONDS)).move)
        position.push("d4")
        with pytest.raises(PlayerFault, match=words):
            host.play(position, Limit(time=0.2))


def test_a_gomocup_program_is_told_what_has_changed_and_no_more() -> None:
    clocks = Limit(white_clock=60, black_clock=60)
    turns = (
        (Limit(time=60), "g7", "game_type, rule, max_memory, timeout_match, time_left and timeout_turn"),
        (Limit(time=60), "a6", "nothing"),
        (Limit(time=70), "b5", "timeout_turn"),
        (clocks, "d4", "all three limits"),
        (replace(clocks, white_clock=50), "c3", "time_left and timeout_turn"),
        (Limit(time=50), "c2", "that there is no clock any more: timeout_match and time_left"),
    )
    with hosted("PlaysByNews", "gomocup") as host:
        position = BOARD.start()
        for (limit, move, news), reply in zip(turns, ("f7", "f6", "f5", "f4", "e7", "e6"), strict=True):
            found = host.play(position, limit).move
            assert (str(found), news) == (move, news)
            position.push(found)
            position.push(reply)
        host.prepare(BOARD)
        assert host.play(BOARD.start(), turns[0][0]).move == "g1", "all of it again in a new game"


def test_a_gomocup_program_that_hangs_is_ended() -> None:
    with hosted("Hangs", "gomocup", margin=0.3) as host:
        host.prepare(BOARD)
        with pytest.raises(PlayerFault, match=r"Hangs: it did not answer within its 0\.2 s and 0\.3 s more"):
            host.play(BOARD.start(), Limit(time=0.2))


def test_gomocup_is_for_five_in_a_row_without_obstacles() -> None:
    with hosted("Bot", "gomocup") as host:
        for name in ("tictactoe", "ultimate", "misere-7x7x5", "exact-7x7x4"):
            with pytest.raises(
                NoughtsError, match="speaks Gomocup's protocol: for 15x15x5, exact-15x15x5 and such, not"
            ):
                host.check(noughts.game(name))
        obstacles = BOARD.position("#6/7/7/7/7/7/7 X")
        with pytest.raises(NoughtsError, match="Gomocup's protocol knows no obstacles"):
            host.play(obstacles, Limit(time=SECONDS))
