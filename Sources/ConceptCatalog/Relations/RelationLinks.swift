// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The one place of this folder that reads relation records.

/// A relation between two concepts, as SAB RXNORM states it: the concept, `relationship`, `target`.
struct RelationLink {
  /// Symbol of the relationship.
  let relationship: UInt16
  /// Ordinal of the other concept.
  let target: UInt32
}

extension CatalogFile {
  /// Calls `body` with each relation between concepts that SAB RXNORM states; allocates nothing.
  ///
  /// Left out: relations between atoms, to codes that the release lacks, and
  /// those that can only be read the other way round. A walk asks the file and
  /// not a ``Concept``, which would count references for every relation.
  @inline(__always)
  func forEachLink(of ordinal: UInt32, source: UInt32, _ body: (RelationLink) -> Void) {
    let skipped = RelationField.danglingFlag | RelationField.atomFlag | RelationField.reverseFlag
    let range = range(
      .relations, first: concept(ordinal, ConceptField.firstRelation),
      count: concept(ordinal, ConceptField.relationCount))
    for index in range {
      let kind = word(.relations, index, RelationField.kind)
      guard kind >> 16 & 0xFF == source, kind >> 24 & skipped == 0 else { continue }
      body(
        RelationLink(
          relationship: UInt16(truncatingIfNeeded: kind),
          target: word(.relations, index, RelationField.target)))
    }
  }

  /// Symbol of the term type of a concept that is active; `nil` for any other.
  @inline(__always)
  func activeTermType(of ordinal: UInt32) -> UInt16? {
    let kind = concept(ordinal, ConceptField.kind)
    guard kind >> 24 & ConceptField.liveFlag != 0,
      UInt8(truncatingIfNeeded: kind >> 16) == UInt8(ascii: "N")
    else { return nil }
    return UInt16(truncatingIfNeeded: kind)
  }
}

extension Concept {
  /// Calls `body` with each relation between concepts that SAB RXNORM states.
  @inline(__always)
  func forEachLink(_ body: (RelationLink) -> Void) {
    file.forEachLink(of: ordinal, source: catalog.rxnormSourceIndex, body)
  }

  /// Symbol of the term type.
  var termTypeSymbol: UInt16 { UInt16(truncatingIfNeeded: word(ConceptField.kind)) }

  /// Whether an unsuppressed row of SAB RXNORM names it: RxNav's scope "Active".
  public var isActive: Bool { file.activeTermType(of: ordinal) != nil }
}
