// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A symptom for display: its name for people and its identifier.
///
/// Two models are equal when their identifiers are, whatever they are called.
/// It carries no intensity, frequency or cause.
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

  /// Orders by identifier, in byte order.
  public static func < (left: SymptomModel, right: SymptomModel) -> Bool {
    left.categoryID < right.categoryID
  }
}

/// The groups that HealthKit's documentation shows symptoms in.
public enum SymptomGroup: String, Sendable, Hashable, Codable, CaseIterable {
  /// Abdominal and Gastrointestinal.
  case abdominalAndGastrointestinal = "Abdominal and Gastrointestinal"
  /// Constitutional.
  case constitutional = "Constitutional"
  /// Heart and Lung.
  case heartAndLung = "Heart and Lung"
  /// Musculoskeletal.
  case musculoskeletal = "Musculoskeletal"
  /// Neurological.
  case neurological = "Neurological"
  /// Nose and Throat.
  case noseAndThroat = "Nose and Throat"
  /// Reproduction.
  case reproduction = "Reproduction"
  /// Skin and Hair.
  case skinAndHair = "Skin and Hair"
  /// Sleep.
  case sleep = "Sleep"
  /// Urinary.
  case urinary = "Urinary"
}

/// The first versions of Apple's systems that have a symptom's type.
///
/// As HealthKit's headers declare them; iPadOS equals iOS.
public struct SymptomAvailability: Sendable, Hashable {
  /// The first version of iOS.
  public let iOS: String
  /// The first version of Mac Catalyst.
  public let macCatalyst: String
  /// The first version of watchOS, the same for every symptom.
  public let watchOS: String = "7.0"
  /// The first version of macOS, the same for every symptom.
  public let macOS: String = "13.0"
  /// The first version of visionOS, the same for every symptom.
  public let visionOS: String = "1.0"
}
