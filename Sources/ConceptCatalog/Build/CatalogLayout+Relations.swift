// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Each row of RXNREL is a fact in one direction, and the release usually
// states the other one too. Where it does not, the inverse is added and
// marked, so that every fact can be asked from both ends.

extension CatalogLayout {
  private struct Fact {
    var owner: UInt32
    var relationship: UInt16
    var source: UInt8
    var flags: UInt8
    var target: UInt32

    /// Owner, relationship, target: the order in the file.
    ///
    /// A fact that no row states is the same fact as one that a row does.
    var key: (UInt32, UInt32, UInt32) {
      (
        owner,
        UInt32(relationship) << 16 | UInt32(source) << 8
          | UInt32(flags & ~UInt8(RelationField.derivedFlag)),
        target
      )
    }

    /// Of equal keys the stated fact comes first.
    static func precedes(_ left: Fact, _ right: Fact) -> Bool {
      left.key == right.key ? left.flags < right.flags : left.key < right.key
    }
  }

  mutating func layOutRelations() {
    var facts = statedFacts()
    facts.sort(by: Fact.precedes)
    removeRepeats(&facts)
    let added = missingInverses(of: facts)
    if !added.isEmpty {
      facts += added
      facts.sort(by: Fact.precedes)
      removeRepeats(&facts)
    }
    var words: [UInt32] = []
    words.reserveCapacity(facts.count * 2)
    for fact in facts {
      words.append(fact.target)
      words.append(
        UInt32(fact.relationship) | UInt32(fact.source) << 16 | UInt32(fact.flags) << 24)
    }
    for (ordinal, run) in runs(of: facts.map(\.owner)) {
      conceptWords[ordinal * 16 + ConceptField.firstRelation] = UInt32(run.lowerBound)
      conceptWords[ordinal * 16 + ConceptField.relationCount] = UInt32(run.count)
    }
    sections.append(SectionBytes(.relations, words: words))
  }

  private mutating func statedFacts() -> [Fact] {
    let inverses = inverseSymbols()
    var facts: [Fact] = []
    facts.reserveCapacity(rows.relations.count)
    for row in rows.relations {
      countSource(row.source, 1)
      let relationship = renumbered[Int(row.relationship)]
      let source = UInt8(truncatingIfNeeded: sourceIndex(row.source))
      let atom = row.isBetweenAtoms ? UInt8(RelationField.atomFlag) : 0
      let dangling = UInt8(RelationField.danglingFlag)
      switch (ordinal(of: row.subject), ordinal(of: row.object)) {
      case (let subject?, let object?):
        facts.append(
          Fact(
            owner: subject, relationship: relationship, source: source, flags: atom,
            target: object))
      case (let subject?, nil):
        facts.append(
          Fact(
            owner: subject, relationship: relationship, source: source, flags: atom | dangling,
            target: row.object))
      case (nil, let object?):
        var flags = atom | dangling | UInt8(RelationField.derivedFlag)
        let inverse = inverses[relationship]
        if inverse == nil { flags |= UInt8(RelationField.reverseFlag) }
        facts.append(
          Fact(
            owner: object, relationship: inverse ?? relationship, source: source, flags: flags,
            target: row.subject))
      case (nil, nil):
        strays["relations between codes that are not in RXNCONSO", default: 0] += 1
      }
    }
    return facts
  }

  /// Facts whose other direction no row states.
  private func missingInverses(of facts: [Fact]) -> [Fact] {
    let inverses = inverseSymbols()
    var runOf = [Range<Int>](repeating: 0..<0, count: codes.count)
    for (ordinal, run) in runs(of: facts.map(\.owner)) { runOf[ordinal] = run }
    var added: [Fact] = []
    for fact in facts where fact.flags & UInt8(RelationField.danglingFlag) == 0 {
      var turned = fact
      turned.owner = fact.target
      turned.target = fact.owner
      if let inverse = inverses[fact.relationship] {
        turned.relationship = inverse
        if contains(facts, runOf[Int(turned.owner)], turned) { continue }
        turned.flags |= UInt8(RelationField.derivedFlag)
      } else {
        turned.flags |= UInt8(RelationField.reverseFlag | RelationField.derivedFlag)
      }
      added.append(turned)
    }
    return added
  }

  private func contains(_ facts: [Fact], _ run: Range<Int>, _ wanted: Fact) -> Bool {
    var low = run.lowerBound
    var high = run.upperBound
    while low < high {
      let middle = (low + high) / 2
      if facts[middle].key < wanted.key { low = middle + 1 } else { high = middle }
    }
    return low < run.upperBound && facts[low].key == wanted.key
  }

  private func removeRepeats(_ facts: inout [Fact]) {
    var kept = 0
    for index in facts.indices {
      if kept > 0, facts[kept - 1].key == facts[index].key { continue }
      facts[kept] = facts[index]
      kept += 1
    }
    facts.removeLast(facts.count - kept)
  }

  /// Inverses by final symbol: those of the format, and those RXNDOC states.
  private func inverseSymbols() -> [UInt16: UInt16] {
    var inverses: [UInt16: UInt16] = [:]
    for (left, right) in WellKnownSymbol.inversePairs + WellKnownSymbol.inverseKinds {
      guard let a = WellKnownSymbol.number(of: left), let b = WellKnownSymbol.number(of: right)
      else { continue }
      inverses[a] = b
      inverses[b] = a
    }
    // In an order of their own, so that two statements about one word always
    // end the same way.
    let stated = rows.statedInverses.map { (renumbered[Int($0.0)], renumbered[Int($0.1)]) }
    for (left, right) in stated.sorted(by: { $0 < $1 }) { inverses[left] = right }
    return inverses
  }

  /// The runs of equal owners, as pairs.
  func runs(of owners: [UInt32]) -> [(ordinal: Int, run: Range<Int>)] {
    var runs: [(ordinal: Int, run: Range<Int>)] = []
    forEachRun(of: owners) { runs.append(($0, $1)) }
    return runs
  }
}
