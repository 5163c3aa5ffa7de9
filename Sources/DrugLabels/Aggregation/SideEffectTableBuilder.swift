// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

/// Makes the side-effect table from labels and what was read in them.
///
/// Labels come in any order; of each set id the newest version counts. Several builders, each
/// with a part of the labels and a thread of its own, are joined by ``merge(_:)``: the tables are
/// the same, byte by byte. Source of the rules: the documentation page "Side-effect table".
package struct SideEffectTableBuilder: Sendable {
  private var finder: SubjectFinder
  private var labels: [String: TakenLabel] = [:]
  /// Labels without a set id, which cannot be compared with others.
  private var nameless: [TakenLabel] = []
  private var texts: Set<String> = []
  private var counts = LabelBuildReport()

  /// Makes a builder without labels.
  package init(_ finder: SubjectFinder) { self.finder = finder }

  /// Adds a label and its reading.
  package mutating func add(_ label: DrugLabel, _ reading: LabelReading) {
    counts.documents += 1
    let taken = take(label, reading)
    guard !label.setID.isEmpty else {
      nameless.append(taken)
      return
    }
    insert(taken, label.setID)
  }

  package mutating func merge(_ other: SideEffectTableBuilder) {
    counts.documents += other.counts.documents
    counts.repeats += other.counts.repeats
    counts.refused.merge(other.counts.refused, uniquingKeysWith: +)
    nameless += other.nameless
    for (setID, taken) in other.labels { insert(taken, setID) }
  }

  private mutating func insert(_ taken: TakenLabel, _ setID: String) {
    guard let other = labels[setID] else {
      labels[setID] = taken
      return
    }
    counts.repeats += 1
    if taken.replaces(other) { labels[setID] = taken }
  }

  private mutating func take(_ label: DrugLabel, _ reading: LabelReading) -> TakenLabel {
    let answer = finder.subject(of: label)
    guard case .subject(let subject) = answer, let date = label.date else {
      var lack = SubjectLack(reason: .noIdentity)
      if case .none(let found) = answer { lack = found }
      let leftOut = LeftOutLabel(setID: label.setID, file: label.file, lack: lack)
      return TakenLabel(label, .leftOut(leftOut), statements: -1)
    }
    var reader = ContributionReader(label: label, reading: reading)
    let contributions = reader.contributions(&texts)
    for (reason, count) in reader.refusals {
      counts.refused[reason.rawValue, default: 0] += count
    }
    let read = ReadLabel(
      setID: label.setID, version: label.version, date: date, source: label.source,
      subject: subject, boxedTitle: reading.boxedTitle, hasEffectSection: reading.hasEffectSection,
      unmappedCount: reading.unmapped.count, unreadTables: reading.unreadTables,
      contributions: contributions)
    return TakenLabel(label, .read(read), statements: contributions.count)
  }

  /// The result: the bytes of each table with its header line, and the counts.
  package struct Tables: Sendable {
    package let sideEffects: [UInt8]
    package let labels: [UInt8]
    package let missing: [UInt8]
    package let report: LabelBuildReport
  }

  /// Builds the tables of the labels that were added.
  package func tables(prescribed: PrescribedDrugs? = nil) -> Tables {
    let (read, leftOut) = (readLabels, leftOutLabels)
    var outcome = EvidenceAggregation(read).outcome(counts)
    outcome.counts.labels = read.count
    outcome.counts.labelsWithoutEffects = read.count { !$0.hasEffectSection }
    outcome.counts.subjects = Set(read.map(\.subject.subject)).count
    outcome.counts.leftOut = Dictionary(grouping: leftOut, by: \.lack.reason).mapValues(\.count)
    outcome.counts.rows = outcome.rows.count
    let missing = MissingIngredients(read: read, leftOut: leftOut, prescribed: prescribed)
    return Tables(
      sideEffects: EvidenceDraft.table(outcome.rows, SideEffectTable.columnNames),
      labels: TableWriter.labels(read, outcome),
      missing: TableWriter.table(MissingIngredients.columns, missing.rows),
      report: outcome.counts)
  }

  /// The labels that count, sorted by subject, route and set id.
  private var readLabels: [ReadLabel] {
    labels.values.compactMap {
      if case .read(let label) = $0.content { (label.key, label) } else { nil }
    }.sorted { ByteOrder.precedes($0.0, $1.0) }.map(\.1)
  }

  /// The labels without a subject, sorted by set id, then file.
  private var leftOutLabels: [LeftOutLabel] {
    (Array(labels.values) + nameless)
      .compactMap { if case .leftOut(let label) = $0.content { label } else { nil } }
      .sorted { ($0.setID, $0.file) < ($1.setID, $1.file) }
  }
}

extension ReadLabel {
  var routeField: String { subject.routes.joined(separator: "|") }

  /// Whether both are about one subject by one route.
  func isGrouped(with other: ReadLabel) -> Bool {
    subject.subject == other.subject.subject && subject.routes == other.subject.routes
  }

  /// The fields by which labels.tsv is sorted.
  fileprivate var key: [String] {
    [subject.subject.kind.rawValue, subject.subject.rxcui.description, routeField, setID]
  }
}

/// The order of rows: field by field, by code points.
enum ByteOrder {
  static func precedes(_ left: [String], _ right: [String]) -> Bool {
    for (one, other) in zip(left, right) where one != other {
      return one.utf8.lexicographicallyPrecedes(other.utf8)
    }
    return left.count < right.count
  }
}

/// One label that counts, and what it contributes.
struct ReadLabel {
  var setID, version: String
  var date: LabelDate
  var source: EvidenceSource
  var subject: LabelSubject
  var boxedTitle: String?
  var hasEffectSection: Bool
  var unmappedCount, unreadTables: Int
  var contributions: [Contribution]
}

/// A label that supports no rows.
struct LeftOutLabel {
  var setID, file: String
  var lack: SubjectLack
}

/// A label of either kind, with what decides between two versions of one set id.
struct TakenLabel {
  enum Content {
    case read(ReadLabel)
    case leftOut(LeftOutLabel)
  }

  let content: Content
  /// Version, day, whether it is SPL, and how many statements it has.
  private let rank: (Int, String, Int, Int)
  private let file: String

  init(_ label: DrugLabel, _ content: Content, statements: Int) {
    self.content = content
    rank = (
      Int(label.version) ?? -1, label.date?.description ?? "", label.source == .spl ? 1 : 0,
      statements
    )
    file = label.file
  }

  /// Whether it takes the place of another one of its set id (the newest version counts).
  func replaces(_ other: TakenLabel) -> Bool {
    rank == other.rank ? file < other.file : rank > other.rank
  }
}

/// The outcome of a run over labels, for people and for checks.
package struct LabelBuildReport: Sendable, Hashable {
  package var documents = 0
  package var repeats = 0
  package var labels = 0
  package var labelsWithoutEffects = 0
  package var subjects = 0
  /// Labels without a subject, by reason.
  package var leftOut: [SubjectLack.Reason: Int] = [:]
  /// Statements that the table cannot represent, by reason; a correct reading has none.
  package var refused: [String: Int] = [:]
  package var rows = 0
  package var statements = 0
  package var restated: Int { statements - outweighed - rare - surplus - rows }
  package var outweighed = 0
  /// Of them, those made by less than a quarter as many labels as the most frequent statement.
  package var rare = 0
  package var surplus = 0
}
