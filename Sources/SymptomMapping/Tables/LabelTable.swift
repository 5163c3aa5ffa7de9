// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// A drug label that was read for a subject.
public struct LabelRow: Sendable, Hashable {
  /// Whether the label is of one ingredient, a combination or a product.
  public let subjectKind: SubjectKind
  /// The subject's code.
  public let rxcui: RxCUI
  /// The routes of the label, in capitals.
  public let routes: [String]
  /// The label's set id.
  public let setID: String
  /// The label's version.
  public let version: String
  /// The label's date, `YYYYMMDD`.
  public let date: String
  /// Whether it has a boxed warning.
  public let hasBoxedWarning: Bool
  /// The title of the boxed warning.
  public let boxedTitle: String?
  /// Whether it has a section that can name side effects.
  public let hasEffectSection: Bool
}

/// The labels that were read (`labels.tsv`): what coverage and boxed warnings follow from.
public struct LabelTable: Sendable {
  static let fileName = "labels.tsv"
  private static let columns = [
    "subject_kind", "rxcui", "name", "route", "set_id", "label_version", "label_date",
    "has_boxed_warning", "boxed_title", "has_effect_section", "source_kind",
  ]

  private enum Answer: String, CaseIterable { case yes, no }

  private var rows: [RxCUI: [LabelRow]] = [:]

  init(bytes: [UInt8]) throws(MappingError) {
    let table = try MappingTable(file: Self.fileName, bytes: bytes, columns: Self.columns)
    for row in 0..<table.count {
      guard let rxcui = RxCUI(table.text(row, 1)) else {
        throw table.error("rxcui", row, 1, found: table.text(row, 1), expected: "an RxCUI")
      }
      let label = LabelRow(
        subjectKind: try table.word(row, 0, as: SubjectKind.self), rxcui: rxcui,
        routes: table.list(row, 3), setID: table.text(row, 4), version: table.text(row, 5),
        date: table.text(row, 6),
        hasBoxedWarning: try table.word(row, 7, as: Answer.self) == .yes,
        boxedTitle: table.textIfPresent(row, 8),
        hasEffectSection: try table.word(row, 9, as: Answer.self) == .yes)
      rows[rxcui, default: []].append(label)
    }
  }

  init() {}

  /// The labels that were read for a subject, in the order of the table.
  public func labels(of rxcui: RxCUI) -> [LabelRow] {
    rows[rxcui] ?? []
  }
}
