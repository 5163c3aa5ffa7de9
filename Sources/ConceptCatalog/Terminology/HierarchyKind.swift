// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Where a code system says that one concept stands under another.
public enum HierarchyKind: Int, Sendable, Hashable, CaseIterable {
  /// The concept is nested in the other.
  case nesting
  /// Its property `parent` names the other.
  case parentProperty
  /// Its property `subsumedBy` names the other (HL7 v3): always an is-a.
  case subsumedBy
  /// The other's property `child` names it.
  case childProperty

  /// The word that is printed.
  public var word: String {
    switch self {
    case .nesting: "nesting"
    case .parentProperty: "parent"
    case .subsumedBy: "subsumedBy"
    case .childProperty: "child"
    }
  }
}
