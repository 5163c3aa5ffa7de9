// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Words with their numbers: one pool of bytes and an open hash table over it.
struct WordPool: Sendable {
  private var slots: [Int32] = [Int32](repeating: -1, count: 1 << 12)
  private var hashes: [UInt64] = []
  private var starts: [UInt32] = [0]
  private(set) var pool: [UInt8] = []

  /// An empty table.
  init() {}

  /// How many words there are.
  var count: Int { hashes.count }

  /// Where the bytes of a word are in the pool.
  func range(_ word: Int32) -> Range<Int> {
    Int(starts[Int(word)])..<Int(starts[Int(word) + 1])
  }

  /// The bytes of a word as text.
  func text(_ word: Int32) -> String { String(decoding: pool[range(word)], as: UTF8.self) }

  /// Whether a word ends with ASCII letters.
  func hasSuffix(_ word: Int32, _ suffix: String) -> Bool {
    pool[range(word)].suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  /// The number of a word; negative if it is not in the table.
  func find(_ bytes: [UInt8], _ range: Range<Int>) -> Int32 {
    let hash = Self.hash(bytes, range)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let word = slots[slot]
      if hashes[Int(word)] == hash, isSame(word, bytes, range) { return word }
      slot = (slot + 1) & (slots.count - 1)
    }
    return -1
  }

  /// The number of a word, which is added if it is new.
  mutating func intern(_ bytes: [UInt8], _ range: Range<Int>) -> Int32 {
    let found = find(bytes, range)
    if found >= 0 { return found }
    if hashes.count * 2 >= slots.count { grow() }
    let word = Int32(hashes.count)
    hashes.append(Self.hash(bytes, range))
    pool.append(contentsOf: bytes[range])
    starts.append(UInt32(pool.count))
    place(word)
    return word
  }

  /// The number of a word given as text.
  mutating func intern(_ text: some StringProtocol) -> Int32 {
    let bytes = Array(text.utf8)
    return intern(bytes, 0..<bytes.count)
  }

  private func isSame(_ word: Int32, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let own = self.range(word)
    guard own.count == range.count else { return false }
    var (left, right) = (own.lowerBound, range.lowerBound)
    while left < own.upperBound {
      guard pool[left] == bytes[right] else { return false }
      (left, right) = (left + 1, right + 1)
    }
    return true
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 4)
    for word in hashes.indices { place(Int32(word)) }
  }

  private mutating func place(_ word: Int32) {
    var slot = Int(truncatingIfNeeded: hashes[Int(word)]) & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = word
  }

  // MARK: In a catalog

  /// Writes the table unchanged.
  func write(to writer: inout LexiconWriter) {
    writer.add(slots)
    writer.add(hashes)
    writer.add(starts)
    writer.add(pool)
  }

  /// Reads what ``write(to:)`` wrote; words lie where it says, and looking for one ends.
  init(_ reader: inout LexiconReader) {
    slots = reader.signed()
    hashes = reader.longs()
    starts = reader.words()
    pool = reader.bytes()
    reader.expect(Self.areStarts(starts, of: hashes.count, within: pool.count))
    reader.expect(Self.areSlots(slots, below: hashes.count))
  }

  /// Whether runs of so many things follow each other and end with the last element.
  static func areStarts(_ starts: [UInt32], of count: Int, within limit: Int) -> Bool {
    guard starts.count == count + 1, starts[0] == 0, Int(starts[count]) == limit else {
      return false
    }
    var previous: UInt32 = 0
    for start in starts {
      guard start >= previous else { return false }
      previous = start
    }
    return true
  }

  /// Whether slots of a hash table are empty or numbers below a limit, half of them empty.
  static func areSlots(_ slots: [Int32], below limit: Int) -> Bool {
    guard slots.count.nonzeroBitCount == 1 else { return false }
    var filled = 0
    for slot in slots where slot >= 0 {
      guard Int(slot) < limit else { return false }
      filled += 1
    }
    return filled * 2 <= slots.count
  }

  static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    for place in range { hash = (hash ^ UInt64(bytes[place])) &* 0x0000_0100_0000_01B3 }
    return mixed(hash)
  }

  /// Spreads the bits of a number over all of its places (the finish of SplitMix64).
  static func mixed(_ number: UInt64) -> UInt64 {
    var value = number
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
