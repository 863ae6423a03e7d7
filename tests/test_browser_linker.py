"""Modules out of the objects that LLVM writes: what they export, where their data lies, and what is refused."""

import json
import subprocess
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
import pytest

from noughts.browser.linker import Linked, link
from noughts.browser.module import TRIPLE
from noughts.errors import NoughtsError

# Numbers that lie among zeros, functions called by address, and one that comes from outside.
SOURCE = f"""
target triple = "{TRIPLE}"
@numbers = global [4 x i32] [i32 7, i32 8, i32 9, i32 -10], align 16
@zeros = global [100000 x i8] zeroinitializer, align 64
@doors = global [2 x ptr] [ptr @double, ptr @negate], align 16
declare i32 @poll()

define internal i32 @double(i32 %number) {{
  %twice = add i32 %number, %number
  ret i32 %twice
}}
define internal i32 @negate(i32 %number) {{
  %less = sub i32 0, %number
  ret i32 %less
}}
define i32 @number(i32 %index) {{
  %place = getelementptr [4 x i32], ptr @numbers, i32 0, i32 %index
  %found = load i32, ptr %place
  ret i32 %found
}}
define i32 @through(i32 %door, i32 %number) {{
  %place = getelementptr [2 x ptr], ptr @doors, i32 0, i32 %door
  %function = load ptr, ptr %place
  %found = call i32 %function(i32 %number)
  ret i32 %found
}}
define i32 @fill(i32 %index, i8 %value) {{
  %place = getelementptr [100000 x i8], ptr @zeros, i32 0, i32 %index
  store i8 %value, ptr %place
  ret i32 0
}}
define i32 @asked() {{
  %found = call i32 @poll()
  ret i32 %found
}}
"""
# Calls functions with numbers, one after another; tells what they return, and what lies at some places afterwards.
RUN = """
const { code, calls, places } = JSON.parse(require("fs").readFileSync(0));
const memory = new WebAssembly.Memory({ initial: 4 });
const env = {
  __linear_memory: memory,
  __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, 65536),
  __indirect_function_table: new WebAssembly.Table({ initial: 8, element: "anyfunc" }),
  poll: () => 41,
};
const module = new WebAssembly.Module(Buffer.from(code, "hex"));
const { exports } = new WebAssembly.Instance(module, { env });
const found = calls.map(([name, ...numbers]) => exports[name](...numbers));
const there = places.map((place) => new Uint8Array(memory.buffer)[place]);
console.log(JSON.stringify({ exports: Object.keys(exports).sort(), found, there }));
"""
FUNCTIONS = ("number", "through", "fill", "asked")
MAGIC = b"\0asm\1\0\0\0"


@pytest.fixture(scope="module")
def relocatable() -> bytes:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=0, reloc="static")
    module = llvm.parse_assembly(SOURCE)
    module.verify()
    found: bytes = machine.emit_object(module)
    return found


def run(linked: Linked, *calls: tuple[Any, ...], places: tuple[int, ...] = ()) -> dict[str, Any]:
    given = json.dumps({"code": linked.code.hex(), "calls": calls, "places": places})
    done = subprocess.run(["node", "-e", RUN], input=given, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_functions_are_exported_by_name_and_work(relocatable: bytes) -> None:
    linked = link(relocatable, FUNCTIONS, ())
    calls = [("number", 0), ("number", 3), ("through", 0, 21), ("through", 1, 21), ("asked",)]
    answer = run(linked, *calls)
    assert answer["found"] == [7, -10, 42, -21, 41]
    assert answer["exports"] == sorted(FUNCTIONS), "and nothing else is"


def test_only_what_is_asked_for_is_exported(relocatable: bytes) -> None:
    assert run(link(relocatable, ("number",), ()), ("number", 1))["exports"] == ["number"]


def test_places_are_where_the_data_lies(relocatable: bytes) -> None:
    linked = link(relocatable, FUNCTIONS, ("numbers", "zeros"))
    numbers, zeros = linked.places["numbers"], linked.places["zeros"]
    assert (numbers % 16, zeros % 64) == (0, 0)
    there = run(linked, ("fill", 5, 77), places=(numbers, numbers + 8, zeros + 4, zeros + 5))["there"]
    assert there == [7, 9, 0, 77]
    assert linked.end >= max(numbers + 16, zeros + 100_000), "the memory that it takes holds all of it"


def test_zeros_are_not_sent(relocatable: bytes) -> None:
    assert len(relocatable) > 100_000
    assert len(link(relocatable, FUNCTIONS, ()).code) < 2_000


def test_the_module_is_the_same_each_time(relocatable: bytes) -> None:
    assert link(relocatable, FUNCTIONS, ("zeros",)) == link(relocatable, FUNCTIONS[::-1], ("zeros",))


REFUSED: dict[str, tuple[Callable[[bytes], Linked], str]] = {
    "no module": (lambda found: link(b"\x7fELF" + found, (), ()), "LLVM wrote no WebAssembly"),
    "no such function": (lambda found: link(found, ("number", "nobody"), ()), "lacks nobody"),
    "no such data": (lambda found: link(found, ("number",), ("nowhere", "here")), "lacks here, nowhere"),
    "a function from outside": (lambda found: link(found, ("poll",), ()), "lacks poll"),
    "data of no fixed place": (
        lambda _: link(MAGIC + b"\x0b\x05\x01\x01\x02ab", (), ()),
        "data at no constant address",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_linked_is_refused_in_words(case: str, relocatable: bytes) -> None:
    attempt, words = REFUSED[case]
    with pytest.raises(NoughtsError, match=words):
        attempt(relocatable)
