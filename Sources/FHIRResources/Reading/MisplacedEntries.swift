// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

/// Resources of a bundle that stand where FHIR has none: under a name of the writer's own, in
/// lists there, grouped by type, or beside the resource of their entry.
enum MisplacedEntries {
  /// What members belong to.
  enum Owner {
    case bundle
    case entry
  }

  /// Whether a member is one of FHIR's own, which holds no further medication.
  static func isKnown(_ name: JSONNode, in owner: Owner) -> Bool {
    let names =
      switch owner {
      case .bundle: bundleNames
      case .entry: entryNames
      }
    return names.contains { name.isString($0) }
  }

  private static let bundleNames: [StaticString] = [
    "entry", "meta", "contained", "extension", "modifierExtension", "issues", "link",
  ]
  private static let entryNames: [StaticString] = [
    "resource", "fullUrl", "request", "response", "search", "link", "content", "extension",
    "modifierExtension",
  ]

  /// The resources, and objects with one in `resource`, within a value, in its order.
  ///
  /// Does not look into them. The limit of JSON's depth bounds the recursion.
  static func within(_ value: JSONNode) -> [JSONNode] {
    if value.isArray { return value.elements.flatMap(within) }
    guard value.isObject else { return [] }
    if isResource(value) || value["resource"].map(isResource) ?? false { return [value] }
    return value.members.flatMap { within($0.value) }
  }

  /// Whether a value is a resource by its type, or one whose text was passed over.
  private static func isResource(_ node: JSONNode) -> Bool {
    node.isObject && (node.isPassedOver || node["resourceType"] != nil)
  }
}
