// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Where the bars of the row at hand are.
//
// `unsafe` here: the storage is one allocation of `capacity` numbers that lives
// as long as the marks; `append` writes up to 64 and only where so many fit, and
// reads go through `ends`, which checks its bounds. An `InlineArray` in its place
// is copied for every row: 0.85 instead of 1.87 GB/s on RXNREL.

/// The ends of the fields of one row, found so far.
@safe struct RowMarks: ~Copyable {
  /// More than the widest table has columns (25), with room for a whole block behind.
  private static let capacity = 128

  private let storage = UnsafeMutablePointer<Int>.allocate(capacity: capacity)
  /// How many bars there are, even where too many to be kept.
  private(set) var count = 0
  /// Whether the row has a byte that is NUL, a carriage return or above 0x7F.
  var isOdd = false

  deinit {
    unsafe storage.deallocate()
  }

  /// Where the bars are that were kept, counted from the row's first byte.
  var ends: Span<Int> {
    @_lifetime(borrow self)
    @inline(__always)
    get {
      let span = unsafe Span(_unsafeStart: storage, count: min(count, Self.capacity))
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Where the last bar is, -1 without one.
  var lastEnd: Int {
    @inline(__always)
    get { count == 0 ? -1 : ends[min(count, Self.capacity) - 1] }
  }

  /// Begins the next row.
  @inline(__always)
  mutating func reset() {
    count = 0
    isOdd = false
  }

  /// Adds the bars of a mask, whose bit 0 stands for the byte at `base`.
  @inline(__always)
  mutating func append(_ bars: UInt64, at base: Int) {
    guard count <= Self.capacity - 64 else {
      count += bars.nonzeroBitCount
      return
    }
    var bars = bars
    while bars != 0 {
      unsafe storage[count] = base &+ bars.trailingZeroBitCount
      count &+= 1
      bars &= bars &- 1
    }
  }

  /// Returns where a field lies in the row.
  @inline(__always)
  func range(of column: Int) -> Range<Int> {
    let ends = ends
    return (column == 0 ? 0 : ends[column - 1] + 1)..<ends[column]
  }
}
