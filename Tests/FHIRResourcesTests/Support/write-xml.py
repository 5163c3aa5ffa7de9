# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors

"""Writes FHIR JSON as XML with fhir.resources, a program that shares no code with rxkit.

usage: write-xml.py JSON_FOLDER XML_FOLDER

Every single resource in JSON that fhir.resources accepts as STU3, R4B or R5 (the
version that column fhirVersion of documents.tsv names; R4 as R4B) becomes a file of
the same relative path with .xml at its end. What it refuses is counted and left out,
and leaves an empty file with .refused at its end. All processors work; what was made
of a document by this program and has not changed since is not made again.
"""

import csv
import gzip
import importlib
import json
import multiprocessing
import os
import sys

PACKAGES = {"STU3": ".STU3", "R4": ".R4B", "R4?": ".R4B", "R4B": ".R4B", "R5": ""}


def xml(path, package):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rb") as file:
        document = json.loads(file.read().decode("utf-8-sig"))
    module = importlib.import_module("%s.%s" % (package, document["resourceType"].lower()))
    model = getattr(module, document["resourceType"]).model_validate(document)
    text = model.model_dump_xml()
    return text if isinstance(text, bytes) else text.encode("utf-8")


def write(job):
    path, package, place = job
    begun = max(os.path.getmtime(path), os.path.getmtime(__file__))
    for ending in (".xml", ".refused"):
        if os.path.exists(place + ending) and os.path.getmtime(place + ending) >= begun:
            return place + ending
    try:
        text, ending = xml(path, package), ".xml"
    except Exception:
        text, ending = b"", ".refused"
    os.makedirs(os.path.dirname(place), exist_ok=True)
    # Whole under its name or not at all: a run that was ended goes on.
    with open(place + ".partial", "wb") as file:
        file.write(text)
    os.replace(place + ".partial", place + ending)
    return place + ending


def main():
    source, target = sys.argv[1:3]
    with open(os.path.join(source, "documents.tsv"), encoding="utf-8") as table:
        versions = {row["file"]: row["fhirVersion"] for row in csv.DictReader(table, delimiter="\t")}
    jobs = []
    for name, version in versions.items():
        path = os.path.join(source, name)
        if version in PACKAGES and os.path.getsize(path) <= 200_000:
            place = os.path.join(target, name)
            jobs.append((path, "fhir.resources%s" % PACKAGES[version], place))
    # The large ones first, so that no processor is left with them at the end.
    jobs.sort(key=lambda job: (-os.path.getsize(job[0]), job[0]))
    with multiprocessing.Pool() as pool:
        made = set(pool.imap_unordered(write, jobs))
    for folder, _, files in os.walk(target):
        for name in files:
            if os.path.join(folder, name) not in made:
                os.remove(os.path.join(folder, name))
    refused = sum(1 for place in made if place.endswith(".refused"))
    print("%d written, %d refused" % (len(made) - refused, refused))


if __name__ == "__main__":
    main()
