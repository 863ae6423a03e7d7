"""A shorter way through Numba's compiler, for functions such as ours: a quarter to a third less time.

Numba makes machine code of every function, optimised by itself, though all but entry points are only ever linked into
others and optimised there once more. Here they stay LLVM code until an entry point is made of them. What our functions
never use (closures, `with`, literal unrolling, refinement of types after the fact) has passes that are left out, and a
recursion whose type is declared is not typed again for each call of itself.

All of this stands on private parts of Numba. It is used with the versions that it was tried with; any other goes the
usual way. Functions of other people's games are linked likewise, but go through all of Numba's passes.
"""

import operator
from pathlib import Path
from typing import Any

import numba
from llvmlite.binding import Linkage
from numba import types
from numba.core import typeinfer
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.errors import NumbaWarning, WarningsFixer  # type: ignore[attr-defined]
from numba.core.typed_passes import (
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import FixupArgs, IRProcessing, ReconstructSSA, TranslateByteCode

TRIED = {(0, 68)}
OPERATORS = {one for name, one in vars(operator).items() if callable(one) and not name.startswith("_")}
WRAPPER = "_ZN7cpython"  # how the names of the wrappers that Python calls begin
_PACKAGE = Path(__file__).resolve().parent.parent


def options_for(function: Any, is_private: bool = False) -> dict[str, Any]:
    """What `njit` takes to compile a function in this way; nothing where Numba is a version that nobody has tried."""
    if numba.version_info[:2] not in TRIED:
        return {}
    is_ours = Path(function.__code__.co_filename).resolve().is_relative_to(_PACKAGE)
    if is_private:
        return {"pipeline_class": PrivateCompiler}
    return {"pipeline_class": LeanCompiler if is_ours else LinkedCompiler}


class HelperLibrary(JITCodeLibrary):  # type: ignore[misc] # it has no types
    """LLVM code that waits to be linked into an entry point's."""

    _linking_libraries: list[Any]
    _whole_module: Any = None

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def own_module(self) -> Any:
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """With the code of all functions that it calls: what somebody else's `njit` links, which looks no further."""
        if self._whole_module is None:
            self._whole_module = self.own_module().clone()
            for library in _linked_libraries(self):
                self._whole_module.link_in(_module_of(library), preserve=True)
        return self._whole_module


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc] # it has no types
    """An entry point's code, with that of all functions that it calls, at whatever remove."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        linked = _linked_libraries(self)
        self._linking_libraries = [_Linked(library) for library in linked]
        super().finalize()
        self._linking_libraries = linked


class PrivateEntryLibrary(EntryLibrary):
    """An entry point of which only the wrapper that Python calls is seen from outside.

    What it calls stays as it is: as private functions more of them would be inlined, which made noughts slower.
    """

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            is_own = function.linkage == Linkage.external and not function.is_declaration
            if is_own and not function.name.startswith(WRAPPER):
                function.linkage = Linkage.internal
        super()._optimize_final_module()


class _Linked:
    """A library as an entry point links it, each by itself: whole ones would repeat what they share."""

    def __init__(self, library: Any) -> None:
        self._library, self._reload_init = library, library._reload_init

    def _get_module_for_linking(self) -> Any:
        return _module_of(self._library)


def _module_of(library: Any) -> Any:
    return library.own_module() if isinstance(library, HelperLibrary) else library._get_module_for_linking()


def _linked_libraries(library: Any) -> list[Any]:
    """The libraries that it links, those that they link, and so on."""
    found: dict[Any, None] = dict.fromkeys(library._linking_libraries)
    waiting = list(found)
    while waiting:
        for one in waiting.pop()._linking_libraries:
            if one not in found:
                found[one] = None
                waiting.append(one)
    return list(found)


class LinkedCompiler(CompilerBase):  # type: ignore[misc] # it has no types
    """Numba's own passes; only entry points, which have a wrapper for Python, become machine code."""

    entry_library: type[EntryLibrary] = EntryLibrary

    def compile_extra(self, func: Any) -> Any:
        state = self.state
        is_entry = not state.flags.no_cpython_wrapper
        kind = self.entry_library if is_entry else HelperLibrary
        state.library = kind(state.targetctx.codegen(), func.__qualname__)
        if is_entry:
            state.library.enable_object_caching()
        else:
            # Numba knows functions by what Python would call: here by something that equals only itself.
            state.targetctx.get_executable = lambda library, descriptor, environment: [].append
        return super().compile_extra(func)

    def define_pipelines(self) -> list[PassManager]:
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


class LeanCompiler(LinkedCompiler):
    """Only the passes that our functions need; a function that needs others gets them all."""

    def __init__(self, *made_of: Any, **also: Any) -> None:
        super().__init__(*made_of, **also)
        self._made_of = made_of, also

    def compile_extra(self, func: Any) -> Any:
        try:
            return super().compile_extra(func)
        except Exception:  # noqa: BLE001 - what is wrong with it by itself is said by the usual way
            made_of, also = self._made_of
            return LinkedCompiler(*made_of, **also).compile_extra(func)

    def define_pipelines(self) -> list[PassManager]:
        passes = PassManager("lean")
        for one in (
            TranslateByteCode,
            FixupArgs,
            IRProcessing,
            ReconstructSSA,
            DeclaredTypeInference,
            PreLowerStripPhis,
            IRLegalization,
            NativeLowering,
            NoPythonBackend,
        ):
            passes.add_pass(one)
        passes.finalize()
        passes._ENFORCING = False  # it tidies up after each pass; these do so themselves
        return [passes]


class PrivateCompiler(LeanCompiler):
    """For functions that nothing but their own code and the wrapper for Python calls."""

    entry_library = PrivateEntryLibrary


_remembered: dict[tuple[Any, ...], Any] = {}  # what operators give, by operator and types of integers


class DeclaredTypeInferer(typeinfer.TypeInferer):  # type: ignore[misc] # it has no types
    """A recursive call has the type that was declared for the function, and an operator on integers that of before."""

    declared: Any = None

    def resolve_call(self, fnty: Any, pos_args: Any, kw_args: Any) -> Any:
        if not isinstance(fnty, types.Function) or fnty.typing_key not in OPERATORS:
            return super().resolve_call(fnty, pos_args, kw_args)
        plain = tuple(types.unliteral(one) for one in pos_args)
        if not all(isinstance(one, types.Integer | types.Boolean) for one in plain):
            return super().resolve_call(fnty, pos_args, kw_args)
        key = fnty, plain
        if key not in _remembered:
            _remembered[key] = super().resolve_call(fnty, plain, kw_args)
        return _remembered[key]

    def seed_return(self, typ: Any) -> None:
        self.declared = typ
        super().seed_return(typ)

    def return_types_from_partial(self) -> Any:
        return super().return_types_from_partial() if self.declared is None else self.declared


@register_pass(mutates_CFG=True, analysis_only=False)
class DeclaredTypeInference(NopythonTypeInference):  # type: ignore[misc] # it has no types
    _name = "declared_type_inference"

    def run_pass(self, state: Any) -> bool:
        warnings = WarningsFixer(NumbaWarning)
        inferer = DeclaredTypeInferer(state.typingctx, state.func_ir, warnings)
        frame = state.typingctx.callstack.register(state.targetctx.target, inferer, state.func_ir.func_id, state.args)
        with frame, warnings:
            for index, (name, given) in enumerate(zip(state.func_ir.arg_names, state.args, strict=True)):
                inferer.seed_argument(name, index, given)
            if state.return_type is not None:
                inferer.seed_return(state.return_type)
            inferer.build_constraint()
            inferer.propagate()
            state.typemap, state.return_type, state.calltypes = inferer.unify()
        if isinstance(state.return_type, types.Function | types.Phantom):
            raise TypeError(f"{state.func_id.func_name} returns a function")
        return True
