// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import MedicationModel

// What a lexicon is made of, read from the sections themselves: while a catalog
// is built there is no catalog yet, and a copy of its sections would take some
// hundred megabytes. A catalog that keeps no lexicon lends its own sections.

/// The concepts of a catalog by their names, read in place.
///
/// Positions count concepts in the order of their codes.
package struct ConceptNames: ~Escapable {
  private let sections: SectionSpans
  /// Whether the release is NLM's own: another one has numbers that are no codes.
  private let isOfficial: Bool
  /// The term types that are told apart, by symbol.
  private let types: [TermType]

  @_lifetime(copy sections)
  package init(_ sections: consuming SectionSpans, isOfficial: Bool) {
    self.sections = sections
    self.isOfficial = isOfficial
    types = WellKnownSymbol.all.map { TermType(rawValue: $0) }
  }

  /// How many concepts there are.
  package var count: Int { sections.conceptCount }

  /// The term type of a concept's main row; `nil` for one without a fixed symbol.
  package func termType(_ concept: UInt32) -> TermType? {
    let symbol = Int(sections.concept(Int(concept), ConceptField.kind) & 0xFFFF)
    return symbol < types.count ? types[symbol] : nil
  }

  /// Whether SAB RXNORM names the concept by a main row that is not suppressed.
  package func isUnsuppressed(_ concept: UInt32) -> Bool {
    let kind = sections.concept(Int(concept), ConceptField.kind)
    return kind >> 24 & ConceptField.liveFlag != 0
      && UInt8(truncatingIfNeeded: kind >> 16) == UInt8(ascii: "N")
  }

  /// Whether the concept has a code to show; see ``Concept/code``.
  package func hasCode(_ concept: UInt32) -> Bool {
    isOfficial || sections.concept(Int(concept), ConceptField.rxcui) < Concept.firstPlaceholder
  }

  /// Whether the release relates the concept to any code.
  package func hasRelations(_ concept: UInt32) -> Bool {
    !sections.relations(of: Int(concept)).isEmpty
  }

  /// Whether the concept has components; see ``Concept/components``.
  package func hasComponents(_ concept: UInt32) -> Bool {
    guard let symbol = Relationship.consistsOf.wellKnown else { return false }
    let skipped = RelationField.danglingFlag | RelationField.atomFlag | RelationField.reverseFlag
    for index in sections.relations(of: Int(concept)) {
      let kind = sections.relation(index, RelationField.kind)
      // RXNORM is the first source.
      guard UInt16(truncatingIfNeeded: kind) == symbol, kind >> 16 & 0xFF == 0,
        kind >> 24 & skipped == 0
      else { continue }
      let target = sections.relation(index, RelationField.target)
      if termType(target) == .clinicalDrugComponent { return true }
    }
    return false
  }

  /// The bytes of the main name of a concept.
  @_lifetime(copy self)
  package func mainNameUTF8(_ concept: UInt32) -> Span<UInt8> {
    sections.text(sections.concept(Int(concept), ConceptField.name))
  }

  /// The main name of a concept.
  package func mainName(_ concept: UInt32) -> String {
    sections.string(sections.concept(Int(concept), ConceptField.name))
  }

  /// The names of a concept, RXNORM's first, the main name leading.
  package func names(of concept: UInt32) -> Range<Int> { sections.names(of: Int(concept)) }

  /// The text of a name.
  package func text(ofName name: Int) -> String {
    sections.string(sections.name(name, NameField.text))
  }
}
