"""The worker processes of the server, without a server."""

import asyncio
import multiprocessing
import multiprocessing.spawn
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from commands import answer_ctrl_c
from noughts.web.fair_queue import Client
from noughts.web.pool import Pool
from noughts.web.worker import ANALYSE, PLAY, TREE, Job, work

MOVE = Job(PLAY, "tictactoe", None, (), "noughts:level=easy", 10)
LARGE_TREE = Job(TREE, "tictactoe", None, (), "minimax:depth=4", 10)
GREEDY, OTHER = Client("192.0.2.1", "greedy"), Client("192.0.2.2", "other")


def test_trees_which_cannot_be_stopped_leave_a_worker_to_moves() -> None:
    async def play() -> list[str]:
        pool = Pool(2)
        await pool.start()
        done: list[str] = []

        async def run(name: str, job: Job, client: Client) -> None:
            await pool.run(job, client)
            done.append(name)

        try:
            await asyncio.gather(run("ready", MOVE, OTHER), run("ready", MOVE, GREEDY))
            trees = [asyncio.create_task(run("tree", LARGE_TREE, GREEDY)) for _ in range(4)]
            await asyncio.sleep(0)
            await run("move", MOVE, OTHER)
            await asyncio.gather(*trees)
        finally:
            await pool.close()
        return done

    done = asyncio.run(play())
    # A tree takes a hundred times as long as the move, which would come after one if all workers had trees.
    assert done == ["ready"] * 2 + ["move"] + ["tree"] * 4


def test_a_worker_that_ends_at_its_start_is_told_and_started_again_after_a_pause(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\nsleep 0.3\nexit 7\n")
    broken.chmod(0o755)

    async def play() -> tuple[list[int], bool]:
        pool = Pool(1)
        try:
            multiprocessing.spawn.set_executable(str(broken))
            await pool.start()
            await asyncio.sleep(2)
            told = [record for record in caplog.records if record.message == "a worker ended at its start"]
            was_alive = pool.is_alive
            multiprocessing.spawn.set_executable(sys.executable)
            await pool.run(MOVE, OTHER)
        finally:
            multiprocessing.spawn.set_executable(sys.executable)
            await pool.close()
        return [vars(record)["exit_code"] for record in told], was_alive

    assert asyncio.run(play()) == ([7], False)


def test_ctrl_c_while_the_workers_start_shows_no_traceback() -> None:
    for delay in (0.0, 0.3):
        process = subprocess.Popen(
            [sys.executable, "-m", "noughts", "serve", "--no-browser", "--port", "0", "--workers", "4"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=answer_ctrl_c,  # noqa: PLW1509 - it only resets a signal
        )
        assert process.stdout is not None
        assert "Noughts is at" in process.stdout.readline()
        parent = psutil.Process(process.pid)
        while not parent.children():
            time.sleep(0.01)
        time.sleep(delay)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
        _, errors = process.communicate(timeout=120)
        assert "Traceback" not in errors
        assert process.returncode == 0


def test_a_stop_that_comes_late_or_early_is_for_its_own_job_alone() -> None:
    context = multiprocessing.get_context("spawn")
    jobs, their_jobs = context.Pipe()
    their_stops, stops = context.Pipe(duplex=False)
    worker = context.Process(target=work, args=(their_jobs, their_stops), daemon=True)
    worker.start()
    try:
        assert jobs.recv() == (0, "ready", None)
        stops.send(2)  # which has not come yet
        stops.send(1)  # which is done
        jobs.send((3, MOVE))
        while (report := jobs.recv())[1] != "done":
            assert report[0] == 3
        jobs.send((2, Job(ANALYSE, "ultimate", None, (), "noughts", 600)))
        assert jobs.poll(20)
        while (report := jobs.recv())[1] != "done":
            assert jobs.poll(20), "it was stopped"
    finally:
        worker.kill()
        worker.join()
