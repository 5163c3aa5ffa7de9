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
  static let cases = FixtureRows.cells("routes of forms").flatMap { row in
    zip(row.dropFirst(), [true, false]).flatMap { routes, fits in
      routes.split(separator: ", ").map { (row[0], $0 == "-" ? "" : String($0), fits) }
    }
  }

  @Test("S19 A row is inherited where its route fits, and else stands apart", arguments: cases)
  func fit(_ form: String, _ route: String, _ fits: Bool) throws {
    var release = HandRelease(name: SmallTables.release)
    release.concept(100, "IN", "alpha")
    release.concept(1, "DF", form)
    release.drug(110, "alpha 1 MG \(form)", form: 1, [(120, 100)])
    let product = try #require(try release.catalog().concept(for: RxCUI(rawValue: 110)))
    let answer = try SmallTables.tables([RowText(route: route)]).sideEffects(of: [product])
    #expect(answer.symptoms.map(\.symptom) == (fits ? [.nausea] : []))
    #expect(answer.otherRoutes.map(\.symptom) == (fits ? [] : [.nausea]))
    #expect(answer.coverage == (fits ? .full : .none))
    #expect(answer.reasons == (fits ? [] : ["no_route_match"]))
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
  @Test("A day is one of the calendar, in two spellings", arguments: FixtureRows.pairs("days"))
  func days(_ text: String, _ day: String) {
    #expect(LabelDate(text)?.description ?? "" == day)
  }

  @Test("S32 Older than two years means a day more than two years")
  func age() throws {
    let label = try #require(LabelDate("20240229"))
    #expect(!label.isOlder(thanYears: 2, before: try #require(LabelDate("20260228"))))
    #expect(label.isOlder(thanYears: 2, before: try #require(LabelDate("20260301"))))
  }

  @Test(
    "A printed percentage is a number, or less than one",
    arguments: FixtureRows.pairs("percentages"))
  func percentages(_ text: String, _ kind: String) {
    #expect(PrintedPercent(text).map { $0.isUpperBound ? "<" : "=" } ?? "" == kind)
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
