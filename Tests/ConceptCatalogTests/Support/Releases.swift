// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import Foundation
import MedicationModel
import RxNormRelease
import TestSupport
import Testing

extension StarterRelease {
  /// The bytes of its catalog; `nil` with a line that says what is skipped.
  static func bytes(for test: String) throws -> [UInt8]? {
    guard path(skipping: test) != nil else { return nil }
    return try catalogBytes.get()
  }
}

/// The catalog and the naive reader of the starter release, once for all tests.
enum StarterPair {
  /// Both; `nil` with a line that says so where there is no test data.
  static func get() throws -> (catalog: Catalog, naive: NaiveRelease)? {
    try made.get()
  }

  private static let made = Result { () throws -> (Catalog, NaiveRelease)? in
    guard let path = StarterRelease.path(skipping: "comparison with a naive reader") else {
      return nil
    }
    // With all that a release states: the naive reader leaves nothing out.
    let bytes = try CatalogBuilder(
      release: RxNormRelease(path: path), toolVersion: "0.0.0",
      options: CatalogBuilder.Options(contents: .everything)
    ).build().bytes
    let naive = try NaiveRelease { try StarterRelease.table($0, of: path) }
    return (try Catalog(bytes: bytes), naive)
  }
}

/// A small release of one month, put together row by row.
///
/// Codes and names are real ones of SAB RXNORM (U.S. National Library of
/// Medicine, no restrictions); what happens to them from month to month is made up.
struct MonthlyRelease {
  private var tables: [RRFTable: [String]] = [:]
  let name: String

  /// Begins a release, with rows of `Fixtures/rows.txt` behind the names of their tables; its name
  /// tells the date, as NLM's names do.
  init(_ name: String, rows: String? = nil) {
    self.name = name
    for row in rows.map({ FixtureRows.texts($0) }) ?? [] {
      let parts = row.split(separator: " ", maxSplits: 1).map(String.init)
      guard let table = RRFTable(rawValue: parts[0]) else { preconditionFailure(row) }
      add(table, parts[1])
    }
  }

  /// Adds a name of RXNORM.
  mutating func name(_ code: Int, _ termType: String, _ text: String) {
    add(
      .concepts,
      "\(code)|ENG||||||\(code)|\(code)|\(code)||RXNORM|\(termType)|\(code)|\(text)||N||")
  }

  /// Adds an NDC.
  mutating func ndc(_ digits: String, of code: Int) {
    add(.attributes, "\(code)|||\(code)|CUI|\(code)|||NDC|RXNORM|\(digits)|N||")
  }

  private mutating func add(_ table: RRFTable, _ row: String) {
    tables[table, default: []].append(row)
  }

  /// The rows of the tables.
  var rows: [RRFTable: [String]] { tables }

  /// The release as the reader opens it.
  func opened(prescribable: Bool = false) throws -> RxNormRelease {
    let files = tables.mapValues { Array($0.map { $0 + "\n" }.joined().utf8) }
    return try RxNormRelease(files: files, name: name)
  }
}

/// Three months of a few codes, each of which has a fate.
enum ThreeMonths {
  /// The oldest release.
  static let january = MonthlyRelease("RxNorm_full_01052026", rows: "january")
  static let february = MonthlyRelease("RxNorm_full_02022026", rows: "february")
  /// The current release.
  static let march = MonthlyRelease("RxNorm_full_03022026", rows: "march")
  static let all = [january, february, march]

  /// The bytes of the catalog of releases, in the order given.
  static func bytes(of releases: [MonthlyRelease]) throws -> [UInt8] {
    try CatalogBuilder(releases: releases.map { try $0.opened() }, toolVersion: "0.0.0")
      .build().bytes
  }

  /// The catalog of all three.
  static func catalog() throws -> Catalog { try built.get() }

  private static let built = Result { try Catalog(bytes: bytes(of: all)) }
}

extension TestData {
  /// The text of a file; `nil` with a line that says so where there is no test data.
  static func text(of file: String) throws -> String? {
    try path(file, skipping: file).map { try String(contentsOf: $0, encoding: .utf8) }
  }

  /// The bytes of a file; `nil` with a line that says so where there is no test data.
  static func bytes(of file: String) throws -> [UInt8]? {
    try path(file, skipping: file).map { try [UInt8](Data(contentsOf: $0)) }
  }
}
