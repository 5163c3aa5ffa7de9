// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// One concept of a catalog: a small view into the file.
///
/// Everything is read on demand; strings are made only then. Related concepts
/// are `Concept`s of the same catalog.
public struct Concept: Sendable {
  /// The catalog that holds it.
  public let catalog: Catalog
  package let ordinal: UInt32

  package init(catalog: Catalog, ordinal: UInt32) {
    self.catalog = catalog
    self.ordinal = ordinal
  }

  var file: CatalogFile { catalog.file }

  package func word(_ field: Int) -> UInt32 {
    file.concept(ordinal, field)
  }

  func run(_ id: SectionID, _ field: Int) -> Range<Int> {
    file.range(id, first: word(field), count: word(field + 1))
  }

  // MARK: Identity

  /// Its number in the release; print ``code`` instead.
  public var rxcui: RxCUI { RxCUI(rawValue: word(ConceptField.rxcui)) }

  /// The code to show: `nil` for a number that only ties a reconstructed release together.
  ///
  /// Such placeholders are 90000000 and above and are not RxNorm codes.
  public var code: RxCUI? {
    let rxcui = rxcui
    return catalog.isPlaceholder(rxcui) ? nil : rxcui
  }

  /// What kind of concept it is: the term type of its main row.
  public var termType: TermType {
    TermType(rawValue: file.symbol(UInt16(truncatingIfNeeded: word(ConceptField.kind))))
  }

  /// Whether its term type is one with a fixed number; makes no text of it.
  func isOfType(_ symbol: UInt16?) -> Bool {
    UInt16(truncatingIfNeeded: word(ConceptField.kind)) == symbol
  }

  // MARK: Names

  /// The main name: the text of its main row.
  public var name: String { file.text(word(ConceptField.name)) }

  /// The name that is best for people: the prescribable name where there is one.
  public var displayName: String { file.text(word(ConceptField.displayName)) }

  /// Lends the UTF-8 bytes of the main name, without a copy.
  public func withNameUTF8(_ body: (Span<UInt8>) -> Void) {
    file.withUTF8(word(ConceptField.name), body)
  }

  /// All its names, RXNORM's first, the main name leading.
  public var names: [Name] {
    run(.names, ConceptField.names).map { Name(file: file, index: $0) }
  }

  /// Whether a source of an abbreviation names it.
  package func hasName(ofSource abbreviation: String) -> Bool {
    guard let source = catalog.sourceIndex(of: abbreviation) else { return false }
    return run(.names, ConceptField.names).contains {
      Name(file: file, index: $0).sourceIndex == source
    }
  }

  // MARK: Status

  var isLive: Bool { word(ConceptField.kind) >> 24 & ConceptField.liveFlag != 0 }

  /// Whether it is in RxNorm's prescribable subset: a human, current US drug.
  public var isPrescribable: Bool {
    word(ConceptField.kind) >> 24 & ConceptField.prescribableFlag != 0
  }

  /// What became of the code.
  public var status: ConceptStatus {
    ConceptStatus(kind: word(ConceptField.kind)) ?? catalog.history(of: rxcui).status
  }

  /// Source abbreviation of the main name; `RXNORM` unless only other sources name it.
  public var source: String {
    file.symbol(UInt16(truncatingIfNeeded: word(ConceptField.source)))
  }
}

extension ConceptStatus {
  /// The status in a concept's word ``ConceptField/kind``; `nil` where history decides.
  package init?(kind: UInt32) {
    let flags = kind >> 24
    if flags & ConceptField.liveFlag == 0 {
      // Neither the archive nor the retirements name a successor.
      guard flags & ConceptField.retiredFlag == 0 else { return nil }
      self = .notCurrent
      return
    }
    self =
      switch UInt8(truncatingIfNeeded: kind >> 16) {
      case UInt8(ascii: "N"): .active
      case UInt8(ascii: "E"): .quantified
      default: .obsolete
      }
  }
}

extension Concept: Hashable, Comparable {
  /// Whether both are the same concept of the same opened catalog.
  public static func == (left: Concept, right: Concept) -> Bool {
    left.ordinal == right.ordinal && left.file === right.file
  }

  /// Hashes the position.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ordinal)
  }

  /// Orders by code.
  public static func < (left: Concept, right: Concept) -> Bool {
    left.ordinal < right.ordinal
  }
}

/// One name of a concept: a row of RXNCONSO.
public struct Name: Sendable {
  let file: CatalogFile
  package let index: Int

  package init(file: CatalogFile, index: Int) {
    self.file = file
    self.index = index
  }

  private func word(_ field: Int) -> UInt32 {
    file.word(.names, index, field)
  }

  /// The text (STR).
  public var text: String { file.text(word(NameField.text)) }
  /// The source (SAB).
  public var source: String {
    let index = Int(sourceIndex)
    return file.text(.sources, index, SourceField.abbreviation)
  }
  /// The index of the source; RXNORM's is 0.
  package var sourceIndex: UInt32 { word(NameField.kind) >> 16 & 0xFF }
  /// The term type (TTY).
  public var termType: TermType {
    TermType(rawValue: file.symbol(UInt16(truncatingIfNeeded: word(NameField.kind))))
  }
  /// The code in its source (CODE).
  public var code: String { file.text(word(NameField.code)) }
  /// The atom identifier (RXAUI); 0 if it is not a number.
  public var rxaui: UInt32 { word(NameField.rxaui) }
  /// The language (LAT).
  public var language: String {
    file.symbol(UInt16(truncatingIfNeeded: word(NameField.language)))
  }
  /// The SUPPRESS letter: `N`, `O`, `E` or `Y`.
  public var suppress: Character {
    Character(Unicode.Scalar(UInt8(truncatingIfNeeded: word(NameField.kind) >> 24)))
  }
  /// Whether the prescribable subset holds the row (CVF 4096).
  public var isPrescribable: Bool {
    file.word(.contentViews, Int(word(NameField.language) >> 16), 0) & 4096 != 0
  }
}

// What a look-up can read without making a string or an array.
extension Concept {
  /// How many ``names`` it has.
  public var nameCount: Int { Int(word(ConceptField.names + 1)) }
  /// How many ``relations`` it has.
  public var relationCount: Int { Int(word(ConceptField.relations + 1)) }
  /// How many ``attributes`` it has.
  public var attributeCount: Int { Int(word(ConceptField.attributes + 1)) }
  /// How many ``semanticTypes`` it has.
  public var semanticTypeCount: Int { Int(word(ConceptField.semanticTypes + 1)) }
  /// How many rows of the release give it an NDC.
  public var ndcRowCount: Int { Int(word(ConceptField.ndcs + 1)) }
}

// What other modules need to build tables of their own over the concepts of a
// catalog: positions, which are smaller than concepts, and walks without arrays.

extension Catalog {
  /// The concept at a position in the order of codes; `nil` beyond the last.
  package func concept(at position: UInt32) -> Concept? {
    Int(position) < conceptCount ? Concept(catalog: self, ordinal: position) : nil
  }
}

extension Concept {
  package var position: UInt32 { ordinal }

  package var mainSuppress: UInt8? {
    word(ConceptField.kind) >> 24 & ConceptField.liveFlag == 0
      ? nil : UInt8(truncatingIfNeeded: word(ConceptField.kind) >> 16)
  }
}
