// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import MedicationStore

/// `store-…`: the health store and raw SQLite on the same file with the same statements.
///
/// Ten years of four medications with three doses a day, and a symptom every day.
enum HealthStoreRows {
  private static let eventCount = 43_824
  private static let start = "2016-03-01T00:00:00Z"
  private static let now = "2026-03-01T00:00:00Z"
  private static let repeats = 20

  // MARK: Logging

  static func logging(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let count = 200
    let ours = PersonStore(try open(try filled(workshop, "store-log")))
    let medications = try ours.medications().map(\.medication.identifier)
    let raw = try RawStore(try filled(workshop, "store-log-raw"))
    var contest = Contest(
      name: name, input: "\(count) durable doses", runs: workshop.runs(9),
      expected: Answer(count: count))
    (contest.operations, contest.unit, contest.clock) = (count, "doses", .wall)
    return try contest.rows([
      timed {
        for index in 0..<count { try ours.logAsNeeded(medications[index % 4]) }
        return Answer(count: count)
      },
      timed("sqlite") {
        for index in 0..<count { try raw.log(index) }
        return Answer(count: count)
      },
    ])
  }

  // MARK: Reading

  /// The list with the latest dose of today.
  static func today(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let path = try filled(workshop, "store-read")
    let store = PersonStore(try open(path)).healthStore
    let raw = try RawStore(path)
    let zone = try ZoneFolder().zone(named: "UTC")
    let noon = try Instant("2026-02-28T12:00:00Z")
    return try compare(name, "4 medications, their latest dose of a day", workshop) {
      var answer = Answer()
      for medication in try await UserAnnotatedMedicationQueryDescriptor().result(for: store) {
        let dose = try await store.latestDose(
          of: medication.medication.identifier, onDayOf: noon, in: zone)
        if let dose { answer.add(dose.startDate) }
      }
      return answer
    } raw: {
      var answer = Answer()
      let start = zone.startOfDay(zone.day(of: noon)).nanosecondsSince1970
      try raw.forEach("SELECT id, display_text, nickname, is_archived, schedule FROM medication") {
        medication in
        try raw.forEach(
          """
          SELECT start_date, uuid, quantity, unit FROM dose_event WHERE medication = ?1
            AND deleted IS NULL AND status = 4 AND start_date >= ?2 AND start_date < ?3
          ORDER BY start_date DESC, uuid LIMIT 1
          """, [medication, start, start + 86_400 * 1_000_000_000]
        ) { answer.add(Instant(nanosecondsSince1970: $0)) }
      }
      return answer
    }
  }

  /// The doses of each day of a year.
  static func yearChart(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let path = try filled(workshop, "store-read")
    let store = PersonStore(try open(path)).healthStore
    let raw = try RawStore(path)
    let zone = try ZoneFolder().zone(named: "Europe/Zurich")
    let (start, end) = (
      try Instant("2025-01-01T00:00:00+01:00"), try Instant("2026-01-01T00:00:00+01:00")
    )
    return try compare(name, "the taken doses of each day of a year, 4 medications", workshop) {
      let chart = try await store.filled(DoseChart(start: start, end: end, zone: zone)).chart
      return Answer(count: chart.series.values.reduce(0) { $0 + $1.reduce(0, +) })
    } raw: {
      var answer = Answer()
      try raw.forEach(
        """
        SELECT start_date, medication, uuid FROM dose_event
        WHERE deleted IS NULL AND status = 4 AND start_date >= ?1 AND start_date < ?2
        """, [start.nanosecondsSince1970, end.nanosecondsSince1970]
      ) { _ in answer.count += 1 }
      return answer
    }
  }

  /// What came since an anchor: the last ten doses.
  static func delta(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let path = try filled(workshop, "store-read")
    let person = PersonStore(try open(path))
    let store = person.healthStore
    let raw = try RawStore(path)
    let medication = try person.medications()[0].medication.identifier
    let first = AnchoredObjectQueryDescriptor(
      predicates: [.medicationDoseEvent(predicate: .medication([medication]))])
    let anchor = try waiting { try await first.result(for: store).newAnchor }
    let later = AnchoredObjectQueryDescriptor(predicates: first.predicates, anchor: anchor)
    let since = Int64(try raw.number("SELECT revision FROM store"))
    for _ in 0..<10 { try person.logAsNeeded(medication) }
    return try compare(name, "10 doses of a medication since an anchor", workshop) {
      var answer = Answer()
      for dose in try await later.result(for: store).addedSamples { answer.add(dose.startDate) }
      return answer
    } raw: {
      var answer = Answer()
      try raw.forEach(
        """
        SELECT s.start_date, s.*, m.domain, m.identifier FROM dose_event s
        JOIN medication m ON m.id = s.medication
        WHERE s.deleted IS NULL AND s.inserted > ?1 ORDER BY s.inserted, s.id
        """, [since]
      ) { answer.add(Instant(nanosecondsSince1970: $0)) }
      return answer
    }
  }

  private static func compare(
    _ name: String, _ input: String, _ workshop: Workshop,
    ours: @escaping @Sendable () async throws -> Answer, raw: @escaping () throws -> Answer
  ) throws -> [BenchmarkRow] {
    var contest = Contest(name: name, input: input, runs: workshop.runs(15), expected: try raw())
    contest.operations = repeats
    return try contest.rows([
      timed {
        try waiting {
          var answer = Answer()
          for _ in 0..<repeats { answer = try await ours() }
          return answer
        }
      },
      timed("sqlite") {
        var answer = Answer()
        for _ in 0..<repeats { answer = try raw() }
        return answer
      },
    ])
  }

  // MARK: Following

  /// How long a change takes to reach a query that waits in another connection.
  static func notice(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let path = try filled(workshop, "store-notice")
    let (writer, reader) = (PersonStore(try open(path)), PersonStore(try open(path)).healthStore)
    let medication = try writer.medications()[0].medication.identifier
    let count = 100
    let times = try waiting {
      var times: [Double] = []
      var results = AnchoredObjectQueryDescriptor(
        predicates: [.medicationDoseEvent(predicate: .medication([medication]))], limit: nil
      ).results(for: reader).makeAsyncIterator()
      _ = try await results.next()
      for _ in 0..<count {
        // Not in step with the reader's looks.
        try await Task.sleep(for: .microseconds(.random(in: 0..<15_000)))
        let task = Task {
          try writer.logAsNeeded(medication)
          return System.wallTime
        }
        _ = try await results.next()
        times.append(max(0, System.wallTime - (try await task.value)))
      }
      return times
    }
    var row = BenchmarkRow(
      name: name, rival: nil, input: "from commit to a waiting query of another connection",
      answers: "\(count)", clock: .wall)
    row.set(times)
    row.percentile99 = times.percentile(99)
    return [row]
  }

  /// A million events in batches.
  static func stream(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let count = 1_000_000
    let store = PersonStore(try open(try filled(workshop, "store-stream", count))).healthStore
    var contest = Contest(
      name: name, input: "\(Quantity.grouped(count)) events in batches of 1,000",
      runs: workshop.runs(1), isWarm: false, expected: Answer(count: count))
    (contest.operations, contest.unit, contest.clock) = (count, "events", .wall)
    return try contest.rows([
      timed {
        let begin = System.peakMemory ?? 0
        let answer = try waiting {
          var answer = Answer()
          var query = AnchoredObjectQueryDescriptor(
            predicates: [.medicationDoseEvent()], limit: 1_000)
          while true {
            let result = try await query.result(for: store)
            if result.addedSamples.isEmpty { return answer }
            answer.count += result.addedSamples.count
            query.anchor = result.newAnchor
          }
        }
        FileHandle.standardError.write(
          Data(
            "  memory \(Quantity.memory(begin)) → \(Quantity.memory(System.peakMemory ?? 0))\n".utf8
          ))
        return answer
      }
    ])
  }

  // MARK: The store

  private static func open(_ path: String) throws -> HealthDatabase {
    let time = try Instant(now)
    return try HealthDatabase(
      path: path,
      surroundings: StoreSurroundings(zone: try ZoneFolder().zone(named: "UTC"), clock: { time }))
  }

  /// A store with ten years of doses, or with more; made once.
  private static func filled(
    _ workshop: Workshop, _ name: String, _ count: Int = eventCount
  ) throws -> String {
    let path = workshop.path(name)
    guard !FileManager.default.fileExists(atPath: path) else { return path }
    do {
      let person = PersonStore(try open(path))
      for number in 1...4 {
        try person.add(
          MedicationConcept(
            identifier: .rxNorm(RxCUI(rawValue: UInt32(number))),
            displayText: "medication \(number)",
            generalForm: .tablet, relatedCodings: []))
      }
    }
    try RawStore(path).fill(count, from: Instant(start).nanosecondsSince1970)
    return path
  }

  private static func timed(
    _ rival: String? = nil, _ work: @escaping () throws -> Answer
  ) -> Contestant {
    Contestant(
      rival,
      process: {
        let (begin, beginProcessor) = (System.wallTime, System.processTime)
        let answer = try work()
        return (
          answer,
          ChildProcess.Cost(
            wallTime: System.wallTime - begin, processorTime: System.processTime - beginProcessor,
            peakMemory: nil)
        )
      })
  }

  /// The result of something asynchronous.
  private static func waiting<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) throws -> Result {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result: Swift.Result<Result, any Error>?
    Task {
      do { result = .success(try await body()) } catch { result = .failure(error) }
      done.signal()
    }
    done.wait()
    guard let result else { throw BenchmarkFailure("nothing was measured") }
    return try result.get()
  }
}

extension Answer {
  fileprivate mutating func add(_ date: Instant) {
    add(UInt64(bitPattern: date.nanosecondsSince1970))
  }
}
