// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import CMasks

// An object is checked without a tape, 64 bytes at a time and bit by bit at
// once: bit i stands for byte i.
//
//   {"a\"b": [1, "c]"]}        the text
//   .....#..................   escaped: the byte after a backslash that is not escaped itself
//   .#.....#......#...#....    quotes that are not escaped
//   .######.......####.....    in a string: the parity of the quotes up to here
//
// Strings are checked by these alone. For the rest, each kind of token has kinds
// that may follow it. What follows is found by moving a bit one byte on, and
// then by adding it to the blanks: a sum carries through a run of ones, so that
// the bit comes out at the first byte that is no blank.
//
//   colon, comma in an array     a value                 value: " { [ or a scalar's first byte
//   [                            a value or ]
//   comma in an object           "
//   {                            " or }
//   name (a string after these)  colon
//   any other value's end        comma, } or ]
//
// Only which container a comma stands in, and whether brackets match, takes a
// loop over the brackets. Whatever is unusual ends the passage without a verdict:
// the scanner that writes a tape reads the object again and says what is wrong.

/// The check of one object that is passed over.
struct JSONPassage {
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
  /// For each row of the table above, bit 0 if the token that follows is in the next block.
  private var afterColon: UInt64 = 0
  private var afterOpenArray: UInt64 = 0
  private var afterComma: UInt64 = 0
  private var afterOpenObject: UInt64 = 0
  private var afterName: UInt64 = 0
  private var afterValue: UInt64 = 0
  /// Bit 0 if a name goes on in the next block.
  private var inName: UInt64 = 0
  /// Bit 0 if the last byte of the block was one of a scalar.
  private var scalarBefore: UInt64 = 0

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
    while base < bytes.count {
      let masks = JSONBlock.masks(of: bytes, at: base)
      guard let (quotes, string) = strings(masks, bytes, base),
        let brackets = brackets(masks, ~string, bytes, base),
        isInOrder(masks, quotes, string, brackets, bytes, base)
      else { return nil }
      if brackets.end >= 0 { return closed(at: brackets.end, masks, base) }
      if isLine, masks.controls != 0 { return nil }
      base += JSONBlock.size
    }
    return nil
  }

  /// Checks what follows what in a block, scalars, and watches names.
  @inline(__always)
  private mutating func isInOrder(
    _ masks: CMasksJSON, _ quotes: UInt64, _ string: UInt64, _ brackets: Brackets,
    _ bytes: Span<UInt8>, _ base: Int
  ) -> Bool {
    let outside = ~string
    let spaces = masks.spaces & outside
    let commas = masks.commas & outside
    let colons = masks.colons & outside
    let closes = masks.closes & outside
    let openings = quotes & string
    let others = (masks.opens | masks.closes) | (masks.commas | masks.colons) | masks.spaces
    let scalars = outside & ~(others | quotes) & brackets.before
    let firsts = scalars & ~(scalars << 1 | scalarBefore)
    let values = openings | firsts | brackets.openObjects | brackets.openArrays
    let before = brackets.before

    var wrong =
      Self.next((colons | commas & ~brackets.objects) & before, spaces, &afterColon) & ~values
    wrong |= Self.next(brackets.openArrays, spaces, &afterOpenArray) & ~(values | closes)
    let afterCommas = Self.next(commas & brackets.objects & before, spaces, &afterComma)
    let afterOpens = Self.next(brackets.openObjects, spaces, &afterOpenObject)
    wrong |= afterCommas & ~openings | afterOpens & ~(openings | closes)

    let names = (afterCommas | afterOpens) & openings
    let (nameSum, isCut) = string.addingReportingOverflow(names | inName)
    inName = isCut ? 1 : 0
    let nameEnds = nameSum & outside & quotes
    wrong |= Self.next(nameEnds & before, spaces, &afterName) & ~colons

    let scalarEnds = (scalars << 1 | scalarBefore) & ~scalars & (before << 1 | 1)
    scalarBefore = scalars >> 63
    afterValue |= scalarEnds
    let valueEnds = (quotes & outside & ~nameEnds | closes) & before
    wrong |= Self.next(valueEnds, spaces, &afterValue) & ~(commas | closes)
    return wrong == 0 && areScalars(firsts, bytes, base)
      && watch(names & brackets.atTop, bytes, base)
  }

  /// Where the first byte that is no blank stands after each of some tokens.
  @inline(__always)
  private static func next(_ tokens: UInt64, _ spaces: UInt64, _ carry: inout UInt64) -> UInt64 {
    let (sum, isCut) = spaces.addingReportingOverflow(tokens << 1 | carry)
    carry = tokens >> 63 | (isCut ? 1 : 0)
    return sum & ~spaces
  }

  @inline(__always)
  private func areScalars(_ firsts: UInt64, _ bytes: Span<UInt8>, _ base: Int) -> Bool {
    var rest = firsts
    while rest != 0 {
      guard JSONScalar.isValid(bytes, base + rest.trailingZeroBitCount) else { return false }
      rest &= rest &- 1
    }
    return true
  }

  // MARK: Strings and brackets

  private mutating func matchedEnd(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    var base = start
    while base < bytes.count {
      let masks = JSONBlock.masks(of: bytes, at: base)
      guard let (quotes, string) = strings(masks, bytes, base),
        let brackets = brackets(masks, ~string, bytes, base),
        (masks.high | masks.backslashes) & ~string & brackets.before == 0,
        watch(quotes & string & brackets.atTop, bytes, base)
      else { return nil }
      if brackets.end >= 0 { return closed(at: brackets.end, masks, base) }
      if isLine, masks.controls != 0 { return nil }
      base += JSONBlock.size
    }
    return nil
  }

  /// What the brackets of a block say.
  private struct Brackets {
    var openObjects: UInt64 = 0
    var openArrays: UInt64 = 0
    /// The bytes whose innermost container is an object.
    var objects: UInt64 = 0
    /// The bytes that are in the object itself, in none of the containers inside it.
    var atTop: UInt64 = 0
    /// The bytes before the object's last bracket: all if that is not in this block.
    var before = UInt64.max
    /// The offset of the object's last bracket, or -1.
    var end = -1
  }

  @inline(__always)
  private mutating func brackets(
    _ masks: CMasksJSON, _ outside: UInt64, _ bytes: Span<UInt8>, _ base: Int
  ) -> Brackets? {
    var found = Brackets()
    var rest = (masks.opens | masks.closes) & outside
    var since = UInt64.max
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      let bit = rest & (0 &- rest)
      rest ^= bit
      let range = since & (bit &- 1)
      since = 0 &- bit
      found.objects |= range & (0 &- (kinds & 1))
      if depth == 1 { found.atTop |= range }
      // Braces have a bit that square brackets have not.
      let kind = UInt64(bytes[base + index] >> 5 & 1)
      if masks.opens & bit != 0 {
        kinds = kinds << 1 | kind
        depth += 1
        if depth > depthLimit { return nil }
        found.openObjects |= bit & (0 &- kind)
        found.openArrays |= bit & (kind &- 1)
      } else {
        if kinds & 1 != kind { return nil }
        kinds >>= 1
        depth -= 1
        if depth == 0 {
          found.before = bit &- 1
          found.end = base + index
          return found
        }
      }
    }
    found.objects |= since & (0 &- (kinds & 1))
    if depth == 1 { found.atTop |= since }
    return found
  }

  // MARK: Parts

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

  /// Keeps the places of watched names; what may be one in disguise ends the passage.
  @inline(__always)
  private mutating func watch(_ quotes: UInt64, _ bytes: Span<UInt8>, _ base: Int) -> Bool {
    var rest = quotes
    while rest != 0 {
      let position = base + rest.trailingZeroBitCount
      rest &= rest &- 1
      let first = JSONScanner.byte(bytes, position + 1)
      if selection.firstBytes >> UInt32(first & 31) & 1 != 0, !watchLikely(bytes, position) {
        return false
      }
    }
    return true
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
}
