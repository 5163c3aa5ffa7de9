// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Why a mapping table cannot be used.
public struct MappingError: Error, Sendable, Hashable {
  /// A stable name, such as `mapping.column-count`.
  public let code: String
  /// The file.
  public let file: String
  /// The line, from 1; the header is line 1.
  public let line: Int
  /// The column of the table, from 1; 0 for the whole line.
  public let column: Int
  /// What was found, cut to 60 characters.
  public let found: String
  /// What was expected.
  public let expected: String
  /// What to do next.
  public let remedy: String

  init(
    _ code: String, _ file: String, line: Int, column: Int = 0, found: String, expected: String,
    remedy: String = "mend the line; Data/Mappings/README.md describes the columns"
  ) {
    self.code = "mapping.\(code)"
    self.file = file
    self.line = line
    self.column = column
    self.found = found.count > 60 ? String(found.prefix(60)) + "…" : found
    self.expected = expected
    self.remedy = remedy
  }
}

extension MappingError: CustomStringConvertible {
  /// File, line and column, what was found and expected, and the remedy on a line of its own.
  public var description: String {
    "\(file):\(line):\(column): found \(found), expected \(expected)  [\(code)]\n   try: \(remedy)"
  }
}
