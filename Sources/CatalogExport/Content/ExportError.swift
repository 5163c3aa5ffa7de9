// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Why an export stopped.
public struct ExportError: Error, Sendable, Hashable {
  /// A stable name for programs, such as `export.database`.
  public let code: String
  /// What was found and what was expected.
  public let message: String
  /// What to do next.
  public let remedy: String

  /// The taker of the bytes wants no more; it knows why.
  static let stopped = ExportError(
    code: "export.stopped", message: "the output takes no more bytes",
    remedy: "nothing was written; look at the reason that the output gave")

  /// SQLite refused something.
  static func database(_ path: String, _ reason: String) -> ExportError {
    ExportError(
      code: "export.database", message: "\(path): SQLite cannot write: \(reason)",
      remedy: "choose another place with -o; nothing was written")
  }

  /// zlib refused something.
  static func compression(_ status: Int32) -> ExportError {
    ExportError(
      code: "export.compression", message: "zlib cannot compress: status \(status)",
      remedy: "free memory and try again; nothing was written")
  }

  /// A member of an archive changed its length between two passes.
  static func unstable(_ name: String) -> ExportError {
    ExportError(
      code: "export.unstable", message: "\(name): two passes gave different lengths",
      remedy: "the catalog changed while it was read; try again")
  }

  /// A number is too large for the form.
  static func tooLarge(_ name: String) -> ExportError {
    ExportError(
      code: "export.too-large", message: "\(name): more than 8 GiB, which tar (ustar) cannot hold",
      remedy: "export the resources one by one: rxkit export code-system")
  }
}

extension ExportError: CustomStringConvertible {
  /// The message with its code, and the remedy on a line of its own.
  public var description: String { "\(message)  [\(code)]\n   try: \(remedy)" }
}
