// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Data types of FHIR have a handful of members with short names. A name of up
// to 16 bytes is two words, and comparing it takes two instructions:
//
//   names     system 0, version 1, code 2, display 3
//   object    { "code": "1", "x": 7, "system": "u" }
//   members   2 → "1", 0 → "u"          in one pass over the object

/// Up to eight member names of at most 16 bytes.
public struct JSONShortNames: Sendable {
  static let limit = 8

  fileprivate var low = InlineArray<8, UInt64>(repeating: 0)
  fileprivate var high = InlineArray<8, UInt64>(repeating: 0)
  fileprivate let count: Int

  /// Takes names; the first has the number 0.
  ///
  /// - Parameter names: At most eight different names of 1 to 16 bytes.
  public init(_ names: String...) {
    precondition(names.count <= Self.limit, "at most eight names")
    count = names.count
    for (number, name) in names.enumerated() {
      let bytes = Array(name.utf8)
      precondition((1...16).contains(bytes.count), "a name of 1 to 16 bytes")
      (low[number], high[number]) = Self.words(bytes.span, 0, bytes.count)
    }
  }

  /// Returns the bytes of a name as two words, the first byte in the lowest bits.
  @inline(__always)
  fileprivate static func words(
    _ bytes: Span<UInt8>, _ start: Int, _ count: Int
  ) -> (UInt64, UInt64) {
    if start + 16 <= bytes.count {
      let low = JSONWords.load(bytes, at: start)
      if count <= 8 { return (low & mask(count), 0) }
      return (low, JSONWords.load(bytes, at: start + 8) & mask(count - 8))
    }
    return tailWords(bytes, start, count)
  }

  @inline(never)
  private static func tailWords(
    _ bytes: Span<UInt8>, _ start: Int, _ count: Int
  ) -> (UInt64, UInt64) {
    var words: (UInt64, UInt64) = (0, 0)
    for index in 0..<count {
      let byte = UInt64(bytes[start + index])
      if index < 8 {
        words.0 |= byte << UInt64(8 * index)
      } else {
        words.1 |= byte << UInt64(8 * index - 64)
      }
    }
    return words
  }

  /// The lowest bytes of a word, 1 to 8 of them.
  @inline(__always)
  private static func mask(_ count: Int) -> UInt64 {
    UInt64.max &>> UInt64(truncatingIfNeeded: 64 - 8 * count)
  }

  /// Returns the number of a name, or -1.
  @inline(__always)
  fileprivate func number(of word: TapeWord, in bytes: Span<UInt8>) -> Int {
    var words: (UInt64, UInt64)
    if word.rawKind == TapeKind.string.rawValue {
      let length = word.extent
      if length == 0 || length > 16 { return -1 }
      words = Self.words(bytes, word.offset, length)
    } else {
      let decoded = JSONEscapes.decode(bytes, word.offset..<word.offset + word.extent)
      if decoded.isEmpty || decoded.count > 16 { return -1 }
      words = Self.words(decoded.span, 0, decoded.count)
    }
    for number in 0..<count where low[number] == words.0 && high[number] == words.1 {
      return number
    }
    return -1
  }
}

/// The members of an object that have one of a few short names.
///
/// Of several members of one name it holds the last, as the subscript of ``JSONNode`` by name.
public struct JSONShortMembers: Sendable {
  @usableFromInline let storage: JSONStorage
  /// The place of each member's value; 0, which is never inside an object, for none.
  @usableFromInline var places = InlineArray<8, UInt32>(repeating: 0)

  /// Looks through the members of an object; of any other value there are none.
  ///
  /// - Complexity: O(*n*) in the members, no allocation.
  public init(of node: JSONNode, by names: JSONShortNames) {
    storage = node.storage
    guard node.isObject else { return }
    let (words, text) = (storage.tape, storage.bytes)
    let (tape, bytes) = (words.span, text.span)
    let end = tape[node.index].extent
    var position = node.index + 1
    while position < end {
      let number = names.number(of: tape[position], in: bytes)
      if number >= 0 { places[number] = UInt32(truncatingIfNeeded: position + 1) }
      position = tape[position + 1].next(after: position + 1)
    }
  }

  /// Returns the member of a number.
  @inlinable
  public subscript(number: Int) -> JSONNode? {
    let place = places[number]
    return place == 0 ? nil : JSONNode(storage: storage, index: Int(place))
  }
}
