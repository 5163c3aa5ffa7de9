// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRStreams

/// Why a file of side effects cannot be imported.
///
/// The files hold public facts and no person's data, so messages quote them, cut to 60 characters.
package struct ImportError: Error, Sendable, Hashable {
  /// The kinds of errors; their raw values never change meaning.
  package enum Code: String, CaseIterable, Sendable {
    case unknownFormat = "import.unknown-format"
    case missingFile = "import.missing-file"
    case unreadable = "import.unreadable"
    case gzip = "import.gzip"
    case header = "import.header"
    case columnCount = "import.column-count"
    case quote = "import.quote"
    case rowTooLong = "import.row-too-long"
    case invalidUTF8 = "import.invalid-utf8"
    case emptyField = "import.empty-field"
    case badNumber = "import.bad-number"
    case badCode = "import.bad-code"
    case unknownWord = "import.unknown-word"
    case badDate = "import.bad-date"
    case tooManyWords = "import.too-many-words"
    case contradiction = "import.contradiction"
    case duplicate = "import.duplicate"
  }

  package let code: Code
  package let file: String
  /// The line, counted from one; `nil` for the whole file.
  package let line: Int?
  /// The byte of the line where the field begins, counted from one; `nil` for a whole line.
  package let column: Int?
  package let found: String
  package let expected: String
  package let remedy: String

  init(
    _ code: Code, _ file: String, line: Int? = nil, column: Int? = nil, found: String,
    expected: String, try remedy: String
  ) {
    (self.code, self.file, self.line, self.column) = (code, file, line, column)
    (self.found, self.expected, self.remedy) = (found, expected, remedy)
  }

  init(_ error: FHIRStreamError, file: String) {
    let found = LabelError(error, file: file).found
    if error.code.hasPrefix("gzip.") {
      self.init(
        .gzip, file, found: found, expected: "whole gzip", try: error.remedy ?? "get the file again"
      )
    } else {
      self.init(
        error.remedy == nil ? .unreadable : .missingFile, file,
        found: found.prefix(1).lowercased() + found.dropFirst(),
        expected: "a file that can be read",
        try: "check the spelling of the path and who may read it")
    }
  }

  package var place: String {
    file + (line.map { ":\($0)" } ?? "") + (column.map { ":\($0)" } ?? "")
  }
}

extension ImportError: CustomStringConvertible {
  package var description: String {
    "\(place): \(found), expected \(expected)  [\(code.rawValue)]\n   try: \(remedy)"
  }

  static func quoted(_ text: some StringProtocol) -> String {
    if text.isEmpty { return "an empty field" }
    let shown = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
    return shown.count > 60 ? "\"\(String(shown.prefix(59)))…\"" : "\"\(String(shown))\""
  }
}
