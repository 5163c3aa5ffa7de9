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
    while position < end {
      if Self.matches(storage.tape[position], storage.bytes, name) { found = position + 1 }
      position = storage.tape[position + 1].next(after: position + 1)
    }
    return found < 0 ? nil : JSONNode(storage: storage, index: found)
  }

  /// The elements of an array in order; empty if the value is no array.
  public var elements: Elements {
    let word = word
    return Elements(
      storage: storage, position: index + 1, end: isArray ? word.extent : index + 1)
  }

  /// The members of an object in text order, equal names included; empty if it is no object.
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

  /// Whether a string equal to `name` may stand anywhere inside: false is certain.
  ///
  /// - Complexity: O(*n*) in the values inside, without looking at most of their bytes.
  public func mayContain(_ name: StaticString) -> Bool {
    let (tape, bytes) = (storage.tape, storage.bytes)
    let end = word.next(after: index)
    return name.withUTF8Buffer { buffer in
      let name = unsafe buffer.span
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
    for position in index..<end
    where storage.tape[position].isObject {
      if JSONNode(storage: storage, index: position).mayRepeatNames { return true }
    }
    return false
  }

  /// The names that occur more than once in this object, each once, in order of repetition.
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
    var filter: UInt64 = 0
    var hasCollision = false
    var count = 0
    for (name, _) in members {
      let bit = UInt64(1) << (name.contentHash >> 58)
      hasCollision = hasCollision || filter & bit != 0
      filter |= bit
      count += 1
    }
    if !hasCollision { return false }
    if count <= 32 { return hasEqualPair }
    var hashes: [UInt64] = []
    hashes.reserveCapacity(count)
    for (name, _) in members { hashes.append(name.contentHash) }
    hashes.sort()
    return zip(hashes, hashes.dropFirst()).contains { $0 == $1 }
  }

  /// Compares the hashes of all names pair by pair.
  private var hasEqualPair: Bool {
    var earlier = members
    while let (name, _) = earlier.next() {
      let hash = name.contentHash
      var later = earlier
      while let (other, _) = later.next() {
        if other.contentHash == hash { return true }
      }
    }
    return false
  }

  /// A hash of a string's decoded bytes; equal strings have equal hashes.
  private var contentHash: UInt64 {
    let word = word
    let bytes = storage.bytes
    if word.kind == .escapedString {
      let decoded = JSONEscapes.decode(bytes.span, word.offset..<word.offset + word.extent)
      return Self.hash(of: decoded.span, 0, decoded.count)
    }
    return Self.hash(of: bytes.span, word.offset, word.extent)
  }

  /// Hashes bytes eight at a time: names are compared by the thousand.
  private static func hash(of bytes: Span<UInt8>, _ start: Int, _ count: Int) -> UInt64 {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    var hash = UInt64(truncatingIfNeeded: count) &* factor
    var position = start
    var rest = count
    while rest > 0 {
      var part: UInt64 = 0
      if position + 8 <= bytes.count {
        part = JSONWords.load(bytes, at: position)
        if rest < 8 { part &= (1 << UInt64(8 * rest)) - 1 }
      } else {
        for index in 0..<min(rest, 8) {
          part |= UInt64(bytes[position + index]) << UInt64(8 * index)
        }
      }
      hash = (hash ^ part) &* factor
      hash ^= hash >> 29
      position += 8
      rest -= 8
    }
    return hash &* factor
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
