// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import CMasks

// An object is checked without a tape, 64 bytes at a time:
//
//   {"a\"b": [1, "c]"]}        the text
//   .....#..................   escaped: the byte after a backslash that is not escaped itself
//   .#.....#......#...#....    quotes that are not escaped
//   .######.......####.....    in a string: the parity of the quotes up to here
//   #......#.#.#.##.....##.    tokens: brackets, commas, colons, opening quotes, first bytes
//                              of numbers and literals, all outside of strings
//
// Strings are checked for all their bytes at once (controls, UTF-8, escapes); a
// table then says for each token whether it may follow the one before. Whatever
// is unusual ends the passage without a verdict: the scanner that writes a tape
// reads the object again and says what is wrong, and where.

/// The check of one object that is passed over.
struct JSONPassage {
  private static let memberValue = UInt8(cmasks_json_member_value)
  private static let firstElement = UInt8(cmasks_json_first_element)
  private static let firstName = UInt8(cmasks_json_first_name)
  private static let colon = UInt8(cmasks_json_colon)
  private static let afterMember = UInt8(cmasks_json_after_member)
  private static let afterElement = UInt8(cmasks_json_after_element)
  private static let openObject = UInt8(cmasks_json_open_object)
  private static let close = UInt8(cmasks_json_close)
  private static let wrong = UInt8(cmasks_json_wrong)
  /// Containers that may be open at once; their kinds are the bits of one word.
  static let depthLimit = 64

  private let selection: JSONSelection
  private let depthLimit: Int
  /// Whether a control character, as a line feed, ends the passage.
  private let isLine: Bool
  /// Where the watched names stand; -1 for none.
  private(set) var names = InlineArray<3, Int>(repeating: -1)

  /// All bits if the block begins inside a string.
  private var inString: UInt64 = 0
  /// Bit 0 if the first byte of the block is escaped.
  private var escaped: UInt64 = 0
  /// Where the second half of a surrogate pair must stand.
  private var lowSurrogate = -1
  /// The offset after the last character that was checked to be UTF-8.
  private var checkedEnd = 0
  private var depth = 0
  /// A bit for each open container, the innermost lowest: 1 for an object.
  private var kinds: UInt64 = 0

  init(_ selection: JSONSelection, depthLimit: Int, isLine: Bool = false) {
    self.selection = selection
    self.isLine = isLine
    self.depthLimit = min(depthLimit, Self.depthLimit)
  }

  /// Checks the object that begins at an offset.
  ///
  /// - Returns: The offset after it; `nil` if it is wrong or unusual.
  mutating func end(
    of bytes: Span<UInt8>, from start: Int, checking: JSONChecking
  ) -> Int? {
    switch checking {
    case .everything: checkedEnd(bytes, from: start)
    case .structure: matchedEnd(bytes, from: start)
    }
  }

  // MARK: All of the grammar

  private mutating func checkedEnd(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    var base = start
    var expected = Self.memberValue
    var scalarBefore: UInt64 = 0
    while base < bytes.count {
      let masks = JSONBlock.masks(of: bytes, at: base)
      guard let (quotes, string) = strings(masks, bytes, base) else { return nil }
      let outside = ~string
      let operators = (masks.brackets | masks.separators) & outside
      let scalars = outside & ~(operators | masks.spaces | quotes)
      let firsts = scalars & ~(scalars << 1 | scalarBefore)
      scalarBefore = scalars >> 63
      var tokens = operators | (quotes & string) | firsts
      while tokens != 0 {
        let position = base + tokens.trailingZeroBitCount
        tokens &= tokens &- 1
        let byte = bytes[position]
        let step = cmasks_json_step(expected, byte)
        if step < Self.openObject {
          if step == Self.colon {
            if depth == 1, !watch(bytes, position) { return nil }
          } else if step >= Self.afterMember, byte != 0x22 {
            guard Self.isScalar(bytes, position) else { return nil }
          }
          expected = step
        } else if step == Self.close {
          depth -= 1
          kinds >>= 1
          if depth == 0 { return closed(at: position, masks, base) }
          expected = kinds & 1 == 1 ? Self.afterMember : Self.afterElement
        } else if step == Self.wrong {
          return nil
        } else {
          guard open(isObject: step == 8) else { return nil }
          expected = step == 8 ? 4 : 2
        }
      }
      if isLine, masks.controls != 0 { return nil }
      base += JSONBlock.size
    }
    return nil
  }

  // MARK: Strings and brackets

  private mutating func matchedEnd(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    var base = start
    while base < bytes.count {
      let masks = JSONBlock.masks(of: bytes, at: base)
      guard let (quotes, string) = strings(masks, bytes, base),
        (masks.high | masks.backslashes) & ~string == 0
      else { return nil }
      let brackets = masks.brackets & ~string
      let openings = quotes & string
      var rest = UInt64.max
      while true {
        // Names are looked for among the members of the object itself alone.
        let tokens = (depth == 1 ? brackets | openings : brackets) & rest
        if tokens == 0 { break }
        let index = UInt64(truncatingIfNeeded: tokens.trailingZeroBitCount)
        rest = ~1 << index
        let position = base + Int(truncatingIfNeeded: index)
        switch bytes[position] {
        case 0x22: if !watch(bytes, position) { return nil }
        case 0x7B: if !open(isObject: true) { return nil }
        case 0x5B: if !open(isObject: false) { return nil }
        case let byte:
          guard kinds & 1 == (byte == 0x7D ? 1 : 0) else { return nil }
          depth -= 1
          kinds >>= 1
          if depth == 0 { return closed(at: position, masks, base) }
        }
      }
      if isLine, masks.controls != 0 { return nil }
      base += JSONBlock.size
    }
    return nil
  }

  // MARK: Parts

  @inline(__always)
  private mutating func open(isObject: Bool) -> Bool {
    kinds = kinds << 1 | (isObject ? 1 : 0)
    depth += 1
    return depth <= depthLimit
  }

  /// The offset after the object's last bracket; `nil` if it was to end on its line and does not.
  @inline(__always)
  private func closed(at position: Int, _ masks: CMasksJSON, _ base: Int) -> Int? {
    let before = (UInt64(1) << UInt64(truncatingIfNeeded: position - base)) &- 1
    return isLine && masks.controls & before != 0 ? nil : position + 1
  }

  /// Checks the strings of a block; returns its quotes and what is inside of strings.
  ///
  /// A string's opening quote counts as inside, its closing one as outside.
  @inline(__always)
  private mutating func strings(
    _ masks: CMasksJSON, _ bytes: Span<UInt8>, _ base: Int
  ) -> (quotes: UInt64, string: UInt64)? {
    var quotes = masks.quotes
    if masks.backslashes | escaped != 0 {
      guard let bits = escapes(masks.backslashes, bytes, base) else { return nil }
      quotes &= ~bits
    }
    let string = JSONBlock.prefixParity(quotes) ^ inString
    inString = 0 &- (string >> 63)
    if masks.controls & string != 0 { return nil }
    if masks.high != 0, !isUTF8(masks.high, bytes, base) { return nil }
    return (quotes, string)
  }

  /// Checks the escapes of a block; returns the bytes that follow a backslash.
  @inline(never)
  private mutating func escapes(
    _ backslashes: UInt64, _ bytes: Span<UInt8>, _ base: Int
  ) -> UInt64? {
    var found = escaped
    var rest = backslashes & ~escaped
    escaped = 0
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      guard isEscape(bytes, base + index) else { return nil }
      let bit = UInt64(1) << UInt64(index)
      if index == 63 {
        escaped = 1
      } else {
        found |= bit << 1
      }
      rest &= ~(bit | bit << 1)
    }
    return found
  }

  private mutating func isEscape(_ bytes: Span<UInt8>, _ position: Int) -> Bool {
    switch JSONScanner.byte(bytes, position + 1) {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return true
    case 0x75: break
    default: return false
    }
    guard let unit = JSONEscapes.unit(bytes, at: position + 2) else { return false }
    switch unit & 0xFC00 {
    case 0xD800:
      lowSurrogate = position + 6
      return JSONScanner.byte(bytes, position + 6) == 0x5C
        && JSONScanner.byte(bytes, position + 7) == 0x75
        && (JSONEscapes.unit(bytes, at: position + 8) ?? 0) & 0xFC00 == 0xDC00
    case 0xDC00: return lowSurrogate == position
    default: return true
    }
  }

  /// Checks the characters that begin in a block.
  @inline(never)
  private mutating func isUTF8(_ high: UInt64, _ bytes: Span<UInt8>, _ base: Int) -> Bool {
    var rest = high
    while rest != 0 {
      let position = base + rest.trailingZeroBitCount
      rest &= rest &- 1
      if position < checkedEnd { continue }
      // Where it is wrong is told by the scanner that writes a tape.
      guard let end = try? JSONScanner.scanCharacter(bytes, position) else { return false }
      checkedEnd = end
    }
    return true
  }

  /// Keeps the place of a watched name; what may be one in disguise ends the passage.
  @inline(__always)
  private mutating func watch(_ bytes: Span<UInt8>, _ position: Int) -> Bool {
    let first = JSONScanner.byte(bytes, position + 1)
    guard selection.firstBytes >> UInt32(first & 31) & 1 != 0 else { return true }
    return watchLikely(bytes, position)
  }

  @inline(never)
  private mutating func watchLikely(_ bytes: Span<UInt8>, _ position: Int) -> Bool {
    guard let index = selection.name(bytes, at: position) else {
      var end = position + 1
      while end < bytes.count, bytes[end] != 0x22 {
        if bytes[end] == 0x5C { return isValue(bytes, position) }
        end += 1
      }
      return true
    }
    let colon = JSONScanner.skipWhiteSpace(bytes, position + selection.names[index].count)
    guard JSONScanner.byte(bytes, colon) == 0x3A else { return true }
    if names[index] >= 0 { return false }
    names[index] = position
    return true
  }

  /// Whether a string with an escape is certainly no name: a comma or bracket follows it.
  private func isValue(_ bytes: Span<UInt8>, _ position: Int) -> Bool {
    var end = position + 1
    while end < bytes.count, bytes[end] != 0x22 { end += bytes[end] == 0x5C ? 2 : 1 }
    let next = JSONScanner.byte(bytes, JSONScanner.skipWhiteSpace(bytes, end + 1))
    return next == 0x2C || next == 0x7D
  }

  /// Checks a number or literal, and that it ends where a value may end.
  @inline(__always)
  private static func isScalar(_ bytes: Span<UInt8>, _ position: Int) -> Bool {
    let end: Int
    switch bytes[position] {
    case 0x74: end = literalEnd(bytes, position, 0x6575_7274, 4)
    case 0x6E: end = literalEnd(bytes, position, 0x6C6C_756E, 4)
    case 0x66: end = literalEnd(bytes, position + 1, 0x6573_6C61, 4)
    default: end = numberEnd(bytes, position)
    }
    guard end > 0 else { return false }
    switch JSONScanner.byte(bytes, end) {
    case 0x2C, 0x7D, 0x5D, 0x20, 0x0A, 0x0D, 0x09: return true
    default: return false
    }
  }

  /// Compares four letters, the first in the lowest bits; 0 if they differ.
  @inline(__always)
  private static func literalEnd(
    _ bytes: Span<UInt8>, _ position: Int, _ letters: UInt32, _ count: Int
  ) -> Int {
    guard position + count <= bytes.count else { return 0 }
    var found: UInt32 = 0
    for index in 0..<count { found |= UInt32(bytes[position + index]) << UInt32(8 * index) }
    return found == letters ? position + count : 0
  }

  /// Returns the end of a number; 0 if there is none.
  @inline(__always)
  private static func numberEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var position = start
    if bytes[position] == 0x2D { position += 1 }
    let integer = position
    position = JSONScanner.skipDigits(bytes, position)
    if position == integer || (bytes[integer] == 0x30 && position > integer + 1) { return 0 }
    if JSONScanner.byte(bytes, position) == 0x2E {
      let fraction = position + 1
      position = JSONScanner.skipDigits(bytes, fraction)
      if position == fraction { return 0 }
    }
    guard JSONScanner.byte(bytes, position) | 0x20 == 0x65 else { return position }
    position += 1
    let sign = JSONScanner.byte(bytes, position)
    if sign == 0x2B || sign == 0x2D { position += 1 }
    let exponent = position
    position = JSONScanner.skipDigits(bytes, exponent)
    return position == exponent ? 0 : position
  }
}
