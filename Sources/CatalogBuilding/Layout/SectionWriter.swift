// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import RxNormRelease
internal import Threads

// Sections become a file: header, table, aligned sections, checksums. They are
// not copied together: of a full release that would take 250 MB more. The file
// is a list of pieces instead, which are written one behind the other.

struct SectionBytes {
  let id: SectionID
  let count: Int
  /// One behind the other.
  let content: [FilePiece]

  /// A section of 32-bit words.
  init(_ id: SectionID, words: [UInt32]) {
    self.id = id
    count = words.count * 4 / id.stride
    content = [.words(words)]
  }

  init(_ id: SectionID, bytes: [UInt8]) {
    self.init(id, parts: [bytes])
  }

  /// A section of bytes that were made one part after the other.
  init(_ id: SectionID, parts: [[UInt8]]) {
    self.id = id
    count = parts.reduce(0) { $0 + $1.count } / id.stride
    content = parts.map { .bytes($0) }
  }
}

struct SectionWriter {
  private var pieces: [FilePiece] = []
  private var byteCount = 0

  static func pieces(of sections: [SectionBytes], threads: Int) -> [FilePiece] {
    var writer = SectionWriter()
    writer.write(sections, threads)
    return writer.pieces
  }

  private mutating func write(_ sections: [SectionBytes], _ threads: Int) {
    let headerEnd =
      CatalogFormat.headerLength + sections.count * CatalogFormat.sectionEntryLength
    var header = [UInt8](repeating: 0, count: Self.aligned(headerEnd))
    let bodyStart = header.count
    // Its place; the bytes come when all is known.
    append(.bytes(header))
    for (index, section) in sections.enumerated() {
      let entry = CatalogFormat.headerLength + index * CatalogFormat.sectionEntryLength
      Self.put(section.id.tag, at: entry, of: &header)
      Self.put(UInt32(section.id.stride), at: entry + 4, of: &header)
      Self.put(UInt64(byteCount), at: entry + 8, of: &header)
      Self.put(UInt64(section.count), at: entry + 16, of: &header)
      for piece in section.content { append(piece) }
      append(.bytes([UInt8](repeating: 0, count: Self.aligned(byteCount) - byteCount)))
    }
    let checksumStart = byteCount
    let checksums = FilePiece.words(checksums(of: bodyStart..<checksumStart, threads))
    append(checksums)
    Self.put(CatalogFormat.magic, at: HeaderField.magic, of: &header)
    Self.put(CatalogFormat.byteOrderMark, at: HeaderField.byteOrderMark, of: &header)
    Self.put(CatalogFormat.version, at: HeaderField.version, of: &header)
    Self.put(UInt64(byteCount), at: HeaderField.fileLength, of: &header)
    Self.put(UInt64(bodyStart), at: HeaderField.bodyStart, of: &header)
    Self.put(UInt64(checksumStart), at: HeaderField.checksumStart, of: &header)
    Self.put(UInt32(sections.count), at: HeaderField.sectionCount, of: &header)
    Self.put(
      checksums.checksum(of: 0..<checksums.byteCount, after: 0),
      at: HeaderField.checksumTableChecksum, of: &header)
    Self.put(BlockChecksum.of(header), at: HeaderField.headerChecksum, of: &header)
    pieces[0] = .bytes(header)
  }

  private mutating func append(_ piece: FilePiece) {
    byteCount += piece.byteCount
    pieces.append(piece)
  }

  private static func aligned(_ offset: Int) -> Int {
    (offset + CatalogFormat.alignment - 1) / CatalogFormat.alignment * CatalogFormat.alignment
  }

  private func checksums(of body: Range<Int>, _ threads: Int) -> [UInt32] {
    let length = CatalogFormat.blockLength
    var starts: [Int] = []
    var start = 0
    for piece in pieces {
      starts.append(start)
      start += piece.byteCount
    }
    let parts = Workers.split(
      0..<(body.count + length - 1) / length, threads: threads, always: true
    ) { [pieces, starts] blocks in
      blocks.map { block in
        let start = body.lowerBound + block * length
        return Self.checksum(of: start..<min(start + length, body.upperBound), pieces, starts)
      }
    }
    return parts.flatMap { $0 }
  }

  /// The checksum of a block, which may lie in several pieces.
  private static func checksum(
    of range: Range<Int>, _ pieces: [FilePiece], _ starts: [Int]
  ) -> UInt32 {
    var sum: UInt32 = 0
    for (piece, start) in zip(pieces, starts)
    where start < range.upperBound && start + piece.byteCount > range.lowerBound {
      let part = range.clamped(to: start..<start + piece.byteCount)
      sum = piece.checksum(
        of: part.lowerBound - start..<part.upperBound - start, after: sum)
    }
    return sum
  }

  private static func put(_ word: UInt32, at offset: Int, of bytes: inout [UInt8]) {
    for byte in 0..<4 { bytes[offset + byte] = UInt8(truncatingIfNeeded: word >> UInt32(byte * 8)) }
  }

  private static func put(_ number: UInt64, at offset: Int, of bytes: inout [UInt8]) {
    put(UInt32(truncatingIfNeeded: number), at: offset, of: &bytes)
    put(UInt32(truncatingIfNeeded: number >> 32), at: offset + 4, of: &bytes)
  }
}

// `unsafe` here: the bytes of an array are lent while it is borrowed, and every
// bit pattern of a word is bytes.

/// A part of a catalog file, as words or as bytes.
enum FilePiece: Sendable {
  /// Words, which the file has with their lowest byte first.
  case littleEndian([UInt32])
  case bytes([UInt8])

  /// A piece of words; they are turned round where the processor has the other order.
  static func words(_ words: [UInt32]) -> FilePiece {
    .littleEndian(UInt32(1).littleEndian == 1 ? words : words.map(\.littleEndian))
  }

  var byteCount: Int {
    switch self {
    case .littleEndian(let words): words.count * 4
    case .bytes(let bytes): bytes.count
    }
  }

  /// The words in the order of the file, which is not the processor's everywhere; none of bytes.
  var storedWords: [UInt32] {
    if case .littleEndian(let words) = self { words } else { [] }
  }

  func checksum(of range: Range<Int>, after previous: UInt32) -> UInt32 {
    switch self {
    case .littleEndian(let words):
      unsafe BlockChecksum.of(words.span.bytes.extracting(range), after: previous)
    case .bytes(let bytes):
      unsafe BlockChecksum.of(bytes.span.bytes.extracting(range), after: previous)
    }
  }

  func append(to bytes: inout [UInt8]) {
    switch self {
    case .littleEndian(let words):
      unsafe words.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    case .bytes(let own): bytes += own
    }
  }

  func withBytes<Failure: Error>(_ body: (RawSpan) throws(Failure) -> Void) throws(Failure) {
    switch self {
    case .littleEndian(let words): unsafe try body(words.span.bytes)
    case .bytes(let bytes): unsafe try body(bytes.span.bytes)
    }
  }
}

struct GroupIndex {
  let slots: [UInt32]
  let entries: [UInt32]

  /// Builds the index.
  ///
  /// - Parameters:
  ///   - keys: Hash and record number of every record, in any order, a pair counting once;
  ///     record numbers are below 2³¹ - 1.
  ///   - threads: How many threads sort them.
  init(_ keys: [(hash: UInt64, record: UInt32)], threads: Int = 1) {
    let sorted = BucketSort.sorted(keys, threads: threads, key: { $0.hash }, bits: 64) {
      $0.record < $1.record
    }
    var keyCount = 0
    for place in sorted.indices
    where place == 0 || sorted[place].hash != sorted[place - 1].hash {
      keyCount += 1
    }
    let size = max(16, (keyCount * 4 + 2) / 3)
    var slots = LargePages.repeated(HashSlot.empty, count: size * 2)
    var entries: [UInt32] = []
    var start = 0
    while start < sorted.count {
      let hash = sorted[start].hash
      let first = entries.count
      // The count of the group comes to be known behind it.
      entries.append(0)
      while start < sorted.count, sorted[start].hash == hash {
        let record = sorted[start].record
        if entries.count == first + 1 || entries[entries.count - 1] != record {
          entries.append(record)
        }
        start += 1
      }
      var slot = KeyHash.slot(hash, of: size)
      while slots[slot * 2 + 1] != HashSlot.empty { slot = slot + 1 == size ? 0 : slot + 1 }
      slots[slot * 2] = UInt32(truncatingIfNeeded: hash)
      let count = entries.count - first - 1
      if count == 1 {
        slots[slot * 2 + 1] = entries[first + 1]
        entries.removeLast(2)
      } else {
        slots[slot * 2 + 1] = HashSlot.groupFlag | UInt32(first)
        entries[first] = UInt32(count)
      }
    }
    self.slots = slots
    self.entries = entries
  }
}

/// Hash slots of numbers in ascending order, such as NDCs.
enum CodeSlots {
  /// One slot a distinct number: 1 + the index of its first record, or 0.
  static func words(ofNumbers numbers: [UInt64]) -> [UInt32] {
    var count = 0
    for index in numbers.indices where index == 0 || numbers[index - 1] != numbers[index] {
      count += 1
    }
    let size = max(16, count * 2)
    var slots = LargePages.repeated(0 as UInt32, count: size)
    for (index, number) in numbers.enumerated() where index == 0 || numbers[index - 1] != number {
      var slot = KeyHash.slot(KeyHash.finish(number), of: size)
      while slots[slot] != 0 { slot = slot + 1 == size ? 0 : slot + 1 }
      slots[slot] = UInt32(index + 1)
    }
    return slots
  }
}
