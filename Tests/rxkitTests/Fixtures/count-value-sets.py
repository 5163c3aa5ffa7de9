#!/usr/bin/env python3
# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Counts the codes of every value set of the test data over its code systems alone.

Written from the FHIR specification, without rxkit. It knows lists, whole systems, is-a,
descendent-of, imports, excludes and expansions, and nothing of RxNorm: what needs more is "?".

usage: count-value-sets.py <fhir-terminology> > value-set-members.tsv
"""
import gzip, json, os, sys
import xml.etree.ElementTree as ET

ROOT = sys.argv[1]
SYSTEMS, SETS = {}, []


def files():
    for folder, _, names in os.walk(ROOT):
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), ROOT)


def add_system(url, version, complete, meaning, concepts):
    codes, parents = [], {}

    def walk(nodes, parent):
        for node in nodes:
            codes.append(node["code"])
            above = parents.setdefault(node["code"], set())
            if parent is not None and meaning == "is-a":
                above.add(parent)
            for item in node.get("property", []):
                value = item.get("valueCode")
                if item.get("code") == "subsumedBy" or (
                        item.get("code") == "parent" and meaning == "is-a"):
                    above.add(value)
            walk(node.get("concept", []), node["code"])

    walk(concepts, None)
    nested = any("concept" in node for node in concepts)
    SYSTEMS.setdefault(url, []).append(
        dict(version=version, complete=complete, codes=codes, parents=parents,
             vague=nested and meaning != "is-a"))


def xml_concepts(node, ns):
    found = []
    for item in node.findall(ns + "concept"):
        code = item.find(ns + "code").get("value")
        properties = [
            {"code": p.find(ns + "code").get("value"), "valueCode": p.find(ns + "valueCode").get("value")}
            for p in item.findall(ns + "property") if p.find(ns + "valueCode") is not None]
        entry = {"code": code, "property": properties}
        nested = xml_concepts(item, ns)
        if nested:
            entry["concept"] = nested
        found.append(entry)
    return found


for name in sorted(files()):
    path = os.path.join(ROOT, name)
    if ".xml" in name:
        tree = ET.parse(path).getroot()
        ns = "{http://hl7.org/fhir}"
        if tree.tag == ns + "CodeSystem":
            get = lambda tag: (tree.find(ns + tag).get("value") if tree.find(ns + tag) is not None else None)
            add_system(get("url"), get("version"), get("content") == "complete",
                       get("hierarchyMeaning"), xml_concepts(tree, ns))
        elif tree.tag == ns + "ValueSet":
            sys.exit("a value set in XML is not read: " + name)
        continue
    if ".json" not in name:
        continue
    data = open(path, "rb").read()
    if name.endswith(".gz"):
        data = gzip.decompress(data)
    resource = json.loads(data)
    if resource["resourceType"] == "CodeSystem" and resource.get("content") != "supplement":
        add_system(resource["url"], resource.get("version"), resource.get("content") == "complete",
                   resource.get("hierarchyMeaning"), resource.get("concept", []))
    if resource["resourceType"] == "ValueSet":
        SETS.append((name, resource))
        if "codeSystem" in resource:
            inline = resource["codeSystem"]
            add_system(inline["system"], inline.get("version"), True, None, inline["concept"])

ATC = "http://www.whocc.no/atc"


class Unknown(Exception):
    pass


def ancestors(system, code):
    seen, open_ = set(), [code]
    while open_:
        for above in system["parents"].get(open_.pop(), ()):
            if above not in seen:
                seen.add(above)
                open_.append(above)
    return seen


def clause(item, opened):
    url, version = item.get("system"), item.get("version")
    codes = None
    if "concept" in item:
        codes = {(url, c["code"]) for c in item["concept"]}
    elif item.get("filter") or (url and not item.get("valueSet")):
        systems = [s for s in SYSTEMS.get(url, []) if version in (None, s["version"])]
        if not systems or not all(s["complete"] for s in systems):
            raise Unknown
        codes = set()
        for system in systems:
            for code in system["codes"]:
                keep = True
                for f in item.get("filter", []):
                    if f["property"] not in ("concept", "code") or f["op"] not in ("is-a", "descendent-of"):
                        raise Unknown
                    if f["value"] not in system["codes"]:
                        raise Unknown
                    is_below = f["value"] in ancestors(system, code)
                    if system["vague"] and not is_below:
                        raise Unknown
                    keep &= is_below or (f["op"] == "is-a" and code == f["value"])
                if keep:
                    codes.add((url, code))
    for canonical in item.get("valueSet", []):
        found = [r for _, r in SETS if canonical in (r.get("url"), "%s|%s" % (r.get("url"), r.get("version")))]
        if len(found) != 1:
            raise Unknown
        other = members(found[0], opened)
        codes = other if codes is None else codes & other
    return codes


def members(resource, opened=()):
    if id(resource) in opened:
        raise Unknown
    opened = opened + (id(resource),)
    if "expansion" in resource:
        found = []

        def walk(nodes):
            for node in nodes:
                if "code" in node:
                    found.append((node.get("system"), node["code"]))
                walk(node.get("contains", []))

        walk(resource["expansion"].get("contains", []))
        if resource["expansion"].get("total", 0) > len(found):
            raise Unknown
        return found
    compose = resource.get("compose", {})
    if not compose and "codeSystem" not in resource:
        raise Unknown
    codes = set()
    if "codeSystem" in resource:
        inline = resource["codeSystem"]

        def walk(nodes):
            for node in nodes:
                codes.add((inline["system"], node["code"]))
                walk(node.get("concept", []))

        walk(inline["concept"])
    for canonical in compose.get("import", []):
        codes |= set(clause({"valueSet": [canonical]}, opened))
    for item in compose.get("include", []):
        codes |= set(clause(item, opened))
    for item in compose.get("exclude", []):
        codes -= set(clause(item, opened))
    return codes


print("file\turl\tmembers")
for name, resource in sorted(SETS, key=lambda pair: pair[0]):
    try:
        count = str(len(members(resource)))
    except Unknown:
        count = "?"
    print("%s\t%s\t%s" % (name, resource.get("url", ""), count))
