// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// A problem of a document that belongs to none of its records.
///
/// The problem's path is a JSON path from the document's root.
public struct FHIRDocumentProblem: Error, Sendable, Hashable {
  /// What is odd.
  public var problem: Problem
  /// The address of the entry or line that is concerned, or empty.
  public var entryPath: String
  /// The line in the text, from 1.
  public var line: Int?
  /// The column in the text, from 1, in Unicode scalars.
  public var column: Int?

  /// Makes a problem.
  public init(_ problem: Problem, entryPath: String = "", line: Int? = nil, column: Int? = nil) {
    self.problem = problem
    self.entryPath = entryPath
    self.line = line
    self.column = column
  }
}

extension FHIRDocumentProblem {
  /// A text in XML where only JSON is read.
  static let xmlIsNotRead = FHIRDocumentProblem(
    Problem(
      .notJSON, .error,
      "found XML, expected JSON; give FHIRReadingOptions.xml the type that reads XML"), line: 1,
    column: 1)
}
