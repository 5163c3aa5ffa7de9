// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The group of health concepts that an identifier belongs to.
///
/// Mirrors `HKHealthConceptDomain`, whose only value is ``medication``. A
/// string-backed struct, so that a domain of a later system survives.
public struct HealthConceptDomain: RawRepresentable, Sendable, Codable {
  /// The name of the domain.
  public let rawValue: String

  /// Keeps a name as it is.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Medications.
  public static let medication = HealthConceptDomain(rawValue: "HKHealthConceptDomainMedication")
}

extension HealthConceptDomain: Hashable {
  /// Whether both names are the same bytes (M29).
  public static func == (left: HealthConceptDomain, right: HealthConceptDomain) -> Bool {
    left.rawValue.hasSameBytes(as: right.rawValue)
  }

  /// Hashes the bytes that equality compares.
  public func hash(into hasher: inout Hasher) {
    rawValue.hashBytes(into: &hasher)
  }
}
