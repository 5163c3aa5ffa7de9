// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText

extension JSONNode {
  /// What stands at a path, such as `problems[code=shape].message`, between commas: `none`
  /// if there is nothing, texts without quotes, objects and empty lists as they are written.
  public func text(at path: String) -> String {
    let found = nodes(at: path).map {
      $0.scalarText ?? String(decoding: $0.rawBytes, as: UTF8.self)
    }
    return found.isEmpty ? "none" : found.joined(separator: ",")
  }

  /// The values at a path, through every element of lists.
  public func nodes(at path: String) -> [JSONNode] {
    path.split(separator: ".").reduce([self]) { nodes, part in
      let words = part.split(whereSeparator: "[]=".contains)
      return nodes.flatMap { node in
        var found = node[String(words[0])].map { $0.isArray ? Array($0.elements) : [$0] } ?? []
        if words.count == 2, let index = Int(words[1]) {
          found = found.indices.contains(index) ? [found[index]] : []
        } else if words.count == 3 {
          found = found.filter { $0[String(words[1])]?.scalarText == String(words[2]) }
        }
        return found
      }
    }
  }
}

extension JSONNode {
  /// Whether two entries of a bundle, or of one inside it, have one fullUrl, or one type and id: of
  /// several the first is meant, so there the order is the answer.
  public var repeatsAddresses: Bool {
    var seen: Set<String> = []
    for entry in self["entry"]?.elements ?? elements {
      guard let resource = entry["resource"] ?? entry["content"] else { continue }
      if resource["entry"] != nil, resource.repeatsAddresses { return true }
      let address = entry["fullUrl"]?.string.map { "url \($0.lowercased())" }
      let identity = resource["id"]?.scalarText.map {
        "id \(resource["resourceType"]?.string ?? "")/\($0)"
      }
      for key in [address, identity].compactMap(\.self) where !seen.insert(key).inserted {
        return true
      }
    }
    return false
  }
}

extension CaseFile.Row {
  /// What a JSON value says otherwise than expected, or that nothing is expected.
  ///
  /// A key is a path or `json`, the whole text; behind it can stand `has`, `lacks` (some of
  /// several values), `contains`, `omits` (a part of the text) or `count`.
  public func mismatches(in root: JSONNode) -> [String] {
    if expected.isEmpty { return ["nothing is expected of \(text)"] }
    return expected.compactMap { key, value in
      let words = key.split(separator: " ").map(String.init)
      let member = words[0].prefix { !".[".contains($0) }
      if member != "json", root[String(member)] == nil {
        return "\(key) of \(text): there is no member \(member)"
      }
      let found =
        words[0] == "json"
        ? String(decoding: root.rawBytes, as: UTF8.self) : root.text(at: words[0])
      let values = Set(value.components(separatedBy: ","))
      let isSo =
        switch words.dropFirst().first {
        case nil: found == value
        case "has": values.isSubset(of: found.components(separatedBy: ","))
        case "lacks": values.isDisjoint(with: found.components(separatedBy: ","))
        case "contains": found.contains(value)
        case "omits": !found.contains(value)
        case "count": "\(root.nodes(at: words[0]).count)" == value
        default: false
        }
      return isSo ? nil : "\(key) of \(text): \(found), expected \(value)"
    }
  }
}
