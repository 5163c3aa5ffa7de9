# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Tests of rxkit.spark without Spark: pieces of files, rows, filters, offsets of streams."""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
import random
import shutil
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

from pyarrow import fs
from pyspark.sql.datasource import EqualTo, GreaterThan, In, IsNotNull

import rxkit.spark
from rxkit.spark import _pieces, _reading, _source


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
            # Where no row has the number of its line, the lines before a piece are not counted.
            columns = ",".join({*found[0]} - {"entry", "entryPath"})
            without = rows(reader(self.folder, pieceBytes=size, columns=columns))
            self.assertEqual(counted(without), counted(found, "entry", "entryPath"))

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


if __name__ == "__main__":
    unittest.main()
