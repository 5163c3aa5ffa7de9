#!/usr/bin/env python3
# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Annotates a column of codes, and reads FHIR documents, with the Python package and with others.

    columns.py annotate PARQUET [--rows 10000000] [--codes 5000] [--runs 3]
    columns.py read LINES TOOL [--runs 3]
    columns.py memory LINES [--gigabytes 5]

annotate  RxCUIs in a column of text, one in twenty unknown: concept, name, term type and status, by
          rxkit, and by left joins of pandas, Polars and DuckDB with concept.parquet of
          `python -m rxkit export-parquet`. --codes: how many different ones; 0 for all there are.
read      a file of NDJSON to a table of medication resources, by rxkit, by the program (records as
          NDJSON), and by orjson with a loop that extracts the same columns but for what follows
          from the catalog
memory    the peak of the process while it reads the file again and again

All run on one thread, in one process, but for memory, where all processors read. The catalog is that
of rxkit.open. Every answer must equal rxkit's, or the row says `differs`. Prints Markdown; seconds
are of the processor, the median of runs.
"""

import argparse
import os
import random
import resource
import subprocess
import tempfile
import time
from statistics import median

for threads in ("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "ARROW_NUM_THREADS"):
    os.environ[threads] = "1"

import duckdb
import orjson
import pandas
import polars
import pyarrow
import rxkit

COLUMNS = ["rxcui", "name", "tty", "status"]
KINDS = ("MedicationRequest MedicationStatement MedicationDispense MedicationAdministration "
         "Medication MedicationKnowledge MedicationOrder").split()


def processor_seconds():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def measure(way, runs):
    """The answer of the last run, and the median of the seconds."""
    seconds = []
    for _ in range(runs):
        answer = None  # the memory of the last one is not that of the next
        begun = processor_seconds()
        answer = way()
        seconds.append(processor_seconds() - begun)
    return answer, median(seconds)


def checksum(table):
    """The same for tables with the same rows in any order, texts in any encoding."""
    frame = polars.DataFrame(table)
    frame = frame.select(polars.col(name).cast(polars.String) for name in COLUMNS)
    return frame.height, frame.hash_rows(28).sum(), frame["rxcui"].null_count()


def annotate(given):
    concepts = polars.read_parquet(f"{given.parquet}/concept.parquet", columns=COLUMNS)
    concepts = concepts.drop_nulls("rxcui").with_columns(polars.all().cast(polars.String))
    chance = random.Random(28)
    known = concepts["rxcui"].to_list()
    if given.codes:
        known = chance.sample(known, given.codes)
    unknown = [str(90_000_000 + number) for number in range(max(1, len(known) // 20))]
    places = chance.choices(range(20), k=given.rows)
    column = pyarrow.array([chance.choice(known if place else unknown) for place in places])
    question = pyarrow.table({"code": column})
    catalog = rxkit.open()

    def of_rxkit():
        reader = pyarrow.RecordBatchReader.from_batches(
            question.schema, question.to_batches(max_chunksize=1 << 17))
        return pyarrow.table(catalog.stream("lookup", reader, columns=COLUMNS))

    # Of each rival its own form of the question and of the concepts, made before.
    codes, right = question.to_pandas(), concepts.to_pandas()
    right["code"] = right["rxcui"]
    frame, table = polars.DataFrame(question), concepts.with_columns(code="rxcui")
    database = duckdb.connect()
    database.execute("set threads = 1")
    database.register("question", question)
    database.execute("create table concepts as select rxcui as code, * from concepts")
    ways = {
        "rxkit": of_rxkit,
        "pandas merge": lambda: codes.merge(right, on="code", how="left")[COLUMNS],
        "Polars join": lambda: frame.join(table, on="code", how="left").select(COLUMNS),
        "DuckDB join": lambda: database.sql(
            f"select {', '.join(COLUMNS)} from question left join concepts using (code)"
        ).to_arrow_table(),
    }
    print(f"{given.rows:,} codes, {len(known):,} different ones that are known\n")
    print("| way | rows | without a concept | s | M/s | answers |\n| --- | --- | --- | --- | --- | --- |")
    expected = None
    for name, way in ways.items():
        answer, seconds = measure(way, given.runs)
        found = checksum(answer)
        expected = expected or found
        same = "equal" if found == expected else "differs"
        print(f"| {name} | {found[0]:,} | {found[2]:,} | {seconds:.2f} | "
              f"{given.rows / seconds / 1e6:.2f} | {same} |", flush=True)


def of_orjson(path):
    """What a resource says in the columns that `read` compares, for each medication resource."""
    rows = {"id": [], "resourceType": [], "status": [], "subject": [], "codings": [], "text": []}
    with open(path, "rb") as lines:
        for line in lines:
            resource = orjson.loads(line)
            if resource["resourceType"] not in KINDS:
                continue
            concept = resource.get("medicationCodeableConcept") or resource.get("code") or {}
            rows["id"].append(resource.get("id"))
            rows["resourceType"].append(resource["resourceType"])
            rows["status"].append(resource.get("status"))
            rows["subject"].append(resource.get("subject", {}).get("reference"))
            codings = concept.get("coding", [])
            rows["codings"].append([[each.get("system"), each.get("code")] for each in codings])
            rows["text"].append(concept.get("text"))
    return pyarrow.table(rows)


def read(given):
    catalog, size = rxkit.open(), os.path.getsize(given.lines)
    columns = ["id", "resourceType", "status", "subject", "codings", "text", "rxcui", "ingredients"]

    def of_rxkit(names=columns):
        return pyarrow.table(catalog.read_fhir(given.lines, columns=names, threads=1))

    def of_tool():
        command = [given.tool, "convert", given.lines, "--threads", "1", "--quiet"]
        with tempfile.TemporaryFile() as output:
            subprocess.run([*command, "--format", "ndjson"], check=True, stdout=output)
            output.seek(0)
            return sum(1 for _ in output)

    print(f"{size / 1e6:,.0f} MB of NDJSON\n")
    print("| way | records | s | MB/s | answers |\n| --- | --- | --- | --- | --- |")
    expected = None
    ways = {"rxkit, 8 columns": of_rxkit, "rxkit, all columns": lambda: of_rxkit(None),
            "the program": of_tool, "orjson and a loop": lambda: of_orjson(given.lines)}
    for name, way in ways.items():
        answer, seconds = measure(way, given.runs)
        count = answer if isinstance(answer, int) else answer.num_rows
        if expected is None:
            expected = answer
        same = count == expected.num_rows
        if "orjson" in name:
            same = all(answer[each].to_pylist() == expected[each].cast("string").to_pylist()
                       for each in ("id", "resourceType", "status", "subject"))
        print(f"| {name} | {count:,} | {seconds:.2f} | {size / seconds / 1e6:.0f} | "
              f"{'equal' if same else 'differs'} |", flush=True)


def memory(given):
    catalog, size = rxkit.open(), os.path.getsize(given.lines)
    print("| GB read | records | peak, MB |\n| --- | --- | --- |")
    with tempfile.NamedTemporaryFile(suffix=".ndjson") as grown:
        for _ in range(int(given.gigabytes * 1e9 / size) + 1):
            with open(given.lines, "rb") as one:
                while piece := one.read(1 << 20):
                    grown.write(piece)
        grown.flush()
        records, step = 0, os.path.getsize(grown.name) // 5
        for part in range(5):
            for batch in catalog.read_fhir(grown.name, byte_range=(part * step, (part + 1) * step)):
                records += len(batch)
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
            print(f"| {(part + 1) * step / 1e9:.1f} | {records:,} | {peak:.0f} |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("annotate")
    one.add_argument("parquet")
    one.add_argument("--rows", type=int, default=10_000_000)
    one.add_argument("--codes", type=int, default=5000)
    two = commands.add_parser("read")
    two.add_argument("lines")
    two.add_argument("tool")
    for command in (one, two):
        command.add_argument("--runs", type=int, default=3)
    three = commands.add_parser("memory")
    three.add_argument("lines")
    three.add_argument("--gigabytes", type=float, default=5)
    given = parser.parse_args()
    {"annotate": annotate, "read": read, "memory": memory}[given.command](given)
