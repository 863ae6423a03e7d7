"""A module to instantiate out of the one relocatable object that LLVM emits, without a linker.

In an object of its own LLVM has written every index and address as if it were linked first and alone, so that no
relocation need be applied. Exports are missing; custom sections, and data that is zero, are too much. The addresses of
data stand in the symbol table of the section `linking`.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from noughts.errors import NoughtsError

_MAGIC = b"\0asm\1\0\0\0"
_CUSTOM, _EXPORT, _DATA, _DATA_COUNT = 0, 7, 11, 12  # kinds of sections
_SYMBOL_TABLE = 8
_FUNCTION, _DATUM, _SECTION = 0, 1, 3  # kinds of symbols
_UNDEFINED, _HAS_NAME = 0x10, 0x40
_I32_CONST, _END = 0x41, 0x0B


class Linked(NamedTuple):
    """A module, where its data lies, and where that ends."""

    code: bytes
    places: dict[str, int]
    end: int


class _Segment(NamedTuple):
    address: int
    head: bytes  # as it stands before the content
    content: bytes


class _Reader:
    """Numbers and texts of a section, one after the other."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    @property
    def is_at_end(self) -> bool:
        return self.at >= len(self.data)

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self, is_signed: bool = False) -> int:
        """An integer in LEB128."""
        result = shift = 0
        while True:
            byte = self.byte()
            result |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return result - (1 << shift) if is_signed and byte & 0x40 else result

    def bytes(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def text(self) -> str:
        return self.bytes(self.number()).decode()


def _written(number: int) -> bytes:
    """An unsigned integer in LEB128."""
    found = bytearray()
    while number >= 0x80:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes((*found, number))


def link(relocatable: bytes, functions: Collection[str], data: Collection[str]) -> Linked:
    """The module that exports these functions, and the addresses of these data."""
    sections = list(_sections(relocatable))
    segments = [segment for kind, body in sections if kind == _DATA for segment in _segments(body)]
    exports: dict[str, int] = {}
    places: dict[str, int] = {}
    for kind, body in sections:
        if kind == _CUSTOM:
            for symbol in _symbols(body):
                if symbol.kind == _FUNCTION and symbol.name in functions:
                    exports[symbol.name] = symbol.place
                elif symbol.kind == _DATUM and symbol.name in data:
                    places[symbol.name] = segments[symbol.place].address + symbol.offset
    if missing := (set(functions) - exports.keys()) | (set(data) - places.keys()):
        raise NoughtsError(f"the object that LLVM wrote lacks {', '.join(sorted(missing))}")
    export = _written(len(exports)) + b"".join(
        _written(len(name)) + name.encode() + b"\0" + _written(exports[name]) for name in sorted(exports)
    )
    kept = [segment.head + segment.content for segment in segments if any(segment.content)]
    module, is_exported = bytearray(_MAGIC), False
    for kind, body in sections:
        if kind in (_CUSTOM, _DATA_COUNT):
            continue
        if kind > _EXPORT and not is_exported:
            module += _section(_EXPORT, export)
            is_exported = True
        module += _section(kind, _written(len(kept)) + b"".join(kept) if kind == _DATA else body)
    end = max((segment.address + len(segment.content) for segment in segments), default=0)
    return Linked(bytes(module), places, end)


def _section(kind: int, body: bytes) -> bytes:
    return bytes([kind]) + _written(len(body)) + body


def _sections(data: bytes) -> Iterator[tuple[int, bytes]]:
    if not data.startswith(_MAGIC):
        raise NoughtsError("LLVM wrote no WebAssembly")
    reader = _Reader(data, len(_MAGIC))
    while not reader.is_at_end:
        kind = reader.byte()
        yield kind, reader.bytes(reader.number())


def _segments(body: bytes) -> Iterator[_Segment]:
    reader = _Reader(body)
    for _ in range(reader.number()):
        begin = reader.at
        flags, opcode = reader.number(), reader.byte()
        address = reader.number(is_signed=True)
        if flags != 0 or opcode != _I32_CONST or reader.byte() != _END:
            raise NoughtsError("the object that LLVM wrote has data at no constant address")
        size = reader.number()
        yield _Segment(address, body[begin : reader.at], reader.bytes(size))


class _Symbol(NamedTuple):
    kind: int
    name: str
    place: int  # of the function, or of the datum's segment
    offset: int = 0  # of a datum in its segment


def _symbols(body: bytes) -> Iterator[_Symbol]:
    """The defined functions and data of the symbol table, if the custom section has one."""
    reader = _Reader(body)
    if reader.text() != "linking":
        return
    reader.number()  # the version
    while not reader.is_at_end:
        kind, size = reader.byte(), reader.number()
        if kind != _SYMBOL_TABLE:
            reader.at += size
            continue
        for _ in range(reader.number()):
            symbol = _read_symbol(reader)
            if symbol is not None:
                yield symbol


def _read_symbol(reader: _Reader) -> _Symbol | None:
    kind, flags = reader.byte(), reader.number()
    is_defined = not flags & _UNDEFINED
    if kind == _DATUM:
        name = reader.text()
        if not is_defined:
            return None
        segment, offset, _ = reader.number(), reader.number(), reader.number()  # and its size
        return _Symbol(kind, name, segment, offset)
    index = reader.number()
    if kind == _SECTION:
        return None
    name = reader.text() if is_defined or flags & _HAS_NAME else ""
    return _Symbol(kind, name, index) if is_defined and kind == _FUNCTION else None
