// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A section of a label: its own text and tables, without those of the sections in it.
public struct LabelSection: Sendable, Hashable {
  /// Its identifier, as written; empty if not given.
  public var id = ""
  /// The index of the section that it stands in, among the sections of its label.
  public var parent: Int?
  /// Its LOINC code, as written, or that of openFDA's field; empty if it has none.
  public var loinc: String
  /// The field of openFDA's document; empty for SPL.
  public var field = ""
  /// Its heading in one line; empty if not given.
  public var title: String
  /// Its text.
  ///
  /// What stands in tables is not in it, save where openFDA repeats it there.
  public var text = LabelText()
  /// The short version of it that stands in the highlights.
  ///
  /// It repeats the text and is never a second statement.
  public var highlight = LabelText()
  /// Its tables in the order of the document.
  public var tables: [TableGrid] = []
  /// The tables of its short version in the highlights; they repeat what is said elsewhere.
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
  /// Between blocks stands one line feed. SPL's white space is collapsed; a string of
  /// openFDA or of annotated labels stands as it is, byte by byte.
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

  /// Whether there is no byte.
  public var isEmpty: Bool { utf8.isEmpty }

  /// Appends another text.
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
    /// Whether the text stands here because a cell spans more than one place.
    public var isRepeated: Bool
    /// Whether the markup says that it is a heading (`th`).
    public var isHeading: Bool
    /// Where in the text, in bytes, the markup ends a line (`br`, paragraphs, items): a cell can
    /// hold the figures of several rows.
    public var lineEnds: [Int] = []

    /// Makes a cell.
    public init(_ text: String, isRepeated: Bool = false, isHeading: Bool = false) {
      self.text = text
      self.isRepeated = isRepeated
      self.isHeading = isHeading
    }
  }

  /// Where in the markup a row stands.
  public enum RowPart: Sendable, Hashable {
    case head, body, foot
  }

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

  /// Makes a table.
  public init(caption: String, rows: [[Cell]], parts: [RowPart], isRectangular: Bool) {
    self.caption = caption
    self.rows = rows
    self.parts = parts
    self.isRectangular = isRectangular
  }
}
