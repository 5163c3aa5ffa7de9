// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import MedicationModel
internal import MedicationStore

// A dosage often says more in words, or by the code of its timing, than in its
// elements: "once a week" beside a time of day alone. A reminder for each day
// would be a wrong dose, so words count only if every one of them is known and
// agrees with the elements. What is not understood gives no schedule.

/// What the words of a dosage must agree with.
struct TimingWords {
  /// The minutes of the day at which it is taken.
  let times: [Int]
  /// How much is taken each time.
  let quantity: Double
  /// What the amount counts.
  let unit: String
  /// On which days.
  let days: ScheduleDays

  /// Everything that dosages say in words, each or all together, the codes of their timings and codes
  /// without words among it.
  static func all(of dosages: [FHIRDosage], _ rendered: String?) -> [String] {
    let texts = dosages.flatMap { dosage in
      let code = dosage.timing?.code
      let codes = code?.codings.flatMap { [$0.display, $0.code] } ?? []
      return dosage.instructionsInWords + dosage.additionalInstructions.compactMap(\.words)
        + ([code?.text] + codes).compactMap(\.self)
    }
    return ([rendered].compactMap(\.self) + texts).reduce(into: []) { words, text in
      if !words.contains(text) { words.append(text) }
    }
  }

  /// Whether a text says nothing but what the elements say, or nothing about amount and time.
  func agree(with text: String) -> Bool {
    let words = Self.words(in: text)
    var (isDaily, isWeekly) = (false, false)
    var counts: [Int] = []
    var hours: [Range<Int>] = []
    var weekdays: Set<Weekday> = []
    for (place, word) in words.enumerated() {
      let next = place + 1 < words.count ? words[place + 1] : ""
      if let number = Self.numbers[word] ?? Double(word) {
        if Self.times.contains(next), let count = Int(exactly: number) {
          counts.append(count)
        } else if number != quantity || ["am", "pm"].contains(next)
          || place > 0 && words[place - 1] == "at"
        {
          return false
        }
      } else if Self.times.contains(word) {
        // Without a number it is said of nothing.
        guard place > 0, (Self.numbers[words[place - 1]] ?? Double(words[place - 1])) != nil else {
          return false
        }
      } else if let count = Self.counts[word] {
        counts.append(count)
      } else if let count = Self.countsOfDay[word] {
        isDaily = true
        counts.append(count)
      } else if let weekday = Self.weekdays[word] {
        weekdays.insert(weekday)
      } else if Self.weekly.contains(word) {
        isWeekly = true
      } else if Self.daily.contains(word) {
        isDaily = isDaily || !(Self.weekdays[next] != nil || Self.weekly.contains(next))
      } else if let part = Self.partsOfDay[word] ?? Self.time(word) {
        hours.append(part)
      } else if let named = Self.units[word] {
        guard Self.units[unit.lowercased()] ?? named == named else { return false }
      } else if !Self.silent.contains(word), word != unit.lowercased() {
        return false
      }
    }
    return (!isDaily || days == .everyDay) && (weekdays.isEmpty || days == .weekdays(weekdays))
      && agree(with: hours) && agree(with: counts, isDaily: isDaily, isWeekly: isWeekly, hours)
  }

  /// Whether each time is in one of the parts of the day that are named, and each part has one.
  private func agree(with hours: [Range<Int>]) -> Bool {
    hours.isEmpty
      || hours.allSatisfy { times.contains(where: $0.contains) }
        && times.allSatisfy { time in hours.contains { $0.contains(time) } }
  }

  /// Whether it is taken as often as the words say: once, where they do not say how often.
  private func agree(
    with counts: [Int], isDaily: Bool, isWeekly: Bool, _ hours: [Range<Int>]
  ) -> Bool {
    guard isDaily || isWeekly || !counts.isEmpty else { return true }
    let count: Int
    switch days {
    case .everyDay where !isWeekly: count = times.count
    case .weekdays(let weekdays) where isWeekly: count = times.count * weekdays.count
    case .everyDays(7) where isWeekly: count = times.count
    default: return false
    }
    return counts.isEmpty
      ? count == 1 || !isWeekly && !hours.isEmpty
      : counts.allSatisfy { $0 == count }
  }

  private static func words(in text: String) -> [String] {
    text.lowercased().split { !($0.isLetter || $0.isNumber || ":./%'\u{2019}".contains($0)) }
      .map { word in
        // A sentence's full stop is no part of a number.
        String(word.last == "." || word.last == ":" ? word.dropLast() : word)
      }
      .filter { !$0.isEmpty }
  }

  private static func time(_ word: String) -> Range<Int>? {
    let padded = word.utf8.count == 4 ? "0" + word : word
    guard padded.contains(":"), let minute = DoseTime.minuteOfDay(padded) else { return nil }
    return minute..<minute + 1
  }

  private static let numbers: [String: Double] = [
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "half": 0.5,
  ]
  private static let times: Set<String> = ["time", "times", "x"]
  private static let counts = ["once": 1, "twice": 2, "thrice": 3]
  private static let countsOfDay = [
    "qd": 1, "od": 1, "bid": 2, "bd": 2, "tid": 3, "tds": 3, "qid": 4, "qds": 4,
  ]
  private static let daily: Set<String> = ["daily", "day", "each", "every"]
  private static let weekly: Set<String> = ["weekly", "week", "wk"]
  private static let partsOfDay: [String: Range<Int>] = [
    "morning": 240..<720, "breakfast": 240..<720, "am": 0..<720, "noon": 660..<840,
    "midday": 660..<840, "lunch": 660..<900, "afternoon": 720..<1080, "pm": 720..<1440,
    "evening": 960..<1440, "dinner": 960..<1320, "supper": 960..<1320, "night": 1080..<1440,
    "bedtime": 1140..<1440, "bed": 1140..<1440,
  ]
  private static let weekdays: [String: Weekday] = Weekday.allCases.reduce(into: [:]) {
    for word in ["\($1)", "\($1)s", $1.rawValue] { $0[word] = $1 }
  }
  /// Words for units, with an s behind them, too: `patche` for `patches`.
  private static let units: [String: String] = [
    ("capsule", "cap"), ("drop", "gtt"), ("patch", "patche"), ("pill", "pill"), ("puff", "puff"),
    ("spray", "spray"), ("tablet", "tab"), ("unit", "unit"),
  ].reduce(into: [:]) { for word in [$1.0, $1.1] { ($0[word], $0[word + "s"]) = ($1.0, $1.0) } }
  /// Words that say nothing of how much and when.
  private static let silent: Set<String> = Set(
    """
    a an and at before by dose doses food full glass in milk mouth of on oral orally per po \
    swallow swallowed take taken the water whole with
    """.split(separator: " ").map(String.init))
}
