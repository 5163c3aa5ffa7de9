// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import Testing
import TestSupport

@Suite("Strengths")
struct StrengthTests {
  /// A blank before it leaves a text to the reader of every spelling.
  @Test("S16 RxNorm's plain writing is read as the reader of every spelling reads it")
  func plainWriting() {
    let numbers = ["5", "0", "0.5", "500", "56.60", "123456789012345678901", ".5", "5.", "1.2.3"]
    let units = ["MG", "MCG", "UNT", "MEQ", "mg", "ML", "%", "MGX", ""]
    for number in numbers {
      for unit in units {
        for rest in ["", "/ML", "/mL", "/ML ", "/24 HR", "/5 ML", "/", "/MG", " Oral Tablet"] {
          let text = "\(number) \(unit)\(rest)"
          #expect(Strength.read(text) == Strength.read(" " + text), "\(text)")
          if let strength = Strength(text) { #expect(strength.text == text) }
        }
      }
    }
  }

  @Test("A negative amount and a denominator of zero make no strength")
  func impossible() {
    let one = StrengthAmount(.one, .milligram)
    #expect(Strength(StrengthAmount(ExactDecimal(-1), .milligram)) == nil)
    #expect(Strength(one, per: StrengthAmount(.zero, .milliliter)) == nil)
    #expect(Strength(one, per: StrengthAmount(.one, .each)) == Strength(one))
  }

  @Test("A ratio is given by one unit where the quotient ends")
  func perOne() throws {
    #expect(Strength("250 MG/5 ML")?.perOne == Strength("50 MG/ML"))
    #expect(Strength("50 MG/ML")?.perOne == Strength("50 MG/ML"))
    #expect(Strength("14 MG/24 HR")?.perOne == nil)
  }

  @Test("Equality is that of figures and units, not of the text")
  func equality() {
    #expect(Strength("0.50 mg") == Strength("0.5 MG"))
    #expect(Strength("0.5 G") != Strength("500 MG"))
    #expect(Set(["0.50 mg", ".5 MG", "0.5 MG"].map { Strength($0) }).count == 1)
  }
}

@Suite("Agreement of strengths")
struct StrengthAgreementTests {
  @Test("A percentage is a concentration only where the caller says that it is a liquid")
  func percentage() throws {
    let percentage = try #require(Strength("1 %"))
    let concentration = try #require(percentage.percentAsMassPerVolumeOfLiquid)
    #expect(concentration.agreement(with: try #require(Strength("10 MG/ML"))) == .equal)
    #expect(concentration.text == "1 %")
    #expect(Strength("0.05%")?.percentAsMassPerVolumeOfLiquid == Strength("0.5 MG/ML"))
    #expect(Strength("10 MG/ML")?.percentAsMassPerVolumeOfLiquid == nil)
  }

  @Test("Every strength agrees with itself in every unit of its dimension")
  func conversions() throws {
    var generator = SeededGenerator(for: "conversions")
    let masses: [StrengthUnit] = [.nanogram, .microgram, .milligram, .gram, .kilogram]
    for _ in 0..<500 {
      let value = ExactDecimal(Int.random(in: 1...100_000, using: &generator))
      let unit = try #require(masses.randomElement(using: &generator))
      let amount = StrengthAmount(value, unit)
      let other = try #require(
        masses.randomElement(using: &generator).flatMap { amount.converted(to: $0) })
      let (left, right) = (try #require(Strength(amount)), try #require(Strength(other)))
      #expect(left.agreement(with: right) == .equal)
      let more = try #require(value.multiplied(by: ExactDecimal(10)))
      let tenfold = try #require(Strength(StrengthAmount(more, unit)))
      #expect(!tenfold.agrees(with: right), "S39: a factor of ten is another drug")
    }
  }
}

@Suite("Units of strengths")
struct StrengthUnitTests {
  @Test("S16 Every spelling of a unit is read as that unit", arguments: FixtureRows.cells("units"))
  func reading(_ row: [String]) {
    for spelling in row.dropFirst() {
      #expect(StrengthUnit(reading: spelling).rawValue == row[0], "\(spelling)")
    }
  }

  @Test(
    "A unit that is not known, or could be two, is kept as it is written",
    arguments: ["gr", "mU", "MU", "mIU", "puff", "Sprühstoß", "[USP'U]", ""])
  func foreign(_ text: String) {
    let unit = StrengthUnit(reading: text)
    #expect(unit.rawValue == text)
    #expect(unit.dimension == .other)
  }

  @Test("S16 Units, equivalents, actuations, hours and percentages are not mass")
  func notMass() {
    let units: [StrengthUnit] = [.unit, .milliequivalent, .actuation, .hour, .percent, .each]
    for unit in units {
      #expect(unit.dimension != .mass)
      #expect(StrengthAmount(.one, unit).converted(to: .milligram) == nil)
      #expect(StrengthAmount(.one, .milligram).converted(to: unit) == nil)
    }
    #expect(Set(units.map(\.dimension)).count == units.count)
  }

  static let conversions: [(String, StrengthUnit, StrengthUnit, String?)] = [
    ("0.5", .gram, .milligram, "500"), ("75", .microgram, .milligram, "0.075"),
    ("1", .milligram, .kilogram, "0.000001"), ("0.001", .liter, .milliliter, "1"),
    ("1", .day, .hour, "24"), ("36", .hour, .day, "1.5"), ("1", .hour, .day, nil),
    ("27", .millicurie, .megabecquerel, "999"), ("5", .cells, .vectorGenomes, nil),
  ]

  @Test("S16 Conversions within a dimension are exact, or are not done", arguments: conversions)
  func conversion(
    _ value: String, _ from: StrengthUnit, _ to: StrengthUnit, _ expected: String?
  ) throws {
    let amount = StrengthAmount(try #require(ExactDecimal(value)), from)
    #expect(amount.converted(to: to)?.value == expected.flatMap { ExactDecimal($0) })
  }

  @Test("An unknown unit converts into itself alone")
  func unknownUnit() {
    let amount = StrengthAmount(.one, StrengthUnit(reading: "puff"))
    #expect(amount.converted(to: StrengthUnit(reading: "puff")) == amount)
    #expect(amount.converted(to: StrengthUnit(reading: "Puff")) == nil)
  }
}

@Suite("Exact decimals")
struct ExactDecimalTests {
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
