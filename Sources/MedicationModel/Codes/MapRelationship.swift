// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// How the source of a mapping is related to its target, in the words of FHIR R5.
///
/// Earlier versions state an equivalence, read as "the target is … than the source"
/// (FHIR R4, ConceptMapEquivalence): a `wider` target makes the source narrower.
public enum MapRelationship: String, Sendable, Hashable, CaseIterable {
  /// Both mean the same.
  case equivalent
  /// The source means less than the target.
  case sourceIsNarrower = "source-is-narrower-than-target"
  /// The source means more than the target.
  case sourceIsBroader = "source-is-broader-than-target"
  /// They have to do with each other; how is not said.
  case relatedTo = "related-to"
  /// They have nothing to do with each other.
  case notRelatedTo = "not-related-to"
  /// Nothing corresponds to the source.
  case noMap = "no-map"
  /// The map does not say, or in words that no version of FHIR has: never taken as the same.
  case unstated

  /// The position in the catalog's records, which are part of its format.
  public var number: Int { Self.allCases.firstIndex(of: self) ?? 6 }

  /// The same mapping seen from its target; `nil` where there is no target.
  public var reversed: MapRelationship? {
    switch self {
    case .sourceIsNarrower: .sourceIsBroader
    case .sourceIsBroader: .sourceIsNarrower
    case .noMap: nil
    case .equivalent, .relatedTo, .notRelatedTo, .unstated: self
    }
  }
}
