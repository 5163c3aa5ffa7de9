# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""FHIR documents and columns of codes in Spark, with the package on every node.

No advice: rows state what a release or a label says. A row is a resource, not a medication that
somebody takes.
"""

from __future__ import annotations

from typing import Any, Iterator, Sequence

import pyarrow as pa
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import IntegralType, StringType, StructType

from ._reading import open_catalog, plain
from ._source import FHIRDataSource

__all__ = ["FHIRDataSource", "annotate", "register"]


def register(spark: Any) -> None:
    """Makes the format ``rxkit-fhir`` known to a session, and lets it take over filters."""
    spark.conf.set("spark.sql.python.filterPushdown.enabled", "true")
    spark.dataSource.register(FHIRDataSource)


def annotate(
    frame: Any,
    code: str = "code",
    *,
    system: str | None = None,
    side_effects: bool = False,
    columns: Sequence[str] | None = None,
    into: str = "medication",
    catalog: str | None = None,
) -> Any:
    """Adds to each row of a data frame what its code means.

    Args:
        frame: A data frame; its rows and columns stay as they are.
        code: Its column of codes: text or whole numbers.
        system: Their code system, as for `Catalog.lookup`.
        side_effects: Whether ``sideEffects`` is added, the answer of `Catalog.side_effects`.
        columns: The members that are wanted of `Catalog.lookup`; all if not given.
        into: The new column, a structure; of a null its members are null.
        catalog: A path that all nodes have, or the name of a file that ``SparkContext.addFile``
            sent; without it, the catalog of `rxkit.open`.

    Raises:
        ValueError: The column cannot hold codes, or that of the answers is there.
    """
    kind = frame.schema[code].dataType
    if not isinstance(kind, (StringType, IntegralType)):
        raise ValueError(f"column {code}: {kind.simpleString()}, expected text or whole numbers")
    if into in frame.columns:
        raise ValueError(f"column {into}: is there; name another one with into=")

    def answers(codes: pa.Array) -> pa.StructArray:
        opened = open_catalog(catalog)
        found = pa.record_batch(opened.lookup(codes, system=system, columns=columns))
        if side_effects:
            effects = pa.record_batch(opened.side_effects(codes, system=system))
            found = found.append_column("sideEffects", effects.to_struct_array())
        rows = found.to_struct_array()
        return rows.cast(plain(rows.type))

    def annotated(batches: Iterator[Any]) -> Iterator[Any]:
        # Labels' evidence is long, and a batch of answers has at most 2 GiB of text.
        count = 1 << (10 if side_effects else 16)
        for batch in batches:
            for start in range(0, len(batch), count):
                part = batch.slice(start, count)
                yield part.append_column(into, answers(part.column(code)))

    added = from_arrow_schema(pa.schema([(into, answers(pa.array([], pa.string())).type)]))
    return frame.mapInArrow(annotated, StructType([*frame.schema.fields, *added.fields]))
