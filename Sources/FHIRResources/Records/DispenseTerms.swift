// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// On which terms a prescription is given out, beside quantity, duration and repeats.
public struct DispenseTerms: Sendable, Hashable {
  /// How much is given out the first time: `initialFill.quantity`.
  public var firstQuantity: FHIRQuantity?
  /// How long that lasts: `initialFill.duration`.
  public var firstDuration: FHIRQuantity?
  /// At least how long one dispense is after another: `dispenseInterval`.
  public var interval: FHIRQuantity?
  /// Whether something else may be given instead; `nil` where nothing is said, which is not "no".
  public var allowsSubstitution: Bool?
  /// What may be given instead: `substitution.allowedCodeableConcept`, `substitution.type`.
  public var substitution: FHIRConcept?
  /// Why: `substitution.reason`.
  public var substitutionReason: FHIRConcept?

  /// Makes terms that say nothing yet.
  public init() {}

  /// Whether nothing is given.
  public var isEmpty: Bool { self == DispenseTerms() }
}
