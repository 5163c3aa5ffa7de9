// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A parsed text is its bytes and a tape: one word per value, in text order.
//
//   { "a": [1, "é"], "b": {} }
//
//   0  object  at 0    end 6      the tape index after the last value inside
//   1  string  at 3    length 1   a member's name precedes its value
//   2  array   at 7    end 5
//   3  number  at 8    length 1
//   4  string  at 12   length 2   offset and length are those of the content
//   5  string  at 19   length 1
//   6  object  at 23   end 7
//
//   word = kind (4 bits) | byte offset (30 bits) | length or end (30 bits)
//
// So a whole value is skipped in one step, nothing is allocated per value,
// and a value can name its place in the text. Thirty bits bound a text to 1 GiB.

/// What a word of the tape is.
enum TapeKind: UInt64 {
  case null
  case `false`
  case `true`
  case number
  case string
  /// A string with at least one backslash.
  case escapedString
  case array
  case object
  /// A container that is nested deeper than the limit; its inside is not kept.
  case omitted
  /// An object that was skipped: only the members that identify it are kept.
  case skipped = 15
}

struct TapeWord: Sendable {
  static let fieldLimit = 1 << 30
  private static let fieldMask: UInt64 = (1 << 30) - 1

  var bits: UInt64

  @inline(__always)
  init(_ kind: TapeKind, offset: Int, extent: Int) {
    // Both fit: a text longer than the limit is refused before it is scanned.
    bits =
      kind.rawValue << 60 | UInt64(truncatingIfNeeded: offset) << 30
      | UInt64(truncatingIfNeeded: extent)
  }

  @inline(__always)
  var rawKind: UInt64 { bits >> 60 }

  var kind: TapeKind { TapeKind(rawValue: rawKind) ?? .omitted }

  @inline(__always)
  var offset: Int { Int(truncatingIfNeeded: (bits >> 30) & Self.fieldMask) }

  /// The length of a scalar's content, or the tape index after a container.
  @inline(__always)
  var extent: Int { Int(truncatingIfNeeded: bits & Self.fieldMask) }

  @inline(__always)
  var isContainer: Bool { rawKind == TapeKind.array.rawValue || isObject }

  /// Whether the value is an object; one that was skipped has one bit more.
  @inline(__always)
  var isObject: Bool { rawKind & 7 == TapeKind.object.rawValue }

  @inline(__always)
  var isString: Bool {
    rawKind == TapeKind.string.rawValue || rawKind == TapeKind.escapedString.rawValue
  }

  /// The tape index of the value that follows this one, which is at `index`.
  @inline(__always)
  func next(after index: Int) -> Int { isContainer ? extent : index + 1 }
}

/// The bytes and the tape that all nodes of a text share.
@usableFromInline
final class JSONStorage: Sendable {
  let bytes: [UInt8]
  let tape: [TapeWord]
  let isUntyped: Bool

  init(bytes: [UInt8], tape: [TapeWord], isUntyped: Bool) {
    self.bytes = bytes
    self.tape = tape
    self.isUntyped = isUntyped
  }
}

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
      // Where a text was made from another format, its words need not be in the order of bytes.
      guard !storage.isUntyped else { return nil }
      self.storage = storage
      slots = Array(repeating: 0, count: Self.slotCount)
    }
    guard self.storage === storage else { return nil }
    let (words, text) = (storage.tape, storage.bytes)
    let (tape, bytes) = (words.span, text.span)
    let word = tape[node.index]
    guard word.rawKind == TapeKind.object.rawValue, word.extent > node.index + 1 else { return nil }
    // The bytes up to the end of the last scalar are enough: only brackets that close what is open
    // follow it.
    let last = tape[word.extent - 1]
    guard last.rawKind <= TapeKind.escapedString.rawValue else { return nil }
    let start = word.offset
    let length = last.offset + last.extent - start
    guard length <= Self.lengthLimit else { return nil }
    let hash = JSONWords.hash(of: bytes, start, length)
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
