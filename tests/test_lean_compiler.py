"""The shorter way through Numba: the same results as by the usual one."""

from typing import Any

import numpy as np
from numba import int64, literal_unroll, njit

from commands import run_python
from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.lean_compiler import LeanCompiler


@njit(pipeline_class=LeanCompiler)
def twice(number: int) -> int:
    return 2 * number


@njit(pipeline_class=LeanCompiler)
def sum_of_both(number: int) -> float:
    total = 0.0
    for factor in literal_unroll((1, 0.5)):  # it has a pass of its own, which is left out
        total += factor * twice(number)
    return total


def test_a_function_that_needs_other_passes_gets_them() -> None:
    assert sum_of_both(3) == 9.0


@compiled
def successor(number: int) -> int:
    return number + 1


@compiled
def second_successor(number: int) -> int:
    return successor(successor(number))


@njit
def fourth_successor(number: int) -> int:
    return second_successor(second_successor(number))


def test_functions_of_ours_can_be_called_from_somebody_elses_compiled_code() -> None:
    assert fourth_successor(4) == 8


@compiled
def never(number: int) -> int:
    return successor(number) if number & 0 else number  # LLVM sees that it is not called


@compiled
def third_successor(number: int) -> int:
    return second_successor(number) + 1


@compiled
def third_and_none(number: int) -> int:
    return third_successor(number) + never(number)


def test_a_function_is_linked_for_those_that_call_it_though_another_only_might() -> None:
    assert specialize(third_and_none, int64(int64), "a test")(4) == 11


@njit(pipeline_class=LeanCompiler)
def plus(number: int, more: int, is_twice: bool) -> int:
    return number + 2 * more if is_twice else number + more


@njit(pipeline_class=LeanCompiler)
def plus_constants(number: int) -> int:
    return plus(plus(plus(number, 1, False), 2, False), 3, True)


def test_a_function_is_compiled_once_for_all_constants_but_apart_for_flags() -> None:
    assert plus_constants(10) == 19
    first, second = ([str(one) for one in args] for args in plus.overloads)
    assert first == ["int64", "int64", "Literal[bool](False)"]
    assert second == ["int64", "int64", "Literal[bool](True)"]


def both_of(pair: tuple[int, float], rows: Any) -> float:
    return float(pair[0] * pair[1] + rows[0, 1] + rows[1][0])


def test_places_in_tuples_and_arrays_keep_their_types() -> None:
    for function in (njit(both_of), njit(pipeline_class=LeanCompiler)(both_of)):
        assert function((2, 1.25), np.array([[1, 2], [3, 4]])) == 2.5 + 2 + 3
        assert function((1.25, 2), np.array([[0.5, 1.5], [2.5, 3.5]])) == 2.5 + 1.5 + 2.5


PLAIN_WAY = """
from noughts.kernel import lean_compiler
lean_compiler.TRIED.clear()
import numpy as np
import noughts
from noughts.kernel.perft import perft_for
game = noughts.game("nineboard")
assert lean_compiler.options_for(game.rules.function("play")) == {}
states = game.new_states(3)
game.setup(states[0])
print(perft_for(game.rules, "nineboard")(states, 0, 2, np.zeros((3, 81), np.int64), np.zeros(1, np.int64)))
"""


def test_another_version_of_numba_goes_the_usual_way(tmp_path: object) -> None:
    run = run_python("-c", PLAIN_WAY, NOUGHTS_CACHE=str(tmp_path))
    assert run.stdout.strip() == "720", run.stderr  # 81 times 9, but for the cell just taken
