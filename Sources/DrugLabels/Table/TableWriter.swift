// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

/// One row of side-effects.tsv, its fields in the order of the columns.
struct EvidenceFields {
  let fields: [String]

  init(_ fields: [String]) { self.fields = fields }

  init(
    _ label: ReadLabel, _ one: Contribution, _ pool: TextPool, seen: Int, agreeing: Int
  ) {
    let key = one.key
    fields = [
      label.subject.subject.kind.rawValue, label.subject.subject.rxcui.description,
      label.subject.name, key.symptom.rawValue, one.fit.rawValue, key.direction.rawValue,
      key.evidenceClass.rawValue, pool[one.threshold], pool[one.drugPercent],
      pool[one.comparatorPercent], one.comparator.rawValue, pool[key.population],
      key.sense.rawValue, pool[key.context], pool[key.arm], pool[one.comparatorArm],
      label.routeField, String(seen), String(agreeing), label.setID, pool[one.section],
      pool[one.subsection], pool[one.term], EvidenceTrust.checkable.rawValue,
    ]
  }

  var setID: String { fields[19] }

  var key: [String] { SideEffectTable.keyColumns.map { fields[$0] } }
}

/// Writes the tables as tab-separated text.
enum TableWriter {
  static func sideEffects(_ rows: [EvidenceFields]) -> [UInt8] {
    table(SideEffectTable.columnNames, rows.map(\.fields))
  }

  /// The bytes of labels.tsv; the labels are sorted.
  static func labels(
    _ labels: [ReadLabel], _ outcome: EvidenceAggregation.Outcome
  ) -> [UInt8] {
    let quoted = Set(outcome.rows.map(\.setID))
    return table(
      LabelTable.columnNames,
      labels.map {
        LabelTable.fields(
          $0, isQuoted: quoted.contains($0.setID), leftOut: outcome.leftOut[$0.setID] ?? 0)
      })
  }

  static func missing(_ rows: [MissingIngredients.Row]) -> [UInt8] {
    table(MissingIngredients.columns, rows.map(\.fields))
  }

  static func table(_ header: [String], _ rows: [[String]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for row in [header] + rows {
      for (index, field) in row.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: "\t")) }
        // A tab or line break would end the field, and many readers take a double quote for the
        // start of a quoted field.
        bytes += field.utf8.map { $0 < 0x20 ? 0x20 : $0 == 0x22 ? 0x27 : $0 }
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}

extension LabelTable {
  /// The fields of a label's row.
  fileprivate static func fields(_ label: ReadLabel, isQuoted: Bool, leftOut: Int) -> [String] {
    let isSPL = label.source == .spl
    let page =
      isSPL
      ? "https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid="
      : "https://api.fda.gov/drug/label.json?search=set_id:"
    return [
      label.subject.subject.kind.rawValue, label.subject.subject.rxcui.description,
      label.subject.name, label.routeField, label.setID, label.version,
      String(label.date.description.filter { $0 != "-" }), label.boxedTitle == nil ? "no" : "yes",
      (label.boxedTitle ?? "").split { $0.isWhitespace || $0.isNewline }.prefix(12)
        .joined(separator: " "), label.hasEffectSection ? "yes" : "no", label.source.rawValue,
      String(label.unmappedCount), label.subject.substances.joined(separator: "|"),
      String(label.unreadTables), isQuoted ? page + label.setID : "",
      !isQuoted ? "" : isSPL ? "package domain (US)" : "CC0-1.0", String(leftOut),
    ]
  }
}
