// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

extension OwnTable {
  /// What the numbers of a row say.
  struct Figures {
    var threshold = ""
    var drug = ""
    var comparator = ""
    var kind = EvidenceComparator.none
    var labels = (seen: 0, agreeing: 0)
  }

  func place(_ column: Column) -> Int? { columns.firstIndex(of: column) }

  /// The text of a column, without blanks around it; empty if the file has no such column.
  func text(_ row: borrowing ImportRows, _ column: Column) throws(ImportError) -> String {
    guard let place = place(column) else { return "" }
    return String(try row.text(place).trimmingBlanks)
  }

  func error(
    _ code: ImportError.Code, _ row: borrowing ImportRows, _ column: Column,
    found: String? = nil, expected: String, try remedy: String
  ) -> ImportError {
    row.error(code, place(column), found: found, expected: expected, try: remedy)
  }

  /// One of the words that a column knows.
  func word<Value: RawRepresentable & CaseIterable>(
    _ row: borrowing ImportRows, _ column: Column
  ) throws(ImportError) -> Value where Value.RawValue == String {
    if let value = Value(rawValue: try text(row, column)) { return value }
    let words = Value.allCases.map(\.rawValue)
    throw error(
      .unknownWord, row, column,
      expected: words.count > 12
        ? "one of the \(words.count) identifiers" : words.joined(separator: ", "),
      try: "words are compared exactly, in the case shown")
  }

  // MARK: Figures

  func figures(_ row: borrowing ImportRows) throws(ImportError) -> Figures {
    var figures = Figures()
    figures.threshold = try percent(row, .threshold)
    figures.drug = try percent(row, .drugPercent)
    figures.comparator = try percent(row, .comparatorPercent)
    if try !text(row, .comparator).isEmpty { figures.kind = try word(row, .comparator) }
    if figures.kind == .none, !figures.comparator.isEmpty {
      throw error(
        .contradiction, row, .comparatorPercent, expected: "nothing, because nothing is compared",
        try: "write placebo or active in the column comparator")
    }
    return figures
  }

  private func percent(
    _ row: borrowing ImportRows, _ column: Column
  ) throws(ImportError) -> String {
    let text = try text(row, column)
    if text.isEmpty { return "" }
    let isPercent =
      PrintedPercent(text) != nil && text.utf8.count <= 16 && text.utf8.last != UInt8(ascii: ".")
      && text.utf8.first != UInt8(ascii: ".") && !text.hasPrefix("<.")
    if isPercent { return text }
    throw error(
      .badNumber, row, column, expected: "a percentage such as 12, 0.5 or <1",
      try: "write the number without a percent sign, or leave the field empty")
  }

  func labels(_ row: borrowing ImportRows) throws(ImportError) -> (seen: Int, agreeing: Int) {
    let labels = (seen: try count(row, .labelsSeen), agreeing: try count(row, .labelsAgreeing))
    if labels.agreeing <= labels.seen { return labels }
    throw error(
      .contradiction, row, .labelsAgreeing, expected: "at most labels_seen",
      try: "count the labels that name the symptom among those that were read")
  }

  private func count(_ row: borrowing ImportRows, _ column: Column) throws(ImportError) -> Int {
    let text = try text(row, column)
    if text.isEmpty { return 0 }
    if text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = Int(text)
    {
      return count
    }
    throw error(
      .badNumber, row, column, expected: "a count", try: "write a whole number in digits")
  }

  // MARK: The rest

  /// Fills in what every row of a line has in common.
  func fill(
    _ draft: inout EvidenceDraft, _ row: borrowing ImportRows, _ figures: Figures
  ) throws(ImportError) {
    draft.threshold = figures.threshold
    draft.drugPercent = figures.drug
    draft.comparatorPercent = figures.comparator
    draft.comparator = figures.kind
    (draft.labelsSeen, draft.labelsAgreeing) = figures.labels
    draft.population = try words(row, .population)
    draft.condition = try words(row, .condition)
    draft.subsection = try words(row, .subsection)
    draft.labelTerm = try words(row, .labelTerm)
    draft.routes = try routes(row)
    draft.setID = try text(row, .setID)
    draft.labelVersion = try text(row, .labelVersion)
    draft.labelDate = try date(row)
    draft.section = try text(row, .section)
    draft.address = try text(row, .address)
  }

  /// A few words, at most four, so that nobody copies sentences.
  private func words(_ row: borrowing ImportRows, _ column: Column) throws(ImportError) -> String {
    let text = try text(row, column)
    let words = text.split(whereSeparator: \.isWhitespace)
    if words.count <= 4 { return words.joined(separator: " ") }
    throw error(
      .tooManyWords, row, column, expected: "at most 4 words",
      try: "keep the words that name the effect, the group or the trial")
  }

  private func routes(_ row: borrowing ImportRows) throws(ImportError) -> [String] {
    let text = try text(row, .route)
    if text.isEmpty { return [] }
    let routes = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let isWellFormed = routes.allSatisfy { route in
      !route.isEmpty && !route.utf8.contains { (0x61...0x7A).contains($0) }
    }
    if isWellFormed { return Set(routes).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
    throw error(
      .unknownWord, row, .route, expected: "routes in upper case, parted by |",
      try: "write routes as SPL does, for example ORAL or INTRAMUSCULAR|INTRAVENOUS")
  }

  private func date(_ row: borrowing ImportRows) throws(ImportError) -> String {
    let text = try text(row, .labelDate)
    if text.isEmpty || text.utf8.count == 8 && LabelDate(text) != nil { return text }
    throw error(
      .badDate, row, .labelDate, expected: "a day as YYYYMMDD",
      try: "write the day of the label, its first eight digits")
  }
}

extension String {
  fileprivate var trimmingBlanks: Substring {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
