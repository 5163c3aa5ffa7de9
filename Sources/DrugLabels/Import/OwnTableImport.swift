// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import SymptomMapping

extension ImportRun {
  /// Reads the own format; see the documentation page "Importing side effects".
  mutating func ownTable() throws(ImportError) -> [EvidenceDraft] {
    var rows = ImportRows(try ImportFile(path), .commas)
    let table = try OwnTable(&rows, licence: importer.licence)
    var drafts: [EvidenceDraft] = []
    var lines: [[String]: Int] = [:]
    while try rows.advance() {
      try rows.expect(table.columns.count)
      let found = try table.drafts(of: rows, &self)
      if !found.isEmpty { summary.mappedCount += 1 }
      for draft in found {
        let key = SideEffectTable.keyColumns.map { draft.fields[$0] }
        if let line = lines.updateValue(rows.line, forKey: key) {
          throw rows.error(
            .duplicate, 0, found: "the same statement as on line \(line)",
            expected:
              "each subject, symptom, direction, class, population, condition and route once",
            try: "keep one of the two rows")
        }
        drafts.append(draft)
      }
    }
    summary.files.append((name: rows.name, rows: rows.count - 1))
    return drafts
  }
}

/// The own format: which columns a file has, and what its rows say.
struct OwnTable {
  /// The columns that a file may have, in any order.
  enum Column: String, CaseIterable {
    case rxcui, term, symptom, direction, fit
    case evidenceClass = "evidence_class"
    case threshold
    case drugPercent = "drug_percent"
    case comparatorPercent = "comparator_percent"
    case comparator, population, condition, route
    case labelsSeen = "labels_seen"
    case labelsAgreeing = "labels_agreeing"
    case setID = "set_id"
    case labelVersion = "label_version"
    case labelDate = "label_date"
    case section = "section_loinc"
    case subsection
    case labelTerm = "label_term"
    case address = "source_address"
    case licence
  }

  let columns: [Column]
  private let licence: String?

  /// Reads the header line.
  init(_ rows: inout ImportRows, licence: String?) throws(ImportError) {
    self.licence = licence
    let names = try ImportColumns(&rows, []).names
    var columns: [Column] = []
    var places: [Column: Int] = [:]
    for (place, name) in names.enumerated() {
      guard let column = Column(rawValue: name) else {
        throw rows.error(
          .header, place, expected: Column.allCases.map(\.rawValue).joined(separator: ", "),
          try: "name the columns so, in lower case; leave out others")
      }
      if let other = places.updateValue(place, forKey: column) {
        throw rows.error(
          .header, place, found: "\(name) twice, here and as column \(other + 1)",
          expected: "each column once", try: "leave out one of the two")
      }
      columns.append(column)
    }
    self.columns = columns
    for column in [Column.rxcui, .evidenceClass] where place(column) == nil {
      throw Self.missing(column.rawValue, rows)
    }
    if place(.term) == nil, place(.symptom) == nil { throw Self.missing("term or symptom", rows) }
    if place(.licence) == nil, licence == nil {
      throw Self.missing("licence", rows, or: ", or name the licence with --licence")
    }
  }

  private static func missing(
    _ name: String, _ rows: borrowing ImportRows, or other: String = ""
  ) -> ImportError {
    rows.error(
      .header, nil, found: "no column \(name)", expected: "it",
      try: "add the column" + other)
  }

  // MARK: Rows

  /// The rows of the result that a row gives; none, and a reason in the summary, if it gives none.
  func drafts(
    of row: borrowing ImportRows, _ run: inout ImportRun
  ) throws(ImportError) -> [EvidenceDraft] {
    let codes = try codes(row)
    let evidenceClass: EvidenceClass = try word(row, .evidenceClass)
    let terms = try meanings(row, &run)
    let licence = try text(row, .licence)
    guard !licence.isEmpty || self.licence != nil else {
      throw row.error(
        .emptyField, place(.licence), expected: "the terms of the source",
        try: "write for example CC0-1.0, or the words of the source")
    }
    var model = try figures(row)
    model.labels = try labels(row)
    guard !terms.isEmpty else {
      run.summary.drop(.unmappedTerm)
      return []
    }
    guard let subject = try subject(codes, row, &run) else {
      run.summary.drop(.noSubject)
      return []
    }
    var drafts: [EvidenceDraft] = []
    for (meaning, fit) in terms {
      var draft = EvidenceDraft(
        subject, meaning, fit: fit, evidenceClass, from: .other,
        licence: licence.isEmpty ? self.licence ?? "" : licence)
      try fill(&draft, row, model)
      drafts.append(draft)
    }
    return drafts
  }

  /// Codes joined by `|`: one, or the ingredients of a combination.
  private func codes(_ row: borrowing ImportRows) throws(ImportError) -> [String] {
    let codes = try text(row, .rxcui).split(separator: "|", omittingEmptySubsequences: false)
    for code in codes {
      guard let number = RxCUI(code), number.rawValue < 90_000_000 else {
        throw error(
          .badCode, row, .rxcui, expected: "an RxCUI, or those of a combination joined by |",
          try: "write codes as RxNorm does: digits, no leading zero")
      }
    }
    return codes.map(String.init)
  }

  private func subject(
    _ codes: [String], _ row: borrowing ImportRows, _ run: inout ImportRun
  ) throws(ImportError) -> ImportSubject? {
    guard codes.count == 1, let code = codes.first else {
      return run.subjects.subject(ofIngredients: codes, &run.summary)
    }
    guard let concept = run.subjects.concept(code, &run.summary) else { return nil }
    if let subject = run.subjects.subject(of: concept) { return subject }
    throw error(
      .badCode, row, .rxcui, found: "\(code), a concept of type \(concept.termType.rawValue)",
      expected: "an ingredient, combination, drug or pack",
      try: "give the ingredients or products that are meant")
  }

  /// The symptoms of a row with direction and fit.
  private func meanings(
    _ row: borrowing ImportRows, _ run: inout ImportRun
  ) throws(ImportError) -> [(meaning: ImportTerms.Meaning, fit: EvidenceFit)] {
    let identifier = try text(row, .symptom)
    guard !identifier.isEmpty else {
      let term = try text(row, .term)
      guard !term.isEmpty else {
        throw row.error(
          .emptyField, place(.term) ?? place(.symptom), expected: "a term or a symptom",
          try: "write the label's words, or the identifier of the category")
      }
      return run.terms.slots(of: term).map { slot in
        (run.terms.meaning(ofSlot: slot), ImportTerms.fits[slot % 3])
      }
    }
    let symptom: SymptomCategory = try word(row, .symptom)
    let goesBothWays = [.appetiteChanges, .sleepChanges, .moodChanges].contains(symptom)
    let direction: EffectDirection =
      try text(row, .direction).isEmpty
      ? goesBothWays ? .unspecified : .present : try word(row, .direction)
    guard (direction == .present) != goesBothWays else {
      throw error(
        .contradiction, row, .direction,
        expected: goesBothWays ? "decreased, increased, unspecified" : "present",
        try: "appetite, sleep and mood have a direction; other symptoms are present")
    }
    let fit: EvidenceFit = try text(row, .fit).isEmpty ? .exact : try word(row, .fit)
    return [(ImportTerms.Meaning(symptom: symptom, direction: direction), fit)]
  }
}
