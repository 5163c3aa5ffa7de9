// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import SymptomMapping

/// One version of one drug label, whatever it was read from.
///
/// The facts that identify it are as written; nothing here is looked up in a catalog.
/// Source: HL7 Structured Product Labeling; openFDA's drug label endpoint.
public struct DrugLabel: Sendable, Hashable {
  /// What it was read from.
  public var source: EvidenceSource
  /// The file, with the member of an archive or the line behind it (`all.zip:a.zip:b.xml`).
  public var file: String
  /// What kind of document it is.
  public var kind: LabelKind
  /// The identifier of this version; empty if not given.
  public var documentID = ""
  /// The identifier of the label over all its versions, in lower case; empty if not given.
  public var setID = ""
  /// The number of the version, as written.
  public var version = ""
  /// The date, as written: `YYYYMMDD`, sometimes with a time behind it.
  public var effectiveTime = ""
  /// The title in one line; empty if not given.
  public var title = ""
  /// The products, in the order of the document; a kit has its parts within it.
  public var products: [LabelProduct] = []
  /// The sections in the order of the document, each with the index of its parent.
  public var sections: [LabelSection] = []
  /// Codes of products that openFDA adds (SCD, SBD, packs): a check, never the only ground.
  public var rxcuis: [String] = []
  /// Irregularities of the document, in words; nothing is left out without a line here.
  public var notes: [String] = []

  /// Makes a label without products and sections.
  public init(source: EvidenceSource, file: String, kind: LabelKind) {
    self.source = source
    self.file = file
    self.kind = kind
  }

  /// The day it takes effect, if ``effectiveTime`` begins with one.
  public var date: LabelDate? { LabelDate(effectiveTime.prefix(8)) }

  /// The products, and the parts of kits.
  var allProducts: [LabelProduct] { products.flatMap(\.withParts) }

  /// The names of the products and their substances; of a label without products the title.
  var names: [String] {
    products.isEmpty
      ? [title]
      : allProducts.flatMap { [$0.name, $0.genericName] + $0.active.map(\.substance.name) }
  }
}

// The place of a section in its label.

extension DrugLabel {
  func headings(of section: Int) -> [String] { path(of: section).map { sections[$0].title } }

  func isInAdverseReactions(_ section: Int) -> Bool {
    isWithin(section, ["34084-4", "90374-0", "90375-7"])
  }

  func isWithin(_ section: Int, _ codes: Set<String>) -> Bool {
    path(of: section).contains { codes.contains(sections[$0].loinc) }
  }

  func evidenceSection(of section: Int) -> (index: Int, loinc: String)? {
    path(of: section).first { Self.evidenceSections.contains(sections[$0].loinc) }
      .map { ($0, sections[$0].loinc) }
  }

  private static let evidenceSections = LabelSectionCodes.leaflets.union([
    "34066-1", "43685-7", "34071-1", "42232-9", "34072-9", "34084-4", "50566-9", "50567-7",
  ])

  /// A section and its parents; ends even if a broken label has a cycle.
  private func path(of section: Int) -> [Int] {
    var path: [Int] = []
    var next: Int? = section
    while let index = next, sections.indices.contains(index), path.count < 32 {
      path.append(index)
      next = sections[index].parent
    }
    return path
  }
}

/// What kind of document a label is.
public enum LabelKind: Sendable, Hashable {
  case prescription
  /// A label of a drug that is sold without a prescription.
  case overTheCounter
  /// A label of a human product of another type (vaccine, plasma derivative, cellular
  /// therapy, allergenic): read, but it supports no rows.
  case otherHuman(LabelProductType)
  case veterinary
  /// The type is not said; openFDA's block may be empty.
  case unstated
}

/// Types of human products whose labels are not covered.
public enum LabelProductType: String, Sendable, Hashable, CaseIterable {
  case vaccine
  case plasmaDerivative = "plasma derivative"
  case cellularTherapy = "cellular therapy"
  case allergenic = "standardized allergenic"
  case homeopathic, other
}

/// A product of a label.
public struct LabelProduct: Sendable, Hashable {
  /// The name on the package.
  public var name = ""
  /// The name of the drug without a brand; empty if not given.
  public var genericName = ""
  /// The National Drug Code of the product, as written; empty if not given.
  public var ndc = ""
  /// The dose form in SPL's words; empty for a kit and in openFDA's documents.
  public var form = ""
  /// Routes in SPL's words, upper case.
  public var routes: [String] = []
  /// Marketing categories in SPL's words (`NDA`, `OTC MONOGRAPH`, `UNAPPROVED HOMEOPATHIC` …).
  public var marketing: [String] = []
  /// The active ingredients.
  public var active: [LabelIngredient] = []
  /// Whether the name and the UNII of each ingredient are known to belong together.
  ///
  /// openFDA lists names and UNIIs apart, and in some documents in another order. Several of them
  /// are paired by position, and this is false: the names are right as a set, and so are the UNIIs.
  public var hasCertainPairs = true
  /// How many inactive ingredients it has; they never count as a drug.
  public var inactiveCount = 0
  /// The parts of a kit, each with its own ingredients and routes.
  public var parts: [LabelProduct] = []

  /// Makes a product about which nothing is known.
  public init() {}

  var withParts: [LabelProduct] { [self] + parts.flatMap(\.withParts) }
}

/// An active ingredient of a product.
public struct LabelIngredient: Sendable, Hashable {
  /// How its strength is stated: `ACTIB`, `ACTIM` or `ACTIR`; empty in openFDA's documents.
  public var basis: String
  /// The substance, often a salt.
  public var substance: LabelSubstance
  /// What acts in it; empty in openFDA's documents.
  public var moieties: [LabelSubstance]

  /// Makes an ingredient.
  public init(basis: String, substance: LabelSubstance, moieties: [LabelSubstance] = []) {
    self.basis = basis
    self.substance = substance
    self.moieties = moieties
  }
}

/// A substance with its Unique Ingredient Identifier.
public struct LabelSubstance: Sendable, Hashable {
  /// The UNII, as written; empty if not given.
  public var unii: String
  /// The name, as written.
  public var name: String

  /// Makes a substance.
  public init(unii: String, name: String) {
    self.unii = unii
    self.name = name
  }
}

/// A section of a label: its own text and tables, without those of the sections in it.
public struct LabelSection: Sendable, Hashable {
  /// Its identifier, as written; empty if not given.
  public var id = ""
  /// The index of the section that it is in, among the sections of its label.
  public var parent: Int?
  /// Its LOINC code, as written, or that of openFDA's field; empty if it has none.
  public var loinc: String
  /// The field of openFDA's document; empty for SPL.
  public var field = ""
  /// Its heading in one line; empty if not given.
  public var title: String
  /// Its text.
  ///
  /// The text of tables is not in it, unless openFDA repeats it there.
  public var text = LabelText()
  /// The short version of it in the highlights.
  ///
  /// It repeats the text and is never a second statement.
  public var highlight = LabelText()
  /// Its tables in the order of the document.
  public var tables: [TableGrid] = []
  /// The tables of its short version in the highlights; they repeat what is stated elsewhere.
  public var highlightTables: [TableGrid] = []

  /// Makes a section without text.
  public init(loinc: String, title: String = "", parent: Int? = nil) {
    self.parent = parent
    self.loinc = loinc
    self.title = title
  }
}

/// Text with its paragraphs and items.
public struct LabelText: Sendable, Hashable {
  /// A paragraph, an item of a list, or a heading within the text.
  public struct Block: Sendable, Hashable {
    /// What a block is.
    public enum Kind: Sendable, Hashable {
      /// A paragraph, or text of unknown kind; a list item; the caption of either.
      case paragraph, item, caption
    }

    /// What it is.
    public var kind: Kind
    /// Its bytes within the text.
    public var range: Range<Int>

    /// Makes a block.
    public init(_ kind: Kind, _ range: Range<Int>) {
      self.kind = kind
      self.range = range
    }
  }

  /// The text in UTF-8.
  ///
  /// Blocks are separated by one line feed. SPL's white space is collapsed; a
  /// string of openFDA or of annotated labels is kept byte for byte.
  public var utf8: [UInt8] = []
  /// Its blocks in order, which do not overlap; a string without structure is one paragraph.
  public var blocks: [Block] = []

  /// Makes an empty text.
  public init() {}

  /// Makes a text without structure.
  public init(_ string: some StringProtocol) {
    utf8 = Array(string.utf8)
    blocks = utf8.isEmpty ? [] : [Block(.paragraph, 0..<utf8.count)]
  }

  /// Whether there are no bytes.
  public var isEmpty: Bool { utf8.isEmpty }

  /// The same without the blocks that the first one holds: openFDA gives a section, then its parts.
  var withoutRepeats: LabelText {
    func string(_ block: Block) -> String { String(decoding: utf8[block.range], as: UTF8.self) }
    var text = self
    let whole = blocks.first.map(string) ?? ""
    text.blocks.removeAll { $0 != blocks.first && whole.holds(string($0)) }
    return text
  }

  mutating func append(_ other: LabelText) {
    guard !isEmpty, !other.isEmpty else {
      if isEmpty { self = other }
      return
    }
    utf8.append(0x0A)
    let start = utf8.count
    utf8 += other.utf8
    blocks += other.blocks.map {
      Block($0.kind, start + $0.range.lowerBound..<start + $0.range.upperBound)
    }
  }
}

/// A table as a rectangle of cells: spans expanded, short rows filled with empty cells.
public struct TableGrid: Sendable, Hashable {
  /// One place of the rectangle.
  public struct Cell: Sendable, Hashable {
    /// The text, white space collapsed, without footnotes and marks of footnotes.
    public var text: String
    /// Whether the text is here because a cell spans more than one place.
    public var isRepeated: Bool
    /// Whether the markup says that it is a heading (`th`).
    public var isHeading: Bool
    /// Where in the text, in bytes, the markup ends a line (`br`, paragraphs, items): a cell can
    /// contain the figures of several rows.
    public var lineEnds: [Int] = []

    /// Makes a cell.
    public init(_ text: String, isRepeated: Bool = false, isHeading: Bool = false) {
      self.text = text
      self.isRepeated = isRepeated
      self.isHeading = isHeading
    }
  }

  /// The part of the markup that a row is in.
  public enum RowPart: Sendable, Hashable { case head, body, foot }

  /// The caption; empty if not given.
  public var caption = ""
  /// The end of the block of text right before the table; empty if there is none.
  public var textBefore = ""
  /// The cells, row by row in the order of the markup; `tfoot` may come before `tbody`.
  public var rows: [[Cell]] = []
  /// The part of the table that each row is in.
  public var parts: [RowPart] = []
  /// Whether all rows had the same number of places before they were filled.
  public var isRectangular = true
  /// The footnotes within cells, in order; they are not part of any cell's text.
  public var footnotes: [String] = []

  /// Makes a table without cells.
  public init() {}
}
