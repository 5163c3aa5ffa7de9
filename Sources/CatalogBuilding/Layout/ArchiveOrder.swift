// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

/// Sorts the archive: by code, text, source, term type and release, then by the rest.
struct ArchiveOrder {
  private let rows: [ArchiveRow]
  private let strings: StringPool
  private let renumbered: [UInt16]
  private let threads: Int

  init(_ layout: borrowing CatalogLayout) {
    rows = layout.rows.archive
    strings = layout.rows.strings
    renumbered = layout.renumbered
    threads = layout.threads
  }

  func sorted() -> [ArchiveRow] {
    let largest = rows.max { $0.rxcui < $1.rxcui }?.rxcui ?? 0
    let bits = max(16, 64 - (UInt64(largest) << 32).leadingZeroBitCount)
    return BucketSort.sorted(
      rows, threads: threads,
      key: { row in UInt64(row.rxcui) << 32 | strings.head(of: row.text) >> 32 }, bits: bits,
      precedes: precedes)
  }

  private func precedes(_ left: ArchiveRow, _ right: ArchiveRow) -> Bool {
    if left.text != right.text { return strings.precedes(left.text, right.text) }
    let (a, b) = (kind(of: left), kind(of: right))
    if a != b { return a < b }
    if left.lastReleased != right.lastReleased {
      return strings.precedes(left.lastReleased, right.lastReleased)
    }
    if left.code != right.code { return strings.precedes(left.code, right.code) }
    if left.archived != right.archived { return strings.precedes(left.archived, right.archived) }
    return (left.mergedInto, left.rxaui) < (right.mergedInto, right.rxaui)
  }

  /// Source and term type, in their final order.
  private func kind(of row: ArchiveRow) -> UInt32 {
    UInt32(renumbered[Int(row.source)]) << 16 | UInt32(renumbered[Int(row.termType)])
  }
}
