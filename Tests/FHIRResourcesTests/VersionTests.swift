// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRXML
import Foundation
import MedicationModel
import Testing

@Suite("Which FHIR version a document is of")
struct VersionTests {
  @Test("A version is known by its names in any case, and nothing else is one")
  func names() {
    for (name, version) in [
      ("R4", FHIRVersion.r4), ("r4b", .r4b), ("stu3", .stu3), ("R3", .stu3), ("DSTU2", .dstu2),
      ("R2", .dstu2), ("r6", .r6), ("4", .r4), ("5", .r5), ("3.0.2", .stu3), ("4.3.0", .r4b),
    ] {
      #expect(FHIRVersion(named: name) == version, "\(name)")
    }
    for name in ["", "mixed", "R", "2", "four", "R45", "4.0.1.1", "7.0.0"] {
      #expect(FHIRVersion(named: name) == nil, "\(name)")
    }
  }

  @Test(
    "F2 insisting changes no fact: only the version, and a note where the elements show another")
  func insistence() throws {
    let text = try #require(
      Bundle.module.url(forResource: "Fixtures/versions.json", withExtension: nil))
    let bytes = [UInt8](try Data(contentsOf: text))
    let free = FHIRDocument(bytes, reading: .withXML)
    for version in FHIRVersion.allCases where version != .mixed {
      let insisted = FHIRDocument(bytes, reading: FHIRReadingOptions(version: version))
      #expect(insisted.fhirVersion == version)
      #expect(!insisted.codes.contains("fhir-version"))
      for (mine, theirs) in zip(insisted.records, free.records) {
        #expect(mine.fhirVersion == version)
        var plain = mine
        plain.problems.removeAll { $0.code == .fhirVersion }
        plain.fhirVersion = theirs.fhirVersion
        #expect(plain == theirs)
        let isSame =
          theirs.fhirVersion == version || (version == .r6 && theirs.fhirVersion == .r5)
        #expect(mine.codes.contains("fhir-version") != isSame)
      }
    }
  }
}
