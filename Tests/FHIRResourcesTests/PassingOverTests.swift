// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText
import TestSupport
import Testing

@testable import FHIRResources

/// Resources that are no medications are passed over; nothing that is said may depend on it.
@Suite("Passing over resources")
struct PassingOverTests {
  /// What reading every resource whole gives.
  private static func readWhole(_ bytes: [UInt8]) throws -> FHIRDocument {
    var walk = DocumentWalk(FHIRReadingOptions())
    walk.read(try JSONDocument(bytes, options: JSONOptions(mode: .tolerant)))
    walk.finish()
    return FHIRDocument(walk)
  }

  private static func expectSame(_ bytes: [UInt8], _ name: String) throws {
    let whole = try readWhole(bytes)
    for checking in [JSONChecking.everything, .structure] {
      var options = JSONOptions()
      options.checking = checking
      let document = FHIRDocument(bytes, options: options)
      #expect(document.records == whole.records, "\(name)")
      #expect(document.problems == whole.problems, "\(name)")
      #expect(document.fhirVersion == whole.fhirVersion, "\(name)")
      #expect(document.allergies == whole.allergies, "\(name)")
      #expect(document.patients == whole.patients, "\(name)")
      #expect(document.immunizationCount == whole.immunizationCount, "\(name)")
    }
  }

  @Test(
    "S1 real documents say the same, whether other resources are passed over or read",
    .enabled(if: Effort.isFull))
  func realDocuments() throws {
    guard let folder = TestData.path("fhir", skipping: "passing over in real documents") else {
      return
    }
    let table = try TestData.table(folder.appendingPathComponent("documents.tsv"))
    var count = 0
    for file in table.compactMap({ $0["file"] }) {
      let bytes = try TestData.bytes(folder.appendingPathComponent(file))
      guard let document = try? JSONDocument(bytes, options: JSONOptions(mode: .tolerant)),
        document.trailing == .nothing
      else { continue }
      try Self.expectSame(bytes, file)
      count += 1
    }
    #expect(count > 100)
  }

  /// Bundles in which what is passed over matters.
  @Test(
    "S1 references and slips in resources of other types are told as before",
    arguments: [
      #"[{"resourceType":"MedicationRequest","medicationReference":{"reference":"Claim/1"}},"#
        + #"{"id":"1","resourceType":"Claim","meta":{"versionId":"2"}}]"#,
      #"{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"medicationrequest"}},"#
        + #"{"resource":{"resourceType":"Media"}},{"resource":{"a":{"b":1},"resourceType":"LIST"}}]}"#,
      #"{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Claim","contained":["#
        + #"{"resourceType":"MedicationRequest","id":"m"}]}}]}"#,
      #"{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Medication","ingredient":"#
        + #"[{"itemReference":{"reference":"Claim/1"}}]}},{"resource":{"resourceType":"Claim","#
        + #""id":"1","code":{"text":"a drug"}}}]}"#,
      #"{"entry":[{"fullUrl":"http://a/Claim/1","resource":{"resourceType":"Claim","id":"1"}},"#
        + #"{"fullUrl":"http://a/MedicationRequest/2","resource":{"status":"active","#
        + #""medicationReference":{"reference":"Claim/1"},"resourceType":"MedicationRequest"}}],"#
        + #""resourceType":"Bundle"}"#,
      #"{"resourceType":"Claim","resourceType":"Medication","code":{"text":"x"}}"#,
    ])
  func slips(_ text: String) throws {
    try Self.expectSame(Array(text.utf8), text)
  }
}
