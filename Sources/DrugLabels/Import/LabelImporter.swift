// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog
internal import MedicationModel
package import SymptomMapping

/// Turns side effects that others extracted into rows of side-effects.tsv.
///
/// A term of the source is mapped to a category by its whole name; neither the term nor its
/// MedDRA code is written. The same input gives the same bytes, whatever the order of its rows.
package struct LabelImporter: Sendable {
  /// The releases of OnSIDES 3 are cut at this score of its model (`pred1 <= 3.258` is deleted).
  package static let releaseScore = 3.258
  package static let usualShare = 0.05

  let catalog: Catalog
  let phrases: PhraseTable
  let routes: RouteTable
  package var minimumScore = LabelImporter.releaseScore
  package var minimumShare = LabelImporter.usualShare
  /// The licence of the rows, in place of the format's; own tables may state one a row.
  package var licence: String?

  package init(catalog: Catalog, phrases: PhraseTable, routes: RouteTable) {
    self.catalog = catalog
    self.phrases = phrases
    self.routes = routes
  }

  /// The table, sorted by key, and what was read, mapped and left out.
  package typealias Result = (table: [UInt8], summary: ImportSummary)

  /// How far a file is read: its name, rows, bytes (compressed ones of gzip), and of how many bytes.
  package typealias Progress = (_ file: String, _ rows: Int, _ bytes: Int, _ of: Int) -> Void

  package func result(
    of path: String, _ format: ImportFormat, progress: Progress? = nil
  ) throws(LabelError) -> Result {
    var run = ImportRun(self, format, path, progress)
    let drafts =
      switch format {
      case .onSIDES2: try run.onSIDES2()
      case .onSIDES3: try run.onSIDES3()
      case .sider: try run.sider()
      case .csv: try run.ownTable()
      }
    run.summary.rowCount = drafts.count
    run.summary.subjectCount = Set(drafts.map { $0.fields[..<2] }).count
    let terms = run.meanings.values
    run.summary.mappedTermCount = terms.count { !$0.isEmpty }
    run.summary.unmappedTermCount = terms.count { $0.isEmpty }
    return (EvidenceDraft.table(drafts), run.summary)
  }
}

/// What a term means.
struct ImportMeaning: Hashable, Sendable {
  let symptom: SymptomCategory
  let direction: EffectDirection
}

extension EvidenceFit {
  static func best(_ one: Self, _ other: Self) -> Self {
    one.wordPlace < other.wordPlace ? one : other
  }
}

/// One import under way.
struct ImportRun {
  let importer: LabelImporter
  let format: ImportFormat
  let folder: ImportFolder
  let path: String
  var summary: ImportSummary
  var subjects: ImportSubjects
  /// The meanings of terms in lower case; neither terms nor their codes are passed on.
  private(set) var meanings: [String: [ImportMeaning: EvidenceFit]] = [:]
  private let matcher: PhraseMatcher
  private let progress: LabelImporter.Progress?

  init(
    _ importer: LabelImporter, _ format: ImportFormat, _ path: String,
    _ progress: LabelImporter.Progress?
  ) {
    self.progress = progress
    self.importer = importer
    self.format = format
    self.path = path
    folder = ImportFolder(path)
    summary = ImportSummary(format)
    matcher = PhraseMatcher(importer.phrases)
    subjects = ImportSubjects(importer.catalog, importer.routes)
  }

  /// What a term means, with the best fit; empty if it is outside the categories.
  mutating func meanings(of term: String) -> [ImportMeaning: EvidenceFit] {
    let key = term.lowercased()
    if let known = meanings[key] { return known }
    let found = Dictionary(
      matcher.wholeMatch(term).map {
        (ImportMeaning(symptom: $0.symptom, direction: $0.direction), $0.fit)
      }, uniquingKeysWith: EvidenceFit.best)
    meanings[key] = found
    return found
  }

  typealias RowBody = (borrowing ImportRows, inout ImportRun) throws(LabelError) -> Void

  /// Reads every row of a file of the folder.
  mutating func forEachRow(
    of name: String, _ form: ImportRows.Form, _ body: RowBody
  ) throws(LabelError) {
    var rows = try folder.rows(name, form)
    try forEach(&rows, body)
  }

  mutating func forEach(_ rows: inout ImportRows, _ body: RowBody) throws(LabelError) {
    while try rows.advance() {
      if rows.count % 16_384 == 0 {
        progress?(rows.name, rows.count, rows.progress.done, rows.progress.total)
      }
      try body(rows, &self)
    }
    summary.files.append((name: rows.name, rows: rows.count))
  }

  /// The pairs of values of two columns: each first value with all of its second values.
  mutating func pairs(
    of name: String, _ form: ImportRows.Form = .tabs(2)
  ) throws(LabelError) -> [String: Set<String>] {
    var pairs: [String: Set<String>] = [:]
    try forEachRow(of: name, form) { (row, _) throws(LabelError) in
      _ = pairs[try row.text(0), default: []].insert(try row.text(1))
    }
    return pairs
  }

  func draft(
    _ evidenceClass: EvidenceClass, from source: EvidenceSource, _ subject: ImportSubject,
    _ meaning: ImportMeaning, _ fit: EvidenceFit, routes: [String]
  ) -> EvidenceDraft {
    var draft = EvidenceDraft(
      evidenceClass, from: source, licence: importer.licence ?? format.licence ?? "")
    draft.set(subject)
    draft.set(meaning, fit: fit)
    draft[.route] = routes.joined(separator: "|")
    return draft
  }
}
