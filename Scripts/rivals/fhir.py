#!/usr/bin/env python3
# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Finds the medication resources of FHIR documents and their codings, with common libraries.

Usage: fhir.py LIBRARY FORM PATH [--sample COUNT]

LIBRARY  orjson, msgspec, simdjson, duckdb or fhir.resources
FORM     bundles (PATH is a folder of bundles) or lines (PATH is a file of NDJSON)
COUNT    read only so many documents or lines: fhir.resources takes minutes for the whole

Prints resources, codings, bytes read and processor seconds, with tabs between them; starting
Python and importing the library are not counted, writing is left out, nothing is resolved. A
coding counts where rxkit counts it: in the resource itself, or in the contained Medication that
it refers to. A library that does not read contained resources counts what it reads.
"""

import argparse
import os
import time

KINDS = frozenset([
    "Medication", "MedicationRequest", "MedicationStatement", "MedicationDispense",
    "MedicationAdministration", "MedicationKnowledge", "MedicationOrder",
])
CONCEPT = "medicationCodeableConcept"


def files(path):
    return [os.path.join(path, name) for name in sorted(os.listdir(path))]


def count(resource):
    """Codings of one resource as dictionaries."""
    concept = resource.get(CONCEPT) or resource.get("code")
    if concept is None:
        reference = resource.get("medicationReference", {}).get("reference", "")
        for inner in resource.get("contained", ()):
            if reference == "#" + inner["id"]:
                concept = inner.get("code")
    return len(concept.get("coding", ())) if concept else 0


class Tally:
    def __init__(self):
        self.resources = self.codings = self.bytes = 0

    def add(self, resource):
        if resource.get("resourceType") in KINDS:
            self.resources += 1
            self.codings += count(resource)


def texts(form, path, sample):
    """The documents or lines, as bytes."""
    if form == "bundles":
        for file in files(path)[:sample]:
            with open(file, "rb") as stream:
                yield stream.read()
    else:
        with open(path, "rb") as stream:
            for number, line in enumerate(stream):
                if number == sample:
                    return
                yield line


def resources(form, document):
    if form == "lines":
        return (document,)
    return (entry["resource"] for entry in document["entry"])


def with_parser(parse, form, path, sample, tally):
    for text in texts(form, path, sample):
        tally.bytes += len(text)
        for resource in resources(form, parse(text)):
            tally.add(resource)


def with_orjson(form, path, sample, tally):
    import orjson

    begin = time.process_time()
    with_parser(orjson.loads, form, path, sample, tally)
    return begin


def with_simdjson(form, path, sample, tally):
    import simdjson

    parser = simdjson.Parser()
    begin = time.process_time()
    for text in texts(form, path, sample):
        tally.bytes += len(text)
        document = parser.parse(text)
        for resource in (document,) if form == "lines" else document["entry"]:
            resource = resource if form == "lines" else resource["resource"]
            if resource["resourceType"] in KINDS:
                tally.resources += 1
                tally.codings += count(resource.as_dict())
        del document, resource
    return begin


def with_msgspec(form, path, sample, tally):
    import msgspec

    class Concept(msgspec.Struct):
        coding: list[msgspec.Raw] = []

    class Contained(msgspec.Struct):
        id: str = ""
        code: Concept | None = None

    class Reference(msgspec.Struct):
        reference: str = ""

    class Kind(msgspec.Struct):
        resourceType: str

    class Resource(msgspec.Struct):
        medicationCodeableConcept: Concept | None = None
        code: Concept | None = None
        medicationReference: Reference | None = None
        contained: list[Contained] = []

    class Entry(msgspec.Struct):
        resource: msgspec.Raw

    class Bundle(msgspec.Struct):
        entry: list[Entry]

    kind = msgspec.json.Decoder(Kind)
    whole = msgspec.json.Decoder(Resource)
    bundle = msgspec.json.Decoder(Bundle)
    begin = time.process_time()
    for text in texts(form, path, sample):
        tally.bytes += len(text)
        raws = (text,) if form == "lines" else (e.resource for e in bundle.decode(text).entry)
        for raw in raws:
            if kind.decode(raw).resourceType not in KINDS:
                continue
            resource = whole.decode(raw)
            concept = resource.medicationCodeableConcept or resource.code
            if concept is None and resource.medicationReference is not None:
                wanted = resource.medicationReference.reference
                for inner in resource.contained:
                    if wanted == "#" + inner.id:
                        concept = inner.code
            tally.resources += 1
            tally.codings += len(concept.coding) if concept else 0
    return begin


def with_duckdb(form, path, sample, tally):
    import duckdb

    database = duckdb.connect()
    kinds = ", ".join(f"'{kind}'" for kind in sorted(KINDS))
    if form == "bundles":
        tally.bytes = sum(os.path.getsize(file) for file in files(path))
        source = (f"(SELECT unnest(entry).resource AS r FROM read_json('{path}/*.json', "
                  "columns={entry: 'STRUCT(resource JSON)[]'}, maximum_object_size=200000000))")
        kind, concept = "r->>'resourceType'", f"r->'{CONCEPT}'->'coding'"
        contained = "r->'contained'->0->'code'->'coding'"
    else:
        tally.bytes = os.path.getsize(path)
        columns = f"{{resourceType: 'VARCHAR', {CONCEPT}: 'JSON', contained: 'JSON'}}"
        source = f"read_json('{path}', format='newline_delimited', columns={columns})"
        kind, concept = "resourceType", f"{CONCEPT}->'coding'"
        contained = "contained->0->'code'->'coding'"
    begin = time.process_time()
    tally.resources, tally.codings = database.execute(
        f"SELECT count(*), coalesce(sum(coalesce(json_array_length({concept}), "
        f"json_array_length({contained}), 0)), 0) FROM {source} WHERE {kind} IN ({kinds})"
    ).fetchone()
    return begin


def with_fhir_resources(form, path, sample, tally):
    import json
    import sys

    # This file's own folder comes first there, and its name is that of the package.
    sys.path = [place for place in sys.path if place != os.path.dirname(os.path.abspath(__file__))]
    from fhir.resources.R4B.bundle import Bundle
    from fhir.resources.R4B import get_fhir_model_class

    begin = time.process_time()
    for text in texts(form, path, sample):
        tally.bytes += len(text)
        if form == "bundles":
            found = [entry.resource for entry in Bundle.model_validate_json(text).entry]
        else:
            document = json.loads(text)
            found = [get_fhir_model_class(document["resourceType"]).model_validate(document)]
        for resource in found:
            if resource.get_resource_type() in KINDS:
                tally.resources += 1
                tally.codings += count(json.loads(resource.model_dump_json()))
    return begin


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library")
    parser.add_argument("form", choices=["bundles", "lines"])
    parser.add_argument("path")
    parser.add_argument("--sample", type=int)
    options = parser.parse_args()
    run = {
        "orjson": with_orjson, "msgspec": with_msgspec, "simdjson": with_simdjson,
        "duckdb": with_duckdb, "fhir.resources": with_fhir_resources,
    }[options.library]
    tally = Tally()
    begin = run(options.form, options.path, options.sample, tally)
    seconds = time.process_time() - begin
    print(tally.resources, tally.codings, tally.bytes, f"{seconds:.6f}", sep="\t")


if __name__ == "__main__":
    main()
