// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
package import SymptomMapping

/// Writes the tables as tab-separated text.
enum TableWriter {
  /// The bytes of labels.tsv; the labels are sorted.
  static func labels(_ labels: [ReadLabel], _ outcome: EvidenceAggregation.Outcome) -> [UInt8] {
    let quoted = Set(outcome.rows.map { $0[.setID] })
    return table(
      LabelTable.columnNames,
      labels.map {
        LabelTable.fields(
          $0, isQuoted: quoted.contains($0.setID), leftOut: outcome.leftOut[$0.setID] ?? 0)
      })
  }

  static func table(_ header: [String], _ rows: some Sequence<[String]>) -> [UInt8] {
    var bytes = Array(header.joined(separator: "\t").utf8) + [UInt8(ascii: "\n")]
    for row in rows {
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
      (label.boxedTitle ?? "").blankParted.prefix(12).joined(separator: " "),
      label.hasEffectSection ? "yes" : "no", label.source.rawValue,
      String(label.unmappedCount), label.subject.substances.joined(separator: "|"),
      String(label.unreadTables), isQuoted ? page + label.setID : "",
      !isQuoted ? "" : isSPL ? "public domain (US)" : "CC0-1.0", String(leftOut),
    ]
  }
}

/// Tables of side effects from several sources as one.
///
/// Of rows with the same key one is kept, from the best source; counts of labels are not added up
/// over sources, because they may come from the same labels. Every row keeps its source,
/// licence and trust.
package struct TableCombination: Sendable {
  /// The table: sorted by key.
  package let table: [UInt8]
  package let counts: [EvidenceSource: Int]
  /// How many rows of a source gave way, by the source that was kept.
  package let replaced: [EvidenceSource: [EvidenceSource: Int]]
  /// How many rows occur twice, every byte equal.
  package let repeatedCount: Int

  /// Combines tables; their order does not matter.
  package init(_ tables: [SideEffectTable]) {
    let columns = SideEffectTable.keyColumns
    let rows = tables.flatMap(\.rows).sorted { left, right in
      for column in columns {
        let (a, b) = (left.field(column), right.field(column))
        if !a.elementsEqual(b) { return a.lexicographicallyPrecedes(b) }
      }
      return Self.precedes(left, right)
    }
    var bytes = Array(SideEffectTable.wholeColumnNames.joined(separator: "\t").utf8) + [0x0A]
    var counts: [EvidenceSource: Int] = [:]
    var replaced: [EvidenceSource: [EvidenceSource: Int]] = [:]
    var repeatedCount = 0
    var kept: EvidenceRow?
    for row in rows {
      if let kept, columns.allSatisfy({ kept.field($0).elementsEqual(row.field($0)) }) {
        if kept.wholeLine.elementsEqual(row.wholeLine) {
          repeatedCount += 1
        } else {
          replaced[kept.sourceKind, default: [:]][row.sourceKind, default: 0] += 1
        }
        continue
      }
      bytes += row.wholeLine
      counts[row.sourceKind, default: 0] += 1
      kept = row
    }
    table = bytes
    self.counts = counts
    self.replaced = replaced
    self.repeatedCount = repeatedCount
  }

  static func precedes(_ left: EvidenceRow, _ right: EvidenceRow) -> Bool {
    if left.trust != right.trust { return left.trust == .checkable }
    let (a, b) = (rank(left.sourceKind), rank(right.sourceKind))
    if a != b { return a < b }
    if left.labelDate != right.labelDate {
      guard let first = left.labelDate else { return false }
      return right.labelDate.map { $0 < first } ?? true
    }
    let (x, y) = (figureCount(left), figureCount(right))
    if x != y { return x > y }
    if left.labelsAgreeing != right.labelsAgreeing {
      return left.labelsAgreeing > right.labelsAgreeing
    }
    return left.wholeLine.lexicographicallyPrecedes(right.wholeLine)
  }

  /// The place of a source in the order of precedence.
  static func rank(_ source: EvidenceSource) -> Int {
    switch source {
    case .spl, .openFDA: 0
    case .annotated: 1
    case .onSIDES: 2
    case .sider: 3
    case .other: 4
    }
  }

  private static func figureCount(_ row: EvidenceRow) -> Int {
    [row.drugPercent, row.comparatorPercent, row.threshold].count { $0 != nil }
  }
}
