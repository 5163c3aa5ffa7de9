// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Raw values are HealthKit's (HKCategoryValues.h). Beware: 0 is "unspecified"
// for a severity and "present" for a presence.

/// How severe a symptom is; the values of 36 of the 39 types.
public enum CategoryValueSeverity: Int, Sendable, Hashable, CaseIterable {
  /// There, but how severe was not said.
  case unspecified = 0
  /// Stated to be absent.
  case notPresent = 1
  /// Mild.
  case mild = 2
  /// Moderate.
  case moderate = 3
  /// Severe.
  case severe = 4
}

/// Whether a symptom is there; the values of mood and sleep changes.
public enum CategoryValuePresence: Int, Sendable, Hashable, CaseIterable {
  /// There.
  case present = 0
  /// Stated to be absent.
  case notPresent = 1
}

/// Which way an appetite changed; the values of appetite changes.
public enum CategoryValueAppetiteChanges: Int, Sendable, Hashable, CaseIterable {
  /// Changed, but which way was not said.
  case unspecified = 0
  /// Stated to be unchanged.
  case noChange = 1
  /// Less appetite.
  case decreased = 2
  /// More appetite.
  case increased = 3
}

/// Which of the enumerations of values a type uses.
public enum CategoryValueKind: String, Sendable, Hashable, CaseIterable {
  /// ``CategoryValueSeverity``.
  case severity = "HKCategoryValueSeverity"
  /// ``CategoryValuePresence``.
  case presence = "HKCategoryValuePresence"
  /// ``CategoryValueAppetiteChanges``.
  case appetiteChanges = "HKCategoryValueAppetiteChanges"

  /// Whether a number is one of the enumeration's raw values (M173, M177).
  public func contains(_ value: Int) -> Bool {
    switch self {
    case .severity: CategoryValueSeverity(rawValue: value) != nil
    case .presence: CategoryValuePresence(rawValue: value) != nil
    case .appetiteChanges: CategoryValueAppetiteChanges(rawValue: value) != nil
    }
  }
}
