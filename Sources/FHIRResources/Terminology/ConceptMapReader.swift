// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

/// Reads a ConceptMap of any version (section 11.3).
struct ConceptMapReader {
  private let entry: ScopeEntry
  private var elements: ElementReader

  init(entry: ScopeEntry, root: JSONNode) {
    self.entry = entry
    elements = ElementReader(resource: entry.resource, root: root)
  }

  mutating func read() -> ConceptMapResource {
    let resource = entry.resource
    let heading = TerminologyHeading(resource, &elements)
    var map = ConceptMapResource(
      entryPath: entry.address, url: heading.url, version: heading.version,
      identifiers: heading.identifiers, name: heading.name, title: heading.title,
      status: heading.status, sourceScope: scope("source"), targetScope: scope("target"),
      groups: [], hasGroups: resource["group"] != nil, problems: [])
    if map.hasGroups {
      for node in elements.list(resource, "group") { map.groups.append(group(node)) }
    } else if resource["element"] != nil {
      var group = ConceptMapResource.Group(elements: [])
      for node in elements.list(resource, "element") {
        group.elements.append(element(node, in: group))
      }
      map.groups.append(group)
    }
    if map.url == nil {
      elements.report(.systemMissing, .warning, "the concept map has no url")
    }
    map.problems = elements.finish()
    return map
  }

  /// `sourceUri`, `sourceReference`, `sourceCanonical`, `sourceScopeUri`, `sourceScopeCanonical`.
  private mutating func scope(_ name: String) -> String? {
    for ending in ["Canonical", "Uri", "ScopeCanonical", "ScopeUri"] {
      if let node = entry.resource[name + ending], let text = elements.text(node) { return text }
    }
    return elements.reference(entry.resource[name + "Reference"])?.reference
  }

  private mutating func group(_ node: JSONNode) -> ConceptMapResource.Group {
    let source = Self.canonical(elements.text(node, "source"))
    let target = Self.canonical(elements.text(node, "target"))
    var group = ConceptMapResource.Group(
      source: source.url, sourceVersion: elements.text(node, "sourceVersion") ?? source.version,
      target: target.url, targetVersion: elements.text(node, "targetVersion") ?? target.version,
      elements: [], unmapped: elements.object(node, "unmapped").flatMap { unmapped($0) })
    for item in elements.list(node, "element") {
      group.elements.append(element(item, in: group))
    }
    if group.source == nil || group.target == nil {
      elements.report(
        .systemMissing, .warning,
        "a group without source or target system; its mappings name no codes", at: node)
    }
    return group
  }

  private mutating func element(
    _ node: JSONNode, in group: ConceptMapResource.Group
  ) -> ConceptMapResource.Element {
    var element = ConceptMapResource.Element(
      system: elements.text(node, "codeSystem") ?? group.source, version: group.sourceVersion,
      code: elements.text(node, "code"), display: elements.text(node, "display"),
      valueSet: elements.text(node, "valueSet"), hasNoMap: false, targets: [])
    for item in elements.list(node, "target") {
      element.targets.append(target(item, in: group))
    }
    element.hasNoMap = elements.flag(node, "noMap") ?? element.targets.isEmpty
    if element.hasNoMap, !element.targets.isEmpty {
      elements.report(
        .mapContradicts, .warning, "noMap stands beside targets; the targets are kept", at: node)
      element.hasNoMap = false
    }
    if element.code == nil, element.valueSet == nil {
      elements.report(.codeMalformed, .warning, "an element without a code maps nothing", at: node)
    }
    return element
  }

  private mutating func target(
    _ node: JSONNode, in group: ConceptMapResource.Group
  ) -> ConceptMapResource.Target {
    let literal = elements.text(node, "relationship") ?? elements.text(node, "equivalence")
    var relationship =
      node["relationship"] != nil
      ? literal.flatMap { MapRelationship(relationship: $0) }
      : literal.flatMap { MapRelationship(equivalence: $0) }
    let code = elements.text(node, "code")
    let valueSet = elements.text(node, "valueSet")
    if relationship == nil {
      elements.report(
        .mapRelationshipUnknown, .warning,
        literal == nil
          ? "a mapping that does not say how source and target are related"
          : "a relationship that no version of FHIR has; the codes are not taken as the same",
        at: node)
    }
    if code == nil, valueSet == nil, relationship != .noMap {
      elements.report(
        .codeMalformed, .warning, "a mapping to no code is read as no mapping", at: node)
      relationship = .noMap
    }
    return ConceptMapResource.Target(
      system: elements.text(node, "codeSystem") ?? group.target, version: group.targetVersion,
      code: code, display: elements.text(node, "display"), valueSet: valueSet, literal: literal,
      relationship: relationship ?? .unstated,
      comment: elements.text(node, "comment") ?? elements.text(node, "comments"),
      dependsOn: attributes(node, "dependsOn"), products: attributes(node, "product"))
  }

  private mutating func attributes(
    _ node: JSONNode, _ name: StaticString
  ) -> [ConceptMapResource.Attribute] {
    guard node[name] != nil else { return [] }
    var attributes: [ConceptMapResource.Attribute] = []
    for item in elements.list(node, name) {
      let value = elements.value(item)
      attributes.append(
        ConceptMapResource.Attribute(
          name: elements.text(item, "attribute") ?? elements.text(item, "property")
            ?? elements.text(item, "element") ?? "",
          system: value?.coding?.system ?? elements.text(item, "system")
            ?? elements.text(item, "codeSystem"),
          value: value?.text ?? elements.text(item, "value") ?? elements.text(item, "code")
            ?? elements.text(item, "valueSet"),
          display: value?.coding?.display ?? elements.text(item, "display")))
    }
    return attributes
  }

  private mutating func unmapped(_ node: JSONNode) -> ConceptMapResource.Unmapped? {
    guard let mode = elements.text(node, "mode") else { return nil }
    return ConceptMapResource.Unmapped(
      mode: mode == "provided" ? "use-source-code" : mode, code: elements.text(node, "code"),
      display: elements.text(node, "display"), valueSet: elements.text(node, "valueSet"),
      otherMap: elements.text(node, "otherMap") ?? elements.text(node, "url"),
      relationship: elements.text(node, "relationship").flatMap {
        MapRelationship(relationship: $0)
      } ?? .unstated)
  }

  /// Parts a canonical into URL and version.
  static func canonical(_ text: String?) -> (url: String?, version: String?) {
    guard let text, let bar = text.firstIndex(of: "|") else { return (text, nil) }
    let version = text[text.index(after: bar)...]
    return (String(text[..<bar]), version.isEmpty ? nil : String(version))
  }
}
