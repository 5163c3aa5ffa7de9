// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import DrugMatching
import Foundation
import SymptomMapping
import TestSupport

/// A matcher over the starter release.
enum Matchers {
  /// The starter release, where it is at hand.
  static let starter: Result<(matcher: DrugMatcher, catalog: Catalog)?, any Error> = Result {
    guard let bytes = try StarterRelease.catalogBytes.get() else { return nil }
    let catalog = try Catalog(bytes: bytes)
    let table = try Data(
      contentsOf: Repository.root.appendingPathComponent("Data/Mappings/confused-names.tsv"))
    return (
      DrugMatcher(catalog, confusedNames: try ConfusedNames(bytes: [UInt8](table))), catalog
    )
  }

  /// The matcher over the starter release, or `nil` and a line that says what is skipped.
  static func starter(
    skipping test: String
  ) throws -> (matcher: DrugMatcher, catalog: Catalog)? {
    let found = try starter.get()
    if found == nil {
      print("skipped: \(test) (no starter release in RXKIT_TEST_DATA or Data/RxNorm)")
    }
    return found
  }

  /// A file of `RXKIT_TEST_DATA/matching`, or `nil` and a line that says what is skipped.
  static func rows(_ name: String, skipping test: String) throws -> [[String: String]]? {
    guard let url = TestData.path("matching/" + name, skipping: test) else { return nil }
    return table(String(decoding: try Data(contentsOf: url), as: UTF8.self))
  }

  /// A fixture of this target as rows.
  static func fixture(_ name: String) throws -> [[String: String]] {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/" + name)
    return table(String(decoding: try Data(contentsOf: url), as: UTF8.self))
  }

  private static func table(_ text: String) -> [[String: String]] {
    var lines = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard !lines.isEmpty else { return [] }
    let names = lines.removeFirst()
    return lines.map { fields in
      Dictionary(uniqueKeysWithValues: zip(names, fields + names.map { _ in "" }))
    }
  }
}
