# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors

"""Writes FHIR JSON as XML with fhir.resources, a program that shares no code with rxkit.

usage: write-xml.py JSON_FOLDER XML_FOLDER

Every single resource in JSON that fhir.resources accepts as STU3, R4B or R5 (the
version that column fhirVersion of documents.tsv names; R4 as R4B) becomes a file of
the same relative path with .xml at its end. What it refuses is counted and left out.
"""

import csv
import gzip
import importlib
import json
import os
import sys

PACKAGES = {"STU3": ".STU3", "R4": ".R4B", "R4?": ".R4B", "R4B": ".R4B", "R5": ""}


def main():
    source, target = sys.argv[1:3]
    with open(os.path.join(source, "documents.tsv"), encoding="utf-8") as table:
        versions = {row["file"]: row["fhirVersion"] for row in csv.DictReader(table, delimiter="\t")}
    written = refused = 0
    for name, version in sorted(versions.items()):
        path = os.path.join(source, name)
        opener = gzip.open if name.endswith(".gz") else open
        if version not in PACKAGES or os.path.getsize(path) > 200_000:
            continue
        try:
            with opener(path, "rb") as file:
                document = json.loads(file.read().decode("utf-8-sig"))
            package = "fhir.resources%s" % PACKAGES[version]
            module = importlib.import_module("%s.%s" % (package, document["resourceType"].lower()))
            model = getattr(module, document["resourceType"]).model_validate(document)
            text = model.model_dump_xml()
        except Exception:
            refused += 1
            continue
        place = os.path.join(target, name + ".xml")
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode("utf-8"))
        written += 1
    print("%d written, %d refused" % (written, refused))


main()
