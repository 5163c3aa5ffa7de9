// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import Foundation
import RxNormRelease
import SymptomMapping

/// The starter release of `Data/RxNorm`, or that of the test data.
///
/// `RXKIT_SKIP_STARTER` leaves it out: without optimisation its catalog takes a minute to build.
public enum StarterRelease {
  private static let isLeftOut = ProcessInfo.processInfo.environment["RXKIT_SKIP_STARTER"] != nil

  /// The path of the zip, where it is at hand.
  public static let path: String? = {
    if isLeftOut { return nil }
    let folders = [
      Repository.root.appendingPathComponent("Data/RxNorm"),
      TestData.folder?.appendingPathComponent("rxnorm"),
    ]
    for folder in folders.compactMap({ $0 }) {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      if let zip = names.sorted().first(where: { $0.hasSuffix(".zip") }) {
        return folder.appendingPathComponent(zip).path
      }
    }
    return nil
  }()

  /// The path of the zip, or nil and a line that says what is skipped.
  public static func path(skipping test: String) -> String? {
    if path == nil {
      print("skipped: \(test) (no starter release, or RXKIT_SKIP_STARTER is set)")
    }
    return path
  }

  /// The bytes of its catalog, built once for all tests; `nil` without a release.
  public static let catalogBytes = Result { () throws -> [UInt8]? in
    guard let path else { return nil }
    return try CatalogBuilder(release: RxNormRelease(path: path), toolVersion: "0.0.0")
      .build().bytes
  }

  /// Its catalog, or nil and a line that says what is skipped.
  public static func catalog(skipping test: String) throws -> Catalog? {
    guard path(skipping: test) != nil else { return nil }
    return try catalogBytes.get().map { try Catalog(bytes: $0) }
  }

  /// The mapping tables of the repository, `general-forms.tsv` changed on request.
  public static func mappings(
    changingForms change: ((String) -> String)? = nil
  ) throws -> MappingTables {
    let folder = Repository.root.appendingPathComponent("Data/Mappings")
    return try MappingTables { name in
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else {
        return nil
      }
      // Half a minute each time for all rows, with a sanitizer.
      if isLeftOut, name == "side-effects.tsv", let end = data[..<200_000].lastIndex(of: 0x0A) {
        return [UInt8](data[...end])
      }
      guard let change, name == "general-forms.tsv" else { return [UInt8](data) }
      return Array(change(String(decoding: data, as: UTF8.self)).utf8)
    }
  }

  /// The text of a table, put together again from the release's rows.
  public static func table(_ name: String, of path: String) throws -> String {
    guard let table = RRFTable(rawValue: name) else { return "" }
    var bytes: [UInt8] = []
    let release = try RxNormRelease(path: path)
    _ = try release.forEachRow(of: table) { row in
      let row = row.bytes
      for index in row.indices { bytes.append(row[index]) }
      bytes.append(UInt8(ascii: "\n"))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
