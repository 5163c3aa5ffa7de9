// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The columns of a table that hold RxCUIs, at most two.
struct CodeColumns {
  let first: Int?
  let second: Int?
  let mayBeEmpty: Bool

  /// Says whether a row, which has all its bars, has RxCUIs where it should.
  @inline(__always)
  func areGood(in row: Span<UInt8>, _ marks: borrowing RowMarks) -> Bool {
    guard isGood(first, in: row, marks) else { return false }
    return isGood(second, in: row, marks)
  }

  /// Returns the first column that is not as it should be.
  func fault(in row: Span<UInt8>, _ marks: borrowing RowMarks) -> RowFault? {
    for column in [first, second] where !isGood(column, in: row, marks) {
      guard let column else { continue }
      return .code(column: column, range: marks.range(of: column))
    }
    return nil
  }

  @inline(__always)
  private func isGood(
    _ column: Int?, in row: Span<UInt8>, _ marks: borrowing RowMarks
  ) -> Bool {
    guard let column else { return true }
    let range = marks.range(of: column)
    return range.isEmpty ? mayBeEmpty : decimalCode(row, range) != nil
  }
}
