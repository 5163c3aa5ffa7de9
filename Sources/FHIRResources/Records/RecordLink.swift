// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// An Identifier of FHIR as a document gives it; product codes hide in some (section 3.5).
public struct FHIRIdentifier: Sendable, Hashable {
  /// What it is for: `usual`, `official`, `temp`, `secondary` or `old`.
  public var use: String?
  /// The kind of identifier.
  public var type: FHIRConcept?
  /// The URI of the namespace.
  public var system: String?
  /// The identifier itself.
  public var value: String?

  /// Makes an identifier.
  public init(
    use: String? = nil, type: FHIRConcept? = nil, system: String? = nil, value: String? = nil
  ) {
    self.use = use
    self.type = type
    self.system = system
    self.value = value
  }

  /// Whether nothing is given.
  public var isEmpty: Bool { use == nil && type == nil && system == nil && value == nil }
}

/// A link from one record to another resource, as written.
public struct RecordLink: Sendable, Hashable {
  /// What the link means.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The plan or order that this fulfils.
    case basedOn
    /// The event that this is part of.
    case partOf
    /// The resource that this was made from; `supportingInformation` of DSTU2 statements.
    case derivedFrom
    /// The prescription that a dispense was made for.
    case authorizingPrescription
    /// The prescription that an administration follows: `request`, in STU3 and before `prescription`.
    case prescription
    /// The prescription that this one replaces.
    case priorPrescription
    /// The number that requests written at one time share; not a reference.
    case groupIdentifier
    /// A Provenance of an earlier state.
    case eventHistory
    /// The condition or observation that it is taken for.
    case reason
    /// What the reason of the status is told in.
    case statusReason
  }

  /// What the link means.
  public var kind: Kind
  /// The reference as written; `nil` where only words or an identifier are given.
  public var reference: String?
  /// The words given with the reference.
  public var display: String?
  /// The identifier given in place of a reference, or the group's own.
  @Aside public var identifier: FHIRIdentifier?

  /// Makes a link.
  public init(
    _ kind: Kind, reference: String? = nil, display: String? = nil,
    identifier: FHIRIdentifier? = nil
  ) {
    self.kind = kind
    self.reference = reference
    self.display = display
    self.identifier = identifier
  }
}
