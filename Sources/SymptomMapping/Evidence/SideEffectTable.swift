// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
public import MedicationModel

/// The evidence: which labels name which symptoms, one row a statement.
///
/// The columns and their words are those of side-effects.tsv. The order of the
/// rows in the file does not affect any answer.
public struct SideEffectTable: Sendable {
  /// Where the rows come from.
  private enum Source {
    case whole(WholeEvidence)
    case indexed(IndexedTable<WholeEvidence>)
  }

  private let source: Source

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - file: Its name, for messages.
  ///   - labels: The labels that rows quote, for their versions, dates, addresses and licences.
  /// - Throws: ``MappingError`` for the first thing that is wrong.
  public init(
    bytes: [UInt8], file: String = "side-effects.tsv", labels: LabelTable? = nil
  ) throws(MappingError) {
    source = .whole(try WholeEvidence(bytes: bytes, file: file, of: EvidenceOrigin(labels)))
  }

  /// A table without rows.
  init() {
    source = .whole(WholeEvidence())
  }

  /// The table in a catalog, read on demand; `nil` without an index.
  init?(indexedIn catalog: Catalog, labels: LabelTable) {
    let table = EvidenceOrigin(labels)
    let indexed = IndexedTable(catalog, "side-effects.tsv", index: EvidenceIndex.fileName) {
      (bytes, firstRow) throws(MappingError) in
      try WholeEvidence(bytes: bytes, file: "side-effects.tsv", of: table, firstRow: firstRow)
    }
    guard let indexed else { return nil }
    source = .indexed(indexed)
  }

  /// Every row.
  private var whole: WholeEvidence {
    switch source {
    case .whole(let whole): whole
    case .indexed(let indexed): indexed.whole
    }
  }

  /// The number of rows.
  public var count: Int {
    switch source {
    case .whole(let whole): whole.count
    case .indexed(let indexed): indexed.index.rowCount
    }
  }

  /// All rows, in the order of their keys.
  public var rows: [EvidenceRow] { whole.rows }

  /// The rows about a subject, in the order of their keys.
  public func rows(about subject: EvidenceSubject) -> [EvidenceRow] {
    switch source {
    case .whole(let whole): whole.rows(about: subject)
    case .indexed(let indexed): indexed.table(of: subject)?.rows(about: subject) ?? []
    }
  }

  /// Whether any row is about a subject.
  public func hasRows(about subject: EvidenceSubject) -> Bool {
    switch source {
    case .whole(let whole): whole.hasRows(about: subject)
    case .indexed(let indexed): indexed.index.entry(of: subject) != nil
    }
  }

  /// The subjects that rows are about, sorted by code.
  public var subjects: [EvidenceSubject] {
    switch source {
    case .whole(let whole): whole.subjects
    case .indexed(let indexed): indexed.index.entries.map(\.subject)
    }
  }

  /// Every symptom that some row names, sorted.
  public var symptoms: [SymptomCategory] { whole.symptoms }

  /// The rows that name a symptom, in the order of their keys.
  ///
  /// - Complexity: O(*n*) in the rows returned, but for the first question to
  ///   a table, which passes over all its rows once.
  public func rows(naming symptom: SymptomCategory) -> [EvidenceRow] {
    whole.rows(naming: symptom)
  }

  /// Every route that some row names, as SPL writes them, in byte order.
  public var routeWords: [String] { whole.routeWords }

  /// The name and bytes of the index file of the table in a catalog; `nil` if the rows of a subject
  /// are not contiguous.
  package var indexFile: (name: String, bytes: [UInt8])? {
    whole.index.map { (EvidenceIndex.fileName, $0.bytes) }
  }
}
