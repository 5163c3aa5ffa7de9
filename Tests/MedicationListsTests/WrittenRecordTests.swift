// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import JSONText
import MedicationLists
import MedicationModel
import MedicationResolver
import TestSupport
import Testing

/// The resources of `Tests/Fixtures/written-records.txt`, each with what is written of its record.
@Suite("Every value of a record stands in the resource that is written of it")
struct WrittenRecordTests {
  static let cases = CaseFile.cases(of: "Tests/Fixtures/written-records.txt")

  @Test("Each record is written as its case expects", arguments: cases, FHIRRelease.allCases)
  func write(_ item: CaseFile.Case, _ release: FHIRRelease) throws {
    guard item.options.isEmpty || item.options == [release.rawValue.lowercased()] else { return }
    #expect(!item.rows.isEmpty)
    for row in item.rows {
      let record = try #require(FHIRDocument(Array(row.text.utf8)).records.first)
      #expect(row.mismatches(in: try Self.answer(record, release)) == [])
    }
  }

  @Test("The cases are all there")
  func count() {
    #expect(Self.cases.count == 31)
  }

  /// Members that the cases say to be the same.
  private static let members: [(name: String, isSame: @Sendable (_: Record, _: Record) -> Bool)] = [
    ("statusMeaning", { $0.statusMeaning == $1.statusMeaning }),
    ("flags", { $0.flags == $1.flags }),
    ("dates", { $0.dates.timing == $1.dates.timing }), ("dosages", { $0.dosages == $1.dosages }),
    ("productIdentifiers", { $0.productIdentifiers == $1.productIdentifiers }),
    ("amount", { $0.amount == $1.amount }),
  ]

  private typealias Record = MedicationRecord

  private static func answer(
    _ record: MedicationRecord, _ release: FHIRRelease
  ) throws -> JSONNode {
    let (text, again) = try Starter.written(record, release)
    let resource = try JSONDocument(Array(text.utf8)).root
    let left = resource.nodes(at: "extension").filter {
      $0["url"]?.string?.hasSuffix("/not-representable") == true
    }.map { $0.nodes(at: "extension.valueString").compactMap(\.string).joined(separator: " ") }
    var json = JSONWriter()
    json.beginObject()
    json.member("left", left)
    json.member("changed", Self.members.filter { !$0.isSame(record, again) }.map(\.name))
    json.key("before")
    try Starter.resolver().resolve(record).write(to: &json)
    json.key("again")
    try Starter.resolver().resolve(again).write(to: &json)
    json.key("text")
    json.raw(Array(text.utf8)[...])
    json.endObject()
    return try JSONDocument(json.bytes).root
  }
}
