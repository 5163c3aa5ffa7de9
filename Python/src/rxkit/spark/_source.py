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

from ._pieces import Piece, files, pieces, settled_end
from ._reading import Reading


class FHIRDataSource(DataSource):
    """FHIR documents as rows, one for each medication resource: `Catalog.read_fhir` in Spark."""

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "rxkit-fhir"

    def schema(self) -> StructType:
        """The columns."""
        return from_arrow_schema(Reading(self.options).schema)

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reads what is there."""
        return _Reader(self.options)

    def streamReader(self, schema: StructType) -> DataSourceStreamReader:
        """Reads what comes."""
        return _StreamReader(self.options)


class _Reader(DataSourceReader):
    def __init__(self, options: Mapping[str, str]) -> None:
        self.reading = Reading(options)
        self.filters: list[tuple[str, Any]] = []

    def pushFilters(self, filters: list[Filter]) -> Iterator[Filter]:
        for each in filters:
            is_known = isinstance(each, (EqualTo, In, IsNotNull)) and len(each.attribute) == 1
            field = self.reading.schema.field(each.attribute[0]) if is_known else None
            if field is None or pa.types.is_nested(field.type):
                yield each
                continue
            value = getattr(each, "value", None)
            values = value if isinstance(each, In) else [value]
            wanted = pa.array(values, field.type).drop_null()
            self.filters.append((field.name, None if isinstance(each, IsNotNull) else wanted))

    def partitions(self) -> Sequence[Piece]:
        ends = {about.path: about.size for about in files(self.reading.root)}
        return pieces(self.reading.root, {}, ends, self.reading.piece_bytes)

    def read(self, partition: Any) -> Iterator[Any]:
        for batch in self.reading.rows(partition) if partition else ():
            for name, wanted in self.filters:
                column = batch.column(name)
                is_in = column.is_valid() if wanted is None else compute.is_in(column, wanted)
                batch = batch.filter(is_in)
            yield batch


class _StreamReader(DataSourceStreamReader):
    """An offset has for each file how far it was read; a batch is what is between two offsets."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.reading = Reading(options)

    def initialOffset(self) -> dict[str, int]:
        return {}

    def latestOffset(self) -> dict[str, int]:
        root = self.reading.root
        return {about.path: settled_end(root, about) for about in files(root)}

    def partitions(self, start: dict[str, int], end: dict[str, int]) -> Sequence[Piece]:
        return pieces(self.reading.root, start, end, self.reading.piece_bytes)

    def read(self, partition: Any) -> Iterator[Any]:
        return self.reading.rows(partition)
