// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

import SymptomMapping

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
    var release = SmallRelease()
    release.add(100, "IN", "alpha")
    release.add(1, "DF", one.form)
    release.addDrug(110, "alpha 1 MG \(one.form)", form: 1, components: [(120, 100)])
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
