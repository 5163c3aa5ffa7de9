// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel
internal import SQLiteDatabase

/// How many doses of each medication were taken on each day of a window.
///
/// Only doses that were logged as taken count, each once, whatever the amount.
/// A day is a calendar day, even if it has 23 or 25 hours.
public struct DoseChart: Sendable {
  /// The first moment of the window.
  public let start: Instant
  /// The moment at which the window has ended.
  public let end: Instant
  /// The zone whose calendar counts.
  public let zone: Zone
  /// The days of the window, rising.
  public let days: [CivilDate]
  /// The medications that have a series, in the order of their first appearance.
  public private(set) var medications: [HealthConceptIdentifier] = []
  /// A number for each day, by the index of the medication.
  private var counts: [[Int]] = []
  private var indexes: [HealthConceptIdentifier: Int] = [:]
  /// The first moment of each day.
  private let dayStarts: [Instant]
  private var counted: [SampleUUID: (medication: Int, day: Int)] = [:]
  /// Counted when the chart was filled, and not in `counted` yet: a chart that never changes does
  /// without.
  private var filled: [(uuid: SampleUUID, medication: Int, day: Int)] = []

  /// Makes a chart without doses.
  ///
  /// - Parameters:
  ///   - start: The first moment of the window.
  ///   - end: The moment at which it has ended.
  ///   - zone: The zone whose calendar counts.
  ///   - medications: Those that have a series even if nothing was taken.
  public init(
    start: Instant, end: Instant, zone: Zone, medications: [HealthConceptIdentifier] = []
  ) {
    (self.start, self.end, self.zone) = (start, end, zone)
    let first = zone.day(of: start).daysSince1970
    let latest = Instant(nanosecondsSince1970: max(end.nanosecondsSince1970, .min + 1) - 1)
    let last = zone.day(of: latest).daysSince1970
    days = start < end ? (first...max(first, last)).map { CivilDate(daysSince1970: $0) } : []
    dayStarts = days.map(zone.startOfDay)
    for medication in medications { _ = index(of: medication) }
  }

  /// A number for each day, by medication.
  public var series: [HealthConceptIdentifier: [Int]] {
    indexes.mapValues { counts[$0] }
  }

  /// Takes up what an anchored query delivered.
  ///
  /// - Complexity: O(*n*) in the samples of the result, whatever was counted before.
  public mutating func apply(_ result: AnchoredObjectQueryDescriptor<MedicationDoseEvent>.Result) {
    for object in result.deletedObjects { remove(object.uuid) }
    for event in result.addedSamples { add(event) }
  }

  /// Counts a dose, if it was taken within the window and is not counted yet.
  public mutating func add(_ event: MedicationDoseEvent) {
    guard event.logStatus.countsAsTaken else { return }
    guard start <= event.startDate, event.startDate < end else { return }
    remove(event.uuid)
    let place = (index(of: event.medicationConceptIdentifier), day(of: event.startDate))
    counted[event.uuid] = place
    counts[place.0][place.1] += 1
  }

  /// Takes all doses out.
  fileprivate mutating func clear() {
    (counted, filled) = ([:], [])
    counts = counts.map { $0.map { _ in 0 } }
  }

  /// Counts a dose that was taken within the window, and is counted for the first time.
  fileprivate mutating func fill(_ uuid: SampleUUID, medication: Int, _ date: Instant) {
    let day = day(of: date)
    filled.append((uuid, medication, day))
    counts[medication][day] += 1
  }

  private func day(of date: Instant) -> Int {
    max(dayStarts.firstIndexInOrder { $0 > date } - 1, 0)
  }

  /// The index of a medication, which gets a series if it has none.
  mutating func index(of medication: HealthConceptIdentifier) -> Int {
    if let index = indexes[medication] { return index }
    let index = counts.count
    indexes[medication] = index
    medications.append(medication)
    counts.append(Array(repeating: 0, count: days.count))
    return index
  }

  /// Takes a dose out; one that is not counted changes nothing.
  public mutating func remove(_ uuid: SampleUUID) {
    for dose in filled { counted[dose.uuid] = (dose.medication, dose.day) }
    filled = []
    guard let (medication, day) = counted.removeValue(forKey: uuid) else { return }
    counts[medication][day] -= 1
  }
}

extension HealthStore {
  /// Fills a chart with the taken doses of its window, as far as the store may see them.
  ///
  /// - Returns: The chart, and the anchor from which on ``DoseChart/apply(_:)`` keeps it up to date.
  /// - Throws: ``HealthError`` if the store cannot be read.
  public func filled(
    _ chart: DoseChart
  ) async throws(HealthError) -> (chart: DoseChart, anchor: QueryAnchor) {
    try filling(chart)
  }

  package func filling(
    _ chart: DoseChart
  ) throws(HealthError) -> (chart: DoseChart, anchor: QueryAnchor) {
    var statement = SampleStatement(.doses, to: viewer)
    // Only what is counted is read: a year has thousands of doses.
    let text = statement.select(
      "s.uuid, s.medication, s.start_date", where: "s.deleted IS NULL AND s.status = 4",
      [
        .medicationDoseEvent(
          predicate: .time(start: chart.start, end: chart.end, options: .strictStartDate))
      ], "")
    return try database.read { (transaction) throws(HealthError) in
      let names = try transaction.rows("SELECT id, domain, identifier FROM medication") { row in
        (row.integer(0), row.identifier(1, 2))
      }
      let identifiers = Dictionary(names) { first, _ in first }
      var chart = chart
      chart.clear()
      var indexes: [Int64: Int] = [:]
      try transaction.forEach(text, statement.text.values) { row in
        let medication = row.integer(1)
        if indexes[medication] == nil, let identifier = identifiers[medication] ?? nil {
          indexes[medication] = chart.index(of: identifier)
        }
        guard let index = indexes[medication] else { return }
        chart.fill(row.uuid(0), medication: index, row.instant(2))
      }
      return (chart, try transaction.newestAnchor())
    }
  }
}
