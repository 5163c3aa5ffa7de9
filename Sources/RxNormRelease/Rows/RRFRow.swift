// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// One row of a table, borrowed from the bytes of its file.
///
/// Fields are numbered from 0 in the order of ``RRFTable/columnNames``. The row
/// was checked: it has every field, is valid UTF-8 without NUL, and its RxCUI
/// columns are well formed. It cannot outlive the call that it was given to;
/// copy what is to be kept.
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

  /// Returns the bytes of a field, as they stand in the file; columns count from 0.
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
