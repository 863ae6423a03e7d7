"""A cluster worker's part in solving: one opening, for as long as the client waits for it."""

import pickle
from concurrent.futures import ThreadPoolExecutor, wait

from noughts.arena.cluster_worker import LOOK_SECONDS, same_version, task_is_wanted
from noughts.errors import NoughtsError
from noughts.solving.bounds import ValueBounds
from noughts.solving.solver import Solver


def solve_part(sources: str, task: bytes) -> tuple[ValueBounds, int]:
    """What an opening is worth, and the nodes that it took. The task is a pickle, which the same version can read."""
    same_version(sources)
    is_wanted = task_is_wanted()
    solver = Solver(*pickle.loads(task))
    with ThreadPoolExecutor(1, "noughts-solve") as thread:
        work = thread.submit(solver.work)
        while wait([work], LOOK_SECONDS).not_done:
            if not is_wanted():
                solver.stop()
    work.result()
    if solver.is_stopped:
        raise NoughtsError("nobody wants to know this any more")
    return solver.known, solver.nodes
