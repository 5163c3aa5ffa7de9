// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

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

  /// The count of concepts.
  package var conceptCount: Int { concepts.byteCount / 64 }

  /// A word of a concept.
  package func concept(_ ordinal: Int, _ field: Int) -> UInt32 {
    concepts.word(at: ordinal * 64 + field * 4)
  }

  /// A word of a name.
  package func name(_ index: Int, _ field: Int) -> UInt32 {
    names.word(at: index * 24 + field * 4)
  }

  /// A word of a relation.
  package func relation(_ index: Int, _ field: Int) -> UInt32 {
    relations.word(at: index * 8 + field * 4)
  }

  /// The records that two words of a concept name, within a section of so many.
  package func run(_ ordinal: Int, _ first: Int, _ count: Int, limit: Int) -> Range<Int> {
    let start = Int(concept(ordinal, first))
    let end = start + Int(concept(ordinal, count))
    return end <= limit ? start..<end : 0..<0
  }

  /// The names of a concept.
  package func names(of ordinal: Int) -> Range<Int> {
    run(ordinal, ConceptField.firstName, ConceptField.nameCount, limit: names.byteCount / 24)
  }

  /// The relations of a concept.
  package func relations(of ordinal: Int) -> Range<Int> {
    run(
      ordinal, ConceptField.firstRelation, ConceptField.relationCount,
      limit: relations.byteCount / 8)
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
  /// A string as text.
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
