// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The powers of ten that exact decimals are scaled by.
enum PowersOfTen {
  /// 10 to the 38, the first number with too many digits, which fits into 128 bits.
  static let beyondAll: UInt128 = UInt128(power(ExactDecimal.maximumDigits))

  private static let all: [Int128] = {
    var powers: [Int128] = [1]
    for index in 0..<ExactDecimal.maximumDigits { powers.append(powers[index] * 10) }
    return powers
  }()

  /// Ten to a power from 0 to 38.
  static func power(_ exponent: Int) -> Int128 {
    all[exponent]
  }

  /// Ten to a power, or `nil` if it has more digits than a number can.
  static func power(ifValid exponent: Int) -> Int128? {
    exponent >= 0 && exponent < all.count ? all[exponent] : nil
  }

  /// The count of decimal digits; zero has one.
  static func digitCount(of magnitude: UInt128) -> Int {
    var count = 1
    while count < all.count, magnitude >= UInt128(all[count]) { count += 1 }
    return count
  }
}
