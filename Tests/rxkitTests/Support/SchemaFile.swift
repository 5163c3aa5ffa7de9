// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog

@testable import JSONText

/// A file of `Data/Schemas` that is generated from shapes.
struct SchemaFile {
  let name: String
  let title: String
  let meaning: String
  /// What one line of the output is: one of these.
  var roots: [ShapeOutline] = []
  /// Whether `--format json` prints an array of the roots.
  var isSequence = true
  /// Definitions that other schemas refer to and no root leads to.
  var extra: [(name: String, kind: FieldKind)] = []

  /// The file's text.
  func text(with others: [SchemaFile]) -> String {
    var json = JSONWriter(layout: .indented)
    json.object { json in
      json.member("$schema", "https://json-schema.org/draft/2020-12/schema")
      json.member("title", title)
      if !meaning.isEmpty { json.member("description", meaning) }
      if isSequence {
        json.object("if") { $0.member("type", "array") }
        json.object("then") { json in json.object("items") { writeRoot(to: &$0) } }
        json.object("else") { writeRoot(to: &$0) }
      } else if !roots.isEmpty {
        writeRoot(to: &json)
      }
      json.object("$defs") { json in
        for (name, kind) in definitions(of: others) {
          json.key(name)
          json.object { write(kind, isDefinition: true, to: &$0) }
        }
      }
    }
    return json.text + "\n"
  }

  /// Everything that this file defines: what its roots lead to, and what others refer to.
  func definitions(of files: [SchemaFile]) -> [(name: String, kind: FieldKind)] {
    var found: [(name: String, kind: FieldKind)] = []
    func visit(_ kind: FieldKind, from file: String) {
      switch kind {
      case .list(let kind, _), .nullable(let kind): visit(kind, from: file)
      case .defined(let name, let schema, _, let inner):
        if schema == self.name, !found.contains(where: { $0.name == name }) {
          found.append((name, kind))
        }
        visit(inner, from: file)
      case .object(let outline):
        if let name = outline.name, (outline.schema ?? file) == self.name {
          guard !found.contains(where: { $0.name == name }) else { return }
          found.append((name, kind))
        }
        for member in outline.members { visit(member.kind, from: outline.schema ?? file) }
      default: break
      }
    }
    for file in files {
      for root in file.roots { visit(.object(root), from: file.name) }
      for (name, kind) in file.extra {
        visit(kind, from: file.name)
        if file.name == self.name, !found.contains(where: { $0.name == name }) {
          found.append((name, kind))
        }
      }
    }
    return found
  }

  private func writeRoot(to json: inout JSONWriter) {
    let names = roots.compactMap(\.name)
    if names.count == 1 {
      json.member("$ref", "#/$defs/\(names[0])")
    } else {
      json.objects("oneOf", names) { $1.member("$ref", "#/$defs/\($0)") }
    }
  }

  /// Writes the members of a schema for values of a kind.
  private func write(
    _ kind: FieldKind, meaning: String = "", isNullable: Bool = false, isDefinition: Bool = false,
    to json: inout JSONWriter
  ) {
    if !meaning.isEmpty { json.member("description", meaning) }
    func type(_ name: String) {
      if isNullable { json.member("type", [name, "null"]) } else { json.member("type", name) }
    }
    func reference(_ name: String, in schema: String?) {
      let file = schema.flatMap { $0 == self.name ? nil : "\($0).schema.json" } ?? ""
      guard isNullable else { return json.member("$ref", "\(file)#/$defs/\(name)") }
      json.array("anyOf") { json in
        json.object { $0.member("$ref", "\(file)#/$defs/\(name)") }
        json.object { $0.member("type", "null") }
      }
    }
    switch kind {
    case .text: type("string")
    case .name:
      type("string")
      json.member("minLength", 1)
    case .pattern(let pattern):
      type("string")
      json.member("pattern", pattern)
    case .word(let words):
      json.array("enum") { json in
        for word in words { json.string(word) }
        if isNullable { json.null() }
      }
    case .integer(let least):
      type("integer")
      if let least { json.member("minimum", least) }
    case .share:
      type("number")
      json.member("minimum", 0)
      json.member("maximum", 1)
    case .flag: type("boolean")
    case .constant(let text):
      json.key("const")
      json.raw(Array(text.utf8))
    case .list(let element, let least):
      type("array")
      json.object("items") { write(element, to: &$0) }
      if least > 0 { json.member("minItems", least) }
    case .nullable(let kind): write(kind, isNullable: true, to: &json)
    case .elsewhere(let name, let schema): reference(name, in: schema)
    case .defined(let name, let schema, let meaning, let kind):
      guard isDefinition else { return reference(name, in: schema) }
      write(kind, meaning: meaning, to: &json)
    case .object(let outline):
      if let name = outline.name, !isDefinition { return reference(name, in: outline.schema) }
      if meaning.isEmpty, !outline.meaning.isEmpty { json.member("description", outline.meaning) }
      type("object")
      json.object("properties") { json in
        for member in outline.members {
          json.key(member.name)
          json.object { write(member.kind, meaning: member.meaning, to: &$0) }
        }
      }
      json.member("required", outline.members.filter { !$0.isOptional }.map(\.name))
      json.member("additionalProperties", false)
    }
  }
}

extension SchemaFile {
  /// The members of every object that the file defines, as tables of the documentation.
  func page(with others: [SchemaFile]) -> String {
    var text = "### \(title)\n\n"
    if !meaning.isEmpty { text += meaning + " " }
    text += "(`\(name).schema.json`)\n"
    for (name, kind) in definitions(of: others) {
      guard case .object(let outline) = kind else { continue }
      text += "\n**\(name)**"
      if !outline.meaning.isEmpty { text += ": \(outline.meaning)" }
      text += "\n\n| member | value | meaning |\n| --- | --- | --- |\n"
      for member in outline.members { text += row(member, of: "") }
    }
    return text
  }

  /// A row of a member, and rows of the members of an object that has no name of its own.
  private func row(_ member: ShapeOutline.Member, of path: String) -> String {
    let words = Self.words(member.kind)
    var meaning = member.meaning
    if meaning.isEmpty, case .defined(_, _, let said, _) = member.kind { meaning = said }
    let path = path + member.name
    let absent = member.isOptional ? "; can be absent" : ""
    var text = "| `\(path)` | \(words)\(absent) | \(meaning.replacing("|", with: "\\|")) |\n"
    if let outline = Self.unnamed(member.kind) {
      for member in outline.members { text += row(member, of: path + ".") }
    }
    return text
  }

  /// The object without a name that values of a kind are, or are lists of.
  private static func unnamed(_ kind: FieldKind) -> ShapeOutline? {
    switch kind {
    case .object(let outline): outline.name == nil ? outline : nil
    case .list(let kind, _), .nullable(let kind): unnamed(kind)
    default: nil
    }
  }

  private static func words(_ kind: FieldKind) -> String {
    switch kind {
    case .text, .name, .pattern: "text"
    case .word(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .integer: "integer"
    case .share: "number from 0 to 1"
    case .flag: "`true`, `false`"
    case .constant(let text): "`\(text)`"
    case .list(let kind, _): "list of: \(words(kind))"
    case .object(let outline): outline.name ?? "object"
    case .nullable(let kind): words(kind) + ", `null`"
    case .defined(let name, _, _, _), .elsewhere(let name, _): name
    }
  }
}

extension ShapeOutline {
  /// The shape of a table's rows: texts and numbers under the names of the columns.
  static func row<Row>(of shape: Shape<Row>, withRelease: Bool = true) -> ShapeOutline {
    func members<Part>(_ fields: [Field<Part>]) -> [Member] {
      fields.map { .init($0.column, cell($0.outline.kind), $0.outline.meaning) }
    }
    func cell(_ kind: FieldKind) -> FieldKind {
      if case .flag = kind { .word(["yes", "no"]) } else { kind }
    }
    return ShapeOutline(
      name: shape.outline.name, schema: nil, meaning: shape.outline.meaning,
      members: members(shape.fields) + (withRelease ? members(Table.releaseFields) : []))
  }
}
