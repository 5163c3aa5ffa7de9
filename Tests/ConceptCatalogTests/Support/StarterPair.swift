// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import RxNormRelease
import TestSupport

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
