# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Tests of rxkit.spark: pieces of files by themselves, and jobs on a cluster that loses workers.

SPARK_MASTER names another master than a cluster of two processes on this machine.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import warnings
from collections import Counter
from pathlib import Path
from typing import Any, Iterator
from unittest import mock

import rxkit

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "Data" / "Samples" / "FHIR"

if not (importlib.util.find_spec("pyspark") and importlib.util.find_spec("pyarrow")):
    raise unittest.SkipTest("pyspark and pyarrow are not installed")

import pyarrow  # noqa: E402
from pyarrow import fs  # noqa: E402
from pyspark import TaskContext, cloudpickle  # noqa: E402
from pyspark.sql.functions import spark_partition_id  # noqa: E402
from pyspark.sql.datasource import EqualTo, GreaterThan, In, IsNotNull  # noqa: E402

import rxkit.spark  # noqa: E402
from rxkit.spark import _pieces, _reading, _source  # noqa: E402


def reader(path: object, **options: object) -> Any:
    """The reader of the data source, without Spark."""
    given = {name: str(value) for name, value in options.items()}
    return _source._Reader({"path": str(path), **given})


def rows(source: Any) -> Iterator[dict[str, Any]]:
    """All rows that the tasks of a reader give."""
    for piece in source.partitions():
        for batch in source.read(piece):
            batch.validate(full=True)
            yield from batch.to_pylist()


def counted(found: Any, *without: str) -> Counter[str]:
    """Rows as a multiset."""
    return Counter(
        json.dumps({name: row[name] for name in sorted(row) if name not in without})
        for row in found
    )


def alone(folder: Path) -> Counter[str]:
    """What one process reads of the files of a folder."""
    catalog = rxkit.open()
    return sum(
        (counted(catalog.read_fhir(file).read_all()) for file in sorted(folder.iterdir())),
        Counter(),
    )


def write_documents(folder: Path, copies: int) -> None:
    """Writes the samples, lines of their resources, and lines that are broken."""
    lines = []
    for sample in sorted(SAMPLES.glob("*.json")):
        shutil.copy(sample, folder)
        document = json.loads(sample.read_text("utf-8-sig"))
        for entry in document.get("entry", []) if isinstance(document, dict) else []:
            lines.append(json.dumps(entry["resource"], ensure_ascii=False))
    lines += ['{"resourceType": ', "", '{"resourceType": "MedicationRequest"} {}', "µ\r"]
    text = (
        "\n".join(lines * copies) + '\n{"resourceType": "MedicationRequest", "id": "last"}'
    ).encode()
    (folder / "lines.ndjson").write_bytes(text)
    (folder / "lines.ndjson.gz").write_bytes(gzip.compress(text))
    (folder / "cut.ndjson.gz").write_bytes(gzip.compress(text)[:-20])
    (folder / "empty.ndjson").touch()


class PieceTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        warnings.filterwarnings("ignore", message=".*no medication resource")

    def test_any_pieces_give_each_line_once(self) -> None:
        endings = [b"\n", b"\n", b"\r\n"]
        contents = [b"", b"a", b"\r", "é漢🙂".encode(), b"x" * 200]
        for seed in range(400):
            chance = random.Random(seed)
            lines = [
                chance.choice(contents) + chance.choice(endings)
                for _ in range(chance.randint(0, 9))
            ]
            text = b"".join(lines) + chance.choice([b"", b"no end", b"y" * 90])
            size, block = chance.randint(1, 60), chance.randint(1, 40)
            found = [
                (begin, part)
                for piece in _pieces.pieces("", {}, {"a.ndjson": len(text)}, size)
                for begin, part in _pieces.whole_lines(
                    lambda count, place: text[place : place + count], piece.start, piece.end, block
                )
            ]
            self.assertEqual(b"".join(part or b"" for _, part in found), text, f"seed {seed}")
            for begin, part in found:
                self.assertEqual(part, text[begin : begin + len(part or b"")])
                self.assertTrue(
                    (part or b"").endswith(b"\n") or text.endswith(part or b"?"), f"seed {seed}"
                )

    def test_ranges_are_read_as_ranges(self) -> None:
        text = b"".join(b"%07d\n" % number for number in range(1 << 16))
        asked: list[tuple[int, int]] = []

        def read_at(count: int, place: int) -> bytes:
            asked.append((place, place + count))
            return text[place : place + count]

        parts = [*_pieces.whole_lines(read_at, 100_001, 200_001, 1 << 14)]
        self.assertEqual(b"".join(part or b"" for _, part in parts), text[100_008:200_008])
        self.assertGreaterEqual(min(begin for begin, _ in asked), 100_000)
        self.assertLessEqual(max(end for _, end in asked), 200_000 + (1 << 16))

    def test_a_file_that_was_cut_is_an_error(self) -> None:
        with self.assertRaises(EOFError):
            list(_pieces.whole_lines(lambda count, place: b"a\nb\n"[place : place + count], 0, 9))

    def test_rows_are_those_of_one_process(self) -> None:
        write_documents(self.folder, 2)
        expected = alone(self.folder)
        for size in (1 << 27, 999):
            found = list(rows(reader(self.folder, pieceBytes=size)))
            self.assertEqual(counted(found, "offset"), expected)
            self.assertIn("lines.ndjson", str(found))
            text = (self.folder / "lines.ndjson").read_bytes()
            places = [
                (row["offset"], row["error"])
                for row in found
                if "lines.ndjson" in (row["error"] or "")
            ]
            self.assertGreater(len(places), 6)
            for offset, error in places:
                self.assertEqual(text[:offset].count(b"\n") + 1, int(error.split(":")[1]))
                self.assertTrue(offset == 0 or text[offset - 1 : offset] == b"\n")

    def test_lines_by_themselves_do_not_depend_on_the_pieces(self) -> None:
        write_documents(self.folder, 2)
        found = [
            list(rows(reader(self.folder, references="none", pieceBytes=size)))
            for size in (1 << 27, 999)
        ]
        self.assertEqual(counted(found[0]), counted(found[1]))
        self.assertEqual(len(found[0]), sum(alone(self.folder).values()))
        text = (self.folder / "lines.ndjson").read_bytes()
        errors = 0
        for row in found[0]:
            if row["source"].endswith("lines.ndjson"):
                line = text[row["offset"] :].split(b"\n")[0]
                if row["error"]:
                    errors += 1
                    self.assertIn(f"lines.ndjson: byte {row['offset']}: ", row["error"])
                elif row["id"]:
                    self.assertIn(json.dumps(row["id"]).encode(), line)
        self.assertGreater(errors, 3)

    def test_a_line_that_is_too_long_is_a_row(self) -> None:
        file = self.folder / "a.ndjson"
        file.write_text("{}\n" + "x" * 300 + '\n{"resourceType": "MedicationRequest"}\n')
        with (
            mock.patch.object(_pieces, "LONGEST_LINE", 100),
            mock.patch.object(_pieces, "BLOCK", 64),
        ):
            with mock.patch.object(_pieces.whole_lines, "__defaults__", (64,)):
                found = list(rows(reader(file, references="none", columns="resourceType")))
        self.assertEqual(
            [row["resourceType"] for row in found if not row["error"]], ["MedicationRequest"]
        )
        self.assertIn(
            (3, True), [(row["offset"], "line-too-long" in (row["error"] or "")) for row in found]
        )

    def test_other_file_systems(self) -> None:
        write_documents(self.folder, 1)
        here = fs.SubTreeFileSystem(str(self.folder), fs.LocalFileSystem())
        with mock.patch.object(_pieces, "file_system", lambda root: (here, "")):
            with mock.patch.object(_reading, "file_system", lambda root: (here, "")):
                found = list(rows(reader("s3://", pieceBytes=5000)))
        local = list(rows(reader(self.folder, references="none", pieceBytes=5000)))
        self.assertEqual({row["source"][:5] for row in found}, {"s3://"})
        here_and_there = [
            sorted(text.replace(f"{self.folder}/", "s3://") for text in counted(each).elements())
            for each in (found, local)
        ]
        self.assertEqual(*here_and_there)

    def test_files(self) -> None:
        for name in (
            "b.ndjson",
            "a.json",
            ".hidden.json",
            "_SUCCESS",
            "c/d.json",
            "_temporary/e.json",
        ):
            (self.folder / name).parent.mkdir(exist_ok=True)
            (self.folder / name).touch()
        for path, names in (
            (self.folder, ["a.json", "b.ndjson", "c/d.json"]),
            (self.folder / "*.json", ["a.json"]),
            (self.folder / "b.ndjson", ["b.ndjson"]),
            (f"file://{self.folder}", ["a.json", "b.ndjson", "c/d.json"]),
        ):
            found = [os.path.relpath(about.path, self.folder) for about in _pieces.files(str(path))]
            self.assertEqual(found, names)
        with self.assertRaises(FileNotFoundError):
            _pieces.files(str(self.folder / "missing"))

    def test_options(self) -> None:
        for options in ({"column": "id"}, {"mode": "fast"}, {"pieceBytes": "0"}, {"path": ""}):
            with self.assertRaises(ValueError, msg=str(options)):
                reader(**{"path": self.folder, **options})
        file = self.folder / "a.ndjson"
        file.write_text("{}\n{\n")
        self.assertEqual(
            reader(file, columns=" id,error").reading.schema.names, ["id", "error", "offset"]
        )
        for references in ("file", "none"):
            with self.assertRaisesRegex(rxkit.Error, "a.ndjson"):
                list(rows(reader(file, mode="FAILFAST", references=references)))
        with mock.patch.object(_reading.SparkFiles, "get", lambda name: f"/sent/{name}"):
            with self.assertRaisesRegex(rxkit.Error, "addFile"):
                _reading.open_catalog("missing.rxkit")

    def test_filters(self) -> None:
        source = reader(SAMPLES, columns="id,status,negated,codings")
        filters = [
            EqualTo(("status",), "active"),
            In(("negated",), (False, None)),
            IsNotNull(("id",)),
            GreaterThan(("id",), "a"),
            EqualTo(("status", "x"), "active"),
            EqualTo(("codings",), "active"),
        ]
        self.assertEqual(list(source.pushFilters(filters)), filters[3:])
        whole = list(rows(reader(SAMPLES, columns="id,status,negated,codings")))
        expected = [
            row
            for row in whole
            if row["status"] == "active" and row["negated"] is False and row["id"] is not None
        ]
        self.assertEqual(list(rows(source)), expected)
        self.assertTrue(0 < len(expected) < len(whole))

    def test_offsets_of_a_folder_that_grows(self) -> None:
        stream = _source._StreamReader({"path": str(self.folder)})
        line = '{"resourceType": "MedicationRequest", "id": "%d"}'
        (self.folder / "empty.json").touch()
        offsets = [stream.latestOffset()]

        def add(name: str, text: str, age: int = 0) -> None:
            with (self.folder / name).open("a") as file:
                file.write(text)
            os.utime(self.folder / name, (time.time() - age,) * 2)
            offsets.append(stream.latestOffset())

        add("a.ndjson", line % 1 + "\n" + (line % 2)[:20])  # its second line is not whole yet
        add("a.ndjson", (line % 2)[20:] + "\n" + line % 3)
        add("b.json", line % 4)
        add("a.ndjson", "", age=60)
        add("a.ndjson", "\n" + line % 5 + "\n")
        ids = [
            [
                row["id"]
                for piece in stream.partitions(*pair)
                for batch in stream.read(piece)
                for row in batch.to_pylist()
            ]
            for pair in zip(offsets, offsets[1:])
        ]
        self.assertEqual(ids, [["1"], ["2"], ["4"], ["3"], ["5"]])
        self.assertEqual(stream.partitions(offsets[-1], offsets[-1]), [])
        add("b.json", "\n" + line % 6)
        with self.assertRaisesRegex(ValueError, "move whole files"):
            stream.partitions(*offsets[-2:])


# Jobs on a cluster ------------------------------------------------------------------------------


def once(mark: str) -> bool:
    """Whether it is the first time in all processes."""
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False


def troubled(marks: str, *troubles: str) -> Any:
    """A step of tasks in which some go wrong once they have read something."""

    def step(batches: Iterator[Any]) -> Iterator[Any]:
        context = TaskContext.get()
        assert context
        task, attempt = context.partitionId(), context.attemptNumber()
        for batch in batches:
            yield batch
            if (
                task == 1
                and attempt < 2
                and "fails" in troubles
                and once(f"{marks}/failed-{attempt}")
            ):
                raise OSError("a task fails twice")
            if task == 3 and "killed" in troubles and once(f"{marks}/killed"):
                daemon = os.getppid()
                ps = ["ps", "-o", "ppid=", "-p", str(daemon)]
                os.kill(int(subprocess.check_output(ps)), signal.SIGKILL)
                time.sleep(60)
            if task == 5 and "slow" in troubles:
                once(f"{marks}/slow-{attempt}")
                time.sleep(120 if attempt == 0 else 0)
            if "broken" in troubles and not os.path.exists(f"{marks}/repaired"):
                raise OSError("the query breaks off")

    return step


class ClusterTests(unittest.TestCase):
    """One cluster of two processes for all tests."""

    @classmethod
    def setUpClass(cls) -> None:
        if not (os.environ.get("JAVA_HOME") or shutil.which("java")):
            raise unittest.SkipTest(
                "there is no Java; on Debian: apt-get install openjdk-17-jre-headless"
            )
        from pyspark.sql import SparkSession

        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        (cls.folder / "documents").mkdir()
        write_documents(cls.folder / "documents", 6)
        os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
        warnings.simplefilter("ignore", ResourceWarning)  # of PySpark
        cloudpickle.register_pickle_by_value(sys.modules[__name__])
        package = os.environ["PYTHONPATH"] = str(Path(rxkit.__file__).parents[1])
        settings = {
            "spark.master": os.environ.get("SPARK_MASTER", "local-cluster[2,1,2048]"),
            "spark.driver.host": "127.0.0.1",
            "spark.executor.memory": "1g",
            # What runs for a minute is not worth compiling well.
            "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
            "spark.executor.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
            "spark.executorEnv.PYTHONPATH": package,
            "spark.local.dir": str(cls.folder),
            "spark.sql.shuffle.partitions": "2",
            "spark.sql.warehouse.dir": str(cls.folder / "warehouse"),
            "spark.speculation": "true",
            "spark.speculation.interval": "100ms",
            "spark.speculation.minTaskRuntime": "1s",
            "spark.speculation.quantile": "0.5",
            "spark.task.maxFailures": "4",
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
        }
        for name in ("RXKIT_LIBRARY", "RXKIT_CATALOG"):
            if name in os.environ:
                settings[f"spark.executorEnv.{name}"] = os.environ[name]
        builder = SparkSession.builder.appName("rxkit")
        for name, value in settings.items():
            builder = builder.config(name, value)
        cls.spark = builder.getOrCreate()
        cls.addClassCleanup(cls.spark.stop)
        cls.spark.sparkContext.setLogLevel("OFF")
        rxkit.spark.register(cls.spark)
        cls.lines = cls.folder / "documents" / "lines.ndjson"
        cls.expected = counted(rxkit.open().read_fhir(cls.lines).read_all())

    def read(self, count: int = 1, **options: object) -> Any:
        """The rows of the file of lines, in a number of pieces."""
        source = self.spark.read.format("rxkit-fhir").options(**options)
        return source.option("pieceBytes", self.piece_bytes(count)).load(str(self.lines))

    def piece_bytes(self, count: int) -> int:
        return self.lines.stat().st_size // count + 1

    def test_one_and_many_partitions_give_the_rows_of_one_process(self) -> None:
        for count in (1, 64):
            frame = self.read(count)
            found = frame.withColumn("task", spark_partition_id()).toArrow().to_pylist()
            self.assertEqual(len({row["task"] for row in found}), count)
            self.assertEqual(counted(found, "offset", "task"), self.expected)

    def check_job_with(self, troubles: list[str], marks: list[str]) -> None:
        """Compares the rows of a job in which tasks go wrong, each of which leaves its mark."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            frame = self.read(12)
            table = frame.mapInArrow(troubled(folder, *troubles), frame.schema).toArrow()
            self.assertEqual(sorted(os.listdir(folder)), marks)
        self.assertEqual(counted(table.to_pylist(), "offset"), self.expected)

    def test_nothing_is_lost_or_doubled_by_failures_and_killed_workers(self) -> None:
        self.check_job_with(["fails", "killed"], ["failed-0", "failed-1", "killed"])

    def test_nothing_is_doubled_by_speculation(self) -> None:
        executors = self.spark.sparkContext._jsc.sc().statusTracker().getExecutorInfos()
        if len({executor.host() for executor in executors}) < 2:
            self.skipTest("Spark speculates on a second host alone, which Scripts/check-spark has")
        self.check_job_with(["slow"], ["slow-0", "slow-1"])

    def test_a_stream_gives_each_row_once_over_restarts(self) -> None:
        incoming, marks = self.folder / "incoming", self.folder / "marks"
        incoming.mkdir()
        marks.mkdir()

        def run() -> None:
            source = self.spark.readStream.format("rxkit-fhir").option(
                "pieceBytes", self.piece_bytes(4)
            )
            frame = source.option("references", "none").load(str(incoming))
            query = (
                frame.mapInArrow(troubled(str(marks), "broken"), frame.schema)
                .writeStream.format("parquet")
                .option("checkpointLocation", str(self.folder / "checkpoint"))
                .start(str(self.folder / "rows"))
            )
            try:
                query.processAllAvailable()
            except Exception as error:
                # A busy machine starts Python too late for Spark: one restart more.
                if "failed to connect back" not in str(error):
                    raise
                run()
            finally:
                query.stop()

        text = self.lines.read_bytes()
        middle = text.index(b"\n", len(text) // 2) + 1
        (incoming / "lines.ndjson").write_bytes(text[: middle + 9])
        later = time.time() + 3600  # Its last line is not whole, and it was changed just now.
        os.utime(incoming / "lines.ndjson", (later, later))
        with self.assertRaisesRegex(Exception, "breaks off"):
            run()
        (marks / "repaired").touch()
        run()
        for file in self.lines.parent.iterdir():
            if file != self.lines:
                shutil.copy(file, incoming)
        with (incoming / "lines.ndjson").open("ab") as growing:
            growing.write(text[middle + 9 :] + b"\n")
        run()
        run()
        frame = self.spark.read.parquet(str(self.folder / "rows"))
        found = counted(frame.toArrow().to_pylist())
        self.assertEqual(found, counted(rows(reader(incoming, references="none"))))
        self.assertEqual(sum(found.values()), sum(alone(incoming).values()))

    def test_columns_are_annotated_with_a_catalog_that_was_sent(self) -> None:
        sent = self.folder / "sent.rxkit"
        shutil.copy(rxkit.default_path(), sent)
        self.spark.sparkContext.addFile(str(sent))
        codes = ["861007", None, "0093-7314-98", "99999999"] * 40
        frame = self.spark.createDataFrame([*zip(codes, range(160))], "code string, number int")
        catalog = rxkit.open()
        for effects in (False, True):
            named = rxkit.spark.annotate(
                frame.repartition(5), side_effects=effects, catalog="sent.rxkit"
            )
            table = named.orderBy("number").toArrow().to_pylist()
            self.assertEqual([row["code"] for row in table], codes)
            for row, answer, effect in zip(
                table, catalog.lookup(codes), catalog.side_effects(codes)
            ):
                found = dict(row["medication"])
                self.assertEqual(found.pop("sideEffects", effect if not effects else None), effect)
                self.assertEqual(found, answer)
        with self.assertRaisesRegex(ValueError, "into="):
            rxkit.spark.annotate(frame, into="number")
        with self.assertRaisesRegex(ValueError, "whole numbers"):
            rxkit.spark.annotate(frame.selectExpr("number / 2 as code"))

    def test_a_job_fails_at_a_bad_line_only_if_it_is_to(self) -> None:
        errors = self.read(3, columns="id").filter("error is not null").select("offset").collect()
        self.assertGreater(len(errors), 10)
        self.assertEqual(len({row.offset for row in errors}), len(errors))
        with self.assertRaisesRegex(Exception, "bad-line"):
            self.read(3, columns="id", mode="failfast").collect()


if __name__ == "__main__":
    unittest.main()
