// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

/// What CodeSystem, ValueSet and ConceptMap have in common.
struct TerminologyHeading {
  let url: String?
  let version: String?
  let name: String?
  let title: String?
  let status: String?
  let identifiers: [CodeSystemResource.Identifier]

  init(_ resource: JSONNode, _ elements: inout ElementReader) {
    url = elements.text(resource, "url")
    version = elements.text(resource, "version")
    name = elements.text(resource, "name")
    title = elements.text(resource, "title")
    status = elements.text(resource, "status")
    identifiers = Self.identifiers(resource, &elements)
  }

  private static func identifiers(
    _ resource: JSONNode, _ elements: inout ElementReader
  ) -> [CodeSystemResource.Identifier] {
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
}

extension ElementReader {
  /// Reads designations of a concept.
  mutating func designations(_ node: JSONNode) -> [CodeSystemConcept.Designation] {
    guard node["designation"] != nil else { return [] }
    var designations: [CodeSystemConcept.Designation] = []
    for item in list(node, "designation") {
      let use = object(item, "use").map { coding($0) }
      designations.append(
        CodeSystemConcept.Designation(
          language: text(item, "language"), use: use, value: text(item, "value")))
    }
    return designations
  }

  /// Reads `value[x]` of a type that is one word, or the code of a Coding.
  mutating func value(_ node: JSONNode) -> (type: String, text: String, coding: FHIRCoding?)? {
    for (name, type) in Self.scalarValues {
      guard let value = node[name]?.scalarText, !value.isEmpty else { continue }
      return (type, value, nil)
    }
    guard let object = object(node, "valueCoding") else { return nil }
    let coding = coding(object)
    guard let value = coding.code ?? coding.display else { return nil }
    return ("Coding", value, coding)
  }

  private static var scalarValues: [(StaticString, String)] {
    [
      ("valueCode", "Code"), ("valueString", "String"), ("valueBoolean", "Boolean"),
      ("valueInteger", "Integer"), ("valueDateTime", "DateTime"), ("valueDecimal", "Decimal"),
      ("valueUri", "Uri"), ("valueDate", "Date"),
    ]
  }
}
