// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import MedicationModel

// The sections that the search index is made of, as bytes in memory: while a
// catalog is built they are the new sections, while one is verified they are
// those of the file. Nothing here is believed: what leads outside reads as zero.

/// Bytes of sections, read as words and strings.
package struct SectionSpans: ~Escapable {
  package let concepts: RawSpan
  package let names: RawSpan
  package let relations: RawSpan
  package let sources: RawSpan
  package let strings: Span<UInt8>

  @_lifetime(
    copy concepts, copy names, copy relations, copy sources, copy strings)
  package init(
    concepts: RawSpan, names: RawSpan, relations: RawSpan, sources: RawSpan,
    strings: Span<UInt8>
  ) {
    self.concepts = concepts
    self.names = names
    self.relations = relations
    self.sources = sources
    self.strings = strings
  }

  package var conceptCount: Int { concepts.byteCount / 64 }

  package func concept(_ ordinal: Int, _ field: Int) -> UInt32 {
    concepts.word(at: ordinal * 64 + field * 4)
  }

  package func name(_ index: Int, _ field: Int) -> UInt32 {
    names.word(at: index * 24 + field * 4)
  }

  package func relation(_ index: Int, _ field: Int) -> UInt32 {
    relations.word(at: index * 8 + field * 4)
  }

  /// The records that two words of a concept name, within a section of so many.
  private func run(_ ordinal: Int, _ field: Int, limit: Int) -> Range<Int> {
    let start = Int(concept(ordinal, field))
    let end = start + Int(concept(ordinal, field + 1))
    return end <= limit ? start..<end : 0..<0
  }

  package func names(of ordinal: Int) -> Range<Int> {
    run(ordinal, ConceptField.names, limit: names.byteCount / 24)
  }

  package func relations(of ordinal: Int) -> Range<Int> {
    run(ordinal, ConceptField.relations, limit: relations.byteCount / 8)
  }

  /// The bytes of a string.
  @_lifetime(copy self)
  package func text(_ reference: UInt32) -> Span<UInt8> {
    var position = Int(reference)
    var length = 0
    var shift = 0
    while position < strings.count, shift <= 28 {
      let byte = strings[position]
      position += 1
      length |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 {
        return strings.extracting(position..<max(position, min(strings.count, position + length)))
      }
      shift += 7
    }
    return strings.extracting(0..<0)
  }
}

extension SectionSpans {
  package func string(_ reference: UInt32) -> String {
    // Sound: the span's own bounds; the copy is made before the borrow ends.
    unsafe text(reference).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

extension Catalog {
  /// The sections that indexes are made of; bytes of the file, checked against their blocks.
  @_lifetime(borrow bytes)
  package func sectionSpans(of bytes: borrowing CatalogBytes) -> SectionSpans {
    func place(_ id: SectionID) -> (start: Int, count: Int) {
      (file.section(id).start, file.section(id).count * id.stride)
    }
    let concepts = place(.concepts)
    let names = place(.names)
    let relations = place(.relations)
    let sources = place(.sources)
    let strings = place(.strings)
    return unsafe SectionSpans(
      concepts: bytes.bytes(at: concepts.start, count: concepts.count).bytes,
      names: bytes.bytes(at: names.start, count: names.count).bytes,
      relations: bytes.bytes(at: relations.start, count: relations.count).bytes,
      sources: bytes.bytes(at: sources.start, count: sources.count).bytes,
      strings: bytes.bytes(at: strings.start, count: strings.count))
  }
}

extension RawSpan {
  /// A little-endian number at a byte offset; zero outside.
  @inline(__always)
  package func word(at offset: Int) -> UInt32 {
    guard offset >= 0, offset <= byteCount &- 4 else { return 0 }
    // Sound: any four bytes are a number, and the place was checked.
    return unsafe UInt32(
      littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}

extension Span where Element == UInt8 {
  /// A little-endian number at a byte offset; zero outside.
  @inline(__always)
  package func word(at offset: Int) -> UInt32 {
    unsafe bytes.word(at: offset)
  }
}

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

  package func mainName(_ concept: UInt32) -> String {
    sections.string(sections.concept(Int(concept), ConceptField.name))
  }

  /// The names of a concept, RXNORM's first, the main name leading.
  package func names(of concept: UInt32) -> Range<Int> { sections.names(of: Int(concept)) }

  package func text(ofName name: Int) -> String {
    sections.string(sections.name(name, NameField.text))
  }
}
