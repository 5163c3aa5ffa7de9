// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
private import CMasks

// Strings that wait for their numbers. To number one of a full release's strings
// takes two or three cache misses that depend on each other; of a hundred strings
// they can be asked for at the same time, which takes a quarter of the time.
//
// `unsafe` here: the address of an array's element is only asked for ahead of
// time; no bytes are read or written through it.

/// Strings whose numbers are wanted, in order.
struct StringBatch {
  /// How many there are before they should be numbered.
  static let size = 128

  private(set) var bytes: [UInt8] = []
  private var ends: [UInt32] = []
  private var hashes: [UInt64] = []
  /// The place of an equal string before, or the own place.
  private var equals: [UInt32] = []

  /// The count of strings.
  var count: Int { ends.count }

  /// Whether it should be numbered.
  var isFull: Bool { count >= Self.size }

  /// Where a string lies in ``bytes``.
  @inline(__always)
  func range(_ place: Int) -> Range<Int> {
    (place == 0 ? 0 : Int(ends[place &- 1]))..<Int(ends[place])
  }

  /// The hash of a string.
  @inline(__always)
  func hash(_ place: Int) -> UInt64 { hashes[place] }

  /// The place of the string whose number counts for a place, which is the own one or an earlier.
  @inline(__always)
  func same(_ place: Int) -> Int { Int(equals[place]) }

  /// Adds a string.
  @inline(__always)
  mutating func add(_ text: Span<UInt8>, to pool: borrowing StringPool) {
    let hash = WordHash.of(text)
    pool.prefetchSlot(hash)
    equals.append(UInt32(truncatingIfNeeded: count))
    WordHash.append(text, to: &bytes)
    ends.append(UInt32(truncatingIfNeeded: bytes.count))
    hashes.append(hash)
  }

  /// Adds a string that is often the same as one of those before.
  ///
  /// - Parameters:
  ///   - text: The string.
  ///   - last: How many places before it the one stands that it may equal.
  ///   - pool: Where it will be numbered.
  @inline(__always)
  mutating func add(_ text: Span<UInt8>, orSameAs last: Int, to pool: borrowing StringPool) {
    let place = count - last
    if place >= 0 {
      let range = range(same(place))
      if range.count == text.count,
        WordHash.areEqual(bytes.span, from: range.lowerBound, text)
      {
        equals.append(equals[place])
        ends.append(UInt32(truncatingIfNeeded: bytes.count))
        hashes.append(hashes[place])
        return
      }
    }
    add(text, to: pool)
  }

  /// Forgets all strings.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    hashes.removeAll(keepingCapacity: true)
    equals.removeAll(keepingCapacity: true)
  }
}

/// Asks for memory that will be read soon.
enum Prefetch {
  /// Asks for an element of an array; nothing happens where there is none.
  @inline(__always)
  static func element<Element>(_ index: UInt32, of array: [Element]) {
    unsafe array.withUnsafeBufferPointer { buffer in
      guard Int(index) < buffer.count, let base = buffer.baseAddress else { return }
      unsafe cmasks_prefetch(base + Int(index))
    }
  }
}
