// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Whether a literal value may stand where FHIR has a primitive type (datatypes, R4 and R5).
enum FHIRPrimitive {
  /// `id`: 1 to 64 letters, digits, dashes and points.
  static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { isAlphanumeric($0) || $0 == 0x2D || $0 == 0x2E }
  }

  /// `code`: no blanks at the ends, and none twice.
  static func isCode(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.split(separator: 0x20, omittingEmptySubsequences: false).allSatisfy { word in
        !word.isEmpty && word.allSatisfy { $0 > 0x20 }
      }
  }

  /// `uri`: not empty, without blanks.
  static func isURI(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 }
  }

  /// `string`: not empty, not blank, no control characters but line ends and tabs.
  static func isString(_ text: String) -> Bool {
    text.utf8.contains { $0 > 0x20 }
      && text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }

  /// `dateTime`: a date of any precision, or a time to the second with its zone.
  static func isDateTime(_ text: String) -> Bool {
    guard let date = StatedDate(text) else { return false }
    switch date.parts.count {
    case 1...3: return !text.contains("T") && date.parts[0] > 0
    case 6: return date.offset != nil && date.parts[3] < 24 && date.parts[5] < 60
    default: return false
    }
  }

  /// `time`: hours, minutes and seconds.
  static func isTime(_ text: String) -> Bool {
    isDateTime("2000-01-01T\(text)Z")
  }

  /// `decimal`: a number of JSON.
  static func isDecimal(_ text: String) -> Bool {
    var rest = text.utf8[...]
    if rest.first == 0x2D { rest = rest.dropFirst() }
    let whole = rest.prefix(while: isDigit)
    guard !whole.isEmpty, whole.count == 1 || whole.first != 0x30 else { return false }
    rest = rest.dropFirst(whole.count)
    if rest.first == 0x2E {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      guard !fraction.isEmpty else { return false }
      rest = rest.dropFirst(1 + fraction.count)
    }
    guard rest.first == 0x65 || rest.first == 0x45 else { return rest.isEmpty }
    rest = rest.dropFirst()
    if rest.first == 0x2B || rest.first == 0x2D { rest = rest.dropFirst() }
    return !rest.isEmpty && rest.allSatisfy(isDigit)
  }

  /// `positiveInt`, or with zero `unsignedInt`: up to 2³¹ − 1.
  static func isWhole(_ text: String, from least: Int) -> Bool {
    guard text.utf8.allSatisfy(isDigit), let number = Int(text), text == String(number) else {
      return false
    }
    return number >= least && number <= Int(Int32.max)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 < 26
  }
}
