// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import Testing

@Suite("Units of strengths")
struct StrengthUnitTests {
  static let spellings: [(StrengthUnit, [String])] = [
    (.unit, ["UNT", "U", "IU", "iu", "unit", "units", "Units", "[IU]", "[iU]", "I.U."]),
    (.microgram, ["MCG", "mcg", "ug", "\u{B5}g", "\u{3BC}g", "micrograms", " mcg "]),
    (.milligram, ["MG", "mg", "Mg", "milligram", "MilliGram"]),
    (.gram, ["G", "g", "gm", "GM", "grams"]),
    (.milliliter, ["ML", "mL", "ml", "Milliliter", "millilitre"]),
    (.milliequivalent, ["MEQ", "mEq", "meq"]), (.millimole, ["MMOL", "mmol"]),
    (.actuation, ["ACTUAT", "actuat", "actuation"]), (.hour, ["HR", "hr", "h", "hours"]),
    (.day, ["DAY", "d", "days"]), (.percent, ["%"]),
    (.each, ["1", "{tbl}", "{Tablet}", "tablet", "TAB"]), (.vectorGenomes, ["VECTOR-GENOMES"]),
    (.cells, ["CELLS", "cells"]), (.squareCentimeter, ["SQCM", "cm2"]),
  ]

  @Test("S16 Every spelling of a unit is read as that unit", arguments: spellings)
  func reading(_ unit: StrengthUnit, _ spellings: [String]) {
    for spelling in spellings {
      #expect(StrengthUnit(reading: spelling) == unit, "\(spelling)")
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
