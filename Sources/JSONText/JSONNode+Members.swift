// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension JSONNode {
  /// Returns the member of this name; of several the last, `nil` if the value is no object.
  ///
  /// - Complexity: O(*n*) in the members of the object; what is inside them is not touched.
  public subscript(key: StaticString) -> JSONNode? {
    key.withUTF8Buffer { unsafe member(named: $0.span) }
  }

  /// Returns the member of this name; of several the last, `nil` if the value is no object.
  public subscript(key: String) -> JSONNode? {
    member(named: key.utf8.span)
  }

  private func member(named name: Span<UInt8>) -> JSONNode? {
    let word = word
    guard word.isObject else { return nil }
    var found = -1
    var position = index + 1
    let end = word.extent
    let (words, text) = (storage.tape, storage.bytes)
    let (tape, bytes) = (words.span, text.span)
    while position < end {
      if Self.matches(tape[position], bytes, name) { found = position + 1 }
      position = tape[position + 1].next(after: position + 1)
    }
    return found < 0 ? nil : JSONNode(storage: storage, index: found)
  }

  /// The elements of an array in order; empty if the value is not an array.
  public var elements: Elements {
    let word = word
    return Elements(
      storage: storage, position: index + 1, end: isArray ? word.extent : index + 1)
  }

  /// The members of an object in text order, equal names included; empty if it is not an object.
  public var members: Members {
    let word = word
    return Members(
      storage: storage, position: index + 1, end: isObject ? word.extent : index + 1)
  }

  /// How many elements or members there are; 0 for other values.
  ///
  /// - Complexity: O(*n*) in that number.
  public var count: Int {
    var count = 0
    if isArray { for _ in elements { count += 1 } }
    if isObject { for _ in members { count += 1 } }
    return count
  }

  /// Whether an array or object has nothing inside; `false` for other values.
  public var isEmptyContainer: Bool { word.isContainer && word.extent == index + 1 }

  /// Whether a string equal to `name` may be anywhere inside: false is certain.
  ///
  /// - Complexity: O(*n*) in the values inside, without looking at most of their bytes.
  public func mayContain(_ name: StaticString) -> Bool {
    let end = word.next(after: index)
    return name.withUTF8Buffer { buffer in
      let name = unsafe buffer.span
      let (words, text) = (storage.tape, storage.bytes)
      let (tape, bytes) = (words.span, text.span)
      for position in index..<end {
        let word = tape[position]
        if word.kind == .escapedString || Self.matches(word, bytes, name) { return true }
      }
      return false
    }
  }

  /// Whether this object, or any inside it, may have a name twice: false is certain.
  ///
  /// - Complexity: O(*n*) in the values inside, without allocation.
  public var mayRepeatNamesInside: Bool {
    let end = word.next(after: index)
    let (words, text) = (storage.tape, storage.bytes)
    let (tape, bytes) = (words.span, text.span)
    for position in index..<end
    where tape[position].isObject && Self.mayRepeatNames(tape, bytes, position) {
      return true
    }
    return false
  }

  /// The distinct names that occur more than once in this object, in order of repetition.
  ///
  /// - Complexity: No allocation for objects of up to 32 members without repetition; beyond that
  ///   O(*n* log *n*).
  public var duplicateNames: [String] {
    guard isObject, mayRepeatNames else { return [] }
    var repeated: [String] = []
    var seen: Set<[UInt8]> = []
    for (name, _) in members {
      let text = Self.text(name.word, storage)
      if !seen.insert(Array(text.utf8)).inserted, !repeated.contains(text) {
        repeated.append(text)
      }
    }
    return repeated
  }

  /// Whether two names may be equal; false positives are possible, false negatives are not.
  private var mayRepeatNames: Bool {
    let (words, text) = (storage.tape, storage.bytes)
    return Self.mayRepeatNames(words.span, text.span, index)
  }

  /// How many names are compared pair by pair; those of more are sorted.
  private static let pairLimit = 32

  private static func mayRepeatNames(
    _ tape: Span<TapeWord>, _ bytes: Span<UInt8>, _ index: Int
  ) -> Bool {
    var hashes = InlineArray<32, UInt64>(repeating: 0)
    var filter: UInt64 = 0
    var hasCollision = false
    var count = 0
    let end = tape[index].extent
    var position = index + 1
    while position < end {
      let hash = hash(of: tape[position], bytes)
      let bit = UInt64(1) << (hash >> 58)
      hasCollision = hasCollision || filter & bit != 0
      filter |= bit
      if count < pairLimit { hashes[count] = hash }
      count += 1
      position = tape[position + 1].next(after: position + 1)
    }
    if !hasCollision { return false }
    if count > pairLimit { return mayRepeatManyNames(tape, bytes, index, count) }
    for later in 1..<count {
      for earlier in 0..<later where hashes[earlier] == hashes[later] { return true }
    }
    return false
  }

  private static func mayRepeatManyNames(
    _ tape: Span<TapeWord>, _ bytes: Span<UInt8>, _ index: Int, _ count: Int
  ) -> Bool {
    var hashes: [UInt64] = []
    hashes.reserveCapacity(count)
    var position = index + 1
    while position < tape[index].extent {
      hashes.append(hash(of: tape[position], bytes))
      position = tape[position + 1].next(after: position + 1)
    }
    hashes.sort()
    return zip(hashes, hashes.dropFirst()).contains { $0 == $1 }
  }

  /// A hash of a string's decoded bytes; equal strings have equal hashes.
  @inline(__always)
  private static func hash(of word: TapeWord, _ bytes: Span<UInt8>) -> UInt64 {
    if word.rawKind == TapeKind.escapedString.rawValue {
      let decoded = JSONEscapes.decode(bytes, word.offset..<word.offset + word.extent)
      return JSONWords.hash(of: decoded.span, 0, decoded.count)
    }
    return JSONWords.hash(of: bytes, word.offset, word.extent)
  }

  /// The elements of an array.
  public struct Elements: Sequence, IteratorProtocol, Sendable {
    let storage: JSONStorage
    var position: Int
    let end: Int

    /// Returns the next element.
    @inline(__always)
    public mutating func next() -> JSONNode? {
      guard position < end else { return nil }
      let node = JSONNode(storage: storage, index: position)
      position = storage.tape[position].next(after: position)
      return node
    }
  }

  /// The members of an object.
  public struct Members: Sequence, IteratorProtocol, Sendable {
    let storage: JSONStorage
    var position: Int
    let end: Int

    /// Returns the next member; its name is a node of kind string.
    @inline(__always)
    public mutating func next() -> (name: JSONNode, value: JSONNode)? {
      guard position + 1 < end else { return nil }
      let name = JSONNode(storage: storage, index: position)
      let value = JSONNode(storage: storage, index: position + 1)
      position = storage.tape[position + 1].next(after: position + 1)
      return (name, value)
    }
  }
}
