// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import JSONText
internal import MedicationModel

extension TerminologyExport {
  /// How a value set says what it has.
  public enum Definition: String, Sendable, Hashable, CaseIterable {
    /// Code by code, with displays.
    case enumerated
    /// By rules over properties; only a server with the exported CodeSystem can expand it.
    case intensional
  }

  /// Whether any code fits a filter; FHIR has no empty lists.
  public func hasCodes(_ filter: ConceptFilter) -> Bool {
    content.catalog.concepts.contains { concept in
      concept.code != nil && concept.source == "RXNORM" && filter.contains(concept)
    }
  }

  /// Writes a ValueSet of the codes that fit a filter.
  ///
  /// - Returns: How many codes it has; `nil` for rules, which name none.
  /// - Complexity: O(*n*) in the concepts; memory does not grow with them.
  @discardableResult
  public func writeValueSet(
    _ filter: ConceptFilter, _ definition: Definition, to output: ExportOutput
  ) throws(ExportError) -> Int? {
    var head = JSONWriter()
    begin(heading(of: filter, definition), &head)
    head.member("immutable", definition == .enumerated)
    head.key("compose")
    head.beginObject()
    head.member("inactive", filter.includesInactive)
    head.key("include")
    head.beginArray()
    head.beginObject()
    head.member("system", CodeSystem.rxNorm)
    if let version = codeSystemVersion { head.member("version", version) }
    if definition == .intensional {
      let rules = filter.rules.map { rule -> JSONValue in
        [
          "property": .string(rule.property), "op": .string(rule.operator),
          "value": .string(rule.value),
        ]
      }
      head.members(["filter": .list(rules)])
      try output.write(head.bytes)
      try output.write("}]}}\n")
      try output.flush()
      return nil
    }
    head.key("concept")
    var list = try ElementList(after: &head, to: output)
    for (concept, code) in content.codes("ValueSet", output.progress)
    where filter.contains(concept) {
      try list.add { writer in
        writer.object { writer in
          writer.member("code", code.description)
          writer.member("display", concept.name)
        }
      }
    }
    return try list.end("}]}}")
  }

  func heading(of filter: ConceptFilter, _ definition: Definition) -> Heading {
    let id = filter.identifier + (definition == .intensional ? "-rules" : "")
    let words = filter.rules.map { "\($0.property) \($0.operator) \($0.value)" }
    let text = words.isEmpty ? "every code" : words.joined(separator: ", ")
    let name = id.split { $0 == "-" || $0 == "." }.map {
      $0.prefix(1).uppercased() + $0.dropFirst()
    }
    return Heading(
      type: "ValueSet", id: id, url: url(of: "ValueSet", id), name: name.joined(),
      title: "RxNorm codes: \(text)",
      description: "Codes of RxNorm with \(text)."
        + (definition == .intensional
          ? " The rules use properties of the CodeSystem that rxkit exports; TTY is HL7's."
          : ""))
  }
}
