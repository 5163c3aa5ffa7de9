// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText
public import MedicationModel

/// A user-annotated medication read from JSON, with what was noted on the way.
public struct ReadMedication: Sendable {
  /// The medication.
  public let medication: UserAnnotatedMedication
  /// Defaults used, members skipped, codings that repeat (M190, M192, M64).
  public let notes: [Problem]
  /// Where it is in the file: `` for one object, `[2]` in an array, `line 3` in lines.
  public let place: String
}

/// Why JSON is not a user-annotated medication.
public struct MedicationJSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A stable name, such as `medication.type`.
  public let code: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int
  /// The JSON path, such as `[1].medication.displayText`.
  public let path: String
  /// What was found, without personal data.
  public let found: String
  /// What was expected.
  public let expected: String

  /// Line and column, path, what was found and expected, and the code.
  public var description: String {
    let place = path.isEmpty ? "" : " \(path):"
    return "\(line):\(column):\(place) found \(found), expected \(expected)  [\(code)]"
  }
}

/// Reads user-annotated medications: one object, an array, or one object per line (M191).
public enum UserAnnotatedMedicationReader {
  /// Reads every medication of a file.
  ///
  /// - Parameter bytes: UTF-8 text.
  /// - Returns: One element per object, in order.
  /// - Throws: ``MedicationJSONError`` for the first thing that is wrong; then nothing is read (M190).
  public static func read(_ bytes: [UInt8]) throws(MedicationJSONError) -> [ReadMedication] {
    let document = try parse { () throws(JSONError) in try JSONDocument(bytes) }
    switch document.trailing {
    case .nothing: break
    case .data(let offset):
      let position = document.position(of: offset)
      throw MedicationJSONError(
        code: "medication.trailing-data", line: position.line, column: position.column, path: "",
        found: "more text after the value", expected: "one object, an array or lines of objects")
    case .value: return try readLines(bytes)
    }
    guard document.root.isArray else {
      return [try MedicationReading(root: document.root, place: "").medication()]
    }
    var read: [ReadMedication] = []
    for (index, element) in document.root.elements.enumerated() {
      let reading = MedicationReading(root: element, place: "[\(index)]")
      read.append(try reading.medication())
    }
    return read
  }

  private static func readLines(
    _ bytes: [UInt8]
  ) throws(MedicationJSONError) -> [ReadMedication] {
    let lines = try parse { () throws(JSONError) in try JSONLines(bytes) }
    var read: [ReadMedication] = []
    for line in lines.lines {
      let node = try parse { () throws(JSONError) in try line.value.get() }
      let reading = MedicationReading(root: node, place: "line \(line.number + 1)")
      read.append(try reading.medication())
    }
    return read
  }

  private static func parse<Value>(
    _ body: () throws(JSONError) -> Value
  ) throws(MedicationJSONError) -> Value {
    do {
      return try body()
    } catch {
      throw MedicationJSONError(
        code: error.code.rawValue, line: error.line, column: error.column, path: error.path,
        found: error.found, expected: error.expected)
    }
  }
}
