// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// How a medication is to be taken, or was, as one Dosage of a document says it.
///
/// Every version's elements under the names of R5; nothing is computed.
public struct FHIRDosage: Sendable, Hashable {
  /// The number of the step; equal or absent numbers apply together.
  public var sequence: String?
  /// The whole in words.
  public var text: String?
  /// The words meant for the patient.
  public var patientInstruction: String?
  /// Further instructions, as "with food".
  public var additionalInstructions: [FHIRConcept] = []
  /// When.
  @Aside public var timing: FHIRTiming?
  /// Whether it is taken as needed only; `nil` where nothing is said, which is not "no".
  public var asNeeded: Bool?
  /// For what it is taken as needed.
  public var asNeededFor: [FHIRConcept] = []
  /// How it enters the body.
  public var route: FHIRConcept?
  /// The technique.
  public var method: FHIRConcept?
  /// Where on the body.
  public var site: FHIRConcept?
  /// How much each time, one element per `doseAndRate` that gives a dose.
  public var doses: [FHIRDose] = []
  /// How fast.
  public var rates: [FHIRRate] = []
  /// At most how much per length of time.
  public var maxDosePerPeriod: [FHIRRatio] = []
  /// At most how much each time.
  @Aside public var maxDosePerAdministration: FHIRQuantity?
  /// At most how much in a lifetime.
  @Aside public var maxDosePerLifetime: FHIRQuantity?
  /// Whether a modifier that is not understood keeps everything else of it back.
  public var isWithheld = false

  /// Makes a dosage that says nothing yet.
  public init() {}

  /// Whether nothing is given, and nothing withheld.
  public var isEmpty: Bool {
    // The usual members first: comparing all of them takes longer than reading some.
    if text != nil || sequence != nil || _timing.isPresent || !doses.isEmpty { return false }
    return self == FHIRDosage()
  }
}

/// How much of a medication is taken each time: a quantity or a range.
public struct FHIRDose: Sendable, Hashable {
  /// The kind of dose, as `ordered` or `calculated`.
  public var type: FHIRConcept?
  /// The amount.
  public var quantity: FHIRQuantity?
  /// The amount between two limits.
  @Aside public var range: FHIRRange? = nil
}

/// How fast a medication is given.
public struct FHIRRate: Sendable, Hashable {
  /// The kind of rate, as `ordered` or `calculated`.
  public var type: FHIRConcept?
  /// An amount per length of time.
  @Aside public var ratio: FHIRRatio? = nil
  /// An amount between two limits.
  @Aside public var range: FHIRRange? = nil
  /// An amount whose unit holds the time, as `mL/h`.
  @Aside public var quantity: FHIRQuantity? = nil
}

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
  public var events: [String] = []
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
  public var daysOfWeek: [String] = []
  /// The times of day.
  public var timesOfDay: [String] = []
  /// The events of a day, as `AC` or `HS`.
  public var when: [String] = []
  /// How many minutes before or after the event.
  public var offset: String?

  /// Makes a timing that says nothing yet.
  public init() {}

  /// Whether nothing is given.
  public var isEmpty: Bool {
    // The usual members first: comparing all of them takes longer than reading some.
    if frequency != nil || period != nil || code != nil { return false }
    return self == FHIRTiming()
  }
}
