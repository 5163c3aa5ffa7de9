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
  /// The owner of a row whose code is not a concept.
  static let none = UInt32.max

  /// Where the rows of each ordinal begin; one more at the end.
  let starts: [UInt32]
  /// Row numbers.
  let rows: [UInt32]

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

  var conceptCount: Int { starts.count - 1 }

  /// Where the rows of a concept are.
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
  func sorted(
    threads: Int, key: @escaping @Sendable (UInt32) -> UInt64,
    precedes: @escaping @Sendable (UInt32, UInt32) -> Bool
  ) -> OwnedRows {
    let parts = Workers.split(0..<rows.count, threads: threads) { range in
      // A concept belongs to the thread in whose part its first row is.
      var ordinal = (0..<conceptCount).firstPlace { Int(starts[$0]) < range.lowerBound }
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
    return OwnedRows(starts: starts, rows: ParallelArray.joined(parts))
  }
}

// Sorting many records by a number: their highest bits choose one of 1,024
// buckets, and threads sort the buckets. 1.3 million records take a quarter of
// the time of one comparison sort on one thread, more where there are more.

/// Sorts by a number and, where that is equal, by a comparison.
enum BucketSort {
  private static let bucketBits = 10

  /// Keys have at most `bits` bits, which are more than ten.
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
    return ParallelArray.joined(parts)
  }
}

// From codes to ordinals while building: 20 million look-ups, so a table and no
// search. Codes lie below three million; a reconstructed release has some near
// 90 million, for which pages that hold none cost four bytes.

/// The concepts' codes in ascending order, and the way back.
struct OrdinalTable {
  private static let pageShift: UInt32 = 12
  private static let pageMask: UInt32 = 1 << pageShift - 1

  /// A position is an ordinal.
  private(set) var codes: [UInt32] = []
  /// For each page 1 + its number in `ordinals`, 0 where it holds no code.
  private var pages: [UInt32] = []
  /// 1 + the ordinal of each code of the pages that are in use.
  private var ordinals: [UInt32] = []

  init(_ unsorted: some Sequence<UInt32>) {
    for code in unsorted {
      let page = Int(code >> Self.pageShift)
      if page >= pages.count { pages += repeatElement(0, count: page + 1 - pages.count) }
      if pages[page] == 0 {
        pages[page] = UInt32(ordinals.count) >> Self.pageShift + 1
        ordinals += repeatElement(0, count: Int(Self.pageMask) + 1)
      }
      ordinals[Int((pages[page] - 1) << Self.pageShift | code & Self.pageMask)] = 1
    }
    for (page, number) in pages.enumerated() where number != 0 {
      let start = Int(number - 1) << Int(Self.pageShift)
      for within in 0...Int(Self.pageMask) where ordinals[start + within] != 0 {
        codes.append(UInt32(page << Int(Self.pageShift) + within))
        ordinals[start + within] = UInt32(codes.count)
      }
    }
  }

  @inline(__always)
  func ordinal(of code: UInt32) -> UInt32? {
    let page = Int(code >> Self.pageShift)
    guard page < pages.count, pages[page] != 0 else { return nil }
    let number = ordinals[Int((pages[page] &- 1) << Self.pageShift | code & Self.pageMask)]
    return number == 0 ? nil : number &- 1
  }
}

// `unsafe` here: the address of an array's memory is given to the system as a
// range to advise on; nothing is read or written through it.

enum LargePages {
  /// Makes room in an empty array, and asks for large pages for it.
  ///
  /// Memory that is not written to is not taken from the system.
  static func reserve<Element>(_ count: Int, in array: inout [Element]) {
    array.reserveCapacity(count)
    let byteCount = array.capacity * MemoryLayout<Element>.stride
    unsafe array.withUnsafeMutableBufferPointer { buffer in
      let memory = unsafe UnsafeMutableRawBufferPointer(
        start: UnsafeMutableRawPointer(buffer.baseAddress), count: byteCount)
      unsafe adviseLargePages(memory)
    }
  }

  /// An array of equal numbers in large pages.
  static func repeated<Element: FixedWidthInteger>(_ number: Element, count: Int) -> [Element] {
    var array: [Element] = []
    reserve(count, in: &array)
    array.append(contentsOf: repeatElement(number, count: count))
    return array
  }
}

extension [UInt32] {
  /// Adds the words of a record.
  @inline(__always)
  mutating func add<let count: Int>(_ words: InlineArray<count, UInt32>) {
    for place in words.indices { append(words[place]) }
  }
}

extension OutputSpan<UInt32> {
  /// Adds the words of a record.
  @inline(__always)
  mutating func add<let count: Int>(_ words: InlineArray<count, UInt32>) {
    for place in words.indices { append(words[place]) }
  }
}

// Large arrays that several threads write: each a part of its own, in place, so
// that nothing is put together afterwards.
//
// `unsafe` here: the parts are slices of one array's memory that do not overlap;
// a thread fills its part through an `OutputSpan`, which checks bounds, and the
// array is only seen when all have been joined and every part was full.

/// Makes arrays whose parts are written at the same time.
enum ParallelArray {
  /// An array in large pages.
  static func make<Element: BitwiseCopyable & Sendable>(
    counts: [Int], _ fill: @escaping @Sendable (Int, inout OutputSpan<Element>) -> Void
  ) -> [Element] {
    let count = counts.reduce(0, +)
    var starts = [0]
    for count in counts { starts.append((starts.last ?? 0) + count) }
    return unsafe [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      unsafe adviseLargePages(UnsafeMutableRawBufferPointer(buffer))
      let memory = unsafe Memory(buffer: buffer)
      let write: @Sendable (Int) -> Void = { [starts] part in
        let slice = unsafe UnsafeMutableBufferPointer(
          rebasing: memory.buffer[starts[part]..<starts[part + 1]])
        var output = unsafe OutputSpan(buffer: slice, initializedCount: 0)
        fill(part, &output)
        precondition(output.isFull, "a part was not filled")
        _ = unsafe output.finalize(for: slice)
      }
      _ = Workers.run(others: counts.count - 1, { write($0) }, caller: { write(0) })
      initialized = count
    }
  }

  /// One array of what each thread has made.
  static func joined<Element>(_ parts: [[Element]]) -> [Element] {
    guard parts.count > 1 else { return parts.first ?? [] }
    var whole: [Element] = []
    whole.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts { whole += part }
    return whole
  }

  /// Memory that parts are cut from.
  @unsafe
  private struct Memory<Element>: @unchecked Sendable {
    let buffer: UnsafeMutableBufferPointer<Element>
  }
}
