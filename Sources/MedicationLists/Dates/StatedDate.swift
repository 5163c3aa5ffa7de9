// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import FHIRResources
internal import MedicationModel

// A date of FHIR is as exact as it is written: a year, a month, a day or a
// moment. It means a stretch of time:
//
//   2015                       2015-01-01T00:00 … 2016-01-01T00:00
//   2015-02                    2015-02-01T00:00 … 2015-03-01T00:00
//   2015-02-07T13:28+01:00     12:28:00 … 12:29:00 UTC
//
// Without a zone a stretch may lie up to 14 hours earlier and 12 later, and one
// date is before another only if that is sure.

/// A date or time of a document: literal, and the stretch of time that it may mean.
public struct StatedDate: Sendable, Hashable {
  /// The date as it was written.
  public let text: String
  /// Year, month, day, hour, minute, second; as many as were written.
  let parts: [Int]
  /// Minutes east of Greenwich; `nil` without a zone.
  let offset: Int?

  /// Reads a date; `nil` if it is malformed or does not exist in the calendar.
  ///
  /// A time without seconds or zone is read, too; a zone belongs to a time and has a colon.
  public init?(_ text: String) {
    guard let date = PartialDate(text),
      date.offset == nil
        || date.parts.count > 3 && (text.hasSuffix("Z") || text.utf8.suffix(3).first == 0x3A)
    else { return nil }
    self.text = text
    parts = date.parts
    offset = date.offset
  }

  /// Seconds from 1970 on at which the stretch begins, read as UTC where no zone is given.
  var lower: Int { Self.seconds(parts) - (offset ?? 0) * 60 }

  /// Seconds from 1970 on at which the stretch has ended, read as UTC where no zone is given.
  var upper: Int {
    var next = parts
    let last = next.count - 1
    switch last {
    case 0: next[0] += 1
    case 1: next = next[1] == 12 ? [next[0] + 1, 1] : [next[0], next[1] + 1]
    case 2: return lower + 86_400
    case 3: return lower + 3600
    case 4: return lower + 60
    default: return lower + 1
    }
    return Self.seconds(next) - (offset ?? 0) * 60
  }

  /// Whether all of it is surely over before the other begins.
  public func isBefore(_ other: StatedDate) -> Bool {
    let isSameClock = offset == nil && other.offset == nil
    // Two dates of one place without zones are compared as they are written.
    let late = offset == nil && !isSameClock ? 12 * 3600 : 0
    let early = other.offset == nil && !isSameClock ? 14 * 3600 : 0
    return upper + late <= other.lower - early
  }

  /// Whether its day, as it is written, is past on a day; an incomplete date counts to its end.
  public func isPast(on day: StatedDate) -> Bool {
    for (mine, theirs) in zip(parts.prefix(3), day.parts.prefix(3)) where mine != theirs {
      return mine < theirs
    }
    return false
  }

  /// Seconds from 1970 on; parts that are missing are the first of their kind.
  private static func seconds(_ parts: [Int]) -> Int {
    func part(_ index: Int, _ first: Int) -> Int { index < parts.count ? parts[index] : first }
    let day = CivilDate.days(year: part(0, 1970), month: part(1, 1), day: part(2, 1))
    return day * 86_400 + part(3, 0) * 3600 + part(4, 0) * 60 + part(5, 0)
  }
}

extension StatedDate: Comparable {
  /// A sort order: by the latest possible end, then by the latest possible beginning.
  ///
  /// It is total, so that equal input gives equal output; only ``isBefore(_:)``
  /// is certain.
  public static func < (left: StatedDate, right: StatedDate) -> Bool {
    let (leftEnd, rightEnd) = (left.upper, right.upper)
    if leftEnd != rightEnd { return leftEnd < rightEnd }
    let (leftStart, rightStart) = (left.lower, right.lower)
    if leftStart != rightStart { return leftStart < rightStart }
    return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

/// Which element of a record a date comes from.
public enum DateMeaning: String, Sendable, Hashable, CaseIterable {
  /// When the status changed.
  case statusChanged
  /// When it was stated.
  case asserted
  /// When it was ordered.
  case authored
  /// When it was written down.
  case recorded
  /// When it was given out.
  case handedOver
  /// When it was packed.
  case prepared
  /// The moment of use.
  case moment
  /// When use began.
  case periodStart
}

extension DateMeaning {
  /// The date of a record with this meaning.
  func text(in dates: RecordDates) -> String? {
    switch self {
    case .statusChanged: dates.statusChanged
    case .asserted: dates.asserted
    case .authored: dates.authored
    case .recorded: dates.recorded
    case .handedOver: dates.handedOver
    case .prepared: dates.prepared
    case .moment: dates.moment
    case .periodStart: dates.period?.start
    }
  }
}

/// The dates of a record that say when something was so.
struct RecordMoments {
  /// The date of the status: the first that is given, in the order of ``DateMeaning``.
  private(set) var status: (meaning: DateMeaning, text: String)?
  /// Every date that could be read, the ends of periods apart.
  private(set) var all: [StatedDate] = []
  private(set) var periods: [FHIRPeriod] = []
  /// The ends of use: the record's own, else one per dosage.
  private let ends: [String?]
  private let moment: String?

  init(_ record: MedicationRecord) {
    let dates = record.dates
    moment = dates.moment
    if let end = dates.period?.end ?? dates.ended {
      ends = [end]
    } else {
      ends = record.dosages.map { dosage in
        if case .period(let period) = dosage.timing?.bounds { period.end } else { nil }
      }
    }
    for meaning in DateMeaning.allCases {
      guard let text = meaning.text(in: dates) else { continue }
      if status == nil { status = (meaning, text) }
      if let date = StatedDate(text) { all.append(date) }
    }
    if let period = dates.period, !period.isEmpty { periods.append(period) }
    if let ended = dates.ended { periods.append(FHIRPeriod(end: ended)) }
    for dosage in record.dosages where !dosage.isWithheld {
      if case .period(let period) = dosage.timing?.bounds, !period.isEmpty,
        !periods.contains(period)
      {
        periods.append(period)
      }
    }
  }

  /// Whether every stated period of use, or else its moment, lies after a day.
  func beginsAfter(_ day: StatedDate) -> Bool {
    let starts = periods.isEmpty ? [moment].compactMap(\.self) : periods.compactMap(\.start)
    guard starts.count >= periods.count, !starts.isEmpty else { return false }
    return starts.allSatisfy { StatedDate($0).map(day.isPast) ?? false }
  }

  /// Whether the stated period of use is past on a day.
  ///
  /// The period of the record decides; without one that ends, every dosage must have bounds that
  /// have ended: one without an end is ongoing. Until when a pharmacy may dispense does not matter.
  func hasEnded(on day: StatedDate) -> Bool {
    !ends.isEmpty && ends.allSatisfy { $0.flatMap { StatedDate($0) }?.isPast(on: day) ?? false }
  }
}

extension StatedDate {
  /// Whether every period of use that a record states begins after this day.
  public func isBeforeUse(of record: MedicationRecord) -> Bool {
    RecordMoments(record).beginsAfter(self)
  }

  /// Whether the period of use that a record states is past on this day.
  ///
  /// The record's own period decides, else the bounds of all its dosages; an incomplete date
  /// counts to its end. `false` without an end: nothing is inferred.
  public func isAfterUse(of record: MedicationRecord) -> Bool {
    RecordMoments(record).hasEnded(on: self)
  }
}
