// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Why a file of side effects cannot be imported.
///
/// The files hold public facts and no person's data, so messages quote them, cut to 60
/// characters.
public struct ImportError: Error, Sendable, Hashable {
  /// The kinds of errors; their raw values never change meaning.
  public enum Code: String, CaseIterable, Sendable {
    /// The file or folder is of none of the known formats, or of several.
    case unknownFormat = "import.unknown-format"
    /// A file that the format needs is not there.
    case missingFile = "import.missing-file"
    /// A file cannot be opened or read.
    case unreadable = "import.unreadable"
    /// The bytes are no gzip that can be read.
    case gzip = "import.gzip"
    /// The first line does not name the columns of the format.
    case header = "import.header"
    /// A row has more or fewer fields than the format.
    case columnCount = "import.column-count"
    /// A quotation mark stands where none may stand, or is not closed.
    case quote = "import.quote"
    /// A row is longer than any real one.
    case rowTooLong = "import.row-too-long"
    /// A file holds bytes that are not UTF-8.
    case invalidUTF8 = "import.invalid-utf8"
    /// A field that needs a value is empty.
    case emptyField = "import.empty-field"
    /// A field holds something else than its kind of number.
    case badNumber = "import.bad-number"
    /// A field is no code of its kind.
    case badCode = "import.bad-code"
    /// A field holds none of the words that its column knows.
    case unknownWord = "import.unknown-word"
    /// A date is no day as `YYYYMMDD`.
    case badDate = "import.bad-date"
    /// A field has more words than are quoted.
    case tooManyWords = "import.too-many-words"
    /// Two fields of a row contradict each other.
    case contradiction = "import.contradiction"
    /// Two rows say different things under one key.
    case duplicate = "import.duplicate"
  }

  /// Which kind of error it is.
  public let code: Code
  /// The file, as it was named.
  public let file: String
  /// The line, counted from one; `nil` for the whole file.
  public let line: Int?
  /// The byte of the line where the field begins, counted from one; `nil` for a whole line.
  public let column: Int?
  /// What was found there.
  public let found: String
  /// What was expected instead.
  public let expected: String
  /// What to do next.
  public let remedy: String

  init(
    _ code: Code, _ file: String, line: Int? = nil, column: Int? = nil, found: String,
    expected: String, try remedy: String
  ) {
    (self.code, self.file, self.line, self.column) = (code, file, line, column)
    (self.found, self.expected, self.remedy) = (found, expected, remedy)
  }

  /// The file with line and column, as far as they are known.
  public var place: String {
    file + (line.map { ":\($0)" } ?? "") + (column.map { ":\($0)" } ?? "")
  }
}

extension ImportError: CustomStringConvertible {
  /// File, line and column, what was found and expected with its code, then the remedy.
  public var description: String {
    "\(place): \(found), expected \(expected)  [\(code.rawValue)]\n   try: \(remedy)"
  }

  /// A field as a message quotes it: at most 60 characters.
  static func quoted(_ text: some StringProtocol) -> String {
    if text.isEmpty { return "an empty field" }
    let shown = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
    return shown.count > 60 ? "\"\(String(shown.prefix(59)))…\"" : "\"\(String(shown))\""
  }
}
