# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""FHIR documents and columns of codes in Spark, with the package on every node.

>>> rxkit.spark.register(spark)  # doctest: +SKIP
>>> rows = spark.read.format("rxkit-fhir").load("s3://bucket/export/")  # doctest: +SKIP
>>> named = rxkit.spark.annotate(claims, "ndc", system="ndc")  # doctest: +SKIP

No advice: rows state what a release or a label says. A row is a resource, not a medication that
somebody takes.
"""

from __future__ import annotations

from typing import Any, Iterator, Optional, Sequence

import pyarrow as pa
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import IntegralType, StringType

from ._rows import open_catalog, plain
from ._source import FHIRDataSource, FilteringDataSource

__all__ = ["FHIRDataSource", "annotate", "register"]


def register(spark: Any) -> None:
    """Makes the format ``rxkit-fhir`` known to a session, and lets it take over filters."""
    spark.conf.set("spark.sql.python.filterPushdown.enabled", "true")
    spark.dataSource.register(FilteringDataSource)


def annotate(
    frame: Any,
    code: str = "code",
    *,
    system: Optional[str] = None,
    side_effects: bool = False,
    columns: Optional[Sequence[str]] = None,
    into: str = "medication",
    catalog: Optional[str] = None,
) -> Any:
    """Adds to each row of a data frame what its code means.

    Args:
        frame: A data frame; its rows and columns stay as they are.
        code: Its column of codes: text or whole numbers.
        system: Their code system, as for `Catalog.lookup`.
        side_effects: Whether the member ``sideEffects`` is added: the answer of
            `Catalog.side_effects`.
        columns: The members that are wanted of `Catalog.lookup`; all if not given.
        into: The new column.
        catalog: The path of the catalog on all nodes, or the name of a file that
            ``SparkContext.addFile`` sent; without it, that of `rxkit.open`.

    Returns:
        The data frame with the column `into`, a structure; of a null its members are null.

    Raises:
        ValueError: The column cannot hold codes, or that of the answers is there.
    """
    kind = frame.schema[code].dataType
    if not isinstance(kind, (StringType, IntegralType)):
        raise ValueError(f"column {code}: {kind.simpleString()}, expected text or whole numbers")
    if into in frame.columns:
        raise ValueError(f"column {into}: is there; name another one with into=")

    def answers(codes: Any) -> Any:
        opened = open_catalog(catalog)
        found = pa.record_batch(opened.lookup(codes, system=system, columns=columns))
        arrays = [column.cast(plain(column.type)) for column in found.columns]
        names = found.schema.names
        if side_effects:
            effects = pa.record_batch(opened.side_effects(codes, system=system))
            plains = [column.cast(plain(column.type)) for column in effects.columns]
            arrays.append(pa.StructArray.from_arrays(plains, effects.schema.names))
            names = [*names, "sideEffects"]
        return pa.StructArray.from_arrays(arrays, names)

    def annotated(batches: Iterator[Any]) -> Iterator[Any]:
        # Answers with their evidence are long, and one batch of them has at most 2 GiB of text.
        rows = 1024 if side_effects else 1 << 16
        for batch in batches:
            for start in range(0, len(batch), rows):
                part = batch.slice(start, rows)
                column = answers(part.column(code))
                yield pa.RecordBatch.from_arrays([*part.columns, column], [*batch.schema.names, into])

    empty = answers(pa.array([], pa.string()))
    added = from_arrow_schema(pa.schema([(into, empty.type)])).fields
    schema = type(frame.schema)([*frame.schema.fields, *added])
    return frame.mapInArrow(annotated, schema)
