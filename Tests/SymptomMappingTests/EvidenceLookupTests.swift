// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import TestSupport
import Testing

import SymptomMapping

/// A release of two drugs, and what labels say of them.
enum TwoDrugs {
  static let catalog = Result {
    try HandRelease("two drugs", name: SmallTables.release).catalog()
  }

  static func concept(_ code: UInt32) throws -> Concept {
    try #require(try catalog.get().concept(for: RxCUI(rawValue: code)))
  }
}

/// M17, M18, M22, M23: the lookup in the evidence of labels.
@Suite("Side effects by evidence")
struct EvidenceLookupTests {
  private static let rows = [
    RowText(code: "100", symptom: "Nausea"),
    RowText(code: "100", symptom: "DrySkin", route: "TOPICAL"),
    RowText(code: "101", symptom: "Headache"),
  ]

  private func sideEffects() throws -> SideEffects {
    SideEffects(catalog: try TwoDrugs.catalog.get(), tables: try SmallTables.tables(Self.rows))
  }

  @Test("M17 A product answers through its ingredient, and each row says inherited")
  func siblings() throws {
    let found = try sideEffects().symptoms(forRxNormCode: "110")
    #expect(found.map(\.categoryID) == [.headache, .nausea])
    let answer = try SmallTables.tables(Self.rows)
      .sideEffects(of: [TwoDrugs.concept(110)])
    let nausea = try #require(answer.symptoms.first { $0.symptom == .nausea })
    #expect(nausea.evidence.map(\.via) == [.inherited])
    #expect(SideEffects(table: SideEffects.appleSample).symptoms(forRxNormCode: "198440").isEmpty)
  }

  @Test(
    "M18 Codes of every level are looked up",
    arguments: ["100", "101", "300", "900", "120", "110", "910", "600", "50", "99"])
  func levels(_ code: String) throws {
    #expect(try sideEffects().symptoms(forRxNormCode: code).contains(SymptomModel(.nausea)))
  }

  @Test("M21 The types to ask for hold everything that a lookup can return")
  func allTypes() throws {
    #expect(try sideEffects().allSymptomTypes == [.drySkin, .headache, .nausea])
    #expect(try sideEffects().codes(for: .nausea) == ["100"])
  }

  @Test("M14 Added entries are united with the evidence")
  func adding() throws {
    let found = try sideEffects().adding([SymptomModel(.acne)], for: "110")
      .symptoms(forRxNormCode: "110")
    #expect(found.map(\.categoryID) == [.acne, .headache, .nausea])
  }

  @Test("A placeholder of a reconstructed release is no code")
  func placeholder() throws {
    var rows = Self.rows
    rows[0].code = "101"
    #expect(try sideEffects().symptoms(forRxNormCode: "90000001").isEmpty)
  }

  // MARK: The extended lookup

  private func answer(_ codes: [(String, String)]) throws -> SideEffectAnswer {
    let medication = MedicationConcept(
      identifier: .mint(displayText: "x", codings: []), displayText: "x", generalForm: .unknown,
      relatedCodings: Set(
        codes.map { ClinicalCoding(system: $0.0, version: nil, code: $0.1) }))
    return try SmallTables.tables(Self.rows, labels: [LabelText(), LabelText(code: "200")])
      .sideEffects(for: medication, in: TwoDrugs.catalog.get())
  }

  private let rxNorm = SideEffects.rxNormSystem

  @Test("M22 Empty and full, empty and none, and unknown are different answers")
  func coverage() throws {
    let read = try answer([(rxNorm, "200")])
    #expect(read.symptoms.isEmpty && read.coverage == .full && read.reasons.isEmpty)
    let unread = try answer([(rxNorm, "500")])
    #expect(unread.symptoms.isEmpty && unread.coverage == .none)
    let unknown = try answer([(rxNorm, "424242")])
    #expect(unknown.symptoms.isEmpty && unknown.coverage == .unknown)
    #expect(unknown.reasons == ["unknown_code"])
  }

  @Test("M23 Known codes are answered and unknown ones named")
  func blend() throws {
    let found = try answer([(rxNorm, "110"), (rxNorm, "424242"), (rxNorm, "0110")])
    #expect(found.symptoms.map(\.symptom) == [.headache, .nausea])
    #expect(found.unmapped == [.code("0110"), .code("424242")])
    #expect(found.coverage == .partial)
    #expect(found.reasons == ["unknown_code"])
  }

  @Test("M24 Codes of other systems do not reach the extended lookup")
  func otherSystems() throws {
    let found = try answer([(CodeSystem.ndc, "110"), (CodeSystem.snomedCT, "110")])
    #expect(found.coverage == .unknown)
    #expect(found.symptoms.isEmpty)
  }

  @Test("A retired code is followed, and the answer says so")
  func replacement() throws {
    let found = try answer([(rxNorm, "99")])
    #expect(found.symptoms.map(\.symptom) == [.headache, .nausea])
    #expect(found.replacements.map(\.asked) == [RxCUI(rawValue: 99)])
    #expect(found.replacements.first?.replacements == [RxCUI(rawValue: 110)])
  }
}
