// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import RxNormRelease
internal import Threads

// Sorting many records by a number: their highest bits choose one of 1,024
// buckets, and threads sort the buckets. 1.3 million records take a quarter of
// the time of one comparison sort on one thread, more where there are more.

/// Sorts by a number and, where that is equal, by a comparison.
enum BucketSort {
  private static let bucketBits = 10

  /// - Parameters:
  ///   - records: In any order.
  ///   - threads: How many threads sort.
  ///   - key: The number of a record.
  ///   - bits: How many bits the numbers have at most; more than ten.
  ///   - precedes: Compares two records of equal numbers.
  /// - Returns: The records, sorted.
  @inline(__always)
  static func sorted<Record: Sendable>(
    _ records: [Record], threads: Int, key: @escaping @Sendable (Record) -> UInt64, bits: Int,
    precedes: @escaping @Sendable (Record, Record) -> Bool
  ) -> [Record] {
    let shift = UInt64(bits - bucketBits)
    let buckets = OwnedRows(
      records.map { UInt32(truncatingIfNeeded: min(key($0) >> shift, 1023)) },
      conceptCount: 1 << bucketBits)
    let parts = Workers.split(0..<buckets.conceptCount, threads: threads, always: true) { range in
      var output: [Record] = []
      let first = Int(buckets.starts[range.lowerBound])
      output.reserveCapacity(Int(buckets.starts[range.upperBound]) - first)
      for bucket in range {
        var part: [Record] = []
        for place in buckets.run(of: bucket) { part.append(records[Int(buckets.rows[place])]) }
        part.sort { left, right in
          let (a, b) = (key(left), key(right))
          return a != b ? a < b : precedes(left, right)
        }
        output += part
      }
      return output
    }
    var whole: [Record] = []
    whole.reserveCapacity(buckets.rows.count)
    for part in parts { whole += part }
    return whole
  }
}
