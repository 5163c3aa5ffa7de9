// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRXML
import Foundation
import MedicationModel
import Testing

/// The documents written for these tests, and short ones written in the tests themselves.
enum Fixture {
  static func document(_ name: String) throws -> FHIRDocument {
    let url = try #require(
      Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: nil))
    return FHIRDocument([UInt8](try Data(contentsOf: url)), reading: .withXML)
  }

  static func document(text: String, readsClaims: Bool = false) -> FHIRDocument {
    var reading = FHIRReadingOptions.withXML
    reading.readsClaims = readsClaims
    return FHIRDocument(Array(text.utf8), reading: reading)
  }

  /// Reads a document that has exactly one record.
  static func record(_ text: String) throws -> MedicationRecord {
    let document = document(text: text)
    #expect(document.records.count == 1)
    return try #require(document.records.first)
  }
}

extension MedicationRecord {
  var codes: [String] { problems.map(\.code.rawValue) }
}

extension FHIRDocument {
  var codes: [String] { problems.map(\.problem.code.rawValue) }
}
