# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Jobs of rxkit.spark on a cluster that loses workers.

SPARK_MASTER names another master than a cluster of two processes on this machine.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import warnings
from pathlib import Path
from typing import Any, Iterator

import rxkit
from test_spark import alone, counted, reader, rows, write_documents

# Where they are not installed, the module above was skipped, and so is this.
import rxkit.spark
from pyspark import TaskContext, cloudpickle
from pyspark.sql.functions import spark_partition_id


#: What jobs read that are about something else than columns.
FEW = "source,entry,entryPath,resourceType,id,rxcui,statusMeaning,ingredients,problems"


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

    def read(self, count: int = 1, **options: object) -> Any:
        """The rows of the file of lines, in a number of pieces."""
        source = self.spark.read.format("rxkit-fhir").options(**options)
        return source.option("pieceBytes", self.piece_bytes(count)).load(str(self.lines))

    def piece_bytes(self, count: int) -> int:
        return self.lines.stat().st_size // count + 1

    def test_one_and_many_partitions_give_the_rows_of_one_process(self) -> None:
        expected = counted(rxkit.open().read_fhir(self.lines).read_all())
        for count in (1, 64):
            frame = self.read(count)
            found = frame.withColumn("task", spark_partition_id()).toArrow().to_pylist()
            self.assertEqual(len({row["task"] for row in found}), count)
            self.assertEqual(counted(found, "offset", "task"), expected)

    def check_job_with(self, troubles: list[str], marks: list[str]) -> None:
        """Compares the rows of a job in which tasks go wrong, each of which leaves its mark."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            frame = self.read(12, columns=FEW)
            table = frame.mapInArrow(troubled(folder, *troubles), frame.schema).toArrow()
            self.assertEqual(sorted(os.listdir(folder)), marks)
        expected = counted(rxkit.open().read_fhir(self.lines, columns=FEW.split(",")).read_all())
        self.assertEqual(counted(table.to_pylist(), "offset"), expected)

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
            frame = source.options(references="none", columns=FEW).load(str(incoming))
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
        self.assertEqual(found, counted(rows(reader(incoming, references="none", columns=FEW))))
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
