// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The amounts that a label's section on dosage names: alone, in lists with one unit
/// (`0.3, 0.45, and 0.625 mg`), as the ends of ranges (`800 mg to 1,600 mg`), and as the most
/// that is given (`up to 40 mg`).
struct LabelledDoses {
  /// An amount as tables and texts may both write it: `0.10 mg` is `100 mcg`.
  private struct Amount {
    let value: Double
    let unit: String
    /// What it is given for each of: nothing, `day`, `kg`, `m2`; `nil` for anything else (`mL`).
    let basis: String?

    func isSame(as other: Amount) -> Bool {
      unit == other.unit && abs(value - other.value) <= value * 1e-9
    }

    /// Whether it can be an end of the same range as another amount.
    func isLike(_ other: Amount) -> Bool {
      guard let own = bodySize, let its = other.bodySize else { return false }
      return unit == other.unit && own == its
    }

    private var bodySize: String? { basis == "day" ? "" : basis }
  }

  private var amounts: [Amount] = []
  private var ranges: [(low: Amount, high: Amount)] = []
  private var most: [Amount] = []

  init() {}

  /// Reads the doses of a label.
  init(_ label: DrugLabel) {
    for section in label.sections.indices {
      let isDosage = label.stands(section, in: ["34068-7"])
      // A strength for each day (`0.10 mg/day` of a ring) is the dose itself.
      guard isDosage || label.stands(section, in: ["43678-2"]) else { continue }
      for sentence in Self.sentences(label.sections[section]) {
        if isDosage { read(Self.advised(sentence)) } else { readRates(sentence) }
      }
    }
    for high in most {
      guard let low = amounts.filter({ $0.isLike(high) }).min(by: { $0.value < $1.value }) else {
        continue
      }
      ranges.append((low, high))
    }
  }

  /// Whether a dose of an arm is one of them, or lies within a range.
  func name(_ arm: TableArm) -> Bool {
    let words = CellTokens(arm.name).words
    let basis = words.contains("kg") ? "kg" : words.contains("m2") ? "m2" : ""
    return arm.doses.contains { dose in
      // `> 27 mg` is another dose than the 27 mg that the label names.
      guard !dose.isExceeded, let value = Double(dose.number), let unit = Self.unit(dose.unit)
      else { return false }
      let amount = Amount(value: value * unit.factor, unit: unit.name, basis: basis)
      return amounts.contains(where: amount.isSame)
        || ranges.contains { low, high in
          low.isLike(amount) && low.value <= amount.value && amount.value <= high.value
        }
    }
  }

  // MARK: - Reading

  /// The part of a sentence that says what to give, and not what was studied: `In clinical
  /// studies, doses of 50 mg to 400 mg were effective, although no additional benefit …`.
  private static func advised(_ sentence: [CellTokens.Token]) -> ArraySlice<CellTokens.Token> {
    guard let study = sentence.indices.first(where: { isStudy(sentence, $0) }) else {
      return sentence[...]
    }
    guard let advice = sentence.firstIndex(where: { advices.contains($0.text) }) else {
      // `The dose is 20 mg, as used in the clinical studies`, but `doses of 400 mg were studied`.
      let isTold = sentence.contains { pasts.contains($0.text) }
      return isTold || study < 6 ? [] : sentence[..<study]
    }
    return advice < study ? sentence[..<study] : sentence[advice...]
  }

  /// Words of what was done, and not of what is to be done.
  private static let pasts: Set<String> = [
    "studied", "were", "was", "been", "had", "did", "evaluated", "investigated", "tested", "shown",
    "showed", "demonstrated", "received", "benefit", "not", "no", "given", "effective", "produced",
    "experience",
  ]

  private static let advices: Set<String> = [
    "recommended", "recommend", "should", "maximum", "start", "starting", "initial", "initiate",
    "usual", "target",
  ]

  /// Whether a word tells of studies, and does not refer to their section (`see Clinical Studies`).
  private static func isStudy(_ sentence: [CellTokens.Token], _ index: Int) -> Bool {
    let before = sentence[max(0, index - 12)..<index]
    switch sentence[index].text {
    case "studied", "study", "studies", "trials": return !before.contains { $0.text == "see" }
    case "trial":
      return before.suffix(3).contains {
        ["clinical", "controlled", "dose", "randomized", "blind", "label"].contains($0.text)
      }
    case "benefit":
      return before.suffix(2).contains { ["additional", "added", "further"].contains($0.text) }
    default: return false
    }
  }

  /// The sentences of a section's text and the cells of its tables.
  private static func sentences(_ section: LabelSection) -> [[CellTokens.Token]] {
    var texts = section.text.blocks.map {
      String(decoding: section.text.utf8[$0.range], as: UTF8.self)
    }
    for table in section.tables {
      texts += table.rows.joined().lazy.filter { !$0.isRepeated }.map(\.text)
    }
    return texts.flatMap { text in
      CellTokens(text).tokens.split { $0.isSign(".") }.map(Array.init)
    }
  }

  /// Reads the amounts of a sentence.
  private mutating func read(_ sentence: ArraySlice<CellTokens.Token>) {
    let tokens = Array(sentence)
    /// The numbers and amounts that are joined to what comes next.
    var chain: [Double] = []
    /// The amount in front, where the words between can make both the ends of a range.
    var last: (amount: Amount?, number: Double?, isBetween: Bool)?
    var joint: [String] = []
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      guard token.kind == .number, let value = Double(token.text) else {
        if Self.joints.contains(token.text) {
          joint.append(token.text)
        } else {
          (chain, joint, last) = ([], [], nil)
        }
        index += 1
        continue
      }
      // Two numbers with nothing between (`2 50 mg tablets`) are no list; nor are numbers of days.
      let before = index > 0 ? tokens[index - 1].text : ""
      if joint.isEmpty { (chain, last) = ([], nil) }
      guard let found = Self.amount(tokens, index, value) else {
        let isCounted = chain.isEmpty && last == nil && Self.counted.contains(before)
        if isCounted {
          index = Self.end(ofList: tokens, from: index)
          (chain, joint, last) = ([], [], nil)
          continue
        }
        chain.append(value)
        last = (nil, value, before == "between")
        joint = []
        index += 1
        continue
      }
      let amount = found.amount
      let scale = value == 0 ? 1 : amount.value / value
      for number in chain {
        amounts.append(Amount(value: number * scale, unit: amount.unit, basis: amount.basis))
      }
      amounts.append(amount)
      if let last, joint == ["to"] || joint == ["-"] || last.isBetween && joint == ["and"] {
        let low =
          last.amount
          ?? last.number.map {
            Amount(value: $0 * scale, unit: amount.unit, basis: amount.basis)
          }
        if let low, low.isLike(amount), low.value < amount.value { ranges.append((low, amount)) }
      }
      if Self.isMost(tokens, index) { most.append(amount) }
      last = (amount, nil, before == "between")
      (chain, joint) = ([], [])
      index = found.end
    }
  }

  /// Reads the amounts that are given for each day.
  private mutating func readRates(_ sentence: [CellTokens.Token]) {
    for (index, token) in sentence.enumerated() where token.kind == .number {
      guard let value = Double(token.text), let found = Self.amount(sentence, index, value),
        found.amount.basis == "day"
      else { continue }
      amounts.append(found.amount)
    }
  }

  private static let joints: Set<String> = [",", "and", "or", "to", "-", "&", "/"]

  /// Words whose numbers are no amounts: `on days 1, 8 and 15, 50 mg`.
  private static let counted: Set<String> = [
    "day", "days", "week", "weeks", "month", "months", "cycle", "cycles", "visit", "step", "table",
    "section", "sections", "figure", "grade", "grades", "age", "class", "stage", "type",
  ]

  /// The first place behind numbers that are joined.
  private static func end(ofList tokens: [CellTokens.Token], from start: Int) -> Int {
    var index = start
    while index < tokens.count, tokens[index].kind == .number || joints.contains(tokens[index].text)
    {
      if index > start, tokens[index].kind == .number, let value = Double(tokens[index].text),
        amount(tokens, index, value) != nil
      {
        return index
      }
      index += 1
    }
    return index
  }

  /// The amount that begins with a number, and the place behind it and its `daily`.
  private static func amount(
    _ tokens: [CellTokens.Token], _ index: Int, _ value: Double
  ) -> (amount: Amount, end: Int)? {
    var place = index + 1
    if place + 1 < tokens.count, tokens[place].isSign("-") { place += 1 }
    guard place < tokens.count, let unit = unit(tokens[place].text) else { return nil }
    place += 1
    var basis: String? = ""
    if place + 1 < tokens.count, tokens[place].isSign("/") || tokens[place].text == "per" {
      switch tokens[place + 1].text {
      case "day", "24", "d": basis = "day"
      case "kg", "kilogram": basis = "kg"
      case "m2", "m": basis = "m2"
      case "dose": break
      default:
        // `100/50 mg`, `50 mg/100 mg` name amounts of two substances.
        basis = nil
      }
      place += tokens[place + 1].kind == .number && basis == nil ? 0 : 2
    }
    while place < tokens.count, frequency.contains(tokens[place].text) {
      if basis == "", tokens[place].text == "daily" { basis = "day" }
      place += 1
    }
    return (Amount(value: value * unit.factor, unit: unit.name, basis: basis), place)
  }

  private static let frequency: Set<String> = ["once", "twice", "daily", "a", "day", "bid", "tid"]

  private static func unit(_ word: String) -> (name: String, factor: Double)? {
    switch word {
    case "mg", "milligram", "milligrams": ("mg", 1)
    case "mcg", "µg", "μg", "ug", "microgram", "micrograms": ("mg", 0.001)
    case "g", "gm", "gram", "grams": ("mg", 1000)
    case "unit", "units": ("unit", 1)
    case "iu", "ml", "meq": (word, 1)
    default: nil
    }
  }

  /// `up to 40 mg`, `a maximum daily dose of 40 mg`, `should not exceed 40 mg`.
  private static func isMost(_ tokens: [CellTokens.Token], _ index: Int) -> Bool {
    if index >= 2, tokens[index - 1].text == "to", tokens[index - 2].text == "up" { return true }
    return tokens[max(0, index - 8)..<index].contains {
      ["maximum", "exceed"].contains($0.text)
    }
  }
}
