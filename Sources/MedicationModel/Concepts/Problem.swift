// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Something about the data that a person should know, and that did not stop the work.
///
/// Problems are values in a result, never thrown and never printed by the
/// library. What stops the work is an error of its module.
public struct Problem: Sendable, Hashable {
  /// How much a problem matters.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// The element or document could not be read.
    case error
    /// The answer may be wrong or incomplete.
    case warning
    /// Worth knowing; the answer stands.
    case note
  }

  /// The stable name of a kind of problem, in kebab case.
  ///
  /// Codes never change meaning; the documentation page "Problems" lists them.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code as it is printed.
    public let rawValue: String

    /// Makes a code of its printed form.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// What kind of problem it is.
  public let code: Code
  /// How much it matters.
  public let severity: Severity
  /// One sentence for a person, without a person's data (S35).
  public let message: String
  /// Where it is: a JSON path within the record, empty for the whole of it.
  public let path: String

  /// Makes a problem.
  public init(_ code: Code, _ severity: Severity, _ message: String, path: String = "") {
    self.code = code
    self.severity = severity
    self.message = message
    self.path = path
  }
}
