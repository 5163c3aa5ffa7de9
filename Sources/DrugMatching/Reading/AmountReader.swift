// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// Amounts in the ways in which people write them:
//
//   500 mg   0.5 g   5 mg/5 mL   5-325 mg   160 mg/25 mg   2 %   1 080 mg
//   30 million units   13.3 mg/24 hours   50 mcg per actuation   100 units/mL
//   U-100   1:10000

/// Reads the amounts of a text.
struct AmountReader {
  private let vocabulary: Vocabulary
  private let buffer: TokenBuffer
  private let tokens: [TextToken]
  /// Tokens that belong to names and are not amounts.
  private let isTaken: [Bool]
  private let groupsDigits: Bool
  private var place = 0
  /// Whether the last denominator had a number.
  private var hasWrittenDenominator = false
  private(set) var amounts: [StatedAmount] = []

  /// Reads the amounts; digits in groups are one number only where names are known and left out,
  /// as the number of `coenzyme Q10 200 mg`.
  init(
    _ vocabulary: Vocabulary, _ buffer: TokenBuffer, isTaken: [Bool], groupsDigits: Bool = true
  ) {
    self.vocabulary = vocabulary
    self.groupsDigits = groupsDigits
    (self.buffer, tokens) = (buffer, buffer.tokens)
    self.isTaken = isTaken
    while place < tokens.count {
      if tokens[place].kind == .number, readConcentration() || readRatio() { continue }
      if tokens[place].kind == .number, !isTaken[place] { readList() } else { place += 1 }
    }
    shareDenominators()
  }

  // MARK: Concentrations of other forms

  /// Reads `U-100`, units in a millilitre; it counts in a brand's name, too.
  private mutating func readConcentration() -> Bool {
    guard place > 0, tokens[place].isAdjoining, tokens[place - 1].kind == .word,
      buffer.text(tokens[place - 1]) == "u", Self.unitConcentrations.contains(tokens[place].number)
    else { return false }
    let unit = StrengthAmount(tokens[place].number, .unit)
    append(Strength(unit, per: StrengthAmount(.one, .milliliter)), tokens: place - 1..<place + 1)
    place += 1
    return true
  }

  /// The concentrations that insulins are sold in.
  private static let unitConcentrations = [100, 200, 300, 500].map { ExactDecimal($0) }

  /// Reads `1:1000`, grams in millilitres; figures of another ratio are not a strength.
  private mutating func readRatio() -> Bool {
    guard place + 2 < tokens.count, tokens[place + 2].kind == .number, !isTaken[place] else {
      return false
    }
    let isColon = tokens[place + 1].kind == .colon
    let isIn = tokens[place + 1].kind == .word && tokens[place + 1].word == vocabulary.inside
    let isOne = tokens[place].number == .one
    let isThin = !tokens[place + 2].number.isWhole(below: 100)
    guard isColon || isIn && isOne && isThin && !isUnit(place + 3) else { return false }
    if isOne, isThin,
      let value = ExactDecimal(1000).divided(exactlyBy: tokens[place + 2].number)
    {
      let strength = Strength(
        StrengthAmount(value, .milligram), per: StrengthAmount(.one, .milliliter))
      append(strength, tokens: place..<place + 3)
    }
    place += 3
    return true
  }

  private mutating func append(_ strength: Strength?, tokens range: Range<Int>) {
    guard let strength else { return }
    amounts.append(
      StatedAmount(
        role: .drug, strength: strength, value: tokens[range.upperBound - 1].number,
        figure: Figure(strength), isInexact: false, listCount: 1, tokens: range))
  }

  // MARK: Lists of numbers

  private mutating func readList() {
    let start = place
    var values = [readNumber(isGrouped: groupsDigits)]
    while place + 1 < tokens.count, isListSign(tokens[place].kind),
      tokens[place + 1].kind == .number, !isTaken[place + 1]
    {
      place += 1
      values.append(readNumber(isGrouped: false))
    }
    guard let unit = readUnit() else {
      addBare(values, start)
      return
    }
    guard unit.unit != .percent else {
      add(values, unit, nil, start)
      return
    }
    add(values, unit, readDenominator(after: unit.unit), start)
  }

  private func isListSign(_ kind: TextToken.Kind) -> Bool {
    kind == .slash || kind == .hyphen || kind == .plus
  }

  /// A number; `1 080` and `4 000` before a unit are one, the last ones of `50/50 100 units` are two.
  private mutating func readNumber(isGrouped: Bool) -> ExactDecimal {
    var value = tokens[place].number
    place += 1
    while isGrouped, place + 1 < tokens.count, tokens[place].kind == .number,
      !tokens[place].isAdjoining,
      tokens[place].count == 3, tokens[place - 1].count <= 3, value.exponent == 0,
      value.significand > 0, isUnit(place + 1) || tokens[place + 1].kind == .number
    {
      let group = tokens[place].number
      guard group.exponent == 0, value.significand < 1_000_000_000,
        let whole = ExactDecimal(significand: value.significand * 1000 + group.significand)
      else { break }
      value = whole
      place += 1
    }
    return value
  }

  /// Whether the number at a place is a bound or a guess, or a small one that may count the amount
  /// behind it.
  private func isInexact(_ start: Int) -> Bool {
    let next = start + 1
    let mayCount =
      tokens[start].number.isWhole(below: 5) && tokens[next].kind == .number
      && buffer.bytes[tokens[next].range.lowerBound] != UInt8(ascii: "0")
    return tokens[start].isInexact || mayCount || isGuess(start - 1)
  }

  /// Whether a word before an amount makes a guess or a part of it: `about`, `half of`.
  private func isGuess(_ place: Int) -> Bool {
    guard place >= 0, tokens[place].kind == .word else { return false }
    if Self.guesses.contains(buffer.text(tokens[place])) { return true }
    return place > 0 && buffer.text(tokens[place]) == "of" && isGuess(place - 1)
  }

  private static let guesses = WordLists.set("inexact")

  private func isUnit(_ place: Int) -> Bool {
    guard place < tokens.count else { return false }
    return tokens[place].kind == .percent
      || !buffer.meaning(place).isDisjoint(with: [.unit, .million])
  }

  // MARK: Units

  private typealias ReadUnit = (unit: StrengthUnit, isMillion: Bool)

  private mutating func readUnit() -> ReadUnit? {
    var next = place
    if next < tokens.count, tokens[next].kind == .percent {
      place = next + 1
      return (.percent, false)
    }
    // A hyphen may bind number and unit: `25-mg`; an open bracket may be between.
    var isMillion = false
    if buffer.meaning(next).contains(.million) {
      isMillion = true
      next += 1
    }
    guard let unit = unit(at: next) else { return nil }
    place = next + 1
    // `international units`, `units` after `million`.
    if unit == .unit, self.unit(at: place) == .unit { place += 1 }
    return (unit, isMillion)
  }

  private func unit(at place: Int) -> StrengthUnit? {
    guard place < tokens.count, tokens[place].word >= 0 else { return nil }
    let unit = vocabulary[tokens[place].word].unit
    return unit >= 0 ? vocabulary.units[Int(unit)] : nil
  }

  // MARK: Denominators

  private mutating func readDenominator(after unit: StrengthUnit) -> StrengthAmount? {
    var next = place
    var isRatio = false
    while next < tokens.count {
      let token = tokens[next]
      if token.kind == .slash || isPer(next) {
        isRatio = true
      } else if token.kind == .open, next + 1 < tokens.count, isPer(next + 1) {
        // `150 mg (per 5 mL)`
      } else if token.kind == .close, next + 1 < tokens.count,
        isPer(next + 1) || tokens[next + 1].kind == .slash
      {
        // `0.25 mg (of base 0.21 mg) per 0.3 mL`
      } else {
        break
      }
      next += 1
    }
    guard isRatio, next < tokens.count else { return nil }
    var value = ExactDecimal.one
    hasWrittenDenominator = tokens[next].kind == .number
    if tokens[next].kind == .number {
      let number = tokens[next].number
      guard !number.isZero else { return nil }
      value = number
      next += 1
    }
    if isPieces(next) {
      place = next + 1
      return StrengthAmount(value, .each)
    }
    guard let below = denominatorUnit(at: next, hasNumber: value != .one) else { return nil }
    guard below.dimension != unit.dimension || below.dimension == .mass && value == .one else {
      return nil
    }
    // `20 mg/1 g` is a share, `4 mg/1 mg` are two strengths.
    if below == unit, hasWrittenDenominator { return nil }
    place = next + 1
    return StrengthAmount(value, below)
  }

  /// `650 mg per 2 tablets`; behind a slash it would be `5 mg/2 tablets daily`.
  private func isPieces(_ place: Int) -> Bool {
    guard hasWrittenDenominator, place < tokens.count, tokens[place].word >= 0,
      tokens[place - 2].kind == .word
    else { return false }
    return !vocabulary[tokens[place].word].form.kinds.isDisjoint(with: .swallowed)
  }

  /// The written volume or time that an amount is in.
  private func container(_ denominator: StrengthAmount?) -> Figure? {
    guard let denominator, hasWrittenDenominator, denominator.unit != .each else { return nil }
    return Strength(denominator).flatMap { Figure($0) }
  }

  private func isPer(_ place: Int) -> Bool {
    let (word, next) = (tokens[place].word, place + 1)
    guard word >= 0, next < tokens.count else { return false }
    let isNumber = tokens[next].kind == .number
    switch word {
    case vocabulary.per, vocabulary.inside: return true
    // `25 mcg every hour` is a rate, `500 mg every 12 hours` says when to take it.
    case vocabulary.every: return !isNumber
    // `400 mg for 40 mL`, not `for 7 days`
    default:
      return isNumber && unit(at: next + 1)?.dimension == .volume
        && buffer.text(tokens[place]) == "for"
    }
  }

  private func denominatorUnit(at place: Int, hasNumber: Bool) -> StrengthUnit? {
    guard place < tokens.count else { return nil }
    if vocabulary.actuations.contains(tokens[place].word) { return .actuation }
    if place > 0, tokens[place - 1].kind == .slash, tokens[place].kind == .word,
      ["act", "inh"].contains(buffer.text(tokens[place]))
    {
      // Elsewhere they are an action or an inhaler.
      return .actuation
    }
    guard let unit = unit(at: place) else { return nil }
    switch unit.dimension {
    case .volume, .time, .actuations, .area, .pieces: return unit
    case .mass: return hasNumber ? nil : unit
    default: return nil
    }
  }

  // MARK: Amounts

  private mutating func addBare(_ values: [ExactDecimal], _ start: Int) {
    for value in values {
      amounts.append(
        StatedAmount(
          role: .bare, value: value, isInexact: false, listCount: values.count,
          tokens: start..<place))
    }
  }

  private mutating func add(
    _ values: [ExactDecimal], _ unit: ReadUnit, _ denominator: StrengthAmount?, _ start: Int
  ) {
    let role: StatedAmount.Role =
      switch unit.unit.dimension {
      case .volume: denominator == nil ? .volume : .drug
      case .time: .time
      case .actuations, .pieces, .area: .bare
      default: .drug
      }
    for value in values {
      let power = value.exponent + (unit.isMillion ? 6 : 0)
      guard let number = ExactDecimal(significand: value.significand, exponent: power),
        let strength = Strength(StrengthAmount(number, unit.unit), per: denominator)
      else { continue }
      amounts.append(
        StatedAmount(
          role: role, strength: strength, value: value, figure: Figure(strength),
          container: container(denominator), isInexact: isInexact(start), listCount: values.count,
          tokens: start..<place))
    }
  }

  /// `a 20 mg / b 25 mg in 20 mL`: the volume belongs to both.
  private mutating func shareDenominators() {
    for place in amounts.indices.dropLast().reversed() where amounts[place].role == .drug {
      let next = amounts[place + 1]
      guard next.role == .drug, let own = amounts[place].strength, own.denominator == nil,
        let shared = next.shared?.denominator ?? next.strength?.denominator
      else { continue }
      amounts[place].shared = Strength(own.numerator, per: shared)
    }
  }
}
