// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import FHIRResources
public import MedicationModel

extension CatalogBuilder {
  /// Puts a code system into the catalog, as a system of its own.
  ///
  /// A supplement defines no concepts: what it says is found under the system
  /// that it adds to (FHIR R4, CodeSystem.content).
  ///
  /// - Parameters:
  ///   - system: A code system read from a FHIR document.
  ///   - file: What to call the document.
  /// - Returns: What is odd: a count that differs, a supplement to unknown codes.
  public mutating func add(_ system: CodeSystemResource, file: String) -> [Problem] {
    var problems = system.problems
    let base = system.supplements.map { String($0.prefix { $0 != "|" }) }
    let url = system.isSupplement ? base ?? system.url : system.url
    if system.isSupplement, let unknown = codesUnknown(to: url, of: system) {
      problems.append(
        Problem(
          .supplementUnknownCode, .warning,
          "the supplement names \(unknown) codes that \(url ?? "its base") does not hold"))
    }
    if let count = system.count, count != system.concepts.count,
      !problems.contains(where: { $0.code == .countMismatch })
    {
      problems.append(
        Problem(
          .countMismatch, .warning,
          "the resource says \(count) concepts and holds \(system.concepts.count)"))
    }
    let fields = [
      url ?? file, system.version, system.name, system.title, system.status, system.content,
      system.supplements, file, system.resourceType, system.language, system.resourceURL,
      system.resourceVersion,
    ]
    rows.codeSystems.append(
      CodeSystemRows(
        fields: fields.map { number($0) }, isCaseSensitive: system.isCaseSensitive,
        concepts: system.concepts.map { row($0) }))
    return problems
  }

  /// How many codes of a supplement its base lacks; `nil` where none, or the base is not loaded.
  private mutating func codesUnknown(to url: String?, of system: CodeSystemResource) -> Int? {
    let number = number(url)
    let bases = rows.codeSystems.filter { $0.fields[0] == number }
    guard !bases.isEmpty else { return nil }
    let known = Set(bases.flatMap { $0.concepts.map(\.code) })
    let unknown = system.concepts.count { !known.contains(self.number($0.code)) }
    return unknown == 0 ? nil : unknown
  }

  private mutating func row(
    _ concept: FHIRResources.CodeSystemConcept
  ) -> CodeSystemConceptRow {
    CodeSystemConceptRow(
      code: number(concept.code), display: number(concept.display),
      definition: number(concept.definition), parent: number(concept.parent),
      depth: UInt32(clamping: concept.depth),
      designations: concept.designations.map {
        [number($0.language), number($0.use?.code), number($0.value)]
      },
      properties: concept.properties.map {
        [number($0.code), number($0.type), number($0.value)]
      })
  }

  private mutating func number(_ text: String?) -> UInt32 {
    rows.strings.number(of: text ?? "")
  }
}
