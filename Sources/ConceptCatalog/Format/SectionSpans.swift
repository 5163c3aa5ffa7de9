// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import MedicationModel

// The sections from which the search index and the lexicon are built, as bytes in memory: while
// a catalog is built they are the new sections (a copy of them would take some hundred
// megabytes), while one is verified, or keeps no lexicon, they are those of the file. Nothing
// here is trusted: reads out of bounds give zero.

/// Concepts with their names and relations, read as words and strings of sections.
///
/// Concepts are numbered in the order of their codes.
package struct SectionSpans: ~Escapable {
  private let concepts: RawSpan
  private let names: RawSpan
  private let relations: RawSpan
  package let sources: RawSpan
  private let strings: Span<UInt8>
  /// Whether the release is NLM's own: others contain numbers that are not RxNorm codes.
  private let isOfficial: Bool

  @_lifetime(
    copy concepts, copy names, copy relations, copy sources, copy strings)
  package init(
    concepts: RawSpan, names: RawSpan, relations: RawSpan, sources: RawSpan,
    strings: Span<UInt8>, isOfficial: Bool
  ) {
    self.concepts = concepts
    self.names = names
    self.relations = relations
    self.sources = sources
    self.strings = strings
    self.isOfficial = isOfficial
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

  /// The records given by two words of a concept, within a section of `limit` records.
  private func run(_ ordinal: Int, _ field: Int, limit: Int) -> Range<Int> {
    let start = Int(concept(ordinal, field))
    let end = start + Int(concept(ordinal, field + 1))
    return end <= limit ? start..<end : 0..<0
  }

  /// The names of a concept, RXNORM's first, the main name leading.
  package func names(of ordinal: Int) -> Range<Int> {
    run(ordinal, ConceptField.names, limit: names.byteCount / 24)
  }

  package func relations(of ordinal: Int) -> Range<Int> {
    run(ordinal, ConceptField.relations, limit: relations.byteCount / 8)
  }

  /// The concept that a relation leads to, where SAB RXNORM states it between concepts.
  package func target(ofRelation index: Int) -> Int? {
    let kind = relation(index, RelationField.kind)
    let target = Int(relation(index, RelationField.target))
    // RXNORM is the first source.
    return RelationField.isPlain(kind) && target < conceptCount ? target : nil
  }

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

  package func text(ofName name: Int) -> String {
    String(utf8: text(self.name(name, NameField.text)))
  }

  // MARK: Concepts

  /// The bytes of the main name of a concept.
  @_lifetime(copy self)
  package func mainNameUTF8(_ ordinal: Int) -> Span<UInt8> {
    text(concept(ordinal, ConceptField.name))
  }

  package func mainName(_ ordinal: Int) -> String { String(utf8: mainNameUTF8(ordinal)) }

  /// The symbol of the term type of a concept's main row.
  package func termTypeSymbol(_ ordinal: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: concept(ordinal, ConceptField.kind))
  }

  private static let termTypes = WellKnownSymbol.all.map { TermType(rawValue: $0) }

  /// The term type of a concept's main row; `nil` for one without a fixed symbol.
  package func termType(_ ordinal: Int) -> TermType? {
    let symbol = Int(termTypeSymbol(ordinal))
    return symbol < Self.termTypes.count ? Self.termTypes[symbol] : nil
  }

  /// Whether SAB RXNORM names the concept by a main row that is not suppressed.
  package func isActive(_ ordinal: Int) -> Bool {
    let kind = concept(ordinal, ConceptField.kind)
    return kind >> 24 & ConceptField.liveFlag != 0
      && UInt8(truncatingIfNeeded: kind >> 16) == UInt8(ascii: "N")
  }

  /// Whether the concept has a code to show; see ``Concept/code``.
  package func hasCode(_ ordinal: Int) -> Bool {
    isOfficial || concept(ordinal, ConceptField.rxcui) < RxCUI.firstPlaceholder
  }

  /// Whether the concept has components; see ``Concept/components``.
  package func hasComponents(_ ordinal: Int) -> Bool {
    relations(of: ordinal).contains { index in
      UInt16(truncatingIfNeeded: relation(index, RelationField.kind))
        == Relationship.consistsOf.wellKnown
        && target(ofRelation: index).map { termTypeSymbol($0) == WellKnownSymbol.component }
          ?? false
    }
  }
}

extension Catalog {
  /// Lends the sections from which indexes are built; every block of them is checked.
  package func withSections<Result>(_ body: (borrowing SectionSpans) -> Result) -> Result {
    let bytes = file.bytes
    func place(_ id: SectionID) -> (at: Int, count: Int) {
      (file.section(id).start, file.section(id).count * id.stride)
    }
    let (concepts, names, relations) = (place(.concepts), place(.names), place(.relations))
    let (sources, strings) = (place(.sources), place(.strings))
    return unsafe body(
      SectionSpans(
        concepts: bytes.bytes(at: concepts.at, count: concepts.count).bytes,
        names: bytes.bytes(at: names.at, count: names.count).bytes,
        relations: bytes.bytes(at: relations.at, count: relations.count).bytes,
        sources: bytes.bytes(at: sources.at, count: sources.count).bytes,
        strings: bytes.bytes(at: strings.at, count: strings.count),
        isOfficial: release.isOfficial))
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
