// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import MedicationModel
import SymptomMapping
import TestSupport
import Testing

@Suite("What a label is about")
struct SubjectTests {
  private func answer(
    _ label: DrugLabel, codes: LabelCodeTable? = nil
  ) throws -> SubjectAnswer {
    var finder = try SubjectRelease.finder(codes: codes)
    return finder.subject(of: label)
  }

  private func subject(_ label: DrugLabel) throws -> LabelSubject? {
    if case .subject(let subject) = try answer(label) { subject } else { nil }
  }

  private func reason(
    _ label: DrugLabel, codes: LabelCodeTable? = nil
  ) throws -> SubjectLack.Reason? {
    if case .none(let lack) = try answer(label, codes: codes) { lack.reason } else { nil }
  }

  @Test(
    "UNII, then name, then text lead to the base ingredient",
    arguments: FixtureRows.cells("ways to a subject"))
  func identity(_ row: [String]) throws {
    let found = try #require(try subject(MadeLabel.label([[(row[0], row[1])]])))
    #expect(found.subject == EvidenceSubject(.ingredient, RxCUI(rawValue: 100)))
    #expect("\(found.ground)" == row[2] && found.routes == ["ORAL"])
  }

  @Test("A substance that the catalog lacks is known by its moiety")
  func moiety() throws {
    var label = MadeLabel.label([[("UNEW", "ALPHADRUG TOSYLATE")]])
    label.products[0].active[0].moieties = [LabelSubstance(unii: "UALPHA", name: "ALPHADRUG")]
    #expect(try subject(label)?.ground == .moiety)
  }

  @Test("S28 Several ingredients are their combination, or nothing")
  func combination() throws {
    let both = [("UALPHA", "ALPHADRUG"), ("UBETA", "BETADRUG")]
    let found = try #require(try subject(MadeLabel.label([both])))
    #expect(found.subject == EvidenceSubject(.combination, RxCUI(rawValue: 350)))
    #expect(
      try reason(MadeLabel.label([[both[0], ("UGAMMA", "GAMMADRUG")]])) == .noCombination)
    #expect(
      try reason(MadeLabel.label([[both[0], ("UNEW", "NEWDRUG")]])) == .notInCatalog)
  }

  @Test("Products with different ingredients in one document have no subject")
  func severalProducts() throws {
    let label = MadeLabel.label([[("UALPHA", "ALPHADRUG")], [("UBETA", "BETADRUG")]])
    #expect(try reason(label) == .severalProducts)
    let same = MadeLabel.label([[("UALPHA", "")], [("UALPHAHCL", "")]])
    #expect(try subject(same)?.subject.kind == .ingredient)
  }

  @Test("S7 UNII and name that disagree give nothing")
  func conflict() throws {
    #expect(try reason(MadeLabel.label([[("UALPHA", "BETADRUG")]])) == .conflict)
  }

  @Test("openFDA's lists of UNIIs and names may stand in different orders")
  func unpaired() throws {
    let label = MadeLabel.label(
      [[("UALPHA", "BETADRUG"), ("UBETA", "ALPHADRUG")]], source: .openFDA)
    #expect(try subject(label)?.subject.rxcui == RxCUI(rawValue: 350))
    let other = MadeLabel.label(
      [[("UALPHA", "BETADRUG"), ("UBETA", "GAMMADRUG")]], source: .openFDA)
    #expect(try reason(other) == .conflict)
    // Two substances of which each list knows the same one: the other must not vanish (S28).
    let hidden = MadeLabel.label(
      [[("UALPHA", "NEWDRUG"), ("UNEW", "ALPHADRUG")]], source: .openFDA)
    #expect(try reason(hidden) == .notInCatalog)
    let apart = MadeLabel.label(
      [[("UALPHA", "NEWDRUG"), ("UNEW", "BETADRUG")]], source: .openFDA)
    #expect(try subject(apart)?.subject.rxcui == RxCUI(rawValue: 350))
  }

  @Test("A kit's wipe and its route are no part of the drug")
  func kit() throws {
    var label = MadeLabel.label([[]])
    var (pen, wipe) = (LabelProduct(), LabelProduct())
    pen.routes = ["SUBCUTANEOUS"]
    pen.active = [
      LabelIngredient(basis: "ACTIB", substance: LabelSubstance(unii: "UALPHA", name: "ALPHADRUG"))
    ]
    wipe.routes = ["TOPICAL"]
    wipe.active = [
      LabelIngredient(
        basis: "ACTIB", substance: LabelSubstance(unii: "UIPA", name: "ISOPROPYL ALCOHOL"))
    ]
    label.products[0].parts = [pen, wipe]
    let found = try #require(try subject(label))
    #expect(found.subject.rxcui == RxCUI(rawValue: 100) && found.routes == ["SUBCUTANEOUS"])
  }

  static let kinds: [(kind: LabelKind, reason: SubjectLack.Reason)] = [
    (.veterinary, .veterinary), (.otherHuman(.homeopathic), .homeopathic),
    (.otherHuman(.vaccine), .productType), (.otherHuman(.allergenic), .productType),
  ]

  @Test("S40 What is no human drug product has its own reason", arguments: kinds)
  func otherKinds(_ one: (kind: LabelKind, reason: SubjectLack.Reason)) throws {
    var label = MadeLabel.label([[("UALPHA", "ALPHADRUG")]])
    label.kind = one.kind
    #expect(try reason(label) == one.reason)
  }

  static let checks: [(codes: [String], reason: SubjectLack.Reason?)] = [
    (["400"], nil), (["999"], nil), (["410"], .codesDisagree), (["400", "410"], .severalProducts),
    (["420"], .severalProducts),
  ]

  @Test("Product codes check the label's own substances", arguments: checks)
  func productCodes(_ one: (codes: [String], reason: SubjectLack.Reason?)) throws {
    var label = MadeLabel.label([[("UALPHA", "ALPHADRUG")]])
    label.rxcuis = one.codes
    #expect(try reason(label) == one.reason)
    label.rxcuis = []
    let lines = one.codes.map { "0A|1|\($0)|name|SCD\n" }.joined()
    let table = LabelCodeTable(
      bytes: Array("SETID|SPL_VERSION|RXCUI|RXSTRING|RXTTY\n\(lines)".utf8))
    #expect(try reason(label, codes: table) == one.reason)
  }

  @Test("S19 A route that none of the label's products has is not believed")
  func route() throws {
    var label = MadeLabel.label([[("UGAMMA", "GAMMADRUG")]])
    label.rxcuis = ["430"]
    #expect(try reason(label) == .routeDisagrees)
    label.products[0].routes = ["RESPIRATORY (INHALATION)"]
    #expect(try reason(label) == nil)
  }

  @Test("A label with a name only needs a name of the catalog, or product codes that bear it out")
  func nameOnly() throws {
    var label = MadeLabel.label([[]])
    label.products[0].genericName = "alphadrug"
    #expect(try subject(label)?.ground == .name)
    label.products[0].genericName = "alphadrug 5 mg oral tablet"
    #expect(try reason(label) == .unconfirmed)
    label.rxcuis = ["400"]
    #expect(try subject(label)?.subject.rxcui == RxCUI(rawValue: 100))
  }

  @Test("S24 A label without set id or date supports no row")
  func noIdentity() throws {
    #expect(try reason(MadeLabel.label([[("UALPHA", "")]], setID: "")) == .noIdentity)
    #expect(try reason(MadeLabel.label([[("UALPHA", "")]], date: "2026")) == .noIdentity)
  }
}
