// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import Foundation
import RxNormRelease

/// The starter release of `Data/RxNorm`, or that of the test data.
public enum StarterRelease {
  /// The path of the zip, where it is at hand.
  public static let path: String? = {
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
      print("skipped: \(test) (no starter release in RXKIT_TEST_DATA or Data/RxNorm)")
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
}
