// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import SymptomMapping
import TestSupport
import Testing

@Suite("Rows of tables that people read")
struct TableRowsTests {
  private static let data = TestData.folder

  /// The rows that differ, with both sides.
  private static func differences(_ rows: [TableRows.Row], in data: URL) throws -> [String] {
    let reader = try Tables.reader()
    let labels = try TableRows.labels(of: rows, in: data)
    return rows.compactMap { row in
      let (arms, why) = TableRows.read(row, labels, reader)
      if TableRows.agree(arms, row.arms) { return nil }
      return "\(row.id) \(row.setID.prefix(8)) table \(row.table) '\(row.label)': \(why)\n"
        + "  read     \(arms)\n  expected \(row.arms)"
    }
  }

  @Test(
    "The rows of tables-train.csv are right in all arms: role, size, percentage",
    .enabled(if: !Effort.isFast))
  func rowsOfTheTestData() throws {
    guard let data = Self.data else {
      print("skipped: rows of tables-train.csv (RXKIT_TEST_DATA is not set)")
      return
    }
    let rows = try TableRows.rows(data.appending(path: "labels/tables-train.csv"))
    #expect(rows.count == 22)
    let differences = try Self.differences(rows, in: data)
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }

  private static func fixture(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures").appending(path: name)
  }

  @Test(
    "The rows that were chosen at random among those of the made table are right in all arms",
    .enabled(if: !Effort.isFast))
  func rowsOfTheMadeTable() throws {
    guard let data = Self.data else {
      print("skipped: rows of the made table (RXKIT_TEST_DATA is not set)")
      return
    }
    let rows = try TableRows.rows(Self.fixture("table-rows-made.csv"))
    #expect(rows.count == 60)
    let differences = try Self.differences(rows, in: data)
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }

  @Test(
    "The rows that were chosen at random and read by hand are right in all arms",
    .enabled(if: !Effort.isFast))
  func rowsReadByHand() throws {
    guard let data = Self.data else {
      print("skipped: rows read by hand (RXKIT_TEST_DATA is not set)")
      return
    }
    let rows = try TableRows.rows(Self.fixture("table-rows-read.csv"))
    #expect(rows.count >= 40)
    let differences = try Self.differences(rows, in: data)
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }
}
