// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
internal import MedicationModel
public import SymptomMapping

/// What an export takes from a catalog: everything that may leave it, and nothing else.
///
/// Sources with a restriction level above 0, and those that the release does
/// not list, stay in unless they are requested: their names, relations,
/// attributes and NDCs, and concepts that nothing else names. RXNORM itself is
/// always free. A value takes one byte a concept and is shared by exports.
public struct ExportContent: Sendable {
  /// The catalog.
  public let catalog: Catalog
  /// The label evidence, without rows that must not be exported.
  public let tables: MappingTables
  /// The version of the program that exports.
  public let toolVersion: String
  /// Whether restricted sources are exported too.
  public let includesRestricted: Bool
  /// The sources that stay in.
  public let withheld: [Source]
  /// How many concepts stay in, because only such sources name them.
  public let withheldConceptCount: Int
  /// How many rows of evidence have a restricted licence, by its words.
  ///
  /// They stay in, or are exported where ``includesRestricted`` says so.
  public let restrictedEvidence: [String: Int]
  /// How many concepts have no code, because their number is a placeholder.
  public let placeholderCount: Int

  private let withheldAbbreviations: Set<String>
  /// For every concept whether it stays in; empty if none does.
  private let isWithheld: [Bool]

  /// Looks at a catalog.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - tables: The evidence of labels; `MappingTables.empty` for none.
  ///   - toolVersion: The version of the program that exports.
  ///   - includesRestricted: Whether restricted sources are exported too.
  /// - Complexity: O(*n*) in the concepts.
  public init(
    catalog: Catalog, tables: MappingTables, toolVersion: String, includesRestricted: Bool = false
  ) {
    self.catalog = catalog
    var evidence: [String: Int] = [:]
    // A table has few licences: each is read once.
    var known: [String: Bool] = [:]
    let free = tables.sideEffects.filtered { row in
      let licence = row.licence
      let isRestricted = known[licence] ?? LicenceTerms(licence).isRestricted
      known[licence] = isRestricted
      guard isRestricted else { return true }
      evidence[licence, default: 0] += 1
      return includesRestricted
    }
    restrictedEvidence = evidence
    self.tables = tables.replacing(sideEffects: free)
    self.toolVersion = toolVersion
    self.includesRestricted = includesRestricted
    let withheld = includesRestricted ? [] : catalog.sources.filter(\.isRestricted)
    let names = Set(withheld.map(\.abbreviation))
    var flags: [Bool] = []
    var placeholders = 0
    for concept in catalog.concepts {
      if concept.code == nil { placeholders += 1 }
      if names.isEmpty { continue }
      let isFree =
        !names.contains(concept.source) || concept.names.contains { !names.contains($0.source) }
      flags.append(!isFree)
    }
    self.withheld = withheld
    withheldAbbreviations = names
    isWithheld = flags
    placeholderCount = placeholders
    withheldConceptCount = flags.count { $0 }
  }

  var isReconstructed: Bool { !catalog.release.isOfficial }

  func permits(_ source: String) -> Bool {
    withheldAbbreviations.isEmpty || !withheldAbbreviations.contains(source)
  }

  func permits(_ concept: Concept) -> Bool {
    isWithheld.isEmpty || !isWithheld[Int(concept.position)]
  }

  /// The restricted sources that are exported because they were requested.
  var restrictedSources: [Source] {
    includesRestricted ? catalog.sources.filter(\.isRestricted) : []
  }

  var withheldNames: String {
    withheld.map { "\($0.abbreviation) (level \($0.restrictionLevel))" }.joined(separator: ", ")
  }

  /// The restricted licences of evidence with their rows: `CC-BY-NC-SA-4.0 (12 rows)`.
  public var restrictedEvidenceNames: String {
    restrictedEvidence.sorted { $0.key.precedesInBytes($1.key) }.map { licence, count in
      "\(licence.isEmpty ? "no licence stated" : licence) (\(count) rows)"
    }.joined(separator: ", ")
  }

  /// How many rows of evidence stay in.
  public var withheldEvidenceCount: Int {
    includesRestricted ? 0 : restrictedEvidence.values.reduce(0, +)
  }

  /// A code as it may be shown: `nil` for a number that a reconstructed release made up.
  ///
  /// Its own numbers begin at 90000000, those of concepts and of atoms.
  func shown(_ number: UInt32) -> Int? {
    number == 0 || (isReconstructed && number >= RxCUI.firstPlaceholder) ? nil : Int(number)
  }

  /// A code of a source as it may be shown; RXNORM's are RxCUIs.
  func shown(_ code: String) -> String? {
    guard isReconstructed, let number = UInt32(code), code.utf8.count == 8 else { return code }
    return number >= RxCUI.firstPlaceholder ? nil : code
  }
}

extension Source {
  /// Whether it may leave a catalog only on request: level above 0, or not listed (level 9).
  fileprivate var isRestricted: Bool {
    restrictionLevel > 0 && abbreviation != "RXNORM"
  }
}
