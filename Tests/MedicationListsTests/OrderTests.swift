// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation
import MedicationLists
import MedicationModel
import TestSupport
import Testing

@Suite("Order of a document")
struct OrderTests {
  @Test("S37 any order of records, allergies and patients gives the same list", arguments: 1...20)
  func permutations(_ seed: UInt64) throws {
    var (builder, shuffled) = (try Starter.builder(), try Starter.builder())
    var contents = Self.contents
    try builder.add(contents, name: "a")
    var generator = SeededGenerator(seed: seed)
    contents.records.shuffle(using: &generator)
    contents.allergies.shuffle(using: &generator)
    contents.patients.shuffle(using: &generator)
    try shuffled.add(contents, name: "a")
    #expect(builder.lists().map(\.json) == shuffled.lists().map(\.json), "seed \(seed)")
  }

  /// Records that are alike in many ways; addresses stand still, so that they can be compared.
  private static var contents: DocumentContents {
    var contents = DocumentContents()
    let codes = ["308192", "308191", "861007", "860975", "6809", "999"]
    let meanings: [StatusMeaning] = [.active, .stopped, .active, .notTaken, .planned, .unknown]
    let types = ["MedicationRequest", "MedicationStatement", "MedicationDispense"]
    for number in 0..<60 {
      let subject = ["Patient/1", "Patient/2", nil][number % 7 % 3]
      contents.records.append(
        .sample(
          types[number % 3], codes[number % 6], id: number % 4 == 0 ? nil : "m\(number % 9)",
          entry: "0", status: meanings[number / 2 % 6], subject: subject
        ) {
          $0.dates.authored = ["2019", "2019-05", nil, "2019-05-03"][number % 4]
          $0.dosages = [.sample("\(number % 5) daily")]
          $0.text = number % 5 == 0 ? "Text \(number % 10)" : nil
        })
    }
    for code in ["723", "6809", "723"] {
      var allergy = AllergyRecord(entryPath: "0")
      allergy.subject = "Patient/1"
      allergy.codings = [FHIRCoding(system: CodeSystem.rxNorm, code: code)]
      contents.allergies.append(allergy)
    }
    contents.patients = ["1", "2", "3"].map { PatientRecord(entryPath: "0", id: $0) }
    return contents
  }
}
