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
//   checksumStart CRC-32 of every 64 KiB block of [bodyStart, checksumStart)
//
// All numbers are little-endian. Everything is an offset or an ordinal, so the
// file can be mapped anywhere. A concept is its ordinal: concepts stand in the
// order of their RxCUI.

/// What identifies a catalog file and what a reader accepts.
package enum CatalogFormat {
  /// `RXKITCAT` in ASCII, read as a little-endian number.
  static let magic: UInt64 = 0x5441_4354_494B_5852
  /// Written as a number; a reader of the other byte order sees it reversed.
  static let byteOrderMark: UInt32 = 0x0102_0304
  /// The version that this code writes, and the only one it reads.
  package static let version: UInt32 = 1

  static let headerLength = 64
  static let sectionEntryLength = 32
  static let alignment = 64
  static let blockShift = 16
  static let blockLength = 1 << blockShift
  /// More sections than any version has; a larger count is damage.
  static let maximumSectionCount = 64
}

/// Byte offsets of the fields of the header.
enum HeaderField {
  static let magic = 0
  static let byteOrderMark = 8
  static let version = 12
  static let fileLength = 16
  static let bodyStart = 24
  static let checksumStart = 32
  static let sectionCount = 40
  /// CRC-32 of the checksums at the end of the file.
  static let checksumTableChecksum = 44
  /// CRC-32 of header and section table, with this field taken as zero.
  static let headerChecksum = 48
}

/// The sections of a catalog, by their four-letter names.
enum SectionID: UInt32, CaseIterable {
  /// String pool: a length as LEB128, then that many bytes of UTF-8, per string.
  case strings = 0x5352_5453  // STRS
  /// Symbols: a string reference each; see ``WellKnownSymbol``.
  case symbols = 0x424D_5953  // SYMB
  /// Facts about the file: pairs of string references, key and value.
  case facts = 0x5443_4146  // FACT
  /// Concepts: 64 bytes each; see ``ConceptField``.
  case concepts = 0x434E_4F43  // CONC
  /// Chunks of the RxCUI space: index of the first bitmap block plus 1, or 0.
  case codeChunks = 0x4B4E_4843  // CHNK
  /// Bitmap blocks of 64 bytes: a rank, then 448 bits.
  case codeBits = 0x5354_4942  // BITS
  /// Names: 32 bytes each; see ``NameField``.
  case names = 0x454D_414E  // NAME
  /// Relations: 8 bytes each; see ``RelationField``.
  case relations = 0x4C45_5252  // RREL
  /// Attributes: 16 bytes each; see ``AttributeField``.
  case attributes = 0x5254_5441  // ATTR
  /// Semantic types of concepts: an index into the next section each.
  case semanticTypes = 0x5059_5453  // STYP
  /// The distinct semantic types: three string references (TUI, STN, STY).
  case semanticTypeKinds = 0x4459_5453  // STYD
  /// NDCs in ascending order: 16 bytes each; see ``NDCField``.
  case ndcs = 0x5343_444E  // NDCS
  /// NDCs of concepts: an index into the section before each.
  case conceptNDCs = 0x4344_4E43  // CNDC
  /// Sources: 32 bytes each; see ``SourceField``.
  case sources = 0x5342_4153  // SABS
  /// Documentation (RXNDOC): four string references each.
  case documentation = 0x5343_4F44  // DOCS
  /// Archived names: 32 bytes each, by RxCUI; see ``ArchiveField``.
  case archive = 0x4843_5241  // ARCH
  /// Retired codes (RXNCUI, RXNCUICHANGES): 24 bytes each; see ``RetirementField``.
  case retirements = 0x4952_4554  // TERI
  /// Hash slots of names, and the entries they lead to.
  case nameSlots = 0x534D_414E  // NAMS
  case nameEntries = 0x454D_4E45  // ENME
  /// Hash slots of codes of other systems, and the entries they lead to.
  case codeSlots = 0x5344_4F43  // CODS
  case codeEntries = 0x4544_4F43  // CODE
  /// What the entries of codes lead to: 16 bytes each; see ``CodeField``.
  case codes = 0x4C44_4F43  // CODL
  /// Code systems loaded from FHIR: 64 bytes each; see ``CodeSystemField``.
  case codeSystems = 0x5359_5343  // CSYS
  /// Their concepts: 48 bytes each; see ``CodeSystemConceptField``.
  case codeSystemConcepts = 0x4359_5343  // CSYC
  /// Designations: three string references (language, use, value).
  case designations = 0x4753_4544  // DESG
  /// Properties: three string references (code, kind, value).
  case properties = 0x504F_5250  // PROP
  /// Attached files: three words (name, start, length) each.
  case attachments = 0x5448_4341  // ACHT
  /// The bytes of the attached files.
  case attachmentBytes = 0x4254_4341  // ACTB

  /// Bytes of one element; sections of bytes count bytes.
  var stride: Int {
    switch self {
    case .strings, .attachmentBytes: 1
    case .symbols, .codeChunks, .semanticTypes, .conceptNDCs, .nameSlots, .codeSlots: 4
    case .facts, .relations, .nameEntries, .codeEntries: 8
    case .semanticTypeKinds, .designations, .properties, .attachments: 12
    case .attributes, .ndcs, .documentation, .codes: 16
    case .retirements: 24
    case .names, .sources, .archive: 32
    case .codeSystemConcepts: 48
    case .concepts, .codeBits, .codeSystems: 64
    }
  }

  /// The four letters, for messages.
  var name: String {
    var text = ""
    for shift in [0, 8, 16, 24] as [UInt32] {
      text.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: rawValue >> shift)))
    }
    return text
  }
}

/// How RxCUIs become ordinals: a bitmap with ranks, in chunks.
///
/// Concepts are sorted by RxCUI, so a concept's ordinal is the number of codes
/// before its own. A block of 64 bytes, one cache line, answers for 448 codes:
/// 8 bytes with the number of codes before the block, then 448 bits. Chunks of
/// 128 blocks that hold no code cost 4 bytes. For a full release that is
/// 0.4 MB where a direct table takes 12 MB and misses the cache more often.
enum CodeBitmap {
  static let codesPerBlock = 448
  static let blocksPerChunk = 128
  static let codesPerChunk = codesPerBlock * blocksPerChunk
}
