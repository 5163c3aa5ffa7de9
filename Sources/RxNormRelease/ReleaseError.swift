// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Why a release cannot be read.
///
/// Says where, what was found, what was expected and what to do next. The
/// text of a release is public vocabulary, so messages quote it, cut to 60
/// characters.
public struct ReleaseError: Error, Hashable, Sendable {
  /// The kinds of errors; their raw values never change meaning.
  public enum Code: String, CaseIterable, Sendable {
    /// A row has more or fewer fields than its table.
    case columnCount = "rrf.column-count"
    /// A row has every field, but no bar after the last.
    case missingFinalBar = "rrf.missing-final-bar"
    /// A row holds bytes that are not UTF-8.
    case invalidUTF8 = "rrf.invalid-utf8"
    /// A row holds a NUL byte.
    case nul = "rrf.nul"
    /// A row ends with a carriage return before its line feed.
    case crlf = "rrf.crlf"
    /// The file begins with a byte order mark.
    case byteOrderMark = "rrf.byte-order-mark"
    /// A column of RxCUIs holds something else.
    case codeNotNumeric = "rrf.rxcui-not-numeric"
    /// A row of RXNCONSO has no name.
    case emptyText = "rrf.empty-text"
    /// SUPPRESS is not a letter that the format knows.
    case unknownLetter = "rrf.unknown-suppress"
    /// A file holds nothing.
    case emptyFile = "rrf.empty-file"

    /// The file is not a zip archive.
    case notZip = "zip.not-a-zip"
    /// The archive ends too early.
    case truncated = "zip.truncated"
    /// Parts of the archive contradict each other or do not decompress.
    case damaged = "zip.damaged"
    /// An entry is encrypted.
    case encrypted = "zip.encrypted"
    /// An entry is compressed in a way other than deflate.
    case unknownMethod = "zip.method"
    /// An entry is longer or shorter than its header says.
    case sizeMismatch = "zip.size-mismatch"
    /// The checksum of an entry is wrong.
    case checksum = "zip.checksum"
    /// An entry would become larger than the limits allow.
    case bomb = "zip.bomb"
    /// The name of an entry leads out of the archive.
    case unsafePath = "zip.path"
    /// Two entries hold the same table.
    case duplicateEntry = "zip.duplicate"
    /// The archive is a part of several.
    case multiDisk = "zip.multi-disk"

    /// Nothing is at the path.
    case notFound = "release.not-found"
    /// The system refuses to read the file or folder.
    case unreadable = "release.unreadable"
    /// A file became shorter or longer while it was read.
    case changed = "release.changed"
    /// The path is neither a folder nor an archive.
    case notRelease = "release.not-a-release"
    /// There is no RXNCONSO.
    case noConcepts = "release.no-concepts"
    /// The prescribable subset was requested but is missing.
    case noPrescribable = "release.no-prescribable"
    /// RXNCONSO is in more than one folder.
    case ambiguous = "release.ambiguous"
    /// A folder holds a table under two spellings of its name.
    case duplicateTable = "release.duplicate-table"
    /// Columns of a table hold what belongs into others.
    case wrongColumns = "release.columns"
    /// A table lacks much of what the others are about.
    case cutTable = "release.cut"
    /// There is not enough memory for an entry.
    case outOfMemory = "release.out-of-memory"
  }

  /// The kind of error.
  public let code: Code
  /// The file as messages name it: `RXNCONSO.RRF`, or the path of an archive or folder.
  public let file: String
  /// The line, from 1, if the error is in a row.
  public let line: Int?
  /// The byte in the line, from 1, if the error is in a row.
  public let column: Int?
  /// What was found.
  public let found: String
  /// What was expected.
  public let expected: String
  /// The beginning of the row, or the place in it that is wrong.
  public let excerpt: String?
  /// What else is known about the cause.
  public let note: String?
  /// What to do next.
  public let remedy: String

  init(
    _ code: Code, file: String, line: Int? = nil, column: Int? = nil, found: String,
    expected: String, excerpt: String? = nil, note: String? = nil, remedy: String
  ) {
    self.code = code
    self.file = file
    self.line = line
    self.column = column
    self.found = found
    self.expected = expected
    self.excerpt = excerpt
    self.note = note
    self.remedy = remedy
  }
}

extension ReleaseError: CustomStringConvertible {
  /// The error for a person: place, finding, expectation and code; the row; the remedy.
  public var description: String {
    var place = file
    if let line { place += ":\(line)" }
    if line != nil, let column { place += ":\(column)" }
    var text = "\(place): \(found), expected \(expected)  [\(code.rawValue)]"
    let margin = line.map(String.init) ?? ""
    if let excerpt { text += "\n   \(margin) | \(excerpt)" }
    if let note { text += "\n   \(String(repeating: " ", count: margin.utf8.count)) | \(note)" }
    return text + "\n   try: \(remedy)"
  }
}
