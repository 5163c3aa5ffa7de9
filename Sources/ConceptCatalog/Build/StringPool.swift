// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Strings while building: each distinct string once, named by a running
// number. The file's own pool is made of it at the end, in the order in which
// the sorted records use the strings, so that the order of rows in the release
// leaves no trace in the file (S37).
//
// A full release has 20 million strings to number, 2.5 million of them distinct.
// Bytes are hashed and compared eight at a time, and a slot holds half of the
// hash, so that a string that is not there yet costs one cache miss and no
// comparison.

/// The distinct strings of a catalog that is being built.
struct StringPool {
  private(set) var bytes: [UInt8] = []
  /// Start of each string; its end is the next one's start.
  private var starts: [UInt32] = [0, 0]
  /// The first eight bytes of each string as a big-endian number, to compare by.
  private var heads: [UInt64] = [0]
  /// What was read ahead; kept so that the reading is not left out.
  private var touched: UInt64 = 0
  /// Open addressing; the high half of the hash, and a string's number, 0 for none.
  private var slots = [UInt64](repeating: 0, count: 1 << 12)

  /// The number of distinct strings, the empty one included.
  var count: Int { starts.count - 1 }

  /// Whether its bytes can be named by 32-bit offsets, with room for lengths.
  var fits: Bool { bytes.count + 5 * count < Int(UInt32.max) }

  /// Makes room for strings to come, so that they need not be moved.
  ///
  /// - Parameters:
  ///   - bytes: At most so many bytes of distinct strings.
  ///   - count: About so many strings.
  mutating func reserve(bytes: Int, count: Int) {
    LargePages.reserve(bytes, in: &self.bytes)
    LargePages.reserve(count * 2, in: &starts)
    LargePages.reserve(count * 2, in: &heads)
    var size = slots.count
    while size * 5 < count * 8 { size *= 2 }
    if size > slots.count { grow(to: size) }
  }

  /// The number of a string; 0 is the empty one.
  mutating func number(of text: Span<UInt8>) -> UInt32 {
    text.isEmpty ? 0 : number(of: text, WordHash.of(text))
  }

  /// The number of a string that is not empty.
  @inline(__always)
  private mutating func number(of text: Span<UInt8>, _ hash: UInt64) -> UInt32 {
    if slots.isEmpty { grow(to: 1 << 12) }
    var slot = Int(truncatingIfNeeded: hash) & (slots.count &- 1)
    while true {
      let entry = slots[slot]
      if entry == 0 { return insert(text, hash, slot: slot) }
      if (entry ^ hash) >> 32 == 0 {
        let number = UInt32(truncatingIfNeeded: entry)
        if equals(number, text) { return number }
      }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
  }

  /// The numbers of two strings.
  ///
  /// Both slots are read before either is used, so that their cache misses overlap.
  mutating func numbers(of first: Span<UInt8>, _ second: Span<UInt8>) -> (UInt32, UInt32) {
    guard !first.isEmpty, !second.isEmpty, !slots.isEmpty else {
      return (number(of: first), number(of: second))
    }
    let (left, right) = (WordHash.of(first), WordHash.of(second))
    let mask = slots.count &- 1
    touched ^=
      slots[Int(truncatingIfNeeded: left) & mask] ^ slots[Int(truncatingIfNeeded: right) & mask]
    let number = number(of: first, left)
    return (number, self.number(of: second, right))
  }

  /// Lets go of what finds numbers, when all strings have theirs; made anew when needed.
  mutating func finish() {
    slots = []
  }

  /// The number of a Swift string.
  mutating func number(of text: String) -> UInt32 {
    let bytes = Array(text.utf8)
    return number(of: bytes.span)
  }

  /// The numbers here of another pool's strings, which are taken in.
  mutating func absorb(_ other: borrowing StringPool) -> [UInt32] {
    var numbers: [UInt32] = [0]
    numbers.reserveCapacity(other.count)
    let span = other.bytes.span
    var hashes = InlineArray<32, UInt64>(repeating: 0)
    var first = 1
    while first < other.count {
      let count = min(32, other.count - first)
      // The slots of 32 strings are asked for together: their cache misses overlap.
      for place in 0..<count {
        let text = span.extracting(other.range(of: UInt32(first + place)))
        hashes[place] = WordHash.of(text)
        touched ^= slots[Int(truncatingIfNeeded: hashes[place]) & (slots.count &- 1)]
      }
      for place in 0..<count {
        let text = span.extracting(other.range(of: UInt32(first + place)))
        numbers.append(number(of: text, hashes[place]))
      }
      first += count
    }
    return numbers
  }

  /// The bytes of a string.
  func bytes(of number: UInt32) -> ArraySlice<UInt8> {
    bytes[range(of: number)]
  }

  /// Where a string lies in ``bytes``.
  @inline(__always)
  func range(of number: UInt32) -> Range<Int> {
    Int(starts[Int(number)])..<Int(starts[Int(number) + 1])
  }

  /// The first eight bytes as a big-endian number, zeros behind a shorter string.
  @inline(__always)
  func head(of number: UInt32) -> UInt64 { heads[Int(number)] }

  /// Whether one string comes before another in byte order.
  func precedes(_ left: UInt32, _ right: UInt32) -> Bool {
    let (a, b) = (heads[Int(left)], heads[Int(right)])
    if a != b { return a < b }
    return left != right && bytes(of: left).lexicographicallyPrecedes(bytes(of: right))
  }

  /// Whether a string is a text.
  func equals(_ number: UInt32, _ text: Span<UInt8>) -> Bool {
    let range = range(of: number)
    return range.count == text.count
      && WordHash.areEqual(bytes.span, from: range.lowerBound, text)
  }

  @inline(never)
  private mutating func insert(_ text: Span<UInt8>, _ hash: UInt64, slot: Int) -> UInt32 {
    let number = UInt32(truncatingIfNeeded: count)
    WordHash.append(text, to: &bytes)
    starts.append(UInt32(truncatingIfNeeded: bytes.count))
    heads.append(WordHash.head(of: text))
    slots[slot] = (hash >> 32) << 32 | UInt64(number)
    // At most five eighths are in use.
    if count * 8 > slots.count * 5 { grow(to: slots.count * 2) }
    return number
  }

  private mutating func grow(to wanted: Int) {
    var size = wanted
    while size * 5 < count * 8 { size *= 2 }
    // The low half of a hash is not kept, so it is computed again.
    var grown = LargePages.zeros(size, of: UInt64.self)
    let texts = bytes
    let span = texts.span
    for number in 1..<max(count, 1) {
      let hash = WordHash.of(span.extracting(range(of: UInt32(number))))
      var slot = Int(truncatingIfNeeded: hash) & (grown.count - 1)
      while grown[slot] != 0 { slot = (slot + 1) & (grown.count - 1) }
      grown[slot] = (hash >> 32) << 32 | UInt64(number)
    }
    slots = grown
  }
}
