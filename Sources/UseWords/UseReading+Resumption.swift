// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension UseReading {
  /// Whether the text says that the drug is taken again, and no sign puts that before its end.
  ///
  /// `held on admission, resumed 3/4`: whose end it was, and when, is not said. `Restarted 1/2024,
  /// stopped 6/2024` says that the end came last and leaves it as it is. A name next to the resumption
  /// proves no other drug: it may be a brand or the class of this one.
  func isResumed(after end: ClosedRange<Int>) -> Bool {
    resumptions.contains { place in
      if let again = date(beside: place...place), let ended = date(beside: end), again != ended {
        return again > ended
      }
      // `restarted, then stopped`
      return !(place < end.lowerBound && before(end.lowerBound).last == "then")
    }
  }

  /// The places of words that say that a drug was begun again, where none before it turns that
  /// round: `not restarted`, `until resumed`.
  static func resumptions(_ clauses: UseClauses) -> [Int] {
    clauses.words.indices.filter { place in
      // `now taking again`
      let isAgain =
        clauses.words[place] == "again" && place > 0
        && ["taking", "using", "started"].contains(clauses.words[place - 1])
      guard isAgain || Lists.resuming.contains(clauses.words[place]) else { return false }
      return !clauses.words[max(0, place - 2)..<place].contains {
        Lists.turns.contains($0) || Lists.conditionsBefore.contains($0)
      }
    }
  }

  // MARK: Dates

  private struct Month: Comparable {
    let year: Int
    /// From 1; 0 if only the year is said.
    let month: Int

    static func < (left: Month, right: Month) -> Bool {
      left.year != right.year ? left.year < right.year : left.month < right.month
    }

    /// Equal too where one of them says only the year.
    static func == (left: Month, right: Month) -> Bool {
      left.year == right.year
        && (left.month == right.month || left.month == 0 || right.month == 0)
    }
  }

  /// The date between the commas around a phrase; `nil` without a year, and with several.
  private func date(beside phrase: ClosedRange<Int>) -> Month? {
    let words = Array(before(phrase.lowerBound)) + ["-"] + Array(behind(phrase.upperBound))
    let dates = words.indices.compactMap {
      Self.month(words[$0], after: $0 > 0 ? words[$0 - 1] : "")
    }
    return dates.count == 1 ? dates.first : nil
  }

  /// A date as `6/2024`, `June 2024` or `in 2024`.
  ///
  /// Of `6/3/2024` the year alone, since it may begin with the day. A number elsewhere may
  /// be an amount (`2000 units`).
  private static func month(_ word: String, after previous: String) -> Month? {
    guard UseSubject.isDate(word) else { return nil }
    let parts = word.split(separator: "/")
    guard let last = parts.last, last.utf8.count == 4, let year = Int(last) else { return nil }
    if parts.count == 2 {
      guard let month = Int(parts[0]), (1...12).contains(month) else { return nil }
      return Month(year: year, month: month)
    }
    if parts.count > 2 { return Month(year: year, month: 0) }
    if let month = months.firstIndex(where: { $0.contains(previous) }) {
      return Month(year: year, month: month + 1)
    }
    return Lists.beforeYears.contains(previous) ? Month(year: year, month: 0) : nil
  }

  private static let months: [Set<String>] = [
    ["jan", "january"], ["feb", "february"], ["mar", "march"], ["apr", "april"], ["may"],
    ["jun", "june"], ["jul", "july"], ["aug", "august"], ["sep", "sept", "september"],
    ["oct", "october"], ["nov", "november"], ["dec", "december"],
  ]
}
