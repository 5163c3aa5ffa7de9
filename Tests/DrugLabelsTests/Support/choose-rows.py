#!/usr/bin/env python3
# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Chooses the table rows of Fixtures/table-rows-read.csv and prints their markup for reading.

One row per table and at most one table per label; the first or second cell of the row is a
phrase of the draft list once footnote marks and brackets are off. Rows of tables-train.csv are
left out. The seed is fixed, so that everybody gets the same rows. Needs RXKIT_TEST_DATA.
"""
import csv, gzip, json, os, random, re, zipfile
import xml.etree.ElementTree as ET

SEED = 20261122
ROOT = os.environ["RXKIT_TEST_DATA"]


def name(element):
    return element.tag.split("}")[-1] if isinstance(element.tag, str) else ""


def text(element):
    parts = []

    def walk(node):
        parts.append(node.text or "")
        for child in node:
            breaks = name(child) in ("br", "paragraph", "list", "item")
            if breaks:
                parts.append(" ")
            if name(child) not in ("", "footnote", "footnoteRef"):
                walk(child)
            if breaks:
                parts.append(" ")
            parts.append(child.tail or "")

    walk(element)
    return " ".join("".join(parts).split())


def clean(label):
    label = re.sub(r"\([^)]*\)|\[[^]]*\]", " ", label.lower())
    return " ".join(re.sub(r"[^a-z/\- ]", " ", label).split())


with open(ROOT + "/symptoms/phrases-draft.tsv") as file:
    PHRASES = {line.split("\t")[0] for line in file.read().split("\n")[1:] if line.strip()}
with open(ROOT + "/labels/tables-train.csv") as file:
    KNOWN = {(row["set_id"], row["table"]) for row in csv.DictReader(file)}


def candidates(set_id, file, tables):
    found = []
    for number, table in enumerate(tables, 1):
        if (set_id, str(number)) in KNOWN:
            continue
        for row in (e for e in table.iter() if name(e) == "tr"):
            cells = [c for c in row if name(c) in ("td", "th")]
            if len(cells) < 2:
                continue
            label = next((text(c) for c in cells[:2] if clean(text(c)) in PHRASES), None)
            if label and any(re.search(r"\d", text(c)) for c in cells[1:]):
                found.append((set_id, file, number, label, table))
    return found


def openfda():
    for part in ("labels-train", "labels-full-train"):
        with gzip.open(f"{ROOT}/labels/openfda/{part}.jsonl.gz") as lines:
            for line in lines:
                document = json.loads(line)
                tables = [ET.fromstring(m) for m in document.get("adverse_reactions_table", [])]
                yield candidates(document["set_id"], "", tables)


def spl():
    archive = zipfile.ZipFile(ROOT + "/labels/spl/spl-train.zip")
    for member in sorted(m for m in archive.namelist() if m.endswith(".xml")):
        root = ET.fromstring(archive.read(member))
        set_id = next(e for e in root if name(e) == "setId").get("root").lower()
        tables = []

        def walk(element, inside):
            if name(element) == "section":
                code = next((c.get("code") for c in element if name(c) == "code"), "")
                inside = inside or code == "34084-4"
            if name(element) == "excerpt":
                return
            if name(element) == "table" and inside:
                tables.append(element)
            for child in element:
                walk(child, inside)

        walk(root, False)
        yield candidates(set_id, member.split("/")[-1], tables)


def main():
    generator = random.Random(SEED)
    labels = sorted((c for c in openfda() if c), key=lambda c: c[0][0])
    documents = sorted((c for c in spl() if c), key=lambda c: c[0][0])
    picked = [generator.choice(c) for c in generator.sample(labels, 50)]
    picked += [generator.choice(c) for c in generator.sample(documents, min(6, len(documents)))]
    for index, (set_id, file, number, label, table) in enumerate(picked):
        print(f"=== r{index:02} {set_id} {file} table {number} row {label!r}")
        print(ET.tostring(table, encoding="unicode"))


if __name__ == "__main__":
    main()
