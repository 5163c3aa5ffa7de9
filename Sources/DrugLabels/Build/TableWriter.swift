// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

/// One row of side-effects.tsv, its fields in the order of the columns.
struct EvidenceFields {
  let fields: [String]

  init(
    _ label: ReadLabel, _ one: Contribution, _ pool: TextPool, seen: Int, agreeing: Int
  ) {
    let isSPL = label.source == .spl
    fields = [
      label.subject.subject.kind.rawValue, label.subject.subject.rxcui.description,
      label.subject.name, one.symptomCategory.rawValue,
      Contribution.fits[Int(one.fit)].rawValue, one.direction.rawValue,
      one.evidenceClass.rawValue, pool[one.threshold], pool[one.drugPercent],
      pool[one.comparatorPercent], Contribution.comparators[Int(one.comparator)].rawValue,
      pool[one.key.population], pool[one.key.condition], label.routeField, String(seen),
      String(agreeing), label.source.rawValue, label.setID, label.version,
      TableWriter.digits(label.date), pool[one.section], pool[one.subsection], pool[one.term],
      (isSPL
        ? "https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid="
        : "https://api.fda.gov/drug/label.json?search=set_id:") + label.setID,
      isSPL ? "public domain (US)" : "CC0-1.0", EvidenceTrust.checkable.rawValue,
    ]
  }

  /// What the table is sorted by.
  var key: [String] {
    [0, 1, 3, 5, 6, 11, 12, 13].map { fields[$0] }
  }
}

/// Writes the tables as tab-separated text.
enum TableWriter {
  /// The bytes of side-effects.tsv.
  static func sideEffects(_ rows: [EvidenceFields]) -> [UInt8] {
    table(
      [
        "subject_kind", "rxcui", "name", "symptom", "fit", "direction", "evidence_class",
        "threshold", "drug_percent", "comparator_percent", "comparator", "population",
        "condition", "route", "labels_seen", "labels_agreeing", "source_kind", "set_id",
        "label_version", "label_date", "section_loinc", "subsection", "label_term",
        "source_address", "licence", "trust",
      ], rows.map(\.fields))
  }

  /// The bytes of labels.tsv; the labels are sorted.
  static func labels(_ labels: [ReadLabel]) -> [UInt8] {
    table(
      [
        "subject_kind", "rxcui", "name", "route", "set_id", "label_version", "label_date",
        "has_boxed_warning", "boxed_title", "has_effect_section", "source_kind",
        "unmapped_terms", "substances",
      ],
      labels.map { label in
        [
          label.subject.subject.kind.rawValue, label.subject.subject.rxcui.description,
          label.subject.name, label.routeField, label.setID, label.version, digits(label.date),
          label.boxedTitle == nil ? "no" : "yes", title(label.boxedTitle ?? ""),
          label.hasEffectSection ? "yes" : "no", label.source.rawValue,
          String(label.unmappedCount), label.subject.substances.joined(separator: "|"),
        ]
      })
  }

  /// The bytes of missing-ingredients.tsv.
  static func missing(_ rows: [MissingIngredients.Row]) -> [UInt8] {
    table(MissingIngredients.columns, rows.map(\.fields))
  }

  /// A title in one line, at most twelve words.
  private static func title(_ text: String) -> String {
    text.split { $0.isWhitespace || $0.isNewline }.prefix(12).joined(separator: " ")
  }

  /// A date as labels write it.
  static func digits(_ date: LabelDate) -> String {
    String(date.description.filter { $0 != "-" })
  }

  private static func table(_ header: [String], _ rows: [[String]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for row in [header] + rows {
      for (index, field) in row.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: "\t")) }
        // A tab or line break would be taken for the end of a field.
        bytes += field.utf8.map { $0 < 0x20 ? 0x20 : $0 }
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}
