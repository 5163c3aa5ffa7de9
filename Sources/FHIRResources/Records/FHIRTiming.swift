// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// When something is done, as a Timing of FHIR says it; numbers as written.
public struct FHIRTiming: Sendable, Hashable {
  /// Between which limits it is repeated.
  ///
  /// Indirect, since few timings have bounds and every record has room for a timing.
  public indirect enum Bounds: Sendable, Hashable {
    /// From one date to another.
    case period(FHIRPeriod)
    /// For so long.
    case duration(FHIRQuantity)
    /// For at least and at most so long.
    case range(FHIRRange)
  }

  /// The moments, where they are listed.
  public var events: [String]
  /// A code for a usual timing, as `BID`.
  public var code: FHIRConcept?
  /// The limits of the repetition.
  public var bounds: Bounds?
  /// How many times in all.
  public var count: String?
  /// At most how many times in all.
  public var countMax: String?
  /// How long each time takes.
  public var duration: String?
  /// At most how long each time takes.
  public var durationMax: String?
  /// The unit of the duration: `s`, `min`, `h`, `d`, `wk`, `mo` or `a`.
  public var durationUnit: String?
  /// How many times per ``period``.
  public var frequency: String?
  /// At most how many times per ``period``.
  public var frequencyMax: String?
  /// The length of time that ``frequency`` is per.
  public var period: String?
  /// The upper limit of that length.
  public var periodMax: String?
  /// The unit of the period: `s`, `min`, `h`, `d`, `wk`, `mo` or `a`.
  public var periodUnit: String?
  /// The days of the week: `mon` to `sun`.
  public var daysOfWeek: [String]
  /// The times of day.
  public var timesOfDay: [String]
  /// The events of a day, as `AC` or `HS`.
  public var when: [String]
  /// How many minutes before or after the event.
  public var offset: String?

  /// Makes a timing that says nothing yet.
  public init() {
    events = []
    daysOfWeek = []
    timesOfDay = []
    when = []
  }

  /// Whether nothing is given.
  public var isEmpty: Bool {
    // The usual members first: comparing all of them takes longer than reading some.
    if frequency != nil || period != nil || code != nil { return false }
    return self == FHIRTiming()
  }
}
