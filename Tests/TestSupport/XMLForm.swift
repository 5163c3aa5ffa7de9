// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

/// A FHIR document in JSON, written in XML: arrays become repeated elements.
public enum XMLForm {
  /// The document in XML.
  public static func of(_ json: String) throws -> String {
    resource(try JSONDocument(Array(json.utf8)).root, " xmlns=\"http://hl7.org/fhir\"")
  }

  private static func resource(_ node: JSONNode, _ space: String = "") -> String {
    let type = node["resourceType"]?.string ?? ""
    return "<\(type)\(space)>\(members(of: node))</\(type)>"
  }

  private static func members(of node: JSONNode) -> String {
    node.members.map { name, value in
      name.isString("resourceType") ? "" : element(name.string ?? "", value)
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing("\"", with: "&quot;")
  }

  private static func element(_ name: String, _ value: JSONNode) -> String {
    if value.isArray { return value.elements.map { element(name, $0) }.joined() }
    guard value.isObject else { return "<\(name) value=\"\(escaped(value.scalarText ?? ""))\"/>" }
    let inner = value["resourceType"] == nil ? members(of: value) : resource(value)
    return "<\(name)>\(inner)</\(name)>"
  }
}
