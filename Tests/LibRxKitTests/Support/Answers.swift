// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CArrow
import CRxKit
import JSONText

/// A value of an answer, read out of its buffers.
enum AnswerValue: Equatable {
  case null
  case text(String)
  case integer(Int)
  case number(Double)
  case flag(Bool)
  case list([AnswerValue])
  case object([String: AnswerValue])

  subscript(name: String) -> AnswerValue {
    if case .object(let members) = self { members[name] ?? .null } else { .null }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// What a value of JSON and this one differ in; `nil` if they are the same.
  func difference(from json: JSONNode?, at path: String = "") -> String? {
    let isAbsent = json.map(\.isNull) ?? true
    let isSame: Bool
    switch self {
    case .null: isSame = isAbsent
    case .text(let text):
      isSame =
        json.map { $0.isString ? $0.string == text : Array($0.rawBytes) == Array(text.utf8) }
        ?? false
    case .integer(let integer): isSame = json?.integer == integer
    case .number(let number): isSame = json?.numberText.flatMap { Double($0) } == number
    case .flag(let flag): isSame = json?.boolean == flag
    case .list(let values):
      let elements = json.map { Array($0.elements) } ?? []
      guard json?.isArray == true, elements.count == values.count else { return path }
      for (place, value) in values.enumerated() {
        if let found = value.difference(from: elements[place], at: "\(path)[\(place)]") {
          return found
        }
      }
      return nil
    case .object(let members):
      guard let json, json.isObject else { return path }
      for (name, value) in json.members {
        let name = name.string ?? ""
        guard let own = members[name] else { return "\(path).\(name): no such column" }
        if let found = own.difference(from: value, at: "\(path).\(name)") { return found }
      }
      return nil
    }
    return isSame ? nil : path
  }

  /// The values of an array of the types that the library makes.
  static func values(_ schema: ArrowSchema, _ array: ArrowArray) -> [AnswerValue] {
    let rows = 0..<Int(array.length)
    func buffer<Element>(_ place: Int, as type: Element.Type) -> UnsafePointer<Element>? {
      array.buffers[place].map { $0.assumingMemoryBound(to: type) }
    }
    func children() -> [[AnswerValue]] {
      (0..<Int(schema.n_children)).map { place in
        guard let child = schema.children[place], let values = array.children[place] else {
          return []
        }
        return Self.values(child.pointee, values.pointee)
      }
    }
    let found: [AnswerValue]
    switch String(cString: schema.format) {
    case "u":
      let (ends, bytes) = (buffer(1, as: Int32.self), buffer(2, as: UInt8.self))
      found = rows.map { row in
        guard let ends else { return .null }
        let text = UnsafeBufferPointer(
          start: bytes.map { $0 + Int(ends[row]) }, count: Int(ends[row + 1] - ends[row]))
        return .text(String(decoding: text, as: UTF8.self))
      }
    case "i" where schema.dictionary != nil:
      let words = values(schema.dictionary.pointee, array.dictionary.pointee)
      found = rows.map { row in
        words.isEmpty ? .null : words[Int(buffer(1, as: Int32.self)?[row] ?? 0)]
      }
    case "i": found = rows.map { .integer(Int(buffer(1, as: Int32.self)?[$0] ?? 0)) }
    case "l": found = rows.map { .integer(Int(buffer(1, as: Int64.self)?[$0] ?? 0)) }
    case "g": found = rows.map { .number(buffer(1, as: Double.self)?[$0] ?? 0) }
    case "b":
      found = rows.map { row in
        .flag((buffer(1, as: UInt8.self)?[row >> 3] ?? 0) >> UInt8(row & 7) & 1 == 1)
      }
    case "+l":
      let (ends, items) = (buffer(1, as: Int32.self), children()[0])
      found = rows.map { row in
        ends.map { .list(Array(items[Int($0[row])..<Int($0[row + 1])])) } ?? .null
      }
    default:
      let (names, columns) = (Self.names(schema), children())
      found = rows.map { row in
        .object(Dictionary(uniqueKeysWithValues: zip(names, columns.map { $0[row] })))
      }
    }
    guard let bits = buffer(0, as: UInt8.self) else { return found }
    return rows.map { bits[$0 >> 3] >> UInt8($0 & 7) & 1 == 1 ? found[$0] : .null }
  }

  /// The names of the columns of a table.
  static func names(_ schema: ArrowSchema) -> [String] {
    (0..<Int(schema.n_children)).map { place in
      schema.children[place].map { String(cString: $0.pointee.name) } ?? ""
    }
  }
}

/// A function of the library that answers a column.
typealias Ask = (
  OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<ArrowSchema>?, UnsafePointer<ArrowArray>?,
  UnsafeMutablePointer<ArrowSchema>?, UnsafeMutablePointer<ArrowArray>?,
  UnsafeMutablePointer<rxkit_error>?
) -> Int32

/// What a call reported: its number, the stable name, and the text.
struct CallError: Error, Equatable {
  let number: Int32
  let code: String
  let message: String

  init(_ number: Int32, _ error: rxkit_error) {
    self.number = number
    code = Self.text(error.code)
    message = Self.text(error.message)
  }

  private static func text(_ bytes: some Any) -> String {
    withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

/// Asks the library, reads the rows, and releases what came.
func rows(
  _ ask: Ask, _ catalog: OpaquePointer?, _ column: TestColumn?, options: String? = nil
) throws -> [AnswerValue] {
  var (schema, answers, error) = (ArrowSchema(), ArrowArray(), rxkit_error())
  let number = ask(
    catalog, options, column.map { UnsafePointer($0.schema) },
    column.map { UnsafePointer($0.array) }, &schema, &answers, &error)
  guard number == 0 else {
    guard schema.release == nil, answers.release == nil else { throw CallError(-1, error) }
    throw CallError(number, error)
  }
  defer {
    answers.release(&answers)
    schema.release(&schema)
  }
  return AnswerValue.values(schema, answers)
}

/// Reads all rows of a stream and releases it.
func rows(of stream: inout ArrowArrayStream) throws -> [AnswerValue] {
  defer { stream.release(&stream) }
  var schema = ArrowSchema()
  guard stream.get_schema(&stream, &schema) == 0 else { throw CallError(-1, rxkit_error()) }
  defer { schema.release(&schema) }
  var rows: [AnswerValue] = []
  while true {
    var batch = ArrowArray()
    guard stream.get_next(&stream, &batch) == 0 else {
      throw StreamError(text: stream.get_last_error(&stream).map { String(cString: $0) })
    }
    guard batch.release != nil else { return rows }
    rows += AnswerValue.values(schema, batch)
    batch.release(&batch)
  }
}

/// Why a stream ended.
struct StreamError: Error, Equatable {
  let text: String?
}
