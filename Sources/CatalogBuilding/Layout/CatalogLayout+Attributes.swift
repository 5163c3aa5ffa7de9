// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// Attributes, semantic types and NDCs: sorted by concept, then by value.

extension CatalogLayout {
  mutating func layOutAttributes() {
    let owned = sortedAttributes()
    let attributes = rows.attributes
    // What is written of a name, a source and a letter.
    let kinds = renumbered.map { UInt32($0) }
    let sources = renumbered.indices.map { sourceIndex(UInt16($0)) << 16 }
    let words = [UInt32](capacity: owned.rows.count * 4) { output in
      for row in owned.rows {
        let attribute = attributes[Int(row)]
        let kind = kinds[Int(attribute.name)] | sources[Int(attribute.source)]
        output.add([
          pool.reference(attribute.value), kind | UInt32(attribute.suppress) << 24,
          attribute.rxaui, pool.reference(attribute.code),
        ])
      }
    }
    laterRuns.append((owned, ConceptField.attributes))
    sections.append(SectionBytes(.attributes, words: words))
    rows.attributes = []
  }

  /// By name, source, value, atom, code and letter within each concept.
  private mutating func sortedAttributes() -> OwnedRows {
    let owned = owned(rows.attributes.lazy.map { $0.rxcui }, what: "attributes")
    let strings = rows.strings
    let renumbered = renumbered
    let attributes = rows.attributes
    let sources = renumbered.indices.map { UInt64(sourceIndex(UInt16($0))) }
    return owned.sorted(
      threads: threads,
      key: { row in
        let attribute = attributes[Int(row)]
        // Name 16 bits, source 8 bits, the value's first five bytes.
        return UInt64(renumbered[Int(attribute.name)]) << 48
          | sources[Int(attribute.source)] << 40 | strings.head(of: attribute.value) >> 24
      },
      precedes: { left, right in
        let a = attributes[Int(left)]
        let b = attributes[Int(right)]
        if a.value != b.value { return strings.precedes(a.value, b.value) }
        if a.rxaui != b.rxaui { return a.rxaui < b.rxaui }
        if a.code != b.code { return strings.precedes(a.code, b.code) }
        return a.suppress < b.suppress
      })
  }

  mutating func layOutSemanticTypes() {
    let strings = rows.strings
    var kinds = Array(Set(rows.semanticTypes.map(\.kind)))
    kinds.sort { left, right in
      for place in left.indices where left[place] != right[place] {
        return strings.precedes(left[place], right[place])
      }
      return false
    }
    var places: [SemanticKind: UInt32] = [:]
    var kindWords: [UInt32] = []
    for (place, kind) in kinds.enumerated() {
      places[kind] = UInt32(place)
      for part in kind.indices { kindWords.append(pool.reference(kind[part])) }
    }
    let placeOf = rows.semanticTypes.map { places[$0.kind] ?? 0 }
    let owned = owned(rows.semanticTypes.lazy.map { $0.rxcui }, what: "semantic types")
      .sorted(threads: threads, key: { UInt64(placeOf[Int($0)]) }, precedes: { _, _ in false })
    var words: [UInt32] = []
    var starts: [UInt32] = [0]
    starts.reserveCapacity(owned.starts.count)
    for ordinal in 0..<owned.conceptCount {
      let first = words.count
      for place in owned.run(of: ordinal) {
        let kind = placeOf[Int(owned.rows[place])]
        // The same type twice is one.
        if words.count == first || words[words.count - 1] != kind { words.append(kind) }
      }
      starts.append(UInt32(words.count))
    }
    laterRuns.append((OwnedRows(starts: starts, rows: words), ConceptField.semanticTypes))
    sections.append(SectionBytes(.semanticTypes, words: words))
    sections.append(SectionBytes(.semanticTypeKinds, words: kindWords))
  }

  mutating func layOutNDCs(_ sorted: NDCOrder.Sorted) {
    let words = [UInt32](capacity: sorted.ndcs.count * 4) { output in
      for ndc in sorted.ndcs {
        output.add([
          UInt32(truncatingIfNeeded: ndc.code), UInt32(truncatingIfNeeded: ndc.code >> 32),
          ndc.owner, ndc.kind,
        ])
      }
    }
    if sorted.strayCount > 0 {
      strays["NDCs of codes that are not in RXNCONSO"] = sorted.strayCount
    }
    setRuns(sorted.byConcept, ConceptField.ndcs)
    sections.append(SectionBytes(.ndcs, words: words))
    sections.append(SectionBytes(.ndcSlots, words: sorted.slots))
    sections.append(SectionBytes(.conceptNDCs, words: sorted.byConcept.rows))
  }
}

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
    /// Rows whose code is not a concept.
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
