// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// How a target of a map relates to its source, in the words of both versions of FHIR.
///
/// R4 says what the target is ("the target is wider"), R5 what the source is
/// ("source is narrower than target").
enum MapRelation {
  /// Both mean the same.
  case equivalent
  /// The target means more: a clinical drug for one package of it.
  case targetIsBroader
  /// The target means less: one quantified form of a drug.
  case targetIsNarrower
  /// They have to do with each other, and more is not known or not said.
  case related

  /// The code of `ConceptMap.group.element.target.equivalence` in R4.
  var equivalence: String {
    switch self {
    case .equivalent: "equivalent"
    case .targetIsBroader: "wider"
    case .targetIsNarrower: "narrower"
    case .related: "relatedto"
    }
  }

  /// The code of `ConceptMap.group.element.target.relationship` in R5.
  var relationship: String {
    switch self {
    case .equivalent: "equivalent"
    case .targetIsBroader: "source-is-narrower-than-target"
    case .targetIsNarrower: "source-is-broader-than-target"
    case .related: "related-to"
    }
  }
}

/// One source code of a map and what it leads to.
struct MapElement {
  struct Target {
    let code: String
    let display: String
    let relation: MapRelation
    var comment: String?
    /// Identifiers of rows of evidence.
    var evidence: [String] = []
  }

  let code: String
  var display: String?
  /// Without any the map says that there is none.
  var targets: [Target]
  /// Why there is no target.
  var comment: String?
}
