// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The columns of side-effects.tsv, in their order.
///
/// The last five are facts of the label that a row quotes. The project's table does not have them:
/// they are in labels.tsv, by set id. Tables of other sources have them in every row.
package enum EvidenceColumn: Int, CaseIterable {
  case subjectKind, rxcui, name, symptom, fit, direction, evidenceClass, threshold, drugPercent,
    comparatorPercent, comparator, population, sense, context, arm, comparatorArm, route,
    labelsSeen, labelsAgreeing, setID, sectionLOINC, subsection, labelTerm, trust, sourceKind,
    labelVersion, labelDate, sourceAddress, licence

  /// The names in the header line.
  static let names = [
    "subject_kind", "rxcui", "name", "symptom", "fit", "direction", "evidence_class",
    "threshold", "drug_percent", "comparator_percent", "comparator", "population", "sense",
    "context", "arm", "comparator_arm", "route", "labels_seen", "labels_agreeing", "set_id",
    "section_loinc", "subsection", "label_term", "trust",
  ]

  /// The names of the columns with facts of the label.
  static let labelNames = [
    "source_kind", "label_version", "label_date", "source_address", "licence",
  ]

  /// The columns that form the key of a row, together with subject and symptom.
  static let keyAfterSymptom: [EvidenceColumn] = [
    .direction, .evidenceClass, .sense, .population, .context, .arm, .route,
  ]
}
