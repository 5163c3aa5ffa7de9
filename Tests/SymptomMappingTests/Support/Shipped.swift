// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import RxNormRelease
import SymptomMapping

/// The tables of Data/Mappings, and the starter release.
enum Shipped {
  /// The repository's root.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardized

  /// The bytes of a table as it is shipped.
  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appending(path: "Data/Mappings/\(name)")))
  }

  /// The shipped tables.
  static func tables() throws -> MappingTables {
    try MappingTables { try? bytes($0) }
  }

  /// The catalog of the starter release, built once; `nil` and a printed line without one.
  static func catalog(for subject: String) throws -> Catalog? {
    guard let catalog = try starter?.get() else {
      print("skipped: \(subject) (no starter release: RXKIT_TEST_DATA is not set)")
      return nil
    }
    return catalog
  }

  private static let starter: Result<Catalog, any Error>? = {
    var folders = [root.appending(path: "Data/RxNorm")]
    if let data = ProcessInfo.processInfo.environment["RXKIT_TEST_DATA"] {
      folders.append(URL(filePath: data).appending(path: "rxnorm"))
    }
    for folder in folders {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      guard let zip = names.sorted().first(where: { $0.hasSuffix(".zip") }) else { continue }
      return Result {
        let release = try RxNormRelease(path: folder.appending(path: zip).path)
        return try Catalog(
          bytes: CatalogBuilder(release: release, toolVersion: "test").build().bytes)
      }
    }
    return nil
  }()
}
