// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// Reads the fields of one row after another, and says which one is wrong.
///
/// Works on indices into the bytes, not on slices: a slice for each of the
/// 26 fields of a row costs more than all the reading.
struct FieldReader {
  let table: TableText
  private let bytes: [UInt8]
  var row = 0

  init(_ table: TableText) {
    self.table = table
    bytes = table.bytes
  }

  private func range(_ column: Int) -> Range<Int> {
    table.range(row, column)
  }

  // MARK: Text

  /// Checks that a field has a value.
  func require(_ column: Int, _ what: String) throws(MappingError) {
    guard range(column).isEmpty else { return }
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

  /// Checks that a field has at most four words, so that no sentences are copied.
  func limitWords(_ column: Int) throws(MappingError) {
    var words = 0
    var previous = UInt8(ascii: " ")
    for index in range(column) {
      let byte = bytes[index]
      if previous == UInt8(ascii: " "), byte != UInt8(ascii: " ") { words += 1 }
      previous = byte
    }
    guard words > 4 else { return }
    throw table.error(
      .tooManyWords, row: row, column: column, expected: "at most 4 words",
      remedy: "keep the words that name the effect, the group or the trial")
  }

  /// Checks that a field has at most the given number of characters.
  func limitLength(_ column: Int, _ longest: Int) throws(MappingError) {
    let range = range(column)
    guard range.count > longest, bytes[range].count(where: { $0 & 0xC0 != 0x80 }) > longest else {
      return
    }
    throw table.error(
      .tooManyWords, row: row, column: column, expected: "at most \(longest) characters",
      remedy: "end the quotation at a word")
  }

  // MARK: Words

  func word<Value>(_ column: Int, _ words: ColumnWords<Value>) throws(MappingError) -> Value {
    if let known = words.value(bytes, range(column)) { return known.value }
    throw table.error(
      .unknownWord, row: row, column: column, expected: words.description,
      remedy: "words are compared exactly, in the case shown")
  }

  func symptom(
    _ column: Int, _ words: ColumnWords<SymptomCategory>
  ) throws(MappingError) -> (value: SymptomCategory, place: Int) {
    if let known = words.value(bytes, range(column)) { return known }
    throw table.error(
      .unknownSymptom, row: row, column: column, expected: "one of the 39 symptom identifiers",
      remedy: "see symptoms.tsv; other effects have no category and stay unmapped")
  }

  // MARK: Numbers

  /// Reads the code of a concept.
  func code(_ column: Int) throws(MappingError) -> RxCUI {
    if let code = RxCUI(utf8: bytes[range(column)]), !code.isPlaceholder { return code }
    throw table.error(
      .badCode, row: row, column: column, expected: "an RxCUI below 90000000",
      remedy: "write the code as RxNorm does: digits, no leading zero")
  }

  func count(_ column: Int) throws(MappingError) -> Int {
    let range = range(column)
    if range.count <= 9, let count = DecimalDigits.value(bytes[range]) { return count }
    throw table.error(
      .badNumber, row: row, column: column, expected: "a count",
      remedy: "write a whole number in digits")
  }

  /// Checks a percentage, such as `12`, `0.5` or `<1`; empty is none.
  func percent(_ column: Int) throws(MappingError) {
    var digits = 0
    var points = 0
    var isPercent = true
    let range = range(column)
    for index in range where isPercent {
      let byte = bytes[index]
      if byte &- 0x30 <= 9 {
        digits += 1
      } else if byte == UInt8(ascii: ".") {
        points += 1
        isPercent = points == 1 && digits > 0 && index + 1 < range.upperBound
      } else {
        isPercent = byte == UInt8(ascii: "<") && index == range.lowerBound
      }
    }
    if range.isEmpty || (isPercent && (1...PrintedPercent.mostDigits).contains(digits)) { return }
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

  /// Reads routes: names in upper case, separated by bars; empty if there are none.
  func routes(_ column: Int) throws(MappingError) -> RouteNames {
    let routes = RouteNames(table.slice(row, column))
    if routes.isWellFormed { return routes }
    throw table.error(
      .unknownWord, row: row, column: column, expected: "routes in upper case, parted by |",
      remedy: "write routes as SPL does, for example ORAL or INTRAMUSCULAR|INTRAVENOUS")
  }
}
