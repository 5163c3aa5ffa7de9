// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ArrowColumns
internal import Threads

/// Questions that were answered, and the rows of their answers: a row of nulls, then one for each.
final class AnsweredRows: @unchecked Sendable {
  // One batch has it at a time.
  var questions = KeyTable()
  let rows: ColumnBuilder

  /// What a stream, and what a catalog keeps: beyond it the oldest are forgotten.
  static let byteLimit = 128 << 20

  init(_ fields: [ColumnField]) {
    rows = ColumnBuilder(rowsOf: fields)
    // A row of a batch is there even if all its columns are null.
    for column in rows.children { column.appendNull() }
    rows.endStructure()
  }

  /// About how much memory they take.
  var byteCount: Int { questions.byteCount + rows.byteCount }
}

/// The answers of calls and streams that ended, for those that ask the same function with the same
/// options; any thread may use it.
final class KeptAnswers: Sendable {
  private let idle = Monitor<[(asked: String, answered: AnsweredRows)]>([])

  /// Takes answers out, which nobody else has from then on; `nil` if there are none.
  func take(_ asked: String) -> AnsweredRows? {
    idle.withLock { idle in
      idle.lastIndex { $0.asked == asked }.map { idle.remove(at: $0).answered }
    }
  }

  /// Keeps answers; those that were kept before go first where there are too many.
  func keep(_ answered: AnsweredRows, for asked: String) {
    idle.withLock { idle in
      idle.append((asked, answered))
      var byteCount = idle.reduce(0) { $0 + $1.answered.byteCount }
      while byteCount > AnsweredRows.byteLimit {
        byteCount -= idle.removeFirst().answered.byteCount
      }
    }
  }
}
