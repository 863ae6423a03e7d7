"""The shorter way through Numba: the same results as by the usual one."""

import signal
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import int64, literal_unroll, njit

from commands import ROOT, run_python
from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.intrinsics import ensure
from noughts.kernel.lean import TRIED
from noughts.kernel.lean.compiler import LeanCompiler

lean = njit(pipeline_class=LeanCompiler, _nrt=False)


@lean
def twice(number: int) -> int:
    return 2 * number


@lean
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


@lean
def plus(number: int, more: int, is_twice: bool) -> int:
    return number + 2 * more if is_twice else number + more


@lean
def plus_constants(number: int) -> int:
    return plus(plus(plus(number, 1, False), 2, False), 3, True)


def test_a_function_is_compiled_once_for_all_constants_but_apart_for_flags() -> None:
    assert plus_constants(10) == 19
    first, second = ([str(one) for one in args] for args in plus.overloads)
    assert first == ["int64", "int64", "Literal[bool](False)"]
    assert second == ["int64", "int64", "Literal[bool](True)"]


@lean
def halvings(number: int, more: int) -> int:
    return more if number == 0 else halvings(number // 2, 1) + 1


def test_a_function_that_passes_itself_a_constant_is_compiled_once() -> None:
    halvings.compile(int64(int64, int64))
    assert list(halvings.overloads) == [(int64, int64)]
    assert halvings(8, 0) == 5


@compiled
def halvings_elsewhere(number: int, more: int) -> int:
    return more if number == 0 else halvings_elsewhere(number // 2, 1) + 1


def test_one_that_would_be_compiled_twice_is_refused() -> None:
    """A process that loads the first from the cache would miss the second, and crash."""
    with pytest.raises(TypeError, match=r"write int64\(0\) for 0"):
        specialize(halvings_elsewhere, int64(int64, int64), "a recursion")


def both_of(pair: tuple[int, float], rows: Any) -> float:
    return float(pair[0] * pair[1] + rows[0, 1] + rows[1][0])


def test_places_in_tuples_and_arrays_keep_their_types() -> None:
    for function in (njit(both_of), lean(both_of)):
        assert function((2, 1.25), np.array([[1, 2], [3, 4]])) == 2.5 + 2 + 3
        assert function((1.25, 2), np.array([[0.5, 1.5], [2.5, 3.5]])) == 2.5 + 1.5 + 2.5


TABLE = np.array([[3, 1, 4], [1, 5, 9]], np.int8)
RECORD = np.dtype([("marks", np.uint16, (2, 3)), ("turn", np.int8)], align=True)


def element(rows: Any, states: Any, number: int) -> int:
    return rows[-1, number] + rows[np.uint8(1), 0] + rows[number][-2] + TABLE[1, -1] + TABLE[number, 2]


def field(rows: Any, states: Any, number: int) -> int:
    state = states[number]
    state.marks[1, number] = 700
    state.turn = state.marks[1, -2] // 100
    states[0].marks[0] = 5
    return state.turn + states[0].marks[0, 2] + len(state.marks)


def choice(rows: Any, states: Any, number: int) -> int:
    large = np.uint64(18446744073709551615)
    return max(number, -3) + min(2, number) + (max(large, np.uint64(number)) == large) + max(number, 2, 7)


def loops(rows: Any, states: Any, number: int) -> int:
    first, second, total = number, 1, 0
    for i in range(5):
        first, second = second, first + i  # each takes the other's old value
        if i == 3:
            continue
        total += first * 10
    while second > 3:
        second -= 2
        total += second
    found = -1
    for at in range(rows.shape[1]):
        if rows[0, at] > 1:
            found = at
            break
    rows[1, found] += total
    return total + found + i


@pytest.mark.parametrize("function", [element, field, choice, loops])
def test_shorter_code_does_the_same(function: Any) -> None:
    found = []
    for compiling in (njit, lean):
        rows, states = np.array([[1, 2, 3], [4, 5, 6]]), np.zeros(3, RECORD)
        result = compiling(function)(rows, states, 1)
        found.append((result, rows.tolist(), states["marks"].tolist(), states["turn"].tolist()))
    assert found[0] == found[1] == _uncompiled(function)


def _uncompiled(function: Any) -> tuple[int, list[Any], list[Any], list[Any]]:
    rows, states = np.array([[1, 2, 3], [4, 5, 6]]), np.rec.array(np.zeros(3, RECORD))
    result = function(rows, states, 1)
    return int(result), rows.tolist(), states["marks"].tolist(), states["turn"].tolist()


@lean
def refuse(number: int) -> int:
    if number > 3:
        raise ValueError("more than three")
    return number


@lean
def ask_twice(number: int) -> int:
    return refuse(number) + refuse(number + 1)


def test_what_a_function_raises_comes_through_those_that_call_it() -> None:
    assert ask_twice(2) == 5
    with pytest.raises(ValueError, match="more than three"):
        ask_twice(3)


@lean
def caught(number: int) -> int:
    try:
        return refuse(number)
    except Exception:  # noqa: BLE001 - the one kind that compiled code catches
        return -1


def test_a_function_that_catches_goes_the_usual_way() -> None:
    assert (caught(3), caught(4)) == (3, -1)


ALL_OF_OURS = """
from noughts.kernel.lean import compiler
tried = []
usual = compiler.LinkedCompiler.compile_extra
def compile_extra(self, function):
    tried.append((type(self).__name__, function.__qualname__))
    return usual(self, function)
compiler.LinkedCompiler.compile_extra = compile_extra
import noughts
noughts.Engine().prepare(noughts.game("nineboard"))
assert len(tried) > 40, tried
print([name for kind, name in tried if kind == "LinkedCompiler"])
"""


def test_none_of_our_functions_needs_the_usual_way(tmp_path: Path) -> None:
    run = run_python("-c", ALL_OF_OURS, NOUGHTS_CACHE=str(tmp_path))
    assert run.stdout.strip() == "[]", run.stderr


PLAIN_WAY = """
import numpy as np
import noughts
from noughts.kernel.perft import perft_for
game = noughts.game("nineboard")
states = game.new_states(3)
game.setup(states[0])
print(perft_for(game.rules, "nineboard")(states, 0, 2, np.zeros((3, 81), np.int64), np.zeros(1, np.int64)))
import sys
print([name for name in sys.modules if name.startswith("noughts.kernel.lean.")])
"""
UNTRIED = """
from noughts.kernel import lean
lean.TRIED.clear()
"""


def test_another_version_of_numba_goes_the_usual_way(tmp_path: Path) -> None:
    run = run_python("-c", UNTRIED + PLAIN_WAY, NOUGHTS_CACHE=str(tmp_path))
    assert run.stdout.split() == ["720", "[]"], run.stderr  # 81 times 9, but for the cell just taken


def test_the_usual_way_can_be_asked_for_and_has_a_cache_of_its_own(tmp_path: Path) -> None:
    shorter = run_python("-c", PLAIN_WAY, NOUGHTS_CACHE=str(tmp_path))
    assert shorter.stdout.split()[0] == "720", shorter.stderr
    assert "noughts.kernel.lean.compiler" in shorter.stdout
    usual = run_python("-c", PLAIN_WAY, NOUGHTS_CACHE=str(tmp_path), NOUGHTS_PLAIN_NUMBA="1")
    assert usual.stdout.split() == ["720", "[]"], usual.stderr
    assert len({path.parent for path in tmp_path.glob("*/*.code")}) == 2


def test_the_range_of_numba_is_what_was_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (allowed,) = (one for one in project["dependencies"] if one.startswith("numba"))
    lowest, highest = min(TRIED), max(TRIED)
    assert allowed == f"numba>={lowest[0]}.{lowest[1]},<{highest[0]}.{highest[1] + 1}"


LAST_OF_THREE = """
import numpy as np
from numba import int64, njit
from noughts.kernel.lean.compiler import LeanCompiler

@njit(pipeline_class=LeanCompiler, _nrt=False)
def element(numbers, at):
    return numbers[at]

print(element(np.array([1, 2, 3]), {}))
"""


def test_checked_code_stops_at_a_negative_index() -> None:
    assert run_python("-c", LAST_OF_THREE.format(2), NOUGHTS_CHECKED="1").stdout == "3\n"
    assert run_python("-c", LAST_OF_THREE.format(-1), NOUGHTS_CHECKED="1").returncode == -signal.SIGILL


@lean
def first_and_last(numbers: Any) -> tuple[int, int]:
    return numbers[0], numbers[-1]


def test_a_constant_index_counts_from_the_end() -> None:
    assert first_and_last(np.array([1, 2, 3])) == (1, 3)


SEARCHES = """
import noughts
for name in ("ultimate", "15x15x5", "xrudder"):
    print(noughts.Engine(seed=1, hash_mb=1).play(noughts.game(name).start(), noughts.Limit(nodes=3000)).stats.nodes)
"""


def test_the_engine_uses_no_negative_index(tmp_path: Path) -> None:
    run = run_python("-c", SEARCHES, NOUGHTS_CHECKED="1", NOUGHTS_CACHE=str(tmp_path))
    assert (run.returncode, run.stdout) == (0, "3000\n" * 3), run.stderr


ENSURED = """
from numba import int64
from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.intrinsics import ensure

@compiled
def positive(number: int) -> int:
    ensure(number > 0)
    return number

print(specialize(positive, int64(int64), "a test")({}))
"""


def test_an_assertion_ends_checked_code_and_is_nothing_in_other_code(tmp_path: Path) -> None:
    assert run_python("-c", ENSURED.format(-1), NOUGHTS_CACHE=str(tmp_path)).stdout == "-1\n"
    assert run_python("-c", ENSURED.format(1), NOUGHTS_CACHE=str(tmp_path), NOUGHTS_CHECKED="1").stdout == "1\n"
    run = run_python("-c", ENSURED.format(-1), NOUGHTS_CACHE=str(tmp_path), NOUGHTS_CHECKED="1")
    assert run.returncode == -signal.SIGILL
    with pytest.raises(AssertionError):
        ensure(False)
