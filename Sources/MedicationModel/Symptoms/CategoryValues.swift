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

  /// Whether a number is one of the enumeration's raw values.
  public func contains(_ value: Int) -> Bool {
    switch self {
    case .severity: CategoryValueSeverity(rawValue: value) != nil
    case .presence: CategoryValuePresence(rawValue: value) != nil
    case .appetiteChanges: CategoryValueAppetiteChanges(rawValue: value) != nil
    }
  }

  /// The names of the values, by raw value.
  public var names: [String] {
    switch self {
    case .severity: ["unspecified", "notPresent", "mild", "moderate", "severe"]
    case .presence: ["present", "notPresent"]
    case .appetiteChanges: ["unspecified", "noChange", "decreased", "increased"]
    }
  }

  /// The name of a value; the number of one that the enumeration does not have.
  public func name(of value: Int) -> String {
    names.indices.contains(value) ? names[value] : String(value)
  }
}

/// How strongly a person feels a symptom, from none to extreme.
///
/// The five steps of HealthKit's sample project "Logging symptoms associated
/// with a medication", with the mapping to category values by meaning.
public enum SymptomIntensity: Int, Sendable, Hashable, CaseIterable {
  /// Not felt.
  case none = 0
  /// Mild.
  case mild = 1
  /// Moderate.
  case moderate = 2
  /// Severe.
  case severe = 3
  /// Worse than severe; category values know no such step.
  case extreme = 4

  /// The face that the sample project shows.
  public var emoji: String {
    switch self {
    case .none: "\u{1F60C}"
    case .mild: "\u{1F610}"
    case .moderate: "\u{1F615}"
    case .severe: "\u{1F621}"
    case .extreme: "\u{1F92F}"
    }
  }

  /// The category value with the same meaning, among those the type accepts.
  ///
  /// Severe and extreme become one value. A change of appetite gets
  /// `unspecified`, because an intensity has no direction.
  public func categoryValue(for symptom: SymptomCategory) -> Int {
    switch (symptom.valueKind, self) {
    case (.severity, .none): CategoryValueSeverity.notPresent.rawValue
    case (.severity, .mild): CategoryValueSeverity.mild.rawValue
    case (.severity, .moderate): CategoryValueSeverity.moderate.rawValue
    case (.severity, .severe), (.severity, .extreme): CategoryValueSeverity.severe.rawValue
    case (.presence, .none): CategoryValuePresence.notPresent.rawValue
    case (.presence, _): CategoryValuePresence.present.rawValue
    case (.appetiteChanges, .none): CategoryValueAppetiteChanges.noChange.rawValue
    case (.appetiteChanges, _): CategoryValueAppetiteChanges.unspecified.rawValue
    }
  }

  /// The number that the sample project saves: its own raw value.
  ///
  /// HealthKit reads it one step too low (`mild` as `notPresent`). For
  /// comparison with samples saved that way; nothing else uses it.
  public var appleSampleValue: Int { rawValue }

  /// Reads a category value back.
  ///
  /// Gives `nil` where the value says no intensity: it is unspecified, only
  /// present, only a direction, or none of the enumeration.
  ///
  /// - Parameters:
  ///   - value: A raw value of the type's enumeration.
  ///   - symptom: The type of the sample.
  public init?(categoryValue value: Int, for symptom: SymptomCategory) {
    let intensity: SymptomIntensity? =
      switch symptom.valueKind {
      case .severity:
        switch CategoryValueSeverity(rawValue: value) {
        case .notPresent: SymptomIntensity.none
        case .mild: .mild
        case .moderate: .moderate
        case .severe: .severe
        case .unspecified, nil: nil
        }
      case .presence:
        CategoryValuePresence(rawValue: value) == .notPresent ? SymptomIntensity.none : nil
      case .appetiteChanges:
        CategoryValueAppetiteChanges(rawValue: value) == .noChange ? SymptomIntensity.none : nil
      }
    guard let intensity else { return nil }
    self = intensity
  }
}

extension SymptomIntensity {
  /// The names of the intensities, by raw value.
  public static let names = ["none", "mild", "moderate", "severe", "extreme"]
}

extension SymptomCategory {
  /// The value that a word means: a name or number of the type's enumeration,
  /// the name of an intensity, or its face; `nil` for anything else.
  public func value(named word: String) -> Int? {
    if let value = valueKind.names.firstIndex(of: word) { return value }
    if let value = Int(word) { return valueKind.contains(value) ? value : nil }
    let index =
      SymptomIntensity.names.firstIndex(of: word)
      ?? SymptomIntensity.allCases.firstIndex { $0.emoji == word }
    return index.flatMap(SymptomIntensity.init(rawValue:))?.categoryValue(for: self)
  }
}
