// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Objects of a known kind are searched for many names of which they have few: a FHIR
// resource for 90, of which it has about 15. A table turns each name that an
// object has into a number once, in text order:
//
//   table     id 0, status 1, intent 2, subject 3, …, dosage 70
//   object    { "status": "active", "id": "1", "x": 7 }
//   members   0 → "1", 1 → "active"

/// Member names by their numbers.
public struct JSONNameTable: Sendable {
  private let letters: [UInt8]
  /// Where each name begins in `letters`, and where the last one ends.
  private let starts: [Int]
  /// The number of the first name of each hash, or -1.
  private var first: [Int16]
  /// The number of the next name of the same hash, or -1.
  private var next: [Int16]

  /// Makes a table; the first name has the number 0.
  ///
  /// - Parameter names: At most 128 different names of ASCII, none of them empty.
  public init(_ names: [String]) {
    precondition(names.count <= 128, "at most 128 names")
    var letters: [UInt8] = []
    var starts = [0]
    for name in names {
      letters += Array(name.utf8)
      starts.append(letters.count)
    }
    self.letters = letters
    self.starts = starts
    first = Array(repeating: -1, count: 256)
    next = Array(repeating: -1, count: names.count)
    for number in names.indices where starts[number] < starts[number + 1] {
      let hash = Self.hash(
        starts[number + 1] - starts[number], letters[starts[number]],
        letters[starts[number + 1] - 1])
      next[number] = first[hash]
      first[hash] = Int16(truncatingIfNeeded: number)
    }
  }

  @inline(__always)
  private static func hash(_ length: Int, _ first: UInt8, _ last: UInt8) -> Int {
    (length &* 37 &+ Int(first) &* 5 &+ Int(last) &* 11) & 255
  }

  /// Returns the number of a name that has no escapes, or -1.
  @inline(__always)
  func number(of word: TapeWord, in bytes: Span<UInt8>) -> Int {
    let length = word.extent
    guard length > 0 else { return -1 }
    let start = word.offset
    var number = Int(first[Self.hash(length, bytes[start], bytes[start + length - 1])])
    while number >= 0 {
      let mine = starts[number]
      if starts[number + 1] - mine == length {
        var index = 0
        while index < length, letters[mine + index] == bytes[start + index] { index += 1 }
        if index == length { return number }
      }
      number = Int(next[number])
    }
    return -1
  }

  /// Returns the number of the name that a value is; -1 if it is none of them or no string.
  public func number(of node: JSONNode) -> Int {
    let word = node.word
    if word.rawKind == TapeKind.string.rawValue {
      let bytes = node.storage.bytes
      return number(of: word, in: bytes.span)
    }
    return word.isString ? number(of: JSONNode.text(word, node.storage)) : -1
  }

  /// Returns a bit for each number whose name an object has among its members.
  ///
  /// - Complexity: O(*n*) in the members, no allocation.
  public func present(in node: JSONNode) -> UInt128 {
    var present: UInt128 = 0
    forEach(in: node) { number, _ in present |= 1 << UInt128(truncatingIfNeeded: number) }
    return present
  }

  /// Calls a function with the number and the place of each member that has a name of the table.
  @inline(__always)
  fileprivate func forEach(in node: JSONNode, _ body: (_ number: Int, _ place: Int) -> Void) {
    guard node.isObject else { return }
    let (words, text) = (node.storage.tape, node.storage.bytes)
    let (tape, bytes) = (words.span, text.span)
    let end = node.word.extent
    var position = node.index + 1
    while position < end {
      let name = tape[position]
      let number =
        name.kind == .escapedString
        ? number(of: JSONNode.text(name, node.storage)) : number(of: name, in: bytes)
      if number >= 0 { body(number, position + 1) }
      position = tape[position + 1].next(after: position + 1)
    }
  }

  /// Returns the number of a name, or -1.
  func number(of name: String) -> Int {
    let utf8 = Array(name.utf8)
    return number(of: TapeWord(.string, offset: 0, extent: utf8.count), in: utf8.span)
  }
}

/// The members of an object by the numbers that a table gives to their names.
///
/// Of several members of one name it holds the last, as the subscript of ``JSONNode`` by name.
public struct JSONNumberedMembers: Sendable {
  private let storage: JSONStorage
  /// A bit for each number that the object has: most questions are for one that it has not.
  public private(set) var present: UInt128 = 0
  /// The numbers and the places of the first members; few objects have more.
  private var numbers = InlineArray<24, UInt8>(repeating: 0)
  private var places = InlineArray<24, UInt32>(repeating: 0)
  private var count = 0
  private var others: [Int: Int] = [:]

  /// Looks through the members of an object; of any other value there are none.
  ///
  /// - Complexity: O(*n*) in the members; no allocation for up to 24 that the table names.
  public init(of node: JSONNode, by table: JSONNameTable) {
    storage = node.storage
    table.forEach(in: node) { number, place in
      let isRepeated = holds(number)
      present |= 1 << UInt128(truncatingIfNeeded: number)
      if isRepeated, let known = index(of: number) {
        places[known] = UInt32(truncatingIfNeeded: place)
      } else if count == numbers.count {
        others[number] = place
      } else {
        numbers[count] = UInt8(truncatingIfNeeded: number)
        places[count] = UInt32(truncatingIfNeeded: place)
        count += 1
      }
    }
  }

  private func index(of number: Int) -> Int? {
    for index in 0..<count where numbers[index] == UInt8(truncatingIfNeeded: number) {
      return index
    }
    return nil
  }

  /// Returns the member of a number.
  public subscript(number: Int) -> JSONNode? {
    guard holds(number), let place = index(of: number).map({ Int(places[$0]) }) ?? others[number]
    else { return nil }
    return JSONNode(storage: storage, index: place)
  }

  /// Whether there is a member of a number.
  @inlinable
  public func holds(_ number: Int) -> Bool {
    present & (1 &<< UInt128(truncatingIfNeeded: number)) != 0
  }
}
