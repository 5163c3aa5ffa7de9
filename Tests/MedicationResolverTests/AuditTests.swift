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
    let codes = [
      "401", "501", "502", "405", "701", "704", "708", "709", "710", "713", "999", "0401",
    ]
    let records = codes.enumerated().map {
      record("MedicationRequest", [.rxNorm($1)], entry: String($0))
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
}
