// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The concept of a medication: what is taken, not how much, when or on whose order.
///
/// Mirrors `HKMedicationConcept`. Equality compares all members; whether two
/// medications are the same is ``isSameMedication(as:)``, which compares the
/// identifiers alone.
public struct MedicationConcept: Sendable, Hashable {
  /// Unique among all concepts, the same on every device and over time.
  public let identifier: HealthConceptIdentifier
  /// The name that a person entered or chose, kept byte for byte.
  public let displayText: String
  /// The manufactured form; ``MedicationGeneralForm/unknown`` if it is not known.
  public let generalForm: MedicationGeneralForm
  /// Codes in external terminologies; empty for most medications entered by hand.
  public let relatedCodings: Set<ClinicalCoding>

  /// Makes a concept.
  public init(
    identifier: HealthConceptIdentifier, displayText: String,
    generalForm: MedicationGeneralForm, relatedCodings: Set<ClinicalCoding>
  ) {
    self.identifier = identifier
    self.displayText = displayText
    self.generalForm = generalForm
    self.relatedCodings = relatedCodings
  }

  /// Whether both are the same medication: their identifiers are equal.
  public func isSameMedication(as other: MedicationConcept) -> Bool {
    identifier == other.identifier
  }

  /// The name without white space at its ends, for showing and matching.
  public var trimmedDisplayText: Substring {
    let tail = displayText.drop(while: \.isWhitespace)
    return tail.lastIndex { !$0.isWhitespace }.map { tail[...$0] } ?? tail
  }
}

extension MedicationConcept: Codable {
  private enum CodingKeys: String, CodingKey {
    case identifier, displayText, generalForm, relatedCodings
  }

  /// Reads a concept; only the display text must be there.
  ///
  /// A missing identifier is minted, a missing form is unknown, missing codings
  /// are none. A caller that has to report this compares the keys itself.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    displayText = try container.decode(String.self, forKey: .displayText)
    guard !displayText.isEmpty else {
      throw DecodingError.dataCorruptedError(
        forKey: .displayText, in: container,
        debugDescription: "displayText is empty, expected the name of a medication")
    }
    let form = try container.decodeIfPresent(String.self, forKey: .generalForm)
    generalForm = form.map(MedicationGeneralForm.init(reading:)) ?? .unknown
    let codings = try container.decodeIfPresent([ClinicalCoding].self, forKey: .relatedCodings)
    relatedCodings = Set(codings ?? [])
    identifier =
      try container.decodeIfPresent(HealthConceptIdentifier.self, forKey: .identifier)
      ?? .mint(displayText: displayText, codings: relatedCodings)
  }

  /// Writes all members; codings in the order of system, code and version.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(displayText, forKey: .displayText)
    try container.encode(generalForm, forKey: .generalForm)
    try container.encode(relatedCodings.sorted(), forKey: .relatedCodings)
  }
}

/// A medication that a person tracks, with what the person added to it.
///
/// Mirrors `HKUserAnnotatedMedication` with exactly its four members.
public struct UserAnnotatedMedication: Sendable, Hashable {
  /// A memorable name that the person gave; personal, never used to find a concept.
  public let nickname: String?
  /// Whether the person has finished it or no longer takes it.
  public let isArchived: Bool
  /// Whether a reminders schedule is set up; if not, it is taken as needed.
  public let hasSchedule: Bool
  /// The medication being tracked.
  public let medication: MedicationConcept

  /// Makes a tracked medication.
  public init(
    nickname: String?, isArchived: Bool, hasSchedule: Bool, medication: MedicationConcept
  ) {
    self.nickname = nickname
    self.isArchived = isArchived
    self.hasSchedule = hasSchedule
    self.medication = medication
  }

  /// The name to show: the nickname if there is one, else the trimmed display text.
  public var nameToShow: String {
    if let nickname, !nickname.isEmpty { return nickname }
    return String(medication.trimmedDisplayText)
  }
}

extension UserAnnotatedMedication: Codable {
  private enum CodingKeys: String, CodingKey {
    case nickname, isArchived, hasSchedule, medication
  }

  /// Reads a tracked medication; only the medication must be there.
  ///
  /// Missing flags are false, a missing nickname is none. A caller that has to
  /// report this compares the keys itself.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    nickname = try container.decodeIfPresent(String.self, forKey: .nickname)
    isArchived = try container.decodeIfPresent(Bool.self, forKey: .isArchived) ?? false
    hasSchedule = try container.decodeIfPresent(Bool.self, forKey: .hasSchedule) ?? false
    medication = try container.decode(MedicationConcept.self, forKey: .medication)
  }

  /// Writes all four members, a missing nickname as null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(nickname, forKey: .nickname)
    try container.encode(isArchived, forKey: .isArchived)
    try container.encode(hasSchedule, forKey: .hasSchedule)
    try container.encode(medication, forKey: .medication)
  }
}
