// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// The strengths that a name states, in the ways in which people write them:
//
//   500 mg    5 mg/5 mL    10 MG per 2 ML    5-325 mg    0.12/0.015 MG per 24HR
//   160-25 mg    1 %    400 mg for 40 mL    50 mcg/spray    U-100    1:10000
//
// A list of numbers before one unit gives each number that unit; a volume or
// time after the last strength may count for those before it too.

/// One strength that a name states, in each way it can be read.
struct StatedStrength {
  /// The readings; the name is right if one of them is.
  var readings: [Strength]
  /// How many numbers its list has: 2 in `5-325 mg`.
  let listCount: Int
  /// Where in the words it begins.
  let position: Int
  /// Where it ends: the position after its last word.
  let end: Int
  /// It counts equivalents of another substance: `500 mg PE` (S17).
  let isEquivalent: Bool

  /// The strengths of drug in a name's words; volumes, times and counts alone are none.
  static func all(in words: [String]) -> [StatedStrength] {
    var found: [StatedStrength] = []
    var index = 0
    while index < words.count {
      guard var phrase = Phrase(words, at: index) else {
        index += 1
        continue
      }
      phrase.readDenominator(words)
      if phrase.isDrug { found += phrase.strengths(at: index, words) }
      index = phrase.end
    }
    found = withSharedDenominators(found)
    let shorthands = words.indices.compactMap { shorthand(words, at: $0) }.filter { short in
      !found.contains { stated in
        short.position >= stated.position && short.position < stated.end
          || stated.readings.contains { own in short.readings.contains { own.agrees(with: $0) } }
      }
    }
    return shorthands.isEmpty
      ? found : (found + shorthands).sorted { $0.position < $1.position }
  }

  /// A concentration written without its units: `U-100` is 100 UNT/ML, `1:10000` is 1 G in 10 L.
  private static func shorthand(_ words: [String], at index: Int) -> StatedStrength? {
    var end = index + 2
    let amount: StrengthAmount
    if words[index] == "unt", end <= words.count, let units = ExactDecimal(words[index + 1]),
      unitConcentrations.contains(units), index == 0 || ExactDecimal(words[index - 1]) == nil
    {
      amount = StrengthAmount(units, StrengthUnit(reading: "UNT"))
    } else if words[index] == "1", end < words.count, words[index + 1] == ":",
      let parts = ExactDecimal(words[index + 2]), !(parts < ExactDecimal(100)),
      let grams = ExactDecimal(1000).divided(exactlyBy: parts)
    {
      end += 1
      amount = StrengthAmount(grams, .milligram)
    } else {
      return nil
    }
    return Strength(amount, per: StrengthAmount(.one, .milliliter)).map {
      StatedStrength(
        readings: [$0], listCount: 1, position: index, end: end, isEquivalent: false)
    }
  }

  /// The concentrations that insulins are sold in.
  private static let unitConcentrations: Set<ExactDecimal> = [
    ExactDecimal(100), ExactDecimal(200), ExactDecimal(300), ExactDecimal(500),
  ]

  /// `a 20 MG / b 25 MG in 20 mL`: the volume belongs to both.
  private static func withSharedDenominators(_ found: [StatedStrength]) -> [StatedStrength] {
    var found = found
    for place in found.indices.dropLast().reversed() {
      guard let own = found[place].readings.first, own.denominator == nil,
        let shared = found[place + 1].readings.last?.denominator,
        let strength = Strength(own.numerator, per: shared)
      else { continue }
      found[place].readings.append(strength)
    }
    return found
  }

  /// Numbers, a unit, and what it is in.
  private struct Phrase {
    private var numbers: [ExactDecimal]
    private let unit: StrengthUnit
    private var denominator: StrengthAmount?
    private(set) var end: Int

    init?(_ words: [String], at start: Int) {
      guard let first = ExactDecimal(words[start]) else { return nil }
      numbers = [first]
      var index = start + 1
      while index + 1 < words.count, words[index] == "/" || words[index] == "-",
        let next = ExactDecimal(words[index + 1])
      {
        numbers.append(next)
        index += 2
      }
      guard index < words.count, let unit = Self.numeratorUnit(words[index]) else { return nil }
      self.unit = unit
      end = index + 1
    }

    var isDrug: Bool {
      switch unit.dimension {
      case .mass, .units, .equivalents, .substance, .percent: true
      default: false
      }
    }

    mutating func readDenominator(_ words: [String]) {
      guard unit != .percent else { return }
      if end < words.count, words[end] == "pe" { end += 1 }
      guard end + 1 < words.count else { return }
      let separator = words[end]
      guard ["/", "per", "in", "for"].contains(separator) else { return }
      if let value = ExactDecimal(words[end + 1]) {
        if end + 2 < words.count, let unit = Self.denominatorUnit(words[end + 2]),
          separator == "/" || separator == "per" || unit.dimension == .volume
        {
          denominator = StrengthAmount(value, unit)
          end += 3
        }
      } else if separator == "/" || separator == "per",
        let unit = Self.denominatorUnit(words[end + 1]) ?? Self.mass(words[end + 1])
      {
        denominator = StrengthAmount(.one, unit)
        end += 2
      }
    }

    func strengths(at position: Int, _ words: [String]) -> [StatedStrength] {
      let isEquivalent = words[position..<min(end + 1, words.count)].contains("pe")
      return numbers.compactMap { number in
        Strength(StrengthAmount(number, unit), per: denominator).map {
          StatedStrength(
            readings: [$0], listCount: numbers.count, position: position, end: end,
            isEquivalent: isEquivalent)
        }
      }
    }

    private static func numeratorUnit(_ word: String) -> StrengthUnit? {
      let unit = StrengthUnit(reading: word)
      switch unit.dimension {
      case .pieces, .other: return nil
      default: return unit
      }
    }

    /// `10 MG/G`; with a number before it, it is another strength.
    private static func mass(_ word: String) -> StrengthUnit? {
      let unit = StrengthUnit(reading: word)
      return unit.dimension == .mass ? unit : nil
    }

    private static func denominatorUnit(_ word: String) -> StrengthUnit? {
      switch word {
      case "spray", "sprays", "dose", "doses", "inhalation", "inhalations", "inh", "blister":
        return .actuation
      default: break
      }
      let unit = StrengthUnit(reading: word)
      switch unit.dimension {
      case .volume, .time, .actuations, .area, .pieces: return unit
      default: return nil
      }
    }
  }
}
