// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

/// FHIR resources in XML, written from their JSON as FHIR maps one to the other.
struct ResourceXML {
  private(set) var bytes: [UInt8] = []

  /// Writes a resource as an element of its type.
  mutating func write(resource: JSONNode) {
    let type = resource["resourceType"]?.string ?? "Basic"
    bytes += "<\(type) xmlns=\"http://hl7.org/fhir\">".utf8
    for (name, value) in resource.members where !name.isString("resourceType") {
      write(value, as: name.string ?? "")
    }
    bytes += "</\(type)>\n".utf8
  }

  private mutating func write(_ node: JSONNode, as name: String) {
    switch node.kind {
    case .array:
      for element in node.elements { write(element, as: name) }
    case .object:
      bytes += "<\(name)>\n".utf8
      if node["resourceType"] != nil {
        write(resource: node)
      } else {
        for (name, value) in node.members { write(value, as: name.string ?? "") }
      }
      bytes += "</\(name)>\n".utf8
    case .string where name == "div": bytes += (node.string ?? "").utf8
    case .null, .omitted: break
    default:
      bytes += "<\(name) value=\"\(Self.escaped(node.scalarText ?? ""))\"/>\n".utf8
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
