// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import FHIRResources
import Foundation
import MedicationModel
import MedicationResolver
import SymptomMapping
import TestSupport

/// A resolver over a small release of made-up substances, and one over the starter release.
enum Resolvers {
  /// The small release as NLM's own.
  static let small = Result { try make(try SmallRelease.make()) }
  /// The small release as a reconstructed one, in which 90000000 and above are no codes.
  static let reconstructed = Result {
    try make(try SmallRelease.make(name: "RXNORM_RECONSTRUCTED_20260723"))
  }
  /// The starter release, where it is at hand.
  static let starter: Result<MedicationResolver?, any Error> = Result {
    guard let bytes = try StarterRelease.catalogBytes.get() else { return nil }
    return MedicationResolver(
      catalog: try Catalog(bytes: bytes), mappings: try StarterRelease.mappings())
  }

  /// Returns the resolver over the starter release, or says what is skipped.
  static func starter(skipping test: String) throws -> MedicationResolver? {
    let resolver = try starter.get()
    if resolver == nil {
      print("skipped: \(test) (no starter release in RXKIT_TEST_DATA or Data/RxNorm)")
    }
    return resolver
  }

  static func make(
    _ release: HandRelease, configure: (inout CatalogBuilder) -> Void = { _ in }
  ) throws -> MedicationResolver {
    // In the worked examples a nasal solution counts as drops that may be a spray, where the
    // shipped row decides nothing.
    let mappings = try StarterRelease.mappings { text in
      text.replacing(
        "\nNasal Solution\tunknown\tnone\tspray", with: "\nNasal Solution\tdrops\tlikely\tspray")
    }
    return MedicationResolver(
      catalog: try Catalog(bytes: try release.catalogBytes(configure: configure)),
      mappings: mappings)
  }

  /// The bytes of a fixture of this target.
  static func fixture(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures")
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}
