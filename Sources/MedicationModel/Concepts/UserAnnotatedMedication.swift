// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A medication that a person tracks, with what the person added to it.
///
/// Mirrors `HKUserAnnotatedMedication` with exactly its four members (M73).
public struct UserAnnotatedMedication: Sendable, Hashable {
  /// A memorable name that the person gave; personal, never used to find a concept (M40).
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

  /// The name to show: the nickname if there is one, else the trimmed display text (M38, M39).
  public var nameToShow: String {
    if let nickname, !nickname.isEmpty { return nickname }
    return String(medication.trimmedDisplayText)
  }
}

extension UserAnnotatedMedication: Codable {
  private enum CodingKeys: String, CodingKey {
    case nickname, isArchived, hasSchedule, medication
  }

  /// Reads a tracked medication; only the medication must be there (M190).
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

  /// Writes all four members, a missing nickname as null (M189).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(nickname, forKey: .nickname)
    try container.encode(isArchived, forKey: .isArchived)
    try container.encode(hasSchedule, forKey: .hasSchedule)
    try container.encode(medication, forKey: .medication)
  }
}
