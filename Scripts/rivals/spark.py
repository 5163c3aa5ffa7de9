#!/usr/bin/env python3
# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Reads FHIR documents with Spark on two cores, and compares with one process.

    spark.py LINES TOOL [--gigabytes 2] [--runs 3]

LINES, a file of NDJSON, is read again and again: from a folder with as many links to it as make the
gigabytes. The columns are a few of the record; every count of rows must be the same.

one process   `Catalog.read_fhir` on one thread
rxkit-fhir    the data source on local[2], its rows counted
pipe          the lines as an RDD of text, piped through the program, its lines counted

Prints Markdown; seconds are of the wall clock, the best of the runs after a first one, in which Spark
starts its workers.
"""

import argparse
import os
import shlex
import sys
import tempfile
import time

import pyarrow
import rxkit
import rxkit.spark
from pyspark.sql import SparkSession

COLUMNS = ["id", "rxcui", "name", "statusMeaning"]


def best(way, runs):
    """The answer, and the least seconds of some runs after the first."""
    seconds = []
    for _ in range(runs + 1):
        begun = time.perf_counter()
        answer = way()
        seconds.append(time.perf_counter() - begun)
    return answer, min(seconds[1:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("lines")
    parser.add_argument("tool")
    parser.add_argument("--gigabytes", type=float, default=2)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    size = os.path.getsize(arguments.lines)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    catalog = rxkit.open()
    with tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(arguments.lines))) as folder:
        paths = []
        for number in range(max(1, round(arguments.gigabytes * 1e9 / size))):
            paths.append(os.path.join(folder, f"{number}.ndjson"))
            os.link(arguments.lines, paths[-1])
        spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
        spark.sparkContext.setLogLevel("OFF")
        rxkit.spark.register(spark)

        def one_process():
            records = (catalog.read_fhir(path, columns=COLUMNS, threads=1) for path in paths)
            return sum(pyarrow.table(each).num_rows for each in records)

        def source():
            rows = spark.read.format("rxkit-fhir").option("columns", ",".join(COLUMNS))
            return rows.load(folder).count()

        def pipe():
            # In an empty environment: with whole paths.
            command = [arguments.tool, "convert", "-", "--format", "ndjson", "--threads", "1", "--quiet",
                       "--catalog", os.path.abspath(rxkit.default_path())]
            return spark.sparkContext.textFile(folder).pipe(shlex.join(command)).count()

        total, rows, rate = size * len(paths), None, None
        print("| way | MB/s | of one process |", "| --- | ---: | ---: |", sep="\n")
        for name, way in [("one process", one_process), ("rxkit-fhir", source), ("pipe", pipe)]:
            found, seconds = best(way, arguments.runs)
            rows, rate = rows or found, rate or total / seconds
            same = "" if found == rows else f" differs: {found:,} rows"
            print(f"| {name}{same} | {total / seconds / 1e6:.0f} | {total / seconds / rate:.2f} |", flush=True)
        print(f"\n{total / 1e9:.1f} GB, {rows:,} rows.")
        spark.stop()


if __name__ == "__main__":
    main()
