// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import TestSupport
import Testing

@testable import MedicationModel

@Suite("Code systems")
struct KnownCodeSystemTests {
  @Test(
    "Every spelling in the table leads to its system, and none to two",
    arguments: KnownCodeSystem.all)
  func table(_ system: KnownCodeSystem) {
    for uri in [system.canonical] + system.otherURIs {
      #expect(KnownCodeSystem.recognise(uri)?.canonical == system.canonical)
      #expect(KnownCodeSystem.recognise(uri)?.isExact == true)
      #expect(KnownCodeSystem.named(" \(uri)") == system, "folded")
    }
    for spelling in system.slips + system.words + system.oids.flatMap({ [$0, "urn:oid:\($0)"] }) {
      #expect(KnownCodeSystem.named(spelling) == system, "\(spelling)")
    }
  }

  @Test("The OIDs and URIs of the published naming systems are in the table")
  func namingSystems() throws {
    guard let (columns, rows) = try TestData.table("fhir-terminology/naming-systems.tsv") else {
      return
    }
    let oids = try #require(columns.firstIndex(of: "oids"))
    let uri = try #require(columns.firstIndex(of: "preferredUri"))
    let all = try #require(columns.firstIndex(of: "allUris"))
    for row in rows {
      for other in row[all].split(separator: " ") {
        #expect(KnownCodeSystem.recognise(String(other))?.canonical == row[uri], "\(other)")
      }
      for oid in row[oids].split(separator: " ") {
        #expect(KnownCodeSystem.recognise("urn:oid:\(oid)")?.canonical == row[uri], "\(row[0])")
      }
    }
  }
}
