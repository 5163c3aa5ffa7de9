// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Text as a terminal shows it. Names come from other people's documents, so
// that nothing of them may steer the terminal: control characters are drawn
// as their pictures, and what turns the direction of text is replaced.

/// Widths and safe forms of text.
package enum DisplayText {
  /// The columns that a text takes on a terminal.
  ///
  /// Marks that join a letter take none, East Asian wide letters and emoji two.
  package static func width(of text: String) -> Int {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + width(of: $1) }
  }

  package static func width(of character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      // U+FE0F asks for the picture of an emoji.
      width = max(width, scalar.value == 0xFE0F ? 2 : columns(of: scalar))
    }
    return width
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return scalar.value < 0x20 || scalar.value == 0x7F ? 0 : 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(scalar.value) ? 2 : 1
    }
  }

  /// Blocks whose letters are wide (Unicode Standard Annex 11, values W and F).
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }

  /// The text on one line, without anything that steers a terminal.
  ///
  /// A line end or tab becomes a blank, another control character its picture
  /// (U+2400 and on), a mark of direction U+FFFD.
  package static func printable(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: result.append(" ")
      case 0..<0x20: result.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F: result.append("\u{2421}")
      case 0x80..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
        result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// The beginning of a text that fits into columns, with `…` where something is left out.
  package static func cut(_ text: String, to columns: Int) -> String {
    guard width(of: text) > columns else { return text }
    var result = ""
    var used = 0
    for character in text {
      let width = width(of: character)
      if used + width > columns - 1 { break }
      result.append(character)
      used += width
    }
    return columns > 0 ? result + "…" : ""
  }

  /// A word as a person types it in a shell: in single quotes unless it needs none.
  package static func shellWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
      default: false
      }
    }
    if isPlain, !text.isEmpty { return text }
    let quoted = text.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + printable(quoted.joined(separator: "'\\''")) + "'"
  }

  /// A whole number with a comma between groups of three digits.
  package static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var result = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { result += "," }
      result.append(digit)
    }
    return result
  }

  /// A count with its word: `1 file`, `1,204 files`.
  package static func counted(_ number: Int, _ singular: String, _ plural: String) -> String {
    "\(grouped(number)) \(number == 1 ? singular : plural)"
  }
}
