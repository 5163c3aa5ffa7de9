// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText
internal import MedicationModel
internal import MedicationStore

// FHIR's Timing says times of day, every n days and days of the week. A cycle of days
// on and off and a day of the month it cannot say: they are written in words, and all
// of them exactly in an extension.

/// One Dosage of a schedule: the times of a part that have the same amount.
struct ScheduledDosage {
  private let part: SchedulePart?
  private let times: [DoseTime]
  private let unit: String
  private let bounds: (start: String, end: String?)?

  /// The dosages of a medication; one without a schedule is taken as needed.
  static func all(of owned: OwnedMedication, zone: Zone) -> [ScheduledDosage] {
    let unit = owned.unit?.unitString ?? ""
    guard let schedule = owned.schedule else {
      return [ScheduledDosage(part: nil, times: [], unit: unit, bounds: nil)]
    }
    return schedule.parts.flatMap { part in
      // Amounts in the order of their first time.
      let amounts = part.times.reduce(into: [Double]()) { amounts, time in
        if !amounts.contains(time.quantity) { amounts.append(time.quantity) }
      }
      let bounds = (
        zone.text(zone.instant(of: part.start)), part.end.map { zone.text(zone.instant(of: $0)) }
      )
      return amounts.map { amount in
        ScheduledDosage(
          part: part, times: part.times.filter { $0.quantity == amount }, unit: unit,
          bounds: bounds)
      }
    }
  }

  func write(to json: inout JSONWriter, isR5: Bool) {
    guard let part else {
      return json.member(isR5 ? "asNeeded" : "asNeededBoolean", true)
    }
    if let words = part.days.wordsOnly { json.member("text", words) }
    json.object("timing") { json in
      json.object("repeat") { json in
        if let bounds {
          json.object("boundsPeriod") { json in
            json.member("start", bounds.start)
            if let end = bounds.end { json.member("end", end) }
          }
        }
        switch part.days {
        case .everyDay: json.period(1, "d", times.count)
        case .everyDays(let count): json.period(count, "d", times.count)
        case .weekdays(let days):
          json.period(1, "wk", times.count * days.count)
          json.member("dayOfWeek", Weekday.allCases.filter(days.contains).map(\.rawValue))
        case .cycle, .dayOfMonth: break
        }
        json.member("timeOfDay", times.map { "\($0.text):00" })
      }
    }
    json.objects("doseAndRate", times.prefix(1).map(\.quantity)) { quantity, json in
      json.object("doseQuantity") { $0.quantity(quantity, unit) }
    }
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

extension JSONWriter {
  fileprivate mutating func period(_ period: Int, _ unit: String, _ frequency: Int) {
    member("frequency", frequency)
    member("period", period)
    member("periodUnit", unit)
  }
}
