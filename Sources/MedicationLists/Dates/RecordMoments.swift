// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import FHIRResources

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

/// The dates of a record that tell when something was so.
struct RecordMoments {
  /// The date of the status: the first that is given, in the order of ``DateMeaning``.
  private(set) var status: (meaning: DateMeaning, text: String)?
  /// Every date that could be read, the ends of periods apart.
  private(set) var all: [StatedDate] = []
  /// The periods as they were given.
  private(set) var periods: [FHIRPeriod] = []
  /// The ends of use: the record's own, else one per dosage.
  private let ends: [String?]
  /// The one moment of use.
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
      guard let text = Self.text(meaning, dates) else { continue }
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

  private static func text(_ meaning: DateMeaning, _ dates: RecordDates) -> String? {
    switch meaning {
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

  /// Whether every stated period of use, or else its moment, lies after a day.
  func beginsAfter(_ day: StatedDate) -> Bool {
    let starts = periods.isEmpty ? [moment].compactMap(\.self) : periods.compactMap(\.start)
    guard starts.count >= periods.count, !starts.isEmpty else { return false }
    return starts.allSatisfy { StatedDate($0).map(day.isPast) ?? false }
  }

  /// Whether the stated period of use is past on a day (S12).
  ///
  /// The period of the record decides; without one that ends, every dosage must have bounds that
  /// have ended: one without an end goes on. Until when a pharmacy may dispense says nothing.
  func hasEnded(on day: StatedDate) -> Bool {
    !ends.isEmpty && ends.allSatisfy { $0.flatMap { StatedDate($0) }?.isPast(on: day) ?? false }
  }
}

extension StatedDate {
  /// Whether every period of use that a record states begins after this day.
  public func isBeforeUse(of record: MedicationRecord) -> Bool {
    RecordMoments(record).beginsAfter(self)
  }

  /// Whether the period of use that a record states is past on this day (S12).
  ///
  /// The record's own period decides, else the bounds of all its dosages; an incomplete date
  /// counts to its end. `false` without an end: nothing is inferred.
  public func isAfterUse(of record: MedicationRecord) -> Bool {
    RecordMoments(record).hasEnded(on: self)
  }
}
