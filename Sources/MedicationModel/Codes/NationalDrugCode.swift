// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A US National Drug Code: labeler, product and package, eleven digits.
///
/// Ten-digit codes are the same codes with one zero omitted; only the dashes
/// show where (`0078-0659-20` is `00078-0659-20`). ``read(_:)`` takes any
/// written form; a value of this type is always the one form of eleven digits.
public struct NationalDrugCode: Sendable, Hashable, Comparable {
  /// The eleven digits as a number.
  public let number: UInt64

  /// The largest number that eleven digits give.
  public static let largestNumber: UInt64 = 99_999_999_999

  /// Makes a code from a number of at most eleven digits.
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

    /// Makes a product from a number of at most nine digits.
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

// The written forms (RxNorm Technical Documentation, "NDC"; FDA, 21 CFR 207.33):
//
//   0078-0659-20    4-4-2   pad the labeler      00078065920
//   42291-474-60    5-3-2   pad the product      42291047460
//   12345-6789-1    5-4-1   pad the package      12345678901
//   00078-0659-20   5-4-2   eleven already       00078065920
//   00078065920     bare 11                      00078065920
//   000078065920    bare 12 with a zero first    00078065920
//   0078065920      bare 10: three readings, because the dashes are lost
//   0078-0659       4-4, 5-3, 5-4: a product, without the package
//
// Blanks are ignored, and `*` at the beginning of a part is an unknown pad digit, read as 0.

extension NationalDrugCode {
  /// What a text is as a National Drug Code.
  public enum Reading: Sendable, Hashable {
    /// One code.
    case exact(NationalDrugCode)
    /// Ten digits without dashes: the distinct codes they can be, in the order 4-4-2, 5-3-2, 5-4-1.
    case several([NationalDrugCode])
    /// Labeler and product, without a package.
    case product(Product)
    /// Not a code, for this reason.
    case invalid(Reason)
  }

  /// Why a text is not a National Drug Code.
  public enum Reason: Sendable, Hashable {
    /// The text is empty or all blanks.
    case empty
    /// A character other than digits, dashes, blanks and a `*` that pads a part.
    case foreignCharacter
    /// The number of digits matches no form.
    case digitCount(Int)
    /// Twelve digits that do not begin with a zero: possibly a bar code with its check digit.
    case twelveDigits
    /// The lengths of the parts between dashes match no form.
    case segments([Int])
  }

  /// Reads a code in any of its written forms; the text is of a few bytes.
  public static func read(_ text: some StringProtocol) -> Reading {
    var segments = Segments()
    for byte in text.utf8 {
      if let reason = segments.accept(byte) { return .invalid(reason) }
    }
    return segments.reading
  }

  /// Reads a code of eleven bare digits, as RxNorm's own rows have it.
  ///
  /// - Complexity: Constant, without allocation.
  public init?(elevenDigits bytes: Span<UInt8>) {
    guard bytes.count == 11 else { return nil }
    var number: UInt64 = 0
    for index in bytes.indices {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      number = number * 10 + UInt64(digit)
    }
    self.init(valid: number)
  }
}

extension NationalDrugCode.Reason: CustomStringConvertible {
  /// The reason for a person, without the text itself.
  public var description: String {
    let forms = "expected 4-4-2, 5-3-2, 5-4-1 or 5-4-2 with dashes, or 10 or 11 digits"
    return switch self {
    case .empty: "nothing there, \(forms)"
    case .foreignCharacter: "something else than digits and dashes, \(forms)"
    case .digitCount(let count): "\(count) digits, \(forms)"
    case .twelveDigits: "12 digits that do not begin with 0, \(forms)"
    case .segments(let lengths):
      "parts of \(lengths.map(String.init).joined(separator: "-")) digits, \(forms)"
    }
  }
}

/// The digits of a text between its dashes.
private struct Segments {
  private var numbers: [UInt64] = [0]
  private var lengths: [Int] = [0]

  /// Takes one byte; a reason if no code contains it.
  mutating func accept(_ byte: UInt8) -> NationalDrugCode.Reason? {
    let last = numbers.count - 1
    switch byte {
    case UInt8(ascii: "*") where !mayBePadded: return .foreignCharacter
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"):
      let digit = byte == UInt8(ascii: "*") ? 0 : byte - UInt8(ascii: "0")
      // Beyond twelve digits only the count matters.
      if lengths[last] < 12 { numbers[last] = numbers[last] * 10 + UInt64(digit) }
      lengths[last] += 1
    case UInt8(ascii: "-"):
      numbers.append(0)
      lengths.append(0)
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
      break
    default: return .foreignCharacter
    }
    return nil
  }

  /// Whether a part begins here, which an asterisk fills up in place of a zero.
  private var mayBePadded: Bool {
    let length = lengths[lengths.count - 1]
    return length == 0 || lengths.count == 1 && (length == 5 || length == 9)
  }

  /// What the parts are together.
  var reading: NationalDrugCode.Reading {
    switch lengths {
    case [0]: .invalid(.empty)
    case [10]: Self.readings(ofTenDigits: numbers[0])
    case [11]: .exact(NationalDrugCode(valid: numbers[0]))
    case [12]: NationalDrugCode(number: numbers[0]).map { .exact($0) } ?? .invalid(.twelveDigits)
    case [4, 4], [5, 3], [5, 4]:
      .product(NationalDrugCode.Product(valid: numbers[0] * 10_000 + numbers[1]))
    case [4, 4, 2], [5, 3, 2], [5, 4, 1], [5, 4, 2]:
      .exact(
        NationalDrugCode(valid: (numbers[0] * 10_000 + numbers[1]) * 100 + numbers[2]))
    default:
      .invalid(lengths.count == 1 ? .digitCount(lengths[0]) : .segments(lengths))
    }
  }

  private static func readings(ofTenDigits number: UInt64) -> NationalDrugCode.Reading {
    let all = [
      number,
      number / 100_000 * 1_000_000 + number % 100_000,
      number / 10 * 100 + number % 10,
    ]
    var codes: [NationalDrugCode] = []
    for code in all.map(NationalDrugCode.init(valid:)) where !codes.contains(code) {
      codes.append(code)
    }
    return codes.count == 1 ? .exact(codes[0]) : .several(codes)
  }
}
