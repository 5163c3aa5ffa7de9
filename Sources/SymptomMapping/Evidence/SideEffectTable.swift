// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// The rows of evidence (`side-effects.tsv`), found by the subject's code.
public struct SideEffectTable: Sendable {
  static let fileName = "side-effects.tsv"
  /// The columns, in their order.
  public static let columns = [
    "subject_kind", "rxcui", "name", "symptom", "fit", "direction", "evidence_class", "threshold",
    "drug_percent", "comparator_percent", "comparator", "population", "condition", "route",
    "labels_seen", "labels_agreeing", "source_kind", "set_id", "label_version", "label_date",
    "section_loinc", "subsection", "label_term", "source_address", "licence", "trust",
  ]

  /// Every row, in the order of the table.
  public private(set) var rows: [EvidenceRow] = []
  private var places: [RxCUI: [Int]] = [:]

  /// Reads the table.
  ///
  /// - Throws: ``MappingError`` for the first field that is not what its column holds.
  public init(bytes: [UInt8]) throws(MappingError) {
    let table = try MappingTable(file: Self.fileName, bytes: bytes, columns: Self.columns)
    rows.reserveCapacity(table.count)
    for index in 0..<table.count {
      let row = try EvidenceRow(table, row: index)
      places[row.rxcui, default: []].append(rows.count)
      rows.append(row)
    }
  }

  init() {}

  /// The rows of a subject, in the order of the table.
  public func rows(of rxcui: RxCUI, kind: SubjectKind) -> [EvidenceRow] {
    (places[rxcui] ?? []).map { rows[$0] }.filter { $0.subjectKind == kind }
  }
}
