// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import MedicationStore

// FHIR's Timing says times of day, every n days and days of the week. A cycle of days
// on and off and a day of the month it cannot say: they are written in words, and all
// of them exactly in an extension.

extension FHIRBundleWriter {
  /// The dosages of a medication, one for the times of a part that have the same amount.
  ///
  /// A medication without a schedule is taken as needed.
  func dosages(of owned: OwnedMedication) -> [FHIRValue] {
    guard let schedule = owned.schedule else {
      return [.object([(isR5 ? "asNeeded" : "asNeededBoolean", .flag(true))])]
    }
    return schedule.parts.flatMap { part -> [FHIRValue] in
      // Amounts in the order of their first time.
      let amounts = part.times.reduce(into: [Double]()) { amounts, time in
        if !amounts.contains(time.quantity) { amounts.append(time.quantity) }
      }
      return amounts.map { amount in
        let times = part.times.filter { $0.quantity == amount }
        let quantity = Self.quantity(amount, owned.unit?.unitString ?? "")
        return [
          "text": .text(part.days.wordsOnly),
          "timing": ["repeat": repetition(part, times)],
          "doseAndRate": .list([["doseQuantity": quantity]]),
        ]
      }
    }
  }

  private func repetition(_ part: SchedulePart, _ times: [DoseTime]) -> FHIRValue {
    func text(_ time: LocalTime) -> String { zone.text(zone.instant(of: time)) }
    let rule: (frequency: Int, period: Int, unit: String)?
    var weekdays: [FHIRValue] = []
    switch part.days {
    case .everyDay: rule = (times.count, 1, "d")
    case .everyDays(let count): rule = (times.count, count, "d")
    case .weekdays(let days):
      rule = (times.count * days.count, 1, "wk")
      weekdays = Weekday.allCases.filter(days.contains).map { .string($0.rawValue) }
    case .cycle, .dayOfMonth: rule = nil
    }
    return [
      "boundsPeriod": ["start": .text(text(part.start)), "end": .text(part.end.map(text))],
      "frequency": rule.map { .number("\($0.frequency)") },
      "period": rule.map { .number("\($0.period)") },
      "periodUnit": .text(rule?.unit),
      "dayOfWeek": .list(weekdays),
      "timeOfDay": .list(times.map { .string("\($0.text):00") }),
    ]
  }
}

extension ScheduleDays {
  /// The days in words, where FHIR has no elements for them.
  fileprivate var wordsOnly: String? {
    switch self {
    case .everyDay, .everyDays, .weekdays: nil
    case .cycle(let on, let off): "\(on) days with doses, \(off) days without, again and again"
    case .dayOfMonth(let day): "on day \(day) of each month, or its last day"
    }
  }
}
