// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The one definition of how a value is printed: an object's members, in order, with their meaning.
///
/// ```swift
/// static let shape = Shape<Self>("step", "A code that replaced another.") {
///   Field("from", "The replaced code.") { $0.from }
///   Field("to") { $0.to }
/// }
/// ```
///
/// JSON and NDJSON are written from it, columns of tables are chosen from it, and the schemas in
/// `Data/Schemas` and the page of members in the documentation are generated from it.
package struct Shape<Value>: Sendable {
  /// What a schema says of the object.
  package let outline: ShapeOutline
  /// The members, in the order in which they are written.
  package let fields: [Field<Value>]

  /// Describes an object.
  ///
  /// - Parameters:
  ///   - name: The name of its definition in a schema; without one it is defined where it is used.
  ///   - schema: The schema with the definition, if others refer to it.
  ///   - meaning: What the object is: a sentence, or nothing.
  ///   - fields: The members.
  package init(
    _ name: String? = nil, in schema: String? = nil, _ meaning: String = "",
    @FieldBuilder<Value> fields: () -> [Field<Value>]
  ) {
    self.fields = fields()
    outline = ShapeOutline(
      name: name, schema: schema, meaning: meaning, members: self.fields.map(\.outline))
  }

  package func write(_ value: Value, to json: inout JSONWriter) {
    json.beginObject()
    writeMembers(of: value, to: &json)
    json.endObject()
  }

  /// Writes the members of a value, within an object.
  package func writeMembers(of value: Value, to json: inout JSONWriter) {
    for field in fields { field.write(value, &json) }
  }

  /// The members as those of a value that contains this one.
  package func fields<Outer>(
    of part: @escaping @Sendable (Outer) -> Value
  ) -> [Field<Outer>] {
    fields.map { field in
      Field(
        field.outline, { field.write(part($0), &$1) }, column: field.column,
        cell: { field.cell(part($0)) })
    }
  }

  /// Fields by their names, as columns of a table.
  package subscript(names: String...) -> [Field<Value>] {
    names.map { name in
      guard let field = fields.first(where: { $0.outline.name == name }) else {
        preconditionFailure("no field \(name)")
      }
      return field
    }
  }
}

/// A member of an object, and a column of a table.
package struct Field<Value>: Sendable {
  /// What a schema says of the member.
  package fileprivate(set) var outline: ShapeOutline.Member
  package let column: String
  /// Writes name and value.
  package fileprivate(set) var write: @Sendable (Value, inout JSONWriter) -> Void
  /// The value as text; `nil` for an absent one.
  package let cell: @Sendable (Value) -> String?

  fileprivate init(
    _ outline: ShapeOutline.Member, _ write: @escaping @Sendable (Value, inout JSONWriter) -> Void,
    column: String? = nil, cell: @escaping @Sendable (Value) -> String? = { _ in nil }
  ) {
    (self.outline, self.write, self.cell) = (outline, write, cell)
    // `matchedName` is `matched_name` in a table.
    self.column =
      column
      ?? outline.name.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
  }

  /// Describes a member.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - meaning: What it says: a sentence, or nothing where name and kind say all.
  ///   - kind: What it can be, if that is less than its type can.
  ///   - column: The name as a column of a table, if it is another one.
  ///   - cell: The text in a table, if it is not that of the value.
  ///   - value: The value.
  package init<Part: FieldValue>(
    _ name: StaticString, _ meaning: String = "", _ kind: FieldKind = Part.kind,
    column: String? = nil, cell: (@Sendable (Value) -> String?)? = nil,
    _ value: @escaping @Sendable (Value) -> Part
  ) {
    self.init(
      .init("\(name)", kind, meaning), { value($0).write(as: name, to: &$1) }, column: column,
      cell: cell ?? { value($0).cell })
  }

  /// Describes a member that is an object of a given shape.
  package init<Part>(
    _ name: StaticString, _ meaning: String = "", _ shape: Shape<Part>,
    _ value: @escaping @Sendable (Value) -> Part
  ) {
    self.init(.init("\(name)", .object(shape.outline), meaning)) { whole, json in
      json.key(name)
      shape.write(value(whole), to: &json)
    }
  }

  /// Describes a member that is an object of a given shape, or `null`.
  package init<Part>(
    _ name: StaticString, _ meaning: String = "", _ shape: Shape<Part>,
    _ value: @escaping @Sendable (Value) -> Part?
  ) {
    self.init(.init("\(name)", .nullable(.object(shape.outline)), meaning)) { whole, json in
      json.key(name)
      if let part = value(whole) { shape.write(part, to: &json) } else { json.null() }
    }
  }

  /// Describes a member that is an array of objects of a given shape.
  package init<Part>(
    _ name: StaticString, _ meaning: String = "", each shape: Shape<Part>,
    _ values: @escaping @Sendable (Value) -> [Part]
  ) {
    self.init(.init("\(name)", .list(.object(shape.outline)), meaning)) { whole, json in
      json.array(name, values(whole)) { shape.write($0, to: &$1) }
    }
  }

  /// The member `schema`: the version of the shape.
  package static func version(_ version: Int) -> Field {
    Field("schema", "The version of this shape.", .constant("\(version)")) { _ in version }
  }

  /// The member `kind`, which tells objects of one output apart.
  package static func kind(_ word: String) -> Field {
    Field("kind", "", .constant("\"\(word)\"")) { _ in word }
  }

  /// The member, left out of values for which a condition is true.
  package func omitted(when isOmitted: @escaping @Sendable (Value) -> Bool) -> Field {
    var field = self
    field.outline.isOptional = true
    field.write = { if !isOmitted($0) { write($0, &$1) } }
    return field
  }
}

/// Lists the fields of a shape, one after the other, and all of a part.
@resultBuilder
package enum FieldBuilder<Value> {
  package static func buildExpression(_ field: Field<Value>) -> [Field<Value>] { [field] }
  package static func buildExpression(_ fields: [Field<Value>]) -> [Field<Value>] { fields }
  package static func buildBlock(_ fields: [Field<Value>]...) -> [Field<Value>] {
    fields.flatMap { $0 }
  }
}
