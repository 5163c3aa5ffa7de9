// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import MedicationLists
internal import MedicationModel
internal import MedicationStore

// A schedule has times of day with an amount each. Only a Dosage that states
// both is one; "twice a day" is not, because it does not say when. The named
// times of a day ("in the morning") are read as an hour, which is reported.
// Nothing else in the document may say otherwise: its words, or the code of the
// timing, which FHIR calls a complete statement, or the period of use.

/// The schedule that the dosages of a record give, or why they give none.
struct DosageReading {
  private(set) var schedule: Schedule?
  /// What the amounts count.
  private(set) var unit: String?
  /// What is to be known about the schedule.
  private(set) var notes: [String] = []
  /// Why there is no schedule; `nil` also if the medication is taken as needed.
  private(set) var problem: String?
  /// What the document says in words of amounts and times, if there is a problem.
  private(set) var words: [String] = []

  /// Makes one without a schedule, and why, with the words of dosages.
  init(problem: String? = nil, of dosages: [FHIRDosage] = []) {
    (self.problem, words) = (problem, TimingWords.all(of: dosages, nil))
  }

  /// Reads dosages.
  ///
  /// - Parameters:
  ///   - dosages: The dosages of one record.
  ///   - use: The period of use, as the record says.
  ///   - today: The first day of a schedule without a stated start.
  ///   - rendered: What the record says in words of all dosages together.
  ///   - isExtended: Whether a timing or dose has an extension.
  ///   - objection: Why there must be no schedule, whatever the dosages say.
  init(
    _ dosages: [FHIRDosage], in use: FHIRPeriod = FHIRPeriod(), _ today: CivilDate,
    rendered: String? = nil, isExtended: Bool = false, objection: String? = nil
  ) {
    guard !dosages.allSatisfy({ $0.asNeeded == true || !$0.asNeededFor.isEmpty }) else { return }
    do throws(Refusal) {
      if let objection { throw Refusal(objection) }
      try Refusal.unless(!isExtended, "an extension says more about its days or amount")
      let steps = try read(dosages, rendered)
      let parts = try placed(steps, in: use, today)
      schedule = try Refusal.making { () throws(HealthError) in try Schedule(parts: parts) }
    } catch {
      (problem, schedule, unit, notes) = (error.reason, nil, nil, [])
      words = TimingWords.all(of: dosages, rendered)
    }
  }

  /// Whether two records say the same of the doses from a day on.
  func agrees(with other: DosageReading, from day: CivilDate) -> Bool {
    guard let schedule, let second = other.schedule else {
      return schedule == nil && other.schedule == nil && (problem == nil) == (other.problem == nil)
    }
    return unit == other.unit && schedule.agrees(with: second, from: day)
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

  // MARK: One dosage

  private mutating func read(
    _ dosages: [FHIRDosage], _ rendered: String?
  ) throws(Refusal) -> [Step] {
    var steps: [Step] = []
    for dosage in dosages {
      let known = notes
      try Refusal.unless(!dosage.isWithheld, "a modifier was not understood")
      try Refusal.unless(
        dosage.asNeeded != true && dosage.asNeededFor.isEmpty,
        "some dosages are as needed, others are not")
      let timing = try Refusal.need(dosage.timing, "a dosage has no timing")
      if !dosage.maxDosePerPeriod.isEmpty { notes.append("a maximum dose is stated, not kept") }
      var step = Step(
        times: try times(timing), quantity: try amount(dosage), days: .everyDay,
        sequence: dosage.sequence)
      step.days = try days(timing, timeCount: step.times.count)
      let words = TimingWords(
        times: step.times, quantity: step.quantity, unit: unit ?? "", days: step.days)
      try Refusal.unless(
        TimingWords.all(of: [dosage], rendered).allSatisfy(words.agree),
        "its words, or the code of its timing, say more or something else")
      try bound(&step, timing)
      if step.quantity == 0 { notes = known + ["an amount of 0 was read as no dose at that time"] }
      steps.append(step)
    }
    return steps
  }

  /// Hours that represent the named times of a day.
  private static let hours: [String: Int] = [
    "MORN": 480, "AFT": 900, "NOON": 720, "EVE": 1080, "NIGHT": 1320, "HS": 1320,
    "ACM": 450, "CM": 480, "PCM": 510, "ACD": 690, "CD": 720, "PCD": 750,
    "ACV": 1050, "CV": 1080, "PCV": 1110,
  ]

  private mutating func times(_ timing: FHIRTiming) throws(Refusal) -> [Int] {
    try Refusal.unless(timing.events.isEmpty, "single dates are listed")
    try Refusal.unless(
      timing.count == nil && timing.countMax == nil, "it ends after a number of doses")
    try Refusal.unless(
      timing.duration == nil || ["s", "min", "h"].contains(timing.durationUnit),
      "each dose lasts for days")
    try Refusal.unless(
      timing.frequencyMax == nil && timing.periodMax == nil, "how often is a range")
    var times: [Int] = []
    for text in timing.timesOfDay {
      let minute = DoseTime.minuteOfDay(String(text.prefix(5)))
      times.append(try Refusal.need(minute, "a time of day cannot be read"))
      if text.dropFirst(5).contains(where: { "1"..."9" ~= $0 }) {
        notes.append("the seconds of a time of day were left out")
      }
    }
    for word in timing.when {
      let minute = try Refusal.need(
        Self.hours[word], "it names an event of the day without an hour")
      try Refusal.unless(timing.offset ?? "0" == "0", "times are before or after an event")
      let time = DoseTime(minuteOfDay: minute).text
      notes.append("\(word) was read as \(time); change the schedule if another hour is meant")
      times.append(minute)
    }
    try Refusal.unless(!times.isEmpty, "it does not say at which times of day")
    return times
  }

  private mutating func amount(_ dosage: FHIRDosage) throws(Refusal) -> Double {
    try Refusal.unless(dosage.doses.count < 2, "a dosage has several amounts")
    try Refusal.unless(dosage.rates.isEmpty, "a dosage is a rate")
    let dose = try Refusal.need(
      dosage.doses.first?.amount, "a dosage has no single amount with one unit")
    try Refusal.unless(unit == nil || unit == dose.unit, "amounts are in different units")
    unit = dose.unit
    return dose.value
  }

  private func days(_ timing: FHIRTiming, timeCount: Int) throws(Refusal) -> ScheduleDays {
    let weekdays = timing.daysOfWeek.compactMap { Weekday(rawValue: $0.lowercased()) }
    try Refusal.unless(
      weekdays.count == timing.daysOfWeek.count, "a day of the week cannot be read")
    let count = Double(timing.period ?? "1").flatMap { Int(exactly: $0) } ?? 0
    try Refusal.unless(1...3650 ~= count, "the period is no whole number up to 3650")
    let frequency = timing.frequency.flatMap { Int($0) }
    try Refusal.unless(
      timing.frequency == nil || frequency != nil, "the frequency is no whole number")
    let fitting: [Int]
    let days: ScheduleDays
    switch (timing.periodUnit, weekdays.isEmpty) {
    case (nil, true), ("d", true):
      days = count == 1 ? .everyDay : .everyDays(count)
      fitting = [timeCount]
    case ("wk", true):
      try Refusal.unless(
        timing.when.isEmpty || frequency ?? 1 == 1, "it does not say on which days of the week")
      days = .everyDays(7 * count)
      fitting = [timeCount]
    case (nil, false), ("wk", false), ("d", false):
      try Refusal.unless(
        count == 1, "it names days of the week of every second or later one")
      days = .weekdays(Set(weekdays))
      fitting = [1, weekdays.count, timeCount, weekdays.count * timeCount]
    default: throw Refusal("the period is in hours, months or years")
    }
    try Refusal.unless(
      frequency.map(fitting.contains) ?? true, "how often and the times of day do not agree")
    return days
  }

  /// How many days a unit has.
  private static let days = ["d": 1, "day": 1, "days": 1, "wk": 7, "week": 7, "weeks": 7]

  private mutating func bound(_ step: inout Step, _ timing: FHIRTiming) throws(Refusal) {
    switch timing.bounds {
    case nil: break
    case .range: throw Refusal("how long is a range")
    case .duration(let length):
      guard let number = length.value.flatMap({ Int($0) }), 1...500_000 ~= number,
        length.comparator == nil
      else { throw Refusal("how long is no whole number up to 500,000") }
      guard let days = Self.days[length.code ?? length.unit ?? ""],
        length.unit.flatMap({ Self.days[$0] }) ?? days == days
      else { throw Refusal("how long is not in days or weeks") }
      step.dayCount = days * number
    case .period(let period):
      step.start = try period.start.map { (text) throws(Refusal) in try date(text) }
      step.end = try end(of: period)
    }
  }

  /// The day after a period: its last day belongs to it, unless it ends as that begins.
  private mutating func end(of period: FHIRPeriod) throws(Refusal) -> CivilDate? {
    guard let text = period.end else { return nil }
    let end = try date(text).adding(days: text.dropFirst(10).hasPrefix("T00:00") ? 0 : 1)
    guard end.components.year > 2261 else { return end }
    notes.append("an end after the year 2261 was read as no end")
    return nil
  }

  /// The day on which a period begins; `nil` if all that is known is that it has begun.
  private func begin(of period: FHIRPeriod, _ today: CivilDate) throws(Refusal) -> CivilDate? {
    guard let text = period.start else { return nil }
    if let start = StatedDate(text), let day = StatedDate("\(today)"), start.isPast(on: day),
      CivilDate(text.prefix(10)) == nil
    {
      return nil
    }
    return try date(text)
  }

  private func date(_ text: String) throws(Refusal) -> CivilDate {
    try Refusal.need(CivilDate(text.prefix(10)), "a date is no full day")
  }

  // MARK: All of them

  /// Puts steps one after the other, or in parallel where they have no numbers.
  private mutating func placed(
    _ steps: [Step], in use: FHIRPeriod, _ today: CivilDate
  ) throws(Refusal) -> [SchedulePart] {
    var steps = steps
    let (begin, close) = (try begin(of: use, today), try end(of: use))
    let first = steps.first?.start ?? begin ?? today
    if steps.first?.start == nil, begin == nil {
      notes.append("the schedule starts today: nobody says when it began")
    }
    let numbers = steps.map { $0.sequence.flatMap { Int($0) } ?? 0 }
    if Set(numbers).count > 1 {
      try Refusal.unless(
        Set(numbers).count == numbers.count && numbers == numbers.sorted(),
        "steps are partly one after the other, partly together")
      if steps.allSatisfy(\.isOpen) {
        // The first would never end: what is numbered is one day's doses.
        notes.append("numbered dosages without an end were read as taken together")
      } else {
        var start = first
        for index in steps.indices {
          steps[index].start = steps[index].start ?? start
          guard index < steps.count - 1 else { break }
          start = try Refusal.need(
            Self.end(of: steps[index], from: start), "a step does not say when it ends")
        }
      }
    }
    var parts: [SchedulePart] = []
    for step in steps {
      let start = step.start ?? first
      try Refusal.unless(start >= begin ?? start, "a dosage begins before the medication is used")
      let ends = [Self.end(of: step, from: start), close].compactMap(\.self)
      let part = try Refusal.making { () throws(HealthError) in
        try SchedulePart(
          times: step.times.map { DoseTime(minuteOfDay: $0, quantity: step.quantity) },
          days: step.days, from: start, until: ends.min())
      }
      try Refusal.unless(
        !parts.contains { $0.collides(with: part) }, "two dosages are for the same time")
      parts.append(part)
    }
    // A 0 means that nothing is taken; it is one of the steps, but not a dose.
    parts = parts.filter { $0.times.allSatisfy { $0.quantity != 0 } }
    try Refusal.unless(!parts.isEmpty, "all amounts are 0")
    return parts
  }

  private static func end(of step: Step, from start: CivilDate) -> CivilDate? {
    step.end ?? step.dayCount.map { (step.start ?? start).adding(days: $0) }
  }
}

extension FHIRDose {
  /// The amount and what it counts; `nil` if it is a range, a limit, or has two units.
  var amount: (value: Double, unit: String)? {
    guard let quantity, range == nil, quantity.comparator == nil, !quantity.hasTwoUnits,
      let value = quantity.value.flatMap({ Double($0) })
    else { return nil }
    return (value, quantity.unit ?? quantity.code ?? "")
  }
}
