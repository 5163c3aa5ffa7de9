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
  private var records = ImportedRecords()
  private var byReminder: [Int: Set<HealthConceptIdentifier>] = [:]
  private var byName: [String: HealthConceptIdentifier] = [:]

  static func records(of root: JSONNode, today: CivilDate) throws(ExchangeError) -> ImportedRecords
  {
    var reader = MedTimerImport(today: today)
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
          reader.readEvent(element, place)
        }
      }
    }
    return reader.records
  }

  private init(today: CivilDate) { self.today = today }

  // MARK: Medicines

  private mutating func readMedicine(_ node: JSONNode, _ place: String) {
    guard let name = node["medicine"]?["name"]?.string, !name.isEmpty else {
      return records.leaveOut(.medication, place, "the medication has no name")
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
        guard !parts.contains(where: { $0.collides(with: part) }) else {
          throw Refusal("another reminder is for the same time")
        }
        parts.append(part)
      } catch {
        records.note(
          .medication, "\(place).reminders[\(index)]", "a reminder was left out: \(error.reason)")
      }
    }
    // Parts that can be are a schedule; none is as needed.
    let schedule = try? Schedule(parts: parts)
    records.medications.append(
      .init(
        record: OwnedMedication(
          MedicationConcept(
            identifier: identifier, displayText: name, generalForm: .unknown, relatedCodings: []),
          schedule: schedule), place: place))
  }

  private func part(_ node: JSONNode) throws(Refusal) -> SchedulePart {
    func number(_ name: String) -> Int { node[name]?.integer ?? 0 }
    guard node["active"]?.boolean ?? true else { throw Refusal("it is switched off") }
    guard number("linkedReminderId") == 0 else { throw Refusal("it follows another reminder") }
    guard number("intervalStart") == 0 else { throw Refusal("it comes at intervals") }
    guard let minute = node["timeInMinutes"]?.integer else { throw Refusal("it has no time") }
    guard let quantity = node["amount"]?.number else { throw Refusal("its amount is not a number") }
    let end = number("periodEnd") == 0 ? nil : CivilDate(daysSince1970: number("periodEnd") + 1)
    let (days, start) = try days(node, first: number("periodStart"))
    do throws(HealthError) {
      return try SchedulePart(
        times: [DoseTime(minuteOfDay: minute, quantity: quantity)], days: days,
        start: LocalTime(date: start, secondOfDay: 0),
        end: end.map { LocalTime(date: $0, secondOfDay: 0) })
    } catch { throw Refusal(error.explanation) }
  }

  private func days(_ node: JSONNode, first: Int) throws(Refusal) -> (ScheduleDays, CivilDate) {
    let flags = node.items("days").map { $0.boolean ?? true }
    guard flags.isEmpty || flags.count == 7 else { throw Refusal("its days are not seven") }
    let weekdays = Set(zip(Weekday.allCases, flags).filter(\.1).map(\.0))
    let isEveryWeekday = flags.allSatisfy(\.self)
    let on = node["consecutiveDays"]?.integer ?? 1
    let off = node["pauseDays"]?.integer ?? 0
    let mask = (node["activeDaysOfMonth"]?.integer ?? -1) & 0x7FFF_FFFF
    let monthDays = (0..<31).filter { mask >> $0 & 1 == 1 }
    let start = first == 0 ? today : CivilDate(daysSince1970: first)
    switch (isEveryWeekday, off > 0, monthDays.count == 31) {
    case (true, false, true): return (.everyDay, start)
    case (false, false, true): return (.weekdays(weekdays), start)
    case (true, false, false) where monthDays.count == 1:
      return (.dayOfMonth(monthDays[0] + 1), start)
    case (true, true, true):
      let anchor = node["cycleStartDay"]?.integer ?? 0
      // The cycle is counted from its own first day, also where the period begins later.
      guard first == 0 || first <= anchor || (first - anchor) % (on + off) == 0 else {
        throw Refusal("its cycle is in the middle when its period begins")
      }
      return (.cycle(on: on, off: off), CivilDate(daysSince1970: max(anchor, first)))
    default: throw Refusal("its days cannot be said in one rule")
    }
  }

  // MARK: Events

  private mutating func readEvent(_ node: JSONNode, _ place: String) {
    do throws(Refusal) {
      records.doses.append(.init(record: try event(node), place: place))
    } catch {
      records.leaveOut(.dose, place, error.reason)
    }
  }

  private func event(_ node: JSONNode) throws(Refusal) -> MedicationDoseEvent {
    let status: LogStatus
    switch node["status"]?.string {
    case "TAKEN": status = .taken
    case "SKIPPED": status = .skipped
    case "RAISED": status = .notInteracted
    default: throw Refusal("its status is none that a dose has")
    }
    guard let name = node["medicineName"]?.string else { throw Refusal("it names no medicine") }
    let reminder = node["reminderId"]?.integer ?? -1
    let candidates = byReminder[reminder] ?? []
    let identifier =
      candidates.count == 1
      ? candidates.first : byName[name] ?? byName[Self.withoutCycle(name)]
    guard let reminded = moment(node["remindedTimestamp"]) else { throw Refusal("it has no date") }
    guard let planned = node["amount"]?.number else { throw Refusal("its amount is not a number") }
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
