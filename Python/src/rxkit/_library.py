# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""The C library: finding it, the types of its functions, and its errors."""

from __future__ import annotations

import ctypes
import os
import sys
from ctypes import POINTER, c_char, c_char_p, c_int32, c_size_t, c_void_p
from pathlib import Path
from typing import Any

from ._arrow import Array, Schema, Stream


class Error(Exception):
    """Why a query could not be answered.

    Attributes:
        code: A stable name, such as ``catalog.unreadable`` or ``arrow.offsets``.
        kind: ``"usage"``, ``"input"`` or ``"catalog"``.
    """

    _KINDS = {2: "usage", 3: "input", 4: "catalog"}

    def __init__(self, message: str, code: str = "", number: int = 3) -> None:
        super().__init__(message)
        self.code = code
        self.kind = self._KINDS.get(number, "internal")


class _Failure(ctypes.Structure):
    _fields_ = [("code", c_char * 64), ("message", c_char * 960)]


#: Takes some bytes of a file; a number other than 0 ends the writing.
Writer = ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p, c_size_t)


def _load() -> Any:
    name = "librxkit.dylib" if sys.platform == "darwin" else "librxkit.so"
    path = os.environ.get("RXKIT_LIBRARY") or str(Path(__file__).with_name(name))
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(
            f"{path}: {error}; build a wheel with Scripts/build-wheel, or name the library in "
            "RXKIT_LIBRARY"
        ) from error
    failure = POINTER(_Failure)
    library.rxkit_version.restype = c_char_p
    library.rxkit_close.restype = None
    structures = [POINTER(Schema), POINTER(Array)]
    arguments = {
        "open": [c_char_p, POINTER(c_void_p)],
        "build": [c_char_p, Writer, c_void_p],
        "describe": [c_void_p, *structures],
        "answer": [c_void_p, c_char_p, c_char_p, *structures, *structures],
        "stream": [c_void_p, c_char_p, c_char_p, POINTER(Stream), POINTER(Stream)],
        "share": [POINTER(Schema), POINTER(POINTER(Array)), c_size_t, POINTER(Stream)],
        "read_fhir": [c_void_p, c_char_p, POINTER(c_char_p), c_size_t, POINTER(Stream)],
        "read_fhir_bytes": [c_void_p, c_char_p, c_char_p, c_size_t, POINTER(Stream)],
    }
    for name, types in arguments.items():
        function = getattr(library, f"rxkit_{name}")
        function.restype = c_int32
        function.argtypes = [*types, failure]
    return library


_library = _load()


def version() -> str:
    """The version of the library."""
    return str(_library.rxkit_version().decode())


class Handle(c_void_p):
    """An open catalog of the library, which is closed with the last reference to this."""

    def __del__(self, close: Any = _library.rxkit_close) -> None:
        close(self)


def call(name: str, *arguments: Any) -> None:
    """Calls a function, and raises what it reports; other threads run meanwhile."""
    failure = _Failure()
    number = getattr(_library, f"rxkit_{name}")(*arguments, ctypes.byref(failure))
    if number != 0:
        raise Error(failure.message.decode(), failure.code.decode(), number)
