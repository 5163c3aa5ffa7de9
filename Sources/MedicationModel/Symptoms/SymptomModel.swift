// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A symptom as it is shown: a name for people and the identifier that it is (M11).
///
/// Two models are equal when their identifiers are, whatever they are called.
/// It carries no intensity, frequency or cause (M19).
public struct SymptomModel: Sendable {
  /// The name to show.
  public let name: String
  /// What the symptom is.
  public let categoryID: CategoryTypeIdentifier

  /// Makes a symptom with a name of one's own.
  public init(name: String, categoryID: CategoryTypeIdentifier) {
    self.name = name
    self.categoryID = categoryID
  }

  /// Makes a symptom with its usual name.
  public init(_ categoryID: CategoryTypeIdentifier) {
    self.init(name: categoryID.displayName, categoryID: categoryID)
  }
}

extension SymptomModel: Hashable, Comparable {
  /// Whether both have the same identifier.
  public static func == (left: SymptomModel, right: SymptomModel) -> Bool {
    left.categoryID == right.categoryID
  }

  /// Hashes the identifier alone.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(categoryID)
  }

  /// Orders by identifier, in byte order (M9).
  public static func < (left: SymptomModel, right: SymptomModel) -> Bool {
    left.categoryID < right.categoryID
  }
}
