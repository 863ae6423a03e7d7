"""The worker processes of the server, without a server."""

import asyncio
import multiprocessing

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
