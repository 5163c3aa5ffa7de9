# Checks the table of side effects against the labels it quotes, with an independent reader.
#
#   python3 Scripts/check-quotes.py Data/Mappings FILE… [--sample N]     (lxml from PyPI)
#
# Each row of trust A names a label, a section, a term, and often a context and arms. The term, the
# pieces of the context and those of the arms, between ` > ` and `[drug]`, must be found in that
# order in the named section of the named label (its title, texts, tables, captions and highlights),
# comparing letters and digits only, with or without footnotes and their marks: contexts and arms
# are quoted without them. FILE is an SPL file, a folder or zip of them, or openFDA records as JSON
# lines, plain or gzip. Prints what is not found and exits 1.

import csv
import gzip
import html
import io
import json
import os
import random
import re
import sys
import zipfile

from lxml import etree

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


MARKS = ["sup", "footnote", "footnoteRef"]


def without_marks(root):
    """An SPL document without footnotes and their marks; the text after them is kept."""
    for mark in list(root.iter([NAMESPACE + name for name in MARKS])):
        parent, before, tail = mark.getparent(), mark.getprevious(), mark.tail or ""
        if before is not None:
            before.tail = (before.tail or "") + tail
        else:
            parent.text = (parent.text or "") + tail
        parent.remove(mark)
    return root


def coded_sections(root):
    sections = {}
    for section in root.iter(NAMESPACE + "section"):
        code = section.find(NAMESPACE + "code")
        if code is not None:
            text = " ".join(section.itertext())
            loinc = code.get("code")
            sections[loinc] = sections.get(loinc, "") + " " + text
    return sections


def spl(data):
    """Set id, version, and the texts of each coded section, with footnotes and without."""
    root = etree.fromstring(data, etree.XMLParser(huge_tree=True, recover=True))
    set_id = root.find(NAMESPACE + "setId")
    version = root.find(NAMESPACE + "versionNumber")
    if set_id is None:
        return None
    texts = [coded_sections(root)]
    texts.append(coded_sections(without_marks(root)))
    return set_id.get("root", "").lower(), version.get("value", ""), texts


def openfda(data):
    record = json.loads(data)
    texts = [{}, {}]
    marks = "|".join(MARKS)
    for field, loinc in LOINC.items():
        for place, sections in enumerate(texts):
            parts = list(record.get(field, []))
            for table in record.get(field + "_table", []):
                if place == 1:
                    table = re.sub(rf"<({marks})\b[^>]*/>|<({marks})\b.*?</\2>", "", table, flags=re.S)
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
    arguments = sys.argv[1:]
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
    for set_id in sorted(set(wanted) - found):
        failures.append((set_id, "", "label", "not found in this version"))
    for failure in failures:
        print("\t".join(failure))
    quotes = sum(1 for row in rows for column in QUOTED if row[column])
    print(f"{quotes} quotes in {len(rows)} rows of {len(wanted)} labels, {len(failures)} not found",
          file=sys.stderr)
    return 1 if failures else 0


sys.exit(main())
