// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What the value of a member can be, as a schema says it.
package indirect enum FieldKind: Sendable {
  /// Any string.
  case text
  /// A string that is not empty.
  case name
  /// A string that matches a regular expression.
  case pattern(String)
  /// One of several strings.
  case word([String])
  /// An integer: any, or at least `from`.
  case integer(from: Int?)
  /// A number from 0 to 1.
  case share
  case flag
  /// One value, as JSON.
  case constant(String)
  case list(FieldKind, atLeast: Int = 0)
  case object(ShapeOutline)
  case nullable(FieldKind)
  /// What several shapes contain, under the name by which a schema defines it.
  case defined(String, in: String, meaning: String = "", FieldKind)

  /// What a schema that is not generated defines under a name.
  case elsewhere(String, in: String)

  /// An integer of 0 or more.
  package static var count: FieldKind { .integer(from: 0) }

  /// Whether it is a number in a table.
  package var isNumber: Bool {
    switch self {
    case .integer, .share: true
    case .nullable(let kind): kind.isNumber
    default: false
    }
  }
}

/// What a schema says of an object.
package struct ShapeOutline: Sendable {
  package struct Member: Sendable {
    package let name: String
    package let kind: FieldKind
    package let meaning: String
    /// Whether it can be missing.
    package var isOptional = false

    init(_ name: String, _ kind: FieldKind, _ meaning: String) {
      (self.name, self.kind, self.meaning) = (name, kind, meaning)
    }
  }

  /// The name of the definition; `nil` for one where it is used.
  package let name: String?
  /// The schema with the definition, if others refer to it.
  package let schema: String?
  package let meaning: String
  package let members: [Member]
}

/// A value that a member can have.
package protocol FieldValue: SendableMetatype {
  static var kind: FieldKind { get }
  /// Writes it as one JSON value.
  func write(to json: inout JSONWriter)
  /// Writes it as a member.
  func write(as name: StaticString, to json: inout JSONWriter)
  /// The value in a table; `nil` for an absent one.
  var cell: String? { get }
}

extension FieldValue {
  package func write(as name: StaticString, to json: inout JSONWriter) {
    json.key(name)
    write(to: &json)
  }
}

/// A value that is printed as an object.
package protocol Shaped: FieldValue {
  static var shape: Shape<Self> { get }
}

extension Shaped {
  package static var kind: FieldKind { .object(shape.outline) }
  package func write(to json: inout JSONWriter) { Self.shape.write(self, to: &json) }
  package var cell: String? { nil }
}

extension String: FieldValue {
  package static var kind: FieldKind { .text }
  package func write(to json: inout JSONWriter) { json.string(self) }
  /// Name and value at once, which is faster.
  package func write(as name: StaticString, to json: inout JSONWriter) { json.member(name, self) }
  package var cell: String? { self }
}

extension Int: FieldValue {
  /// A count: a number that can be negative says so in its field.
  package static var kind: FieldKind { .count }
  package func write(to json: inout JSONWriter) { json.integer(self) }
  package var cell: String? { String(self) }
}

extension Bool: FieldValue {
  package static var kind: FieldKind { .flag }
  package func write(to json: inout JSONWriter) { json.boolean(self) }
  package var cell: String? { self ? "yes" : "no" }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  package static var kind: FieldKind { .nullable(Wrapped.kind) }
  package func write(to json: inout JSONWriter) {
    if let self { self.write(to: &json) } else { json.null() }
  }
  package func write(as name: StaticString, to json: inout JSONWriter) {
    if let self { self.write(as: name, to: &json) } else { json.null(name) }
  }
  package var cell: String? { self?.cell ?? nil }
}

extension Array: FieldValue where Element: FieldValue {
  package static var kind: FieldKind { .list(Element.kind) }
  package func write(to json: inout JSONWriter) {
    json.beginArray()
    for element in self { element.write(to: &json) }
    json.endArray()
  }
  /// The values with a semicolon between; `nil` if none has one.
  package var cell: String? {
    let cells = compactMap(\.cell)
    return cells.isEmpty ? nil : cells.joined(separator: "; ")
  }
}

extension FieldValue where Self: RawRepresentable, RawValue == String {
  package func write(to json: inout JSONWriter) { json.string(rawValue) }
  package func write(as name: StaticString, to json: inout JSONWriter) {
    json.member(name, rawValue)
  }
  package var cell: String? { rawValue }
}

extension FieldValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  package static var kind: FieldKind { .word(allCases.map(\.rawValue)) }
}

/// A number from 0 to 1, as text in JSON's grammar.
package struct ShareText: FieldValue {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static var kind: FieldKind { .share }
  package func write(to json: inout JSONWriter) { json.number(raw: text) }
  package var cell: String? { text }
}
