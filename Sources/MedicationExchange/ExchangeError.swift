// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText
internal import MedicationModel
internal import MedicationStore

/// Why a file cannot be read or imported: places and kinds of things, never a person's values.
public struct ExchangeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A stable name, such as `import.entity`.
  public let code: String
  /// The file or the place in it: a line, or a JSON path.
  public let place: String
  /// What was found.
  public let found: String
  /// What was expected.
  public let expected: String
  /// What helps, if something does.
  public let remedy: String?

  init(
    _ code: String, at place: String = "", found: String, expected: String,
    try remedy: String? = nil
  ) {
    (self.code, self.place, self.found) = (code, place, found)
    (self.expected, self.remedy) = (expected, remedy)
  }

  init(_ error: JSONError) {
    let place = "line \(error.line), column \(error.column)"
    self.init(
      "import.json", at: error.path.isEmpty ? place : "\(place) (\(error.path))",
      found: error.found, expected: error.expected)
  }

  /// The place, what was found and expected, the code, and what helps.
  public var description: String {
    (place.isEmpty ? "" : "\(place): ") + "found \(found), expected \(expected)  [\(code)]"
      + (remedy.map { "\n  try: \($0)" } ?? "")
  }

  /// The same error with the name of the file before its place.
  public func inFile(_ name: String) -> ExchangeError {
    ExchangeError(
      code, at: place.isEmpty ? name : "\(name): \(place)", found: found, expected: expected,
      try: remedy)
  }
}

/// Why a record or a part of it is left out, without a value of it.
struct Refusal: Error {
  let reason: String
  /// The member of the record; empty for the record itself.
  let member: String

  init(_ reason: String, at member: String = "") { (self.reason, self.member) = (reason, member) }

  /// Refuses what is not as it must be.
  static func unless(_ isRight: Bool, _ reason: String, at member: String = "") throws(Refusal) {
    if !isRight { throw Refusal(reason, at: member) }
  }

  /// The value; refuses that there is none.
  static func need<Value>(
    _ value: Value?, _ reason: String, at member: String = ""
  ) throws(Refusal) -> Value {
    guard let value else { throw Refusal(reason, at: member) }
    return value
  }

  /// Makes something of a store, or refuses what a store would not take.
  static func making<Value>(
    _ body: () throws(HealthError) -> Value
  ) throws(Refusal) -> Value {
    do throws(HealthError) { return try body() } catch { throw Refusal(error.explanation) }
  }

  /// The moment that a member says.
  static func moment(_ text: String, at member: String) throws(Refusal) -> Instant {
    do { return try Instant(text) } catch { throw Refusal(error.description, at: member) }
  }
}
