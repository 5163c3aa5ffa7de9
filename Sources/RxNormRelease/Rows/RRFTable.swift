// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// One of the nine tables of an RxNorm release, each in a file of its own.
///
/// The raw value is the file's name without `.RRF` (RxNorm Technical
/// Documentation, "RxNorm Files").
public enum RRFTable: String, CaseIterable, Sendable {
  /// Names of concepts, one row an atom. The only table that a release cannot lack.
  case concepts = "RXNCONSO"
  /// Relations between concepts or atoms.
  case relations = "RXNREL"
  /// Attributes of concepts and atoms: NDCs, strengths, label set ids.
  case attributes = "RXNSAT"
  /// Semantic types of concepts.
  case semanticTypes = "RXNSTY"
  /// The sources of the release, their versions and restriction levels.
  case sources = "RXNSAB"
  /// What the abbreviations of the other tables mean.
  case documentation = "RXNDOC"
  /// Retired concepts and what replaced them.
  case retiredConcepts = "RXNCUI"
  /// Atoms that moved to another concept in this release.
  case conceptChanges = "RXNCUICHANGES"
  /// Atoms of earlier releases.
  case atomArchive = "RXNATOMARCHIVE"

  /// The name of the file that holds the table.
  public var fileName: String { rawValue + ".RRF" }

  /// How many columns a row has, so how many bars.
  public var columnCount: Int { columnNames.count }

  /// The names of the columns in file order (RxNorm Technical Documentation).
  public var columnNames: [String] {
    switch self {
    case .concepts:
      [
        "RXCUI", "LAT", "TS", "LUI", "STT", "SUI", "ISPREF", "RXAUI", "SAUI", "SCUI", "SDUI",
        "SAB", "TTY", "CODE", "STR", "SRL", "SUPPRESS", "CVF",
      ]
    case .relations:
      [
        "RXCUI1", "RXAUI1", "STYPE1", "REL", "RXCUI2", "RXAUI2", "STYPE2", "RELA", "RUI", "SRUI",
        "SAB", "SL", "DIR", "RG", "SUPPRESS", "CVF",
      ]
    case .attributes:
      [
        "RXCUI", "LUI", "SUI", "RXAUI", "STYPE", "CODE", "ATUI", "SATUI", "ATN", "SAB", "ATV",
        "SUPPRESS", "CVF",
      ]
    case .semanticTypes: ["RXCUI", "TUI", "STN", "STY", "ATUI", "CVF"]
    case .sources:
      [
        "VCUI", "RCUI", "VSAB", "RSAB", "SON", "SF", "SVER", "VSTART", "VEND", "IMETA", "RMETA",
        "SLC", "SCC", "SRL", "TFR", "CFR", "CXTY", "TTYL", "ATNL", "LAT", "CENC", "CURVER",
        "SABIN", "SSN", "SCIT",
      ]
    case .documentation: ["DOCKEY", "VALUE", "TYPE", "EXPL"]
    case .retiredConcepts: ["CUI1", "VER_START", "VER_END", "CARDINALITY", "CUI2"]
    case .conceptChanges: ["RXAUI", "CODE", "SAB", "TTY", "STR", "OLD_RXCUI", "NEW_RXCUI"]
    case .atomArchive:
      [
        "RXAUI", "AUI", "STR", "ARCHIVE_TIMESTAMP", "CREATED_TIMESTAMP", "UPDATED_TIMESTAMP",
        "CODE", "IS_BRAND", "LAT", "LAST_RELEASED", "SAUI", "VSAB", "RXCUI", "SAB", "TTY",
        "MERGED_TO_RXCUI",
      ]
    }
  }

  /// The columns that are checked in every row.
  var checkedColumns: CheckedColumns {
    switch self {
    case .concepts: CheckedColumns(first: 0, second: nil, mayBeEmpty: false, text: 14, letter: 16)
    case .semanticTypes: CheckedColumns(first: 0, second: nil, mayBeEmpty: false)
    case .relations: CheckedColumns(first: 0, second: 4, mayBeEmpty: true)
    case .attributes: CheckedColumns(first: 0, second: nil, mayBeEmpty: true, letter: 11)
    case .retiredConcepts: CheckedColumns(first: 0, second: 4, mayBeEmpty: true)
    case .conceptChanges: CheckedColumns(first: 5, second: 6, mayBeEmpty: false)
    case .atomArchive: CheckedColumns(first: 12, second: 15, mayBeEmpty: true)
    case .sources, .documentation: CheckedColumns(first: nil, second: nil, mayBeEmpty: true)
    }
  }

  /// Whether a file without a row is plausible.
  ///
  /// A month may change no concept, and a first release has no history. An
  /// empty file of any other table is the trace of a failed copy.
  var mayHaveNoRows: Bool {
    switch self {
    case .conceptChanges, .retiredConcepts, .atomArchive: true
    default: false
    }
  }
}

/// One row of a table, borrowed from the bytes of its file.
///
/// Fields are numbered from 0 in the order of ``RRFTable/columnNames``. The row
/// was checked: it has every field and is valid UTF-8 without NUL; its RxCUI
/// columns are well formed; in RXNCONSO the name is not empty, and there and in
/// RXNSAT the letter of SUPPRESS is a known one. It cannot outlive the call that
/// it was given to; copy what is to be kept.
public struct RRFRow: ~Escapable {
  /// The table that the row belongs to.
  public let table: RRFTable
  /// The row's line in its file, from 1.
  public let line: Int
  /// The row without its line feed.
  public let bytes: Span<UInt8>
  @usableFromInline let ends: Span<Int>

  @_lifetime(copy bytes, copy ends)
  init(table: RRFTable, line: Int, bytes: Span<UInt8>, ends: Span<Int>) {
    self.table = table
    self.line = line
    self.bytes = bytes
    self.ends = ends
  }

  /// Returns the bytes of a field, as they are in the file; columns count from 0.
  @inlinable
  @inline(__always)
  @_lifetime(copy self)
  public func field(_ column: Int) -> Span<UInt8> {
    bytes.extracting(range(of: column))
  }

  /// Returns whether a field is empty, which RRF uses for "null".
  @inlinable
  @inline(__always)
  public func isEmpty(_ column: Int) -> Bool {
    range(of: column).isEmpty
  }

  /// Returns a copy of a field as text.
  public func string(_ column: Int) -> String {
    // Sound: the row is valid UTF-8 as a whole, and a bar is never part of a longer character.
    String(copying: unsafe UTF8Span(unchecked: field(column)))
  }

  /// Returns whether a field equals a text, byte by byte.
  @inlinable
  @inline(__always)
  public func matches(_ column: Int, _ text: StaticString) -> Bool {
    let field = field(column)
    guard field.count == text.utf8CodeUnitCount else { return false }
    for index in field.indices where unsafe field[index] != text.utf8Start[index] {
      return false
    }
    return true
  }

  /// Returns the RxCUI of a field.
  ///
  /// - Parameter column: One of the table's RxCUI columns, or any that should hold one.
  /// - Returns: The number, `nil` if the field is empty.
  /// - Throws: ``ReleaseError`` with the code `rrf.rxcui-not-numeric` if the
  ///   field is anything but 1 to 8 digits without a leading zero.
  @inlinable
  @inline(__always)
  public func rxcui(_ column: Int) throws(ReleaseError) -> UInt32? {
    let field = field(column)
    if field.isEmpty { return nil }
    guard let code = decimalCode(bytes, range(of: column)) else {
      throw ReleaseError.malformedCode(in: self, column: column)
    }
    return code
  }

  /// Returns where a field lies in ``bytes``.
  @inlinable
  @inline(__always)
  public func range(of column: Int) -> Range<Int> {
    (column == 0 ? 0 : ends[column - 1] + 1)..<ends[column]
  }
}
