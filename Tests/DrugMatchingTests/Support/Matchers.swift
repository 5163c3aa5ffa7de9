// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import DrugMatching
import Foundation
import RxNormRelease
import SymptomMapping

/// A matcher over the starter release.
enum Matchers {
  /// The starter release, where it is at hand.
  static let starter: Result<(matcher: DrugMatcher, catalog: Catalog)?, any Error> = Result {
    guard let path = starterPath else { return nil }
    let bytes = try CatalogBuilder(release: RxNormRelease(path: path), toolVersion: "test")
      .build().bytes
    let catalog = try Catalog(bytes: bytes)
    let table = try Data(
      contentsOf: root.appendingPathComponent("Data/Mappings/confused-names.tsv"))
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

  /// The folder of the package.
  static let root = (1...4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  /// A file of `RXKIT_TEST_DATA/matching`, or `nil` and a line that says what is skipped.
  static func rows(_ name: String, skipping test: String) throws -> [[String: String]]? {
    guard let folder = ProcessInfo.processInfo.environment["RXKIT_TEST_DATA"] else {
      print("skipped: \(test) (RXKIT_TEST_DATA is not set)")
      return nil
    }
    let url = URL(fileURLWithPath: folder).appendingPathComponent("matching/" + name)
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

  /// The zip of the starter release, where it is at hand.
  static var starterPath: String? {
    let data = ProcessInfo.processInfo.environment["RXKIT_TEST_DATA"].map {
      URL(fileURLWithPath: $0).appendingPathComponent("rxnorm")
    }
    for folder in [root.appendingPathComponent("Data/RxNorm"), data].compactMap({ $0 }) {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      if let zip = names.sorted().first(where: { $0.hasSuffix(".zip") }) {
        return folder.appendingPathComponent(zip).path
      }
    }
    return nil
  }
}
