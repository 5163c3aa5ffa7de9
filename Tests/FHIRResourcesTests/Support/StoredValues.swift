// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources

/// Values at a path of stored members, such as `valueSets.clauses.filters.operation`.
enum StoredValues {
  /// What stands at a path, between commas, through every element of lists.
  ///
  /// `none` if there is nothing, `-` for nil; a number in a path is the place in a list.
  static func text(of document: FHIRDocument, at path: String) -> String? {
    let parts = path.split(separator: ".")
    let all: [Substring: Any] = [
      "codeSystems": document.codeSystems, "valueSets": document.valueSets,
      "conceptMaps": document.conceptMaps, "lists": document.lists, "patients": document.patients,
      "immunizationCount": document.immunizationCount,
    ]
    guard let value = parts.first.flatMap({ all[$0] }) else { return nil }
    let found = texts(of: value, at: parts.dropFirst())
    return found.isEmpty ? "none" : found.joined(separator: ",")
  }

  private static func texts(of value: Any, at path: ArraySlice<Substring>) -> [String] {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      return mirror.children.first.map { texts(of: $0.value, at: path) } ?? ["-"]
    case .collection:
      let items = mirror.children.map(\.value)
      guard let place = path.first.flatMap({ Int($0) }) else {
        return items.flatMap { texts(of: $0, at: path) }
      }
      return items.indices.contains(place) ? texts(of: items[place], at: path.dropFirst()) : []
    default:
      guard let name = path.first else {
        return ["\((value as? any RawRepresentable)?.rawValue ?? value)"]
      }
      let member = mirror.children.first { $0.label == String(name) }
      return member.map { texts(of: $0.value, at: path.dropFirst()) } ?? ["no member \(name)"]
    }
  }
}
