// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Attributes, semantic types and NDCs: sorted by concept, then by value.

extension CatalogLayout {
  mutating func layOutAttributes() {
    let strings = rows.strings
    let renumbered = renumbered
    var owned = owners(of: rows.attributes.map(\.rxcui), what: "attributes")
    let attributes = rows.attributes
    owned.sort { left, right in
      if left.owner != right.owner { return left.owner < right.owner }
      let a = attributes[left.row]
      let b = attributes[right.row]
      if a.name != b.name { return renumbered[Int(a.name)] < renumbered[Int(b.name)] }
      if a.source != b.source { return renumbered[Int(a.source)] < renumbered[Int(b.source)] }
      if a.value != b.value { return strings.precedes(a.value, b.value) }
      if a.rxaui != b.rxaui { return a.rxaui < b.rxaui }
      if a.code != b.code { return strings.precedes(a.code, b.code) }
      return a.suppress < b.suppress
    }
    var words: [UInt32] = []
    words.reserveCapacity(owned.count * 4)
    for (_, row) in owned {
      let attribute = attributes[row]
      countSource(attribute.source, 2)
      words.append(pool.reference(attribute.value))
      words.append(
        symbol(attribute.name) | sourceIndex(attribute.source) << 16
          | UInt32(attribute.suppress) << 24)
      words.append(attribute.rxaui)
      words.append(pool.reference(attribute.code))
    }
    for (ordinal, run) in runs(of: owned.map(\.owner)) {
      conceptWords[ordinal * 16 + ConceptField.firstAttribute] = UInt32(run.lowerBound)
      conceptWords[ordinal * 16 + ConceptField.attributeCount] = UInt32(run.count)
    }
    sections.append(SectionBytes(.attributes, words: words))
  }

  mutating func layOutSemanticTypes() {
    let strings = rows.strings
    var kinds = Array(Set(rows.semanticTypes.map(\.kind)))
    kinds.sort { left, right in
      for (a, b) in zip(left, right) where a != b { return strings.precedes(a, b) }
      return false
    }
    var places: [[UInt32]: UInt32] = [:]
    var kindWords: [UInt32] = []
    for (place, kind) in kinds.enumerated() {
      places[kind] = UInt32(place)
      kindWords += kind.map { pool.reference($0) }
    }
    let types = rows.semanticTypes
    var owned: [(UInt32, UInt32)] = []
    let pairs = owners(of: types.map(\.rxcui), what: "semantic types")
      .map { ($0.owner, places[types[$0.row].kind] ?? 0) }.sorted { $0 < $1 }
    for pair in pairs where owned.last.map({ $0 != pair }) ?? true { owned.append(pair) }
    for (ordinal, run) in runs(of: owned.map(\.0)) {
      conceptWords[ordinal * 16 + ConceptField.firstSemanticType] = UInt32(run.lowerBound)
      conceptWords[ordinal * 16 + ConceptField.semanticTypeCount] = UInt32(run.count)
    }
    sections.append(SectionBytes(.semanticTypes, words: owned.map(\.1)))
    sections.append(SectionBytes(.semanticTypeKinds, words: kindWords))
  }

  mutating func layOutNDCs() {
    let ndcs = rows.ndcs
    var owned = owners(of: ndcs.map(\.rxcui), what: "NDCs")
    let sourceOf = ndcs.map { sourceIndex($0.source) }
    let key = { (entry: (owner: UInt32, row: Int)) -> (UInt64, UInt32, UInt32, UInt8) in
      (ndcs[entry.row].ndc, sourceOf[entry.row], entry.owner, ndcs[entry.row].suppress)
    }
    owned.sort { key($0) < key($1) }
    var words: [UInt32] = []
    var byConcept: [(owner: UInt32, record: UInt32)] = []
    for (place, entry) in owned.enumerated() {
      let row = ndcs[entry.row]
      words.append(UInt32(truncatingIfNeeded: row.ndc))
      words.append(UInt32(truncatingIfNeeded: row.ndc >> 32))
      words.append(entry.owner)
      words.append(sourceOf[entry.row] | UInt32(row.suppress) << 8)
      byConcept.append((entry.owner, UInt32(place)))
    }
    byConcept.sort { ($0.owner, $0.record) < ($1.owner, $1.record) }
    for (ordinal, run) in runs(of: byConcept.map(\.owner)) {
      conceptWords[ordinal * 16 + ConceptField.firstNDC] = UInt32(run.lowerBound)
      conceptWords[ordinal * 16 + ConceptField.ndcCount] = UInt32(run.count)
    }
    sections.append(SectionBytes(.ndcs, words: words))
    let slots = CodeSlots.words(ofNumbers: owned.map { ndcs[$0.row].ndc })
    sections.append(SectionBytes(.ndcSlots, words: slots))
    sections.append(SectionBytes(.conceptNDCs, words: byConcept.map(\.record)))
  }

  /// The rows whose code is a concept, with its ordinal; the others are counted.
  private mutating func owners(
    of codes: [UInt32], what: String
  ) -> [(owner: UInt32, row: Int)] {
    var owned: [(owner: UInt32, row: Int)] = []
    owned.reserveCapacity(codes.count)
    for (row, code) in codes.enumerated() {
      if let owner = ordinal(of: code) {
        owned.append((owner, row))
      } else {
        strays["\(what) of codes that are not in RXNCONSO", default: 0] += 1
      }
    }
    return owned
  }
}
