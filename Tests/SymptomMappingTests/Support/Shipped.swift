// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import SymptomMapping
import TestSupport

/// The tables of Data/Mappings, and the starter release.
enum Shipped {
  /// The bytes of a table as it is shipped.
  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Repository.root.appending(path: "Data/Mappings/\(name)")))
  }

  /// The shipped tables.
  static func tables() throws -> MappingTables {
    try MappingTables { try? bytes($0) }
  }

  /// The catalog of the starter release; `nil` and a printed line without one.
  static func catalog(for subject: String) throws -> Catalog? {
    try StarterRelease.catalog(skipping: subject)
  }
}
