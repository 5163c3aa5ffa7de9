#!/usr/bin/env python3
# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Writes the documents that conversions are measured on: real bundles again and again.

Usage: documents.py FORM BUNDLES DRUGS OUTPUT MEGABYTES

FORM     bundles  bundles as Synthea lays them out, files of the folder OUTPUT
         xml      the same in XML
         mixed    the resources of such bundles as lines of the file OUTPUT, one in fifty a medication
         dense    requests with the Medication that each contains, as lines of the file OUTPUT
BUNDLES  a folder of FHIR bundles, .json or .json.gz
DRUGS    lines of code, tab and name: the drug in place n is drawn 1/n times as often as the first

Identifiers, dates, fractions and drugs change from copy to copy, so that no resource repeats;
references still lead where they led. The same input gives the same bytes. Prints documents, bytes,
medication resources and codings of the resources themselves, with tabs between them.
"""

import gzip
import json
import pathlib
import random
import re
import sys
import uuid

RXNORM = "http://www.nlm.nih.gov/research/umls/rxnorm"
MEDICATION = re.compile(
    '"resourceType": "Medication(Request|Statement|Dispense|Administration|Knowledge)?"')
CONCEPT = re.compile(r'^( *)"medicationCodeableConcept": \{\n.*?^\1\}', re.MULTILINE | re.DOTALL)
IDENTIFIER = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
DATE = re.compile(r'(?<=")\d{4}-\d{2}-\d{2}')
FRACTION = re.compile(r"(: -?\d+\.)\d+(?=,?$)", re.MULTILINE)


class Drugs:
    """Drugs as requests name them: few of them often, most of them seldom (Zipf's law).

    Of 18,000 drugs the first 300 get six tenths of all requests, which is less than in the
    prescriptions of a country.
    """

    def __init__(self, path):
        lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
        self.drugs = [line.split("\t") for line in lines]

    def draw(self, generator):
        return self.drugs[int(len(self.drugs) ** generator.random()) - 1]


class Template:
    """A real bundle."""

    def __init__(self, path):
        opened = gzip.open if path.suffix == ".gz" else open
        with opened(path, "rt", encoding="utf-8") as file:
            self.text = json.dumps(json.load(file), indent=2, ensure_ascii=False)
        self.records = len(MEDICATION.findall(self.text))
        self.codings = len(CONCEPT.findall(self.text))

    def copy(self, number, drugs):
        """The bundle of another person; all of it follows from the number."""
        generator = random.Random(number)

        def concept(match):
            code, name = drugs.draw(generator)
            coding = {"system": RXNORM, "code": code, "display": name}
            return '"medicationCodeableConcept": ' + json.dumps(
                {"coding": [coding], "text": name}, ensure_ascii=False)

        def identifier(match):
            # The same one becomes the same other one everywhere in a copy.
            return str(uuid.UUID(int=uuid.UUID(match[0]).int ^ mask))

        mask = generator.getrandbits(128)
        text = IDENTIFIER.sub(identifier, self.text)
        text = DATE.sub(lambda match: f"{match[0][:8]}{generator.randint(1, 28):02}", text)
        text = FRACTION.sub(lambda match: f"{match[1]}{generator.randint(1, 9999)}", text)
        return CONCEPT.sub(concept, text)


def xml(name, value):
    """A value in XML, as FHIR maps it from JSON."""
    if isinstance(value, list):
        return "".join(xml(name, element) for element in value)
    if isinstance(value, dict):
        inner = "".join(xml(key, member) for key, member in value.items() if key != "resourceType")
        if "resourceType" in value:
            kind = value["resourceType"]
            inner = f'<{kind} xmlns="http://hl7.org/fhir">{inner}</{kind}>\n'
        return f"<{name}>\n{inner}</{name}>\n" if name else inner
    if name == "div" or value is None:
        return value or ""
    text = json.dumps(value) if isinstance(value, bool) else str(value)
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return f'<{name} value="{text}"/>\n'


def request(number, drugs):
    """A request as a hospital's bulk export has it, about 1.7 KB."""
    generator = random.Random(number)
    code, name = drugs.draw(generator)
    draw = generator.randint
    date = f"{draw(2010, 2025)}-{draw(1, 12):02}-{draw(1, 28):02}"
    identifier, patient, encounter, condition = (
        str(uuid.UUID(int=generator.getrandbits(128))) for _ in range(4))
    categories = "http://terminology.hl7.org/CodeSystem/medicationrequest-category"
    return {
        "resourceType": "MedicationRequest", "id": identifier,
        "meta": {
            "versionId": str(draw(1, 8)),
            "lastUpdated": f"{date}T10:{draw(0, 59):02}:{draw(0, 59):02}.000+00:00",
            "profile": [
                "http://hl7.org/fhir/us/core/StructureDefinition/us-core-medicationrequest"]},
        "contained": [{
            "resourceType": "Medication", "id": "med",
            "code": {"coding": [{"system": RXNORM, "code": code, "display": name}], "text": name},
            "status": "active"}],
        "status": generator.choice(["active", "completed", "stopped"]), "intent": "order",
        "category": [{
            "coding": [{"system": categories, "code": "community", "display": "Community"}],
            "text": "Community"}],
        "medicationReference": {"reference": "#med"},
        "subject": {"reference": f"Patient/{patient}"},
        "encounter": {"reference": f"Encounter/{encounter}"},
        "authoredOn": f"{date}T08:00:00+00:00",
        "requester": {
            "reference": f"Practitioner/{draw(0, 9998)}",
            "display": f"Dr. Person{draw(0, 9998)}"},
        "reasonReference": [{
            "reference": f"Condition/{condition}", "display": f"Condition {draw(0, 9998)}"}],
        "dosageInstruction": [{
            "sequence": 1,
            "text": f"Take {draw(1, 3)} tablet(s) by mouth every {draw(2, 12)} hours",
            "timing": {"repeat": {"frequency": draw(1, 4), "period": 1, "periodUnit": "d"}},
            "asNeededBoolean": False,
            "route": {"coding": [{
                "system": "http://snomed.info/sct", "code": "26643006",
                "display": "Oral route"}]},
            "doseAndRate": [{
                "type": {"coding": [{
                    "system": "http://terminology.hl7.org/CodeSystem/dose-rate-type",
                    "code": "ordered", "display": "Ordered"}]},
                "doseQuantity": {"value": draw(1, 3), "unit": "tablet"}}]}],
        "dispenseRequest": {
            "numberOfRepeatsAllowed": draw(0, 5),
            "quantity": {"value": draw(10, 90), "unit": "tablet"}},
    }


def line(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False) + "\n"


def texts(form, folder, drugs):
    """Texts without end, each with its medication resources and codings."""
    templates = [] if form == "dense" else [
        Template(path) for path in sorted(pathlib.Path(folder).iterdir())
        if path.name.endswith((".json", ".json.gz"))]
    number = 0
    while form == "dense" or templates:
        if form == "dense":
            yield line(request(number, drugs)), 1, 1
        else:
            template = templates[number % len(templates)]
            text = template.copy(number, drugs)
            if form == "mixed":
                entries = json.loads(text)["entry"]
                text = "".join(line(entry["resource"]) for entry in entries)
            elif form == "xml":
                text = xml("", json.loads(text, parse_float=str))
            yield text, template.records, template.codings
        number += 1


def main():
    form, folder, drugs, output, megabytes = sys.argv[1:]
    output = pathlib.Path(output)
    is_folder = form in ("bundles", "xml")
    if is_folder:
        output.mkdir(parents=True, exist_ok=True)
    tally = [0, 0, 0, 0]
    with open("/dev/null" if is_folder else output, "wb") as file:
        for text, records, codings in texts(form, folder, Drugs(drugs)):
            content = text.encode()
            if is_folder:
                ending = "json" if form == "bundles" else "xml"
                (output / f"{tally[0]:06}.{ending}").write_bytes(content)
            else:
                file.write(content)
            tally = [sum(pair) for pair in zip(tally, (1, len(content), records, codings))]
            if tally[1] >= int(megabytes) * 1_000_000:
                break
    print(*tally, sep="\t")


main()
