// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// A concept of a code system that was loaded from FHIR.
public struct CodeSystemConcept: Sendable, CatalogRecord {
  typealias Field = CodeSystemConceptField
  static let section = SectionID.codeSystemConcepts
  let catalog: Catalog
  package let index: Int

  /// The code.
  public var code: String { text(.code) }
  /// The display; empty where the system gives none.
  public var display: String { text(.display) }
  /// The definition; empty where the system gives none.
  public var definition: String { text(.definition) }
  /// The code that it is nested in; empty at the top.
  public var parent: String { text(.parent) }
  /// How deep it is nested, 1 at the top.
  public var depth: Int { Int(word(.depth)) }

  /// The code system that defines it.
  public var system: LoadedCodeSystem {
    LoadedCodeSystem(catalog: catalog, index: Int(word(.system)))
  }

  /// Designations: language, use and value.
  public var designations: [(language: String, use: String, value: String)] {
    triples(.designations, .designations)
  }

  /// Properties: code, kind of value, value.
  public var properties: [(code: String, kind: String, value: String)] {
    triples(.properties, .properties)
  }

  private func triples(_ id: SectionID, _ field: Field) -> [(String, String, String)] {
    let file = catalog.file
    return run(id, field).map { place in
      (file.text(id, place, 0), file.text(id, place, 1), file.text(id, place, 2))
    }
  }
}

/// A code system that was loaded from a FHIR resource.
public struct LoadedCodeSystem: Sendable, CatalogRecord {
  typealias Field = CodeSystemField
  static let section = SectionID.codeSystems
  let catalog: Catalog
  package let index: Int

  /// The canonical URL, or an identifier or file name where the resource has none.
  public var url: String { text(.url) }
  /// The URL that the resource itself gives; empty where it gives none.
  public var resourceURL: String { text(.resourceURL) }
  /// The version that the resource itself gives; empty where it gives none.
  public var resourceVersion: String { text(.resourceVersion) }
  /// The version.
  public var version: String { text(.version) }
  /// The name for programs.
  public var name: String { text(.name) }
  /// The name for people.
  public var title: String { text(.title) }
  /// The publication status.
  public var status: String { text(.status) }
  /// How much of the system it holds, such as `complete` or `fragment`.
  public var content: String { text(.content) }
  /// The system that a supplement adds to.
  public var supplements: String { text(.supplements) }
  /// The file that it came from.
  public var file: String { text(.file) }
  /// The type of the resource.
  public var resourceType: String { text(.resourceType) }
  /// The language of its displays.
  public var language: String { text(.language) }
  /// Whether codes are compared with case.
  public var isCaseSensitive: Bool { word(.caseSensitive) != 0 }

  /// Its concepts, in the order of the resource.
  public var concepts: [CodeSystemConcept] { records(.concepts) }
}

extension Catalog {
  /// The code systems that were loaded from FHIR, in the order of loading.
  public var codeSystems: [LoadedCodeSystem] {
    records()
  }

  /// The concepts that a code of any loaded system identifies.
  ///
  /// - Parameters:
  ///   - system: The exact canonical URL (`CodeSystem`), or a source's abbreviation.
  ///   - code: The code, exact. For RxNorm an RxCUI; for NDC any written form
  ///     that has one reading.
  /// - Returns: Concepts of the release, each once, sorted by code.
  public func concepts(system: String, code: String) -> [Concept] {
    switch system {
    case CodeSystem.rxNorm:
      // A placeholder of a reconstructed release is not a code.
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

  /// Calls `body` with each concept that a source's code identifies.
  ///
  /// Allocates nothing.
  ///
  /// - Parameters:
  ///   - source: The source's abbreviation (SAB), such as `VANDF`.
  ///   - code: The code in the source (CODE), exact.
  ///   - termType: The term type that the source must give the code, any if `nil`:
  ///     `SU` for a UNII in `MTHSPL`, whose codes of products are others.
  ///   - body: Called with each concept once, in the order of codes.
  /// - Complexity: O(1) on average in the number of codes.
  public func forEachConcept(
    source: String, code: String, termType: TermType? = nil, _ body: (ConceptView) -> Void
  ) {
    let sourceText = source.utf8
    let codeText = code.utf8
    forEachConcept(source: sourceText.span, code: codeText.span, termType: termType, body)
  }

  /// Calls `body` with each concept that a source's code, given as UTF-8 bytes, identifies.
  public func forEachConcept(
    source: Span<UInt8>, code: Span<UInt8>, termType: TermType? = nil,
    _ body: (ConceptView) -> Void
  ) {
    let wanted = termType?.rawValue.utf8
    var last: UInt32?
    forEachOwner(system: source, code: code) { owner, kind in
      guard kind >> 16 == 0 else { return }
      if let wanted, !file.isText(file.word(.symbols, Int(kind & 0xFFFF), 0), wanted.span) {
        return
      }
      // Records of one code come in the order of their concepts.
      if owner != last, let view = view(at: owner) { body(view) }
      last = owner
    }
  }

  /// Calls `body` with each concept of an FDA substance identifier (UNII), UTF-8; allocates nothing.
  public func forEachConcept(unii: Span<UInt8>, _ body: (ConceptView) -> Void) {
    let source = "MTHSPL".utf8
    forEachConcept(source: source.span, code: unii, termType: TermType(rawValue: "SU"), body)
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
    forEachOwner(system: wantedSystem.span, code: wantedCode.span, body)
  }

  @inline(__always)
  private func forEachOwner(
    system: Span<UInt8>, code: Span<UInt8>, _ body: (_ owner: UInt32, _ kind: UInt32) -> Void
  ) {
    let hash = KeyHash.of(system: system, code: code)
    var probe = HashProbe(file, .codeSlots, .codeEntries, hash: hash)
    while let record = probe.next(in: file) {
      let index = Int(record & ~HashSlot.otherSectionFlag)
      if record & HashSlot.otherSectionFlag == 0 {
        let kind = file.word(.names, index, NameField.kind)
        let source = file.word(.sources, Int(kind >> 16 & 0xFF), SourceField.abbreviation)
        guard file.isText(file.word(.names, index, NameField.code), code),
          file.isText(source, system)
        else { continue }
        probe.isFound = true
        body(file.word(.names, index, NameField.concept), kind & 0xFFFF)
      } else {
        guard file.isText(file.word(.codes, index, CodeField.code), code),
          file.isText(file.word(.codes, index, CodeField.system), system)
        else { continue }
        probe.isFound = true
        body(file.word(.codes, index, CodeField.owner), file.word(.codes, index, CodeField.kind))
      }
    }
  }
}
