// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Why a mapping table cannot be used.
///
/// Says where, what was found, what was expected and what to do next. The
/// tables hold public facts and no person's data, so messages quote them, cut
/// to 60 characters.
public struct MappingError: Error, Hashable, Sendable {
  /// The kinds of errors; their raw values never change meaning.
  public enum Code: String, CaseIterable, Sendable {
    /// A table that answers are made from is not there.
    case missingFile = "mapping.missing-file"
    /// The first line does not name the columns of the table.
    case header = "mapping.header"
    /// A row has more or fewer fields than its table.
    case columnCount = "mapping.column-count"
    /// The last line does not end with a line feed.
    case missingLineFeed = "mapping.missing-line-feed"
    /// The file holds bytes that are not UTF-8.
    case invalidUTF8 = "mapping.invalid-utf8"
    /// The file holds a control character, such as a carriage return.
    case controlCharacter = "mapping.control-character"
    /// A field that needs a value is empty.
    case emptyField = "mapping.empty-field"
    /// A field holds none of the words that its column knows.
    case unknownWord = "mapping.unknown-word"
    /// A symptom is not one of the 39 identifiers.
    case unknownSymptom = "mapping.unknown-symptom"
    /// A code is not an RxCUI, or is a placeholder of a reconstructed release.
    case badCode = "mapping.bad-code"
    /// A field contains something other than its kind of number.
    case badNumber = "mapping.bad-number"
    /// A date is not eight digits of a day that exists.
    case badDate = "mapping.bad-date"
    /// A field has more words than the four that are quoted at most.
    case tooManyWords = "mapping.too-many-words"
    /// Two fields of a row contradict each other.
    case contradiction = "mapping.contradiction"
    /// Two rows have the same key.
    case duplicateRow = "mapping.duplicate-row"
    /// The file is longer than the reader's limit.
    case tooLarge = "mapping.too-large"
  }

  /// Which kind of error it is.
  public let code: Code
  /// The file name of the table, such as `side-effects.tsv`.
  public let file: String
  /// The line, counted from one; `nil` for the whole file.
  public let line: Int?
  /// The byte of the line, counted from one; `nil` for the whole line or file.
  public let column: Int?
  /// What was found there.
  public let found: String
  /// What was expected instead.
  public let expected: String
  /// What to do next.
  public let remedy: String
}

extension MappingError: CustomStringConvertible {
  /// File, line and column, what was found and expected with its code, then the remedy.
  public var description: String {
    "\(place): \(found), expected \(expected)  [\(code.rawValue)]\n   try: \(remedy)"
  }

  /// The file with line and column, as far as they are known.
  public var place: String {
    file + (line.map { ":\($0)" } ?? "") + (column.map { ":\($0)" } ?? "")
  }
}

extension MappingError {
  static func missing(_ file: String) -> MappingError {
    MappingError(
      code: .missingFile, file: file, line: nil, column: nil, found: "the table is not there",
      expected: "a table of that name",
      remedy: "take the whole folder Data/Mappings, or build the catalog again with this rxkit")
  }
}
