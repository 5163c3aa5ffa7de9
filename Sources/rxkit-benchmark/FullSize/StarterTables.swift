// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import RxNormRelease

/// A concept with its main name: the starter's, or one that is added.
struct ReleaseConcept {
  let code: UInt32
  let termType: String
  let name: String
  let suppress: String
  let cvf: String
  /// The number of an added concept's main row; 0 for a concept of other sources alone.
  var rxaui: UInt32 = 1
  /// The place of an added concept's original in ``StarterTables/concepts``.
  var origin = 0

  var isForeign: Bool { rxaui == 0 }
  var isCurrent: Bool { suppress == "N" }
  var isPrescribable: Bool { cvf == "4096" }
  var isDoseForm: Bool { termType == "DF" || termType == "DFG" }
}

/// The starter release in memory, as far as growing it needs its rows.
struct StarterTables {
  /// Rows of RXNREL of SAB RXNORM, between places in ``concepts``.
  typealias Relation = (first: Int, second: Int, kind: String, relationship: String, cvf: String)

  /// Concepts of SAB RXNORM in the order of their codes.
  private(set) var concepts: [ReleaseConcept] = []
  private(set) var relations: [Relation] = []
  /// Rows of RXNSAT of SAB RXNORM, apart from NDCs.
  private(set) var attributes: [(owner: Int, name: String, value: String)] = []
  /// TUI, STN and STY.
  private(set) var semanticTypes: [(owner: Int, fields: [String])] = []
  /// Every code that a file names in any column of codes: none of them is given out again.
  private(set) var usedCodes: Set<UInt32> = []
  /// The labelers of its NDCs: the first five digits of the eleven.
  private(set) var usedLabelers: Set<String> = []

  private static let extraTermTypes: Set<String> = ["PSN", "SY", "TMSY", "ET"]

  init(_ release: RxNormRelease) throws {
    var found: [UInt32: ReleaseConcept] = [:]
    _ = try release.forEachRow(of: .concepts) { row throws(ReleaseError) in
      guard let code = try row.rxcui(0) else { return }
      usedCodes.insert(code)
      guard row.matches(11, "RXNORM"), found[code] == nil else { return }
      let termType = row.string(12)
      if Self.extraTermTypes.contains(termType) { return }
      found[code] = ReleaseConcept(
        code: code, termType: termType, name: row.string(14), suppress: row.string(16),
        cvf: row.string(17))
    }
    concepts = found.values.sorted { $0.code < $1.code }
    let places = Dictionary(uniqueKeysWithValues: concepts.enumerated().map { ($1.code, $0) })
    _ = try release.forEachRow(of: .relations) { row throws(ReleaseError) in
      guard row.matches(10, "RXNORM"), let first = try row.rxcui(0), let second = try row.rxcui(4),
        let left = places[first], let right = places[second]
      else { return }
      relations.append((left, right, row.string(3), row.string(7), row.string(15)))
    }
    _ = try release.forEachRow(of: .attributes) { row throws(ReleaseError) in
      if row.matches(8, "NDC") {
        usedLabelers.insert(String(row.string(10).prefix(5)))
      } else if row.matches(9, "RXNORM"), let code = try row.rxcui(0), let owner = places[code] {
        attributes.append((owner, row.string(8), row.string(10)))
      }
    }
    _ = try release.forEachRow(of: .semanticTypes) { row throws(ReleaseError) in
      guard let code = try row.rxcui(0), let owner = places[code] else { return }
      semanticTypes.append((owner, [row.string(1), row.string(2), row.string(3)]))
    }
    for (table, columns) in [
      (RRFTable.retiredConcepts, [0, 4]), (.conceptChanges, [5, 6]), (.atomArchive, [12, 15]),
    ] {
      _ = try release.forEachRow(of: table) { row throws(ReleaseError) in
        for column in columns { if let code = try row.rxcui(column) { usedCodes.insert(code) } }
      }
    }
  }
}
