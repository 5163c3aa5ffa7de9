# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Pieces of files as rows, in the process of a task."""

from __future__ import annotations

import functools
import json
import os
import re
import tempfile
from itertools import accumulate
from typing import Any, Iterator, Mapping

import pyarrow as pa
from pyarrow import fs
from pyspark import SparkFiles

from .. import _catalog, _library
from ._pieces import LONGEST_LINE, Piece, file_system, line_places, whole_lines


@functools.lru_cache(maxsize=None)
def open_catalog(name: str | None) -> _catalog.Catalog:
    """A catalog, opened once in each process: a path here, or a file that `addFile` sent."""
    if name and not os.path.exists(name):
        sent = SparkFiles.get(os.path.basename(name))
        if not os.path.exists(sent):
            remedy = "try: a path that all nodes have, or SparkContext.addFile"
            raise _library.Error(f"{name}: is neither on this node nor sent to it; {remedy}")
        name = sent
    return _catalog.open(name)


def plain(kind: pa.DataType) -> pa.DataType:
    """A type as Spark has it, which knows no dictionaries."""
    if pa.types.is_list(kind):
        return pa.list_(plain(kind.value_type))
    if pa.types.is_struct(kind):
        return pa.struct([(field.name, plain(field.type)) for field in kind])
    return kind.value_type if pa.types.is_dictionary(kind) else kind


# Options with the words that they may be, the first of which counts if none is given.
_OPTIONS: dict[str, tuple[str, ...]] = {
    "claims": ("false", "true"),
    "sideeffects": ("false", "true"),
    "mode": ("permissive", "failfast"),
    "references": ("file", "none"),
    **dict.fromkeys(("path", "columns", "catalog", "piecebytes"), ()),
}


class Reading:
    """How pieces become rows: the options of the data source."""

    def __init__(self, given: Mapping[str, str]) -> None:
        options = {name.lower(): value for name, value in given.items()}
        for name, value in options.items():
            words = _OPTIONS.get(name)
            if words is None or words and value.lower() not in words:
                expected = " or ".join(words) if words else f"one of {', '.join(_OPTIONS)}"
                raise ValueError(f"option {name}: found {value!r}, expected {expected}")
        self.root, size = options.get("path", ""), options.get("piecebytes", str(128 << 20))
        if not self.root or not size.isdigit() or int(size) == 0:
            expected = "load(path) of one file, folder or pattern, and pieceBytes > 0"
            raise ValueError(f"expected {expected}")
        self.piece_bytes, self.catalog = int(size), options.get("catalog")
        names = [name.strip() for name in options.get("columns", "").split(",")]
        self.columns = [name for name in names if name not in ("", "error", "offset")] or None
        #: The options that are not as they are by themselves.
        self.flags = {
            name for name, words in _OPTIONS.items() if options.get(name, "").lower() in words[1:]
        }

    @functools.cached_property
    def schema(self) -> pa.Schema:
        """The columns: those of `read_fhir`, ``error``, and ``offset``."""
        found = {field.name: plain(field.type) for field in self._read(b"", self.columns).schema}
        names = [*(self.columns or [name for name in found if name != "error"]), "error"]
        return pa.schema([*((name, found[name]) for name in names), ("offset", pa.int64())])

    def rows(self, piece: Piece) -> Iterator[pa.RecordBatch]:
        """The rows of a piece; what cannot be read is a row with ``error`` and ``offset``."""
        for batch in self._rows(piece):
            if "mode" in self.flags and batch.column("error").null_count < len(batch):
                raise _library.Error(f"{batch.column('error').drop_null()[0]}")
            yield batch

    def _rows(self, piece: Piece) -> Iterator[pa.RecordBatch]:
        system, path = file_system(piece.root)[0], piece.path
        is_local = isinstance(system, fs.LocalFileSystem)
        source = path if is_local else f"{piece.root.partition('://')[0]}://{path}"
        if piece.is_lines and ("references" in self.flags or not is_local):
            yield from self._rows_of_lines(piece, system, source)
        elif is_local:
            yield from self._rows_of_file(piece, path, source)
        else:
            with tempfile.TemporaryDirectory() as folder:
                copy = os.path.join(folder, os.path.basename(path))
                fs.copy_files(path, copy, system, fs.LocalFileSystem())
                yield from self._rows_of_file(piece, copy, source)

    def _rows_of_file(self, piece: Piece, path: str, source: str) -> Iterator[pa.RecordBatch]:
        """Rows of what the library opens itself; those with errors come last."""
        failed: list[dict[str, Any]] = []
        options: dict[str, Any] = {"threads": 1}
        if piece.is_lines:
            options["byte_range"] = (piece.start, piece.end)
            if self.columns and not {"entry", "entryPath"} & {*self.columns}:
                # No row says the number of its line: those before the piece need not be counted.
                options["first_line"] = 0
        for batch in self._read(path, self.columns, **options):
            errors = batch.column("error")
            if errors.null_count < len(batch):
                failed += batch.filter(errors.is_valid()).to_pylist()
                batch = batch.filter(errors.is_null())
            yield self._shaped(batch, source=[source] * len(batch), offset=[None] * len(batch))
        if failed and options.pop("first_line", None) == 0:  # Messages do say it.
            again = self._read(path, self.columns, **options)
            errors_only = (each.filter(each.column("error").is_valid()) for each in again)
            failed = [row for each in errors_only for row in each.to_pylist()]
        if failed:
            # Messages name the file, and those of a copy what it is a copy of.
            names = (json.dumps(name)[1:-1] for name in (path, source))
            failed = json.loads(json.dumps(failed).replace(*names))
            found = [re.match(re.escape(source) + r":(\d+)\b", row["error"]) for row in failed]
            places = line_places(path, {int(line[1]) for line in found if line})
            for row, line in zip(failed, found):
                row.update(source=source, offset=places[int(line[1])] if line else None)
            yield pa.RecordBatch.from_pylist(failed, schema=self.schema)

    def _rows_of_lines(self, piece: Piece, system: Any, source: str) -> Iterator[pa.RecordBatch]:
        """Rows of lines by themselves, whose place is known but not their number."""
        columns = self.columns and {*self.columns, "entry", "entryPath"}
        with system.open_input_file(piece.path) as file:
            for begin, lines in whole_lines(file.read_at, piece.start, piece.end):
                at = f"{source}: byte "
                if lines is None:
                    what = f"a line of more than {LONGEST_LINE} bytes, which was skipped"
                    why = f"{at}{begin}: {what}  [input.line-too-long]"
                    row = {"source": source, "error": why, "offset": begin}
                    yield pa.RecordBatch.from_pylist([row], self.schema)
                    continue
                lengths = (len(line) + 1 for line in lines.split(b"\n"))
                starts = [*accumulate(lengths, initial=begin)]
                for batch in self._read(lines, columns, first_line=0):
                    paths = [path.partition(".") for path in batch.column("entryPath").to_pylist()]
                    places = [starts[int(line)] for line, _, _ in paths]
                    texts = zip(batch.column("error").to_pylist(), places)
                    yield self._shaped(
                        batch,
                        source=[source] * len(batch),
                        entry=[None] * len(batch),
                        entryPath=[inner or None for _, _, inner in paths],
                        error=[text and f"{at}{n}: {text.partition(': ')[2]}" for text, n in texts],
                        offset=places,
                    )

    def _read(self, source: Any, columns: Any, **options: Any) -> pa.RecordBatchReader:
        options |= {"claims": "claims" in self.flags, "side_effects": "sideeffects" in self.flags}
        records = open_catalog(self.catalog).read_fhir(source, columns=columns, **options)
        return pa.RecordBatchReader.from_stream(records)

    def _shaped(self, batch: pa.RecordBatch, **values: list[Any]) -> pa.RecordBatch:
        """A batch with the columns of the schema, some of which are given."""

        def column(field: pa.Field) -> pa.Array:
            if field.name in values:
                return pa.array(values[field.name], field.type)
            return batch.column(field.name).cast(field.type)

        return pa.RecordBatch.from_arrays([*map(column, self.schema)], schema=self.schema)
