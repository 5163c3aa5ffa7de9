// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import SymptomMapping

// The project's own format has the columns of side-effects.tsv, as many as are needed and in any
// order, and one more: a term in words instead of a symptom. A row becomes a line of
// side-effects.tsv, which the reader of that table checks; its errors are reported for the row.

extension ImportRun {
  mutating func ownTable() throws(LabelError) -> [EvidenceDraft] {
    var rows = try ImportRows.open(path, .commas([]))
    let table = try OwnTable(rows, licence: importer.licence)
    var drafts: [EvidenceDraft] = []
    var lines: [[String]: Int] = [:]
    try forEach(&rows) { (row, run) throws(LabelError) in
      let found = try table.drafts(of: row, &run)
      if !found.isEmpty { run.summary.mappedCount += 1 }
      for draft in found {
        if let line = lines.updateValue(row.line, forKey: draft.key) {
          throw row.error(
            "import.duplicate", 0, found: "the same statement as on line \(line)",
            expected: "each subject, symptom, direction, class, population, context and route once",
            try: "keep one of the two rows")
        }
      }
      drafts += found
    }
    return drafts
  }
}

/// The own format: which columns a file has, and what its rows say.
private struct OwnTable {
  /// The columns that a file may have; all but `term` are columns of side-effects.tsv.
  private static let allowed = [
    "rxcui", "term", "symptom", "direction", "fit", "evidence_class", "threshold", "drug_percent",
    "comparator_percent", "comparator", "population", "context", "route", "labels_seen",
    "labels_agreeing", "set_id", "label_version", "label_date", "section_loinc", "subsection",
    "label_term", "source_address", "licence",
  ]
  private static let worded: [EvidenceColumn] = [.population, .subsection, .labelTerm]

  let names: [String]
  private let licence: String?

  init(_ rows: borrowing ImportRows, licence: String?) throws(LabelError) {
    self.licence = licence
    names = rows.header
    for (place, name) in names.enumerated() {
      guard Self.allowed.contains(name) else {
        throw rows.error(
          "import.header", place, expected: Self.allowed.joined(separator: ", "),
          try: "name the columns so, in lower case; leave out others")
      }
      if let other = names[..<place].firstIndex(of: name) {
        throw rows.error(
          "import.header", place, found: "\(name) twice, here and as column \(other + 1)",
          expected: "each column once", try: "leave out one of the two")
      }
    }
    let missing =
      ["rxcui", "evidence_class"].first { !names.contains($0) }
      ?? (names.contains("term") || names.contains("symptom") ? nil : "term or symptom")
      ?? (names.contains("licence") || licence != nil ? nil : "licence")
    if let missing {
      throw rows.error(
        "import.header", nil, found: "no column \(missing)", expected: "it",
        try: "add the column"
          + (missing == "licence" ? ", or name the licence with --licence" : ""))
    }
  }

  /// The rows of the result that a row gives; none, and a reason in the summary, if it gives none.
  func drafts(
    of row: borrowing ImportRows, _ run: inout ImportRun
  ) throws(LabelError) -> [EvidenceDraft] {
    let codes = try codes(row)
    let term = try text(row, "term")
    var draft = try self.draft(row)
    var terms: [ImportMeaning: EvidenceFit] = [:]
    if let symptom = SymptomCategory(rawValue: draft[.symptom]),
      let direction = EffectDirection(rawValue: draft[.direction]),
      let fit = EvidenceFit(rawValue: draft[.fit])
    {
      terms = [ImportMeaning(symptom: symptom, direction: direction): fit]
    } else if draft[.symptom].isEmpty {
      guard !term.isEmpty else {
        throw row.error(
          "import.empty-field", place("term") ?? place("symptom"), expected: "a term or a symptom",
          try: "write the label's words, or the identifier of the category")
      }
      terms = run.meanings(of: term)
    }
    // Fields that are not known yet have valid placeholders.
    var checked = draft
    checked.set(
      ImportSubject(subject: EvidenceSubject(.ingredient, codes[0]), name: codes[0].description))
    if draft[.symptom].isEmpty {
      checked.set(ImportMeaning(symptom: .headache, direction: .present), fit: .exact)
    }
    do throws(MappingError) { _ = try SideEffectTable(bytes: EvidenceDraft.table([checked])) } catch
    { throw self.error(error, checked, row) }
    let subject = terms.isEmpty ? nil : try subject(codes, row, &run)
    guard let subject else {
      run.summary.drop(terms.isEmpty ? .unmappedTerm : .noSubject)
      return []
    }
    draft.set(subject)
    return terms.map { (meaning, fit) in
      draft.set(meaning, fit: fit)
      return draft
    }
  }

  private func place(_ name: String) -> Int? { names.firstIndex(of: name) }

  /// The trimmed text of a column; empty if the file has no such column.
  private func text(_ row: borrowing ImportRows, _ name: String) throws(LabelError) -> String {
    guard let place = place(name) else { return "" }
    let words = try row.text(place).drop(while: \.isWhitespace).reversed()
    let text = String(words.drop(while: \.isWhitespace).reversed())
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }

  /// The fields of a row as in side-effects.tsv, with defaults for empty ones.
  private func draft(_ row: borrowing ImportRows) throws(LabelError) -> EvidenceDraft {
    var draft = EvidenceDraft(.listed, from: .other, licence: licence ?? "")
    for (name, column) in zip(SideEffectTable.wholeColumnNames, EvidenceColumn.allCases)
    where names.contains(name) {
      var text = try text(row, name)
      if Self.worded.contains(column) {
        text = text.blankParted.joined(separator: " ")
      }
      if !text.isEmpty || column == .evidenceClass { draft[column] = text }
    }
    let context = draft[.context].unicodeScalars.prefix(QuotedContext.longest)
    draft[.context] = String(String.UnicodeScalarView(context))
    draft[.route] = Set(draft[.route].split(separator: "|", omittingEmptySubsequences: false))
      .sorted().joined(separator: "|")
    guard !draft[.symptom].isEmpty else { return draft }
    if draft[.fit].isEmpty { draft[.fit] = EvidenceFit.exact.rawValue }
    if draft[.direction].isEmpty {
      let symptom = SymptomCategory(rawValue: draft[.symptom])
      let goesBothWays = [.appetiteChanges, .sleepChanges, .moodChanges].contains(symptom)
      draft[.direction] = (goesBothWays ? EffectDirection.unspecified : .present).rawValue
    }
    return draft
  }

  /// Codes joined by `|`: one, or the ingredients of a combination.
  private func codes(_ row: borrowing ImportRows) throws(LabelError) -> [RxCUI] {
    var codes: [RxCUI] = []
    for code in try text(row, "rxcui").split(separator: "|", omittingEmptySubsequences: false) {
      guard let number = RxCUI(code), !number.isPlaceholder else {
        throw row.error(
          "import.bad-code", place("rxcui"),
          expected: "an RxCUI, or those of a combination joined by |",
          try: "write codes as RxNorm does: digits, no leading zero")
      }
      codes.append(number)
    }
    return codes
  }

  private func subject(
    _ codes: [RxCUI], _ row: borrowing ImportRows, _ run: inout ImportRun
  ) throws(LabelError) -> ImportSubject? {
    if codes.count > 1 {
      return run.subjects.subject(ofIngredients: codes.map(\.description), &run.summary)
    }
    guard let concept = run.subjects.concept(codes[0].description, &run.summary) else { return nil }
    if let subject = run.subjects.subject(of: concept) { return subject }
    throw row.error(
      "import.bad-code", place("rxcui"),
      found: "\(codes[0]), a concept of type \(concept.termType.rawValue)",
      expected: "an ingredient, combination, drug or pack",
      try: "give the ingredients or products that are meant")
  }

  /// An error of the reader of side-effects.tsv, reported for the row that the line was made from.
  private func error(
    _ error: MappingError, _ draft: EvidenceDraft, _ row: borrowing ImportRows
  ) -> LabelError {
    var place: Int?
    if let column = error.column {
      // The field of the line that starts at that column.
      var start = 1
      for (name, field) in zip(SideEffectTable.wholeColumnNames, draft.fields) {
        if start == column { place = self.place(name) ?? place }
        start += field.utf8.count + 1
      }
    }
    let code = error.code == .unknownSymptom ? .unknownWord : error.code
    return row.error(
      code.rawValue.replacing("mapping.", with: "import."), place, expected: error.expected,
      try: error.remedy)
  }
}
