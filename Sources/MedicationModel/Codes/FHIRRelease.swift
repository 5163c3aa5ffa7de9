// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A version of FHIR that resources are written in.
public enum FHIRRelease: String, Sendable, Hashable, CaseIterable {
  /// FHIR 4.0.1.
  case r4 = "R4"
  /// FHIR 5.0.0.
  case r5 = "R5"

  /// The number of the version.
  public var version: String {
    switch self {
    case .r4: "4.0.1"
    case .r5: "5.0.0"
    }
  }
}
