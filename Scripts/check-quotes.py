# Checks the table of side effects against the labels it quotes, with an independent reader.
#
#   python3 Scripts/check-quotes.py Data/Mappings FILE… [--sample N] [--given]
#
# Each row of trust A names a label, a section, a term, and often a context and arms. The term, the
# pieces of the context and those of the arms, between ` > ` and `[drug]`, must be found in that
# order in the named section of the named label (its title, texts, tables, captions and highlights),
# comparing letters and digits only, with or without footnotes and their marks: contexts and arms
# are quoted without them. FILE is an SPL file, a folder or zip of them, or openFDA records as JSON
# lines, plain or gzip. Prints what is not found and exits 1; a label that is not among the files is
# not found either, but with --given, which leaves its rows out.

import csv
import gzip
import html
import io
import json
import os
import random
import re
import sys
import xml.etree.ElementTree
import zipfile

NAMESPACE = "{urn:hl7-org:v3}"
LOINC = {
    "boxed_warning": "34066-1",
    "warnings_and_cautions": "43685-7",
    "warnings": "34071-1",
    "precautions": "42232-9",
    "general_precautions": "34072-9",
    "adverse_reactions": "34084-4",
    "when_using": "50567-7",
    "stop_use": "50566-9",
    "spl_patient_package_insert": "42230-3",
    "spl_medguide": "42231-1",
    "patient_medication_information": "68498-5",
}


QUOTED = ["label_term", "context", "arm", "comparator_arm"]


def bare(text):
    return re.sub(r"[\W_]+", "", text.lower())


def documents(path):
    """(file name, bytes) of every document below a path."""
    if os.path.isdir(path):
        for name in sorted(os.listdir(path)):
            yield from documents(os.path.join(path, name))
    elif path.endswith(".zip"):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if name.endswith((".xml", ".zip")):
                    data = archive.read(name)
                    if name.endswith(".zip"):
                        with zipfile.ZipFile(io.BytesIO(data)) as inner:
                            for other in inner.namelist():
                                if other.endswith(".xml"):
                                    yield other, inner.read(other)
                    else:
                        yield name, data
    elif path.endswith(".xml"):
        yield path, open(path, "rb").read()
    else:
        opened = gzip.open(path) if path.endswith(".gz") else open(path, "rb")
        for line in opened:
            yield path, line


# What is left out: nothing, footnotes, or whatever is raised, too, as most marks are.
LEFT_OUT = [[], ["footnote", "footnoteRef"], ["footnote", "footnoteRef", "sup"]]


def text_of(element, left_out):
    """The text below an element, without the content of some elements."""
    yield element.text or ""
    for child in element:
        if child.tag.removeprefix(NAMESPACE) not in left_out:
            yield from text_of(child, left_out)
        yield child.tail or ""


def spl(data):
    """Set id, version, and the texts of each coded section, one for each of LEFT_OUT."""
    root = xml.etree.ElementTree.fromstring(data)
    set_id = root.find(NAMESPACE + "setId")
    version = root.find(NAMESPACE + "versionNumber")
    if set_id is None:
        return None
    texts = [{} for _ in LEFT_OUT]
    for section in root.iter(NAMESPACE + "section"):
        code = section.find(NAMESPACE + "code")
        if code is not None:
            for left_out, sections in zip(LEFT_OUT, texts):
                text = " ".join(text_of(section, left_out))
                sections[code.get("code")] = sections.get(code.get("code"), "") + " " + text
    return set_id.get("root", "").lower(), version.get("value", ""), texts


def openfda(data):
    record = json.loads(data)
    texts = [{} for _ in LEFT_OUT]
    for field, loinc in LOINC.items():
        for left_out, sections in zip(LEFT_OUT, texts):
            parts = list(record.get(field, []))
            for table in record.get(field + "_table", []):
                for mark in left_out:
                    table = re.sub(rf"<{mark}\b[^>]*/>|<{mark}\b.*?</{mark}>", "", table, flags=re.S)
                parts.append(html.unescape(re.sub(r"<[^>]*>", " ", table)))
            if parts:
                sections[loinc] = " ".join(parts)
    return record.get("set_id", "").lower(), record.get("version", ""), texts


def pieces(text):
    return [bare(p) for p in re.split(r" > |\[drug\]", text) if bare(p)]


def are_found(parts, text):
    place = 0
    for part in parts:
        place = text.find(part, place)
        if place < 0:
            return False
        place += len(part)
    return True


def main():
    sys.setrecursionlimit(10_000)
    arguments = sys.argv[1:]
    is_given = "--given" in arguments
    if is_given:
        arguments.remove("--given")
    sample = None
    if "--sample" in arguments:
        place = arguments.index("--sample")
        sample = int(arguments[place + 1])
        del arguments[place : place + 2]
    folder, files = arguments[0], arguments[1:]

    def table(name):
        with open(os.path.join(folder, name), encoding="utf8") as lines:
            return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))

    rows = [row for row in table("side-effects.tsv") if row["trust"] == "A"]
    if sample:
        rows = random.Random(26).sample(rows, min(sample, len(rows)))
    versions = {row["set_id"]: row["label_version"] for row in table("labels.tsv")}
    wanted = {}
    for row in rows:
        wanted.setdefault(row["set_id"], []).append(row)
    found, failures = set(), []
    for path in files:
        for name, data in documents(path):
            label = spl(data) if name.endswith(".xml") else openfda(data)
            if not label or label[0] not in wanted or label[0] in found:
                continue
            if label[1] != versions.get(label[0]):
                continue
            found.add(label[0])
            texts = [{loinc: bare(text) for loinc, text in one.items()} for one in label[2]]
            for row in wanted[label[0]]:
                section = [one.get(row["section_loinc"], "") for one in texts]
                for column in QUOTED:
                    parts = pieces(row[column])
                    # A header path goes down a column: its cells are searched for one by one.
                    ordered = column == "label_term"
                    good = any(
                        are_found(parts, text) if ordered else all(part in text for part in parts)
                        for text in section
                    )
                    if not good:
                        failures.append((row["set_id"], row["section_loinc"], column, row[column]))
    if is_given:
        rows = [row for row in rows if row["set_id"] in found]
        if not rows:
            failures.append(("", "", "label", "none of the files has a label of the table"))
    else:
        for set_id in sorted(set(wanted) - found):
            failures.append((set_id, "", "label", "not found in this version"))
    for failure in failures:
        print("\t".join(failure))
    quotes = sum(1 for row in rows for column in QUOTED if row[column])
    print(f"{quotes} quotes in {len(rows)} rows of {len(found)} labels, {len(failures)} not found",
          file=sys.stderr)
    return 1 if failures else 0


sys.exit(main())
