// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// What verification checks between records: that they are in the order that is described in their
// section's schema, that each relation is there in both directions, and that an NDC is of the
// concept that lists it. Look-ups search by these orders: in a file in which they are broken they
// miss what is there, and two records that contradict each other give two answers.

extension Catalog {
  /// Records are in their order: those of a section, or those of each concept in it.
  func verifyOrders(_ report: inout VerificationReport) {
    let ranks = nameRanks()
    for id in SectionID.allCases where !id.schema.order.isEmpty {
      let keys = id.schema.order
      let limit = id.schema.isEachOnce ? 0 : 1
      func verify(_ records: Range<Int>) {
        for index in records.dropFirst() {
          if id == .names, ranks[index - 1] != ranks[index] {
            if ranks[index - 1] < ranks[index] { continue }
          } else if file.order(id, keys, index - 1, index) < limit {
            continue
          }
          report.add(
            id == .ndcs || id == .ndcSpans ? "ndc-order" : "order",
            "record \(index) of section \(id.name) is out of order")
        }
      }
      if let run = SectionID.concepts.schema.runs.first(where: { $0.section == id }) {
        for ordinal in 0..<conceptCount { verify(file.run(id, of: .concepts, ordinal, run.word)) }
      } else {
        verify(0..<file.section(id).count)
      }
    }
    verifySymbols(&report)
  }

  private func nameRanks() -> [UInt64] {
    let free = sources.enumerated().filter { $0.element.restrictionLevel == 0 }.map(\.offset)
    let ranking = NameRanking(freeSources: Set(free.map { UInt32($0) }))
    return (0..<file.section(.names).count).map { index in
      let kind = file.word(.names, index, NameField.kind)
      return ranking.rank(
        termType: UInt16(truncatingIfNeeded: kind), source: kind >> 16 & 0xFF,
        suppress: UInt8(truncatingIfNeeded: kind >> 24))
    }
  }

  /// Abbreviations with fixed numbers have these, the others ascend; so do the sources' numbers.
  private func verifySymbols(_ report: inout VerificationReport) {
    let fixed = WellKnownSymbol.all
    let texts = symbolTexts
    let others = texts.dropFirst(fixed.count)
    let isAscending = zip(others, others.dropFirst()).allSatisfy {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    if !texts.starts(with: fixed) || !isAscending {
      report.add("order", "the symbols are not in their order")
    }
    let known = symbolNumbers
    let numbers = sources.map { known[$0.abbreviation] ?? .max }
    let further = numbers.dropFirst()
    if numbers.first != known["RXNORM"] || zip(further, further.dropFirst()).contains(where: >=) {
      report.add("order", "the sources are not in the order of their symbols")
    }
  }

  private var symbolTexts: [String] {
    (0..<file.section(.symbols).count).map { file.text(.symbols, $0, 0) }
  }

  /// Numbers of abbreviations; of equal ones the first counts, as when they are given out.
  private var symbolNumbers: [String: UInt16] {
    Dictionary(
      symbolTexts.enumerated().map { ($1, UInt16(truncatingIfNeeded: $0)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Each relation is there in both directions, of which a row states one at least.
  func verifyRelations(_ report: inout VerificationReport) {
    let inverses = statedInverses
    let danglingFlag = RelationField.danglingFlag << 24
    let derivedFlag = RelationField.derivedFlag << 24
    var words: [UInt16: [UInt16]] = [:]
    for ordinal in 0..<conceptCount {
      for index in file.run(.relations, of: .concepts, ordinal, ConceptField.relations) {
        report.referenceCount += 1
        let kind = file.word(.relations, index, RelationField.kind)
        let fact = RelationFact(
          owner: UInt32(ordinal), target: file.word(.relations, index, RelationField.target),
          kind: kind & ~derivedFlag, isDerived: kind & derivedFlag != 0)
        let isReversed = kind >> 24 & RelationField.reverseFlag != 0
        if fact.isDerived, !isReversed { report.oneWayRelationCount += 1 }
        let isDangling = kind & danglingFlag != 0
        let symbol = UInt16(truncatingIfNeeded: kind)
        guard Int(symbol) < file.section(.symbols).count,
          isDangling ? file.ordinal(of: fact.target) == nil : Int(fact.target) < conceptCount
        else {
          report.add("relation-target", "record \(index) of section RELS leads to nothing")
          continue
        }
        if isDangling { continue }
        let isFound: Bool
        if !fact.isDerived {
          isFound = isStated(inverses.turned(fact)) != nil
        } else if isReversed {
          var turned = inverses.turned(fact)
          turned.kind &= ~(RelationField.reverseFlag << 24)
          isFound = inverses[symbol] == nil && isStated(turned) == true
        } else {
          let known = words[symbol] ?? inverses.words(withInverse: symbol)
          words[symbol] = known
          isFound = known.contains { word in
            let stated = RelationFact(
              owner: fact.target, target: fact.owner, kind: fact.kind & ~0xFFFF | UInt32(word),
              isDerived: false)
            return isStated(stated) == true
          }
        }
        if !isFound {
          report.add(
            "relation-inverse", "the other direction of record \(index) of section RELS is missing")
        }
      }
    }
  }

  /// Whether a row states a fact; `nil` where the fact is not there at all.
  private func isStated(_ fact: RelationFact) -> Bool? {
    func found(_ index: Int) -> RelationFact {
      let kind = file.word(.relations, index, RelationField.kind)
      return RelationFact(
        owner: fact.owner, target: file.word(.relations, index, RelationField.target),
        kind: kind & ~(RelationField.derivedFlag << 24),
        isDerived: kind >> 24 & RelationField.derivedFlag != 0)
    }
    let run = file.run(.relations, of: .concepts, Int(fact.owner), ConceptField.relations)
    let place = run.firstPlace { found($0).order < fact.order }
    guard place < run.upperBound, found(place).key == fact.key else { return nil }
    return !found(place).isDerived
  }

  /// The inverses that relations were built with.
  private var statedInverses: RelationInverses {
    let numbers = symbolNumbers
    let stated = documentation.compactMap { entry -> (UInt16, UInt16)? in
      guard ["RELA rela_inverse", "REL rel_inverse"].contains("\(entry.key) \(entry.type)"),
        let word = numbers[entry.value], let inverse = numbers[entry.explanation],
        word != 0, inverse != 0
      else { return nil }
      return (word, inverse)
    }
    return RelationInverses(
      count: max(WellKnownSymbol.all.count, file.section(.symbols).count), stated: stated)
  }

  /// Each NDC is listed by its concept and by no other.
  func verifyNDCOwners(_ report: inout VerificationReport) {
    for ordinal in 0..<conceptCount {
      for place in file.run(.conceptNDCs, of: .concepts, ordinal, ConceptField.ndcs) {
        let index = Int(file.word(.conceptNDCs, place, 0))
        if index < file.section(.ndcs).count,
          file.word(.ndcs, index, NDCField.concept) != UInt32(ordinal)
        {
          report.add("ndc-owner", "record \(index) of section NDCS is listed by another concept")
        }
      }
    }
    if file.section(.conceptNDCs).count != file.section(.ndcs).count {
      report.add("ndc-owner", "section NDCS has records that no concept lists")
    }
  }
}
