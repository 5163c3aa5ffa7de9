// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The columns of side-effects.tsv, in their order.
package enum EvidenceColumn: Int, CaseIterable {
  case subjectKind, rxcui, name, symptom, fit, direction, evidenceClass, threshold, drugPercent,
    comparatorPercent, comparator, population, condition, route, labelsSeen, labelsAgreeing,
    sourceKind, setID, labelVersion, labelDate, sectionLOINC, subsection, labelTerm,
    sourceAddress, licence, trust

  /// The names that the header line has.
  static let names = [
    "subject_kind", "rxcui", "name", "symptom", "fit", "direction", "evidence_class",
    "threshold", "drug_percent", "comparator_percent", "comparator", "population", "condition",
    "route", "labels_seen", "labels_agreeing", "source_kind", "set_id", "label_version",
    "label_date", "section_loinc", "subsection", "label_term", "source_address", "licence",
    "trust",
  ]

  /// The columns that, with subject and symptom, make a row the only one of its kind.
  static let keyAfterSymptom: [EvidenceColumn] = [
    .direction, .evidenceClass, .population, .condition, .route,
  ]
}
