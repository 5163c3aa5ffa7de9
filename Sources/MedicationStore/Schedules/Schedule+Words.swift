// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

extension Schedule: CustomStringConvertible {
  /// The schedule in words, such as `08:00, 20:00 (2); mon, thu; from 2026-03-02`.
  public var description: String {
    let zone = zoneName.map { "; by the clocks of \($0)" } ?? ""
    return parts.map(\.description).joined(separator: ", then ") + zone
  }
}

extension SchedulePart: CustomStringConvertible {
  /// The part in words.
  public var description: String {
    let times = times.map { time in
      time.quantity == 1 ? time.text : "\(time.text) (\(time.quantity.amountText))"
    }
    var words = [times.joined(separator: ", ")]
    if let text = days.words { words.append(text) }
    words.append("from " + start.shortText)
    if let end { words.append("until " + end.shortText) }
    return words.joined(separator: "; ")
  }
}

extension ScheduleDays {
  fileprivate var words: String? {
    switch self {
    case .everyDay, .everyDays(1): nil
    case .everyDays(let count): "every \(count) days"
    case .weekdays(let days):
      Weekday.allCases.filter(days.contains).map(\.rawValue).joined(separator: ", ")
    case .cycle(let on, let off): "\(on) days on, \(off) off"
    case .dayOfMonth(let day): "day \(day) of the month"
    }
  }
}

extension LocalTime {
  /// The time without seconds, a midnight as its day alone.
  public var shortText: String {
    secondOfDay == 0 ? date.description : minuteText
  }

  /// The time as `YYYY-MM-DD HH:MM`.
  public var minuteText: String {
    String(description.prefix(16).map { $0 == "T" ? " " : $0 })
  }
}

extension Double {
  /// The amount as people write it, a whole one without a decimal point.
  public var amountText: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}
