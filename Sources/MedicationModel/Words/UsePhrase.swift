// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A phrase that says what becomes of a drug, and where it must stand to say so.
struct UsePhrase: Sendable {
  enum Position: String, Sendable {
    case any, edge, alone, order
  }

  let use: StatedUse
  let position: Position
  /// Whether it says so only in the field of the drug's name.
  let isOfNames: Bool
  /// For every word, its alternatives.
  let words: [[String]]

  private static let all: [UsePhrase] = UseWordLists.phrases.split(separator: "\n").compactMap {
    line in
    var parts = line.split(separator: " ").map(String.init)
    guard parts.count > 2, let use = uses[parts[0]] else { return nil }
    let isOfNames = parts[1].hasSuffix("*")
    guard let position = Position(rawValue: parts[1].filter { $0 != "*" }) else { return nil }
    parts.removeFirst(2)
    return UsePhrase(
      use: use, position: position, isOfNames: isOfNames,
      words: parts.map { $0.split(separator: "|").map(String.init) })
  }

  private static let uses: [String: StatedUse] = [
    "stopped": .stopped, "onHold": .onHold, "notTaken": .notTaken, "planned": .planned,
    "otherPerson": .otherPerson,
  ]

  /// The phrases that begin with a word; longer ones first.
  private static let byFirstWord: [String: [UsePhrase]] = {
    var table: [String: [UsePhrase]] = [:]
    for phrase in all {
      for word in phrase.words.first ?? [] { table[word, default: []].append(phrase) }
    }
    return table.mapValues { phrases in
      phrases.enumerated().sorted {
        $0.element.words.count != $1.element.words.count
          ? $0.element.words.count > $1.element.words.count : $0.offset < $1.offset
      }.map(\.element)
    }
  }()

  // MARK: A quick look

  /// A bit for the first four letters of every word that a phrase or a person begins with.
  private static let firstLetters: [UInt64] = {
    var bits = [UInt64](repeating: 0, count: 64)
    let people = UseWordLists.people.union(UseWordLists.plainPossessives)
    for word in Array(byFirstWord.keys) + Array(people) {
      var key: UInt32 = 0
      for byte in word.utf8.prefix(4) { key = key << 8 | UInt32(byte) }
      let bit = hash(key)
      bits[Int(bit >> 6)] |= 1 << UInt64(bit & 63)
    }
    return bits
  }()

  private static func hash(_ key: UInt32) -> UInt32 { (key &* 0x9E37_79B1) >> 20 }

  /// Whether any word of a text may begin a phrase; most texts have none.
  static func mayBegin(in text: String) -> Bool {
    let bits = firstLetters
    func isKnown(_ key: UInt32) -> Bool {
      let bit = hash(key)
      return bits[Int(bit >> 6)] & (1 << UInt64(bit & 63)) != 0
    }
    var key: UInt32 = 0
    var count = 0
    for byte in text.utf8 {
      let letter = byte | 0x20
      if letter >= 0x61 && letter <= 0x7A {
        count += 1
        if count <= 4 { key = key << 8 | UInt32(letter) }
      } else if count > 0, byte == UInt8(ascii: "/") || byte == UInt8(ascii: "'") {
        count += 1
        if count <= 4 { key = key << 8 | UInt32(byte) }
      } else {
        // Shorter words count when they end; an apostrophe of print may stand inside one.
        if count > 0, count < 4, byte == 0xE2 || isKnown(key) { return true }
        key = 0
        count = 0
      }
      if count == 4, isKnown(key) { return true }
    }
    return count > 0 && count < 4 && isKnown(key)
  }

  // MARK: Reading

  /// What the words at a place say; `nil` if nothing.
  static func use(at place: Int, of clauses: UseClauses, in field: StatedUse.Place) -> StatedUse? {
    if isOfOtherPerson(place, clauses) { return .otherPerson }
    for phrase in byFirstWord[clauses.words[place]] ?? [] {
      guard field == .medication || !phrase.isOfNames, let end = phrase.end(at: place, clauses)
      else { continue }
      if let use = phrase.use(place...end, clauses) { return use }
    }
    return nil
  }

  /// The last word of the phrase if it stands at a place, within one clause.
  private func end(at place: Int, _ clauses: UseClauses) -> Int? {
    guard place + words.count <= clauses.words.count else { return nil }
    for (index, alternatives) in words.enumerated() {
      let word = place + index
      guard alternatives.contains(clauses.words[word]), index == 0 || !clauses.begins[word] else {
        return nil
      }
    }
    return place + words.count - 1
  }

  private func use(_ range: ClosedRange<Int>, _ clauses: UseClauses) -> StatedUse? {
    let before = clauses.before(range.lowerBound)
    let behind = clauses.after(range.upperBound)
    if isOtherwise(range, before, behind, clauses) { return nil }
    let lists = UseWordLists.self
    let isTurned = before.suffix(2).contains(where: lists.turns.contains)
    let isConditional = before.contains(where: lists.conditionsBefore.contains)
    if isTurned { return nil }
    switch position {
    case .any: return isConditional ? nil : use
    case .alone: return before.isEmpty && behind.isEmpty ? use : nil
    case .edge:
      let isEdge = behind.isEmpty || range.lowerBound == 0
      return isEdge && !isConditional ? use : nil
    case .order:
      if isConditional || behind.contains(where: lists.conditionsBehind.contains) {
        return .conditional
      }
      // `will hold`, `please hold`
      let isAsked = before.last.map { ["will", "please", "to", "pls"].contains($0) } ?? false
      return behind.isEmpty || before.isEmpty || isAsked ? use : nil
    }
  }

  /// Whether the words speak of something else than the use of the drug.
  private func isOtherwise(
    _ range: ClosedRange<Int>, _ before: ArraySlice<String>, _ behind: ArraySlice<String>,
    _ clauses: UseClauses
  ) -> Bool {
    let lists = UseWordLists.self
    let first = clauses.words[range.lowerBound]
    if let last = before.last, lists.compounds.contains(last) { return true }
    switch first {
    case "hold", "held", "holding", "withhold", "place":
      return behind.contains(where: lists.holdable.contains)
    case "stop", "discontinue":
      let startsWithDate = { (word: String) in word.utf8.first.map { $0 < 0x3A } ?? false }
      let next =
        range.upperBound + 1 < clauses.words.count ? clauses.words[range.upperBound + 1] : ""
      // `stop 3/1/2024` is a day to come, `stop 5 days before surgery` a condition.
      let isDay = startsWithDate(next) && !behind.contains(where: lists.conditionsBehind.contains)
      return words.count == 1 && (lists.stoppable.contains(next) || isDay)
    case "d/c", "d/c'd", "dc'd", "d/ced", "dc'ed", "d/c'ed", "d'c'd", "d/cd":
      guard let next = behind.first, lists.discharges.contains(next) else { return false }
      // `d/c'd on 3/2020` is a day, `d/c'd on lisinopril` a discharge.
      let day = behind.dropFirst().first?.utf8.first ?? 0
      return !(next == "on" && (0x30...0x39).contains(day))
    case "intolerant", "intolerance", "allergic", "allergy":
      return before.last.map(lists.notDrugs.contains) ?? false
    case "previously", "formerly":
      return behind.first.map(lists.notPast.contains) ?? false
    default: return use == .planned && behind.contains(where: lists.notPlanned.contains)
    }
  }

  /// `husband's`, `mother takes`, `belongs to wife`, `for her husband`.
  private static func isOfOtherPerson(_ place: Int, _ clauses: UseClauses) -> Bool {
    let lists = UseWordLists.self
    let word = clauses.words[place]
    let before = clauses.before(place)
    let next = clauses.after(place).first
    if lists.plainPossessives.contains(word) {
      return !(next.map(lists.ownThings.contains) ?? false)
    }
    if word.hasSuffix("'s"), lists.people.contains(String(word.dropLast(2))) {
      return !(next.map(lists.ownThings.contains) ?? false)
    }
    guard lists.people.contains(word) else { return false }
    // `per mother takes 5 ml`: she reports what the patient takes.
    if let next, lists.taking.contains(next), before.last != "per" { return true }
    if next == "is" || next == "was" {
      let verb = clauses.after(place).dropFirst().first ?? ""
      return ["on", "taking", "using", "prescribed"].contains(verb) && before.last != "per"
    }
    let determiners: Set<String> = ["his", "her", "the", "their", "my", "pt's", "patient's"]
    let joined = before.last.map(determiners.contains) == true ? before.dropLast() : before
    if joined.last == "for" { return next == nil }
    return joined.last == "to" && joined.dropLast().last == "belongs"
  }
}
