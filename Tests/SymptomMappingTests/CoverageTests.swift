// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import SymptomMapping
import TestSupport
import Testing

@Suite("How much of a medication has labels")
struct CoverageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let asked: [UInt32]
    var labels: [LabelText] = []
    var rows: [RowText] = []
    let coverage: Coverage
    var reasons: [String] = []
    var boxed = BoxedWarning.Presence.unknown
    var testDescription: String { id }
  }

  private static let alpha = LabelText(code: "100")
  private static let beta = LabelText(code: "200")
  private static let both = LabelText(kind: "combination", code: "300")

  static let cases: [Case] = [
    Case(id: "nothing asked", asked: [], coverage: .unknown, reasons: ["unknown_code"]),
    Case(id: "an ingredient without label", asked: [100], coverage: .none, reasons: ["no_label"]),
    Case(
      id: "an ingredient with label", asked: [100], labels: [alpha], coverage: .full, boxed: .no),
    Case(
      id: "a boxed warning", asked: [110], labels: [LabelText(boxed: "WARNING")],
      coverage: .full, boxed: .yes),
    Case(
      id: "a label without effects", asked: [100], labels: [LabelText(hasEffects: false)],
      coverage: .none, reasons: ["no_effect_section"], boxed: .no),
    Case(
      id: "a label of another route", asked: [111], labels: [alpha], coverage: .none,
      reasons: ["no_route_match"]),
    Case(id: "a product", asked: [110], labels: [alpha], coverage: .full, boxed: .no),
    Case(id: "a product by a row alone", asked: [110], rows: [RowText()], coverage: .full),
    Case(
      id: "a combination with one label", asked: [310], labels: [alpha], coverage: .partial,
      reasons: ["ingredient_missing:200"]),
    Case(
      id: "a combination with a label of another route", asked: [310],
      labels: [alpha, LabelText(code: "200", route: "TOPICAL")], coverage: .partial,
      reasons: ["no_route_match", "ingredient_missing:200"]),
    Case(
      id: "a combination with both labels", asked: [310], labels: [alpha, beta], coverage: .full,
      boxed: .no),
    Case(
      id: "a combination with its own label", asked: [310], labels: [both], coverage: .full,
      boxed: .no),
    Case(
      id: "a combination (MIN) with its own label", asked: [300], labels: [both],
      coverage: .full, boxed: .no),
    Case(
      id: "a combination's own label of another route", asked: [310],
      labels: [LabelText(kind: "combination", code: "300", route: "TOPICAL")], coverage: .none,
      reasons: ["no_label", "ingredient_missing:100", "ingredient_missing:200"]),
    Case(
      id: "a combination without label", asked: [300], coverage: .none,
      reasons: ["no_label", "ingredient_missing:100", "ingredient_missing:200"]),
    Case(
      id: "one of two drugs", asked: [100, 200], labels: [alpha], coverage: .partial,
      reasons: ["ingredient_missing:200"]),
    Case(
      id: "a label of the combination says nothing of its ingredient", asked: [200],
      labels: [both], coverage: .none, reasons: ["no_label"]),
    Case(id: "a salt by its base", asked: [101], labels: [alpha], coverage: .full, boxed: .no),
    Case(
      id: "a base by its salt", asked: [100], labels: [LabelText(code: "101")], coverage: .full,
      boxed: .no),
    Case(id: "a brand", asked: [900], labels: [alpha], coverage: .full, boxed: .no),
    Case(
      id: "a pack with placebo tablets", asked: [600], labels: [alpha], coverage: .full,
      boxed: .no),
    Case(id: "placebo tablets alone", asked: [710], coverage: .none, reasons: ["not_a_drug"]),
    Case(id: "a dose form", asked: [317541], coverage: .none, reasons: ["not_a_drug"]),
    Case(id: "a dose form group", asked: [10], coverage: .none, reasons: ["not_a_drug"]),
    Case(
      id: "a vaccine", asked: [510], coverage: .none, reasons: ["vaccine_not_covered"]),
    Case(
      id: "an allergenic extract", asked: [511], coverage: .none,
      reasons: ["allergenic_not_covered"]),
    Case(
      id: "an ingredient without a code", asked: [410], coverage: .none,
      reasons: ["no_label", "ingredient_missing:gamma"]),
    Case(
      id: "a part without a code", asked: [411], labels: [alpha], coverage: .partial,
      reasons: ["ingredient_missing:gamma"]),
    Case(
      id: "a product's own label", asked: [310],
      labels: [LabelText(kind: "product", code: "310")], coverage: .full, boxed: .no),
  ]

  @Test("S29 M22 Coverage says how much was read, and why not all", arguments: cases)
  func coverage(_ one: Case) throws {
    let answer = try SmallTables.tables(one.rows, labels: one.labels)
      .sideEffects(of: one.asked.map(TwoDrugs.concept))
    #expect(answer.coverage == one.coverage)
    #expect(answer.reasons == one.reasons)
    #expect(answer.boxedWarning.present == one.boxed)
  }

  @Test("No code of a placeholder is ever said")
  func placeholders() throws {
    for code: UInt32 in [410, 411, 90_000_001] {
      let answer = try SmallTables.tables([]).sideEffects(of: [TwoDrugs.concept(code)])
      #expect(!answer.reasons.contains { $0.contains("9000000") })
      #expect(!answer.unmapped.contains { $0.description.contains("9000000") })
    }
  }

  @Test("Terms outside the 39, and unread tables, are those of the label that has most")
  func unmapped() throws {
    let labels = [
      LabelText(setID: "a", unmapped: 3, unread: 2),
      LabelText(setID: "b", unmapped: 4, unread: 1), LabelText(code: "200"),
    ]
    let answer = try SmallTables.tables([], labels: labels)
      .sideEffects(of: [TwoDrugs.concept(310)])
    #expect(
      answer.unmapped
        == [
          .terms(subject: RxCUI(rawValue: 100), name: "subject 100", count: 4),
          .tables(subject: RxCUI(rawValue: 100), name: "subject 100", count: 2),
        ])
    #expect(
      answer.unmapped.map(\.description)
        == ["100 subject 100: 4 terms", "100 subject 100: 2 unread tables"])
  }
}

@Suite("Routes of labels and dose forms")
struct RouteFitTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let form: String
    let route: String
    let fits: Bool
    var testDescription: String { "\(form) \(fits ? "takes" : "does not take") \(route)" }

    init(_ form: String, _ route: String, _ fits: Bool) {
      self.form = form
      self.route = route
      self.fits = fits
    }
  }

  static let cases = [
    Case("Oral Tablet", "ORAL", true), Case("Oral Tablet", "ENTERAL", true),
    Case("Oral Tablet", "NASOGASTRIC", true), Case("Oral Tablet", "ORAL|TOPICAL", true),
    Case("Oral Tablet", "TOPICAL", false), Case("Oral Tablet", "SUBLINGUAL", false),
    Case("Oral Tablet", "BUCCAL", false), Case("Oral Tablet", "INTRAVENOUS", false),
    Case("Oral Tablet", "", false), Case("Sublingual Tablet", "SUBLINGUAL", true),
    Case("Sublingual Tablet", "ORAL", false), Case("Buccal Tablet", "BUCCAL", true),
    Case("Buccal Tablet", "SUBLINGUAL", false), Case("Topical Cream", "TOPICAL", true),
    Case("Topical Cream", "CUTANEOUS", true), Case("Topical Cream", "PERCUTANEOUS", true),
    Case("Topical Cream", "TRANSDERMAL", false), Case("Topical Cream", "ORAL", false),
    Case("Transdermal System", "TRANSDERMAL", true),
    Case("Transdermal System", "TOPICAL", false), Case("Injection", "INTRAVENOUS", true),
    Case("Injection", "INTRAMUSCULAR", true), Case("Injection", "SUBCUTANEOUS", true),
    Case("Injection", "INTRATHECAL", false), Case("Injection", "ORAL", false),
    Case("Metered Dose Inhaler", "RESPIRATORY (INHALATION)", true),
    Case("Metered Dose Inhaler", "NASAL", false), Case("Nasal Spray", "NASAL", true),
    Case("Nasal Spray", "RESPIRATORY (INHALATION)", false),
    Case("Ophthalmic Solution", "OPHTHALMIC", true),
    Case("Ophthalmic Solution", "AURICULAR (OTIC)", false),
    Case("Otic Solution", "AURICULAR (OTIC)", true), Case("Vaginal Cream", "VAGINAL", true),
    Case("Vaginal Cream", "TOPICAL", false), Case("Rectal Suppository", "RECTAL", true),
    Case("Rectal Suppository", "ORAL", false),
  ]

  @Test("S19 A row is inherited where its route fits, and else stands apart", arguments: cases)
  func fit(_ one: Case) throws {
    var release = HandRelease(name: SmallTables.release)
    release.concept(100, "IN", "alpha")
    release.concept(1, "DF", one.form)
    release.drug(110, "alpha 1 MG \(one.form)", form: 1, [(120, 100)])
    let product = try #require(try release.catalog().concept(for: RxCUI(rawValue: 110)))
    let answer = try SmallTables.tables([RowText(route: one.route)]).sideEffects(of: [product])
    #expect(answer.symptoms.map(\.symptom) == (one.fits ? [.nausea] : []))
    #expect(answer.otherRoutes.map(\.symptom) == (one.fits ? [] : [.nausea]))
    #expect(answer.coverage == (one.fits ? .full : .none))
    #expect(answer.reasons == (one.fits ? [] : ["no_route_match"]))
  }

  private let rows = [
    RowText(symptom: "Acne", route: "TOPICAL"), RowText(symptom: "Nausea", route: "ORAL"),
    RowText(symptom: "Vomiting", route: ""),
  ]

  @Test("S19 A concept without dose form gets all rows, each with its route, systemic first")
  func withoutForm() throws {
    for code: UInt32 in [100, 101, 112, 120] {
      let answer = try SmallTables.tables(rows).sideEffects(of: [TwoDrugs.concept(code)])
      #expect(answer.symptoms.map(\.symptom) == [.nausea, .acne, .vomiting])
      #expect(answer.symptoms.map { $0.evidence[0].row.routes } == [["ORAL"], ["TOPICAL"], []])
      #expect(answer.otherRoutes.isEmpty)
    }
  }

  @Test("S19 A group of dose forms takes the routes of its forms")
  func doseFormGroup() throws {
    let answer = try SmallTables.tables(rows).sideEffects(of: [TwoDrugs.concept(50)])
    #expect(answer.symptoms.map(\.symptom) == [.nausea])
    #expect(answer.otherRoutes.map(\.symptom) == [.acne, .vomiting])
  }

  @Test("S19 What fits one product of a brand or pack is no other route")
  func union() throws {
    let both = try [110, 111].map { try TwoDrugs.concept($0) }
    let answer = try SmallTables.tables(rows).sideEffects(of: both)
    #expect(answer.symptoms.map(\.symptom) == [.nausea, .acne])
    #expect(answer.otherRoutes.map(\.symptom) == [.vomiting])
  }

  @Test("Every dose form of the release has a row in both tables")
  func formsOfRelease() throws {
    guard let catalog = try Shipped.catalog(for: "dose forms of the release") else { return }
    let tables = try Shipped.tables()
    let forms = catalog.concepts.filter { $0.termType == .doseForm }
    #expect(forms.count >= 109)
    let withoutForm = forms.filter { tables.generalForms.row(forDoseForm: $0.name) == nil }
    let withoutRoutes = forms.filter { tables.routes.routes(forDoseForm: $0.name) == nil }
    #expect(withoutForm.map(\.name) == [])
    #expect(withoutRoutes.map(\.name) == [])
  }
}

@Suite("Dates, percentages and classes of evidence")
struct EvidenceValueTests {
  @Test("Days are read in two spellings", arguments: ["20260717", "2026-07-17"])
  func dates(_ text: String) {
    #expect(LabelDate(text)?.description == "2026-07-17")
  }

  @Test(
    "What is no day is none",
    arguments: [
      "", "2026", "202607", "20261301", "20260230", "20250229", "20260631", "2026-0717",
      "202607171", "2026/07/17", "00000101", "2026071a",
    ])
  func noDates(_ text: String) {
    #expect(LabelDate(text) == nil)
  }

  @Test("Leap days exist in leap years only")
  func leapDays() {
    #expect(LabelDate("20240229") != nil)
    #expect(LabelDate("20000229") != nil)
    #expect(LabelDate("19000229") == nil)
  }

  @Test("S32 Older than two years means a day more than two years")
  func age() throws {
    let label = try #require(LabelDate("20240229"))
    #expect(!label.isOlder(thanYears: 2, before: try #require(LabelDate("20260228"))))
    #expect(label.isOlder(thanYears: 2, before: try #require(LabelDate("20260301"))))
  }

  @Test(
    "A printed percentage is a number, or less than one", arguments: ["12", "0.5", "<1", "5.0"])
  func percentages(_ text: String) {
    #expect(PrintedPercent(text) != nil)
    #expect(PrintedPercent(text)?.isUpperBound == text.hasPrefix("<"))
  }

  @Test(
    "What is no percentage is none", arguments: ["", "<", "%", "5%", "1,5", "1e3", "-1", "<<1"])
  func noPercentages(_ text: String) {
    #expect(PrintedPercent(text) == nil)
  }

  @Test("Classes rank as the label weighs them")
  func ranks() {
    #expect(EvidenceClass.allCases.map(\.rank) == Array(0...7))
    #expect(EvidenceClass.allCases == EvidenceClass.allCases.sorted())
  }

  @Test("A row gives every field of its line")
  func fields() throws {
    let table = try SideEffectTable(
      bytes: SmallTables.evidence([
        RowText(
          evidenceClass: "trial_table", drug: "<1", compared: "0.5", comparator: "active",
          population: "men", context: "asthma", route: "INTRAMUSCULAR|INTRAVENOUS", seen: 3,
          agreeing: 2)
      ]))
    let row = try #require(table.rows.first)
    #expect(row.subject == EvidenceSubject(.ingredient, RxCUI(rawValue: 100)))
    #expect(row.subjectName == "subject 100")
    #expect(row.symptom == .nausea && row.fit == .exact && row.direction == .present)
    #expect(row.evidenceClass == .trialTable && row.threshold == nil)
    #expect(row.drugPercent == "<1" && row.comparatorPercent == "0.5")
    #expect(row.comparator == .active)
    #expect(row.population == "men" && row.context == "asthma")
    #expect(row.routes == ["INTRAMUSCULAR", "INTRAVENOUS"])
    #expect(row.labelsSeen == 3 && row.labelsAgreeing == 2)
    #expect(row.sourceKind == .openFDA && row.trust == .checkable)
    #expect(row.setID == "00000000-0000-0000-0000-000000000001")
    #expect(row.labelVersion == "1" && row.labelDate == LabelDate("20260101"))
    #expect(row.sectionLOINC == "34084-4" && row.subsection == nil)
    #expect(row.labelTerm == "words" && row.sourceAddress == nil)
    #expect(row.licence == "CC0-1.0")
  }

  @Test("A table knows its subjects and symptoms")
  func subjects() throws {
    let table = try SideEffectTable(
      bytes: SmallTables.evidence([
        RowText(code: "1000"), RowText(code: "99", symptom: "Acne"),
        RowText(kind: "combination", code: "99"), RowText(code: "1000", symptom: "Acne"),
      ]))
    #expect(table.subjects.map(\.rxcui.rawValue) == [99, 99, 1000])
    #expect(table.subjects.map(\.kind) == [.ingredient, .combination, .ingredient])
    #expect(table.symptoms == [.acne, .nausea])
    let subject = EvidenceSubject(.ingredient, RxCUI(rawValue: 1000))
    #expect(table.rows(about: subject).map(\.symptom) == [.acne, .nausea])
    #expect(!table.hasRows(about: EvidenceSubject(.product, RxCUI(rawValue: 1000))))
  }
}
