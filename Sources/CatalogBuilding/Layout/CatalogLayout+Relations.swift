// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import RxNormRelease
internal import Threads

// Each row of RXNREL is a fact in one direction, and the release usually states
// the other one too. Where it does not, the inverse is added and marked, so
// that every fact can be queried from both ends.

/// A fact of one direction, before it is bytes.
struct RelationFact {
  var owner: UInt32
  var target: UInt32
  /// As in the file, without the bit of a fact that no row states.
  var kind: UInt32
  /// A fact that no row states is the same fact as one that a row does.
  var isDerived: Bool

  /// Relationship, source, flags, target: the order within a concept.
  @inline(__always)
  var key: UInt64 { UInt64(kind) << 32 | UInt64(target) }

  /// The key with the relationship, which has the lowest bits in a record, first.
  @inline(__always)
  var order: UInt64 {
    let order = kind << 16 | (kind >> 16 & 0xFF) << 8 | kind >> 24
    return UInt64(order) << 32 | UInt64(target)
  }

  static func kind(_ relationship: UInt16, source: UInt32, flags: UInt32) -> UInt32 {
    UInt32(relationship) | source << 16 | flags << 24
  }
}

/// Lays out relations, from what it needs of the whole layout.
struct RelationLayout {
  private let rows: [RelationRow]
  private let ordinals: OrdinalTable
  private let renumbered: [UInt16]
  /// The source index of each symbol, as given out while reading.
  private let sources: [UInt32]
  private let inverses: RelationInverses
  private let threads: Int

  /// The section, and whose its records are.
  struct LaidOut {
    let words: [UInt32]
    let owned: OwnedRows
    /// Rows between two codes that are not in RXNCONSO.
    let strayCount: Int
  }

  init(_ layout: borrowing CatalogLayout) {
    rows = layout.rows.relations
    ordinals = layout.ordinals
    renumbered = layout.renumbered
    sources = layout.renumbered.indices.map { layout.sourceIndex(UInt16($0)) }
    let stated = layout.rows.statedInverses.map { [renumbered] in
      (renumbered[Int($0.0)], renumbered[Int($0.1)])
    }
    inverses = RelationInverses(
      count: max(renumbered.count, layout.symbolStrings.count), stated: stated)
    threads = layout.threads
  }

  func laidOut() -> LaidOut {
    var (facts, strayCount) = statedFacts()
    var owned = sortWithoutRepeats(&facts)
    let added = missingInverses(of: facts, owned)
    if !added.isEmpty {
      facts += added
      owned = sortWithoutRepeats(&facts)
    }
    let words = [UInt32](capacity: facts.count * 2) { output in
      for fact in facts {
        output.append(fact.target)
        output.append(fact.kind | (fact.isDerived ? RelationField.derivedFlag << 24 : 0))
      }
    }
    return LaidOut(words: words, owned: owned, strayCount: strayCount)
  }

  private func statedFacts() -> (facts: [RelationFact], strayCount: Int) {
    let atomFlag = RelationField.atomFlag
    let danglingFlag = RelationField.danglingFlag
    var strayCount = 0
    var facts: [RelationFact] = []
    facts.reserveCapacity(rows.count)
    for row in rows {
      let relationship = renumbered[Int(row.relationship)]
      let source = sources[Int(row.source)]
      let flags: UInt32 = row.isBetweenAtoms ? atomFlag : 0
      switch (ordinals.ordinal(of: row.subject), ordinals.ordinal(of: row.object)) {
      case (let subject?, let object?):
        facts.append(
          RelationFact(
            owner: subject, target: object,
            kind: RelationFact.kind(relationship, source: source, flags: flags), isDerived: false))
      case (let subject?, nil):
        let kind = RelationFact.kind(relationship, source: source, flags: flags | danglingFlag)
        facts.append(
          RelationFact(owner: subject, target: row.object, kind: kind, isDerived: false))
      case (nil, let object?):
        let inverse = inverses[relationship]
        let reverse = inverse == nil ? RelationField.reverseFlag : 0
        let kind = RelationFact.kind(
          inverse ?? relationship, source: source, flags: flags | danglingFlag | reverse)
        facts.append(RelationFact(owner: object, target: row.subject, kind: kind, isDerived: true))
      case (nil, nil): strayCount += 1
      }
    }
    return (facts, strayCount)
  }

  /// Sorts by concept and key; of equal facts the stated one stays.
  private func sortWithoutRepeats(_ facts: inout [RelationFact]) -> OwnedRows {
    let unsorted = facts
    let owned = OwnedRows(unsorted.map { $0.owner }, conceptCount: ordinals.codes.count).sorted(
      threads: threads, key: { unsorted[Int($0)].order },
      precedes: { left, right in !unsorted[Int(left)].isDerived && unsorted[Int(right)].isDerived })
    var kept: [RelationFact] = []
    kept.reserveCapacity(facts.count)
    for row in owned.rows {
      let fact = unsorted[Int(row)]
      if let last = kept.last, last.owner == fact.owner, last.key == fact.key { continue }
      kept.append(fact)
    }
    facts = kept
    return OwnedRows(kept.map { $0.owner }, conceptCount: ordinals.codes.count)
  }

  /// Facts whose other direction no row states.
  private func missingInverses(
    of facts: [RelationFact], _ owned: OwnedRows
  ) -> [RelationFact] {
    let danglingFlag = RelationField.danglingFlag << 24
    let parts = Workers.split(0..<facts.count, threads: threads) { range in
      var added: [RelationFact] = []
      for place in range where facts[place].kind & danglingFlag == 0 {
        let fact = facts[place]
        let turned = inverses.turned(fact)
        let isReversed = turned.kind >> 24 & RelationField.reverseFlag != 0
        if isReversed || !Self.contains(facts, owned.run(of: Int(turned.owner)), turned) {
          added.append(turned)
        }
      }
      return added
    }
    return parts.flatMap { $0 }
  }

  private static func contains(
    _ facts: [RelationFact], _ run: Range<Int>, _ wanted: RelationFact
  ) -> Bool {
    let key = wanted.order
    let low = run.firstPlace { facts[$0].order < key }
    return low < run.upperBound && facts[low].key == wanted.key
  }
}

/// Inverses of relationships by final symbol: those of the format, and those RXNDOC states.
struct RelationInverses: Sendable {
  private var inverses: [UInt16?]

  init(count: Int, stated: [(UInt16, UInt16)]) {
    inverses = [UInt16?](repeating: nil, count: count)
    for (left, right) in WellKnownSymbol.inversePairs + WellKnownSymbol.inverseKinds {
      guard let a = WellKnownSymbol.number(of: left), let b = WellKnownSymbol.number(of: right)
      else { continue }
      inverses[Int(a)] = b
      inverses[Int(b)] = a
    }
    // In an order of their own, so that two statements about one word always
    // end the same way.
    for (left, right) in stated.sorted(by: { $0 < $1 }) { inverses[Int(left)] = right }
  }

  @inline(__always)
  subscript(symbol: UInt16) -> UInt16? { inverses[Int(symbol)] }

  /// The fact in the other direction, to be read the other way round where its word is not known.
  @inline(__always)
  func turned(_ fact: RelationFact) -> RelationFact {
    let inverse = self[UInt16(truncatingIfNeeded: fact.kind)]
    let kind = inverse.map { fact.kind & ~0xFFFF | UInt32($0) }
    return RelationFact(
      owner: fact.target, target: fact.owner,
      kind: kind ?? fact.kind | RelationField.reverseFlag << 24, isDerived: true)
  }

  /// The words whose inverse a word is.
  func words(withInverse symbol: UInt16) -> [UInt16] {
    inverses.indices.filter { inverses[$0] == symbol }.map { UInt16($0) }
  }
}
