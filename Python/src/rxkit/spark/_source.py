# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""The data source ``rxkit-fhir``, and its options."""

from __future__ import annotations

from typing import Any, Iterator, Mapping, Sequence

import pyarrow as pa
from pyarrow import compute
from pyspark.sql.datasource import DataSource, DataSourceReader, DataSourceStreamReader
from pyspark.sql.datasource import EqualTo, Filter, In, IsNotNull
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from ._pieces import Piece, files, pieces, settled_end
from ._reading import Reading

# Options with the words that they may be, the first of which counts if none is given.
_OPTIONS: dict[str, tuple[str, ...]] = {
    "claims": ("false", "true"),
    "sideeffects": ("false", "true"),
    "mode": ("permissive", "failfast"),
    "references": ("file", "none"),
    **dict.fromkeys(("path", "columns", "catalog", "piecebytes"), ()),
}


class _Settings:
    def __init__(self, given: Mapping[str, str]) -> None:
        options = {name.lower(): value for name, value in given.items()}
        for name, value in options.items():
            if name not in _OPTIONS:
                raise ValueError(f"option {name}: is unknown, expected {', '.join(_OPTIONS)}")
            if _OPTIONS[name] and value.lower() not in _OPTIONS[name]:
                words = " or ".join(_OPTIONS[name])
                raise ValueError(f"option {name}: found {value!r}, expected {words}")
        self.root, size = options.get("path"), options.get("piecebytes", str(128 << 20))
        if not self.root or not size.isdigit() or int(size) == 0:
            raise ValueError("expected load(path) of one file, folder or pattern, and pieceBytes > 0")
        self.size = int(size)
        on = [options.get(name, "").lower() in words[1:] for name, words in _OPTIONS.items() if words]
        names = [name.strip() for name in options.get("columns", "").split(",")]
        columns = tuple(name for name in names if name not in ("", "error", "offset"))
        self.reading = Reading(columns or None, options.get("catalog"), *on)


class FHIRDataSource(DataSource):
    """FHIR documents as rows, one for each medication resource: `Catalog.read_fhir` in Spark."""

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "rxkit-fhir"

    def schema(self) -> StructType:
        """The columns."""
        return from_arrow_schema(_Settings(self.options).reading.schema)

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reads what is there."""
        return _Reader(self.options)

    def streamReader(self, schema: StructType) -> DataSourceStreamReader:
        """Reads what comes."""
        return _StreamReader(self.options)


class _Reader(_Settings, DataSourceReader):
    filters: Sequence[tuple[str, Any]] = ()

    def pushFilters(self, filters: list[Filter]) -> Iterator[Filter]:
        for each in filters:
            is_known = isinstance(each, (EqualTo, In, IsNotNull)) and len(each.attribute) == 1
            field = self.reading.schema.field(each.attribute[0]) if is_known else None
            if field is None or pa.types.is_nested(field.type):
                yield each
                continue
            values = getattr(each, "value", None)
            wanted = None if isinstance(each, IsNotNull) else values if isinstance(each, In) else [values]
            self.filters = [*self.filters, (field.name, wanted)]

    def partitions(self) -> Sequence[Piece]:
        found = [(about.path, about.size) for about in files(self.root)]
        return [each for path, end in found for each in pieces(self.root, path, 0, end, self.size)]

    def read(self, partition: Any) -> Iterator[Any]:
        for batch in self.reading.rows(partition) if partition else ():
            for name, wanted in self.filters:
                column = batch.column(name)
                values = pa.array([] if wanted is None else [*wanted], column.type).drop_null()
                batch = batch.filter(
                    column.is_valid() if wanted is None else compute.is_in(column, values)
                )
            yield batch


class _StreamReader(_Settings, DataSourceStreamReader):
    """An offset has for each file how far it was read; a batch is what is between two offsets."""

    def initialOffset(self) -> dict[str, int]:
        return {}

    def latestOffset(self) -> dict[str, int]:
        return {about.path: settled_end(self.root, about) for about in files(self.root)}

    def partitions(self, start: dict[str, int], end: dict[str, int]) -> Sequence[Piece]:
        grown = [(path, start.get(path, 0), size) for path, size in end.items()]
        return [
            piece
            for path, begin, size in grown
            if begin < size
            for piece in pieces(self.root, path, begin, size, self.size)
        ]

    def read(self, partition: Any) -> Iterator[Any]:
        return self.reading.rows(partition)
