// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

/// The tables of an export: the same in SQLite and as delimited files.
public enum ExportTable: String, Sendable, Hashable, CaseIterable {
  /// What was exported, from which release, under which terms.
  case release
  /// The sources of the release (RXNSAB).
  case source
  /// The concepts.
  case concept
  /// The names of concepts (RXNCONSO).
  case name
  /// The relations between concepts (RXNREL).
  case relation
  /// The attributes of concepts (RXNSAT), as they are written.
  case attribute
  /// The semantic types that occur (RXNSTY).
  case semanticType = "semantic_type"
  /// Which concept has which semantic type (RXNSTY).
  case conceptSemanticType = "concept_semantic_type"
  /// The NDCs of products (RXNSAT).
  case ndc
  /// The base ingredients of concepts, as rxkit derives them.
  case ingredient
  /// The codes that are gone.
  case formerCode = "former_code"
  /// What took their place.
  case replacement
  /// The 39 symptoms of HealthKit.
  case symptom
  /// The statements of labels about symptoms.
  case evidence
  /// What the release explains of its abbreviations (RXNDOC).
  case documentation

  /// What the table contains: one sentence without a full stop.
  public var meaning: String { description.meaning }

  var columns: [TableColumn] { description.columns }

  /// The columns that readers search by: an index each.
  var indexes: [[String]] { description.indexes }
}

typealias RowTaker = (borrowing TableRow) throws(ExportError) -> Void

/// What a table is: its columns with their values, and its rows in an order that the release gives.
struct TableDescription {
  let meaning: String
  let columns: [TableColumn]
  let indexes: [[String]]
  let forEachRow: (TableWalk, RowTaker) throws(ExportError) -> Void

  /// Describes a table whose rows are made of values that `rows` gives one after another.
  init<Rows: Sequence>(
    _ meaning: String, _ columns: [ValueColumn<Rows.Element>], indexes: [[String]] = [],
    rows: @escaping (TableWalk) -> Rows
  ) {
    self.meaning = meaning
    self.columns = columns.map(\.column)
    self.indexes = indexes
    forEachRow = { (walk, take) throws(ExportError) in
      var cells = TableRow()
      for row in rows(walk) {
        cells.removeAll()
        for column in columns { column.write(row, walk, &cells) }
        try take(cells)
      }
    }
  }
}

struct TableWalk {
  let content: ExportContent
  private let progress: ProgressReport
  private var sourceNumbers: [String: Int] = [:]

  init(_ content: ExportContent, _ progress: ProgressReport) {
    (self.content, self.progress) = (content, progress)
    for (index, source) in content.catalog.sources.enumerated() {
      sourceNumbers[source.abbreviation] = index + 1
    }
  }

  /// The id of a source, as the table of sources has it.
  func number(of source: String) -> Int? { sourceNumbers[source] }

  /// The concepts that are exported, one at a time.
  func concepts(for table: ExportTable) -> some LazySequenceProtocol & Sequence<Concept> {
    let total = content.catalog.conceptCount
    return content.catalog.concepts.lazy.filter { concept in
      progress.update(table.rawValue, Int(concept.position), of: total)
      return content.permits(concept)
    }
  }
}
