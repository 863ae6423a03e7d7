"""The shorter way through Numba's compiler: which passes a function goes through, and when code is linked.

Numba makes machine code of every function, optimised by itself, though all but entry points are only ever linked into
others and optimised there once more. Here they stay LLVM code until an entry point is made of them. What our functions
never use (closures, `with`, literal unrolling, refinement of types after the fact) has passes that are left out. Names
do not tell the types of arguments, which may be long. LLVM only tidies a function up before it is linked.

Functions of other people's games are linked likewise, but go through all of Numba's passes.
"""

import functools
from pathlib import Path
from typing import Any

from llvmlite.binding import Linkage, ffi, newpassmanagers
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, _pass_registry
from numba.core.funcdesc import default_mangler
from numba.core.typed_passes import NoPythonBackend
from numba.core.untyped_passes import FixupArgs, TranslateByteCode

from noughts.kernel.lean.lowering import LeanAssignments, LeanLowering, LeanPhis
from noughts.kernel.lean.type_inference import DeclaredTypeInference, remember_types

WRAPPER = "_ZN7cpython"  # how the names of the wrappers that Python calls begin
UNRESOLVED = ".numba.unresolved$"  # and of calls of functions that are still being typed
_PACKAGE = Path(__file__).resolve().parents[2]


def compiler_for(function: Any, is_private: bool) -> "type[LinkedCompiler]":
    """The class that compiles a function."""
    remember_types()
    _silence_lock()
    is_ours = Path(function.__code__.co_filename).resolve().is_relative_to(_PACKAGE)
    if is_private:
        return PrivateCompiler
    return LeanCompiler if is_ours else LinkedCompiler


@functools.cache
def _silence_lock() -> None:
    """Remove the callbacks of LLVM's lock: each of some ten thousand calls would run them twice, to no use."""
    for told in list(ffi.lib._lock._cblist):
        ffi.unregister_lock_callback(*told)


def portable_module(dispatcher: Any, signature: Any) -> tuple[str, Any]:
    TidyLibrary.is_portable = True
    dispatcher.overloads.pop(signature.args, None)
    dispatcher.compile(signature)
    result = dispatcher.overloads[signature.args]
    return result.fndesc.llvm_func_name, result.library._get_module_for_linking()


class TidyLibrary(JITCodeLibrary):  # type: ignore[misc] # it has no types
    """LLVM code of a function, tidied up; what it calls is still to be linked."""

    is_portable = False  # then it is left as it is: tidying up takes the sizes of this machine for granted

    def _optimize_functions(self, module: Any) -> None:
        if self.is_portable:
            return
        module.data_layout = self._codegen._data_layout
        builder = self._codegen._pass_builder(opt=1)
        passes = newpassmanagers.create_new_function_pass_manager()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        passes.add_instruction_combine_pass()
        passes.add_simplify_cfg_pass()
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)


class HelperLibrary(TidyLibrary):
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
        """The module with the code of all functions that it calls: `njit` in a user's file links no further ones."""
        if self._whole_module is None:
            self._whole_module = self.own_module().clone()
            for library in _linked_libraries(self):
                self._whole_module.link_in(_module_of(library), preserve=True)
        return self._whole_module


class PrivateHelperLibrary(HelperLibrary):
    """LLVM code of a recursion, which nothing but the entry point that it is linked into and itself calls."""

    def own_names(self) -> list[str]:
        return [function.name for function in self.own_module().functions if not function.is_declaration]


class EntryLibrary(TidyLibrary):
    """An entry point's code, with that of all functions that it calls, at whatever remove."""

    makes_vectors = True  # of loops
    _linking_libraries: list[Any]

    def finalize(self) -> None:
        linked = _linked_libraries(self)
        self._linking_libraries = [_Linked(library) for library in linked]
        super().finalize()
        self._linking_libraries = linked

    def _optimize_final_module(self) -> None:
        _refuse_unresolved(self._final_module)
        inlining = newpassmanagers.create_new_module_pass_manager()
        inlining.add_always_inliner_pass()
        inlining.run(self._final_module, self._codegen._pass_builder(opt=0))
        builder = self._codegen._pass_builder(loop_vectorize=self.makes_vectors, slp_vectorize=False)
        builder.getModulePassManager().run(self._final_module, builder)


def _refuse_unresolved(module: Any) -> None:
    """Numba would look for such a function in the running process. In one that loads the code it is not there."""
    for one in module.global_variables:
        if one.name.startswith(UNRESOLVED):
            raise TypeError(
                "a function calls itself, or another one that calls it, with arguments of another type: "
                "write int64(0) for 0, and call no function that calls back"
            )


class PrivateEntryLibrary(EntryLibrary):
    """An entry point and its recursion, of which only the wrapper that Python calls is seen from outside.

    What else it calls stays as it is: as private functions more of them would be inlined, which made noughts slower. A
    search's loops are short: with vectors of them it was no faster, and took a tenth longer to compile.
    """

    makes_vectors = False

    def _optimize_final_module(self) -> None:
        libraries = [linked._library for linked in self._linking_libraries]
        recursions = {name for one in libraries if isinstance(one, PrivateHelperLibrary) for name in one.own_names()}
        for function in self._final_module.functions:
            is_own = function.linkage == Linkage.external and not function.is_declaration
            if (is_own and not function.name.startswith(WRAPPER)) or function.name in recursions:
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
    """The libraries that it links, those that they link, and so on, each after all that call it.

    LLVM takes over what has been called by then. A library that one links first whose call of it was optimised away
    would be missing for those that come later.
    """
    found, callees_first = {library}, []

    def visit(caller: Any) -> None:
        for one in caller._linking_libraries:
            if one not in found:
                found.add(one)
                visit(one)
        callees_first.append(caller)

    visit(library)
    return callees_first[-2::-1]


def _short_name(name: str, types: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
    """Name by the function's number, which no other compile has: the types of its arguments need not be told."""
    return str(default_mangler(name, (), uid=uid))


class LinkedCompiler(CompilerBase):  # type: ignore[misc] # it has no types
    """Numba's own passes; only entry points, which have a wrapper for Python, become machine code."""

    entry_library: type[EntryLibrary] = EntryLibrary
    helper_library: type[HelperLibrary] = HelperLibrary

    def compile_extra(self, func: Any) -> Any:
        state = self.state
        is_entry = not state.flags.no_cpython_wrapper
        kind = self.entry_library if is_entry else self.helper_library
        state.targetctx.mangler = _short_name
        state.library = kind(state.targetctx.codegen(), func.__qualname__)
        if is_entry:
            state.library.enable_object_caching()
        else:
            # Numba knows functions by what Python would call: here by something that equals only itself.
            state.targetctx.get_executable = lambda library, descriptor, environment: [].append
        return super().compile_extra(func)

    def define_pipelines(self) -> list[PassManager]:
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


class Passes(PassManager):  # type: ignore[misc] # it has no types
    """One after the other; Numba's own times each, tells of it, and looks through what it left."""

    def run(self, state: Any) -> None:
        for one, _ in self.passes:
            found = _pass_registry.get(one).pass_inst
            found.run_initialization(state)
            found.run_pass(state)
            found.run_finalizer(state)


class LeanCompiler(LinkedCompiler):
    """Only the passes that our functions need; a function that needs others gets them all."""

    passes = (
        TranslateByteCode,
        FixupArgs,
        LeanAssignments,
        DeclaredTypeInference,
        LeanPhis,
        LeanLowering,
        NoPythonBackend,
    )

    def __init__(self, *made_of: Any, **also: Any) -> None:
        super().__init__(*made_of, **also)
        self._made_of = made_of, also

    def compile_extra(self, func: Any) -> Any:
        try:
            assert not self.state.flags.nrt, "lowering.py counts no references"
            return super().compile_extra(func)
        except Exception:  # noqa: BLE001 - a fault of the function itself is reported by the usual way
            made_of, also = self._made_of
            return LinkedCompiler(*made_of, **also).compile_extra(func)

    def define_pipelines(self) -> list[PassManager]:
        passes = Passes("lean")
        for one in self.passes:
            passes.add_pass(one)
        return [passes]


class PrivateCompiler(LeanCompiler):
    """For functions that nothing but their own code and one entry point, or its wrapper for Python, calls."""

    entry_library = PrivateEntryLibrary
    helper_library = PrivateHelperLibrary
