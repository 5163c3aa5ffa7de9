// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import TestSupport
import Testing

import SymptomMapping

/// A release of two drugs, and what labels say of them.
///
///   100 IN alpha   101 PIN alpha hydrochloride   110 SCD oral   111 SCD cream
///   200 IN beta    300 MIN alpha / beta          310 SCD alpha and beta, oral
///   900 BN of 910 SBD (oral)   600 GPCK of 110 and 310
enum TwoDrugs {
  static func release() -> HandRelease {
    var release = HandRelease(name: SmallTables.release)
    release.concept(100, "IN", "alpha")
    release.concept(101, "PIN", "alpha hydrochloride")
    release.relation(101, "form_of", 100)
    release.concept(200, "IN", "beta")
    release.concept(300, "MIN", "alpha / beta")
    release.relation(300, "has_part", 100)
    release.relation(300, "has_part", 200)
    release.concept(317541, "DF", "Oral Tablet")
    release.concept(316982, "DF", "Topical Cream")
    release.concept(10, "DFG", "Oral Product")
    release.relation(317541, "isa", 10)
    release.concept(50, "SCDG", "alpha Oral Product")
    release.relation(50, "has_ingredient", 100)
    release.relation(50, "has_doseformgroup", 10)
    release.drug(110, "alpha 5 MG Oral Tablet", form: 317541, [(120, 100)])
    release.drug(111, "alpha 1 % Topical Cream", form: 316982, [(121, 100)])
    release.drug(112, "alpha 9 MG", form: nil, [(122, 100)])
    release.drug(
      310, "alpha 5 MG / beta 5 MG Oral Tablet", form: 317541,
      [(123, 100), (320, 200)])
    release.concept(900, "BN", "Alphabrand")
    release.concept(910, "SBD", "alpha 5 MG Oral Tablet [Alphabrand]")
    release.relation(910, "has_dose_form", 317541)
    release.relation(910, "consists_of", 120)
    release.relation(910, "tradename_of", 110)
    release.relation(910, "has_ingredient", 900)
    release.concept(748794, "IN", "Inert Ingredients")
    release.drug(710, "inert 1 MG Oral Tablet", form: 317541, [(720, 748794)])
    release.concept(
      600, "GPCK",
      "{7 (alpha 5 MG Oral Tablet) / 21 (inert 1 MG Oral Tablet) } Pack")
    release.relation(600, "contains", 110)
    release.relation(600, "contains", 710)
    release.retired(99, into: 110)
    release.concept(90_000_001, "IN", "gamma")
    release.drug(
      410, "gamma 1 MG Oral Tablet", form: 317541, [(420, 90_000_001)])
    release.drug(
      411, "alpha 1 MG / gamma 1 MG Oral Tablet", form: 317541,
      [(124, 100), (421, 90_000_001)])
    release.concept(500, "IN", "delta vaccine")
    release.drug(510, "delta vaccine Injection", form: nil, [(520, 500)])
    release.concept(501, "IN", "gamma pollen allergenic extract")
    release.drug(
      511, "gamma pollen allergenic extract Injectable Solution", form: nil,
      [(521, 501)])
    return release
  }

  static let catalog = Result { try release().catalog() }

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
