// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import Testing

@Suite("General forms")
struct MedicationGeneralFormTests {
  @Test(
    "M56 Three spellings of each form are read, and one is written",
    arguments: MedicationGeneralForm.all)
  func spellings(_ form: MedicationGeneralForm) throws {
    let capitalized = form.rawValue.prefix(1).uppercased() + form.rawValue.dropFirst()
    for text in [form.rawValue, capitalized, "HKMedicationGeneralForm\(capitalized)"] {
      #expect(MedicationGeneralForm(reading: text) == form)
    }
    #expect(form.isKnown)
    let json = String(decoding: try JSONEncoder().encode([form]), as: UTF8.self)
    #expect(json == #"["\#(form.rawValue)"]"#)
  }

  @Test(
    "M55 Any other string is kept, equals itself and survives a round trip",
    arguments: [
      "lozenge", "TABLET", "", " tablet", "HKMedicationGeneralForm",
      "HKMedicationGeneralFormtablet",
    ])
  func foreign(_ text: String) throws {
    let form = MedicationGeneralForm(reading: text)
    #expect(form.rawValue == text)
    #expect(!form.isKnown)
    let data = try JSONEncoder().encode([form])
    #expect(try JSONDecoder().decode([MedicationGeneralForm].self, from: data) == [form])
  }

  @Test("There are eighteen forms, each once, and unknown is one of them")
  func count() {
    #expect(MedicationGeneralForm.all.count == 18)
    #expect(Set(MedicationGeneralForm.all).count == 18)
    #expect(MedicationGeneralForm.unknown.isKnown)
  }
}
