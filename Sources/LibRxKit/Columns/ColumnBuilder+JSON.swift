// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ArrowColumns
internal import JSONText

// Answers are written as JSON in one place for tool, schema and page. Columns are filled from that
// JSON, so that they cannot say anything else: one answer per distinct question, a few microseconds.

extension ColumnBuilder {
  /// Appends a JSON value in the column's kind; null if there is none.
  ///
  /// In a column of text, a value that is not a string is given as JSON, so
  /// that nothing is lost.
  func append(json value: JSONNode?) {
    guard let value, !value.isNull else { return appendNull() }
    switch kind {
    case .text, .category: append(textOf: value)
    case .integer: append(integer: value.integer.map { Int64($0) })
    case .number:
      let number = value.numberText.flatMap { Double($0) }
      append(integer: number.map { Int64(bitPattern: $0.bitPattern) })
    case .flag: append(integer: value.boolean.map { $0 ? 1 : 0 })
    case .list:
      guard value.isArray else { return appendNull() }
      for element in value.elements { children[0].append(json: element) }
      endList()
    case .structure(let fields):
      guard value.isObject else { return appendNull() }
      append(membersOf: value, to: children[...], fields[...])
      endStructure()
    }
  }

  /// Appends to each child the member of its name, or null.
  ///
  /// Members mostly come in the order of the fields: each is looked for where the last one was left.
  func append(
    membersOf object: JSONNode, to children: ArraySlice<ColumnBuilder>,
    _ fields: ArraySlice<ColumnField>
  ) {
    var found = [JSONNode?](repeating: nil, count: fields.count)
    var next = fields.startIndex
    for (name, value) in object.members {
      guard
        let place = fields[next...].firstIndex(where: { name.isString($0.name) })
          ?? fields[..<next].firstIndex(where: { name.isString($0.name) })
      else { continue }
      found[place - fields.startIndex] = value
      next = place + 1
    }
    for (child, value) in zip(children, found) { child.append(json: value) }
  }

  private func append(textOf value: JSONNode) {
    let bytes = value.rawBytes
    guard value.isString else { return append(utf8: bytes) }
    if bytes.contains(UInt8(ascii: "\\")) {
      append(text: value.string ?? "")
    } else {
      append(utf8: bytes.dropFirst().dropLast())
    }
  }
}
