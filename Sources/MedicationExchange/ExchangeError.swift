// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

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
  let place: String

  init(_ reason: String, at place: String = "") { (self.reason, self.place) = (reason, place) }
}
