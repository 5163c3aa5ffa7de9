// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import JSONText
internal import MedicationModel

// {"zone":null,"parts":[{"times":[{"at":"08:00","amount":1}],
//   "days":{"kind":"weekdays","weekdays":["mon","thu"]},
//   "start":"2026-03-01T00:00:00","end":null}]}

extension Schedule {
  /// Writes the schedule as a JSON object.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("zone", zoneName)
      writer.objects("parts", parts) { part, writer in
        writer.objects("times", part.times) { time, writer in
          writer.member("at", time.text)
          writer.member("amount", Double?(time.quantity))
        }
        writer.object("days") { writer in part.days.write(to: &writer) }
        writer.member("start", part.start.description)
        writer.member("end", part.end?.description)
      }
    }
  }

  /// The schedule as JSON text.
  package var columnText: String { JSONWriter.text(write) }

  /// Reads what write(to:) writes.
  ///
  /// - Throws: ``HealthError`` with ``HealthError/schedule(_:)``.
  public init(_ node: JSONNode) throws(HealthError) {
    let malformed = HealthError.malformedSchedule
    guard let nodes = node["parts"]?.elements else { throw malformed }
    var parts: [SchedulePart] = []
    for node in nodes {
      guard let start = node["start"]?.string.flatMap({ LocalTime($0) }),
        let days = node["days"].flatMap({ ScheduleDays($0) }),
        let timeNodes = node["times"]?.elements
      else { throw malformed }
      var times: [DoseTime] = []
      for time in timeNodes {
        guard let minute = time["at"]?.string.flatMap(DoseTime.minuteOfDay),
          let quantity = time["amount"]?.numberText.flatMap({ Double($0) })
        else { throw malformed }
        times.append(DoseTime(minuteOfDay: minute, quantity: quantity))
      }
      let end = node["end"]?.string.flatMap { LocalTime($0) }
      guard end != nil || node["end"]?.isNull ?? true else { throw malformed }
      parts.append(try SchedulePart(times: times, days: days, start: start, end: end))
    }
    try self.init(parts: parts, zoneName: node["zone"]?.string)
  }

  /// Reads the text of a row; `nil` if a row of an earlier version or of a changed backup has
  /// something else, which must not block the other rows.
  static func reading(_ columnText: String) -> Schedule? { try? Schedule(columnText: columnText) }

  init(columnText: String) throws(HealthError) {
    guard let node = JSONNode(columnText: columnText) else { throw .malformedSchedule }
    try self.init(node)
  }
}

extension HealthError {
  fileprivate static let malformedSchedule = schedule("the text is not a schedule")
}

extension DoseTime {
  /// The time of day as `HH:MM`.
  public var text: String {
    DecimalDigits.padded(minuteOfDay / 60, 2) + ":" + DecimalDigits.padded(minuteOfDay % 60, 2)
  }

  /// Reads `HH:MM`; `nil` for anything else.
  public static func minuteOfDay(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 5, bytes[2] == 0x3A, let hour = DecimalDigits.value(bytes[..<2]),
      let minute = DecimalDigits.value(bytes[3...]), hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }
}

extension ScheduleDays {
  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .everyDay: writer.member("kind", "every-day")
    case .everyDays(let count):
      writer.member("kind", "every-days")
      writer.member("count", count)
    case .weekdays(let days):
      writer.member("kind", "weekdays")
      writer.member("weekdays", Weekday.allCases.filter(days.contains).map(\.rawValue))
    case .cycle(let on, let off):
      writer.member("kind", "cycle")
      writer.member("on", on)
      writer.member("off", off)
    case .dayOfMonth(let day):
      writer.member("kind", "day-of-month")
      writer.member("day", day)
    }
  }

  fileprivate init?(_ node: JSONNode) {
    switch node["kind"]?.string {
    case "every-day": self = .everyDay
    case "every-days":
      guard let count = node["count"]?.integer else { return nil }
      self = .everyDays(count)
    case "weekdays":
      let names = node["weekdays"]?.elements.map(\.string) ?? []
      let days = names.compactMap { $0.flatMap(Weekday.init(rawValue:)) }
      guard days.count == names.count else { return nil }
      self = .weekdays(Set(days))
    case "cycle":
      guard let on = node["on"]?.integer, let off = node["off"]?.integer else { return nil }
      self = .cycle(on: on, off: off)
    case "day-of-month":
      guard let day = node["day"]?.integer else { return nil }
      self = .dayOfMonth(day)
    default: return nil
    }
  }
}
