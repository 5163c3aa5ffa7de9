// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A US National Drug Code: labeler, product and package, eleven digits.
///
/// Ten-digit codes are the same code with one zero less; only their dashes say
/// where (`0078-0659-20` is `00078-0659-20`). ``read(_:)`` takes any written
/// form; a value of this type is always the one form of eleven digits.
public struct NationalDrugCode: Sendable, Hashable, Comparable {
  /// The eleven digits as a number.
  public let number: UInt64

  /// The largest number that eleven digits give.
  public static let largestNumber: UInt64 = 99_999_999_999

  /// Makes a code of a number of at most eleven digits.
  public init?(number: UInt64) {
    guard number <= Self.largestNumber else { return nil }
    self.number = number
  }

  /// Keeps a number that is known to have at most eleven digits.
  init(valid number: UInt64) {
    self.number = number
  }

  /// The eleven digits, as RxNorm writes them: `00078065920`.
  public var digits: String { Self.digits(of: number, count: 11) }

  /// The code with dashes, 5-4-2: `00078-0659-20`.
  public var hyphenated: String {
    let digits = digits
    return "\(digits.prefix(5))-\(digits.dropFirst(5).prefix(4))-\(digits.suffix(2))"
  }

  /// Labeler and product, without the package.
  public var product: Product { Product(valid: number / 100) }

  /// Orders by number, which is the order of the eleven digits as text.
  public static func < (left: NationalDrugCode, right: NationalDrugCode) -> Bool {
    left.number < right.number
  }

  static func digits(of number: UInt64, count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}

extension NationalDrugCode: CustomStringConvertible {
  /// The eleven digits.
  public var description: String { digits }
}

extension NationalDrugCode {
  /// Labeler and product of a code: what all its packages share.
  public struct Product: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The nine digits as a number.
    public let number: UInt64

    /// Makes a product of a number of at most nine digits.
    public init?(number: UInt64) {
      guard number <= 999_999_999 else { return nil }
      self.number = number
    }

    init(valid number: UInt64) {
      self.number = number
    }

    /// The nine digits: `000780659`.
    public var digits: String { NationalDrugCode.digits(of: number, count: 9) }

    /// The product with a dash, 5-4: `00078-0659`.
    public var hyphenated: String {
      let digits = digits
      return "\(digits.prefix(5))-\(digits.suffix(4))"
    }

    /// The codes that its packages can have, all hundred of them.
    public var packages: ClosedRange<NationalDrugCode> {
      NationalDrugCode(valid: number * 100)...NationalDrugCode(valid: number * 100 + 99)
    }

    /// The nine digits.
    public var description: String { digits }

    /// Orders by number.
    public static func < (left: Product, right: Product) -> Bool {
      left.number < right.number
    }
  }
}
