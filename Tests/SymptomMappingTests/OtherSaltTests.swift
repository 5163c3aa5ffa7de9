// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

@testable import SymptomMapping

/// Labels of another salt or ester than a product holds: they answer, but not as its own.
@Suite("S17 Labels of other salts")
struct OtherSaltTests {
  /// 100 an ingredient with products of two esters (110 by a precise ingredient, 111 by its name), of
  /// one that neither tells (112), and of the base with water (113).
  private static let catalog = Result {
    var release = SmallRelease()
    release.add(1, "DF", "Injection")
    release.add(100, "IN", "alphadol")
    release.add(101, "PIN", "alphadol undecanoate")
    release.add(102, "PIN", "alphadol trihydrate")
    for salt in [101, 102] as [UInt32] {
      release.relate(salt, "form_of", 100, inverse: "has_form")
    }
    // Forms, which state no strength, one with a brand that holds a number.
    for (code, type, name) in [
      (120, "SCDF", "alphadol Injection"), (121, "SBDF", "alphadol Injection [Alphabrand 45]"),
    ] as [(UInt32, String, String)] {
      release.add(code, type, name)
      release.relate(code, "has_ingredient", 100, inverse: "ingredient_of")
      release.relate(code, "has_dose_form", 1, inverse: "dose_form_of")
    }
    release.relate(121, "tradename_of", 120, inverse: "has_tradename")
    release.add(103, "PIN", "alphadol sodium")
    release.relate(103, "form_of", 100, inverse: "has_form")
    let products: [(UInt32, String, UInt32?)] = [
      (110, "alphadol", 101), (111, "alphadol cypionate", nil), (112, "alphadol", nil),
      (113, "alphadol", 102),
    ]
    for (code, name, salt) in products {
      release.add(code, "SCD", "3 ML \(name) 50 MG/ML Injection")
      release.relate(code, "has_dose_form", 1, inverse: "dose_form_of")
      release.add(code + 1000, "SCDC", "\(name) 50 MG/ML")
      release.relate(code, "consists_of", code + 1000, inverse: "constitutes")
      release.relate(code + 1000, "has_ingredient", 100, inverse: "ingredient_of")
      if let salt {
        release.relate(
          code + 1000, "has_precise_ingredient", salt, inverse: "precise_ingredient_of")
      }
    }
    return try release.catalog()
  }

  private static let undecanoate = LabelText(
    route: "INTRAMUSCULAR", setID: "undecanoate", boxed: "WARNING: OIL",
    substances: "alphadol undecanoate")
  private static let cypionate = LabelText(
    route: "INTRAMUSCULAR", setID: "cypionate", date: "20260601",
    substances: "alphadol cypionate")
  private static let hydrochloride = LabelText(
    route: "INTRAMUSCULAR", setID: "hydrochloride", substances: "alphadol hydrochloride")

  private func answer(
    _ code: UInt32, _ labels: [LabelText], rows: [RowText]? = nil
  ) throws -> SideEffectAnswer {
    let concept = try #require(try Self.catalog.get().concept(for: RxCUI(rawValue: code)))
    let rows = rows ?? labels.prefix(1).map { RowText(route: $0.route, setID: $0.setID) }
    let tables = try SmallTables.tables(rows, labels: labels)
    let answer = tables.answer([concept], today: nil)
    #expect(tables.sideEffects(of: [concept]) == answer)
    return answer
  }

  @Test(
    "A product whose label was read only of another ester is covered in part, and told so",
    arguments: [110, 111, 101] as [UInt32])
  func other(_ code: UInt32) throws {
    let label = code == 111 ? Self.undecanoate : Self.cypionate
    let found = try answer(code, [label])
    #expect(found.coverage == .partial)
    let asked = code == 101 ? 101 : 100
    #expect(found.reasons == ["other_salt:\(asked)"])
    #expect(found.boxedWarning.present == (code == 111 ? .yes : .unknown))
    #expect(found.boxedWarning.labels.map(\.otherForm) == (code == 111 ? [label.substances] : []))
    #expect(found.symptoms.flatMap(\.evidence).map(\.otherForm) == [label.substances])
  }

  @Test(
    "The label of the very ester, of water alone, or of a salt that a product may be, is its own",
    arguments: [
      (110, undecanoate), (111, cypionate), (112, hydrochloride), (113, hydrochloride),
      (100, cypionate), (101, undecanoate),
    ] as [(UInt32, LabelText)])
  func same(_ code: UInt32, _ label: LabelText) throws {
    let found = try answer(code, [label])
    let isHydrate = code == 113
    #expect(found.coverage == (isHydrate ? .partial : .full), "the hydrate is the base itself")
    #expect(found.boxedWarning.present == (label.boxed == nil ? isHydrate ? .unknown : .no : .yes))
    #expect(found.symptoms.flatMap(\.evidence).contains { $0.otherForm != nil } == isHydrate)
  }

  @Test("A product that names no ester is not one whose products the release names")
  func unnamedDepot() throws {
    #expect(try answer(112, [Self.cypionate]).reasons == ["other_salt:100"])
    var unknown = Self.cypionate
    unknown.substances = "alphadol enanthate"
    #expect(try answer(112, [unknown]).coverage == .full)
    unknown.substances = ""
    #expect(try answer(110, [unknown]).coverage == .full, "a label that states nothing")
  }

  @Test("A form, a brand with a number and a label of the base alone state no salt")
  func unstated() throws {
    for code in [120, 121] as [UInt32] {
      let found = try answer(code, [Self.cypionate])
      #expect(found.coverage == .full && found.boxedWarning.present == .no, "\(code)")
    }
    var base = Self.cypionate
    base.substances = "alphadol"
    #expect(try answer(103, [base]).coverage == .full, "a salt's label often names the base")
    #expect(try answer(101, [base]).reasons == ["other_salt:101"], "but a depot ester's does not")
    base.substances = "alphadol, micronized"
    #expect(try answer(103, [base]).coverage == .full)
  }

  @Test(
    "S31 A label that states no substance silences no boxed warning, and a boxed row keeps its rank"
  )
  func boxed() throws {
    var unknown = Self.cypionate
    unknown.substances = ""
    #expect(try answer(111, [Self.undecanoate, unknown]).boxedWarning.present == .yes)
    var withoutRoute = Self.undecanoate
    withoutRoute.route = ""
    let found = try answer(111, [withoutRoute, Self.cypionate], rows: [])
    #expect(found.boxedWarning.present == .no, "the very ester's label speaks alone")
    let rows = [
      RowText(evidenceClass: "boxed", route: "INTRAMUSCULAR", setID: "undecanoate"),
      RowText(evidenceClass: "listed", route: "INTRAMUSCULAR", setID: "cypionate"),
    ]
    let ranked = try answer(111, [Self.undecanoate, Self.cypionate], rows: rows)
    #expect(ranked.symptoms.map(\.step) == [3])
  }

  @Test(
    "S27 A most common effect without figures is told by a trial of the drug alone, never a warning"
  )
  func told() throws {
    let rows = [
      RowText(evidenceClass: "most_common", route: "INTRAMUSCULAR", setID: "cypionate"),
      RowText(evidenceClass: "warning", drug: "2", route: "INTRAMUSCULAR", setID: "cypionate"),
      RowText(
        evidenceClass: "trial_table", drug: "20", route: "INTRAMUSCULAR", setID: "cypionate"),
    ]
    let found = try answer(111, [Self.cypionate], rows: rows)
    #expect(found.symptoms.map { $0.leadingEvidence?.row.evidenceClass } == [.mostCommon])
    #expect(found.symptoms.map { $0.toldEvidence?.row.drugPercent } == ["20"])
    let without = try answer(111, [Self.cypionate], rows: Array(rows.prefix(2)))
    #expect(without.symptoms.map { $0.toldEvidence?.row.drugPercent } == [nil])
  }

  @Test("The label of the very ester goes first, and its word on boxed warnings alone counts")
  func preferred() throws {
    let rows = [
      RowText(
        evidenceClass: "most_common", drug: "40", route: "INTRAMUSCULAR", setID: "undecanoate"),
      RowText(evidenceClass: "listed", route: "INTRAMUSCULAR", setID: "cypionate"),
    ]
    let found = try answer(111, [Self.undecanoate, Self.cypionate], rows: rows)
    #expect(found.coverage == .full && found.reasons.isEmpty)
    #expect(found.boxedWarning.present == .no && found.boxedWarning.setID == "cypionate")
    #expect(found.symptoms[0].evidence.map(\.row.setID) == ["cypionate", "undecanoate"])
    #expect(found.symptoms[0].step == 4, "the other ester's figures give no rank")
    let other = try answer(110, [Self.undecanoate, Self.cypionate], rows: rows)
    #expect(other.boxedWarning.labels.map(\.title) == ["WARNING: OIL"])
    #expect(other.symptoms[0].step == 1)
  }
}
