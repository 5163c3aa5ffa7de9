#!/usr/bin/env python3
# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Chooses the rows of Fixtures/table-rows-made.csv: choose-made-rows.py SIDE-EFFECTS.tsv

Prints the evidence rows to be read: of class trial_table, one a label, none of the labels of the
two other sets of hand-read rows. The seed is fixed, so that the same table gives the same rows.
Needs RXKIT_TEST_DATA.
"""
import csv, os, pathlib, random, sys

SEED = 78
COUNT = 60


def rows(path, delimiter):
    quoting = csv.QUOTE_NONE if delimiter == "\t" else csv.QUOTE_MINIMAL
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter=delimiter, quoting=quoting))


def main():
    fixtures = pathlib.Path(__file__).resolve().parent.parent / "Fixtures"
    known = {row["set_id"] for row in rows(fixtures / "table-rows-read.csv", ",")}
    tables = os.environ["RXKIT_TEST_DATA"] + "/labels/tables-train.csv"
    known |= {row["set_id"] for row in rows(tables, ",")}
    found = [
        row
        for row in rows(sys.argv[1], "\t")
        if row["evidence_class"] == "trial_table" and row["set_id"] not in known
    ]
    random.Random(SEED).shuffle(found)
    seen = set()
    for row in found:
        if len(seen) == COUNT:
            break
        if row["set_id"] not in seen:
            seen.add(row["set_id"])
            print("\t".join(row[name] for name in (
                "set_id", "name", "symptom", "drug_percent", "comparator_percent", "condition",
                "label_term")))


if __name__ == "__main__":
    main()
