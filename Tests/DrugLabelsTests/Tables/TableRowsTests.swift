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
  /// The files of rows, below the test data or among the fixtures, and how many each has.
  static let files = [
    ("labels/tables-train.csv", 22), ("Fixtures/table-rows-made.csv", 60),
    ("Fixtures/table-rows-read.csv", 53),
  ]

  @Test(
    "Rows that were given, or chosen at random and read by hand, are right in all arms",
    .enabled(if: !Effort.isFast), arguments: files)
  func rows(path: String, count: Int) throws {
    guard let data = TestData.folder else {
      print("skipped: \(path) (RXKIT_TEST_DATA is not set)")
      return
    }
    let folder =
      path.hasPrefix("Fixtures") ? Repository.root.appending(path: "Tests/DrugLabelsTests") : data
    let rows = try TableRows.rows(folder.appending(path: path))
    #expect(rows.count == count)
    let labels = try TableRows.labels(of: rows, in: data)
    for row in rows {
      let (arms, why) = TableRows.read(row, labels, Tables.reader)
      #expect(
        TableRows.agree(arms, row.arms),
        "\(row.id) \(row.setID.prefix(8)) table \(row.table) '\(row.label)': \(why), read \(arms)")
    }
  }
}
