// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

/// A row of side-effects.tsv, with or without the facts of its label.
struct EvidenceDraft: Sendable {
  /// The fields in the order of the columns.
  private(set) var fields = [String](repeating: "", count: EvidenceColumn.allCases.count)

  /// Makes a row that others derived, without figures; meaning and subject may be set later.
  init(_ evidenceClass: EvidenceClass, from source: EvidenceSource, licence: String) {
    self[.evidenceClass] = evidenceClass.rawValue
    self[.comparator] = EvidenceComparator.none.rawValue
    self[.sense] = EvidenceSense.effect.rawValue
    self[.labelsSeen] = "0"
    self[.labelsAgreeing] = "0"
    self[.trust] = EvidenceTrust.derived.rawValue
    self[.sourceKind] = source.rawValue
    self[.licence] = licence
  }

  /// Makes the row of a label's statement; the facts of the label are in labels.tsv.
  init(_ label: ReadLabel, _ one: Contribution, seen: Int, agreeing: Int) {
    let key = one.key
    let own = [
      label.subject.subject.kind.rawValue, label.subject.subject.rxcui.description,
      label.subject.name, key.symptom.rawValue, one.fit.rawValue, key.direction.rawValue,
      key.evidenceClass.rawValue, one.threshold, one.drugPercent,
      one.comparatorPercent, one.comparator.rawValue, key.population,
      key.sense.rawValue, key.context, key.arm, one.comparatorArm,
      label.routeField, String(seen), String(agreeing), label.setID, one.section,
      one.subsection, one.term, EvidenceTrust.checkable.rawValue,
    ]
    fields.replaceSubrange(..<own.count, with: own)
  }

  subscript(column: EvidenceColumn) -> String {
    get { fields[column.rawValue] }
    set { fields[column.rawValue] = newValue }
  }

  mutating func set(_ subject: ImportSubject) {
    self[.subjectKind] = subject.subject.kind.rawValue
    self[.rxcui] = subject.subject.rxcui.description
    self[.name] = subject.name
  }

  mutating func set(_ meaning: ImportMeaning, fit: EvidenceFit) {
    self[.symptom] = meaning.symptom.rawValue
    self[.direction] = meaning.direction.rawValue
    self[.fit] = fit.rawValue
  }

  var key: [String] { SideEffectTable.keyColumns.map { fields[$0] } }

  /// The table of rows, sorted by their keys, then by all fields, by bytes.
  static func table(
    _ drafts: [EvidenceDraft], _ columns: [String] = SideEffectTable.wholeColumnNames
  ) -> [UInt8] {
    let rows = drafts.map { (key: $0.key, fields: $0.fields) }.sorted { one, other in
      one.key == other.key
        ? ByteOrder.precedes(one.fields, other.fields) : ByteOrder.precedes(one.key, other.key)
    }
    return TableWriter.table(columns, rows.lazy.map { Array($0.fields.prefix(columns.count)) })
  }
}
