"""Analyses: what a player does without searching, from an event loop, and many at once."""

import asyncio
import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import psutil
import pytest

import noughts
from commands import answer_ctrl_c
from commands import noughts as command
from noughts import Analysis, Engine, Limit, analyse_many
from noughts.play import Thought
from noughts.search.base import StopSignal
from positions import random_positions

WIN_IN_ONE = "XXX../OOO../...../..... X"


def test_an_analysis_of_a_player_does_what_the_player_does() -> None:
    game = noughts.game("4x5x4")
    winning, start = game.position(WIN_IN_ONE), game.start()
    engine = Engine("report004")
    for result in (
        engine.play(winning),
        engine.analyse(winning),
        *engine.analyse(winning, multipv=3),
        *engine.analysis(winning),
        *next(iter(engine.analysis(winning, multipv=3))),
    ):
        assert (str(result.move), result.score.mate, result.stats.nodes) == ("d4", 1, 0)
    openings = [Engine("report004", seed=seed).analyse(start) for seed in range(20)]
    assert len({result.move for result in openings}) > 5
    assert {result.stats.nodes for result in openings} == {0}
    only = noughts.game("3x3x3").position("XOX/OOX/X.O O")
    assert Engine("report002").analyse(only).move == Engine("report002").play(only).move
    run = command("analyze", "4x5x4", "--search", "report004", "--position", WIN_IN_ONE)
    assert run.stdout.startswith("depth  0     mate in 1             0 nodes"), run.stdout + run.stderr
    assert "best move: d4 (mate in 1)" in run.stdout


def test_an_analysis_is_awaited_without_holding_up_the_loop() -> None:
    position = noughts.game("ultimate").start()

    async def main() -> None:
        steps = 0

        async def tick() -> None:
            nonlocal steps
            while True:
                steps += 1
                await asyncio.sleep(0)

        ticking = asyncio.create_task(tick())
        depths = [result.stats.depth async for result in Engine("mtdf").analysis(position, Limit(depth=5))]
        assert depths == [1, 2, 3, 4, 5]
        several = [results async for results in Engine("mtdf").analysis(position, Limit(depth=2), multipv=2)]
        assert [len(results) for results in several] == [2, 2]
        ticking.cancel()
        assert steps > 10

    asyncio.run(main())


def test_a_cancelled_task_stops_its_analysis() -> None:
    position = noughts.game("ultimate").start()
    engine = Engine("alphabeta", hash_mb=1)

    async def watch(first: "asyncio.Future[None]") -> None:
        async for _ in engine.analysis(position, Limit(depth=60)):
            if not first.done():
                first.set_result(None)

    async def main() -> None:
        first = asyncio.get_running_loop().create_future()
        watching = asyncio.create_task(watch(first))
        await first
        watching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await watching
        async with engine.analysis(position, Limit(depth=60)) as analysis:  # which waits for the other to end
            async for _ in analysis:
                break
        with pytest.raises(noughts.NoughtsError, match="the game is over"):
            engine.analysis(noughts.game("3x3x3").position("XXX/OO./... O"))

    asyncio.run(main())
    assert engine.play(position, Limit(depth=1)).stats.depth == 1, "both have ended"


def test_what_waits_for_its_turn_is_stopped_at_once() -> None:
    position, plenty = noughts.game("ultimate").start(), 1_000_000_000
    engine = Engine("alphabeta", hash_mb=1)
    first = engine.analysis(position, Limit(nodes=plenty))
    found = iter(first)
    next(found)  # it has its turn, and keeps it
    second = engine.analysis(position)
    second.stop()
    (result,) = second
    assert result.move in position.legal_moves
    several = engine.analysis(position, multipv=3)
    stopped = threading.Timer(0.1, several.stop)
    stopped.start()
    assert [len(results) for results in several] == [1]
    first.stop()
    assert list(found)[-1].stats.nodes < plenty, "and the first was still at it"
    assert engine.play(position, Limit(depth=2)).stats.depth == 2, "whoever did not get a turn gives none back"


def test_leaving_an_analysis_that_has_ended_stops_no_other() -> None:
    engine, position, nodes = Engine(hash_mb=1), noughts.game("ultimate").start(), 200_000
    ended = engine.analysis(position, Limit(depth=1))
    list(ended)
    running = engine.analysis(position, Limit(nodes=nodes))
    found = iter(running)
    next(found)
    with ended:
        pass
    ended.stop()
    assert list(found)[-1].stats.nodes >= nodes


def test_giving_up_a_thought_that_has_come_to_its_move_stops_no_other() -> None:
    engine, position, nodes = Engine(hash_mb=1), noughts.game("ultimate").start(), 200_000
    thought = Thought(engine, position, Limit(depth=1))
    thought.run()
    running = engine.analysis(position, Limit(nodes=nodes))
    found = iter(running)
    next(found)
    thought.give_up()
    assert list(found)[-1].stats.nodes >= nodes


@pytest.mark.parametrize("goes_wrong", [False, True])
def test_an_analysis_that_has_ended_stays_ended(goes_wrong: bool) -> None:
    def search(signal: StopSignal) -> Iterator[int]:
        yield 1
        if goes_wrong:
            raise KeyError("mine")

    read: list[list[int]] = []
    analysis = Analysis(search)
    with pytest.raises(KeyError) if goes_wrong else contextlib.nullcontext():
        assert list(analysis) == [1]

    async def awaited() -> list[int]:
        return [result async for result in analysis]

    def again() -> None:
        read.extend([list(analysis), list(analysis), asyncio.run(awaited()), asyncio.run(awaited()), list(analysis)])

    reading = threading.Thread(target=again, daemon=True)
    reading.start()
    reading.join(60)
    assert read == [[]] * 5


def test_an_error_in_an_analysis_is_raised_where_it_is_awaited() -> None:
    engine = Engine("minimax")

    async def main() -> None:
        analysis = engine.analysis(noughts.game("3x3x3").start(), Limit(depth=2))
        async for _ in analysis:
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        asyncio.run(main())


def test_engines_and_results_travel_between_processes() -> None:
    engine = Engine("alphabeta:eval=zero", seed=4, limit=Limit(depth=3), nearest=True)
    copy = pickle.loads(pickle.dumps(engine))
    position = noughts.game("3x3x3").start()
    result = copy.analyse(position)
    assert copy.settings.limit == Limit(depth=3)
    assert result.score == engine.analyse(position).score
    assert pickle.loads(pickle.dumps(result)) == result


def test_many_positions_are_analysed_in_their_order() -> None:
    positions = list(random_positions("3x4x3", 15, seed=8))
    asked = 0

    def asking() -> Any:
        nonlocal asked
        for position in positions:
            asked += 1
            yield position

    engine = Engine("alphabeta", eval="zero", hash_mb=1)
    answers = analyse_many(asking(), engine, Limit(depth=4), processes=2)
    first = next(answers)
    assert asked < len(positions), "taken as they are needed"
    found = [first, *answers]
    assert [result.score for result in found] == [
        engine.analyse(position, Limit(depth=4)).score for position in positions
    ]
    over = noughts.game("3x3x3").position("XXX/OO./... O")
    several = analyse_many([positions[0], over], engine, Limit(depth=1), multipv=2, processes=1)
    assert len(next(several)) == 2
    with pytest.raises(noughts.NoughtsError, match="position 2: the game is over"):
        next(several)


def test_what_cannot_be_analysed_is_refused_at_once() -> None:
    with pytest.raises(noughts.NoughtsError, match="processes is 0"):
        analyse_many([], processes=0)
    with pytest.raises(noughts.NoughtsError, match="did you mean alphabeta"):
        analyse_many([], "alphabet")
    assert list(analyse_many([])) == []


ENDLESS = """
import os
if __name__ != "__main__":
    os.write(1, b"importing\\n")  # in one piece: two processes say so at the same moment
import noughts
if __name__ == "__main__":
    start = noughts.game("3x3x3").start()
    deep = noughts.game("xrudder").start()
    limit = noughts.Limit(depth=9)
    for _ in noughts.analyse_many([start, deep, deep, deep], "alphabeta:eval=zero", limit, processes=2):
        os.write(1, b"first\\n")
"""


@pytest.mark.parametrize("is_early", [False, True], ids=["at work", "while they start"])
def test_ctrl_c_ends_all_processes(tmp_path: Any, is_early: bool) -> None:
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS)
    running = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=answer_ctrl_c,  # noqa: PLW1509 - it only resets a signal
        start_new_session=True,
        env=os.environ,
    )
    assert running.stdout is not None
    told = "importing" if is_early else "first"
    while (line := running.stdout.readline().strip()) != told:
        assert line == "importing"
    processes = psutil.Process(running.pid).children(recursive=True)
    assert len(processes) >= 2
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to all of them
    _, errors = running.communicate(timeout=240)
    assert errors.count("Traceback") == 1, errors
    assert "KeyboardInterrupt" in errors
    deadline = time.monotonic() + 240
    while any(process.is_running() for process in processes):
        assert time.monotonic() < deadline
        time.sleep(0.05)
