// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// Reads the fields of one row after another, and says which one is wrong.
struct FieldReader {
  let table: TableText
  var row = 0

  init(_ table: TableText) {
    self.table = table
  }

  // MARK: Text

  /// Checks that a field has a value.
  func require(_ column: Int, _ what: String) throws(MappingError) {
    guard table.isEmpty(row, column) else { return }
    throw table.error(
      .emptyField, row: row, column: column, expected: what, remedy: "fill in the field")
  }

  /// Checks that a field holds a certain text.
  func match(_ column: Int, _ text: String) throws(MappingError) {
    if table.slice(row, column).elementsEqual(text.utf8) { return }
    throw table.error(
      .contradiction, row: row, column: column, expected: "\"\(text)\"",
      remedy: "take the table as it is shipped")
  }

  /// Checks that a field has at most four words, so that nobody copies sentences.
  func limitWords(_ column: Int) throws(MappingError) {
    let words = table.slice(row, column).split(separator: UInt8(ascii: " "))
    guard words.count > 4 else { return }
    throw table.error(
      .tooManyWords, row: row, column: column, expected: "at most 4 words",
      remedy: "keep the words that name the effect, the group or the trial")
  }

  // MARK: Words

  /// Reads one of the words that a column knows.
  func word<Value: RawRepresentable & CaseIterable>(
    _ column: Int, _ type: Value.Type
  ) throws(MappingError) -> Value where Value.RawValue == String {
    let field = table.slice(row, column)
    for value in Value.allCases where value.rawValue.utf8.elementsEqual(field) { return value }
    let words = Value.allCases.map { $0.rawValue.isEmpty ? "nothing" : $0.rawValue }
    throw table.error(
      .unknownWord, row: row, column: column, expected: words.joined(separator: ", "),
      remedy: "words are compared exactly, in lower case")
  }

  /// Reads one of the 39 symptoms.
  func symptom(_ column: Int, _ index: SymptomIndex) throws(MappingError) -> SymptomCategory {
    if let symptom = index.symptom(table.bytes, table.range(row, column)) { return symptom }
    throw table.error(
      .unknownSymptom, row: row, column: column, expected: "one of the 39 symptom identifiers",
      remedy: "see symptoms.tsv; other effects have no category and stay unmapped")
  }

  // MARK: Numbers

  /// Reads the code of a concept.
  func code(_ column: Int) throws(MappingError) -> RxCUI {
    let code = RxCUI(utf8: table.slice(row, column))
    // Codes from 90000000 on are no codes of RxNorm: they tie a reconstructed
    // release together and mean another thing in the next one.
    if let code, code.rawValue < 90_000_000 { return code }
    throw table.error(
      .badCode, row: row, column: column, expected: "an RxCUI below 90000000",
      remedy: "write the code as RxNorm does: digits, no leading zero")
  }

  /// Reads a count.
  func count(_ column: Int) throws(MappingError) -> Int {
    var value = 0
    for byte in table.slice(row, column) {
      guard byte >= 0x30, byte <= 0x39, value < 100_000_000 else { throw badCount(column) }
      value = value * 10 + Int(byte & 0x0F)
    }
    if table.isEmpty(row, column) { throw badCount(column) }
    return value
  }

  private func badCount(_ column: Int) -> MappingError {
    table.error(
      .badNumber, row: row, column: column, expected: "a count",
      remedy: "write a whole number in digits")
  }

  /// Checks a percentage; empty is none.
  func percent(_ column: Int) throws(MappingError) {
    if table.isEmpty(row, column) || PrintedPercent(utf8: table.slice(row, column)) != nil {
      return
    }
    throw table.error(
      .badNumber, row: row, column: column, expected: "a percentage such as 12, 0.5 or <1",
      remedy: "write the number without a percent sign, or leave the field empty")
  }

  /// Reads a day.
  func date(_ column: Int) throws(MappingError) -> LabelDate {
    if let date = LabelDate(utf8: table.slice(row, column)) { return date }
    throw table.error(
      .badDate, row: row, column: column, expected: "a day as YYYYMMDD",
      remedy: "take effective_time of the label, its first eight digits")
  }

  // MARK: Routes

  /// Checks routes: names in upper case, parted by bars; empty is none.
  func routes(_ column: Int) throws(MappingError) {
    let field = table.slice(row, column)
    if field.isEmpty { return }
    var previous = UInt8(ascii: "|")
    for byte in field {
      if (0x61...0x7A).contains(byte) || (byte == UInt8(ascii: "|") && byte == previous) {
        throw badRoute(column)
      }
      previous = byte
    }
    if previous == UInt8(ascii: "|") { throw badRoute(column) }
  }

  private func badRoute(_ column: Int) -> MappingError {
    table.error(
      .unknownWord, row: row, column: column, expected: "routes in upper case, parted by |",
      remedy: "write routes as SPL does, for example ORAL or INTRAMUSCULAR|INTRAVENOUS")
  }
}
