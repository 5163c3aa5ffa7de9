// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What reading one table came to.
public struct RowTally: Hashable, Sendable {
  /// How many rows were handed out.
  public internal(set) var rows = 0
  /// How many rows were left out because they are malformed; only lenient reading has any.
  public internal(set) var skipped = 0
  /// How many rows were handed out after their carriage return was taken off.
  public internal(set) var repaired = 0
  /// The first problems, at most ``problemLimit``; the counts go on.
  public internal(set) var problems: [RowProblem] = []

  /// How many problems are kept.
  public static let problemLimit = 100

  /// Makes the tally of a table without rows.
  public init() {}

  mutating func keep(_ error: ReleaseError) {
    guard problems.count < Self.problemLimit else { return }
    problems.append(RowProblem(error))
  }
}

/// A malformed row that lenient reading went past.
public struct RowProblem: Hashable, Sendable {
  /// The file's name, such as `RXNREL.RRF`.
  public let file: String
  /// The row's line, from 1.
  public private(set) var line: Int
  /// The byte in the line where the problem shows, from 1.
  public let column: Int
  /// What kind of problem it is.
  public let code: ReleaseError.Code
  /// What was found and what was expected, for a person.
  public let message: String

  init(_ error: ReleaseError) {
    file = error.file
    line = error.line ?? 0
    column = error.column ?? 0
    code = error.code
    message = "\(error.found), expected \(error.expected)"
  }

  /// The same problem in a file that has more rows before.
  func moved(byLines lines: Int) -> RowProblem {
    var problem = self
    problem.line += lines
    return problem
  }
}
