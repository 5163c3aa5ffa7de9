// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// A concept of a code system that was loaded from FHIR.
public struct CodeSystemConcept: Sendable {
  let catalog: Catalog
  let index: Int

  private func text(_ field: Int) -> String {
    catalog.file.text(catalog.file.word(.codeSystemConcepts, index, field))
  }

  /// The code.
  public var code: String { text(CodeSystemConceptField.code) }
  /// The display; empty where the system gives none.
  public var display: String { text(CodeSystemConceptField.display) }
  /// The definition; empty where the system gives none.
  public var definition: String { text(CodeSystemConceptField.definition) }
  /// The code that it is nested in; empty at the top.
  public var parent: String { text(CodeSystemConceptField.parent) }
  /// How deep it is nested, 1 at the top.
  public var depth: Int {
    Int(catalog.file.word(.codeSystemConcepts, index, CodeSystemConceptField.depth))
  }

  /// The code system that defines it.
  public var system: LoadedCodeSystem {
    LoadedCodeSystem(
      catalog: catalog,
      index: Int(catalog.file.word(.codeSystemConcepts, index, CodeSystemConceptField.system)))
  }

  /// Designations: language, use and value.
  public var designations: [(language: String, use: String, value: String)] {
    triples(
      .designations, CodeSystemConceptField.firstDesignation,
      CodeSystemConceptField.designationCount)
  }

  /// Properties: code, kind of value, value.
  public var properties: [(code: String, kind: String, value: String)] {
    triples(
      .properties, CodeSystemConceptField.firstProperty, CodeSystemConceptField.propertyCount)
  }

  private func triples(
    _ id: SectionID, _ first: Int, _ count: Int
  ) -> [(String, String, String)] {
    let file = catalog.file
    return file.range(
      id, first: file.word(.codeSystemConcepts, index, first),
      count: file.word(.codeSystemConcepts, index, count)
    ).map { place in
      (
        file.text(file.word(id, place, 0)), file.text(file.word(id, place, 1)),
        file.text(file.word(id, place, 2))
      )
    }
  }
}

/// A code system that was loaded from a FHIR resource.
public struct LoadedCodeSystem: Sendable {
  let catalog: Catalog
  let index: Int

  private func text(_ field: Int) -> String {
    catalog.file.text(catalog.file.word(.codeSystems, index, field))
  }

  /// The canonical URL, or an identifier or file name where the resource has none.
  public var url: String { text(CodeSystemField.url) }
  /// The URL that the resource itself gives; empty where it gives none.
  public var resourceURL: String { text(CodeSystemField.resourceURL) }
  /// The version that the resource itself gives; empty where it gives none.
  public var resourceVersion: String { text(CodeSystemField.resourceVersion) }
  /// The version.
  public var version: String { text(CodeSystemField.version) }
  /// The name for programs.
  public var name: String { text(CodeSystemField.name) }
  /// The name for people.
  public var title: String { text(CodeSystemField.title) }
  /// The publication status.
  public var status: String { text(CodeSystemField.status) }
  /// How much of the system it holds, such as `complete` or `fragment`.
  public var content: String { text(CodeSystemField.content) }
  /// The system that a supplement adds to.
  public var supplements: String { text(CodeSystemField.supplements) }
  /// The file that it came from.
  public var file: String { text(CodeSystemField.file) }
  /// The type of the resource.
  public var resourceType: String { text(CodeSystemField.resourceType) }
  /// The language of its displays.
  public var language: String { text(CodeSystemField.language) }
  /// Whether codes are compared with case.
  public var isCaseSensitive: Bool {
    catalog.file.word(.codeSystems, index, CodeSystemField.caseSensitive) != 0
  }

  /// Its concepts, in the order of the resource.
  public var concepts: [CodeSystemConcept] {
    catalog.file.range(
      .codeSystemConcepts,
      first: catalog.file.word(.codeSystems, index, CodeSystemField.firstConcept),
      count: catalog.file.word(.codeSystems, index, CodeSystemField.conceptCount)
    ).map { CodeSystemConcept(catalog: catalog, index: $0) }
  }
}

extension Catalog {
  /// The code systems that were loaded from FHIR, in the order of loading.
  public var codeSystems: [LoadedCodeSystem] {
    (0..<file.section(.codeSystems).count).map { LoadedCodeSystem(catalog: self, index: $0) }
  }

  /// The concepts that a code of any loaded system stands for.
  ///
  /// - Parameters:
  ///   - system: The exact canonical URL (`CodeSystem`), or a source's abbreviation.
  ///   - code: The code, exact. For RxNorm an RxCUI; for NDC any written form
  ///     that has one reading.
  /// - Returns: Concepts of the release, each once, sorted by code.
  public func concepts(system: String, code: String) -> [Concept] {
    switch system {
    case CodeSystem.rxNorm:
      // A number that only ties a reconstructed release together is no code.
      return RxCUI(code).flatMap { concept(for: $0) }.flatMap { $0.code == nil ? nil : [$0] } ?? []
    case CodeSystem.ndc:
      return ndcMatches(for: code).concepts
    default:
      var found: [Concept] = []
      for source in Self.sources(of: system) {
        forEachOwner(system: source.abbreviation, code: code) { owner, kind in
          guard kind >> 16 == 0, Int(owner) < conceptCount else { return }
          let symbol = UInt16(truncatingIfNeeded: kind)
          if let wanted = source.termType, file.symbol(symbol) != wanted { return }
          found.append(Concept(catalog: self, ordinal: owner))
        }
      }
      return found.sortedWithoutRepeats
    }
  }

  /// The concepts of loaded code systems that have a code.
  public func codeSystemConcepts(system: String, code: String) -> [CodeSystemConcept] {
    var found: [CodeSystemConcept] = []
    forEachOwner(system: system, code: code) { owner, kind in
      if kind >> 16 == 1 { found.append(CodeSystemConcept(catalog: self, index: Int(owner))) }
    }
    return found
  }

  /// The sources whose codes a system's URL names, with the term type that counts.
  private static func sources(of system: String) -> [(abbreviation: String, termType: String?)] {
    switch system {
    case CodeSystem.unii: [("MTHSPL", "SU")]
    case CodeSystem.atc: [("ATC", nil)]
    case CodeSystem.cvx: [("CVX", nil)]
    case CodeSystem.snomedCT: [("SNOMEDCT_US", nil)]
    default: [(system, nil)]
    }
  }

  private func forEachOwner(
    system: String, code: String, _ body: (_ owner: UInt32, _ kind: UInt32) -> Void
  ) {
    let wantedSystem = system.utf8
    let wantedCode = code.utf8
    let hash = KeyHash.of(system: wantedSystem, code: wantedCode)
    file.forEachRecord(.codeSlots, .codeEntries, hash: hash) { record in
      let index = Int(record)
      guard file.isText(file.word(.codes, index, CodeField.code), wantedCode.span),
        file.isText(file.word(.codes, index, CodeField.system), wantedSystem.span)
      else { return false }
      body(file.word(.codes, index, CodeField.owner), file.word(.codes, index, CodeField.kind))
      return true
    }
  }
}
