"""A shorter way from Numba's statements to LLVM code, for functions that count no references (`_nrt=False`).

Numba keeps every variable in memory, deletes it after its last use, copies the whole description of an array for each
element, and describes each statement in words for a reader of the code; LLVM then has most of this to read and to
remove. Here a variable that is assigned once is a value, and what a structure was just made of is not read from it
again.
"""

import math
from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils, ir, ssa, transforms
from numba.core.callconv import RETCODE_NONE, RETCODE_OK, CPUCallConv, Status
from numba.core.compiler_machinery import register_pass
from numba.core.cpu import CPUContext
from numba.core.ir_utils import build_definitions
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering, PreLowerStripPhis
from numba.core.unsafe import eh
from numba.core.untyped_passes import ReconstructSSA
from numba.np.arrayobj import fix_integer_index, load_item, store_item

from noughts.kernel.lean.type_inference import is_choice
from noughts.kernel.mode import CHECKED

LARGEST_TABLE = 1_000_000  # bytes: larger ones are not copied into the code
NO_ARGUMENTS = llvm.FunctionType(llvm.VoidType(), ())
# Calls that are not of a plain function: Numba's own way knows them.
SPECIAL_CALLS = (
    types.ObjModeDispatcher,
    types.ExternalFunction,
    types.ExternalFunctionPointer,
    types.RecursiveCall,
    types.FunctionType,
)


class LeanBuilder(llvm.IRBuilder):  # type: ignore[misc] # it has no types
    """A builder that does not read a structure's element again that was just put into it."""

    exception: Any = None  # where functions that are called tell of one

    def extract_value(self, agg: Any, idx: Any, name: str = "") -> Any:
        path = list(idx) if isinstance(idx, tuple | list) else [idx]
        while path:
            if isinstance(agg, llvm.instructions.InsertValue) and len(agg.indices) == 1:
                if agg.indices[0] == path[0]:
                    agg = agg.value
                    path.pop(0)
                else:
                    agg = agg.aggregate
            elif isinstance(agg, llvm.Constant) and isinstance(agg.constant, list | tuple):
                agg = agg.constant[path.pop(0)]
            else:
                return super().extract_value(agg, path, name)
        return agg


class LeanCalls(CPUCallConv):  # type: ignore[misc] # it has no types
    """All calls of a function tell of exceptions in one place.

    In the caller's own, each would have to be passed it on: some per cent fewer nodes a second.
    """

    def call_function(self, builder: Any, callee: Any, resty: Any, argtys: Any, args: Any, attrs: Any = None) -> Any:
        if not isinstance(builder, LeanBuilder) or attrs:
            return super().call_function(builder, callee, resty, argtys, args, attrs)
        with builder.goto_entry_block():
            place = builder.alloca(self.get_return_type(resty).pointee)
            if builder.exception is None:
                builder.exception = builder.alloca(self._get_excinfo_argument(builder.function).type.pointee)
        given = self._get_arg_packer(argtys).as_arguments(builder, args)
        code = builder.call(callee, [place, builder.exception, *given])
        none = builder.icmp_signed("==", code, RETCODE_NONE)
        ok = builder.or_(builder.icmp_signed("==", code, RETCODE_OK), none)
        status = Status(code, ok, none, builder.not_(ok), None, None, None, None)
        return status, self.context.get_returned_value(builder, resty, builder.load(place))

    def return_status_propagate(self, builder: Any, status: Any) -> None:
        if isinstance(builder, LeanBuilder):
            builder.store(builder.load(builder.exception), self._get_excinfo_argument(builder.function))
            self._return_errcode_raw(builder, status.code)
        else:
            super().return_status_propagate(builder, status)


class LeanContext(CPUContext):  # type: ignore[misc] # it has no types
    call_conv = property(LeanCalls)

    def get_abi_alignment(self, ty: Any) -> int:
        if str(ty) not in _alignments:  # LLVM is asked by a module of its own
            _alignments[str(ty)] = super().get_abi_alignment(ty)
        return _alignments[str(ty)]


_alignments: dict[str, int] = {}


class LeanLower(Lower):  # type: ignore[misc] # it has no types
    """As its parent, in fewer words."""

    def init(self) -> None:
        super().init()
        self.context.__class__ = LeanContext  # a copy of Numba's own, for this function alone
        self._values: dict[str, Any] = {}  # of variables that are assigned once
        self._tables: dict[int, Any] = {}  # constant arrays, by identity

    def setup_function(self, fndesc: Any) -> None:
        super().setup_function(fndesc)
        self.builder = LeanBuilder(self.entry_block)
        self.call_helper = self.call_conv.init_call_helper(self.builder)

    # Statements

    def lower_block(self, block: Any) -> None:
        for statement in block.body:
            self.loc = statement.loc
            self.lower_inst(statement)

    def lower_inst(self, inst: Any) -> Any:
        if isinstance(inst, ir.Assign):
            name = inst.target.name
            self.storevar(self.lower_assign(self.typeof(name), inst), name)
        elif isinstance(inst, ir.SetItem):
            self.lower_setitem(inst.target, inst.index, inst.value, self.fndesc.calltypes[inst])
        elif isinstance(inst, ir.Jump):
            self.builder.branch(self.blkmap[inst.target])
        else:
            super().lower_inst(inst)

    def lower_assign(self, ty: Any, inst: Any) -> Any:
        value = inst.value
        if isinstance(value, ir.Global | ir.FreeVar) and isinstance(ty, types.Array):
            table = value.value
            if ty.layout == "C" and table.flags.c_contiguous and table.nbytes <= LARGEST_TABLE:
                return self._table(ty, table)
        return super().lower_assign(ty, inst)

    def lower_call(self, resty: Any, expr: Any) -> Any:
        kind = self.typeof(expr.func.name)
        signature = self.fndesc.calltypes[expr]
        if isinstance(kind, SPECIAL_CALLS) or isinstance(signature.return_type, types.Phantom) or expr.target:
            return super().lower_call(resty, expr)
        values = list(self.fold_call_args(kind, signature, expr.args, expr.vararg, expr.kws))
        if is_choice(kind, signature.args):
            return self.context.cast(self.builder, self._chosen(kind, signature, values), signature.return_type, resty)
        if signature.recvr:
            values.insert(0, self.loadvar(expr.func.name))
        result = self.context.get_function(kind, signature)(self.builder, values, self.loc)
        if result is None:
            assert signature.return_type == types.void
            result = self.context.get_dummy_value()
        return self.context.cast(self.builder, result, signature.return_type, resty)

    def _chosen(self, kind: Any, signature: Any, values: Any) -> Any:
        compare = self.builder.icmp_signed if signature.return_type.signed else self.builder.icmp_unsigned
        return self.builder.select(compare(">" if kind.typing_key is max else "<", *values), *values)

    # Variables

    def _find_singly_assigned_variable(self) -> None:
        assigned: dict[str, int] = {}
        for block in self.func_ir.blocks.values():
            for statement in block.body:
                if isinstance(statement, ir.Assign):
                    assigned[statement.target.name] = assigned.get(statement.target.name, 0) + 1
        self._singly_assigned_vars = {name for name, times in assigned.items() if times == 1}

    def getvar(self, name: str) -> Any:
        if name not in self.varmap:
            with self.builder.goto_entry_block():
                self.varmap[name] = self.builder.alloca(self.context.get_value_type(self.typeof(name)), name=name)
        return self.varmap[name]

    def loadvar(self, name: str) -> Any:
        value = self._values.get(name)
        # A block may be written before the one that assigns: then the variable is kept in memory too.
        return self.builder.load(self.getvar(name)) if value is None else value

    def storevar(self, value: Any, name: str, argidx: Any = None) -> None:
        assert value.type == self.context.get_value_type(self.typeof(name))
        if name in self._singly_assigned_vars:
            self._values[name] = value
        if name not in self._values or name in self.varmap:
            self.builder.store(value, self.getvar(name))

    # Arrays

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        place = self._element(value, index, signature)
        if place is None:
            return super().lower_getitem(resty, expr, value, index, signature)
        found = load_item(self.context, self.builder, signature.args[0], place)
        return self.context.cast(self.builder, found, signature.return_type, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        array, _, kind = signature.args
        place = None if isinstance(kind, types.Array) else self._element(target_var, index_var, signature)
        if place is None:
            return super().lower_setitem(target_var, index_var, value_var, signature)
        value = self.loadvar(value_var.name)
        value = self.context.cast(self.builder, value, self.typeof(value_var.name), array.dtype)
        return store_item(self.context, self.builder, array, value, place)

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        if expr.op == "getattr" and isinstance(resty, types.NestedArray):
            record = self.typeof(expr.value.name)
            if isinstance(record, types.Record) and record.typeof(expr.attr) == resty and record.aligned:
                return self._field(record, expr, resty)
        return super().lower_expr(resty, expr)

    def _element(self, array_var: Any, index_var: Any, signature: Any) -> Any:
        """A pointer to the one element that is meant; None if it is something else."""
        array, index = signature.args[:2]
        kinds = index.types if isinstance(index, types.BaseTuple) else (index,)
        if not isinstance(array, types.Array) or array.layout != "C" or len(kinds) != array.ndim:
            return None
        if not all(isinstance(one, types.Integer) for one in kinds):
            return None
        builder, described = self.builder, self.loadvar(array_var.name)
        position = self.context.data_model_manager[array].get_field_position
        given = self.context.cast(builder, self.loadvar(index_var.name), self.typeof(index_var.name), index)
        offset = None
        for axis, kind in enumerate(kinds):
            at = builder.extract_value(given, axis) if isinstance(index, types.BaseTuple) else given
            size = builder.extract_value(described, (position("shape"), axis))
            at = self._index(kind, at, size)
            offset = at if offset is None else builder.add(builder.mul(offset, size), at)
        return builder.gep(builder.extract_value(described, position("data")), [offset])

    def _index(self, kind: Any, at: Any, size: Any) -> Any:
        """An index along an axis. Only constants may be negative and count from the end: for all others to be asked
        costs alpha-beta in ultimate a tenth of its nodes a second."""
        if isinstance(at, llvm.Constant):
            return fix_integer_index(self.context, self.builder, kind, at, size)
        at = self.context.cast(self.builder, at, kind, types.intp)
        if CHECKED and kind.signed:
            with self.builder.if_then(self.builder.icmp_signed("<", at, at.type(0)), likely=False):
                self.builder.call(self.module.declare_intrinsic("llvm.trap", (), NO_ARGUMENTS), ())
        return at

    def _field(self, record: Any, expr: Any, array: Any) -> Any:
        """The array that is a field of a record."""
        start = self.loadvar(expr.value.name)
        element = self.context.get_data_type(array.dtype)
        data = cgutils.get_record_member(self.builder, start, record.offset(expr.attr), element)
        return self._described(array, array.shape, array.strides, array.size, data)

    def _table(self, kind: Any, table: Any) -> Any:
        """A constant array, of which each function holds a copy."""
        data = self._tables.get(id(table))
        if data is None:
            element = self.context.get_data_type(kind.dtype)
            content = cgutils.create_constant_array(llvm.IntType(8), bytearray(table.tobytes()))
            place = cgutils.global_constant(self.module, ".const.array.data", content)
            place.align = self.context.get_abi_alignment(element)
            data = self._tables[id(table)] = place.bitcast(element.as_pointer())
        return self._described(kind, table.shape, table.strides, table.itemsize, data)

    def _described(self, array: Any, shape: Any, strides: Any, item_size: int, data: Any) -> Any:
        """The structure that tells of an array of which all but the place is known."""
        kind, model = self.context.get_value_type(array), self.context.data_model_manager[array]
        number = kind.elements[model.get_field_position("nitems")]
        sizes = kind.elements[model.get_field_position("shape")]
        known = {
            "nitems": number(math.prod(shape)),
            "itemsize": number(item_size),
            "shape": sizes([number(one) for one in shape]),
            "strides": sizes([number(one) for one in strides]),
        }
        fields = [known.get(name, of(None)) for name, of in zip(model._fields, kind.elements, strict=True)]
        return self.builder.insert_value(llvm.Constant(kind, fields), data, model.get_field_position("data"))


@register_pass(mutates_CFG=True, analysis_only=False)
class LeanLowering(BaseNativeLowering):  # type: ignore[misc] # it has no types
    _name = "lean_lowering"

    @property
    def lowering_class(self) -> type[LeanLower]:
        return LeanLower


@register_pass(mutates_CFG=True, analysis_only=False)
class LeanAssignments(ReconstructSSA):  # type: ignore[misc] # it has no types
    """Static single assignment, without the lifetimes of variables, which no pass here needs."""

    _name = "lean_assignments"

    def run_pass(self, state: Any) -> bool:
        function = state.func_ir
        assert not function.is_generator
        function.generator_info = None
        function.blocks = transforms.canonicalize_cfg(function.blocks)
        for block in function.blocks.values():
            for assign in block.find_insts(ir.Assign):
                assert not isinstance(assign.value, ir.Global) or assign.value.value is not eh.exception_check
        ssa.reconstruct_ssa(function)
        function._definitions = build_definitions(function.blocks)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class LeanPhis(PreLowerStripPhis):  # type: ignore[misc] # it has no types
    _name = "lean_phis"

    def run_pass(self, state: Any) -> bool:
        state.func_ir = self._strip_phi_nodes(state.func_ir)
        return True
