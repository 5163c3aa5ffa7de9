// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText
internal import XMLText

/// Why a label, or a file that may hold labels, cannot be read.
///
/// Labels are public documents, but messages quote none of their text: they name the place and
/// the kind of what stands there.
public struct LabelError: Error, Sendable, Hashable {
  /// The stable code: `labels.` of its own, `xml.`, `json.`, `zip.`, `gzip.` and `input.` as
  /// everywhere.
  public let code: String
  /// The file, with the member of an archive, the line and the column behind it.
  public let place: String
  /// What was found.
  public let found: String
  /// What was expected; empty where the system gives a reason.
  public let expected: String
  /// What to do next.
  public let remedy: String?

  init(
    _ code: String, _ place: String, found: String, expected: String, try remedy: String? = nil
  ) {
    self.code = code
    self.place = place
    self.found = found
    self.expected = expected
    self.remedy = remedy
  }
}

extension LabelError: CustomStringConvertible {
  /// The place, what was found, what was expected and the code; below them what to do.
  public var description: String {
    let expectation = expected.isEmpty ? "" : ", expected \(expected)"
    return "\(place): \(found)\(expectation)  [\(code)]" + (remedy.map { "\n   try: \($0)" } ?? "")
  }
}

extension LabelError {
  /// The error where labels of the file were given out before, which it proves wrong.
  var afterWhatWasRead: LabelError {
    LabelError(
      code, place, found: "\(found); use nothing that was read of it before", expected: expected,
      try: remedy)
  }

  init(_ error: XMLError, file: String) {
    self.init(
      error.code.rawValue, "\(file):\(error.line):\(error.column)", found: error.found,
      expected: error.expected)
  }

  init(_ error: JSONError, file: String, line: Int) {
    let path = error.path.isEmpty ? "" : "\(error.path): "
    self.init(
      error.code.rawValue, "\(file):\(line + error.line - 1):\(error.column)",
      found: path + "found " + error.found, expected: error.expected)
  }
}
