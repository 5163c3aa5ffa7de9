// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import RxNormRelease

// Sections become a file: header, table, aligned sections, checksums.

/// The bytes of one section.
struct SectionBytes {
  let id: SectionID
  let count: Int
  /// What the section holds, as words or as bytes.
  private var words: [UInt32] = []
  private var bytes: [UInt8] = []

  /// A section of 32-bit words.
  init(_ id: SectionID, words: [UInt32]) {
    self.id = id
    count = words.count * 4 / id.stride
    self.words = words
  }

  /// A section of bytes.
  init(_ id: SectionID, bytes: [UInt8]) {
    self.id = id
    count = bytes.count / id.stride
    self.bytes = bytes
  }

  /// How many bytes it has.
  var byteCount: Int { words.count * 4 + bytes.count }

  /// Moves its content behind a file's bytes.
  mutating func move(behind file: inout [UInt8]) {
    LittleEndian.append(words, to: &file)
    file.append(contentsOf: bytes)
    words = []
    bytes = []
  }
}

/// Puts sections together to the bytes of a catalog file.
struct SectionWriter {
  private var file: [UInt8] = []

  /// The whole file, of at most ``CatalogFormat/maximumSectionCount`` sections, each name once.
  ///
  /// Each section is let go of when it is copied.
  static func file(of sections: consuming [SectionBytes], threads: Int) -> [UInt8] {
    var writer = SectionWriter()
    writer.write(sections, threads)
    return writer.file
  }

  private mutating func write(_ given: consuming [SectionBytes], _ threads: Int) {
    var sections = given
    let headerEnd =
      CatalogFormat.headerLength + sections.count * CatalogFormat.sectionEntryLength
    file.reserveCapacity(capacity(for: sections, headerEnd))
    file.append(contentsOf: repeatElement(0, count: headerEnd))
    align()
    let bodyStart = file.count
    for index in sections.indices {
      let entry = CatalogFormat.headerLength + index * CatalogFormat.sectionEntryLength
      put(sections[index].id.tag, at: entry)
      put(UInt32(sections[index].id.stride), at: entry + 4)
      put(UInt64(file.count), at: entry + 8)
      put(UInt64(sections[index].count), at: entry + 16)
      sections[index].move(behind: &file)
      align()
    }
    let checksumStart = file.count
    LittleEndian.append(checksums(of: bodyStart..<checksumStart, threads), to: &file)
    put(CatalogFormat.magic, at: HeaderField.magic)
    put(CatalogFormat.byteOrderMark, at: HeaderField.byteOrderMark)
    put(CatalogFormat.version, at: HeaderField.version)
    put(UInt64(file.count), at: HeaderField.fileLength)
    put(UInt64(bodyStart), at: HeaderField.bodyStart)
    put(UInt64(checksumStart), at: HeaderField.checksumStart)
    put(UInt32(sections.count), at: HeaderField.sectionCount)
    put(
      BlockChecksum.of(file, checksumStart..<file.count), at: HeaderField.checksumTableChecksum)
    put(BlockChecksum.of(file, 0..<bodyStart), at: HeaderField.headerChecksum)
  }

  /// Enough for the whole file, so that it is never moved.
  private func capacity(for sections: [SectionBytes], _ headerEnd: Int) -> Int {
    let body = sections.reduce(headerEnd) { $0 + $1.byteCount + CatalogFormat.alignment }
    return body + (body / CatalogFormat.blockLength + 2) * 4 + CatalogFormat.alignment
  }

  private func checksums(of body: Range<Int>, _ threads: Int) -> [UInt32] {
    let length = CatalogFormat.blockLength
    let file = file
    let parts = Workers.split(
      0..<(body.count + length - 1) / length, threads: threads, always: true
    ) { blocks in
      blocks.map { block in
        let start = body.lowerBound + block * length
        return BlockChecksum.of(file, start..<min(start + length, body.upperBound))
      }
    }
    return parts.flatMap { $0 }
  }

  private mutating func align() {
    while file.count % CatalogFormat.alignment != 0 { file.append(0) }
  }

  private mutating func put(_ word: UInt32, at offset: Int) {
    for byte in 0..<4 { file[offset + byte] = UInt8(truncatingIfNeeded: word >> UInt32(byte * 8)) }
  }

  private mutating func put(_ number: UInt64, at offset: Int) {
    put(UInt32(truncatingIfNeeded: number), at: offset)
    put(UInt32(truncatingIfNeeded: number >> 32), at: offset + 4)
  }
}
