# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""The structures of the Arrow C data interface, and the capsules in which Python passes them."""

from __future__ import annotations

import ctypes
from array import array
from typing import Any, Iterable, Iterator, Optional


class Schema(ctypes.Structure):
    """`struct ArrowSchema`."""


class Array(ctypes.Structure):
    """`struct ArrowArray`."""


class Stream(ctypes.Structure):
    """`struct ArrowArrayStream`."""


Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
    ("private_data", ctypes.c_void_p),
]

Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))),
    ("dictionary", ctypes.POINTER(Array)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
    ("private_data", ctypes.c_void_p),
]

Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
    ("private_data", ctypes.c_void_p),
]


def release(structure: Any) -> None:
    """Releases a structure, unless it is released or was moved away."""
    if structure.release:
        structure.release(ctypes.addressof(structure))


# Capsules ---------------------------------------------------------------------------------------

_python = ctypes.pythonapi
_python.PyCapsule_New.restype = ctypes.py_object
_python.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_python.PyCapsule_GetPointer.restype = ctypes.c_void_p
_python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]

# Within a destructor the capsule has no references left: it must not become a Python object.
_pointer_of_dead = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", _python)
)

_NAMES = {Schema: b"arrow_schema", Array: b"arrow_array", Stream: b"arrow_array_stream"}

# The structures that capsules point to, by their addresses, until the capsules are gone.
_in_capsules: dict[int, Any] = {}


def _destructor(name: bytes) -> Any:
    def destroy(
        capsule: int, name: bytes = name, alive: Any = _in_capsules, release: Any = release
    ) -> None:
        structure = alive.pop(_pointer_of_dead(capsule, name), None)
        if structure is not None:
            release(structure)

    callback = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(destroy)
    # A capsule may outlive this module at the end of the interpreter.
    _python.Py_IncRef(ctypes.py_object(callback))
    return callback


_destructors = {kind: _destructor(name) for kind, name in _NAMES.items()}


def capsule(structure: Any) -> Any:
    """Puts a structure into a capsule, which releases it if nobody takes it out."""
    address = ctypes.addressof(structure)
    _in_capsules[address] = structure
    kind = type(structure)
    return _python.PyCapsule_New(
        address, _NAMES[kind], ctypes.cast(_destructors[kind], ctypes.c_void_p)
    )


def structure_in(capsule: Any, kind: Any) -> Any:
    """The structure in a capsule, which stays its owner."""
    return kind.from_address(_python.PyCapsule_GetPointer(capsule, _NAMES[kind]))


# Columns ----------------------------------------------------------------------------------------


def _marking_released(kind: Any) -> Any:
    """The callback of structures whose memory Python owns: it only says that they are released."""
    place = kind.release.offset

    def mark(address: int) -> None:
        ctypes.c_void_p.from_address(address + place).value = None

    return ctypes.CFUNCTYPE(None, ctypes.c_void_p)(mark)


_release_schema = _marking_released(Schema)
_release_array = _marking_released(Array)


class TextColumn:
    """A column of text made of Python values, of the type large_string.

    `None` is a null; a number is its digits. The memory is that of this object: it is lent
    to calls, never given away.
    """

    def __init__(self, values: Iterable[Any]) -> None:
        texts: list[bytes] = []
        offsets = array("q", [0])
        valid = bytearray()
        end = 0
        for row, value in enumerate(values):
            if row % 8 == 0:
                valid.append(0)
            if value is not None and value == value:  # NaN is not equal to itself
                text = _text(value).encode()
                texts.append(text)
                end += len(text)
                valid[-1] |= 1 << row % 8
            offsets.append(end)
        length = len(offsets) - 1
        self._bytes = b"".join(texts)
        self._offsets = offsets
        self._valid = bytes(valid)
        self._buffers = (ctypes.c_void_p * 3)(
            ctypes.cast(ctypes.c_char_p(self._valid), ctypes.c_void_p),
            ctypes.c_void_p(offsets.buffer_info()[0]),
            ctypes.cast(ctypes.c_char_p(self._bytes), ctypes.c_void_p),
        )
        self.schema = Schema(format=b"U", name=b"", flags=2, release=_release_schema)
        self.array = Array(
            length=length,
            null_count=-1,
            n_buffers=3,
            buffers=ctypes.cast(self._buffers, ctypes.POINTER(ctypes.c_void_p)),
            release=_release_array,
        )


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    raise TypeError(f"expected text or numbers, found {type(value).__name__}")


def python_values(
    schema: Schema, values: Array, start: int = 0, count: Optional[int] = None
) -> list[Any]:
    """Rows of an array as Python has them: dictionaries for structures, lists for lists."""
    count = values.length - start if count is None else count
    begin = values.offset + start
    if count == 0:
        return []

    def numbers(kind: Any, more: int = 0) -> list[Any]:
        place = values.buffers[1] + begin * ctypes.sizeof(kind)
        return list((kind * (count + more)).from_address(place))

    def bits(place: int) -> list[bool]:
        data = ctypes.string_at(place, (begin + count + 7) // 8)
        return [bool(data[row >> 3] >> (row & 7) & 1) for row in range(begin, begin + count)]

    kind = schema.format
    found: list[Any]
    if schema.dictionary:
        words = python_values(schema.dictionary.contents, values.dictionary.contents)
        found = [words[index] if words else None for index in numbers(ctypes.c_int32)]
    elif kind == b"+s":
        names = column_names(schema)
        columns = [
            python_values(
                schema.children[place].contents, values.children[place].contents, begin, count
            )
            for place in range(schema.n_children)
        ]
        found = [dict(zip(names, row)) for row in zip(*columns)]
    elif kind == b"+l":
        ends = numbers(ctypes.c_int32, 1)
        first = ends[0]
        items = python_values(
            schema.children[0].contents, values.children[0].contents, first, ends[-1] - first
        )
        found = [items[one - first : next - first] for one, next in zip(ends, ends[1:])]
    elif kind == b"u":
        ends = numbers(ctypes.c_int32, 1)
        first = ends[0]
        length = ends[-1] - first
        text = ctypes.string_at(values.buffers[2] + first, length) if length else b""
        found = [text[one - first : next - first].decode() for one, next in zip(ends, ends[1:])]
    elif kind == b"b":
        found = bits(values.buffers[1])
    else:
        found = numbers({b"i": ctypes.c_int32, b"l": ctypes.c_int64, b"g": ctypes.c_double}[kind])
    if not values.buffers[0]:
        return found
    return [value if is_there else None for value, is_there in zip(found, bits(values.buffers[0]))]


def column_names(schema: Schema) -> list[str]:
    """The names of a table's columns."""
    return [schema.children[place].contents.name.decode() for place in range(schema.n_children)]


def metadata(schema: Schema) -> dict[str, str]:
    """What a schema says in addition to its columns."""
    if not schema.metadata:
        return {}
    place = schema.metadata

    def number() -> int:
        nonlocal place
        place += 4
        return ctypes.c_int32.from_address(place - 4).value

    def text() -> str:
        nonlocal place
        length = number()
        place += length
        return ctypes.string_at(place - length, length).decode()

    return {text(): text() for _ in range(number())}


def chunks(stream: Stream) -> Iterator[Array]:
    """The arrays of a stream; the caller releases each."""
    while True:
        values = Array()
        if stream.get_next(ctypes.addressof(stream), ctypes.addressof(values)) != 0:
            raise OSError(last_error(stream))
        if not values.release:
            return
        yield values


def schema_of(stream: Stream) -> Schema:
    """The schema of a stream; the caller releases it."""
    schema = Schema()
    if stream.get_schema(ctypes.addressof(stream), ctypes.addressof(schema)) != 0:
        raise OSError(last_error(stream))
    return schema


def last_error(stream: Stream) -> str:
    """Why a stream failed."""
    text: Optional[bytes] = stream.get_last_error(ctypes.addressof(stream))
    return text.decode(errors="replace") if text else "the stream failed"
