// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

extension Concept {
  /// One relation of a concept: "this concept `relationship` `target`".
  public struct Relation: Sendable {
    /// The relationship, as RXNREL writes it.
    public let relationship: Relationship
    /// The other concept; `nil` where the release relates to a code that it does not hold.
    public let target: Concept?
    /// The other concept's code in the release.
    public let targetCode: RxCUI
    /// The source (SAB) that states it.
    public let source: String
    /// Whether the release states it between atoms.
    public let isBetweenAtoms: Bool
    /// Whether no row states this direction.
    public let isDerived: Bool
    /// Whether it must be read the other way round, for want of an inverse name.
    public let isReversed: Bool
  }

  private var relationRange: Range<Int> {
    file.range(
      .relations, first: word(ConceptField.firstRelation),
      count: word(ConceptField.relationCount))
  }

  /// Every relation, those of all sources, sorted by relationship and target.
  public var relations: [Relation] {
    relationRange.map { index in
      let target = file.word(.relations, index, RelationField.target)
      let kind = file.word(.relations, index, RelationField.kind)
      let flags = kind >> 24
      let isDangling = flags & RelationField.danglingFlag != 0
      let concept = isDangling ? nil : Concept(catalog: catalog, ordinal: target)
      return Relation(
        relationship: Relationship(rawValue: file.symbol(UInt16(truncatingIfNeeded: kind))),
        target: concept, targetCode: concept?.rxcui ?? RxCUI(rawValue: target),
        source: catalog.sourceAbbreviation(Int(kind >> 16 & 0xFF)),
        isBetweenAtoms: flags & RelationField.atomFlag != 0,
        isDerived: flags & RelationField.derivedFlag != 0,
        isReversed: flags & RelationField.reverseFlag != 0)
    }
  }

  /// The concepts Y with "this concept `relationship` Y", as SAB RXNORM states it.
  ///
  /// - Returns: Each once, sorted by code.
  /// - Complexity: O(log *r* + *n*) in the relations of the concept and those that are found.
  public func related(_ relationship: Relationship) -> [Concept] {
    var found: [Concept] = []
    forEachRelated(relationship) { found.append($0) }
    return found
  }

  /// Calls `body` with each concept that `related` would return; allocates nothing.
  func forEachRelated(_ relationship: Relationship, _ body: (Concept) -> Void) {
    guard let symbol = relationship.wellKnown ?? file.symbolNumber(of: relationship.rawValue)
    else { return }
    let rxnorm = catalog.rxnormSourceIndex
    let skipped = RelationField.danglingFlag | RelationField.atomFlag | RelationField.reverseFlag
    let relations = file.section(.relations)
    var last: UInt32?
    for index in file.records(.relations, relationRange, from: symbol) {
      let kind = file.word(relations, stride: 8, index, RelationField.kind)
      guard UInt16(truncatingIfNeeded: kind) == symbol else { break }
      guard kind >> 16 & 0xFF == rxnorm, kind >> 24 & skipped == 0 else { continue }
      let target = file.word(relations, stride: 8, index, RelationField.target)
      if target != last { body(Concept(catalog: catalog, ordinal: target)) }
      last = target
    }
  }

  /// The union of related concepts of several concepts.
  static func related(_ concepts: [Concept], _ relationship: Relationship) -> [Concept] {
    concepts.flatMap { $0.related(relationship) }.sortedWithoutRepeats
  }
}

extension [Concept] {
  /// The concepts in the order of codes, each once.
  var sortedWithoutRepeats: [Concept] {
    var result: [Concept] = []
    for concept in sorted() where concept != result.last { result.append(concept) }
    return result
  }
}
