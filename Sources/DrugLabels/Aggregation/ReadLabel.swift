// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

/// One label that counts, and what it contributes.
struct ReadLabel {
  var setID: String
  var file: String
  var version: String
  var date: LabelDate
  var source: EvidenceSource
  var subject: LabelSubject
  var boxedTitle: String?
  var hasEffectSection: Bool
  var unmappedCount: Int
  var unreadTables: Int
  var contributions: [Contribution]
}

/// A label that supports no rows.
struct LeftOutLabel {
  var setID: String
  var file: String
  var version: String
  var date: LabelDate?
  var source: EvidenceSource
  var lack: SubjectLack
}

/// A label of either kind, with what decides between two versions of one set id.
enum TakenLabel {
  case read(ReadLabel)
  case leftOut(LeftOutLabel)

  /// Whether it takes the place of another one of its set id (the newest version counts).
  func replaces(_ other: TakenLabel) -> Bool {
    let (mine, its) = (order, other.order)
    if mine.version != its.version { return mine.version > its.version }
    if mine.date != its.date { return mine.date > its.date }
    if mine.isSPL != its.isSPL { return mine.isSPL }
    if mine.count != its.count { return mine.count > its.count }
    return mine.file < its.file
  }

  private typealias Order = (version: Int, date: String, isSPL: Bool, count: Int, file: String)

  private var order: Order {
    switch self {
    case .read(let label):
      (
        Int(label.version) ?? -1, label.date.description, label.source == .spl,
        label.contributions.count, label.file
      )
    case .leftOut(let label):
      (
        Int(label.version) ?? -1, label.date?.description ?? "", label.source == .spl, -1,
        label.file
      )
    }
  }
}

/// What a run over labels came to, for people and for checks.
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
  package var restated = 0
  package var outweighed = 0
  /// Of them, those made by less than a quarter as many labels as the most frequent statement.
  package var rare = 0
  package var surplus = 0
  /// Substances without an ingredient in the catalog.
  package var unknownSubstances = 0
}
