// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Why an input cannot be read, or part of it.
public struct FHIRStreamError: Error, Sendable, Hashable {
  /// The stable code, such as `input.unreadable`.
  public let code: String
  /// Where, what was found, what was expected: one line, without any value of the input.
  public let message: String
  /// What a person can do next.
  public let remedy: String?
  /// Whether what the input gave before must not be used: a pipe of gzip was read as it came, and
  /// then proved damaged.
  public let voidsWhatWasRead: Bool

  init(
    _ code: String, _ message: String, try remedy: String? = nil, voidsWhatWasRead: Bool = false
  ) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.voidsWhatWasRead = voidsWhatWasRead
  }

  /// The error where part of the input was given out before: that of gzip proves nothing right.
  package var afterWhatWasRead: FHIRStreamError {
    guard code.hasPrefix("gzip."), !voidsWhatWasRead else { return self }
    return FHIRStreamError(
      code, "\(message); use nothing that was read of it before", try: remedy,
      voidsWhatWasRead: true)
  }
}

extension FHIRStreamError: CustomStringConvertible {
  /// The message, the code, and below them what to do.
  public var description: String {
    "\(message)  [\(code)]" + (remedy.map { "\n   try: \($0)" } ?? "")
  }
}

extension FHIRStreamError {
  static func unreadable(_ name: String, _ error: SystemFailure) -> FHIRStreamError {
    FHIRStreamError(
      "input.unreadable", "\(name): \(error.message)",
      try: error.isMissing ? "check the spelling of the path" : nil)
  }

  static func gzip(_ name: String, _ error: GzipError) -> FHIRStreamError {
    FHIRStreamError(error.code, "\(name): \(error.message)", try: error.remedy)
  }

  static func tooLarge(_ name: String, _ limit: Int) -> FHIRStreamError {
    FHIRStreamError(
      "input.too-large",
      "\(name): a document of more than \(limit) bytes, expected at most as many",
      try: "if it is NDJSON, put each resource on one line")
  }

  /// A line has more bytes than are accepted; it was skipped.
  static func lineTooLong(_ name: String, line: Int, limit: Int) -> FHIRStreamError {
    FHIRStreamError(
      "input.line-too-long",
      "\(name):\(line + 1): a line of more than \(limit) bytes, expected shorter ones; "
        + "it was passed over",
      try: "--line-limit with a larger number of MiB")
  }
}
