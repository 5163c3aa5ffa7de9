// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The idea of a medication: what is taken, not how much, when or by whose order (M42).
///
/// Mirrors `HKMedicationConcept`. Equality compares all members; whether two
/// medications are the same is ``isSameMedication(as:)``, which compares the
/// identifiers alone (M35).
public struct MedicationConcept: Sendable, Hashable {
  /// Unique among all concepts, the same on every device and over time (M33, M34).
  public let identifier: HealthConceptIdentifier
  /// The name that a person entered or chose, kept byte for byte (M38).
  public let displayText: String
  /// The manufactured form; ``MedicationGeneralForm/unknown`` where nobody knows it (M44).
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

  /// Whether both are the same medication: their identifiers are equal (M35).
  public func isSameMedication(as other: MedicationConcept) -> Bool {
    identifier == other.identifier
  }

  /// The name without white space at its ends, for showing and matching (M38).
  public var trimmedDisplayText: Substring {
    let tail = displayText.drop(while: \.isWhitespace)
    return tail.lastIndex { !$0.isWhitespace }.map { tail[...$0] } ?? tail
  }
}

extension MedicationConcept: Codable {
  private enum CodingKeys: String, CodingKey {
    case identifier, displayText, generalForm, relatedCodings
  }

  /// Reads a concept; only the display text must be there (M190).
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

  /// Writes all members; codings in the order of system, code and version (M26).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(displayText, forKey: .displayText)
    try container.encode(generalForm, forKey: .generalForm)
    try container.encode(relatedCodings.sorted(), forKey: .relatedCodings)
  }
}
