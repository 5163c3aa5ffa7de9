// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
public import FHIRResources
public import MedicationModel

extension CatalogBuilder {
  /// Puts a code system into the catalog, as a system of its own.
  ///
  /// A supplement defines no concepts: what it says is found under the system
  /// that it adds to (FHIR R4, CodeSystem.content). Whether that system is loaded and holds the
  /// supplement's codes is told by ``Output/terminologyProblems``, when all is loaded: the order
  /// does not matter.
  ///
  /// - Parameters:
  ///   - system: A code system read from a FHIR document. If its concepts were handed over, they
  ///     were held by ``hold(_:of:)`` before.
  ///   - file: What to call the document.
  ///   - place: Its number among the code systems of the document whose concepts are held; every
  ///     system of such a document must be added before the next document is read.
  /// - Returns: What is odd: a count that differs, a parent that is not there.
  public mutating func add(
    _ system: CodeSystemResource, file: String, held place: Int? = nil
  ) -> [Problem] {
    var problems = system.problems
    if let count = system.count, count != system.conceptCount, system.content != "not-present",
      !problems.contains(where: { $0.code == .countMismatch })
    {
      problems.append(
        Problem(
          .countMismatch, .warning,
          "the resource says \(count) concepts and holds \(system.conceptCount)"))
    }
    let base = system.supplements.map { String($0.prefix { $0 != "|" }) }
    let own = system.isSupplement ? base ?? system.url : system.url
    let url = own ?? Self.identifier(system.identifiers) ?? file
    let fields = [
      url, system.version, system.name, system.title, system.status, system.content,
      system.supplements, file, system.resourceType, system.language, system.resourceURL,
      system.resourceVersion,
    ]
    var row = place.flatMap { rows.heldSystems.removeValue(forKey: $0) } ?? CodeSystemRows()
    precondition(
      row.concepts.count == system.handedOverCount,
      "the concepts of a system that were handed over are held under its place, and no others")
    row.fields = fields.map { number($0) }
    row.isCaseSensitive = system.isCaseSensitive
    row.isSupplement = system.isSupplement
    row.hierarchyMeaning = number(system.hierarchyMeaning)
    row.statedCount = system.count
    row.isURLInvented = own == nil
    row.declarations = system.propertyDeclarations.map {
      StringTuple(number($0.code), number($0.uri), number($0.meaning), number($0.type))
    }
    row.identifiers = system.identifiers.map { StringTuple(number($0.system), number($0.value)) }
    add(system.concepts, to: &row)
    noteRepeated(row.fields[0], row.fields[1], of: system, &problems)
    rows.codeSystems.append(row)
    return problems
  }

  /// Takes concepts of a code system whose document is still being read, before the system itself
  /// is added.
  ///
  /// - Parameters:
  ///   - concepts: Concepts, whole trees of them, after those of earlier calls.
  ///   - place: The number of the code system in its document.
  public mutating func hold(_ concepts: [FHIRResources.CodeSystemConcept], of place: Int) {
    var row = rows.heldSystems.removeValue(forKey: place) ?? CodeSystemRows()
    add(concepts, to: &row)
    rows.heldSystems[place] = row
  }

  private mutating func add(
    _ concepts: [FHIRResources.CodeSystemConcept], to row: inout CodeSystemRows
  ) {
    // The last concept of each depth: parents stand before their children.
    var open: [Int] = []
    for concept in concepts {
      let position = row.concepts.count
      let depth = max(concept.depth, 1)
      while open.count >= depth { open.removeLast() }
      row.concepts.append(
        CodeSystemConceptRow(
          code: number(concept.code), display: number(concept.display),
          definition: number(concept.definition), parent: number(concept.parent),
          parentPosition: Int32(truncatingIfNeeded: open.last ?? -1),
          depth: UInt32(clamping: concept.depth),
          designationCount: UInt32(concept.designations.count),
          propertyCount: UInt32(concept.properties.count)))
      open.append(position)
      for part in concept.designations {
        row.designations.append(number(part.language))
        row.designations.append(number(part.use?.code))
        row.designations.append(number(part.value))
      }
      for part in concept.properties {
        if let coding = part.coding {
          let tuple = StringTuple(
            number(coding.system), number(coding.version), number(coding.display))
          row.propertyCodings.append((row.properties.count / 3, tuple))
        }
        row.properties.append(number(part.code))
        row.properties.append(number(part.type))
        row.properties.append(number(part.value))
      }
    }
  }

  /// Says that a system of this URL and version is loaded already; both are kept.
  private func noteRepeated(
    _ url: UInt32, _ version: UInt32, of system: CodeSystemResource, _ problems: inout [Problem]
  ) {
    guard !system.isSupplement,
      rows.codeSystems.contains(where: {
        $0.fields[0] == url && $0.fields[1] == version && !$0.isSupplement
      })
    else { return }
    problems.append(
      Problem(
        .resourceRepeated, .warning,
        "a code system of this url and version is loaded already; both are kept"))
  }

  /// The identifier that stands for a resource without URL.
  static func identifier(_ identifiers: [CodeSystemResource.Identifier]) -> String? {
    identifiers.compactMap(\.value).first
  }

  /// The number of a text; 0 for none.
  mutating func number(_ text: String?) -> UInt32 {
    guard var text, !text.isEmpty else { return 0 }
    return text.withUTF8 { unsafe rows.strings.number(of: $0.span) }
  }
}
