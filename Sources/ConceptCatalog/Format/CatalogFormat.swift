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
  /// String pool: a length as LEB128, then that many bytes of UTF-8, per string.
  case strings
  /// Symbols: a string reference each; see ``WellKnownSymbol``.
  case symbols
  /// Facts about the file: pairs of string references, key and value.
  case facts
  /// Concepts: 64 bytes each; see ``ConceptField``.
  case concepts
  /// Chunks of the RxCUI space: index of the first bitmap record plus 1, or 0.
  case codeChunks
  /// Bitmap records of 12 bytes: 64 bits, then a rank.
  case codeBits
  /// Names: 24 bytes each; see ``NameField``.
  case names
  /// Relations: 8 bytes each; see ``RelationField``.
  case relations
  /// Attributes: 16 bytes each; see ``AttributeField``.
  case attributes
  /// Semantic types of concepts: an index into the next section each.
  case semanticTypes
  /// The distinct semantic types: three string references (TUI, STN, STY).
  case semanticTypeKinds
  /// NDCs in ascending order: 16 bytes each; see ``NDCField``.
  case ndcs
  /// NDCs of concepts: an index into the section before each.
  case conceptNDCs
  /// Sources: 32 bytes each; see ``SourceField``.
  case sources
  /// Documentation (RXNDOC): four string references each.
  case documentation
  /// Archived names: 32 bytes each, by RxCUI; see ``ArchiveField``.
  case archive
  /// Retired codes (RXNCUI, RXNCUICHANGES): 24 bytes each; see ``RetirementField``.
  case retirements
  /// Hash slots of names, and the groups of concepts that share a key; see `GroupIndex`.
  case nameSlots, nameEntries
  /// Hash slots of codes of other systems, and the groups that share a key.
  case codeSlots, codeEntries
  /// Codes of code systems loaded from FHIR: 16 bytes each; see ``CodeField``.
  case codes
  /// Code systems loaded from FHIR: 64 bytes each; see ``CodeSystemField``.
  case codeSystems
  /// Their concepts: 48 bytes each; see ``CodeSystemConceptField``.
  case codeSystemConcepts
  /// Designations: three string references (language, use, value).
  case designations
  /// Properties: three string references (code, kind, value).
  case properties
  /// Attached files: three words (name, start, length) each.
  case attachments
  /// The bytes of the attached files.
  case attachmentBytes
  /// Hash slots of NDCs: 1 + the index of a code's first record in `ndcs`, or 0.
  case ndcSlots
  /// Words of names, sorted by bytes: 8 bytes each; see ``SearchWordField``.
  case searchWords
  /// The bytes of these words.
  case searchWordText
  /// Ranks of the concepts that have a word, ascending.
  case searchPostings
  /// Concepts in the order of search results: an ordinal each.
  case searchOrder
  /// Where the bands of that order begin: a rank each.
  case searchBands
  /// Ranges of words that many concepts have: first word and end.
  case searchMaps
  /// For each of them a bit for each rank.
  case searchMapBits
  /// Normalised names: low half of the key, ordinal of the concept.
  case normalNames
  /// Drug words and names for spelling, by length: 12 bytes each; see ``SpellingField``.
  case spellings
  /// The bytes of these.
  case spellingText
  /// Pairs of letters, and where the drug words that have them begin.
  case spellingPairs
  /// Indexes into the drug words.
  case spellingPostings
  /// The releases that history was taken from, oldest first; see ``ReleaseField``.
  case releases
  /// Names with the releases that hold them, by RxCUI; see ``NameSpanField``.
  case nameSpans
  /// NDCs with the releases that hold them, ascending; see ``NDCSpanField``.
  case ndcSpans
  /// Indexes into the section before, by RxCUI.
  case ndcSpansByConcept
  /// What code systems say beyond their concepts: 32 bytes each; see ``CodeSystemDetailField``.
  case codeSystemDetails
  /// Edges of their hierarchies: 12 bytes each; see ``HierarchyField``.
  case hierarchy
  /// Systems of properties that are Codings: 16 bytes each; see ``PropertyCodingField``.
  case propertyCodings
  /// Value sets: 64 bytes each; see ``ValueSetField``.
  case valueSets
  /// Their includes and excludes: 48 bytes each; see ``ClauseField``.
  case valueSetClauses
  /// Codes in clauses and expansions: 40 bytes each; see ``ValueSetEntryField``.
  case valueSetEntries
  /// Concept maps: 48 bytes each; see ``ConceptMapField``.
  case conceptMaps
  /// Their groups: 48 bytes each; see ``MapGroupField``.
  case mapGroups
  /// Mappings from code to code: 48 bytes each; see ``MappingField``.
  case mappings
  /// Registrations of code systems: 32 bytes each; see ``NamingSystemField``.
  case namingSystems
  /// Four string references each, of the sections before.
  case tuples
  /// What terminology knows codes by: 16 bytes each; see ``TermKeyField``.
  case termKeys
  /// Hash slots of these keys, and the groups that share a hash.
  case termSlots, termEntries
  /// The distinct content view flags of names, ascending from 0.
  case contentViews
  /// What texts are matched with: words that the matcher wrote.
  case lexicon

  /// The four letters that name it in the section table.
  package var name: String {
    switch self {
    case .strings: "STRS"
    case .symbols: "SYMB"
    case .facts: "FACT"
    case .concepts: "CONC"
    case .codeChunks: "CHNK"
    case .codeBits: "BITS"
    case .names: "NAME"
    case .relations: "RELS"
    case .attributes: "ATTR"
    case .semanticTypes: "STYP"
    case .semanticTypeKinds: "STYK"
    case .ndcs: "NDCS"
    case .conceptNDCs: "CNDC"
    case .sources: "SABS"
    case .documentation: "DOCS"
    case .archive: "ARCH"
    case .retirements: "RETI"
    case .nameSlots: "NSLT"
    case .nameEntries: "NENT"
    case .codeSlots: "CSLT"
    case .codeEntries: "CENT"
    case .codes: "CODE"
    case .codeSystems: "CSYS"
    case .codeSystemConcepts: "CSYC"
    case .designations: "DESG"
    case .properties: "PROP"
    case .attachments: "ATCH"
    case .attachmentBytes: "ATCB"
    case .ndcSlots: "NDSL"
    case .searchWords: "SWRD"
    case .searchWordText: "SWTX"
    case .searchPostings: "SPST"
    case .searchOrder: "SORD"
    case .searchBands: "SBND"
    case .searchMaps: "SMAP"
    case .searchMapBits: "SMPB"
    case .normalNames: "NRML"
    case .spellings: "SPEL"
    case .spellingText: "SPTX"
    case .spellingPairs: "SPPR"
    case .spellingPostings: "SPPO"
    case .releases: "RELE"
    case .nameSpans: "NSPN"
    case .ndcSpans: "DSPN"
    case .ndcSpansByConcept: "DSPC"
    case .codeSystemDetails: "CSYX"
    case .hierarchy: "CSYH"
    case .propertyCodings: "PRCD"
    case .valueSets: "VSET"
    case .valueSetClauses: "VCLS"
    case .valueSetEntries: "VENT"
    case .conceptMaps: "CMAP"
    case .mapGroups: "CMGR"
    case .mappings: "CMEL"
    case .namingSystems: "NSYS"
    case .tuples: "TUPL"
    case .termKeys: "TKEY"
    case .termSlots: "TSLT"
    case .termEntries: "TENT"
    case .contentViews: "CVFS"
    case .lexicon: "LEXI"
    }
  }

  /// The four letters as a little-endian number.
  package var tag: UInt32 {
    name.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Bytes of one element; sections of bytes count bytes.
  package var stride: Int {
    switch self {
    case .strings, .attachmentBytes, .searchWordText, .spellingText: 1
    case .symbols, .codeChunks, .semanticTypes, .conceptNDCs, .ndcSlots, .nameEntries,
      .codeEntries, .searchPostings, .searchOrder, .searchBands, .spellingPostings,
      .ndcSpansByConcept, .termEntries, .contentViews, .lexicon:
      4
    case .facts, .relations, .nameSlots, .codeSlots, .searchWords, .searchMaps, .searchMapBits,
      .normalNames, .spellingPairs, .termSlots:
      8
    case .codeBits, .semanticTypeKinds, .designations, .properties, .attachments, .spellings,
      .releases, .hierarchy:
      12
    case .attributes, .ndcs, .documentation, .codes, .nameSpans, .ndcSpans, .propertyCodings,
      .tuples, .termKeys:
      16
    case .names, .retirements: 24
    case .sources, .archive, .codeSystemDetails, .namingSystems: 32
    case .valueSetEntries: 40
    case .codeSystemConcepts, .valueSetClauses, .conceptMaps, .mapGroups, .mappings: 48
    case .concepts, .codeSystems, .valueSets: 64
    }
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
