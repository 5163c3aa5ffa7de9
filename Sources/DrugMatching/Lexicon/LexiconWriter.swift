// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// A lexicon in a catalog is arrays one behind the other, each after the count of
// its elements: words of 32 bits, numbers of 64 bits with the low half first,
// or bytes, four a word, the last word filled with zeros.

/// Writes arrays as words of a catalog.
struct LexiconWriter {
  private(set) var words: [UInt32] = []

  mutating func add(_ numbers: [UInt32]) {
    words.append(UInt32(numbers.count))
    words += numbers
  }

  mutating func add(_ numbers: [Int32]) {
    words.append(UInt32(numbers.count))
    words += numbers.lazy.map { UInt32(bitPattern: $0) }
  }

  mutating func add(_ numbers: [UInt64]) {
    words.append(UInt32(numbers.count))
    for number in numbers { words += Self.halves(number) }
  }

  mutating func add(_ bytes: [UInt8]) {
    words.append(UInt32(bytes.count))
    for start in stride(from: 0, to: bytes.count, by: 4) {
      var word: UInt32 = 0
      for place in start..<min(start + 4, bytes.count) {
        word |= UInt32(bytes[place]) << UInt32((place - start) * 8)
      }
      words.append(word)
    }
  }

  /// The low and the high half of a number.
  static func halves(_ number: UInt64) -> [UInt32] {
    [UInt32(truncatingIfNeeded: number), UInt32(truncatingIfNeeded: number >> 32)]
  }
}

/// Reads what ``LexiconWriter`` wrote, in the same order.
///
/// Nothing is believed: what leads beyond the end, or is not as expected, breaks the
/// reader, which gives empty arrays from then on.
struct LexiconReader {
  private let catalog: Catalog
  /// The next word.
  private var place = 0
  private(set) var isBroken = false

  init(_ catalog: Catalog) { self.catalog = catalog }

  /// Breaks the reader unless something is so.
  mutating func expect(_ isSo: Bool) {
    if !isSo { isBroken = true }
  }

  /// Whether all was read, and as expected.
  var isDone: Bool { !isBroken && place == catalog.lexiconWordCount }

  mutating func words() -> [UInt32] { array(wordsEach: { $0 }) }
  mutating func signed() -> [Int32] { array(wordsEach: { $0 }) }
  mutating func longs() -> [UInt64] { array(wordsEach: { $0 * 2 }) }
  mutating func bytes() -> [UInt8] { array(wordsEach: { ($0 + 3) / 4 }) }

  /// The array at the place; so many elements take `wordsEach` of their count.
  private mutating func array<Number: FixedWidthInteger & BitwiseCopyable>(
    wordsEach: (Int) -> Int
  ) -> [Number] {
    guard !isBroken, let count = catalog.lexicon(UInt32.self, at: place, count: 1).first else {
      isBroken = true
      return []
    }
    let numbers = catalog.lexicon(Number.self, at: place + 1, count: Int(count))
    place += 1 + wordsEach(Int(count))
    expect(numbers.count == Int(count) && place <= catalog.lexiconWordCount)
    return isBroken ? [] : numbers
  }
}
