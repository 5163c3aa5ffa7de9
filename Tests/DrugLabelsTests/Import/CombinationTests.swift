// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import SymptomMapping
import Testing

@Suite("Combining tables of side effects")
struct CombinationTests {
  /// A row by what the precedence reads; the rest is the same in all.
  struct Row: Sendable {
    var source = "openfda"
    var trust = "A"
    var date = "20250101"
    var percent = ""
    var agreeing = 1
    var context = ""
    var licence = "CC0-1.0"

    var line: String {
      [
        "ingredient", "52175", "losartan", "HKCategoryTypeIdentifierDizziness", "exact", "present",
        "listed", "", percent, "", "none", "", "effect", context, "", "", "ORAL", "9",
        "\(agreeing)", "set-\(source)", "34084-4", "", "dizziness", trust, source, "1", date, "",
        licence,
      ].joined(separator: "\t") + "\n"
    }
  }

  static func table(_ rows: [Row]) throws -> SideEffectTable {
    let text = SideEffectTable.wholeColumnNames.joined(separator: "\t") + "\n"
    return try SideEffectTable(bytes: Array((text + rows.map(\.line).joined()).utf8))
  }

  /// The first row is kept, the second gives way.
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let kept: Row
    let dropped: Row
    var testDescription: String { id }
  }

  static let cases = [
    Case(
      id: "trust A before B", kept: Row(source: "other", trust: "A"),
      dropped: Row(source: "spl", trust: "B")),
    Case(id: "openfda before annotated", kept: Row(), dropped: Row(source: "annotated")),
    Case(id: "spl before annotated", kept: Row(source: "spl"), dropped: Row(source: "annotated")),
    Case(
      id: "annotated before onsides", kept: Row(source: "annotated", trust: "B"),
      dropped: Row(source: "onsides", trust: "B", date: "20260101", percent: "5")),
    Case(
      id: "onsides before sider", kept: Row(source: "onsides", trust: "B", date: ""),
      dropped: Row(source: "sider", trust: "B", percent: "5")),
    Case(
      id: "sider before other", kept: Row(source: "sider", trust: "B"),
      dropped: Row(source: "other", trust: "B")),
    Case(
      id: "spl and openfda are equal: the newer", kept: Row(date: "20260101"),
      dropped: Row(source: "spl")),
    Case(
      id: "a date before none", kept: Row(trust: "B"), dropped: Row(trust: "B", date: "")),
    Case(id: "figures before none", kept: Row(percent: "3"), dropped: Row()),
    Case(id: "more labels agree", kept: Row(agreeing: 5), dropped: Row(agreeing: 4)),
  ]

  @Test("Of one key the best source's row is kept, whatever the order", arguments: cases)
  func precedence(_ test: Case) throws {
    let (a, b) = (try Self.table([test.kept]), try Self.table([test.dropped]))
    for tables in [[a, b], [b, a]] {
      let combined = TableCombination(tables)
      let rows = try SideEffectTable(bytes: combined.table).rows
      #expect(rows.map { String(decoding: $0.wholeLine, as: UTF8.self) } == [test.kept.line])
      #expect(combined.replaced.values.flatMap(\.values) == [1])
    }
  }

  @Test("Counts of labels are not added up, and each row keeps source and licence")
  func counts() throws {
    let labels = try Self.table([Row(agreeing: 3)])
    let others = try Self.table([
      Row(source: "onsides", trust: "B", agreeing: 8),
      Row(source: "onsides", trust: "B", context: "hypertension", licence: "MIT"),
    ])
    let rows = try SideEffectTable(bytes: TableCombination([others, labels, labels]).table).rows
    #expect(rows.map(\.labelsAgreeing) == [3, 1])
    #expect(rows.map(\.sourceKind) == [.openFDA, .onSIDES])
    #expect(rows.map(\.licence) == ["CC0-1.0", "MIT"])
    #expect(TableCombination([labels, labels]).repeatedCount == 1)
  }

  @Test("S37 A combination combined with its parts is itself")
  func idempotent() throws {
    let tables = try [
      Self.table(Self.cases.map(\.kept).prefix(1) + []), Self.table([Row(context: "a")]),
    ]
    let once = TableCombination(tables).table
    let again = TableCombination([try SideEffectTable(bytes: once)] + tables.reversed()).table
    #expect(once == again)
  }

  @Test(
    "S36 Only licences that let everyone pass a row on are free",
    arguments: [
      ("CC0-1.0", .free), ("public domain (US)", .free), ("CC-BY-4.0", .free), ("CC BY 4.0", .free),
      ("MIT", .free), ("CC-BY-NC-SA-4.0", .nonCommercial), ("CC BY-NC 4.0", .nonCommercial),
      ("for non-commercial use", .nonCommercial), ("CC-BY-SA-4.0", .shareAlike),
      ("ODbL-1.0", .shareAlike), ("GPL-3.0", .shareAlike), ("CC-BY-ND-4.0", .noDerivatives),
      ("our own terms", .unknown), ("unknown", .unknown), ("", .unknown), ("MITRE", .unknown),
      ("not public domain", .unknown), ("proprietary", .unknown),
    ] as [(String, LicenceTerms)])
  func licences(_ words: String, _ terms: LicenceTerms) {
    #expect(LicenceTerms(words) == terms)
  }
}
