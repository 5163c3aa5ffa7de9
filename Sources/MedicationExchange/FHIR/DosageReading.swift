// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import MedicationModel
internal import MedicationStore

// A schedule has times of day with an amount each. Only a Dosage that says both is
// one; "twice a day" is not, because nobody said when. The named times of a day
// ("in the morning") are read as an hour, and the hour is said.

/// The schedule that the dosages of a record give, or why they give none.
struct DosageReading {
  private(set) var schedule: Schedule?
  /// What the amounts count.
  private(set) var unit: String?
  /// What is to be known about the schedule.
  private(set) var notes: [String] = []
  /// Why there is no schedule; `nil` also if the medication is taken as needed.
  private(set) var problem: String?

  init() {}

  /// Reads dosages.
  ///
  /// - Parameters:
  ///   - dosages: The dosages of one record.
  ///   - begin: When the use began, as the record says.
  ///   - today: The first day of a schedule for which nobody says when it begins.
  ///   - isExtended: Whether a timing or dose has an extension.
  init(
    _ dosages: [FHIRDosage], begin: CivilDate?, _ today: CivilDate, isExtended: Bool = false
  ) {
    guard !dosages.allSatisfy({ $0.asNeeded == true || !$0.asNeededFor.isEmpty }) else { return }
    do throws(Refusal) {
      guard !isExtended else { throw Refusal("an extension says more about its days or amount") }
      let steps = try read(dosages)
      let parts = try placed(steps, begin: begin, today)
      schedule = try make { () throws(HealthError) in try Schedule(parts: parts) }
    } catch {
      (problem, schedule, unit) = (error.reason, nil, nil)
    }
  }

  private struct Step {
    var times: [Int]
    var quantity: Double
    var days: ScheduleDays
    var start: CivilDate?
    var end: CivilDate?
    var dayCount: Int?
    var sequence: String?

    var isOpen: Bool { end == nil && dayCount == nil }
  }

  private func make<Value>(
    _ body: () throws(HealthError) -> Value
  ) throws(Refusal) -> Value {
    do throws(HealthError) { return try body() } catch { throw Refusal(error.explanation) }
  }

  // MARK: One dosage

  private mutating func read(_ dosages: [FHIRDosage]) throws(Refusal) -> [Step] {
    var steps: [Step] = []
    for dosage in dosages {
      guard !dosage.isWithheld else { throw Refusal("a modifier was not understood") }
      guard dosage.asNeeded != true, dosage.asNeededFor.isEmpty else {
        throw Refusal("some dosages are as needed, others are not")
      }
      guard let timing = dosage.timing else { throw Refusal("a dosage has no timing") }
      if !dosage.maxDosePerPeriod.isEmpty { notes.append("a maximum dose is stated, not kept") }
      var step = Step(
        times: try times(timing), quantity: try amount(dosage), days: .everyDay,
        sequence: dosage.sequence)
      step.days = try days(timing, timeCount: step.times.count)
      try bound(&step, timing)
      steps.append(step)
    }
    return steps
  }

  /// Hours that stand for the named times of a day.
  private static let hours: [String: Int] = [
    "MORN": 480, "AFT": 900, "NOON": 720, "EVE": 1080, "NIGHT": 1320, "HS": 1320,
    "ACM": 450, "CM": 480, "PCM": 510, "ACD": 690, "CD": 720, "PCD": 750,
    "ACV": 1050, "CV": 1080, "PCV": 1110,
  ]

  private mutating func times(_ timing: FHIRTiming) throws(Refusal) -> [Int] {
    guard timing.events.isEmpty else { throw Refusal("single dates are listed") }
    guard timing.count == nil, timing.countMax == nil else {
      throw Refusal("it ends after a number of doses")
    }
    guard timing.duration == nil || ["s", "min", "h"].contains(timing.durationUnit) else {
      throw Refusal("each dose lasts for days")
    }
    guard timing.frequencyMax == nil, timing.periodMax == nil else {
      throw Refusal("how often is a range")
    }
    var times: [Int] = []
    for text in timing.timesOfDay {
      guard let minute = DoseTime.minuteOfDay(String(text.prefix(5))) else {
        throw Refusal("a time of day cannot be read")
      }
      times.append(minute)
    }
    for word in timing.when {
      guard let minute = Self.hours[word] else {
        throw Refusal("it names an event of the day without an hour")
      }
      guard timing.offset ?? "0" == "0" else { throw Refusal("times are before or after an event") }
      let time = DoseTime(minuteOfDay: minute).text
      notes.append("\(word) was read as \(time); change the schedule if another hour is meant")
      times.append(minute)
    }
    guard !times.isEmpty else { throw Refusal("it does not say at which times of day") }
    return times
  }

  private mutating func amount(_ dosage: FHIRDosage) throws(Refusal) -> Double {
    guard dosage.doses.count < 2 else { throw Refusal("a dosage has several amounts") }
    guard dosage.rates.isEmpty else { throw Refusal("a dosage is a rate") }
    guard let quantity = dosage.doses.first?.quantity, quantity.comparator == nil,
      let amount = quantity.value.flatMap({ Double($0) })
    else { throw Refusal("a dosage has no single amount") }
    let found = quantity.unit ?? quantity.code ?? ""
    guard unit == nil || unit == found else { throw Refusal("amounts are in different units") }
    unit = found
    return amount
  }

  private func days(_ timing: FHIRTiming, timeCount: Int) throws(Refusal) -> ScheduleDays {
    let weekdays = timing.daysOfWeek.compactMap { Weekday(rawValue: $0.lowercased()) }
    guard weekdays.count == timing.daysOfWeek.count else {
      throw Refusal("a day of the week cannot be read")
    }
    var count = 1
    if let period = timing.period {
      guard let number = Double(period).flatMap({ Int(exactly: $0) }), number > 0 else {
        throw Refusal("the period is no whole number")
      }
      count = number
    }
    let frequency = timing.frequency.flatMap { Int($0) }
    guard timing.frequency == nil || frequency != nil else {
      throw Refusal("the frequency is no whole number")
    }
    let fitting: [Int]
    let days: ScheduleDays
    switch (timing.periodUnit, weekdays.isEmpty) {
    case (nil, true), ("d", true):
      days = count == 1 ? .everyDay : .everyDays(count)
      fitting = [timeCount]
    case ("wk", true):
      guard timing.when.isEmpty || frequency ?? 1 == 1 else {
        throw Refusal("it does not say on which days of the week")
      }
      days = .everyDays(7 * count)
      fitting = [timeCount]
    case (nil, false), ("wk", false), ("d", false):
      guard count == 1 else {
        throw Refusal("it names days of the week of every second or later one")
      }
      days = .weekdays(Set(weekdays))
      fitting = [1, weekdays.count, timeCount, weekdays.count * timeCount]
    default: throw Refusal("the period is in hours, months or years")
    }
    guard frequency.map(fitting.contains) ?? true else {
      throw Refusal("how often and the times of day do not agree")
    }
    return days
  }

  private func bound(_ step: inout Step, _ timing: FHIRTiming) throws(Refusal) {
    switch timing.bounds {
    case nil: break
    case .range: throw Refusal("how long is a range")
    case .duration(let length):
      guard let number = length.value.flatMap({ Int($0) }), number > 0, length.comparator == nil
      else { throw Refusal("how long is no whole number") }
      switch length.code ?? length.unit {
      case "d", "day", "days": step.dayCount = number
      case "wk", "week", "weeks": step.dayCount = 7 * number
      default: throw Refusal("how long is not in days or weeks")
      }
    case .period(let period):
      step.start = try period.start.map { (text) throws(Refusal) in try date(text) }
      // The last day belongs to the period.
      step.end = try period.end.map { (text) throws(Refusal) in try date(text).adding(days: 1) }
    }
  }

  private func date(_ text: String) throws(Refusal) -> CivilDate {
    guard let date = CivilDate(text.prefix(10)) else { throw Refusal("a date is no full day") }
    return date
  }

  // MARK: All of them

  /// Puts steps one after the other, or in parallel where they have no numbers.
  private mutating func placed(
    _ steps: [Step], begin: CivilDate?, _ today: CivilDate
  ) throws(Refusal) -> [SchedulePart] {
    var steps = steps
    let first = steps.first?.start ?? begin ?? today
    if steps.first?.start == nil, begin == nil {
      notes.append("the schedule starts today: nobody says when it began")
    }
    let numbers = steps.map { $0.sequence.flatMap { Int($0) } ?? 0 }
    if Set(numbers).count > 1 {
      guard Set(numbers).count == numbers.count, numbers == numbers.sorted() else {
        throw Refusal("steps are partly one after the other, partly together")
      }
      if steps.allSatisfy(\.isOpen) {
        // The first would never end: what is numbered is one day's doses.
        notes.append("numbered dosages without an end were read as taken together")
      } else {
        var start = first
        for index in steps.indices {
          steps[index].start = steps[index].start ?? start
          guard index < steps.count - 1 else { break }
          guard let end = Self.end(of: steps[index], from: start) else {
            throw Refusal("a step does not say when it ends")
          }
          start = end
        }
      }
    }
    var parts: [SchedulePart] = []
    for step in steps {
      let start = step.start ?? first
      let end = Self.end(of: step, from: start)
      let part = try make { () throws(HealthError) in
        try SchedulePart(
          times: step.times.map { DoseTime(minuteOfDay: $0, quantity: step.quantity) },
          days: step.days, start: LocalTime(date: start, secondOfDay: 0),
          end: end.map { LocalTime(date: $0, secondOfDay: 0) })
      }
      guard !parts.contains(where: { $0.collides(with: part) }) else {
        throw Refusal("two dosages are for the same time")
      }
      parts.append(part)
    }
    return parts
  }

  private static func end(of step: Step, from start: CivilDate) -> CivilDate? {
    step.end ?? step.dayCount.map { (step.start ?? start).adding(days: $0) }
  }
}
