// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// A percentage as a label prints it: a number, or less than a number.
///
/// `<1` says that the true value lies between 0 and 1. Comparisons use the end
/// of that range that claims less, and never binary floating point.
public struct PrintedPercent: Sendable, Hashable {
  /// The number that is printed.
  public let number: ExactDecimal
  /// Whether a less-than sign precedes it.
  public let isUpperBound: Bool

  /// The most digits that a percentage of the table can have.
  static let mostDigits = 16

  /// Reads a percentage; `nil` for anything but `12`, `0.5` or `<1`, and for more than 16 digits.
  public init?(_ text: some StringProtocol) {
    self.init(utf8: text.utf8)
  }

  /// Reads a percentage from UTF-8 bytes; the rules are those of the text form.
  public init?(utf8 bytes: some Collection<UInt8>) {
    isUpperBound = bytes.first == UInt8(ascii: "<")
    let digits = isUpperBound ? bytes.dropFirst() : bytes[...]
    for byte in digits {
      guard (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") else { return nil }
    }
    guard digits.count(where: { $0 != UInt8(ascii: ".") }) <= Self.mostDigits,
      let number = ExactDecimal(utf8: digits)
    else { return nil }
    self.number = number
  }

  /// The least that the true value can be.
  var least: ExactDecimal { isUpperBound ? .zero : number }

  /// The most that the true value can be.
  var most: ExactDecimal { number }
}
