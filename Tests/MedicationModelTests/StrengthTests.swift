// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import TestSupport
import Testing

@Suite("Strengths")
struct StrengthTests {
  /// Texts, RxNorm's way to write them, and that for people.
  static let cases: [(text: String, rxNorm: String, shown: String)] = [
    ("500 MG", "500 MG", "500 mg"), ("10 MG/ML", "10 MG/ML", "10 mg/mL"),
    ("0.4 MG/ACTUAT", "0.4 MG/ACTUAT", "0.4 mg/actuation"),
    ("0.583 MG/HR", "0.583 MG/HR", "0.583 mg/hr"), ("14 MG/24 HR", "14 MG/24 HR", "14 mg/24 hr"),
    ("14 mg/24 h", "14 MG/24 HR", "14 mg/24 hr"), ("250mg/5mL", "250 MG/5 ML", "250 mg/5 mL"),
    ("250 mg per 5 mL", "250 MG/5 ML", "250 mg/5 mL"), ("100 UNT/ML", "100 UNT/ML", "100 units/mL"),
    ("75 \u{B5}g", "75 MCG", "75 mcg"), (".50 mg", "0.5 MG", "0.5 mg"),
    ("99.5 %", "99.5 %", "99.5%"), ("0.025%", "0.025 %", "0.025%"),
    ("500 mg/1", "500 MG", "500 mg"), ("500 mg/1 tablet", "500 MG", "500 mg"),
    ("0.02 MG/MG", "0.02 MG/MG", "0.02 mg/mg"),
    ("1000 international units", "1000 UNT", "1000 units"),
    (
      "20000000000000 VECTOR-GENOMES/ML", "20000000000000 VECTOR-GENOMES/ML",
      "20000000000000 vector genomes/mL"
    ),
    ("90 puff", "90 puff", "90 puff"),
  ]

  @Test("S16 A strength is read with its units and shown without trailing zeros", arguments: cases)
  func reading(text: String, rxNorm: String, shown: String) throws {
    let strength = try #require(Strength(text))
    #expect(strength.text == text)
    #expect(strength.rxNormText == rxNorm)
    #expect(strength.description == shown)
    #expect(Strength(strength.rxNormText) == strength)
  }

  static let ambiguous: [(String, Strength.Reason)] = [
    ("", .noNumber), ("MG", .noNumber), ("about 5 MG", .noNumber), ("1.2.3 MG", .noNumber),
    ("500", .noUnit), ("100/25 MCG", .noUnit), ("10 MG/", .noUnit), ("10 MG per", .noUnit),
    ("100 MG/50", .noUnit), ("10-20 MG", .range), ("10 - 20 MG", .range),
    ("10\u{2013}20 MG", .range),
    ("10 to 20 MG", .range), ("10 MG-20 MG", .range), ("10MG-20MG", .range),
    ("20 MG/40 MG", .several), ("20 MG / 40 MG", .several), ("500 mg/400 IU", .several),
    ("160 MCG/4.5 MCG/ACTUAT", .several), ("20 MG + 40 MG", .several),
    ("1,500 UNT", .comma), ("0,5 MG", .comma), ("500 MG Oral Tablet", .trailingText),
    ("500 MG, 10 ML", .trailingText), ("500 MG (as base)", .trailingText),
    ("20 MG Extended-Release Tablet", .trailingText), ("-5 MG", .impossible),
    ("5 MG/0 ML", .impossible),
  ]

  @Test("What could mean two things is not read, and the reason is said", arguments: ambiguous)
  func refused(_ text: String, _ reason: Strength.Reason) {
    #expect(Strength.read(text) == .text(reason))
    #expect(Strength(text) == nil)
  }

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
  static let cases: [(String, String, StrengthAgreement)] = [
    // The examples of S16 and S39.
    ("0.583 MG/HR", "14 mg/24 h", .equalWhenRounded), ("0.5 g", "500 mg", .equal),
    ("500 MCG", "0.5 MG", .equal), ("500 MCG", "500 MG", .different),
    ("100 UNT/ML", "300 UNT/ML", .different), ("1 MG/ML", "10 MG/ML", .different),
    ("100 U/mL", "100 UNT/ML", .equal),
    // Ratios as ratios.
    ("250 MG/5 ML", "50 MG/ML", .equal), ("20 MG/G", "0.02 MG/MG", .equal),
    ("1 MG/3 ML", "0.333 MG/ML", .equalWhenRounded),
    ("0.0139 MG/HR", "1 MG/72 HR", .equalWhenRounded),
    ("0.000833 MG/HR", "20 mcg/24 h", .equalWhenRounded), ("21 mg/24 h", "0.875 MG/HR", .equal),
    ("0.9 MG/HR", "21 mg/24 h", .different), ("24.3 MG", "24 MG", .equalWhenRounded),
    ("12.5 MG", "12 MG", .different), ("37.5 MG", "37 MG", .different),
    ("9.96 MG", "10 MG", .equalWhenRounded), ("9.6 MG", "10 MG", .different),
    ("500 MG", "496 MG", .different),
    // One digit is never the rounded form of another strength.
    ("2 MG", "2.5 MG", .different), ("2 MG", "2.4 MG", .different), ("1 MG", "1.25 MG", .different),
    ("0.5 MG", "0.46 MG", .different), ("1 MG/ML", "1.25 MG/ML", .different),
    // What cannot be compared.
    ("1 %", "10 MG/ML", .incomparable), ("500 MG", "500 UNT", .incomparable),
    ("10 MEQ", "10 MMOL", .incomparable), ("10 MG", "10 MG/ML", .incomparable),
    ("0.4 MG/ACTUAT", "0.4 MG", .incomparable), ("0.4 MG/ACTUAT", "0.4 MG/puff", .incomparable),
    ("5 CELLS/ML", "5 VECTOR-GENOMES/ML", .incomparable), ("90 puff", "90 puff", .equal),
    ("90 puff", "91 puff", .different),
  ]

  @Test("S16 S39 Strengths agree after exact conversion or rounding, or do not", arguments: cases)
  func agreement(_ left: String, _ right: String, _ expected: StrengthAgreement) throws {
    let (left, right) = (try #require(Strength(left)), try #require(Strength(right)))
    #expect(left.agreement(with: right) == expected)
    #expect(right.agreement(with: left) == expected, "the order plays no part")
    let agrees = expected == .equal || expected == .equalWhenRounded
    #expect(left.agrees(with: right) == agrees)
  }

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
