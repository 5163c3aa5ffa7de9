# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""The structures of the Arrow C data interface, and the capsules in which Python passes them."""

from __future__ import annotations

import ctypes
from array import array
from ctypes import POINTER
from itertools import accumulate
from typing import Any, Iterable, Iterator


class Schema(ctypes.Structure):
    """`struct ArrowSchema`."""


class Array(ctypes.Structure):
    """`struct ArrowArray`."""


class Stream(ctypes.Structure):
    """`struct ArrowArrayStream`."""


_text, _number, _place = ctypes.c_char_p, ctypes.c_int64, ctypes.c_void_p
_callback = ctypes.CFUNCTYPE(None, _place)
_filling = ctypes.CFUNCTYPE(ctypes.c_int, _place, _place)


def _define(kind: Any, **members: Any) -> None:
    kind._fields_ = [*members.items(), ("release", _callback), ("private_data", _place)]


def _family(kind: Any) -> dict[str, Any]:
    return {"children": POINTER(POINTER(kind)), "dictionary": POINTER(kind)}


_sizes = dict.fromkeys(("length", "null_count", "offset", "n_buffers", "n_children"), _number)
_texts = {"format": _text, "name": _text, "metadata": _place}
_define(Schema, **_texts, flags=_number, n_children=_number, **_family(Schema))
_define(Array, **_sizes, buffers=POINTER(_place), **_family(Array))
_errors = ctypes.CFUNCTYPE(_text, _place)
_define(Stream, get_schema=_filling, get_next=_filling, get_last_error=_errors)


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
_name_of_dead = ctypes.PYFUNCTYPE(_text, _place)(("PyCapsule_GetName", _python))
_pointer_of_dead = ctypes.PYFUNCTYPE(_place, _place, _text)(("PyCapsule_GetPointer", _python))

_NAMES = {Schema: b"arrow_schema", Array: b"arrow_array", Stream: b"arrow_array_stream"}

# The structures that capsules point to, by their addresses, until the capsules are gone.
_in_capsules: dict[int, Any] = {}


@ctypes.PYFUNCTYPE(None, _place)
def _destructor(
    capsule: int,
    name: Any = _name_of_dead,
    pointer: Any = _pointer_of_dead,
    alive: Any = _in_capsules,
    release: Any = release,
) -> None:
    structure = alive.pop(pointer(capsule, name(capsule)), None)
    if structure is not None:
        release(structure)


# A capsule may outlive this module at the end of the interpreter.
_python.Py_IncRef(ctypes.py_object(_destructor))


def capsule(structure: Any) -> Any:
    """Puts a structure into a capsule, which releases it unless it is taken out."""
    address = ctypes.addressof(structure)
    _in_capsules[address] = structure
    return _python.PyCapsule_New(
        address, _NAMES[type(structure)], ctypes.cast(_destructor, ctypes.c_void_p)
    )


def structure_in(capsule: Any, kind: Any) -> Any:
    """The structure in a capsule, which stays its owner."""
    return kind.from_address(_python.PyCapsule_GetPointer(capsule, _NAMES[kind]))


# Columns ----------------------------------------------------------------------------------------


def _marking_released(kind: Any) -> Any:
    """The callback of structures whose memory stays Python's: it only says that they are released."""
    return _callback(lambda address: setattr(kind.from_address(address), "release", _callback()))


_release_schema, _release_array = map(_marking_released, (Schema, Array))


class TextColumn:
    """A column of text made from Python values, of the type large_string.

    `None` is a null; a number is its digits. The memory is that of this object: it is lent
    to calls, never given away.
    """

    def __init__(self, values: Iterable[Any]) -> None:
        # NaN is not equal to itself.
        texts = [None if each is None or each != each else _encoded(each) for each in values]
        self._bytes = b"".join(filter(None, texts))
        self._offsets = array("q", accumulate((len(text or b"") for text in texts), initial=0))
        self._valid = bytes(
            sum((text is not None) << bit for bit, text in enumerate(texts[row : row + 8]))
            for row in range(0, len(texts), 8)
        )
        self._buffers = (ctypes.c_void_p * 3)(
            ctypes.cast(ctypes.c_char_p(self._valid), ctypes.c_void_p),
            ctypes.c_void_p(self._offsets.buffer_info()[0]),
            ctypes.cast(ctypes.c_char_p(self._bytes), ctypes.c_void_p),
        )
        self.schema = Schema(format=b"U", name=b"", flags=2, release=_release_schema)
        self.array = Array(
            length=len(texts),
            null_count=-1,
            n_buffers=3,
            buffers=ctypes.cast(self._buffers, ctypes.POINTER(ctypes.c_void_p)),
            release=_release_array,
        )


def _encoded(value: Any) -> bytes:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, (str, int, float)) or isinstance(value, bool):
        raise TypeError(f"expected text or numbers, found {type(value).__name__}")
    return (value if isinstance(value, str) else str(value)).encode()


def python_values(
    schema: Schema, values: Array, start: int = 0, count: int | None = None
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
        kinds, members = schema.children, values.children
        columns = [
            python_values(kinds[place].contents, members[place].contents, begin, count)
            for place in range(schema.n_children)
        ]
        found = [dict(zip(names, row)) for row in zip(*columns)]
    elif kind in (b"+l", b"u"):
        ends = numbers(ctypes.c_int32, 1)
        first, size = ends[0], ends[-1] - ends[0]
        parts = [slice(one - first, next - first) for one, next in zip(ends, ends[1:])]
        if kind == b"u":
            text = ctypes.string_at(values.buffers[2] + first, size) if size else b""
            found = [text[part].decode() for part in parts]
        else:
            lists = schema.children[0].contents, values.children[0].contents
            items = python_values(*lists, first, size)
            found = [items[part] for part in parts]
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


def _filled(stream: Stream, fill: Any, structure: Any) -> Any:
    if fill(ctypes.addressof(stream), ctypes.addressof(structure)) != 0:
        text: bytes | None = stream.get_last_error(ctypes.addressof(stream))
        raise OSError(text.decode(errors="replace") if text else "the stream failed")
    return structure


def chunks(stream: Stream) -> Iterator[Array]:
    """The arrays of a stream; the caller releases each."""
    while (values := _filled(stream, stream.get_next, Array())).release:
        yield values


def schema_of(stream: Stream) -> Schema:
    """The schema of a stream; the caller releases it."""
    return _filled(stream, stream.get_schema, Schema())  # type: ignore[no-any-return]
