// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText
internal import MedicationModel
internal import MedicationStore

// MedTimer's backup: medicines with reminders, and events. Days are counted from 1970,
// 0 is none; times are in minutes of the day, moments in seconds.
//
//   {"medicines":{"version":9,"list":[{"medicine":{…},"reminders":[…]}]},
//    "events":{"version":9,"list":[…]}}       or one of the two alone

/// Reads the JSON backups of MedTimer, an app for Android.
struct MedTimerImport {
  private let today: CivilDate
  private let run: ImportRun
  private var byReminder: [Int: Set<HealthConceptIdentifier>] = [:]
  private var byName: [String: HealthConceptIdentifier] = [:]

  static func read(
    _ root: JSONNode, today: CivilDate, into run: ImportRun
  ) throws(ExchangeError) {
    var reader = MedTimerImport(today: today, run: run)
    let parts =
      root["medicines"] == nil && root["events"] == nil
      ? [(root, "")]
      : ["medicines", "events"].compactMap { name in root[name].map { ($0, "\(name).") } }
    for (part, path) in parts {
      guard let version = part["version"]?.integer, version > 0 else {
        throw ExchangeError(
          "import.version", at: "\(path)version", found: "no version above 0",
          expected: "a backup of MedTimer")
      }
      for (index, element) in part.items("list").enumerated() {
        let place = "\(path)list[\(index)]"
        if element["medicine"] != nil {
          reader.readMedicine(element, place)
        } else {
          run.add(.dose, place) { () throws(Refusal) in .dose(try reader.event(element)) }
        }
      }
    }
  }

  private init(today: CivilDate, run: ImportRun) { (self.today, self.run) = (today, run) }

  // MARK: Medicines

  private mutating func readMedicine(_ node: JSONNode, _ place: String) {
    guard let name = node["medicine"]?["name"]?.string, !name.isEmpty else {
      return run.remark(.medication, place, "the medication has no name")
    }
    let identifier = HealthConceptIdentifier.mint(displayText: name, codings: [])
    byName[name] = identifier
    var parts: [SchedulePart] = []
    for (index, reminder) in node.items("reminders").enumerated() {
      if let number = reminder["reminderId"]?.integer {
        byReminder[number, default: []].insert(identifier)
      }
      do throws(Refusal) {
        let part = try part(reminder)
        try Refusal.unless(
          !parts.contains { $0.collides(with: part) }, "another reminder is for the same time")
        parts.append(part)
      } catch {
        run.remark(
          .medication, "\(place).reminders[\(index)]",
          "a reminder was left out: \(error.reason)", isLeftOut: false)
      }
    }
    let concept = MedicationConcept(
      identifier: identifier, displayText: name, generalForm: .unknown, relatedCodings: [])
    // Parts that can be are a schedule; none is as needed.
    run.add(.medication(OwnedMedication(concept, schedule: try? Schedule(parts: parts))), place)
  }

  private func part(_ node: JSONNode) throws(Refusal) -> SchedulePart {
    try Refusal.unless(node["active"]?.boolean ?? true, "it is switched off")
    try Refusal.unless(Self.number(node["linkedReminderId"]) == 0, "it follows another reminder")
    try Refusal.unless(Self.number(node["intervalStart"]) == 0, "it comes at intervals")
    let minute = try Refusal.need(node["timeInMinutes"]?.integer, "it has no time")
    let quantity = try Refusal.need(node["amount"]?.number, "its amount is not a number")
    let last = try Self.number(node["periodEnd"], in: Self.possibleDays)
    let end = last == 0 ? nil : CivilDate(daysSince1970: last + 1)
    let (days, start) = try days(
      node, first: Self.number(node["periodStart"], in: Self.possibleDays))
    return try Refusal.making { () throws(HealthError) in
      try SchedulePart(
        times: [DoseTime(minuteOfDay: minute, quantity: quantity)], days: days, from: start,
        until: end)
    }
  }

  /// Days since 1970 that a calendar reaches, in either direction.
  private static let possibleDays = -4_000_000...4_000_000

  /// A whole number, or a default where it is missing; refuses other values and those out of range.
  private static func number(
    _ node: JSONNode?, otherwise missing: Int = 0, in range: ClosedRange<Int> = .min ... .max
  ) throws(Refusal) -> Int {
    guard let node, !node.isNull else { return missing }
    guard let number = node.integer, range ~= number else {
      throw Refusal("a number of it is not whole or out of range")
    }
    return number
  }

  private func days(_ node: JSONNode, first: Int) throws(Refusal) -> (ScheduleDays, CivilDate) {
    let flags = node.items("days").map { $0.boolean ?? true }
    try Refusal.unless(flags.isEmpty || flags.count == 7, "its days are not seven")
    let weekdays = Set(zip(Weekday.allCases, flags).filter(\.1).map(\.0))
    let isEveryWeekday = flags.allSatisfy(\.self)
    let on = try Self.number(node["consecutiveDays"], otherwise: 1, in: 0...3650)
    let off = try Self.number(node["pauseDays"], in: 0...3650)
    let mask = try Self.number(node["activeDaysOfMonth"], otherwise: -1) & 0x7FFF_FFFF
    let monthDays = (0..<31).filter { mask >> $0 & 1 == 1 }
    let start = first == 0 ? today : CivilDate(daysSince1970: first)
    switch (isEveryWeekday, off > 0, monthDays.count == 31) {
    case (true, false, true): return (.everyDay, start)
    case (false, false, true): return (.weekdays(weekdays), start)
    case (true, false, false) where monthDays.count == 1:
      return (.dayOfMonth(monthDays[0] + 1), start)
    case (true, true, true):
      let anchor = try Self.number(node["cycleStartDay"], in: Self.possibleDays)
      // The cycle is counted from its own first day, also where the period begins later.
      try Refusal.unless(
        first == 0 || first <= anchor || (first - anchor) % (on + off) == 0,
        "its cycle is in the middle when its period begins")
      return (.cycle(on: on, off: off), CivilDate(daysSince1970: max(anchor, first)))
    default: throw Refusal("its days cannot be said in one rule")
    }
  }

  // MARK: Events

  private func event(_ node: JSONNode) throws(Refusal) -> MedicationDoseEvent {
    let status: LogStatus
    switch node["status"]?.string {
    case "TAKEN": status = .taken
    case "SKIPPED": status = .skipped
    case "RAISED": status = .notInteracted
    default: throw Refusal("its status is none that a dose has")
    }
    let name = try Refusal.need(node["medicineName"]?.string, "it names no medicine")
    let reminder = node["reminderId"]?.integer ?? -1
    let candidates = byReminder[reminder] ?? []
    let identifier =
      candidates.count == 1
      ? candidates.first : byName[name] ?? byName[Self.withoutCycle(name)]
    let reminded = try Refusal.need(moment(node["remindedTimestamp"]), "it has no date")
    let planned = try Refusal.need(node["amount"]?.number, "its amount is not a number")
    let isScheduled = reminder >= 0
    let start = moment(node["processedTimestamp"]) ?? reminded
    return MedicationDoseEvent(
      uuid: SampleUUID(ofContent: [name, "\(reminder)", reminded.text(), start.text()]),
      medicationConceptIdentifier: identifier
        ?? .mint(displayText: Self.withoutCycle(name), codings: []),
      scheduleType: isScheduled ? .schedule : .asNeeded,
      scheduledDate: isScheduled ? reminded : nil,
      scheduledDoseQuantity: isScheduled ? planned : nil,
      doseQuantity: status == .taken ? planned : status == .skipped ? 0 : nil,
      unit: DoseUnit("dose"), logStatus: status, startDate: start, endDate: start,
      source: SampleSource(name: "MedTimer", bundleIdentifier: "com.futsch1.medtimer"))
  }

  private func moment(_ node: JSONNode?) -> Instant? {
    guard let seconds = node?.integer, seconds > 0 else { return nil }
    return Instant(secondsSince1970: Int64(seconds))
  }

  /// The name without the day of a cycle that MedTimer puts behind it: ` (1/2)`.
  private static func withoutCycle(_ name: String) -> String {
    guard let open = name.lastIndex(of: "("), name.hasSuffix(")") else { return name }
    let inside = name[open...].dropFirst().dropLast().split(separator: "/")
    guard inside.count == 2, inside.allSatisfy({ Int($0) != nil }) else { return name }
    var rest = name[..<open]
    if rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}

extension SchedulePart {
  /// Makes a part that counts from the first time of a day on, up to that of another day.
  init(
    times: [DoseTime], days: ScheduleDays, from start: CivilDate, until end: CivilDate?
  ) throws(HealthError) {
    try self.init(
      times: times, days: days, start: LocalTime(date: start, secondOfDay: 0),
      end: end.map { LocalTime(date: $0, secondOfDay: 0) })
  }

  /// Whether two parts can be due at the same time of the same day; a store would take one.
  func collides(with other: SchedulePart) -> Bool {
    let minutes = Set(times.map(\.minuteOfDay))
    guard other.times.contains(where: { minutes.contains($0.minuteOfDay) }) else { return false }
    guard end.map({ $0 > other.start }) ?? true, other.end.map({ $0 > start }) ?? true else {
      return false
    }
    if case (.weekdays(let days), .weekdays(let others)) = (days, other.days) {
      return !days.isDisjoint(with: others)
    }
    return true
  }
}
