// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import RxNormRelease

/// Rows of real releases, written out because they are few.
///
/// Content of SAB=RXNORM, which has no restrictions (U.S. National Library of
/// Medicine): the examples of the RxNorm Technical Documentation and of
/// published extracts.
enum Rows {
  static let mesna = "44|ENG||||||12251526|12251526|44||RXNORM|IN|44|mesna||N|4096|"
  static let accent = "45|ENG||||||12251527|12251527|45||RXNORM|BN|45|Mésna® µ||N||"
  static let tradename = "141962||CUI|RN|105259||CUI|tradename_of|4170244||RXNORM||||N||"
  static let setID = "858625|||5028317|AUI|65862-607|||DM_SPL_ID|MTHSPL|470661|N|4096|"
  static let enzyme = "3|T126|A1.4.1.1.3.3|Enzyme|||"
  static let retired = "541862|20070104|20070105|1|207346|"

  static func concepts(_ rows: String...) -> [UInt8] {
    Array(rows.map { $0 + "\n" }.joined().utf8)
  }

  /// Reads one table from memory, with a good RXNCONSO beside it.
  static func read(
    _ table: RRFTable, _ bytes: [UInt8], isLenient: Bool = false
  ) throws -> (rows: [[String]], tally: RowTally) {
    var files = [RRFTable.concepts: concepts(mesna)]
    files[table] = bytes
    let release = try RxNormRelease(
      files: files, name: "test", options: .init(isLenient: isLenient))
    return try read(release, table)
  }

  /// Reads one table of a release into strings.
  static func read(
    _ release: RxNormRelease, _ table: RRFTable
  ) throws -> (rows: [[String]], tally: RowTally) {
    var rows: [[String]] = []
    let tally = try release.forEachRow(of: table) { row in
      rows.append((0..<table.columnCount).map { row.string($0) })
    }
    return (rows, tally)
  }

  /// Reads every table that a release has.
  static func readAll(_ release: RxNormRelease) throws -> [RRFTable: [[String]]] {
    var tables: [RRFTable: [[String]]] = [:]
    for table in release.present { tables[table] = try read(release, table).rows }
    return tables
  }
}
