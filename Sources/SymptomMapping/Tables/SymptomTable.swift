// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// The words that people and labels have for the 39 symptoms.
public struct SymptomTable: Sendable {
  private static let columns = [
    "identifier", "swift_case", "display_name", "value_kind", "enum_raw_values", "minimum_ios",
    "minimum_watchos", "minimum_maccatalyst", "minimum_macos", "minimum_visionos",
    "lay_synonyms", "clinical_synonyms",
  ]

  private let text: TableText
  private let rows: [SymptomCategory: Int]

  /// Reads a table.
  ///
  /// - Throws: MappingError for the first thing that is wrong, a symptom
  ///   without a row included.
  public init(bytes: [UInt8], file: String = "symptoms.tsv") throws(MappingError) {
    text = try TableText(file: file, bytes: bytes, columns: Self.columns)
    var reader = FieldReader(text)
    let words = ColumnWords(SymptomCategory.self)
    var rows: [SymptomCategory: Int] = [:]
    for row in 0..<text.rowCount {
      reader.row = row
      let symptom = try reader.symptom(0, words).value
      try reader.match(1, symptom.name)
      try reader.match(2, symptom.displayName)
      if let other = rows.updateValue(row, forKey: symptom) {
        throw text.error(
          .duplicateRow, row: row, column: 0, expected: "each symptom once",
          remedy: "line \(other + 2) has the same symptom; keep one of the two")
      }
    }
    if text.rowCount > 0, let absent = SymptomCategory.allCases.first(where: { rows[$0] == nil }) {
      throw MappingError(
        code: .unknownSymptom, file: file, line: nil, column: nil,
        found: "no row of \(absent.rawValue)", expected: "all 39 symptoms",
        remedy: "take symptoms.tsv as it is shipped")
    }
    self.rows = rows
  }

  init() {
    text = TableText(withoutRows: "symptoms.tsv", columnCount: Self.columns.count)
    rows = [:]
  }

  /// Words that people use for a symptom.
  public func laySynonyms(of symptom: SymptomCategory) -> [String] {
    synonyms(symptom, 10)
  }

  /// Words that labels use for a symptom.
  public func clinicalSynonyms(of symptom: SymptomCategory) -> [String] {
    synonyms(symptom, 11)
  }

  private func synonyms(_ symptom: SymptomCategory, _ column: Int) -> [String] {
    guard let row = rows[symptom] else { return [] }
    return text.string(row, column).split(separator: ";").map(String.init)
  }
}
