// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// The labels that were read, per subject and route, with their boxed warnings.
///
/// A subject with a label and without evidence is an answer of its own: the
/// label was read and names none of the 39 symptoms.
public struct LabelTable: SubjectTable {
  private static let columns = [
    "subject_kind", "rxcui", "name", "route", "set_id", "label_version", "label_date",
    "has_boxed_warning", "boxed_title", "has_effect_section", "source_kind",
  ]

  private static let optionalColumns = [
    "unmapped_terms", "substances", "unread_tables", "source_address", "licence",
    "statements_left_out",
  ]

  /// The names of all columns, in their order.
  public static var columnNames: [String] { columns + optionalColumns }

  /// All rows, if the whole table was read.
  private let rows: [EvidenceSubject: [LabelRecord]]
  /// The same rows in the order of set ids.
  private let rowsBySetID: [EvidenceSubject: [LabelRecord]]
  /// The table of a catalog, read on demand.
  private let indexed: IndexedTable<LabelTable>?
  /// The number of rows.
  public let count: Int

  /// Reads a table.
  ///
  /// - Throws: MappingError for the first thing that is wrong.
  public init(bytes: [UInt8], file: String = "labels.tsv") throws(MappingError) {
    let text = try TableText(
      file: file, bytes: bytes, columns: Self.columns, optional: Self.optionalColumns)
    var rows: [EvidenceSubject: [LabelRecord]] = [:]
    var reader = FieldReader(text)
    let words = LabelRecord.Words()
    for row in 0..<text.rowCount {
      reader.row = row
      let record = try LabelRecord(reader, words)
      rows[record.subject, default: []].append(record)
    }
    self.rows = rows.mapValues { $0.sorted() }
    rowsBySetID = rows.mapValues { labels in
      labels.sorted { $0.setIDUTF8.lexicographicallyPrecedes($1.setIDUTF8) }
    }
    indexed = nil
    count = text.rowCount
  }

  /// A table without rows.
  init() {
    (rows, rowsBySetID, indexed) = ([:], [:], nil)
    count = 0
  }

  /// The table in a catalog, read on demand; `nil` without an index.
  init?(indexedIn catalog: Catalog) {
    let indexed = IndexedTable(catalog, "labels.tsv", index: EvidenceIndex.labelsFileName) {
      (bytes, _) throws(MappingError) in try LabelTable(bytes: bytes)
    }
    guard let indexed, !indexed.index.entries.isEmpty else { return nil }
    (rows, rowsBySetID, self.indexed) = ([:], [:], indexed)
    count = indexed.index.rowCount
  }

  /// The labels that were read about a subject, the newest first.
  public func labels(about subject: EvidenceSubject) -> [LabelRecord] {
    (indexed?.table(of: subject)?.rows ?? rows)[subject] ?? []
  }

  /// The label of a subject with a set id; `nil` if none has it.
  func label(_ setID: ArraySlice<UInt8>, of subject: EvidenceSubject) -> LabelRecord? {
    let rows = indexed?.table(of: subject)?.rowsBySetID ?? rowsBySetID
    guard let labels = rows[subject] else { return nil }
    let place = labels.indices.firstPlace {
      labels[$0].setIDUTF8.lexicographicallyPrecedes(setID)
    }
    return labels[place...].first.flatMap { $0.setIDUTF8.elementsEqual(setID) ? $0 : nil }
  }

  /// Every subject with a label, sorted by code.
  public var subjects: [EvidenceSubject] {
    indexed.map { $0.index.entries.map(\.subject) } ?? rows.keys.sorted()
  }

  /// The name and bytes of the index file of the table in a catalog; `nil` if the rows of a subject
  /// are not contiguous.
  package var indexFile: (name: String, bytes: [UInt8])? {
    var ranges: [EvidenceSubject: Range<Int>] = [:]
    for (subject, records) in rows {
      let numbers = records.map(\.row)
      guard let first = numbers.min(), let last = numbers.max(), last - first < records.count
      else { return nil }
      ranges[subject] = first..<last + 1
    }
    return rows.first?.value.first.map {
      (EvidenceIndex.labelsFileName, EvidenceIndex($0.text, ranges).bytes)
    }
  }
}

/// One label that was read.
public struct LabelRecord: Sendable {
  private enum Column: Int {
    case subjectKind, rxcui, name, route, setID, version, date, hasBoxedWarning, boxedTitle,
      hasEffectSection, sourceKind, unmappedTerms, substances, unreadTables, sourceAddress, licence,
      statementsLeftOut
  }

  fileprivate enum YesOrNo: String, CaseIterable {
    case yes, no
  }

  fileprivate struct Words {
    let kinds = ColumnWords(SubjectKind.self)
    let sources = ColumnWords(EvidenceSource.self)
    let yesOrNo = ColumnWords(YesOrNo.self)
  }

  fileprivate let text: TableText
  fileprivate let row: Int
  /// What the label is about.
  public let subject: EvidenceSubject
  /// Its date.
  public let date: LabelDate
  /// Whether it has a boxed warning.
  public let hasBoxedWarning: Bool
  /// Whether it has a section that can name effects.
  public let hasEffectSection: Bool
  /// The number of its terms outside the 39 symptoms; `nil` if not counted.
  public let unmappedTermCount: Int?
  /// The number of its tables of adverse reactions that yielded no figures; `nil` if not counted.
  public let unreadTableCount: Int?
  /// The number of its statements that did not become rows; `nil` if not counted.
  ///
  /// Either few labels of the subject make them, or the symptom has many figures. A statement of
  /// several labels counts in one of them.
  public let leftOutStatementCount: Int?

  /// Its routes, taken apart.
  let routeNames: RouteNames

  fileprivate init(_ reader: FieldReader, _ words: Words) throws(MappingError) {
    text = reader.table
    row = reader.row
    subject = EvidenceSubject(
      try reader.word(Column.subjectKind.rawValue, words.kinds),
      try reader.code(Column.rxcui.rawValue))
    date = try reader.date(Column.date.rawValue)
    hasBoxedWarning = try reader.word(Column.hasBoxedWarning.rawValue, words.yesOrNo) == .yes
    hasEffectSection = try reader.word(Column.hasEffectSection.rawValue, words.yesOrNo) == .yes
    _ = try reader.word(Column.sourceKind.rawValue, words.sources)
    try reader.require(Column.name.rawValue, "RxNorm's name of the subject")
    try reader.require(Column.setID.rawValue, "the set id of the label")
    routeNames = try reader.routes(Column.route.rawValue)
    let column = Column.unmappedTerms.rawValue
    unmappedTermCount = try Self.count(column, reader)
    unreadTableCount = try Self.count(Column.unreadTables.rawValue, reader)
    leftOutStatementCount = try Self.count(Column.statementsLeftOut.rawValue, reader)
  }

  private static func count(_ column: Int, _ reader: FieldReader) throws(MappingError) -> Int? {
    let isCounted =
      column < reader.table.columnCount && !reader.table.isEmpty(reader.row, column)
    return isCounted ? try reader.count(column) : nil
  }

  /// The active substances as the label names them, in lower case: often a salt
  /// of the subject; empty if they were not recorded.
  public var substances: [String] {
    let column = Column.substances.rawValue
    guard column < text.columnCount else { return [] }
    return text.string(row, column).split(separator: "|").map(String.init)
  }

  /// RxNorm's name of the subject.
  public var subjectName: String { text.string(row, Column.name.rawValue) }
  /// Its routes, in upper case as SPL writes them.
  public var routes: [String] { routeNames.texts }
  /// Its set id.
  public var setID: String { text.string(row, Column.setID.rawValue) }
  /// The bytes of its set id.
  var setIDUTF8: ArraySlice<UInt8> { text.slice(row, Column.setID.rawValue) }
  /// Its version.
  public var version: String { text.string(row, Column.version.rawValue) }
  /// The bytes of a fact quoted by rows of evidence.
  func utf8(_ column: EvidenceColumn) -> ArraySlice<UInt8> {
    let own: Column? =
      switch column {
      case .sourceKind: .sourceKind
      case .labelVersion: .version
      case .labelDate: .date
      case .sourceAddress: .sourceAddress
      case .licence: .licence
      default: nil
      }
    guard let own, own.rawValue < text.columnCount else { return [] }
    return text.slice(row, own.rawValue)
  }

  /// The title of its boxed warning; `nil` without one.
  public var boxedTitle: String? { text.text(row, Column.boxedTitle.rawValue) }
}

extension LabelRecord: Comparable {
  /// Whether both are the same row of the same table.
  public static func == (left: LabelRecord, right: LabelRecord) -> Bool {
    left.row == right.row && left.text === right.text
  }

  /// Orders by date, the newest first, then by set id.
  public static func < (left: LabelRecord, right: LabelRecord) -> Bool {
    if left.date != right.date { return right.date < left.date }
    // Rows of two subjects may be from two tables.
    let difference = left.text.compare(
      left.row, column: Column.setID.rawValue, with: right.setIDUTF8)
    return difference == 0 ? left.row < right.row : difference < 0
  }
}
