// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

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
