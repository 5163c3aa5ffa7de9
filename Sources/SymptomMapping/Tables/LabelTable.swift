// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// The labels that were read, per subject and route, with their boxed warnings.
///
/// A subject with a label and without evidence is an answer of its own: the
/// label was read and names none of the 39 symptoms (S29).
public struct LabelTable: Sendable {
  private static let columns = [
    "subject_kind", "rxcui", "name", "route", "set_id", "label_version", "label_date",
    "has_boxed_warning", "boxed_title", "has_effect_section", "source_kind",
  ]

  private let rows: [EvidenceSubject: [LabelRecord]]
  /// The number of rows.
  public let count: Int

  /// Reads a table.
  ///
  /// - Throws: MappingError for the first thing that is wrong.
  public init(bytes: [UInt8], file: String = "labels.tsv") throws(MappingError) {
    let text = try TableText(
      file: file, bytes: bytes, columns: Self.columns, optional: ["unmapped_terms", "substances"])
    var rows: [EvidenceSubject: [LabelRecord]] = [:]
    var reader = FieldReader(text)
    let words = LabelRecord.Words()
    for row in 0..<text.rowCount {
      reader.row = row
      let record = try LabelRecord(reader, words)
      rows[record.subject, default: []].append(record)
    }
    self.rows = rows.mapValues { $0.sorted() }
    count = text.rowCount
  }

  /// A table without rows.
  init() {
    rows = [:]
    count = 0
  }

  /// The labels that were read about a subject, the newest first.
  public func labels(about subject: EvidenceSubject) -> [LabelRecord] {
    rows[subject] ?? []
  }

  /// Every subject with a label, sorted by code.
  public var subjects: [EvidenceSubject] {
    rows.keys.sorted()
  }
}

/// One label that was read.
public struct LabelRecord: Sendable {
  private enum Column: Int {
    case subjectKind, rxcui, name, route, setID, version, date, hasBoxedWarning, boxedTitle,
      hasEffectSection, sourceKind, unmappedTerms, substances
  }

  fileprivate enum YesOrNo: String, CaseIterable {
    case yes, no
  }

  /// The words of the columns.
  fileprivate struct Words {
    let kinds = ColumnWords(SubjectKind.self)
    let sources = ColumnWords(EvidenceSource.self)
    let yesOrNo = ColumnWords(YesOrNo.self)
  }

  private let text: TableText
  private let row: Int
  /// What the label is about.
  public let subject: EvidenceSubject
  /// Its date.
  public let date: LabelDate
  /// Whether it has a boxed warning (S31).
  public let hasBoxedWarning: Bool
  /// Whether it has a section that can name effects.
  public let hasEffectSection: Bool
  /// How many of its terms are outside the 39 symptoms; `nil` if nobody counted.
  public let unmappedTermCount: Int?

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
    let isCounted = column < text.columnCount && !text.isEmpty(row, column)
    unmappedTermCount = isCounted ? try reader.count(column) : nil
  }

  /// The active substances as the label names them, in lower case: often a salt of the subject (S17);
  /// empty where nobody wrote them down.
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
    let difference = left.text.compare(left.row, right.row, column: Column.setID.rawValue)
    return difference == 0 ? left.row < right.row : difference < 0
  }
}
