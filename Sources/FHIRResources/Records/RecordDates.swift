// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A Period of FHIR: two dates or times as written.
public struct FHIRPeriod: Sendable, Hashable {
  /// When it begins; absent where that is not known.
  public var start: String?
  /// When it ends; absent where it goes on, or where that is not known.
  public var end: String?

  /// Makes a period.
  public init(start: String? = nil, end: String? = nil) {
    self.start = start
    self.end = end
  }

  /// Whether nothing is given.
  public var isEmpty: Bool { start == nil && end == nil }
}

/// The dates of a record, every one as the document writes it.
///
/// The elements of all versions come together by what they mean; which element a
/// date was read from is in the table of the page "What is read of a medication".
public struct RecordDates: Sendable, Hashable {
  /// When it was ordered: `authoredOn`, `dateWritten`.
  public var authored: String?
  /// When it was stated: `dateAsserted`.
  public var asserted: String?
  /// The one moment of use: `effectiveDateTime`, `effectiveTimeDateTime`, `occurenceDateTime`.
  public var moment: String?
  /// The period of use: `effectivePeriod`, `effectiveDosePeriod`, `whenGiven` and their like.
  public var period: FHIRPeriod?
  /// Repeated use, where neither a moment nor a period is given: `effectiveTiming` of R5.
  @Aside public var timing: FHIRTiming?
  /// For how long a dispense may be made: `dispenseRequest.validityPeriod`.
  @Aside public var validity: FHIRPeriod?
  /// When it was packed: `whenPrepared`.
  public var prepared: String?
  /// When it was given out: `whenHandedOver`.
  public var handedOver: String?
  /// When the order ended: `dateEnded` of DSTU2.
  public var ended: String?
  /// When it was written into the record: `recorded` of R5.
  public var recorded: String?
  /// When the status changed: `statusChanged` of R5.
  public var statusChanged: String?

  /// Makes dates that say nothing yet.
  public init() {}

  /// Whether there is no date.
  public var isEmpty: Bool { self == RecordDates() }
}
