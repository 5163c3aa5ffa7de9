// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation
import TestSupport
import Testing

@Suite("FHIR in XML")
struct XMLDocumentTests {
  /// Pairs of a document in XML and in JSON.
  static let pairs =
    CaseFile.cases(of: "Tests/FHIRResourcesTests/Fixtures/xml-pairs.txt")

  @Test("A resource in XML gives all that its JSON gives, problems and their paths included")
  func handPairs() throws {
    #expect(Self.pairs.count == 6)
    for pair in Self.pairs {
      let documents = pair.rows.map { Fixture.document(text: $0.text) }
      let (found, expected) = (documents[0], documents[1])
      #expect(found.records == expected.records, "\(pair)")
      #expect(found.codeSystems == expected.codeSystems, "\(pair)")
      #expect(found.problems == expected.problems, "\(pair)")
      #expect(found.fhirVersion == expected.fhirVersion)
      #expect(!expected.records.isEmpty || !expected.codeSystems.isEmpty)
    }
  }
}
