// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

/// Reads a CodeSystem, or the code system inside a ValueSet of DSTU2 (section 11.1).
struct CodeSystemReader {
  private let entry: ScopeEntry
  private var elements: ElementReader

  init(entry: ScopeEntry, root: JSONNode) {
    self.entry = entry
    elements = ElementReader(resource: entry.resource, root: root)
  }

  /// Returns the code system; `nil` for a value set that defines no codes.
  mutating func read() -> CodeSystemResource? {
    let resource = entry.resource
    let isValueSet = entry.kind == .valueSet
    guard let body = isValueSet ? elements.object(resource, "codeSystem") : resource else {
      return nil
    }
    let url = elements.text(resource, "url")
    let version = elements.text(resource, "version")
    var system = CodeSystemResource(
      entryPath: entry.address, resourceType: entry.typeName, resourceURL: url,
      resourceVersion: version,
      url: isValueSet ? elements.text(body, "system") : url,
      version: isValueSet ? elements.text(body, "version") : version,
      identifiers: identifiers(resource), name: elements.text(resource, "name"),
      title: elements.text(resource, "title"), status: elements.text(resource, "status"),
      content: elements.text(body, "content"), supplements: elements.text(body, "supplements"),
      isCaseSensitive: elements.flag(body, "caseSensitive") ?? true,
      hierarchyMeaning: elements.text(body, "hierarchyMeaning"),
      count: elements.decimal(body, "count").flatMap { Int($0) },
      language: elements.text(resource, "language"), propertyDeclarations: declarations(body),
      concepts: [], problems: [])
    readConcepts(of: body, parent: nil, depth: 1, into: &system.concepts)
    check(system)
    system.problems = elements.finish()
    return system
  }

  private mutating func check(_ system: CodeSystemResource) {
    if system.url == nil {
      elements.report(.systemMissing, .warning, "the code system has no url")
    }
    if let count = system.count, count != system.concepts.count, system.content != "not-present" {
      elements.report(
        .countMismatch, system.content == "complete" ? .warning : .note,
        "count says \(count), there are \(system.concepts.count) concepts",
        at: entry.resource["count"])
    }
  }

  private mutating func identifiers(_ resource: JSONNode) -> [CodeSystemResource.Identifier] {
    // STU3 and DSTU2 have one identifier, later versions several: both are right.
    guard let node = resource["identifier"] else { return [] }
    let nodes = node.isArray ? elements.list(resource, "identifier") : [node].filter(\.isObject)
    var identifiers: [CodeSystemResource.Identifier] = []
    for node in nodes {
      let identifier = CodeSystemResource.Identifier(
        system: elements.text(node, "system"), value: elements.text(node, "value"))
      if identifier.system != nil || identifier.value != nil { identifiers.append(identifier) }
    }
    return identifiers
  }

  private mutating func declarations(
    _ body: JSONNode
  ) -> [CodeSystemResource.PropertyDeclaration] {
    var declarations: [CodeSystemResource.PropertyDeclaration] = []
    for node in elements.list(body, "property") {
      guard let code = elements.text(node, "code") else { continue }
      declarations.append(
        CodeSystemResource.PropertyDeclaration(
          code: code, uri: elements.text(node, "uri"), meaning: elements.text(node, "description"),
          type: elements.text(node, "type")))
    }
    return declarations
  }

  /// Reads nested concepts; the JSON depth limit bounds the recursion.
  private mutating func readConcepts(
    of parent: JSONNode, parent parentCode: String?, depth: Int,
    into concepts: inout [CodeSystemConcept]
  ) {
    for node in elements.list(parent, "concept") {
      let code = elements.text(node, "code")
      if let code {
        concepts.append(
          CodeSystemConcept(
            code: code, parent: parentCode, depth: depth, display: elements.text(node, "display"),
            definition: elements.text(node, "definition"), designations: designations(node),
            properties: properties(node)))
      } else {
        elements.report(.codeMalformed, .warning, "a concept without code was left out", at: node)
      }
      readConcepts(of: node, parent: code ?? parentCode, depth: depth + 1, into: &concepts)
    }
  }

  private mutating func designations(_ node: JSONNode) -> [CodeSystemConcept.Designation] {
    guard node["designation"] != nil else { return [] }
    var designations: [CodeSystemConcept.Designation] = []
    for item in elements.list(node, "designation") {
      let use = elements.object(item, "use").map { elements.coding($0) }
      designations.append(
        CodeSystemConcept.Designation(
          language: elements.text(item, "language"), use: use,
          value: elements.text(item, "value")))
    }
    return designations
  }

  private mutating func properties(_ node: JSONNode) -> [CodeSystemConcept.Property] {
    guard node["property"] != nil else { return [] }
    var properties: [CodeSystemConcept.Property] = []
    for item in elements.list(node, "property") {
      guard let code = elements.text(item, "code") else { continue }
      if let property = property(item, code: code) {
        properties.append(property)
      } else {
        elements.report(.shape, .warning, "a property without a value of a known type", at: item)
      }
    }
    return properties
  }

  private mutating func property(_ item: JSONNode, code: String) -> CodeSystemConcept.Property? {
    for (name, type) in Self.valueNames {
      guard let node = item[name], let value = node.scalarText, !value.isEmpty else { continue }
      return CodeSystemConcept.Property(code: code, value: value, type: type)
    }
    guard let node = elements.object(item, "valueCoding") else { return nil }
    let coding = elements.coding(node)
    guard let value = coding.code ?? coding.display else { return nil }
    return CodeSystemConcept.Property(code: code, value: value, type: "Coding", coding: coding)
  }

  private static let valueNames: [(StaticString, String)] = [
    ("valueCode", "Code"), ("valueString", "String"), ("valueBoolean", "Boolean"),
    ("valueInteger", "Integer"), ("valueDateTime", "DateTime"), ("valueDecimal", "Decimal"),
  ]
}
