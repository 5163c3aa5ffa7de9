// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// An open catalog file: header and section table are checked, nothing else is
// read. Code above this file deals with sections, records and strings.

package struct Section: Sendable {
  package var start = 0
  /// In records.
  package var count = 0
  var stride = 0
}

/// The sections of one catalog file.
package final class CatalogFile: Sendable {
  package let bytes: CatalogBytes
  let path: String
  let sections: [Section]
  let concepts: Section
  package let strings: Section
  let codeChunks: Section
  let codeBits: Section
  let release: ReleaseIdentity

  init(bytes: CatalogBytes, path: String) throws(CatalogError) {
    self.bytes = bytes
    self.path = path
    sections = try Self.readHeader(bytes, path)
    concepts = sections[SectionID.concepts.rawValue]
    strings = sections[SectionID.strings.rawValue]
    codeChunks = sections[SectionID.codeChunks.rawValue]
    codeBits = sections[SectionID.codeBits.rawValue]
    let facts = FactTable(
      bytes: bytes, facts: sections[SectionID.facts.rawValue], strings: strings)
    release = ReleaseIdentity(
      name: facts["release.name"] ?? "unknown", date: facts["release.date"],
      isOfficial: facts["release.official"] == "yes",
      leftOut: CatalogParts(names: (facts[CatalogParts.factKey] ?? "").split(separator: ",")))
    for id in SectionID.allCases
    where section(id).start == 0 && !id.mayBeMissing(leaving: release.leftOut) {
      throw .damaged(path, at: CatalogFormat.headerLength, "section \(id.name) is missing")
    }
  }

  @inline(__always)
  package func section(_ id: SectionID) -> Section {
    sections[id.rawValue]
  }

  // MARK: Records

  @inline(__always)
  package func word(_ section: Section, _ index: Int, _ field: Int) -> UInt32 {
    guard index >= 0, index < section.count else {
      bytes.markDamage(at: section.start)
      return 0
    }
    return bytes.word(at: section.start &+ index &* section.stride &+ field &* 4)
  }

  @inline(__always)
  package func word(_ id: SectionID, _ index: Int, _ field: Int) -> UInt32 {
    word(section(id), index, field)
  }

  /// A number of 64 bits in two words, the lower half first.
  @inline(__always)
  package func longWord(_ id: SectionID, _ index: Int, _ field: Int) -> UInt64 {
    UInt64(word(id, index, field)) | UInt64(word(id, index, field + 1)) << 32
  }

  /// Lends bytes of a section of texts; none where they lie outside.
  @inline(__always)
  func withText<Result>(
    _ texts: Section, from start: Int, to end: Int, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    guard start <= end, end <= texts.count else {
      bytes.markDamage(at: texts.start)
      return body(Span())
    }
    let bytes = bytes
    let text = bytes.bytes(at: texts.start + start, count: end - start)
    return body(text)
  }

  package func text(_ id: SectionID, _ index: Int, _ field: Int) -> String {
    text(word(id, index, field))
  }

  @inline(__always)
  func concept(_ ordinal: UInt32, _ field: Int) -> UInt32 {
    word(concepts, Int(ordinal), field)
  }

  /// The records that a first index and a count name, kept within the section.
  package func range(_ id: SectionID, first: UInt32, count: UInt32) -> Range<Int> {
    let limit = section(id).count
    let start = Int(first)
    let end = start + Int(count)
    guard end <= limit else {
      bytes.markDamage(at: section(id).start)
      return 0..<0
    }
    return start..<end
  }

  package func run(_ id: SectionID, of owner: SectionID, _ index: Int, _ field: Int) -> Range<Int> {
    range(id, first: word(owner, index, field), count: word(owner, index, field + 1))
  }

  /// The records of a range from the first one on whose symbol is not before another.
  ///
  /// Relations and attributes of a concept are sorted by it. It is the low half of their word 1.
  func records(_ id: SectionID, _ range: Range<Int>, from symbol: UInt16) -> Range<Int> {
    let section = section(id)
    let first = range.firstPlace { UInt16(truncatingIfNeeded: word(section, $0, 1)) < symbol }
    return first..<range.upperBound
  }

  // MARK: Strings

  /// The bytes of a string of the pool whose length is known, or ``ConceptField/longText``.
  @inline(__always)
  @_lifetime(borrow self)
  func span(of reference: UInt32, length: UInt32) -> Span<UInt8> {
    guard reference != 0 else { return Span() }
    let bytes = bytes
    let start = strings.start &+ Int(reference)
    let limit = strings.start &+ strings.count
    if length < ConceptField.longText {
      // Behind the length, which is as long as LEB128 makes it.
      let text = start &+ (length < 0x80 ? 1 : length < 0x4000 ? 2 : 3)
      if Int(length) <= limit &- text {
        return unsafe _overrideLifetime(
          bytes.bytes(at: text, count: Int(length)), borrowing: self)
      }
    }
    return unsafe _overrideLifetime(bytes.string(at: start, limit: limit), borrowing: self)
  }

  /// Lends the UTF-8 bytes of a string of the pool, without a copy.
  @inline(__always)
  func withUTF8<Result>(_ reference: UInt32, _ body: (Span<UInt8>) -> Result) -> Result {
    guard reference != 0 else { return body(Span()) }
    return body(span(of: reference, length: ConceptField.longText))
  }

  /// Whether a string of the pool is certain bytes; makes no copy.
  @inline(__always)
  func isText(_ reference: UInt32, _ wanted: Span<UInt8>) -> Bool {
    let bytes = bytes
    let found = bytes.string(
      at: strings.start + Int(reference), limit: strings.start + strings.count)
    return TextWords.areSame(found, wanted)
  }

  /// Whether a string of the pool and a text have the same key.
  func sharesKey(_ reference: UInt32, _ text: Span<UInt8>) -> Bool {
    withUTF8(reference) { NameKey.isShared(by: text, and: $0) }
  }

  package func text(_ reference: UInt32) -> String {
    guard reference != 0 else { return "" }
    return bytes.text(at: strings.start + Int(reference), limit: strings.start + strings.count)
  }

  func symbol(_ number: UInt16) -> String {
    if Int(number) < WellKnownSymbol.all.count { return WellKnownSymbol.all[Int(number)] }
    return text(word(.symbols, Int(number), 0))
  }

  func symbolNumber(of text: String) -> UInt16? {
    if let number = WellKnownSymbol.number(of: text) { return number }
    for number in WellKnownSymbol.all
      .count..<max(
        WellKnownSymbol.all.count, section(.symbols).count)
    where symbol(UInt16(truncatingIfNeeded: number)) == text {
      return UInt16(truncatingIfNeeded: number)
    }
    return nil
  }

  // MARK: Codes

  /// The ordinal of an RxCUI: the count of codes before it, if its own bit is set.
  ///
  /// The record found must have the code, so that another drug's record is
  /// never used, even if the bitmap is damaged.
  @inline(__always)
  package func ordinal(of rxcui: UInt32) -> UInt32? {
    guard let ordinal = bitmapOrdinal(of: rxcui) else { return nil }
    guard concept(ordinal, ConceptField.rxcui) == rxcui else {
      bytes.markDamage(at: codeBits.start)
      return nil
    }
    return ordinal
  }

  /// The ordinal that the bitmap gives a code; its concept may be another's in a crafted file.
  @inline(__always)
  func bitmapOrdinal(of rxcui: UInt32) -> UInt32? {
    let chunk = Int(rxcui >> CodeBitmap.chunkShift)
    guard chunk < codeChunks.count else { return nil }
    let first = bytes.word(at: codeChunks.start &+ chunk &* 4)
    guard first != 0 else { return nil }
    let within = Int(rxcui & CodeBitmap.chunkMask) / CodeBitmap.codesPerRecord
    let index = Int(first) &- 1 &+ within
    guard index < codeBits.count else {
      bytes.markDamage(at: codeChunks.start &+ chunk &* 4)
      return nil
    }
    let start = codeBits.start &+ index &* 12
    let (bits, before) = bytes.bitmap(at: start)
    let bit = UInt64(1) << UInt64(rxcui % UInt32(CodeBitmap.codesPerRecord))
    guard bits & bit != 0 else { return nil }
    let rank = before &+ UInt32((bits & (bit &- 1)).nonzeroBitCount)
    guard Int(rank) < concepts.count else {
      bytes.markDamage(at: start)
      return nil
    }
    return rank
  }
}

// MARK: - Header

extension CatalogFile {
  private static func readHeader(
    _ bytes: CatalogBytes, _ path: String
  ) throws(CatalogError) -> [Section] {
    guard bytes.count >= CatalogFormat.headerLength,
      bytes.rawDoubleWord(at: HeaderField.magic) == CatalogFormat.magic
    else { throw .notACatalog(path) }
    guard bytes.rawWord(at: HeaderField.byteOrderMark) == CatalogFormat.byteOrderMark else {
      throw .damaged(path, at: HeaderField.byteOrderMark, "the byte order mark is wrong")
    }
    let version = bytes.rawWord(at: HeaderField.version)
    guard version == CatalogFormat.version else { throw .version(path, found: version) }

    let fileLength = bytes.rawDoubleWord(at: HeaderField.fileLength)
    guard fileLength == UInt64(bytes.count) else {
      throw .damaged(
        path, at: min(bytes.count, Int(truncatingIfNeeded: fileLength & 0xFFFF_FFFF_FFFF)),
        "the header says \(fileLength) bytes, the file has \(bytes.count)")
    }
    let sectionCount = Int(bytes.rawWord(at: HeaderField.sectionCount))
    guard sectionCount <= CatalogFormat.maximumSectionCount else {
      throw .damaged(path, at: HeaderField.sectionCount, "the section count is \(sectionCount)")
    }
    let headerEnd = CatalogFormat.headerLength + sectionCount * CatalogFormat.sectionEntryLength
    let bodyStart = bytes.rawDoubleWord(at: HeaderField.bodyStart)
    let checksumStart = bytes.rawDoubleWord(at: HeaderField.checksumStart)
    guard bodyStart >= UInt64(headerEnd), bodyStart <= checksumStart, checksumStart <= fileLength,
      bodyStart % UInt64(CatalogFormat.alignment) == 0
    else { throw .damaged(path, at: HeaderField.bodyStart, "the body does not fit the file") }
    guard headerChecksum(bytes, to: Int(bodyStart)) == bytes.rawWord(at: HeaderField.headerChecksum)
    else { throw .damaged(path, at: HeaderField.headerChecksum, "the header's checksum is wrong") }

    bytes.setBody(start: Int(bodyStart), checksumStart: Int(checksumStart))
    guard bytes.count - Int(checksumStart) == bytes.blockCount * 4,
      bytes.checksum(from: Int(checksumStart), to: bytes.count)
        == bytes.rawWord(at: HeaderField.checksumTableChecksum)
    else { throw .damaged(path, at: Int(checksumStart), "the table of checksums is damaged") }
    return try readSectionTable(bytes, path, count: sectionCount)
  }

  /// CRC-32 of everything before the body, with the field itself as zero.
  private static func headerChecksum(_ bytes: CatalogBytes, to end: Int) -> UInt32 {
    var header = [UInt8](copying: bytes.rawBytes(at: 0, count: end))
    for index in 0..<4 where HeaderField.headerChecksum + index < header.count {
      header[HeaderField.headerChecksum + index] = 0
    }
    return BlockChecksum.of(header)
  }

  private static func readSectionTable(
    _ bytes: CatalogBytes, _ path: String, count: Int
  ) throws(CatalogError) -> [Section] {
    var sections = SectionID.allCases.map { Section(stride: $0.stride) }
    let ids = SectionID.allCases.map { ($0.tag, $0) }
    for index in 0..<count {
      let entry = CatalogFormat.headerLength + index * CatalogFormat.sectionEntryLength
      let tag = bytes.rawWord(at: entry)
      // A section of a name that this reader does not know is skipped.
      guard let id = ids.first(where: { $0.0 == tag })?.1 else { continue }
      let start = bytes.rawDoubleWord(at: entry + 8)
      let elements = bytes.rawDoubleWord(at: entry + 16)
      let stride = UInt64(bytes.rawWord(at: entry + 4))
      guard stride == UInt64(id.stride), start >= UInt64(bytes.bodyStart),
        start % UInt64(CatalogFormat.alignment) == 0, start <= UInt64(bytes.checksumStart),
        elements <= UInt64(UInt32.max),
        elements * stride <= UInt64(bytes.checksumStart) - start
      else { throw .damaged(path, at: entry, "section \(id.name) does not fit the file") }
      sections[id.rawValue] = Section(
        start: Int(start), count: Int(elements), stride: id.stride)
    }
    return sections
  }
}
