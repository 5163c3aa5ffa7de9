// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

/// Sorts the drug codes: by code, source, concept and letter.
struct NDCOrder {
  private let rows: [NDCRow]
  private let ordinals: OrdinalTable
  /// The source index of each symbol, as given out while reading.
  private let sources: [UInt32]
  private let threads: Int

  /// A record of the section, before it is bytes.
  struct OwnedNDC {
    var code: UInt64
    var owner: UInt32
    /// Source index, and the letter from bit 8 on.
    var kind: UInt32
  }

  /// The records, and what leads to them.
  struct Sorted {
    let ndcs: [OwnedNDC]
    let byConcept: OwnedRows
    let slots: [UInt32]
    /// Rows whose code is no concept.
    let strayCount: Int
  }

  init(_ layout: borrowing CatalogLayout) {
    rows = layout.rows.ndcs
    ordinals = layout.ordinals
    sources = layout.renumbered.indices.map { layout.sourceIndex(UInt16($0)) }
    threads = layout.threads
  }

  func sorted() -> Sorted {
    var owned: [OwnedNDC] = []
    owned.reserveCapacity(rows.count)
    for row in rows {
      guard let owner = ordinals.ordinal(of: row.rxcui) else { continue }
      owned.append(
        OwnedNDC(
          code: row.ndc, owner: owner, kind: sources[Int(row.source)] | UInt32(row.suppress) << 8))
    }
    // The digits are below 2^37.
    let ndcs = BucketSort.sorted(owned, threads: threads, key: { $0.code }, bits: 37) {
      (left, right) in
      let (a, b) = (left.kind & 0xFF, right.kind & 0xFF)
      if a != b { return a < b }
      return left.owner != right.owner ? left.owner < right.owner : left.kind < right.kind
    }
    return Sorted(
      ndcs: ndcs,
      byConcept: OwnedRows(ndcs.map { $0.owner }, conceptCount: ordinals.codes.count),
      slots: CodeSlots.words(ofNumbers: ndcs.map { $0.code }),
      strayCount: rows.count - owned.count)
  }
}
