// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import TestSupport
import Testing

@testable import SymptomMapping

/// Labels of another salt or ester than a product holds: they answer, but not as its own.
@Suite("S17 Labels of other salts")
struct OtherSaltTests {
  private static let catalog = Result {
    try HandRelease("salts", name: SmallTables.release).catalog()
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

/// An antibody and what it becomes with a drug joined to it have different labels (the boxed warning
/// of Herceptin is not that of Enhertu), though RxNorm relates them as salt and base.
@Suite("Antibodies joined to a drug")
struct ConjugateTests {
  private static let catalog = Result {
    try HandRelease("conjugates", name: SmallTables.release).catalog()
  }

  private func concept(_ code: UInt32) throws -> Concept {
    try #require(try Self.catalog.get().concept(for: RxCUI(rawValue: code)))
  }

  @Test(
    "An antibody's further word is a drug joined to it; a biosimilar's suffix and a salt are none",
    arguments: [
      (100, false), (101, true), (102, true), (103, true), (104, false), (151, false), (201, false),
    ] as [(UInt32, Bool)])
  func told(_ code: UInt32, _ isConjugate: Bool) throws {
    #expect(try concept(code).isConjugate == isConjugate)
  }

  @Test(
    "S28 A product of a conjugate has the conjugate's effects, under one of its names",
    arguments: [
      (110, 100), (111, 101), (113, 103), (114, 100), (160, 150), (210, 200), (101, 101),
      (102, 101), (104, 100), (121, 101), (122, 101), (123, 101), (124, 101),
    ] as [(UInt32, UInt32)])
  func effective(_ code: UInt32, _ ingredient: UInt32) throws {
    let list = try concept(code).effectiveIngredients
    #expect(list.isComplete)
    #expect(list.ingredients.map(\.code) == [RxCUI(rawValue: ingredient)])
  }

  @Test(
    "S28 S31 Rows and boxed warnings of an antibody and its conjugate stay apart",
    arguments: [
      (100, [100, 104]), (104, [100, 104]), (110, [100, 104]), (114, [100, 104]), (101, [102]),
      (102, [102]), (111, [102]), (103, []), (113, []), (121, [102]), (122, [102]), (123, [102]),
      (124, [102]),
    ] as [(UInt32, [UInt32])])
  func rows(_ code: UInt32, _ subjects: [UInt32]) throws {
    let symptoms: [UInt32: String] = [100: "Nausea", 102: "Vomiting", 104: "Headache"]
    let rows = symptoms.map { RowText(code: "\($0)", symptom: $1, setID: "set-\($0)") }
    let labels = symptoms.keys.map {
      LabelText(code: "\($0)", setID: "set-\($0)", boxed: "WARNING: \($0)")
    }
    let tables = try SmallTables.tables(rows, labels: labels)
    let answer = tables.sideEffects(of: [try concept(code)])
    let found = Set(answer.symptoms.flatMap(\.evidence).map(\.row.subject.rxcui.rawValue))
    #expect(found == Set(subjects))
    #expect((answer.boxedWarning.present == .yes) == !subjects.isEmpty)
    #expect((answer.coverage == .none) == subjects.isEmpty)
  }

  @Test("S28 S37 A conjugate without a label has not the answer that its antibody's product got")
  func remembered() throws {
    let catalog = try HandRelease("antibody and conjugate", name: SmallTables.release).catalog()
    let tables = try SmallTables.tables(
      [RowText(code: "100", route: "INTRAVENOUS")],
      labels: [LabelText(code: "100", route: "INTRAVENOUS", boxed: "WARNING")])
    for codes in [[110, 113], [113, 110]] as [[UInt32]] {
      var memory = EvidenceMemory()
      for code in codes {
        let product = try #require(catalog.concept(for: RxCUI(rawValue: code)))
        let known = memory.answer(for: product, product.ingredientList, tables, today: nil)
        let answer = try #require(known).answer
        #expect(answer.coverage == (code == 110 ? .full : .none))
        #expect(answer.boxedWarning.present == (code == 110 ? .yes : .unknown))
      }
    }
  }
}
