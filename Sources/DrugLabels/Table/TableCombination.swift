// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import SymptomMapping

/// Tables of side effects from several sources as one.
///
/// Of rows with the same key one is kept, from the best source; counts of labels are not added up
/// over sources, because the same labels may stand behind them. Every row keeps its source,
/// licence and trust.
package struct TableCombination: Sendable {
  /// A row that gave way to another one.
  package struct Replaced: Sendable, Hashable {
    package let kept: EvidenceSource
    package let dropped: EvidenceSource

    package init(kept: EvidenceSource, dropped: EvidenceSource) {
      self.kept = kept
      self.dropped = dropped
    }
  }

  /// The table: sorted by key.
  package let table: [UInt8]
  package let counts: [EvidenceSource: Int]
  package let replaced: [Replaced: Int]
  /// How many rows occur twice, every byte equal.
  package let repeatedCount: Int

  /// Combines tables; their order plays no part.
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
    var replaced: [Replaced: Int] = [:]
    var repeatedCount = 0
    var kept: EvidenceRow?
    for row in rows {
      if let kept, columns.allSatisfy({ kept.field($0).elementsEqual(row.field($0)) }) {
        if kept.wholeLine.elementsEqual(row.wholeLine) {
          repeatedCount += 1
        } else {
          replaced[Replaced(kept: kept.sourceKind, dropped: row.sourceKind), default: 0] += 1
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
