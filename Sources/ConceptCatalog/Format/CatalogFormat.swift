// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import MedicationModel

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
// file can be mapped anywhere. A concept is identified by its ordinal: concepts
// are sorted by RxCUI.

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
  /// are fetched and checked for the few that are requested.
  package static let blockShift = 12
  package static let blockLength = 1 << blockShift
  /// More sections than any version has; a larger count is damage.
  package static let maximumSectionCount = 64
}

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

  package var schema: SectionSchema { Self.schemas[rawValue] }

  /// The four letters that name it in the section table.
  package var name: String { schema.name }

  /// The four letters as a little-endian number.
  package var tag: UInt32 {
    name.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

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

// `unsafe` here: the copy is made before the borrow of the span's own bytes ends.

extension [UInt8] {
  package init(copying span: Span<UInt8>) {
    self = unsafe span.withUnsafeBufferPointer { unsafe [UInt8]($0) }
  }
}

extension String {
  package init(utf8 span: Span<UInt8>) {
    self = unsafe span.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

// CRC-32 as in zip and gzip (ISO 3309): well known, in every toolbox, and finds
// every error of up to 32 bits in a row. Computed here, so that whoever reads a
// catalog needs no library; eight bytes at a time, each by a table of its own.

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

// Abbreviations that code refers to by name have fixed numbers, so that a
// question like "has_ingredient of this" needs no look-up. Numbers are part of
// the format: only append, and raise the version otherwise.

/// A symbol with a fixed number in every catalog of this format version.
package enum WellKnownSymbol {
  package static let all: [String] =
    [""] + sources + termTypes + relationships + attributes + relationKinds

  private static let sources = [
    "RXNORM", "MTHSPL", "ATC", "VANDF", "DRUGBANK", "USP", "CVX", "SNOMEDCT_US", "MSH",
    "MTHCMSFRF", "GS", "MMSL", "MMX", "NDDF", "ENG",
  ]

  /// Symbols from 1 to this are sources; the language behind them is none.
  package static let sourceCount = sources.count - 1

  package static let termTypes = [
    "IN", "PIN", "MIN", "SCDC", "SCDF", "SCDFP", "SCDG", "SCDGP", "SCD", "BN", "SBDC", "SBDF",
    "SBDFP", "SBDG", "SBD", "GPCK", "BPCK", "DF", "DFG", "PSN", "SY", "TMSY", "ET", "SU", "DP",
    "PT", "FN",
  ]

  private static let relationships = inversePairs.flatMap { [$0.0, $0.1] }

  /// Relationships of SAB RXNORM and their inverses.
  package static let inversePairs: [(String, String)] = [
    ("has_ingredient", "ingredient_of"), ("has_precise_ingredient", "precise_ingredient_of"),
    ("has_ingredients", "ingredients_of"), ("has_part", "part_of"), ("form_of", "has_form"),
    ("consists_of", "constitutes"), ("isa", "inverse_isa"), ("has_dose_form", "dose_form_of"),
    ("has_doseformgroup", "doseformgroup_of"), ("tradename_of", "has_tradename"),
    ("contains", "contained_in"), ("quantified_form_of", "has_quantified_form"),
    ("reformulated_to", "reformulation_of"), ("has_boss", "boss_of"),
    ("has_active_ingredient", "active_ingredient_of"),
    ("has_inactive_ingredient", "inactive_ingredient_of"),
    ("has_active_moiety", "active_moiety_of"), ("includes", "included_in"),
    ("member_of", "has_member"),
  ]

  /// Kinds of relations (REL): they replace the relationship where a row has none.
  private static let relationKinds = ["RB", "RN", "PAR", "CHD", "AQ", "QB", "RO", "SIB"]

  /// Kinds of relations and their inverses (RxNorm Technical Documentation, RXNREL).
  package static let inverseKinds: [(String, String)] = [
    ("RB", "RN"), ("PAR", "CHD"), ("AQ", "QB"), ("RO", "RO"), ("SIB", "SIB"), ("SY", "SY"),
  ]

  private static let attributes = [
    "NDC", "RXN_STRENGTH", "RXN_AVAILABLE_STRENGTH", "RXN_QUANTITY",
    "RXN_QUALITATIVE_DISTINCTION", "RXN_HUMAN_DRUG", "RXN_VET_DRUG", "RXN_BN_CARDINALITY",
    "RXTERM_FORM", "RXN_BOSS_FROM", "RXN_BOSS_AI", "RXN_BOSS_AM", "RXN_BOSS_STRENGTH_NUM_VALUE",
    "RXN_BOSS_STRENGTH_NUM_UNIT", "RXN_BOSS_STRENGTH_DENOM_VALUE",
    "RXN_BOSS_STRENGTH_DENOM_UNIT", "UNII_CODE", "SPL_SET_ID",
  ]

  // Attributes that are looked up for every product.
  package static let strength = number(of: "RXN_STRENGTH")
  static let strengthBasis = number(of: "RXN_BOSS_FROM")
  static let basisIngredient = number(of: "RXN_BOSS_AI")
  static let basisMoiety = number(of: "RXN_BOSS_AM")
  static let humanDrug = number(of: "RXN_HUMAN_DRUG")
  static let veterinaryDrug = number(of: "RXN_VET_DRUG")

  // Term types on the way from a product to its ingredients.
  package static let ingredient = number(of: "IN")
  package static let preciseIngredient = number(of: "PIN")
  package static let component = number(of: "SCDC")

  package static func numbers(of types: [TermType]) -> Set<UInt16> {
    Set(types.compactMap { number(of: $0.rawValue) })
  }

  package static func number(of text: String) -> UInt16? {
    numbers[text]
  }

  private static let numbers: [String: UInt16] = {
    var numbers: [String: UInt16] = [:]
    for (position, text) in all.enumerated() where numbers[text] == nil {
      numbers[text] = UInt16(position)
    }
    return numbers
  }()
}
