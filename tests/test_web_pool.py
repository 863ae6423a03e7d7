"""The worker processes of the server, without a server."""

import asyncio

from noughts.web.fair_queue import Client
from noughts.web.pool import Pool
from noughts.web.worker import PLAY, TREE, Job

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
