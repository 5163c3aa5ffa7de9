// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// Cuts UTF-8 text into tokens.
struct TextScanner {
  private enum State { case between, word, number }

  private var state = State.between
  private var start = 0
  /// Whether a blank or another separator came since the last token.
  private var isApart = true
  /// Whether the last sign was `#`.
  private var isCounting = false
  /// Whether the last sign said that a number is a bound or a guess.
  private var isInexact = false

  mutating func scan(_ text: Span<UInt8>, _ bytes: inout [UInt8], _ tokens: inout [TextToken]) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      switch byte {
      case 0x61...0x7A: appendLetter(byte, &bytes, &tokens)
      case 0x41...0x5A: appendLetter(byte | 0x20, &bytes, &tokens)
      case 0x30...0x39: appendDigit(byte, &bytes, &tokens)
      case 0x80...:
        index = acceptOther(text, index, &bytes, &tokens)
        continue
      default: acceptSign(byte, text, index, &bytes, &tokens)
      }
      index += 1
    }
    endToken(&bytes, &tokens)
  }

  private mutating func appendLetter(
    _ letter: UInt8, _ bytes: inout [UInt8], _ tokens: inout [TextToken]
  ) {
    if state == .number { endToken(&bytes, &tokens) }
    if state == .between { begin(.word, bytes) }
    bytes.append(letter)
  }

  private mutating func appendDigit(
    _ digit: UInt8, _ bytes: inout [UInt8], _ tokens: inout [TextToken]
  ) {
    if state == .word { endToken(&bytes, &tokens) }
    if state == .between { begin(.number, bytes) }
    bytes.append(digit)
  }

  private mutating func begin(_ next: State, _ bytes: [UInt8]) {
    state = next
    start = bytes.count
  }

  private mutating func acceptSign(
    _ sign: UInt8, _ text: Span<UInt8>, _ index: Int, _ bytes: inout [UInt8],
    _ tokens: inout [TextToken]
  ) {
    let next = index + 1 < text.count ? text[index + 1] : 0x20
    // `1. aspirin`, `(2) aspirin`; not `7. 5 mg`.
    if state == .number, [0x2E, 0x29, 0x3A].contains(sign),
      tokens.allSatisfy({ $0.kind == .open }), !hasNumber(text, behind: index)
    {
      isCounting = true
    }
    switch sign {
    case 0x2E where Self.isDigit(next) && state != .word,
      0x2C where Self.isDigit(next) && state == .number:
      if state == .between { begin(.number, bytes) }
      bytes.append(sign)
    case 0x27, 0x60:
      // `children's` is one word; the mark itself says nothing.
      if state != .word { endToken(&bytes, &tokens) }
    case 0x2E where joinsLetters(text, index, bytes),
      0x2F where joinsLetters(text, index, bytes):
      break
    case 0x2F:
      endToken(&bytes, &tokens)
      // `w/` means with; it is not a ratio.
      if let last = tokens.last, last.kind == .word, last.count == 1, !isApart,
        bytes[Int(last.start)] == 0x77 || bytes[Int(last.start)] == 0x63, !Self.isDigit(next)
      {
        tokens.removeLast()
        isApart = true
      } else {
        append(.slash, bytes, &tokens)
      }
    // `1:1000` is a ratio.
    case 0x3A where state == .number && Self.isDigit(next):
      appendSign(.colon, &bytes, &tokens)
    case 0x26: appendSign(.plus, &bytes, &tokens)
    case 0x2B: appendSign(.plus, &bytes, &tokens)
    case 0x25: appendSign(.percent, &bytes, &tokens)
    case 0x28, 0x5B, 0x7B: appendSign(.open, &bytes, &tokens)
    case 0x29, 0x5D, 0x7D: appendSign(.close, &bytes, &tokens)
    case 0x2C, 0x3B: appendSign(.comma, &bytes, &tokens)
    case 0x2D:
      let isBetweenNumbers = state == .number && Self.isDigit(next)
      endToken(&bytes, &tokens)
      if isBetweenNumbers { append(.hyphen, bytes, &tokens) } else { isApart = false }
    default:
      endToken(&bytes, &tokens)
      isApart = true
      isCounting = sign == 0x23 || isCounting && sign == 0x20
      // A bracket of markup is behind a letter.
      let isBound = sign == 0x3C || sign == 0x7E || sign == 0x3E && !Self.endsWord(text, index)
      isInexact = isBound || isInexact && (sign == 0x20 || sign == 0x3D)
    }
  }

  private mutating func appendSign(
    _ kind: TextToken.Kind, _ bytes: inout [UInt8], _ tokens: inout [TextToken]
  ) {
    endToken(&bytes, &tokens)
    append(kind, bytes, &tokens)
  }

  /// `m/r`, `i.v.`: single letters that a sign joins into one abbreviation.
  private func joinsLetters(_ text: Span<UInt8>, _ index: Int, _ bytes: [UInt8]) -> Bool {
    guard state == .word, index + 1 < text.count, Self.isLetter(text[index + 1]) else {
      return false
    }
    let count = bytes.count - start
    guard count == 1 || (count <= 3 && text[index] == 0x2E && isSingle(text, index - 1)) else {
      return false
    }
    return index + 2 >= text.count || !Self.isLetter(text[index + 2])
  }

  private func hasNumber(_ text: Span<UInt8>, behind index: Int) -> Bool {
    var place = index + 1
    while place < text.count, text[place] == 0x20 { place += 1 }
    return place < text.count && Self.isDigit(text[place])
  }

  private static func endsWord(_ text: Span<UInt8>, _ index: Int) -> Bool {
    index > 0 && isLetter(text[index - 1])
  }

  private func isSingle(_ text: Span<UInt8>, _ index: Int) -> Bool {
    index < 1 || !Self.isLetter(text[index - 1])
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
  }

  // MARK: Ending tokens

  private mutating func append(
    _ kind: TextToken.Kind, _ bytes: [UInt8], _ tokens: inout [TextToken]
  ) {
    let place = Int32(bytes.count)
    tokens.append(TextToken(kind: kind, isAdjoining: !isApart, start: place, end: place))
    isApart = false
  }

  private mutating func endToken(_ bytes: inout [UInt8], _ tokens: inout [TextToken]) {
    guard state != .between else { return }
    var token = TextToken(
      kind: state == .word ? .word : .number, isAdjoining: !isApart, start: Int32(start),
      end: Int32(bytes.count))
    if state == .number {
      token.number = NumberReading.read(bytes, start..<bytes.count)
      (token.isCounted, token.isInexact) = (isCounting, isInexact)
    }
    tokens.append(token)
    state = .between
    isApart = false
    (isCounting, isInexact) = (false, false)
  }

  // MARK: Beyond ASCII

  /// Takes one scalar beyond ASCII and returns where the next one begins.
  private mutating func acceptOther(
    _ text: Span<UInt8>, _ index: Int, _ bytes: inout [UInt8], _ tokens: inout [TextToken]
  ) -> Int {
    let (value, next) = Self.scalar(text, index)
    // Where it begins a word, a German sharp s is a misprinted beta.
    let folded = SignFolding.ascii(value == 0xDF && state != .word ? 0x3B2 : value)
    if folded == "" {
      if SignFolding.isDropped(value) { return next }
      let properties = Unicode.Scalar(value)?.properties
      if properties?.numericType == .decimal, let digit = properties?.numericValue {
        appendDigit(UInt8(ascii: "0") + UInt8(digit), &bytes, &tokens)
      } else if properties?.isAlphabetic == true || properties?.numericType != nil {
        // A fraction is a word that nothing explains: `2½ mg` is not 2 mg.
        if state == .number { endToken(&bytes, &tokens) }
        if state == .between { begin(.word, bytes) }
        for place in index..<next { bytes.append(text[place]) }
      } else {
        endToken(&bytes, &tokens)
        isApart = true
        isInexact = SignFolding.isBound(value)
      }
      return next
    }
    for byte in folded.utf8 {
      switch byte {
      case 0x61...0x7A: appendLetter(byte, &bytes, &tokens)
      case 0x30...0x39: appendDigit(byte, &bytes, &tokens)
      default: acceptSign(byte, text, next - 1, &bytes, &tokens)
      }
    }
    return next
  }

  /// The scalar at a place of text that may be broken: a broken byte is a blank.
  private static func scalar(_ text: Span<UInt8>, _ index: Int) -> (UInt32, Int) {
    let first = UInt32(text[index])
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    guard count > 1, index + count <= text.count else { return (0x20, index + 1) }
    var value = first & (0xFF >> UInt32(count + 1))
    for place in (index + 1)..<(index + count) {
      guard text[place] & 0xC0 == 0x80 else { return (0x20, index + 1) }
      value = value << 6 | UInt32(text[place] & 0x3F)
    }
    return (value, index + count)
  }
}

/// Reads the digits of a number with its points and commas.
enum NumberReading {
  /// The value of digits, with points and commas as thousands or decimals.
  ///
  /// Several of one sign group thousands, one comma before exactly three digits does, too; else the
  /// last sign is the decimal point. What has too many digits, or other groups, is zero.
  static func read(_ bytes: [UInt8], _ range: Range<Int>) -> ExactDecimal {
    let (point, comma) = (UInt8(ascii: "."), UInt8(ascii: ","))
    let signs = range.filter { bytes[$0] == point || bytes[$0] == comma }
    guard let last = signs.last else { return ExactDecimal(utf8: bytes[range]) ?? .zero }
    let isAlike = signs.allSatisfy { bytes[$0] == bytes[last] }
    let isThousand =
      bytes[last] == comma && range.upperBound - last == 4
      && (1...3).contains(last - range.lowerBound) && bytes[range.lowerBound] != UInt8(ascii: "0")
    let isGrouping = isAlike && (signs.count > 1 || isThousand)
    let ends = signs.dropFirst() + [range.upperBound]
    if isGrouping, zip(signs, ends).contains(where: { $1 - $0 != 4 }) { return .zero }
    let digits = range.compactMap { place in
      signs.contains(place) ? place == last && !isGrouping ? point : nil : bytes[place]
    }
    return ExactDecimal(utf8: digits) ?? .zero
  }
}
