"""Compiled functions as one WebAssembly module.

Arrays that functions are called with become places in the module's memory, at addresses that are known when it is
made; so do the addresses of functions that are called by address. A wrapper around each exported function has all of
that as constants, and only numbers as parameters of its own: LLVM carries the constants through the whole program, so
that a search of a hundred arguments is left with five. JavaScript reads and writes the arrays where they lie.

    0     ...        stack      arrays                                 end
    | constants |  <-- 1 MB  |  states, moves, ..., table, weights  |

The stack grows downwards; one that overflows meets address 0, and the module traps.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from noughts.browser.linker import link
from noughts.kernel.intrinsics import SUBTRACT
from noughts.kernel.lean import portable_code

TRIPLE = "wasm32-unknown-unknown"
# What every browser of the last years has.
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+simd128"
STACK, STACK_SIZE = "stack", 1 << 20
PAGE = 1 << 16

# In place of the subtraction that threads share: no more nodes are given out once the page says that time is up.
_POLLED_SUBTRACTION = f"""
declare i32 @poll()
declare void @llvm.trap()

define i64 @{SUBTRACT}(ptr %supply, i64 %amount) noinline {{
  %is_over = call i32 @poll()
  %goes_on = icmp eq i32 %is_over, 0
  br i1 %goes_on, label %on, label %over
on:
  %left = load i64, ptr %supply, align 8
  %less = sub i64 %left, %amount
  store i64 %less, ptr %supply, align 8
  ret i64 %left
over:
  ret i64 0
}}
"""


PARAMETER = None  # an argument that JavaScript gives: a number of 32 bits


@dataclass(frozen=True)
class Export:
    """A function under a name, and the arguments that it is called with: arrays, tuples of them, or parameters.

    Arrays lie under the names of their arguments, or of their fields in a tuple; each lies under the first one.
    """

    name: str
    function: Any
    arguments: Mapping[str, Any]
    gives_integer: bool = True
    prefix: str = ""  # of the arrays' names


class Module(NamedTuple):
    """A module's code, and what one must know to use it."""

    code: bytes
    places: dict[str, int]  # of the arrays, by their names
    sizes: dict[str, int]  # in bytes
    ones: list[str]  # arrays that are to be filled with -1, "no move", before anything is called
    stack_top: int
    pages: int  # of 64 kB: its memory


class _Arrays:
    """The arrays of all exports, each under one name."""

    def __init__(self) -> None:
        self.named: dict[str, np.ndarray] = {}

    def name_of(self, array: np.ndarray, suggested: str) -> str:
        for name, known in self.named.items():
            if known is array:
                return name
        name = next(name for name in _numbered(suggested) if name not in self.named)
        self.named[name] = array
        return name


def _numbered(name: str) -> Iterator[str]:
    return itertools.chain([name], (f"{name}{number}" for number in itertools.count(2)))


def build(exports: Sequence[Export], addresses: Mapping[str, Any]) -> Module:
    """The module that exports these functions; its arrays are all zeros at the start, or to be filled with -1.

    Numbers in tuples are addresses: the name of their field tells, in `addresses`, the function with its signature;
    without one there it is nowhere.
    """
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES, reloc="static")
    layout, arrays, wrappers = str(machine.target_data), _Arrays(), []
    called: dict[str, str] = {}
    modules = []
    for name, (function, signature) in addresses.items():
        called[name], module = portable_code(function, signature)
        modules.append(module)
    for export in exports:
        name, module = portable_code(export.function, _signature(export))
        modules.append(module)
        declared = ", ".join(str(one.type) for one in module.get_function(name).arguments)
        wrappers += [f'declare i32 @"{name}"({declared})', _wrapper(export, name, arrays, called)]
    for name, declaration in zip(called.values(), modules, strict=False):
        types = ", ".join(str(one.type) for one in declaration.get_function(name).arguments)
        wrappers.append(f'declare i32 @"{name}"({types})')
    zeros = [f"@{STACK} = global [{STACK_SIZE} x i8] zeroinitializer, align 64"]
    for name, array in arrays.named.items():
        zeros.append(f"@{name} = global [{max(array.nbytes, 8)} x i8] zeroinitializer, align 64")
    head = f'target datalayout = "{layout}"\ntarget triple = "{TRIPLE}"\n'
    whole = llvm.parse_assembly("\n".join([head, *zeros, _POLLED_SUBTRACTION, *dict.fromkeys(wrappers)]))
    for module in modules:
        whole.link_in(_retargeted(module.clone(), layout))
    exported = {export.name for export in exports}
    _optimise(whole, machine, exported)
    linked = link(machine.emit_object(whole), exported, {STACK, *arrays.named})
    places = {name: linked.places[name] for name in arrays.named}
    sizes = {name: array.nbytes for name, array in arrays.named.items()}
    ones = [name for name, array in arrays.named.items() if array.dtype == np.int64 and (array == -1).all()]
    return Module(linked.code, places, sizes, ones, linked.places[STACK] + STACK_SIZE, -(-linked.end // PAGE))


def _retargeted(module: Any, layout: str) -> Any:
    from llvmlite.binding import Linkage

    module.triple, module.data_layout = TRIPLE, layout
    for one in module.global_variables:
        if one.linkage == Linkage.common:  # which WebAssembly does not have
            one.linkage = Linkage.internal if not one.is_declaration else one.linkage
    return module


def _optimise(module: Any, machine: Any, exported: set[str]) -> None:
    """The whole program at once: all but the exports is private, so that constants reach everything."""
    from llvmlite import binding as llvm

    for function in module.functions:
        if not function.is_declaration and function.name not in exported:
            function.linkage = llvm.Linkage.internal
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization, options.slp_vectorization = True, False
    builder = llvm.create_pass_builder(machine, options)
    inlining = llvm.create_new_module_pass_manager()
    inlining.add_always_inliner_pass()
    inlining.run(module, builder)
    builder.getModulePassManager().run(module, builder)


def _signature(export: Export) -> Any:
    from numba import int64, typeof, types

    given = (int64 if one is PARAMETER else typeof(one) for one in export.arguments.values())
    return (int64 if export.gives_integer else types.none)(*given)


def _wrapper(export: Export, name: str, arrays: _Arrays, called: Mapping[str, str]) -> str:
    """LLVM code that calls a function by Numba's convention: a place for the result, one for an exception, arguments.

    An exception, which only a function from outside the package raises, traps.
    """
    parameters = [one for one, given in export.arguments.items() if given is PARAMETER]
    arguments = [
        text for one, given in export.arguments.items() for text in _flat(given, one, arrays, called, export.prefix)
    ]
    lines = [
        f"define i32 @{export.name}({', '.join(f'i32 %{one}' for one in parameters)}) {{",
        "  %result = alloca i64, align 8",
        "  %exception = alloca ptr, align 8",
        *(f"  %{one}.wide = sext i32 %{one} to i64" for one in parameters),
        f'  %status = call i32 @"{name}"(ptr %result, ptr %exception, {", ".join(arguments)})',
        "  %is_right = icmp eq i32 %status, 0",
        "  br i1 %is_right, label %right, label %wrong",
        "wrong:",
        "  call void @llvm.trap()",
        "  unreachable",
        "right:",
        *(
            ["  %value = load i64, ptr %result", "  %short = trunc i64 %value to i32", "  ret i32 %short"]
            if export.gives_integer
            else ["  ret i32 0"]
        ),
        "}",
    ]
    return "\n".join(lines)


def _flat(value: Any, name: str, arrays: _Arrays, called: Mapping[str, str], prefix: str) -> list[str]:
    """The arguments that Numba passes for one: an array is its owner, size, place, shape and strides."""
    if value is PARAMETER:
        return [f"i64 %{name}.wide"]
    if isinstance(value, tuple):
        fields = getattr(value, "_fields", ()) or [name] * len(value)
        return [
            text for field, one in zip(fields, value, strict=True) for text in _flat(one, field, arrays, called, prefix)
        ]
    if isinstance(value, np.ndarray):
        place = arrays.name_of(value, prefix + name)
        numbers = [*value.shape, *value.strides]
        return [
            "ptr null",
            "ptr null",
            f"i64 {value.size}",
            f"i64 {value.itemsize}",
            f"ptr @{place}",
            *(f"i64 {number}" for number in numbers),
        ]
    return [f'i64 ptrtoint (ptr @"{called[name]}" to i64)' if name in called else "i64 0"]
