# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Answers as tables, which other libraries read without a copy."""

from __future__ import annotations

import contextlib
import ctypes
import warnings
from typing import Any, Iterator

from . import _arrow, _library
from ._arrow import Array, Schema, Stream


class Result:
    """A table of answers: one row for each query, in order.

    Whatever reads the Arrow PyCapsule interface takes it without a copy, as often as it likes::

        polars.DataFrame(result)
        pyarrow.table(result)
        pandas.DataFrame.from_arrow(result)
        duckdb.sql("select * from result")

    Without any of them, ``result[0]`` is a row as a dictionary, and `to_pylist` gives all rows.
    """

    def __init__(self, schema: Schema, batches: list[Array]) -> None:
        self._schema = schema
        self._batches = batches

    def __del__(self) -> None:
        for structure in [*getattr(self, "_batches", []), getattr(self, "_schema", None)]:
            if structure is not None:
                _arrow.release(structure)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return _arrow.column_names(self._schema)

    @property
    def metadata(self) -> dict[str, str]:
        """The release that the answers were made from, the version, and notes about them."""
        return _arrow.metadata(self._schema)

    def __len__(self) -> int:
        return sum(batch.length for batch in self._batches)

    def __repr__(self) -> str:
        return f"<rxkit.Result: {len(self)} rows, {len(self.columns)} columns>"

    def to_pylist(self) -> list[dict[str, Any]]:
        """All rows as dictionaries by the names of the columns."""
        return list(self)

    def column(self, name: str) -> list[Any]:
        """The values of one column.

        Raises:
            KeyError: There is no such column.
        """
        try:
            place = self.columns.index(name)
        except ValueError:
            raise KeyError(name) from None
        kind = self._schema.children[place].contents
        return [
            value
            for batch in self._batches
            for value in _arrow.python_values(kind, batch.children[place].contents)
        ]

    def __getitem__(self, row: int) -> dict[str, Any]:
        place = row + len(self) if row < 0 else row
        for batch in self._batches:
            if 0 <= place < batch.length:
                return self._rows(batch, place, 1)[0]
            place -= batch.length
        raise IndexError(f"row {row} of {len(self)}")

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for batch in self._batches:
            for start in range(0, batch.length, 1024):
                yield from self._rows(batch, start, min(1024, batch.length - start))

    def _rows(self, batch: Array, start: int, count: int) -> list[dict[str, Any]]:
        return _arrow.python_values(self._schema, batch, start, count)

    def _stream(self) -> Stream:
        stream = Stream()
        batches = (ctypes.POINTER(Array) * len(self._batches))(
            *[ctypes.pointer(batch) for batch in self._batches]
        )
        _library.call(
            "share", ctypes.byref(self._schema), batches, len(self._batches), ctypes.byref(stream)
        )
        return stream

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The answers as a stream of record batches; a requested schema is not heeded."""
        return _arrow.capsule(self._stream())

    def __arrow_c_schema__(self) -> Any:
        """The types of the columns."""
        stream = self._stream()
        try:
            return _arrow.capsule(_arrow.schema_of(stream))
        finally:
            _arrow.release(stream)

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        """The answers as one record batch; a requested schema is not heeded.

        Raises:
            ValueError: The answers are in several batches, as those to a stream are.
        """
        if len(self._batches) != 1:
            raise ValueError(f"{len(self._batches)} batches, expected one; use the stream")
        stream = self._stream()
        try:
            schema = _arrow.schema_of(stream)
            return _arrow.capsule(schema), _arrow.capsule(next(_arrow.chunks(stream)))
        finally:
            _arrow.release(stream)


@contextlib.contextmanager
def _reading(stream: Stream) -> Iterator[Stream]:
    try:
        yield stream
    except OSError as error:
        raise _library.Error(str(error)) from None
    finally:
        _arrow.release(stream)


class Records:
    """A stream of rows that are made as they are read, only once: memory stays small.

    Pass it on (``polars.DataFrame(records)``, ``pyarrow.RecordBatchReader.from_stream(records)``),
    or iterate over it, which gives a `Result` for each batch.
    """

    def __init__(self, stream: Stream, note: str | None = None) -> None:
        self._stream: Stream | None = stream
        self._note = note

    def __del__(self) -> None:
        stream = getattr(self, "_stream", None)
        if stream is not None:
            _arrow.release(stream)

    @property
    def _unread(self) -> Stream:
        if self._stream is None:
            raise ValueError("these rows were read before; read again for another stream")
        return self._stream

    def _take(self) -> Stream:
        """The stream; where documents have no row, the note says so with what they have instead."""
        stream = self._unread
        if self._note is not None:
            schema = _arrow.schema_of(stream)
            found = _arrow.metadata(schema).get("rxkit.other-resources")
            _arrow.release(schema)
            if found:
                warnings.warn(f"{self._note}; found {found}", stacklevel=3)
        self._stream = None
        return stream

    def __arrow_c_schema__(self) -> Any:
        """The types of the columns, which may be read before the rows."""
        return _arrow.capsule(_arrow.schema_of(self._unread))

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The rows as a stream of record batches; a requested schema is not heeded."""
        return _arrow.capsule(self._take())

    def __iter__(self) -> Iterator[Result]:
        with _reading(self._take()) as stream:
            for batch in _arrow.chunks(stream):
                yield Result(_arrow.schema_of(stream), [batch])

    def read_all(self) -> Result:
        """All rows as one result."""
        with _reading(self._take()) as stream:
            result = Result(_arrow.schema_of(stream), [])
            result._batches.extend(_arrow.chunks(stream))
        return result
