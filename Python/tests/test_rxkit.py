# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Tests of the package, with the catalog in RXKIT_CATALOG: python -m unittest discover Python/tests."""

from __future__ import annotations

import doctest
import gc
import importlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings
from pathlib import Path

import rxkit
from rxkit import _arrow, _catalog

ROOT = Path(__file__).resolve().parents[2]
PARQUET_PAGE = ROOT / "Documentation" / "rxkit.docc" / "Parquet.md"
CODES = ["861007", None, "0093-7314-98", "99999999", "861007"]
SAMPLE = str(ROOT / "Data" / "Samples" / "FHIR" / "clinic-visit.json")


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, _: object) -> object:
    """Adds the examples in the docstrings."""
    names = {"rxkit": rxkit}
    for module in (rxkit, _catalog):
        tests.addTests(doctest.DocTestSuite(module, extraglobs=names))
    return tests


def optional(name: str) -> object:
    """A library that a test is about; without it the test is skipped."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise unittest.SkipTest(f"{name} is not installed") from error


class CatalogTests(unittest.TestCase):
    def setUp(self) -> None:
        self.catalog = rxkit.open()
        self.addCleanup(self.catalog.close)

    def test_one_row_for_each_question_in_their_order(self) -> None:
        result = self.catalog.lookup(CODES)
        self.assertEqual(len(result), 5)
        self.assertEqual(result.column("code")[:2], ["861007", None])
        self.assertEqual(
            result.column("outcome"), ["resolved", None, "resolved", "unknown", "resolved"]
        )
        self.assertEqual(result[0], result[4])
        self.assertEqual(set(result[1].values()), {None})

    def test_every_answer_names_its_release(self) -> None:
        for result in (
            self.catalog.lookup("861007"),
            self.catalog.lookup("99999999"),
            self.catalog.match("aspirin"),
            self.catalog.related("861007"),
            self.catalog.side_effects("861007"),
            self.catalog.resolve("{"),
        ):
            self.assertEqual(result[0]["release"], self.catalog.describe()["release"])
            self.assertEqual(result.metadata["rxkit.release"], result[0]["release"])
            self.assertIn("no medical advice", result.metadata["rxkit.notice"])

    def test_numbers_and_nan_are_codes_and_nulls(self) -> None:
        result = self.catalog.lookup([861007, 861007.0, float("nan")])
        self.assertEqual(result.column("rxcui"), ["861007", "861007", None])
        with self.assertRaises(TypeError):
            self.catalog.lookup([b"861007"])

    def test_empty(self) -> None:
        self.assertEqual(self.catalog.lookup([]).to_pylist(), [])

    def test_what_cannot_be_read_says_so(self) -> None:
        rows = self.catalog.resolve(['{"medication": 1}', '{"code": "861007"', "861007"])
        self.assertEqual([row["error"] is None for row in rows], [False, False, True])

    def test_options_are_checked(self) -> None:
        with self.assertRaises(rxkit.Error) as raised:
            self.catalog.match("aspirin", limit=11)
        self.assertEqual((raised.exception.code, raised.exception.kind), ("options.value", "usage"))
        self.assertEqual(self.catalog.match("asprin", limit=0)[0]["candidates"], [])

    def test_some_columns(self) -> None:
        rows = self.catalog.lookup(CODES, columns=("rxcui", "ingredients")).to_pylist()
        whole = self.catalog.lookup(CODES)
        self.assertEqual([[*row] for row in rows], [["rxcui", "ingredients"]] * 5)
        self.assertEqual([row["ingredients"] for row in rows], whole.column("ingredients"))
        found = self.catalog.read_fhir(SAMPLE, columns=["id"]).read_all()
        self.assertEqual(found.columns, ["id", "error"])
        with self.assertRaises(rxkit.Error) as raised:
            self.catalog.lookup(CODES, columns=["rxcuis"])
        self.assertEqual(raised.exception.code, "options.columns")

    def test_fhir_documents_of_bytes_and_paths(self) -> None:
        with open(SAMPLE, "rb") as file:
            document = file.read()
        of_path = self.catalog.read_fhir(SAMPLE).read_all().to_pylist()
        of_bytes = self.catalog.read_fhir(document).read_all().to_pylist()
        self.assertGreater(len(of_path), 10)
        for row in of_path:
            self.assertEqual(row.pop("source"), SAMPLE)
        for row in of_bytes:
            self.assertIsNone(row.pop("source"))
        self.assertEqual(of_path, of_bytes)

    def test_ranges_give_each_line_once_and_broken_lines_a_row(self) -> None:
        lines = [
            json.dumps({"resourceType": "MedicationRequest", "id": str(number), "status": "active"})
            for number in range(200)
        ]
        lines[77] = '{"resourceType": '
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "some.ndjson")
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
            size = os.path.getsize(path)
            cuts = [0, 1, 5_000, 5_001, size // 2, size]
            rows = [
                row
                for begin, end in zip(cuts, cuts[1:])
                for batch in self.catalog.read_fhir(path, byte_range=(begin, end), threads=1)
                for row in batch
            ]
            part = self.catalog.read_fhir(path, byte_range=(size // 2, size), first_line=1_000)
            entries = part.read_all().column("entry")
            self.assertEqual(entries, [*range(1_000, 1_000 + len(entries))])
            with self.assertRaisesRegex(rxkit.Error, "expected bytes or a range"):
                self.catalog.read_fhir(path, first_line=0)
            whole = self.catalog.read_fhir(path).read_all().column("id")
            for threads in (1, 3):
                again = self.catalog.read_fhir([path] * 5, threads=threads).read_all()
                self.assertEqual(again.column("id"), whole * 5)
        self.assertEqual([row["id"] for row in rows if row["error"] is None], [i for i in whole if i])
        self.assertEqual(len(whole), 200)
        self.assertEqual([row["error"] is None for row in rows].count(False), 1)

    def test_search(self) -> None:
        rows = self.catalog.search(["metf", None, "no such drug"], limit=3).to_pylist()
        self.assertEqual([len(row["concepts"] or []) for row in rows], [3, 0, 0])
        self.assertEqual([row["query"] for row in rows], ["metf", None, "no such drug"])
        self.assertGreater(rows[0]["total"], 3)
        names = [concept["name"] for concept in rows[0]["concepts"]]
        self.assertTrue(all("metformin" in name.lower() for name in names), names)
        found = self.catalog.search("metf", ["IN"])[0]["concepts"]
        self.assertEqual([(each["rxcui"], each["tty"]) for each in found], [("6809", "IN")])
        with self.assertRaises(rxkit.Error):
            self.catalog.search("metf", limit=1001)

    def test_a_release_becomes_a_catalog(self) -> None:
        release = next((ROOT / "Data" / "RxNorm").glob("*.zip"), None)
        if release is None:
            self.skipTest("there is no release in Data/RxNorm")
        with tempfile.TemporaryDirectory() as folder:
            made = rxkit.get_catalog(Path(folder) / "a.rxkit", address=release.resolve().as_uri())
            with rxkit.open(made) as catalog:
                found = catalog.side_effects(CODES).to_pylist()
                self.assertEqual(found, self.catalog.side_effects(CODES).to_pylist())
                self.assertEqual(catalog.search("metf")[0], self.catalog.search("metf")[0])
            with self.assertRaises(FileExistsError):
                rxkit.build(release, made)
            before = made.read_bytes()
            broken = Path(folder) / "broken.zip"
            broken.write_bytes(release.read_bytes()[:600_000])
            for function in (
                lambda: rxkit.build(broken, made, replace=True),
                lambda: rxkit.get_catalog(made, address=Path(SAMPLE).resolve().as_uri()),
            ):
                with self.assertRaises(rxkit.Error):
                    function()
            self.assertEqual(made.read_bytes(), before)
            self.assertEqual(sorted(os.listdir(folder)), ["a.rxkit", "broken.zip"])

    def test_all_concepts(self) -> None:
        batches = list(self.catalog.concepts(columns=["code", "rxcui", "tty", "status"]))
        rows = [row for batch in batches for row in batch]
        codes = [int(row["code"]) for row in rows]
        self.assertEqual(codes, sorted(set(codes)))
        self.assertGreater(len(batches), 1)
        # The starter ties its release together with numbers that are no RxCUIs.
        self.assertLess(max(codes), 90_000_000)
        count = self.catalog.describe()["concepts"]
        self.assertTrue(count * 0.8 < len(rows) <= count, (len(rows), count))
        for place in (0, len(rows) // 2, -1):
            self.assertEqual(self.catalog.lookup(rows[place]["code"])[0]["tty"], rows[place]["tty"])
        words = next(iter(self.catalog.stream("side_effects", None, columns=["code", "coverage"])))
        self.assertEqual(words[0]["code"], rows[0]["code"])

    def test_documents_without_medications_are_a_warning(self) -> None:
        document = b"\n".join(b'{"resourceType": "%s"}' % name for name in (b"Patient", b"Claim", b"x y"))
        text = r"document: no medication resource .*claims.*; found 1 Claim, 1 Patient, 1 other"
        with self.assertWarnsRegex(UserWarning, text):
            self.assertEqual(len(self.catalog.read_fhir(document).read_all()), 0)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "Patient.ndjson"
            path.write_bytes(document * 3)
            with self.assertWarnsRegex(UserWarning, "Patient.ndjson: no .*; found 3 Claim, 3 Patient"):
                self.assertEqual(list(self.catalog.read_fhir(path)), [])
            with self.assertWarnsRegex(UserWarning, r"documents: no medication resource; found"):
                self.catalog.read_fhir([path] * 2, claims=True).__arrow_c_stream__()
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                self.catalog.read_fhir(path, byte_range=(0, 10)).read_all()
                self.assertGreater(len(self.catalog.read_fhir([path, SAMPLE]).read_all()), 1)

    def test_the_starter_is_found_and_says_once_what_it_is(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            package = Path(folder) / "rxkit_starter"
            package.mkdir()
            (package / "__init__.py").touch()
            (package / "catalog.rxkit").symlink_to(Path(self.catalog.path).resolve())
            paths = [folder, *filter(None, [os.environ.get("PYTHONPATH")])]
            environment = {**os.environ, "HOME": folder, "PYTHONPATH": os.pathsep.join(paths)}
            environment.pop("XDG_DATA_HOME", None)

            def run(**named: str) -> subprocess.CompletedProcess[str]:
                text = "import rxkit; rxkit.open(); print(rxkit.open().path)"
                command = [sys.executable, "-W", "always", "-c", text]
                return subprocess.run(
                    command, env={**environment, **named}, capture_output=True, text=True
                )

            self.assertIn("missing.rxkit", run(RXKIT_CATALOG="missing.rxkit").stderr)
            del environment["RXKIT_CATALOG"]
            found = run()
            self.assertEqual(found.stdout.strip(), str(package / "catalog.rxkit"), found.stderr)
            self.assertEqual(found.stderr.count("UserWarning"), 1, found.stderr)
            own = Path(folder, ".local/share/rxkit/catalog.rxkit")
            if sys.platform == "darwin":
                own = Path(folder, "Library/Application Support/rxkit/catalog.rxkit")
            own.parent.mkdir(parents=True)
            own.symlink_to(Path(self.catalog.path).resolve())
            self.assertEqual((run().stdout.strip(), run().stderr), (str(own), ""))

    def test_items_of_claims(self) -> None:
        item = {"productOrService": {"coding": [{"system": "http://hl7.org/fhir/sid/ndc"}]}}
        item["productOrService"]["coding"][0]["code"] = "0093-7314-98"
        claim = {"resourceType": "Claim", "status": "active", "item": [item, {"sequence": 2}]}
        document = json.dumps(claim).encode()
        with self.assertWarns(UserWarning):
            self.assertEqual(len(self.catalog.read_fhir(document).read_all()), 0)
        rows = self.catalog.read_fhir(document, claims=True).read_all().to_pylist()
        found = [(row["entryPath"], row["name"], row["statusMeaning"]) for row in rows]
        self.assertEqual(found, [("0", "clopidogrel 75 MG Oral Tablet", "unknown")])

    def test_a_missing_file_is_a_row(self) -> None:
        rows = self.catalog.read_fhir(["missing.ndjson", SAMPLE]).read_all()
        self.assertIn("input.unreadable", rows[0]["error"])
        self.assertGreater(len(rows), 1)

    def test_streams_are_read_once(self) -> None:
        records = self.catalog.read_fhir(SAMPLE)
        records.read_all()
        with self.assertRaises(ValueError):
            records.read_all()

    def test_results_outlive_the_catalog_and_each_other(self) -> None:
        result = rxkit.open().lookup(CODES)
        capsules = [result.__arrow_c_stream__() for _ in range(3)]
        rows = result.to_pylist()
        del result
        gc.collect()
        for capsule in capsules:
            stream = _arrow.structure_in(capsule, _arrow.Stream)
            schema = _arrow.schema_of(stream)
            for batch in _arrow.chunks(stream):
                self.assertEqual(_arrow.python_values(schema, batch), rows)
                _arrow.release(batch)
            _arrow.release(schema)
        del capsules, capsule
        gc.collect()
        self.assertEqual(_arrow._in_capsules, {})

    def test_what_python_lends_says_that_it_is_released(self) -> None:
        column = _arrow.TextColumn(CODES)
        for structure in (column.schema, column.array):
            _arrow.release(structure)
            self.assertFalse(structure.release)

    def test_a_closed_catalog_is_an_error(self) -> None:
        catalog = rxkit.open()
        catalog.close()
        catalog.close()
        with self.assertRaises(ValueError):
            catalog.lookup("861007")

    def test_threads(self) -> None:
        expected = self.catalog.match(["metformin 500 mg", "aspirin"]).to_pylist()
        found: list[object] = []

        def ask() -> None:
            found.append(self.catalog.match(["metformin 500 mg", "aspirin"]).to_pylist())

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [expected] * 8)

    def test_released_arrays_are_errors(self) -> None:
        column = _arrow.TextColumn(["861007"])
        column.array.release = type(column.array.release)()

        class Released:
            def __arrow_c_array__(self) -> object:
                return _arrow.capsule(column.schema), _arrow.capsule(column.array)

        with self.assertRaises(rxkit.Error) as raised:
            self.catalog.lookup(Released())
        self.assertEqual(raised.exception.code, "arrow.released")


class LibraryTests(unittest.TestCase):
    """The same table in other libraries, and their columns as questions."""

    def setUp(self) -> None:
        self.catalog = rxkit.open()
        self.addCleanup(self.catalog.close)
        self.rows = self.catalog.lookup(CODES).to_pylist()

    def test_pyarrow(self) -> None:
        pyarrow = optional("pyarrow")
        table = pyarrow.table(self.catalog.lookup(CODES))
        table.validate(full=True)
        self.assertEqual(table.to_pylist(), self.rows)
        batch = pyarrow.record_batch(self.catalog.lookup(CODES))
        self.assertEqual(batch.to_pylist(), self.rows)
        self.assertEqual(pyarrow.schema(self.catalog.lookup([])), table.schema)
        side_effects = pyarrow.table(self.catalog.side_effects(CODES))
        side_effects.validate(full=True)
        self.assertEqual(side_effects.to_pylist(), self.catalog.side_effects(CODES).to_pylist())

    def test_columns_of_pyarrow(self) -> None:
        pyarrow = optional("pyarrow")
        types = [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()]
        for kind in types + [pyarrow.dictionary(pyarrow.int8(), pyarrow.string())]:
            column = pyarrow.array([*CODES, "6809"], pyarrow.string()).cast(kind)
            for given in (column[:5], pyarrow.chunked_array([column[:2], column[2:5]])):
                self.assertEqual(self.catalog.lookup(given).to_pylist(), self.rows, str(kind))
            self.assertEqual(self.catalog.lookup(column[1:5]).to_pylist(), self.rows[1:])
        table = pyarrow.table({"code": pyarrow.array(CODES)})
        self.assertEqual(self.catalog.lookup(table).to_pylist(), self.rows)
        numbers = pyarrow.array([861007, None], pyarrow.int32())
        self.assertEqual(self.catalog.lookup(numbers).to_pylist(), self.rows[:2])
        with self.assertRaises(rxkit.Error):
            self.catalog.lookup(pyarrow.array([True]))

    def test_a_stream_is_answered_while_it_is_read(self) -> None:
        pyarrow = optional("pyarrow")
        batches = [pyarrow.record_batch({"code": pyarrow.array(CODES)})] * 3
        reader = pyarrow.RecordBatchReader.from_batches(batches[0].schema, batches)
        answers = pyarrow.RecordBatchReader.from_stream(self.catalog.stream("lookup", reader))
        self.assertEqual(answers.read_all().to_pylist(), self.rows * 3)

    def test_polars(self) -> None:
        polars = optional("polars")
        frame = polars.DataFrame(self.catalog.lookup(CODES))
        self.assertEqual(frame.to_dicts(), self.rows)
        self.assertEqual(self.catalog.lookup(frame["code"])[0], self.rows[0])
        sample = polars.DataFrame(self.catalog.read_fhir(SAMPLE))
        self.assertEqual(sample.height, len(self.catalog.read_fhir(SAMPLE).read_all()))

    def test_pandas(self) -> None:
        pandas = optional("pandas")
        optional("pyarrow")
        column = pandas.Series([861007, None])
        self.assertEqual(self.catalog.lookup(column).to_pylist(), self.rows[:2])
        frame = pandas.DataFrame({"code": CODES})
        self.assertEqual(self.catalog.lookup(frame).to_pylist(), self.rows)

    def test_parquet(self) -> None:
        duckdb = optional("duckdb")
        optional("pyarrow")
        if not (os.environ.get("RXKIT") or shutil.which("rxkit")):
            self.skipTest("there is no program rxkit")
        queries = PARQUET_PAGE.read_text("utf-8").split("```sql\n")[1:]
        queries = [query.split("```")[0] for query in queries]
        with tempfile.TemporaryDirectory() as folder:
            for name in ("parquet", "again"):
                about = rxkit.export_parquet(Path(folder) / name)
            self.assertEqual(about, json.loads(Path(folder, "parquet/metadata.json").read_text()))
            self.assertEqual(about["release"], self.rows[0]["release"])
            with self.assertRaises(FileExistsError):
                rxkit.export_parquet(Path(folder) / "again")
            database = duckdb.connect()
            database.execute(f"set file_search_path = '{folder}'")
            ndcs = database.sql("select ndc from 'parquet/ndc.parquet' order by ndc limit 300")
            codes = [row[0] for row in ndcs.fetchall()] + ["00000000000"]
            database.execute("create table claims as select unnest(?) as ndc", [codes])
            drugs, retired, strengths = [database.sql(query).fetchall() for query in queries[:3]]
        self.assertEqual(
            drugs,
            sorted(
                (
                    ndc,
                    row["rxcui"],
                    row["name"],
                    ",".join(sorted({part["rxcui"] for part in row["ingredients"] or []})) or None,
                )
                for ndc, row in zip(codes, self.catalog.ndc(codes))
            ),
        )
        for code, successors in retired:
            concepts = self.catalog.lookup(code)[0]["concepts"]
            self.assertEqual(successors, sorted(concept["rxcui"] for concept in concepts), code)
        for rxcui, ingredient, strength in strengths:
            parts = self.catalog.lookup(rxcui)[0]["ingredients"]
            self.assertIn((ingredient, strength), [(p["rxcui"], p["strength"]) for p in parts])
        self.assertGreater(min(len(drugs), len(retired), len(strengths)), 20)

    def test_duckdb(self) -> None:
        duckdb = optional("duckdb")
        optional("pyarrow")
        result = self.catalog.lookup(CODES)
        found = duckdb.sql("select rxcui, name from result").fetchall()
        self.assertEqual(found, [(row["rxcui"], row["name"]) for row in self.rows])
        relation = duckdb.sql("select '861007' as code")
        self.assertEqual(self.catalog.lookup(relation).to_pylist(), self.rows[:1])
        # The schema is asked for first, and rows can be read only once.
        records = self.catalog.read_fhir(SAMPLE)
        found = duckdb.sql("select id, rxcui from records").fetchall()
        again = self.catalog.read_fhir(SAMPLE).read_all()
        self.assertEqual(found, [(row["id"], row["rxcui"]) for row in again])
        self.assertGreater(len(found), 1)
        with self.assertRaisesRegex(ValueError, "were read before"):
            records.__arrow_c_schema__()


if __name__ == "__main__":
    unittest.main()
