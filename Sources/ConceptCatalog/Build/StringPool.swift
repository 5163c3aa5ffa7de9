// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Strings while building: each distinct string once, named by a running
// number. The file's own pool is made of it at the end, in the order in which
// the sorted records use the strings, so that the order of rows in the release
// leaves no trace in the file (S37).

/// The distinct strings of a catalog that is being built.
struct StringPool {
  private var bytes: [UInt8] = []
  /// Start of each string; its end is the next one's start.
  private var starts: [UInt32] = [0, 0]
  /// Open addressing; a slot holds a string's number, 0 for none.
  private var slots = [UInt32](repeating: 0, count: 1 << 16)

  /// The number of distinct strings, the empty one included.
  var count: Int { starts.count - 1 }

  /// Whether its bytes can be named by 32-bit offsets, with room for lengths.
  var fits: Bool { bytes.count + 5 * count < Int(UInt32.max) }

  /// The number of a string; 0 is the empty one.
  mutating func number(of text: Span<UInt8>) -> UInt32 {
    guard !text.isEmpty else { return 0 }
    var hash = KeyHash()
    for index in text.indices { hash.add(text[index]) }
    var slot = Int(truncatingIfNeeded: hash.value) & (slots.count - 1)
    while slots[slot] != 0 {
      if equals(slots[slot], text) { return slots[slot] }
      slot = (slot + 1) & (slots.count - 1)
    }
    return insert(text, slot: slot)
  }

  /// The number of a Swift string.
  mutating func number(of text: String) -> UInt32 {
    let bytes = Array(text.utf8)
    return number(of: bytes.span)
  }

  /// The bytes of a string.
  func bytes(of number: UInt32) -> ArraySlice<UInt8> {
    bytes[Int(starts[Int(number)])..<Int(starts[Int(number) + 1])]
  }

  /// Whether one string comes before another in byte order.
  func precedes(_ left: UInt32, _ right: UInt32) -> Bool {
    left != right && bytes(of: left).lexicographicallyPrecedes(bytes(of: right))
  }

  private func equals(_ number: UInt32, _ text: Span<UInt8>) -> Bool {
    let start = Int(starts[Int(number)])
    guard Int(starts[Int(number) + 1]) - start == text.count else { return false }
    for index in text.indices where bytes[start + index] != text[index] { return false }
    return true
  }

  private mutating func insert(_ text: Span<UInt8>, slot: Int) -> UInt32 {
    let number = UInt32(truncatingIfNeeded: count)
    for index in text.indices { bytes.append(text[index]) }
    starts.append(UInt32(truncatingIfNeeded: bytes.count))
    slots[slot] = number
    if count * 2 > slots.count { grow() }
    return number
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for number in 1..<count {
      var slot = Int(truncatingIfNeeded: KeyHash.of(bytes(of: UInt32(number)))) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(number)
    }
  }
}

/// The string pool of the file, filled in the order of use.
struct FilePool {
  private let pool: StringPool
  /// Offset of each string in the file's pool; 0 where it is not used yet.
  private var offsets: [UInt32]
  /// The bytes of the section; begins with the empty string.
  private(set) var bytes: [UInt8] = [0]

  init(_ pool: StringPool) {
    self.pool = pool
    offsets = [UInt32](repeating: 0, count: pool.count)
  }

  /// The bytes of a string.
  func text(_ number: UInt32) -> ArraySlice<UInt8> {
    pool.bytes(of: number)
  }

  /// The reference that the file uses for a string.
  mutating func reference(_ number: UInt32) -> UInt32 {
    guard number != 0 else { return 0 }
    if offsets[Int(number)] != 0 { return offsets[Int(number)] }
    let offset = UInt32(truncatingIfNeeded: bytes.count)
    append(pool.bytes(of: number))
    offsets[Int(number)] = offset
    return offset
  }

  /// A reference to a string that no row holds, written as it is.
  mutating func reference(text: String) -> UInt32 {
    guard !text.isEmpty else { return 0 }
    let offset = UInt32(truncatingIfNeeded: bytes.count)
    append(Array(text.utf8)[...])
    return offset
  }

  private mutating func append(_ text: ArraySlice<UInt8>) {
    var length = text.count
    while length >= 0x80 {
      bytes.append(UInt8(length & 0x7F) | 0x80)
      length >>= 7
    }
    bytes.append(UInt8(length))
    bytes.append(contentsOf: text)
  }
}
