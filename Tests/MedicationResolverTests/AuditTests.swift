// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import JSONText
import MedicationModel
import MedicationResolver
import Testing

@Suite("What an audit says of codes")
struct AuditTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let coding: FHIRCoding
    /// Each as `severity kind`.
    let findings: [String]
    /// Each as `reason code changes`, all findings together.
    let proposals: [String]
    let why: String

    init(
      _ coding: FHIRCoding, _ findings: [String], proposing proposals: [String] = [],
      _ why: String
    ) {
      self.coding = coding
      self.findings = findings
      self.proposals = proposals
      self.why = why
    }

    var testDescription: String { "\(coding.code ?? "") \(coding.display ?? ""): \(why)" }
  }

  /// Worked out from the rows of `SmallRelease`.
  static let cases = [
    Case(.rxNorm("401"), [], "a product without display"),
    Case(.rxNorm("401", "AFZ 500 MG Oral Tablet"), [], "one of its synonyms"),
    Case(
      .rxNorm("401", "gammadol 5 MG Oral Tablet"), ["warning display-other-drug"], "another drug"),
    Case(
      .rxNorm("401", "alfazine hydrochloride 250 MG Oral Tablet"),
      ["warning display-other-strength"], "another strength"),
    Case(
      .rxNorm("401", "alfazine hydrochloride 500 MG Oral Capsule"),
      ["warning display-other-form"], "another form"),
    Case(
      .rxNorm("501", "alfazine hydrochloride 500 MG Oral Tablet"), ["note display-brand-level"],
      "a generic name on a brand"),
    Case(
      .rxNorm("401", "Alfazinum 500 MG Oral Tablet"), ["note display-old-name"],
      "a name of the archive"),
    Case(
      .rxNorm("502"), ["warning obsolete"], proposing: ["related 401 brand"],
      "an obsolete brand: its generic is another product"),
    Case(
      .rxNorm("405"), ["note quantified"], proposing: ["quantified-form 404 "], "lacks a quantity"),
    Case(
      .rxNorm("701"), ["note remapped"], proposing: ["replacement 401 "],
      "replaced by the same drug"),
    Case(.rxNorm("702"), ["note remapped"], proposing: ["replacement 401 "], "by way of 703"),
    Case(
      .rxNorm("709"), ["warning remapped"], proposing: ["replacement 401 strength"],
      "replaced by another strength"),
    Case(
      .rxNorm("704"), ["warning remapped"], proposing: ["replacement 401 ?", "replacement 407 ?"],
      "split; no old name tells what changes"),
    Case(
      .rxNorm("710"), ["warning remapped"], proposing: ["replacement 502 ", "related 401 brand"],
      "replaced by an obsolete brand"),
    Case(.rxNorm("708"), ["warning not-current"], "archived without a target"),
    Case(.rxNorm("705"), ["warning not-current"], "a circle"),
    Case(.rxNorm("713"), ["warning not-current"], "in another source only"),
    Case(
      .rxNorm("708", "betanol 10 MG Oral Tablet"),
      ["warning not-current", "warning display-other-drug"], "its last name was gammadol"),
    Case(
      .rxNorm("709", "alfazine hydrochloride 250 MG Oral Tablet"), ["warning remapped"],
      proposing: ["replacement 401 strength"], "its own old name"),
    Case(.rxNorm("999"), ["warning unknown"], "in no file"),
    Case(.rxNorm("0401"), ["warning malformed"], "a leading zero"),
    Case(.rxNorm(""), ["warning malformed"], "nothing"),
    Case(.rxNorm("101"), ["note wrong-level"], "an ingredient"),
    Case(.rxNorm("106"), ["note wrong-level"], "a brand"),
    Case(.rxNorm("301"), ["note wrong-level"], "a form"),
    Case(.rxNorm("601"), [], "a pack"),
    Case(.ndc("00011-1222-33"), [], "a product's NDC"),
    Case(.ndc("55555-6666-01"), ["warning ndc-ambiguous"], "two products"),
    Case(.ndc("1234567890"), ["warning ndc-ambiguous"], "two readings of ten digits"),
    Case(.ndc("66666777701"), ["warning ndc-retired"], "suppressed"),
    Case(.ndc("99999999999"), ["warning unknown"], "in no row"),
    Case(.ndc("ABC"), ["warning malformed"], "no NDC"),
    Case(FHIRCoding(system: "urn:own", code: "401"), [], "another system is not examined"),
    Case(FHIRCoding(system: nil, code: "401"), [], "nor is none guessed"),
  ]

  @Test("S6 S20 A code is told what is wrong with it, and what that changes", arguments: cases)
  func codes(_ it: Case) throws {
    var audit = CodeAudit(try Resolvers.small.get())
    try audit.add(it.coding, at: AuditPlace(file: "list.tsv", line: 7))
    let report = audit.report
    let order = AuditFinding.Kind.allCases
    let findings = report.findings.sorted {
      (order.firstIndex(of: $0.kind) ?? 0) < (order.firstIndex(of: $1.kind) ?? 0)
    }
    #expect(findings.map { "\($0.severity.rawValue) \($0.kind.rawValue)" } == it.findings)
    #expect(findings.flatMap(\.proposals).map(Self.words) == it.proposals)
    #expect(findings.allSatisfy { $0.count == 1 && $0.places.map(\.line) == [7] })
    let tallies = report.tallies
    #expect(tallies.rxNorm + tallies.ndc + tallies.other == 1, "S1: counted once")
    #expect(tallies.flagged == (it.findings.isEmpty ? 0 : 1))
  }

  private static func words(_ proposal: AuditFinding.Proposal) -> String {
    "\(proposal.reason.rawValue) \(proposal.concept.code?.description ?? "-") "
      + (proposal.changes?.joined(separator: ",") ?? "?")
  }

  // MARK: Records

  private func record(
    _ type: String, _ codings: [FHIRCoding], text: String? = nil, entry: String = "0"
  ) -> MedicationRecord {
    var record = MedicationRecord(entryPath: entry, resourceType: type)
    record.codings = codings
    record.text = text
    return record
  }

  private func kinds(_ records: [MedicationRecord]) throws -> [String] {
    var audit = CodeAudit(try Resolvers.small.get())
    for record in records { try audit.add(record, file: "bundle.json") }
    return audit.report.findings.map {
      "\($0.count) \($0.severity.rawValue) \($0.kind.rawValue) \($0.code)"
    }
  }

  @Test("S7 Codings of different drugs are told, levels of one drug agree")
  func severalDrugs() throws {
    #expect(
      try kinds([record("MedicationRequest", [.rxNorm("401"), .rxNorm("407")])])
        == ["1 warning several-drugs 401 407"])
    #expect(try kinds([record("MedicationRequest", [.rxNorm("101"), .rxNorm("401")])]) == [])
    #expect(
      try kinds([record("MedicationRequest", [.rxNorm("101"), .ndc("00011122233")])]) == [],
      "the NDC says which product it is")
  }

  @Test("S1 Codings that only a finding about them together is about count as flagged")
  func flaggedTogether() throws {
    func flagged(_ records: MedicationRecord...) throws -> Int {
      var audit = CodeAudit(try Resolvers.small.get())
      for record in records { try audit.add(record, file: "bundle.json") }
      return audit.report.tallies.flagged
    }
    let conflict = record("MedicationRequest", [.rxNorm("401"), .rxNorm("407")])
    #expect(try flagged(conflict) == 2)
    #expect(try flagged(conflict, conflict, conflict) == 6)
    #expect(
      try flagged(
        record(
          "MedicationRequest",
          [.rxNorm("401"), .rxNorm("407"), FHIRCoding(system: "urn:own", code: "1")])) == 2)
    #expect(
      try flagged(
        record("MedicationRequest", [.rxNorm("401")], text: "gammadol 5 MG Oral Tablet")) == 1)
    #expect(try flagged(record("MedicationRequest", [.rxNorm("101"), .rxNorm("401")])) == 0)
  }

  @Test("S9 S20 A path that ends outside of the release is told with its end")
  func lostSuccessor() throws {
    guard let resolver = try Resolvers.starter(skipping: "audit of lost successors") else { return }
    var audit = CodeAudit(resolver)
    try audit.add(.rxNorm("541862"), at: AuditPlace(file: "x"))
    #expect(audit.report.findings.first?.message.contains("its successor 207346 is not in") == true)
  }

  @Test("A level above the product is a warning where one is ordered, else a note")
  func levels() throws {
    #expect(
      try kinds([record("MedicationRequest", [.rxNorm("101")])])
        == ["1 warning wrong-level 101"])
    #expect(
      try kinds([record("MedicationStatement", [.rxNorm("101")])]) == ["1 note wrong-level 101"])
    var ingredient = MedicationRecord(entryPath: "0", resourceType: "MedicationRequest")
    ingredient.ingredients = [MedicationIngredient(codings: [.rxNorm("101")])]
    #expect(try kinds([ingredient]) == [], "an ingredient is an ingredient")
    ingredient.ingredients = [MedicationIngredient(codings: [.rxNorm("999")])]
    #expect(try kinds([ingredient]) == ["1 warning unknown 999"])
  }

  @Test("S6 A text that names another drug is told, one that adds words is not")
  func texts() throws {
    #expect(
      try kinds([record("MedicationRequest", [.rxNorm("401")], text: "gammadol 5 MG Oral Tablet")])
        == ["1 warning text-other-drug 401"])
    #expect(
      try kinds([
        record("MedicationRequest", [.rxNorm("401")], text: "alfazine, take with gammadol")
      ]) == [])
  }

  @Test("S1 The most frequent comes first, with its first places; all records are counted")
  func frequency() throws {
    var audit = CodeAudit(try Resolvers.small.get())
    for entry in 0..<5 {
      try audit.add(
        record("MedicationRequest", [.rxNorm("999")], entry: String(entry)), file: "b.json")
    }
    try audit.add(record("MedicationRequest", [.rxNorm("709"), .rxNorm("888")]), file: "a.json")
    try audit.add(record("MedicationStatement", []), file: "a.json")
    let report = audit.report
    #expect(report.findings.map(\.code) == ["999", "888", "709"])
    #expect(report.findings.map(\.count) == [5, 1, 1])
    #expect(
      report.findings.first?.places.map(\.description) == [
        "b.json: entry[0] MedicationRequest codings[0]",
        "b.json: entry[1] MedicationRequest codings[0]",
        "b.json: entry[2] MedicationRequest codings[0]",
      ])
    #expect(report.tallies.records == 7)
    #expect(report.tallies.recordsWithoutCoding == 1)
    #expect(report.tallies.codings == 7)
    #expect(report.tallies.flagged == 7)
    #expect(report.count(of: .unknown) == 6)
    #expect(report.hasWarnings)
  }

  @Test("S9 A code above the highest of the release is told to be perhaps newer")
  func newer() throws {
    var audit = CodeAudit(try Resolvers.small.get())
    for code in ["99999998", "999"] { try audit.add(.rxNorm(code), at: AuditPlace(file: "x")) }
    let messages = audit.report.findings.map { "\($0.code) \($0.message.contains("newer"))" }
    #expect(messages == ["999 false", "99999998 true"])
  }

  @Test("The order in which records come changes counts and findings in nothing")
  func order() throws {
    let records = Self.cases.enumerated().map {
      record("MedicationRequest", [$1.coding], entry: String($0))
    }
    func report(_ records: [MedicationRecord]) throws -> [String] {
      var audit = CodeAudit(try Resolvers.small.get())
      for record in records + records.prefix(9) { try audit.add(record, file: "x") }
      return audit.report.findings.map { "\($0.count) \($0.kind) \($0.code) \($0.message)" }
    }
    let expected = try report(records)
    #expect(try report(records) == expected)
    var audit = CodeAudit(try Resolvers.small.get())
    for record in (records + records.prefix(9)).reversed() { try audit.add(record, file: "x") }
    #expect(
      audit.report.findings.map { "\($0.count) \($0.kind) \($0.code) \($0.message)" } == expected)
  }

  @Test("A placeholder of a reconstructed release is an unknown code, and is never printed")
  func placeholders() throws {
    var audit = CodeAudit(try Resolvers.reconstructed.get())
    for coding in [FHIRCoding.rxNorm("90000002"), .ndc("77777888801"), .rxNorm("714")] {
      try audit.add(coding, at: AuditPlace(file: "x"))
    }
    #expect(
      audit.report.findings.map { "\($0.kind.rawValue) \($0.code)" }.sorted() == [
        "ndc-obsolete-product 77777888801", "remapped 714", "unknown 90000002",
      ])
    var writer = JSONWriter()
    for finding in audit.report.findings where finding.code != "90000002" {
      finding.write(to: &writer)
      writer.endLine()
    }
    #expect(!writer.text.contains("9000000"))
  }

  // MARK: Real codes

  struct RealCase: Sendable, CustomTestStringConvertible {
    let code: String
    let display: String?
    let findings: [String]
    let proposals: [String]

    init(
      _ code: String, _ display: String? = nil, _ findings: [String],
      proposing proposals: [String] = []
    ) {
      self.code = code
      self.display = display
      self.findings = findings
      self.proposals = proposals
    }

    var testDescription: String { "\(code) \(display ?? "")" }
  }

  /// Codes and displays met in published FHIR examples, judged by a person.
  static let real = [
    RealCase("308192", "amoxicillin 500 MG Oral Tablet", []),
    RealCase("314077", "Lisinopril 10 mg oral tablet", ["display-other-strength"]),
    RealCase("224905", "Anastrozole [BN]", ["wrong-level", "display-other-drug"]),
    RealCase(
      "1664463", "24 HR tacrolimus 1 MG Extended Release Oral Tablet", ["display-brand-level"]),
    RealCase(
      "582620", nil, ["obsolete"], proposing: ["related 476872 brand"]),
    RealCase("204897", nil, ["remapped"], proposing: ["replacement 853499 "]),
    RealCase("541862", nil, ["not-current"]),
    RealCase("582498", nil, ["unknown"]),
  ]

  @Test("S6 S20 Codes of the starter release are judged as a person does", arguments: real)
  func starter(_ it: RealCase) throws {
    guard let resolver = try Resolvers.starter(skipping: "audit of \(it.code)") else { return }
    var audit = CodeAudit(resolver)
    try audit.add(.rxNorm(it.code, it.display), at: AuditPlace(file: "x"))
    let findings = audit.report.findings
    #expect(findings.map(\.kind.rawValue) == it.findings)
    #expect(findings.flatMap(\.proposals).map(Self.words) == it.proposals)
  }
}
