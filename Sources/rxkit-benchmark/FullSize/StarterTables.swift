// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import RxNormRelease

/// The starter release in memory, as far as growing it needs its rows.
struct StarterTables {
  /// A row of RXNCONSO of SAB RXNORM.
  struct Name {
    var termType: String
    var text: String
    var suppress: String
    var cvf: String
  }

  /// A concept of SAB RXNORM with its rows, the main row first.
  struct Concept {
    var code: UInt32
    var names: [Name]
    var main: Name { names[0] }
  }

  /// A row of RXNREL of SAB RXNORM, between places in ``concepts``.
  struct Relation {
    var first: Int
    var second: Int
    var kind: String
    var relationship: String
    var cvf: String
  }

  /// A row of RXNSAT of SAB RXNORM, apart from drug codes.
  struct Attribute {
    var owner: Int
    var name: String
    var value: String
    var suppress: String
    var cvf: String
  }

  /// In the order of their codes.
  private(set) var concepts: [Concept] = []
  private(set) var relations: [Relation] = []
  private(set) var attributes: [Attribute] = []
  /// Semantic types: the concept, TUI, STN, STY.
  private(set) var semanticTypes: [(owner: Int, fields: [String])] = []
  /// Every code that a file names in any column of codes: none of them is given out again.
  private(set) var usedCodes: Set<UInt32> = []
  /// The labelers of its drug codes: the first five digits of the eleven.
  private(set) var usedLabelers: Set<String> = []

  private static let extraTermTypes: Set<String> = ["PSN", "SY", "TMSY", "ET"]

  init(_ release: RxNormRelease) throws {
    let places = try readConcepts(release)
    try readRelations(release, places)
    try readAttributes(release, places)
    var codes: Set<UInt32> = []
    for (table, columns) in [
      (RRFTable.retiredConcepts, [0, 4]), (.conceptChanges, [5, 6]), (.atomArchive, [12, 15]),
    ] {
      _ = try release.forEachRow(of: table) { row throws(ReleaseError) in
        for column in columns { if let code = try row.rxcui(column) { codes.insert(code) } }
      }
    }
    usedCodes.formUnion(codes)
  }

  private mutating func readConcepts(_ release: RxNormRelease) throws -> [UInt32: Int] {
    var found: [UInt32: [Name]] = [:]
    var used: Set<UInt32> = []
    _ = try release.forEachRow(of: .concepts) { row throws(ReleaseError) in
      guard let code = try row.rxcui(0) else { return }
      used.insert(code)
      guard row.matches(11, "RXNORM") else { return }
      found[code, default: []].append(
        Name(
          termType: row.string(12), text: row.string(14), suppress: row.string(16),
          cvf: row.string(17)))
    }
    usedCodes = used
    for (code, names) in found {
      let main = names.filter { !Self.extraTermTypes.contains($0.termType) }
      guard !main.isEmpty else { continue }
      let extra = names.filter { Self.extraTermTypes.contains($0.termType) }
      concepts.append(Concept(code: code, names: main + extra))
    }
    concepts.sort { $0.code < $1.code }
    return Dictionary(uniqueKeysWithValues: concepts.enumerated().map { ($1.code, $0) })
  }

  private mutating func readRelations(
    _ release: RxNormRelease, _ places: [UInt32: Int]
  ) throws {
    var relations: [Relation] = []
    _ = try release.forEachRow(of: .relations) { row throws(ReleaseError) in
      guard row.matches(10, "RXNORM"), let first = try row.rxcui(0), let second = try row.rxcui(4),
        let left = places[first], let right = places[second]
      else { return }
      relations.append(
        Relation(
          first: left, second: right, kind: row.string(3), relationship: row.string(7),
          cvf: row.string(15)))
    }
    self.relations = relations
  }

  private mutating func readAttributes(
    _ release: RxNormRelease, _ places: [UInt32: Int]
  ) throws {
    var attributes: [Attribute] = []
    var labelers: Set<String> = []
    _ = try release.forEachRow(of: .attributes) { row throws(ReleaseError) in
      if row.matches(8, "NDC") {
        labelers.insert(String(row.string(10).prefix(5)))
        return
      }
      guard row.matches(9, "RXNORM"), let code = try row.rxcui(0), let owner = places[code]
      else { return }
      attributes.append(
        Attribute(
          owner: owner, name: row.string(8), value: row.string(10), suppress: row.string(11),
          cvf: row.string(12)))
    }
    self.attributes = attributes
    usedLabelers = labelers
    var types: [(owner: Int, fields: [String])] = []
    _ = try release.forEachRow(of: .semanticTypes) { row throws(ReleaseError) in
      guard let code = try row.rxcui(0), let owner = places[code] else { return }
      types.append((owner, [row.string(1), row.string(2), row.string(3)]))
    }
    semanticTypes = types
  }
}
