// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A JSON value that is written as a literal: members in their order, absent ones left out.
///
/// ```swift
/// let value: JSONValue = ["resourceType": "Group", "name": .text(population), "type": "person"]
/// ```
package enum JSONValue: Sendable {
  case string(String)
  /// A number as it is written in JSON.
  case number(String)
  case flag(Bool)
  case null
  case array([JSONValue])
  case object([(name: String, value: JSONValue)])

  package static func text(_ text: String?) -> JSONValue? { text.map(string) }
  package static func count(_ number: Int) -> JSONValue { .number("\(number)") }
  /// An array; FHIR has no empty ones.
  package static func list(_ values: [JSONValue?]) -> JSONValue? {
    let given = values.compactMap(\.self)
    return given.isEmpty ? nil : .array(given)
  }

  package func write(to json: inout JSONWriter) {
    switch self {
    case .string(let text): json.string(text)
    case .number(let text): json.number(raw: text)
    case .flag(let flag): json.boolean(flag)
    case .null: json.null()
    case .array(let values): json.array { json in for value in values { value.write(to: &json) } }
    case .object: json.object { $0.members(self) }
    }
  }

  /// The value as a text of lines, indented.
  package var lines: [UInt8] {
    var writer = JSONWriter(layout: .indented)
    write(to: &writer)
    writer.endLine()
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes the members of a value that is an object, within an object.
  package mutating func members(_ value: JSONValue) {
    guard case .object(let members) = value else { return }
    for member in members {
      key(member.name)
      member.value.write(to: &self)
    }
  }
}

extension JSONValue: ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral {
  package init(stringLiteral text: String) { self = .string(text) }
  package init(booleanLiteral flag: Bool) { self = .flag(flag) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(arrayLiteral values: JSONValue...) { self = .array(values) }

  package init(dictionaryLiteral members: (String, JSONValue?)...) {
    self = .object(members.compactMap { name, value in value.map { (name, $0) } })
  }
}
