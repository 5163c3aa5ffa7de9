// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import TestSupport
import Testing

@Suite("Exact decimals")
struct ExactDecimalTests {
  static let long = String(repeating: "0", count: 60)
  static let nines = String(repeating: "9", count: 38)
  /// Texts, how they are shown, and how many digits they have.
  static let cases: [(text: String, shown: String, digits: Int)] = [
    ("500", "500", 3), ("0.50", "0.5", 2), (".5", "0.5", 1), ("00.05", "0.05", 1),
    ("-1.5e3", "-1500", 2), ("1.50E-3", "0.0015", 3), ("+7", "7", 1), ("0", "0", 1),
    ("-0.00", "0", 1), ("20000000000000", "20000000000000", 14), ("1\(long)", "1\(long)", 38),
    ("0.\(nines)", "0.\(nines)", 38),
  ]

  @Test(
    "S16 A number is read as written, and shown with a leading zero and no trailing ones",
    arguments: cases)
  func reading(text: String, shown: String, digits: Int) throws {
    let number = try #require(ExactDecimal(text))
    #expect(number.description == shown)
    #expect(number.significantDigits == digits)
    #expect(ExactDecimal(shown) == number)
  }

  @Test(
    "What is no number of base ten is none",
    arguments: [
      "", "-", "+", ".", "5.", "1,5", "1 000", " 1", "1 ", "e5", "1e", "1e+", "1.e5", "--1", "1-2",
      "0x10", "NaN", "inf", "\u{661}", "1.2.3", "1e1000", "1e-1000", "1e99999999999999999999",
      String(repeating: "9", count: 39), "1.\(String(repeating: "0", count: 40))1",
    ])
  func refused(_ text: String) {
    #expect(ExactDecimal(text) == nil)
  }

  @Test("Equality and order are those of values, and equal numbers hash alike")
  func equality() throws {
    let equal = try ["0.5", "0.50", "5e-1", "0.0005e3"].map { try #require(ExactDecimal($0)) }
    #expect(Set(equal).count == 1)
    let rising = try ["-1e38", "-1.01", "-1", "-0.99", "0", "1e-999", "0.5", "0.51", "1", "1e999"]
      .map { try #require(ExactDecimal($0)) }
    for (index, left) in rising.enumerated() {
      for (other, right) in rising.enumerated() {
        #expect((left < right) == (index < other))
        #expect((left == right) == (index == other))
      }
    }
  }

  @Test("Beyond the limits every operation gives nil and none traps")
  func limits() throws {
    let largest = try #require(ExactDecimal(String(repeating: "9", count: 38)))
    let tiny = try #require(ExactDecimal("1e-999"))
    #expect(largest.adding(.one) == nil, "written out, the sum has 39 digits")
    #expect(largest.adding(largest) == nil)
    #expect(largest.adding(tiny) == nil)
    #expect(largest.subtracting(largest) == .zero)
    #expect(largest.multiplied(by: largest) == nil)
    #expect(tiny.multiplied(by: tiny) == nil)
    #expect(tiny.divided(exactlyBy: largest) == nil)
    #expect(ExactDecimal.one.divided(exactlyBy: .zero) == nil)
    #expect(ExactDecimal.one.divided(by: .zero, toSignificantDigits: 3) == nil)
    #expect(ExactDecimal(significand: Int128.min) == nil)
    #expect(ExactDecimal(significand: Int128.max) == nil)
    #expect(ExactDecimal(Int.min).description == "-9223372036854775808")
    #expect(largest.negated.negated == largest)
  }

  @Test(
    "A quotient is exact or there is none",
    arguments: [
      ("500", "1000", "0.5"), ("1", "3", nil), ("14", "24", nil), ("21", "24", "0.875"),
      ("-6", "0.75", "-8"), ("0", "7", "0"), ("1", "1e30", "1e-30"), ("7", "-28", "-0.25"),
    ])
  func quotients(_ top: String, _ bottom: String, _ expected: String?) throws {
    let quotient = try #require(ExactDecimal(top))
      .divided(exactlyBy: #require(ExactDecimal(bottom)))
    #expect(quotient == expected.flatMap { ExactDecimal($0) })
  }

  @Test(
    "A quotient is rounded with halves away from zero",
    arguments: [
      ("2.5", 1, "3"), ("3.5", 1, "4"), ("-2.5", 1, "-3"), ("2.51", 1, "3"), ("0.125", 2, "0.13"),
      ("99.96", 3, "100"), ("999", 2, "1000"), ("0.583333", 3, "0.583"), ("500", 5, "500"),
      ("149", 1, "100"),
    ])
  func rounding(_ text: String, _ digits: Int, _ expected: String) throws {
    let number = try #require(ExactDecimal(text))
    #expect(number.divided(by: .one, toSignificantDigits: digits) == ExactDecimal(expected))
    let third = ExactDecimal(1).divided(by: ExactDecimal(3), toSignificantDigits: 5)
    #expect(third == ExactDecimal("0.33333"))
  }
}

@Suite("Properties of exact decimals")
struct ExactDecimalPropertyTests {
  /// A number as an integer of millionths: the reference does its own arithmetic on these.
  struct Sample {
    let number: ExactDecimal
    let millionths: Int128

    init?(_ generator: inout SeededGenerator) {
      let digits = Int.random(in: 1...9, using: &generator)
      let bound = (0..<digits).reduce(1) { power, _ in power * 10 }
      let significand = Int.random(in: -bound...bound, using: &generator)
      let exponent = Int.random(in: -6...3, using: &generator)
      guard let number = ExactDecimal(significand: Int128(significand), exponent: exponent)
      else { return nil }
      self.number = number
      millionths = (0..<exponent + 6).reduce(Int128(significand)) { value, _ in value * 10 }
    }
  }

  static func number(_ millionths: Int128, _ exponent: Int) -> ExactDecimal? {
    ExactDecimal(significand: millionths, exponent: exponent)
  }

  @Test("Sum, difference, product and order agree with integer arithmetic")
  func arithmetic() throws {
    var generator = SeededGenerator(for: "arithmetic")
    for _ in 0..<3000 {
      let a = try #require(Sample(&generator))
      let b = try #require(Sample(&generator))
      let (x, y) = (a.millionths, b.millionths)
      #expect(a.number.adding(b.number) == Self.number(x + y, -6))
      #expect(a.number.subtracting(b.number) == Self.number(x - y, -6))
      #expect(a.number.multiplied(by: b.number) == Self.number(x * y, -12))
      #expect((a.number < b.number) == (x < y))
      #expect((a.number == b.number) == (x == y))
    }
  }

  @Test("An exact quotient times its divisor is the dividend, and none is missed")
  func division() throws {
    var generator = SeededGenerator(for: "division")
    for _ in 0..<3000 {
      let a = try #require(Sample(&generator))
      let b = try #require(Sample(&generator))
      guard !b.number.isZero else { continue }
      let product = try #require(a.number.multiplied(by: b.number))
      #expect(product.divided(exactlyBy: b.number) == a.number)
      // Long division: the fraction ends if some rest is zero.
      let rest = (0..<70).reduce(a.millionths % b.millionths) { rest, _ in rest * 10 % b.millionths
      }
      let ends = rest == 0
      let quotient = a.number.divided(exactlyBy: b.number)
      #expect((quotient != nil) == ends, "\(a.number) by \(b.number)")
      if let quotient { #expect(quotient.multiplied(by: b.number) == a.number) }
    }
  }

  @Test("A rounded quotient is the nearest one with so many digits")
  func roundedDivision() throws {
    var generator = SeededGenerator(for: "roundedDivision")
    for _ in 0..<3000 {
      let a = try #require(Sample(&generator))
      let b = try #require(Sample(&generator))
      guard !b.number.isZero, !a.number.isZero else { continue }
      let digits = Int.random(in: 1...6, using: &generator)
      let quotient = try #require(
        a.number.divided(by: b.number, toSignificantDigits: digits))
      #expect(quotient.significantDigits <= digits)
      // |quotient * b - a| <= half a unit of the last digit times |b|. Written
      // with all its digits the quotient has its unit at this place:
      let place = quotient.exponent - (digits - quotient.significantDigits)
      let unit = try #require(ExactDecimal(significand: 5, exponent: place - 1))
      let error = try #require(
        quotient.multiplied(by: b.number)?.subtracting(a.number)?.magnitude)
      #expect(error <= (try #require(unit.multiplied(by: b.number)?.magnitude)))
    }
  }

  @Test("Text and Foundation's decimals agree, and text survives a round trip")
  func text() throws {
    var generator = SeededGenerator(for: "text")
    for _ in 0..<2000 {
      let sample = try #require(Sample(&generator))
      let decimal = try #require(
        Decimal(string: "\(sample.number.significand)e\(sample.number.exponent)"))
      #expect(sample.number.description == "\(decimal)")
      #expect(ExactDecimal(sample.number.description) == sample.number)
    }
  }

  @Test("Any bytes give a number or none, and never a trap")
  func hostile() {
    var generator = SeededGenerator(for: "hostile")
    let alphabet = Array("0123456789.-+eE, ".utf8)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...50, using: &generator)
      let bytes = (0..<count).compactMap { _ in alphabet.randomElement(using: &generator) }
      guard let number = ExactDecimal(utf8: bytes) else { continue }
      #expect(ExactDecimal(number.description) == number)
    }
  }
}

extension ExactDecimal {
  fileprivate var magnitude: ExactDecimal { isNegative ? negated : self }
}
