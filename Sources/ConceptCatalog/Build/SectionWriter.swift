// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Sections become a file: header, table, aligned sections, checksums.

/// The bytes of one section.
struct SectionBytes {
  let id: SectionID
  let count: Int
  let bytes: [UInt8]

  /// A section of 32-bit words.
  init(_ id: SectionID, words: [UInt32]) {
    self.id = id
    count = words.count * 4 / id.stride
    bytes = [UInt8](capacity: words.count * 4) { output in
      for word in words {
        output.append(UInt8(truncatingIfNeeded: word))
        output.append(UInt8(truncatingIfNeeded: word >> 8))
        output.append(UInt8(truncatingIfNeeded: word >> 16))
        output.append(UInt8(truncatingIfNeeded: word >> 24))
      }
    }
  }

  /// A section of bytes.
  init(_ id: SectionID, bytes: [UInt8]) {
    self.id = id
    count = bytes.count / id.stride
    self.bytes = bytes
  }
}

/// Puts sections together to the bytes of a catalog file.
struct SectionWriter {
  private var file: [UInt8] = []

  /// The whole file, of at most ``CatalogFormat/maximumSectionCount`` sections, each name once.
  static func file(of sections: [SectionBytes]) -> [UInt8] {
    var writer = SectionWriter()
    writer.write(sections)
    return writer.file
  }

  private mutating func write(_ sections: [SectionBytes]) {
    let headerEnd =
      CatalogFormat.headerLength + sections.count * CatalogFormat.sectionEntryLength
    file = [UInt8](repeating: 0, count: headerEnd)
    align()
    let bodyStart = file.count
    for (index, section) in sections.enumerated() {
      let entry = CatalogFormat.headerLength + index * CatalogFormat.sectionEntryLength
      put(section.id.tag, at: entry)
      put(UInt32(section.id.stride), at: entry + 4)
      put(UInt64(file.count), at: entry + 8)
      put(UInt64(section.count), at: entry + 16)
      file.append(contentsOf: section.bytes)
      align()
    }
    let checksumStart = file.count
    for start in stride(from: bodyStart, to: checksumStart, by: CatalogFormat.blockLength) {
      let end = min(start + CatalogFormat.blockLength, checksumStart)
      append(BlockChecksum.of(file, start..<end))
    }
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

  private mutating func align() {
    while file.count % CatalogFormat.alignment != 0 { file.append(0) }
  }

  private mutating func append(_ word: UInt32) {
    for shift in [0, 8, 16, 24] as [UInt32] {
      file.append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }

  private mutating func put(_ word: UInt32, at offset: Int) {
    for byte in 0..<4 { file[offset + byte] = UInt8(truncatingIfNeeded: word >> UInt32(byte * 8)) }
  }

  private mutating func put(_ number: UInt64, at offset: Int) {
    put(UInt32(truncatingIfNeeded: number), at: offset)
    put(UInt32(truncatingIfNeeded: number >> 32), at: offset + 4)
  }
}
