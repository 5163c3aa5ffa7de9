# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""A catalog as Parquet tables, for joins in DuckDB, Spark, BigQuery and Snowflake."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from ._catalog import PathLike, open
from ._library import version


def export_parquet(
    folder: PathLike, catalog: PathLike | None = None, *, tool: PathLike | None = None
) -> dict[str, Any]:
    """Writes the tables concept, name, coding, ndc, relation, strength, history and side_effect.

    Needs pyarrow, and the program ``rxkit``, whose ``export csv`` has the rows.

    Args:
        folder: Where the files go; it must not exist, and appears when it is whole.
        catalog: The catalog; that of `rxkit.open` if it is not given.
        tool: The program; RXKIT, else ``rxkit`` on the path, if it is not given.

    Returns:
        What ``metadata.json`` has: release, notices, and counts and SHA-256 of the files.
    """
    import pyarrow.parquet as parquet

    place = Path(folder)
    program = tool or os.environ.get("RXKIT") or shutil.which("rxkit")
    if program is None:
        raise FileNotFoundError("the program rxkit is not on the path; name it in RXKIT")
    if place.exists():
        raise FileExistsError(f"{place}: is there")
    work_folder = tempfile.TemporaryDirectory(dir=place.absolute().parent, prefix=".rxkit-")
    with open(catalog) as opened, work_folder as work:
        rows, whole = Path(work) / "csv", Path(work) / "parquet"
        command = [program, "export", "csv", "-o", rows, "--catalog", opened.path, "--quiet"]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        whole.mkdir()
        about = {**opened.describe(), "rxkit": version(), "files": {}}
        about["notices"].append((rows / "NOTICE.txt").read_text("utf-8"))
        for name, table in _tables(rows, opened).items():
            file = whole / f"{name}.parquet"
            table = table.sort_by([(column, "ascending") for column in table.column_names])
            parquet.write_table(table, file, row_group_size=1 << 17, compression="zstd")
            digest = hashlib.sha256(file.read_bytes()).hexdigest()
            about["files"][file.name] = {"rows": table.num_rows, "sha256": digest}
        text = json.dumps(about, indent=2, ensure_ascii=False) + "\n"
        (whole / "metadata.json").write_text(text, "utf-8")
        os.replace(whole, place)
    return about


def _tables(folder: Path, catalog: Any) -> dict[str, Any]:
    import pyarrow
    import pyarrow.compute as compute
    import pyarrow.csv as csv

    def read(name: str) -> Any:
        """A table of text, except for flags and counts."""
        file = folder / f"{name}.csv"
        with file.open(encoding="utf-8") as lines:
            columns = lines.readline().strip().split(",")
        kinds = {"is": pyarrow.bool_(), "labels": pyarrow.int32()}
        types = {name: kinds.get(name.split("_")[0], pyarrow.string()) for name in columns}
        options = csv.ConvertOptions(
            column_types=types, strings_can_be_null=True, null_values=[""]
        )
        parsing = csv.ParseOptions(newlines_in_values=True)
        return csv.read_csv(file, parse_options=parsing, convert_options=options)

    concepts, sources = read("concept"), read("source")
    numbers = {
        "concept_id": ("rxcui", concepts["id"], concepts["rxcui"]),
        "ingredient_id": ("ingredient_rxcui", concepts["id"], concepts["rxcui"]),
        "source_id": ("source", sources["id"], sources["abbreviation"]),
    }

    def named(table: str) -> Any:
        """A table with the values of numbers, which are in another table, in their place."""
        rows = read(table)
        for place, column in enumerate(rows.column_names):
            if column in numbers:
                name, ids, values = numbers[column]
                found = values.take(compute.index_in(rows[column], value_set=ids))
                rows = rows.set_column(place, name, found)
        return rows

    concept = concepts.drop_columns(["id", "source_id"])
    columns = ["ingredients", "doseForm", "generalForm", "brand"]
    known = pyarrow.table(catalog.lookup(concept["rxcui"], columns=columns))
    for column, name in (("doseForm", "dose_form"), ("brand", "brand")):
        concept = concept.append_column(name, compute.struct_field(known[column], "name"))
    lists = known["ingredients"].combine_chunks()
    strength = {"rxcui": concept["rxcui"].take(compute.list_parent_indices(lists))}
    for name in ("ingredient_rxcui", "ingredient", "strength", "preciseIngredient_rxcui"):
        path = {"ingredient_rxcui": ["rxcui"], "ingredient": ["name"]}.get(name, name.split("_"))
        strength[name.replace("I", "_i")] = compute.struct_field(lists.flatten(), path)
    name = named("name")
    coded = name.filter(compute.not_equal(name["source"], "RXNORM"))
    history = named("replacement").rename_columns(["rxcui", "replacement_rxcui"])
    # Written once, although several sources have it.
    ndc = named("ndc").group_by(["ndc", "rxcui"]).aggregate([("is_suppressed", "all")])
    return {
        "concept": concept.append_column("general_form", known["generalForm"]),
        "name": name.select(["rxcui", "text", "source", "tty", "suppress"]),
        "coding": coded.group_by(["rxcui", "source", "code"]).aggregate([]),
        "ndc": ndc.rename_columns(["ndc", "rxcui", "is_suppressed"]),
        "relation": named("ingredient"),
        "strength": pyarrow.table(strength),
        "history": read("former_code").join(history, "rxcui"),
        "side_effect": read("evidence").drop_columns(["id", "concept_id"]),
    }
