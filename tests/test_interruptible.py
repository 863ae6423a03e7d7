"""Work off the main thread: Ctrl-C is answered at once, and threads are used again."""

import signal
import threading

import pytest

from commands import run_python
from noughts.kernel.interruptible import run_interruptibly

PATIENCE = 300


def test_threads_are_used_again() -> None:
    used = {run_interruptibly(threading.get_ident) for _ in range(200)}
    assert threading.get_ident() not in used
    assert len(used) < 10


def test_an_error_is_raised_where_the_result_is_waited_for() -> None:
    with pytest.raises(ZeroDivisionError):
        run_interruptibly(lambda: 1 // 0)
    assert run_interruptibly(lambda: 7) == 7


def test_work_that_does_not_listen_to_ctrl_c_holds_up_nothing() -> None:
    may_end, told = threading.Event(), threading.Event()

    def is_deaf() -> None:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        may_end.wait(PATIENCE)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            run_interruptibly(is_deaf, told.set)
        assert told.is_set()
        assert run_interruptibly(lambda: 7) == 7, "while the other goes on"
    finally:
        signal.signal(signal.SIGINT, before)
        may_end.set()


def test_a_process_that_forks_has_threads_of_its_own() -> None:
    forks = """
import os
from noughts.kernel.interruptible import run_interruptibly
run_interruptibly(lambda: 1)
child = os.fork()
if child == 0:
    os._exit(run_interruptibly(lambda: 7))
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    run = run_python("-c", forks)
    assert run.stdout == "7\n", run.stderr
