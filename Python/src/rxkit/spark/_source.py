# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""The data source ``rxkit-fhir``."""

from __future__ import annotations

from typing import Any, Iterator, Mapping, Sequence

import pyarrow as pa
from pyarrow import compute
from pyspark.sql.datasource import DataSource, DataSourceReader, DataSourceStreamReader
from pyspark.sql.datasource import EqualTo, Filter, In, IsNotNull
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from ._pieces import Piece, files, has_lines, pieces, settled_end
from ._rows import Reading

_WORDS = {
    "claims": ("false", "true"),
    "sideeffects": ("false", "true"),
    "mode": ("permissive", "failfast"),
    "references": ("none", "file"),
}
_TEXTS = {"path": "", "columns": "", "catalog": "", "piecebytes": str(128 << 20)}


class _Settings:
    """The options of a data source, whose names have no case."""

    def __init__(self, given: Mapping[str, str]) -> None:
        options = {name.lower(): value for name, value in given.items()}
        for name, value in options.items():
            if name not in {*_WORDS, *_TEXTS}:
                known = "columns, catalog, claims, sideEffects, mode, references or pieceBytes"
                raise ValueError(f"option {name}: is unknown, expected {known}")
            if name in _WORDS and value.lower() not in _WORDS[name]:
                words = " or ".join(_WORDS[name])
                raise ValueError(f"option {name}: found {value!r}, expected {words}")
        options = {**_TEXTS, "references": "file", **options}
        if not options["path"]:
            raise ValueError("there is no path; try: load(path) of one file, folder or pattern")
        if not options["piecebytes"].isdigit() or int(options["piecebytes"]) == 0:
            raise ValueError(f"option pieceBytes: found {options['piecebytes']!r}, expected a number")
        self.root, self.size = options["path"], int(options["piecebytes"])
        names = [name.strip() for name in options["columns"].split(",")]
        on = [options.get(name, "").lower() == words[1] for name, words in _WORDS.items()]
        columns = tuple(name for name in names if name not in ("", "error", "offset"))
        self.reading = Reading(columns or None, options["catalog"] or None, *on)


class FHIRDataSource(DataSource):
    """FHIR documents as rows, one for each medication resource: `Catalog.read_fhir` in Spark.

    Options: ``columns`` (names with commas), ``catalog``, ``claims``, ``sideEffects``, ``mode``
    (``permissive``, or ``failfast`` at the first error), ``references`` (``file``, or ``none``),
    ``pieceBytes``. What cannot be read is a row with ``error``, and ``offset`` in bytes.
    """

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "rxkit-fhir"

    def schema(self) -> StructType:
        """The columns."""
        return from_arrow_schema(_Settings(self.options).reading.schema)

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reads what is there."""
        return _Reader(_Settings(self.options))

    def streamReader(self, schema: StructType) -> DataSourceStreamReader:
        """Reads what comes."""
        return _StreamReader(_Settings(self.options))


class FilteringDataSource(FHIRDataSource):
    """The same where Spark lets data sources take filters over, which must be switched on."""

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reads what is there, and leaves out what is filtered."""
        return _FilteringReader(_Settings(self.options))


class _Reader(DataSourceReader):
    def __init__(self, settings: _Settings) -> None:
        self.settings = settings

    def partitions(self) -> Sequence[Piece]:
        root, size = self.settings.root, self.settings.size
        found = [(about.path, about.size) for about in files(root)]
        return [each for path, end in found for each in pieces(root, path, 0, end, size)]

    def read(self, partition: Any) -> Iterator[Any]:
        return self.settings.reading.rows(partition) if partition else iter(())


class _FilteringReader(_Reader):
    filters: Sequence[tuple[str, Any]] = ()

    def pushFilters(self, filters: list[Filter]) -> Iterator[Filter]:
        for each in filters:
            name = each.attribute[0] if isinstance(each, (EqualTo, In, IsNotNull)) else ""
            fields = self.settings.reading.schema
            if len(getattr(each, "attribute", ())) != 1 or name not in fields.names:
                yield each
            elif isinstance(each, IsNotNull):
                self.filters = [*self.filters, (name, None)]
            elif pa.types.is_nested(fields.field(name).type):
                yield each
            else:
                values = each.value if isinstance(each, In) else [each.value]
                wanted = pa.array([v for v in values if v is not None], fields.field(name).type)
                self.filters = [*self.filters, (name, wanted)]

    def read(self, partition: Any) -> Iterator[Any]:
        for batch in super().read(partition):
            for name, wanted in self.filters:
                column = batch.column(name)
                is_wanted = column.is_valid() if wanted is None else compute.is_in(column, wanted)
                batch = batch.filter(is_wanted)
            yield batch


class _StreamReader(DataSourceStreamReader):
    """An offset has for each file how far it was read: a batch is the bytes between two offsets."""

    def __init__(self, settings: _Settings) -> None:
        self.settings = settings

    def initialOffset(self) -> dict[str, int]:
        return {}

    def latestOffset(self) -> dict[str, int]:
        root = self.settings.root
        return {about.path: settled_end(root, about) for about in files(root)}

    def partitions(self, start: dict[str, int], end: dict[str, int]) -> Sequence[Piece]:
        root, size = self.settings.root, self.settings.size
        found = []
        for path, until in end.items():
            begin = start.get(path, 0)
            if begin and until != begin and not has_lines(path):
                raise ValueError(
                    f"{path}: has {until} bytes, had {begin} when it was read; move whole files into "
                    "the folder (only .ndjson and .jsonl may be appended to)"
                )
            if until > begin:
                found += pieces(root, path, begin, until, size)
        return found

    def read(self, partition: Any) -> Iterator[Any]:
        return self.settings.reading.rows(partition)
