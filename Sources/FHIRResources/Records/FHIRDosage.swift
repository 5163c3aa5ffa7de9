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
  public var additionalInstructions: [FHIRConcept]
  /// When.
  @Aside public var timing: FHIRTiming?
  /// Whether it is taken as needed only; `nil` where nothing is said, which is not "no".
  public var asNeeded: Bool?
  /// For what it is taken as needed.
  public var asNeededFor: [FHIRConcept]
  /// How it enters the body.
  public var route: FHIRConcept?
  /// The technique.
  public var method: FHIRConcept?
  /// Where on the body.
  public var site: FHIRConcept?
  /// How much each time, one element per `doseAndRate` that gives a dose.
  public var doses: [FHIRDose]
  /// How fast.
  public var rates: [FHIRRate]
  /// At most how much per length of time.
  public var maxDosePerPeriod: [FHIRRatio]
  /// At most how much each time.
  @Aside public var maxDosePerAdministration: FHIRQuantity?
  /// At most how much in a lifetime.
  @Aside public var maxDosePerLifetime: FHIRQuantity?
  /// Whether a modifier that is not understood keeps everything else of it back (S10).
  public var isWithheld: Bool

  /// Makes a dosage that says nothing yet.
  public init() {
    additionalInstructions = []
    asNeededFor = []
    doses = []
    rates = []
    maxDosePerPeriod = []
    isWithheld = false
  }

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
  @Aside public var range: FHIRRange?

  /// Makes a dose.
  public init(
    type: FHIRConcept? = nil, quantity: FHIRQuantity? = nil, range: FHIRRange? = nil
  ) {
    self.type = type
    self.quantity = quantity
    self.range = range
  }
}

/// How fast a medication is given.
public struct FHIRRate: Sendable, Hashable {
  /// The kind of rate, as `ordered` or `calculated`.
  public var type: FHIRConcept?
  /// An amount per length of time.
  @Aside public var ratio: FHIRRatio?
  /// An amount between two limits.
  @Aside public var range: FHIRRange?
  /// An amount whose unit holds the time, as `mL/h`.
  @Aside public var quantity: FHIRQuantity?

  /// Makes a rate.
  public init(
    type: FHIRConcept? = nil, ratio: FHIRRatio? = nil, range: FHIRRange? = nil,
    quantity: FHIRQuantity? = nil
  ) {
    self.type = type
    self.ratio = ratio
    self.range = range
    self.quantity = quantity
  }
}
