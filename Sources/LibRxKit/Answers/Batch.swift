// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ArrowColumns

/// Answers columns of questions: each different one once, then a row for each in their order.
final class Batch {
  private(set) var answering: Answering
  private var known: Known

  /// The answers so far, and which row answers which question.
  private struct Known {
    let rows: ColumnBuilder
    var keys = KeyTable()
    var rowOfKey: [Int32] = []
    var nullRow: Int32?

    init(_ columns: AnswerColumns) { rows = ColumnBuilder(rowsOf: columns.fields) }
  }

  /// After a column, a stream forgets answers if it has more, so that its memory is bounded.
  private static let rowLimit = 1 << 17

  init(
    _ question: Question, _ options: CallOptions, _ catalog: OpenCatalog
  ) throws(LibraryFailure) {
    answering = try Answering(question, options, catalog)
    known = Known(answering.columns)
  }

  /// The columns of the answers.
  var fields: [ColumnField] { answering.columns.fields }

  /// Answers a column.
  func answer(_ questions: ImportedColumn) throws(ArrowError) -> Column {
    if known.rows.count > Self.rowLimit { known = Known(answering.columns) }
    var rows: [Int32] = []
    rows.reserveCapacity(questions.count)
    var text: [UInt8] = []
    for row in 0..<questions.count {
      text.removeAll(keepingCapacity: true)
      guard try questions.appendText(of: row, to: &text) else {
        rows.append(nullRow())
        continue
      }
      let key = known.keys.number(of: text)
      if key == known.rowOfKey.count { try answer(text, of: row) }
      rows.append(known.rowOfKey[key])
    }
    return try Column(known.rows, rows: rows)
  }

  /// Answers texts that are all different.
  func answer(_ texts: some Sequence<String>) throws(ArrowError) -> Column {
    known = Known(answering.columns)
    for text in texts { try append(text) }
    return try Column(known.rows)
  }

  /// Answers a text that comes for the first time.
  private func answer(_ text: [UInt8], of row: Int) throws(ArrowError) {
    known.rowOfKey.append(Int32(truncatingIfNeeded: known.rows.count))
    guard let text = String(validating: text, as: UTF8.self) else {
      throw ArrowError("arrow.utf8", "row \(row): text that is not UTF-8")
    }
    try append(text)
  }

  private func append(_ text: String) throws(ArrowError) {
    do throws(LibraryFailure) {
      try answering.append(text, to: known.rows)
    } catch { throw error.inStream }
  }

  private func nullRow() -> Int32 {
    if let row = known.nullRow { return row }
    let row = Int32(truncatingIfNeeded: known.rows.count)
    for column in known.rows.children { column.appendNull() }
    known.rows.endStructure()
    known.nullRow = row
    return row
  }
}
