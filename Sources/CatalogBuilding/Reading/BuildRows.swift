// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import RxNormRelease

// What a release says, row by row, as numbers: strings and abbreviations are
// replaced by their numbers in the pools, codes stay codes. `CatalogLayout`
// turns these rows into sections.

struct BuildRows {
  var strings = StringPool()
  var symbols = SymbolTable()
  var names: [NameRow] = []
  var relations: [RelationRow] = []
  var attributes: [AttributeRow] = []
  var semanticTypes: [SemanticTypeRow] = []
  var ndcs: [NDCRow] = []
  var sources: [SourceRow] = []
  var documentation: [[UInt32]] = []
  var archive: [ArchiveRow] = []
  var retirements: [RetirementRow] = []
  /// What was in which of several releases; empty if there is only one.
  var spans = ReleaseSpans()
  var codeSystems: [CodeSystemRows] = []
  /// Concepts of code systems whose document is still being read, by their number in it.
  var heldSystems: [Int: CodeSystemRows] = [:]
  /// Value sets, concept maps and registrations.
  var terminology = TerminologyRows()
  var attachments: [(name: UInt32, bytes: [UInt8])] = []
  /// Inverse relationships that RXNDOC states, as symbols.
  var statedInverses: [(UInt16, UInt16)] = []
  /// Whether there were more abbreviations than a symbol's 16 bits can number.
  var hasTooManySymbols = false
  /// Facts about the build, in the order of their keys at the end.
  var facts: [String: String] = [:]
  /// What is kept of rows that are not always kept.
  var contents = CatalogContents.standard
  /// Strings of the last rows, which have no numbers yet; see ``numberStrings(of:)``.
  private var batch = StringBatch()
  private var numbers: [UInt32] = []
  /// Rows of RXNCONSO, RXNREL and RXNSAT by the symbol of their source.
  var nameCounts = SymbolCounts()
  var relationCounts = SymbolCounts()
  var attributeCounts = SymbolCounts()
  /// Rows that ``contents`` leaves out.
  var leftOutRelations = 0
  var leftOutAttributes = 0
  /// Rows that were skipped, by kind; they are recorded in the catalog's facts.
  var passedOver: [String: Int] = [:]

  /// Makes room for the rows of a release, so that growing lists need not be moved.
  ///
  /// Memory that is not written to is not taken from the system. The table of strings
  /// is written to: the first thread's is to hold those of all others, too, which get
  /// their share and a quarter more.
  mutating func reserve(for release: RxNormRelease, share: Int) {
    // Bytes of a short row of each table.
    LargePages.reserve(release.byteCount(of: .concepts) / 70, in: &names)
    LargePages.reserve(release.byteCount(of: .relations) / 55, in: &relations)
    LargePages.reserve(release.byteCount(of: .attributes) / 50, in: &attributes)
    LargePages.reserve(release.byteCount(of: .attributes) / 150, in: &ndcs)
    semanticTypes.reserveCapacity(release.byteCount(of: .semanticTypes) / 40)
    archive.reserveCapacity(release.byteCount(of: .atomArchive) / 100)
    let bytes = [RRFTable.concepts, .attributes, .atomArchive].map { release.byteCount(of: $0) }
    strings.reserve(
      bytes: bytes.reduce(0, +) / 3,
      count: (bytes[0] / 60 + bytes[1] / 600 + bytes[2] / 500) * (share == 1 ? 4 : 5)
        / (share * 4))
  }

  @inline(__always)
  mutating func add(_ row: NameRow, text: Span<UInt8>, code: Span<UInt8>) {
    names.append(row)
    batch.add(text, to: strings)
    batch.add(code, to: strings)
    if batch.isFull { numberStrings(of: .concepts) }
  }

  @inline(__always)
  mutating func add(_ row: AttributeRow, value: Span<UInt8>, code: Span<UInt8>) {
    attributes.append(row)
    batch.add(value, to: strings)
    // The attributes of one atom follow each other.
    batch.add(code, orSameAs: 2, to: strings)
    if batch.isFull { numberStrings(of: .attributes) }
  }

  @inline(__always)
  mutating func add(_ row: ArchiveRow, text: Span<UInt8>, code: Span<UInt8>) {
    archive.append(row)
    batch.add(text, to: strings)
    batch.add(code, to: strings)
    if batch.isFull { numberStrings(of: .atomArchive) }
  }

  /// Gives the strings of the last rows of a table their numbers; a batch is of one table.
  mutating func numberStrings(of table: RRFTable) {
    strings.number(batch, into: &numbers)
    batch.removeAll()
    let rowCount = numbers.count / 2
    for place in 0..<rowCount {
      let (first, second) = (numbers[place * 2], numbers[place * 2 + 1])
      switch table {
      case .concepts:
        let row = names.count - rowCount + place
        names[row].text = first
        names[row].code = second
      case .attributes:
        let row = attributes.count - rowCount + place
        attributes[row].value = first
        attributes[row].code = second
      case .atomArchive:
        let row = archive.count - rowCount + place
        archive[row].text = first
        archive[row].code = second
      default: break
      }
    }
  }
}

struct NameRow {
  var rxcui: UInt32
  var rxaui: UInt32
  var text: UInt32
  var code: UInt32
  var cvf: UInt32
  var source: UInt16
  var termType: UInt16
  var language: UInt16
  /// The SUPPRESS letter; an empty field counts as `N`.
  var suppress: UInt8
}

/// A row of RXNREL as a fact: `subject` has `relationship` to `object`.
struct RelationRow {
  var subject: UInt32
  var object: UInt32
  var relationship: UInt16
  var source: UInt16
  var isBetweenAtoms: Bool
}

struct AttributeRow {
  var rxcui: UInt32
  var rxaui: UInt32
  var name: UInt16
  var source: UInt16
  var value: UInt32
  var code: UInt32
  var suppress: UInt8
}

struct SemanticTypeRow {
  var rxcui: UInt32
  var kind: SemanticKind
}

/// TUI, STN and STY, as numbers of strings.
typealias SemanticKind = SIMD3<UInt32>

/// An NDC of a concept, as eleven digits.
struct NDCRow {
  var ndc: UInt64
  var rxcui: UInt32
  var source: UInt16
  var suppress: UInt8
}

struct SourceRow {
  var abbreviation: UInt16
  var version: UInt32
  var name: UInt32
  var release: UInt32
  var restriction: UInt32
}

struct ArchiveRow {
  var rxcui: UInt32
  var mergedInto: UInt32
  var rxaui: UInt32
  var text: UInt32
  var source: UInt16
  var termType: UInt16
  var lastReleased: UInt32
  var code: UInt32
  var archived: UInt32
}

struct RetirementRow: Hashable {
  var from: UInt32
  var to: UInt32
  /// 1 RXNCUI, 2 RXNCUICHANGES, 3 only named as a replacement; see ``RetirementField/origin``.
  var origin: UInt32
  var versionStart: UInt32
  var versionEnd: UInt32
  var cardinality: UInt32
}

/// How often each symbol occurred.
struct SymbolCounts {
  private(set) var counts: [UInt32] = []

  @inline(__always)
  mutating func add(_ symbol: UInt16, _ count: UInt32 = 1) {
    if Int(symbol) >= counts.count { grow(to: Int(symbol)) }
    counts[Int(symbol)] &+= count
  }

  @inline(never)
  private mutating func grow(to symbol: Int) {
    counts += repeatElement(0, count: symbol + 64 - counts.count)
  }

  var total: Int { counts.reduce(0) { $0 + Int($1) } }

  func count(of symbol: Int) -> UInt32 { symbol < counts.count ? counts[symbol] : 0 }
}
