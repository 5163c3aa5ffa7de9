// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The layout of a catalog file, in one place. The documentation page
// "The catalog file" describes every byte; this file is what both the writer
// and the reader compile against.
//
//   offset 0      header, 64 bytes           see `CatalogHeader`
//   offset 64     section table, 32 bytes a section
//   bodyStart     sections, each 64-byte aligned, zeros between them
//   checksumStart CRC-32 of every block of 4 KiB of [bodyStart, checksumStart)
//
// All numbers are little-endian. Everything is an offset or an ordinal, so the
// file can be mapped anywhere. A concept is its ordinal: concepts stand in the
// order of their RxCUI.

/// What identifies a catalog file and what a reader accepts.
package enum CatalogFormat {
  /// `RXKITCAT` in ASCII, read as a little-endian number.
  package static let magic: UInt64 = 0x5441_4354_494B_5852
  /// Written as a number; a reader of the other byte order sees it reversed.
  package static let byteOrderMark: UInt32 = 0x0102_0304
  /// The version that this code writes, and the only one it reads.
  package static let version: UInt32 = 4

  package static let headerLength = 64
  package static let sectionEntryLength = 32
  package static let alignment = 64
  /// A page of memory: what an answer reads lies all over the file, and of larger blocks all bytes
  /// are fetched and checked for the few that are asked for.
  package static let blockShift = 12
  package static let blockLength = 1 << blockShift
  /// More sections than any version has; a larger count is damage.
  package static let maximumSectionCount = 64
}

/// Byte offsets of the fields of the header.
package enum HeaderField {
  package static let magic = 0
  package static let byteOrderMark = 8
  package static let version = 12
  package static let fileLength = 16
  package static let bodyStart = 24
  package static let checksumStart = 32
  package static let sectionCount = 40
  /// CRC-32 of the checksums at the end of the file.
  package static let checksumTableChecksum = 44
  /// CRC-32 of header and section table, with this field taken as zero.
  package static let headerChecksum = 48
}

/// The sections of a catalog; a case's position is where the reader keeps it.
package enum SectionID: Int, CaseIterable {
  case strings, symbols, facts, concepts, codeChunks, codeBits, names, relations, attributes
  case semanticTypes, semanticTypeKinds, ndcs, conceptNDCs, sources, documentation, archive
  case retirements, nameSlots, nameEntries, codeSlots, codeEntries, codes, codeSystems
  case codeSystemConcepts, designations, properties, attachments, attachmentBytes, ndcSlots
  case searchWords, searchWordText, searchPostings, searchOrder, searchBands, searchMaps
  case searchMapBits, normalNames, spellings, spellingText, spellingPairs, spellingPostings
  case releases, nameSpans, ndcSpans, ndcSpansByConcept, codeSystemDetails, hierarchy
  case propertyCodings, valueSets, valueSetClauses, valueSetEntries, conceptMaps, mapGroups
  case mappings, namingSystems, tuples, termKeys, termSlots, termEntries, contentViews, lexicon

  private static let schemas = allCases.map(\.describedSchema)

  /// What its records are.
  package var schema: SectionSchema { Self.schemas[rawValue] }

  /// The four letters that name it in the section table.
  package var name: String { schema.name }

  /// The four letters as a little-endian number.
  package var tag: UInt32 {
    name.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Bytes of one record; sections of bytes count bytes.
  package var stride: Int { schema.stride }
}

extension Range where Bound == Int {
  /// The first place at which a test fails that passes at all places before it.
  @inlinable @inline(__always)
  package func firstPlace(notBefore isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low &+ high) / 2
      if isBefore(middle) { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}

/// How RxCUIs become ordinals: a bitmap with ranks, in chunks.
///
/// Concepts are sorted by RxCUI, so a concept's ordinal is the number of codes
/// before its own. A record of 12 bytes answers for 64 codes: 64 bits, and the
/// number of codes before the record, so that one count of bits is enough. Chunks
/// of 65,536 codes that hold none cost 4 bytes. For a full release that is
/// 0.6 MB, which stays in the second-level cache, where a direct table takes
/// 12 MB.
package enum CodeBitmap {
  package static let codesPerRecord = 64
  package static let chunkShift: UInt32 = 16
  package static let chunkMask: UInt32 = 0xFFFF
  package static let recordsPerChunk = 1024
}

// CRC-32 as in zip and gzip (ISO 3309): well known, in every toolbox, and finds
// every error of up to 32 bits in a row. Computed here, so that whoever reads a
// catalog needs no library; eight bytes at a time, each by a table of its own.

/// The checksum of headers and blocks.
package enum BlockChecksum {
  /// Entry `256 * k + b`: what byte `b` does to the checksum when `k` bytes follow it.
  private static let tables: [UInt32] = {
    var tables = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
    for place in 0..<7 * 256 {
      tables.append(tables[place] >> 8 ^ tables[Int(tables[place] & 0xFF)])
    }
    return tables
  }()

  package static func of(_ bytes: [UInt8]) -> UInt32 { unsafe of(bytes.span.bytes, after: 0) }

  /// The CRC-32 of a part of bytes.
  package static func of(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
    unsafe of(bytes.span.bytes.extracting(range), after: 0)
  }

  /// The CRC-32 of bytes that follow others.
  package static func of(_ bytes: RawSpan, after previous: UInt32) -> UInt32 {
    let tables = tables.span
    var value = ~previous
    var place = 0
    while place &+ 8 <= bytes.byteCount {
      let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
      let mixed = UInt64(littleEndian: word) ^ UInt64(value)
      value = 0
      for byte in 0..<8 {
        value ^= tables[(7 &- byte) &* 256 &+ Int(mixed >> UInt64(byte &* 8) & 0xFF)]
      }
      place &+= 8
    }
    while place < bytes.byteCount {
      let byte = unsafe bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)
      value = value >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: value) ^ byte)]
      place &+= 1
    }
    return ~value
  }
}
