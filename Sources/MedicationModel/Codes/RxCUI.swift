// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// An RxNorm concept unique identifier: the number of one concept in RxNorm.
///
/// RxNorm writes it as digits without leading zeros, at most eight
/// (RxNorm Technical Documentation, RXNCONSO, column RXCUI).
public struct RxCUI: RawRepresentable, Hashable, Comparable, Sendable, Codable {
  /// The identifier as a number.
  public let rawValue: UInt32

  /// Makes an identifier from a number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Reads an identifier as RxNorm writes it.
  ///
  /// - Parameter text: Digits only, no leading zero, no blanks, 1 to 8 of them. Anything
  ///   else gives `nil`: `0308192`, `308192 ` and `308192.0` are not codes.
  public init?(_ text: some StringProtocol) {
    self.init(utf8: text.utf8)
  }

  /// Reads an identifier from UTF-8 bytes; the rules are those of the text form.
  @inlinable
  public init?(utf8 bytes: some Sequence<UInt8>) {
    var value: UInt32 = 0
    var count = 0
    for byte in bytes {
      guard byte >= 0x30, byte <= 0x39, count < 8, !(count == 1 && value == 0) else { return nil }
      value = value * 10 + UInt32(byte - 0x30)
      count += 1
    }
    guard count > 0, value > 0 else { return nil }
    self.init(rawValue: value)
  }

  /// The least number that reconstructed releases use as a placeholder: not an RxNorm code.
  package static let firstPlaceholder: UInt32 = 90_000_000

  /// Whether it is a placeholder, which means a different concept in each reconstructed release.
  package var isPlaceholder: Bool { rawValue >= Self.firstPlaceholder }

  /// Orders by number.
  public static func < (left: RxCUI, right: RxCUI) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension RxCUI: CustomStringConvertible {
  /// The identifier as RxNorm writes it.
  public var description: String { String(rawValue) }
}
