# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Rows of pieces of files, in the process of a task."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Iterator, Optional

import pyarrow as pa
from pyarrow import compute, fs
from pyspark import SparkFiles

from .. import _catalog, _library
from ._pieces import LONGEST_LINE, Piece, file_system, line_places, whole_lines


@functools.lru_cache(maxsize=None)
def open_catalog(name: Optional[str]) -> _catalog.Catalog:
    """A catalog, opened once in each process: a path here, or a file that `addFile` sent."""
    if name and not os.path.exists(name):
        sent = SparkFiles.get(os.path.basename(name))
        if not os.path.exists(sent):
            raise _library.Error(
                f"{name}: is neither on this node nor sent to it; try: a path that all nodes have, "
                "or SparkContext.addFile",
                "catalog.unreadable",
                4,
            )
        name = sent
    return _catalog.open(name)


def plain(kind: pa.DataType) -> pa.DataType:
    """A type as Spark has it, which knows no dictionaries."""
    if pa.types.is_dictionary(kind):
        return kind.value_type
    if pa.types.is_list(kind):
        return pa.list_(plain(kind.value_type))
    if pa.types.is_struct(kind):
        return pa.struct([(field.name, plain(field.type)) for field in kind])
    return kind


@dataclass(frozen=True)
class Reading:
    """How files are read."""

    columns: Optional[tuple[str, ...]]
    catalog: Optional[str]
    claims: bool
    side_effects: bool
    fails_fast: bool
    follows_references: bool

    @functools.cached_property
    def schema(self) -> pa.Schema:
        """The columns: those of `read_fhir`, ``error``, and ``offset``."""
        found = {field.name: plain(field.type) for field in self._read(b"", self.columns).schema}
        names = [*(self.columns or (name for name in found if name != "error")), "error"]
        return pa.schema([*((name, found[name]) for name in names), ("offset", pa.int64())])

    def rows(self, piece: Piece) -> Iterator[pa.RecordBatch]:
        """The rows of a piece; what cannot be read is a row with ``error`` and ``offset``."""
        system = file_system(piece.root)[0]
        is_local = isinstance(system, fs.LocalFileSystem)
        source = piece.path if is_local else f"{piece.root.partition('://')[0]}://{piece.path}"
        with tempfile.TemporaryDirectory() as folder:
            if piece.is_lines and not (is_local and self.follows_references):
                batches = self._rows_of_lines(piece, system, source)
            elif is_local:
                batches = self._rows_of_file(piece, piece.path, source)
            else:
                copy = os.path.join(folder, os.path.basename(piece.path))
                with system.open_input_stream(piece.path, compression=None) as remote:
                    with open(copy, "wb") as file:
                        shutil.copyfileobj(remote, file, 1 << 20)
                batches = self._rows_of_file(piece, copy, source)
            for batch in batches:
                if self.fails_fast and batch.column("error").null_count < len(batch):
                    raise _library.Error(f"{batch.column('error').drop_null()[0]}")
                yield batch

    def _read(self, source: Any, columns: Any, **options: Any) -> pa.RecordBatchReader:
        records = open_catalog(self.catalog).read_fhir(
            source, columns=columns, claims=self.claims, side_effects=self.side_effects, **options
        )
        return pa.RecordBatchReader.from_stream(records)

    def _rows_of_file(self, piece: Piece, path: str, source: str) -> Iterator[pa.RecordBatch]:
        """Rows of what the library opens itself; those with errors come last."""
        span = (piece.start, piece.end) if piece.is_lines else None
        failed: list[dict[str, Any]] = []
        for batch in self._read(path, self.columns, byte_range=span, threads=1):
            has_failed = batch.column("error").is_valid()
            failed += batch.filter(has_failed).to_pylist()
            yield self._shaped(batch.filter(compute.invert(has_failed)), source=source)
        if not failed:
            return
        place = re.compile(re.escape(path) + r":(\d+)\b")
        lines = [int(line[1]) if (line := place.match(row["error"])) else 0 for row in failed]
        places: dict[int, int] = {}
        if any(lines):
            with open(path, "rb") as file:
                kind = "gzip" if file.read(2) == b"\x1f\x8b" else None
            with fs.LocalFileSystem().open_input_stream(path, compression=kind) as stream:
                places = line_places(stream, {*lines})
        if path != source:  # A copy: no message names it.
            names = (json.dumps(name)[1:-1] for name in (path, source))
            failed = json.loads(json.dumps(failed).replace(*names))
        for row, line in zip(failed, lines):
            row.update(source=source, offset=places.get(line))
        yield pa.RecordBatch.from_pylist(failed, schema=self.schema)

    def _rows_of_lines(
        self, piece: Piece, system: Any, source: str
    ) -> Iterator[pa.RecordBatch]:
        """Rows of lines by themselves; as their numbers are unknown, all have their place."""
        columns = self.columns and {*self.columns, "entry", "entryPath"}
        with system.open_input_file(piece.path) as file:
            for begin, lines in whole_lines(file.read_at, piece.start, piece.end):
                if lines is None:
                    error = f"a line of more than {LONGEST_LINE} bytes, expected shorter ones"
                    error = f"{source}: byte {begin}: {error}  [input.line-too-long]"
                    row = {"source": source, "error": error, "offset": begin}
                    yield pa.RecordBatch.from_pylist([row], schema=self.schema)
                    continue
                starts = [*accumulate((len(x) + 1 for x in lines.split(b"\n")), initial=begin)]
                for batch in self._read(lines, columns, first_line=0):
                    paths = [path.partition(".") for path in batch.column("entryPath").to_pylist()]
                    offsets = [starts[int(line)] for line, _, _ in paths]
                    errors = [
                        text and f"{source}: byte {place}: {text.partition(': ')[2]}"
                        for text, place in zip(batch.column("error").to_pylist(), offsets)
                    ]
                    inner = [inner or None for _, _, inner in paths]
                    values = {"error": errors, "offset": offsets, "entryPath": inner}
                    yield self._shaped(batch, source=source, entry=None, **values)

    def _shaped(self, batch: pa.RecordBatch, **values: Any) -> pa.RecordBatch:
        """A batch with the columns of the schema, some with other values."""

        def column(field: pa.Field) -> pa.Array:
            value = values.get(field.name)
            if isinstance(value, list):
                return pa.array(value, field.type)
            if field.name in values or field.name == "offset":
                return pa.repeat(pa.scalar(value, field.type), len(batch))
            return batch.column(field.name).cast(field.type)

        return pa.RecordBatch.from_arrays([column(field) for field in self.schema], schema=self.schema)
