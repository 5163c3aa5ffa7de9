// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import TestSupport
import Testing

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
