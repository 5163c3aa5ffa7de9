// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRXML
import Foundation
import MedicationModel
import TestSupport
import Testing

@Suite("Which FHIR version a document is of")
struct VersionTests {
  /// What a resource shows (section 5).
  static let shapes: [(type: String, members: String, version: FHIRVersion?)] = [
    ("MedicationPrescription", "", .dstu1),
    ("MedicationOrder", "", .dstu2),
    ("MedicationUsage", "", .r5),
    ("MedicationKnowledge", #","doseForm":{"text":"x"}"#, .r4),
    ("MedicationKnowledge", #","definitional":{}"#, .r5),
    ("MedicationRequest", #","medication":{"concept":{"text":"x"}}"#, .r5),
    ("MedicationRequest", #","medication":{"reference":{"reference":"Medication/1"}}"#, .r5),
    ("Medication", #","doseForm":{"text":"x"}"#, .r5),
    ("Medication", #","totalVolume":{"value":1}"#, .r5),
    ("Medication", #","ingredient":[{"strengthRatio":{}}]"#, .r5),
    ("MedicationAdministration", #","occurenceDateTime":"2020""#, .r5),
    ("MedicationAdministration", #","occurrenceDateTime":"2020""#, .r6),
    (
      "MedicationAdministration",
      #","medication":{"concept":{"text":"x"}},"occurrencePeriod":{"start":"2020"}"#, .r6
    ),
    ("MedicationStatement", #","adherence":{"code":{"text":"x"}}"#, .r5),
    ("MedicationStatement", #","status":"recorded""#, .r5),
    ("MedicationStatement", #","status":"recorded","dosage":[{"doseAndRate":[]}]"#, .r4),
    ("MedicationRequest", #","dosageInstruction":[{"asNeededFor":[]}]"#, .r5),
    ("MedicationRequest", #","requester":{"agent":{}}"#, .stu3),
    ("MedicationRequest", #","context":{}"#, .stu3),
    ("MedicationRequest", #","dosageInstruction":[{"doseQuantity":{"value":1}}]"#, .stu3),
    ("MedicationStatement", #","taken":"y""#, .stu3),
    ("MedicationAdministration", #","notGiven":false"#, .stu3),
    ("MedicationDispense", #","notDone":false"#, .stu3),
    ("Medication", #","ingredient":[{"amount":{}}]"#, .stu3),
    ("Medication", #","isOverTheCounter":true"#, .stu3),
    ("MedicationStatement", #","patient":{}"#, .dstu2),
    ("MedicationStatement", #","wasNotTaken":false"#, .dstu2),
    ("MedicationAdministration", #","wasNotGiven":false"#, .dstu2),
    ("Medication", #","product":{}"#, .dstu2),
    ("MedicationDispense", #","dosageInstruction":[{"additionalInstructions":{}}]"#, .dstu2),
    ("MedicationStatement", #","dosage":[{"timing":{"repeat":{"periodUnits":"d"}}}]"#, .dstu2),
    ("MedicationRequest", #","dosageInstruction":[{"doseAndRate":[]}]"#, .r4),
    ("MedicationRequest", #","doNotPerform":false"#, .r4),
    ("MedicationRequest", #","encounter":{}"#, .r4),
    ("Medication", #","ingredient":[{"strength":{}}]"#, .r4),
    ("Medication", #","amount":{}"#, .r4),
    ("MedicationRequest", #","context":{},"doNotPerform":false"#, .mixed),
    ("MedicationStatement", "", nil),
    // What a resource says of itself comes before its shape.
    ("MedicationOrder", #","meta":{"profile":["http://hl7.org/fhir/STU3/x"]}"#, .stu3),
    (
      "MedicationRequest",
      #","meta":{"profile":["http://hl7.org/fhir/StructureDefinition/MedicationRequest|4.3.0"]}"#,
      .r4b
    ),
    (
      "Medication", #","meta":{"profile":["http://hl7.org/fhir/1.0/StructureDefinition/x"]}"#,
      .dstu2
    ),
    (
      "Medication",
      #","meta":{"profile":["http://hl7.org/fhir/us/core/StructureDefinition/x|5.0.0"]}"#, nil
    ),
  ]

  @Test("What R6 kept of R5 beside what R6 alone has is R6, in a bundle and on lines")
  func sinceR5() {
    let dispense =
      #"{"resourceType":"MedicationDispense","medication":{"concept":{"text":"x"}}}"#
    let administration =
      #"{"resourceType":"MedicationAdministration","occurrenceDateTime":"2026"}"#
    let older = #"{"resourceType":"MedicationStatement","taken":"y"}"#
    for text in ["[\(dispense),\(administration)]", "\(administration)\n\(dispense)"] {
      let document = Fixture.document(text: text)
      #expect(document.fhirVersion == .r6)
      #expect(document.problems.isEmpty)
    }
    #expect(Fixture.document(text: "[\(older),\(administration)]").fhirVersion == .mixed)
  }

  @Test("Profile, type name and shape tell the version, in this order", arguments: shapes)
  func shape(type: String, members: String, version: FHIRVersion?) throws {
    let document = Fixture.document(text: #"{"resourceType":"\#(type)"\#(members)}"#)
    #expect(document.records.map(\.fhirVersion) == [version])
    #expect(document.fhirVersion == version)
  }

  @Test(
    "A version that the document states is the answer, ballots included",
    arguments: [
      ("0.0.82", FHIRVersion.dstu1), ("1.0.2", .dstu2), ("1.4.0", .stu3), ("3.0.2", .stu3),
      ("3.5.0", .r4), ("4.0.1", .r4), ("4.1.0", .r4b), ("4.3.0", .r4b), ("4.6.0", .r5),
      ("5.0.0", .r5), ("6.0.0-ballot2", .r6),
    ])
  func stated(number: String, version: FHIRVersion) throws {
    for member in ["\"\(number)\"", "[\"\(number)\"]"] {
      let document = Fixture.document(
        text: #"""
          {"resourceType":"Bundle","entry":[{"resource":{"resourceType":"CapabilityStatement",
            "fhirVersion":\#(member)}},{"resource":{"resourceType":"Medication","code":{"text":"x"}}}]}
          """#)
      #expect(document.fhirVersion == version)
      #expect(document.records.map(\.fhirVersion) == [version])
    }
    #expect(FHIRVersion(named: number) == version)
  }

  @Test("A version is known by its names in any case, and nothing else is one")
  func names() {
    for (name, version) in [
      ("R4", FHIRVersion.r4), ("r4b", .r4b), ("stu3", .stu3), ("R3", .stu3), ("DSTU2", .dstu2),
      ("R2", .dstu2), ("r6", .r6), ("4", .r4), ("5", .r5),
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

  @Test(
    "What real documents show never contradicts where they come from", .enabled(if: !Effort.isFast))
  func corpus() throws {
    for name in ["fhir", "fhir-xml"] {
      guard let folder = TestData.path(name, skipping: "versions of real documents") else {
        return
      }
      var (told, untold) = (0, 0)
      for row in try TestData.table(folder.appendingPathComponent("documents.tsv")) {
        guard let file = row["file"], let stated = row["fhirVersion"] else { continue }
        let shown = FHIRDocument(
          try TestData.bytes(folder.appendingPathComponent(file)), reading: .withXML
        )
        .fhirVersion
        guard let shown else {
          untold += 1
          continue
        }
        told += 1
        let stem = stated.filter { $0 != "?" }
        let isAgreed =
          shown.rawValue == stem || (stem.hasPrefix("R4") && shown.rawValue.hasPrefix("R4"))
          || shown == .mixed || stated.hasSuffix("?")
        #expect(
          isAgreed || Self.known[file] != nil, "\(file) is \(stated), shows \(shown.rawValue)")
      }
      print("\(name): \(told) documents show a version, \(untold) none")
    }
  }

  /// Documents whose elements are of another version than their folder, one by one.
  static let known: [String: String] = [:]
}
