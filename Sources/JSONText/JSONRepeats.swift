// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Knows objects of one text by their bytes: equal bytes get equal numbers.
///
/// Documents say the same many times over: a category, a route, a unit. Whoever keeps what an
/// object was read as under its number reads it once. Numbers begin at 0 and leave no gaps.
package struct JSONRepeats: Sendable {
  private struct Entry {
    let hash: UInt64
    let start: Int
    let length: Int
  }

  /// Objects that are met once must not fill the memory: beyond these nothing new is taken in.
  private static let limit = 1024
  private static let slotCount = 4 * limit
  /// Longer objects are seldom repeated.
  private static let lengthLimit = 1024

  private var storage: JSONStorage?
  private var slots: [UInt16] = []
  private var entries: [Entry] = []

  /// Knows nothing yet.
  package init() {}

  /// Returns the number of an object, the count of numbers given before if its bytes are new.
  ///
  /// - Returns: `nil` for an object that is not taken in: one of another text than the first, one
  ///   that is long, ends in a container, or comes too late.
  package mutating func number(of node: JSONNode) -> Int? {
    let storage = node.storage
    if self.storage == nil {
      // Where a text was made from another format, its words need not stand in the order of bytes.
      guard !storage.isUntyped else { return nil }
      self.storage = storage
      slots = Array(repeating: 0, count: Self.slotCount)
    }
    guard self.storage === storage else { return nil }
    let (words, text) = (storage.tape, storage.bytes)
    let (tape, bytes) = (words.span, text.span)
    let word = tape[node.index]
    guard word.rawKind == TapeKind.object.rawValue, word.extent > node.index + 1 else { return nil }
    // The bytes up to the end of the last scalar tell all: only brackets that close what is open
    // follow it.
    let last = tape[word.extent - 1]
    guard last.rawKind <= TapeKind.escapedString.rawValue else { return nil }
    let start = word.offset
    let length = last.offset + last.extent - start
    guard length <= Self.lengthLimit else { return nil }
    let hash = Self.hash(of: bytes, start, length)
    var slot = Int(truncatingIfNeeded: hash >> 40) & (Self.slotCount - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      let entry = entries[number]
      if entry.hash == hash, entry.length == length,
        Self.areEqual(bytes, entry.start, start, length)
      {
        return number
      }
      slot = (slot + 1) & (Self.slotCount - 1)
    }
    guard entries.count < Self.limit else { return nil }
    entries.append(Entry(hash: hash, start: start, length: length))
    slots[slot] = UInt16(truncatingIfNeeded: entries.count)
    return entries.count - 1
  }

  @inline(__always)
  private static func hash(of bytes: Span<UInt8>, _ start: Int, _ count: Int) -> UInt64 {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    var hash = UInt64(truncatingIfNeeded: count) &* factor
    var position = start
    let end = start + count
    while position + 8 <= end {
      hash = (hash ^ JSONWords.load(bytes, at: position)) &* factor
      hash ^= hash >> 32
      position += 8
    }
    while position < end {
      hash = (hash ^ UInt64(bytes[position])) &* factor
      position += 1
    }
    return hash ^ hash >> 29
  }

  @inline(__always)
  private static func areEqual(
    _ bytes: Span<UInt8>, _ left: Int, _ right: Int, _ count: Int
  ) -> Bool {
    var index = 0
    while index + 8 <= count {
      if JSONWords.load(bytes, at: left + index) != JSONWords.load(bytes, at: right + index) {
        return false
      }
      index += 8
    }
    while index < count {
      if bytes[left + index] != bytes[right + index] { return false }
      index += 1
    }
    return true
  }
}
