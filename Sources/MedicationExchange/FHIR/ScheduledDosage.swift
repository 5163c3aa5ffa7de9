// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText
internal import MedicationModel
internal import MedicationStore

// FHIR's Timing says times of day, every n days and days of the week. A cycle of days
// on and off and a day of the month it cannot say: their times alone would be read as daily, so
// they are written in words, and all of them exactly in an extension.

extension FHIRBundleWriter {
  /// The dosages of a medication, one for the times of a part that have the same amount.
  ///
  /// A medication without a schedule is taken as needed.
  func dosages(of owned: OwnedMedication) -> [JSONValue] {
    guard let schedule = owned.schedule else {
      // Of a schedule that cannot be read the extension says that there is one.
      guard !owned.medication.hasSchedule else { return [] }
      return [.object([(isR5 ? "asNeeded" : "asNeededBoolean", .flag(true))])]
    }
    return schedule.parts.flatMap { part -> [JSONValue] in
      // Amounts in the order of their first time.
      let amounts = part.times.reduce(into: [Double]()) { amounts, time in
        if !amounts.contains(time.quantity) { amounts.append(time.quantity) }
      }
      return amounts.map { amount in
        let times = part.times.filter { $0.quantity == amount }
        let quantity = Self.quantity(amount, owned.unit?.unitString ?? "")
        let words = words(part, times)
        return [
          "text": words,
          "timing": ["repeat": repetition(part, times), "code": words.map { ["text": $0] }],
          "doseAndRate": .list([["doseQuantity": quantity]]),
        ]
      }
    }
  }

  /// The times of a part in words, where FHIR has no elements for its days.
  private func words(_ part: SchedulePart, _ times: [DoseTime]) -> JSONValue? {
    let days: String
    switch part.days {
    case .everyDay, .everyDays, .weekdays: return nil
    case .cycle(let on, let off):
      days = "\(on) days with doses, \(off) days without, again and again"
    case .dayOfMonth(let day): days = "on day \(day) of each month, or its last day"
    }
    let times = times.map(\.text).joined(separator: ", ")
    let end = part.end.map { "; until \($0.shortText)" } ?? ""
    return .string("\(times); \(days); from \(part.start.shortText)\(end)")
  }

  /// The times of a part as elements; `nil` where FHIR has none for its days.
  private func repetition(_ part: SchedulePart, _ times: [DoseTime]) -> JSONValue? {
    func text(_ time: LocalTime) -> String { zone.text(zone.instant(of: time)) }
    let rule: (frequency: Int, period: Int, unit: String)
    var weekdays: [JSONValue] = []
    switch part.days {
    case .everyDay: rule = (times.count, 1, "d")
    case .everyDays(let count): rule = (times.count, count, "d")
    case .weekdays(let days):
      rule = (times.count * days.count, 1, "wk")
      weekdays = Weekday.allCases.filter(days.contains).map { .string($0.rawValue) }
    case .cycle, .dayOfMonth: return nil
    }
    return [
      "boundsPeriod": ["start": .text(text(part.start)), "end": .text(part.end.map(text))],
      "frequency": .count(rule.frequency), "period": .count(rule.period),
      "periodUnit": .string(rule.unit),
      "dayOfWeek": .list(weekdays),
      "timeOfDay": .list(times.map { .string("\($0.text):00") }),
    ]
  }
}
