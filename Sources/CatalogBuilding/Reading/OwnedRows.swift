// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import RxNormRelease
internal import Threads

// Rows by concept: a counting sort, for ordinals are small numbers without gaps.
//
//   owners   2 0 2 1          the ordinal of each row, `none` for a stray
//   starts   0 1 2 4          where the rows of each ordinal begin
//   rows     1 3 0 2          row numbers by ordinal
//
// What remains to be sorted are the few rows of one concept, and threads do
// that for different concepts.

/// Row numbers, grouped by the concepts that own the rows.
struct OwnedRows {
  /// The owner of a row whose code is no concept.
  static let none = UInt32.max

  /// Where the rows of each ordinal begin; one more at the end.
  let starts: [UInt32]
  /// Row numbers.
  let rows: [UInt32]

  /// - Parameters:
  ///   - owners: The ordinal of each row.
  ///   - conceptCount: How many ordinals there are.
  init(_ owners: [UInt32], conceptCount: Int) {
    var next = [UInt32](repeating: 0, count: conceptCount + 1)
    for owner in owners where owner != Self.none { next[Int(owner) + 1] += 1 }
    for ordinal in 0..<conceptCount { next[ordinal + 1] += next[ordinal] }
    starts = next
    var rows = [UInt32](repeating: 0, count: Int(next[conceptCount]))
    for (row, owner) in owners.enumerated() where owner != Self.none {
      rows[Int(next[Int(owner)])] = UInt32(truncatingIfNeeded: row)
      next[Int(owner)] += 1
    }
    self.rows = rows
  }

  init(starts: [UInt32], rows: [UInt32]) {
    self.starts = starts
    self.rows = rows
  }

  /// The number of concepts.
  var conceptCount: Int { starts.count - 1 }

  /// Where the rows of a concept stand.
  @inline(__always)
  func run(of ordinal: Int) -> Range<Int> {
    Int(starts[ordinal])..<Int(starts[ordinal + 1])
  }

  /// A row in the order of its concept, with a number that decides most comparisons.
  struct Keyed {
    var key: UInt64
    var row: UInt32
  }

  /// The same with each concept's rows sorted.
  ///
  /// - Parameters:
  ///   - threads: How many threads sort.
  ///   - key: A number of a row; a smaller one comes first.
  ///   - precedes: Compares two rows of equal numbers.
  /// - Returns: The same rows of each concept, in order.
  func sorted(
    threads: Int, key: @escaping @Sendable (UInt32) -> UInt64,
    precedes: @escaping @Sendable (UInt32, UInt32) -> Bool
  ) -> OwnedRows {
    let parts = Workers.split(0..<rows.count, threads: threads) { range in
      // A concept belongs to the thread in whose part its first row is.
      var ordinal = firstOrdinal(from: range.lowerBound)
      var output: [UInt32] = []
      output.reserveCapacity(range.count + range.count / 4)
      var keyed: [Keyed] = []
      while ordinal < conceptCount, Int(starts[ordinal]) < range.upperBound {
        let run = run(of: ordinal)
        ordinal += 1
        if run.count == 1 {
          output.append(rows[run.lowerBound])
          continue
        }
        keyed.removeAll(keepingCapacity: true)
        for place in run { keyed.append(Keyed(key: key(rows[place]), row: rows[place])) }
        keyed.sort { $0.key != $1.key ? $0.key < $1.key : precedes($0.row, $1.row) }
        for entry in keyed { output.append(entry.row) }
      }
      return output
    }
    guard parts.count > 1 else { return OwnedRows(starts: starts, rows: parts.first ?? []) }
    var whole: [UInt32] = []
    whole.reserveCapacity(rows.count)
    for part in parts { whole += part }
    return OwnedRows(starts: starts, rows: whole)
  }

  /// The first concept whose rows begin at a place or behind it.
  private func firstOrdinal(from place: Int) -> Int {
    var low = 0
    var high = conceptCount
    while low < high {
      let middle = (low + high) / 2
      if Int(starts[middle]) < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
