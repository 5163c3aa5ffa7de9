// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// Which of the 18 general forms a dose form of RxNorm has.
public struct GeneralFormTable: Sendable {
  private static let columns = [
    "dose_form", "general_form", "certainty", "alternative", "status", "rxcui", "seen", "reason",
  ]

  private static let certainties = ColumnWords(GeneralFormRow.Certainty.self)

  /// The rows in the order of the file.
  private let rows: [GeneralFormRow]
  private let index: SortedColumn

  /// Reads a table.
  ///
  /// - Throws: MappingError for the first thing that is wrong.
  public init(bytes: [UInt8], file: String = "general-forms.tsv") throws(MappingError) {
    let text = try TableText(file: file, bytes: bytes, columns: Self.columns)
    var reader = FieldReader(text)
    var rows: [GeneralFormRow] = []
    rows.reserveCapacity(text.rowCount)
    for row in 0..<text.rowCount {
      reader.row = row
      rows.append(try Self.row(reader))
    }
    self.rows = rows
    index = try SortedColumn(text, column: 0)
  }

  /// A table without rows.
  init() {
    rows = []
    let text = TableText(withoutRows: "general-forms.tsv", columnCount: Self.columns.count)
    index = SortedColumn(withoutRows: text)
  }

  /// The number of dose forms.
  public var count: Int { rows.count }

  /// The row of a dose form; names are compared exactly after trimming blanks.
  public func row(forDoseForm name: String) -> GeneralFormRow? {
    index.row(name.trimmedOfBlanks).map { rows[$0] }
  }

  private static func row(_ reader: FieldReader) throws(MappingError) -> GeneralFormRow {
    try reader.require(0, "the name of a dose form")
    let form = try form(reader, 1)
    let certainty = try reader.word(2, certainties)
    guard (form == .unknown) == (certainty == .none) else {
      throw reader.table.error(
        .contradiction, row: reader.row, column: 2,
        expected: form == .unknown ? "none, because the form is unknown" : "sure or likely",
        remedy: "certainty none and the form unknown go together")
    }
    let alternative = reader.table.isEmpty(reader.row, 3) ? nil : try Self.form(reader, 3)
    return GeneralFormRow(
      doseForm: reader.table.string(reader.row, 0), form: form, certainty: certainty,
      alternative: alternative, reason: reader.table.string(reader.row, 7))
  }

  private static func form(
    _ reader: FieldReader, _ column: Int
  ) throws(MappingError) -> MedicationGeneralForm {
    let field = reader.table.slice(reader.row, column)
    let form = MedicationGeneralForm.all.first { $0.rawValue.utf8.elementsEqual(field) }
    if let form { return form }
    throw reader.table.error(
      .unknownWord, row: reader.row, column: column, expected: "one of the 18 general forms",
      remedy: MedicationGeneralForm.all.map(\.rawValue).joined(separator: ", "))
  }
}

/// The general form of one dose form, and its certainty.
public struct GeneralFormRow: Sendable, Hashable {
  /// How sure a general form is.
  public enum Certainty: String, Sendable, Hashable, CaseIterable {
    /// The form, silently.
    case sure
    /// The form, with a note.
    case likely
    /// No form fits: unknown, with a problem.
    case none
  }

  /// The name of the dose form.
  public let doseForm: String
  /// Its general form.
  public let form: MedicationGeneralForm
  /// How sure that is.
  public let certainty: Certainty
  /// Another form that could be meant.
  public let alternative: MedicationGeneralForm?
  /// Why; may be empty.
  public let reason: String
}

extension String {
  /// The text without blanks at its ends.
  var trimmedOfBlanks: Substring {
    let tail = utf8.drop { $0 == 0x20 }
    return Substring(tail.lastIndex { $0 != 0x20 }.map { tail[...$0] } ?? tail)
  }
}
