// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog

/// All mapping tables together: what labels say, and how names and forms map.
public struct MappingTables: Sendable {
  /// The files of the tables, as they lie in Data/Mappings and in a catalog.
  public static let fileNames = [
    "symptoms.tsv", "phrases.tsv", "routes.tsv", "confused-names.tsv", "general-forms.tsv",
    "side-effects.tsv", "labels.tsv",
  ]

  /// General forms of dose forms.
  public let generalForms: GeneralFormTable
  /// Names that are mistaken for each other.
  public let confusedNames: ConfusedNames
  /// Routes that fit dose forms.
  public let routes: RouteTable
  /// The evidence.
  public private(set) var sideEffects: SideEffectTable
  /// The labels that were read.
  public let labels: LabelTable
  /// The symptoms' words.
  public let symptoms: SymptomTable
  /// The bytes of phrases.tsv, which only readers of labels need.
  private let phraseBytes: [UInt8]?
  /// What was answered before; `nil` for ``empty``, which would keep catalogs open for good.
  private(set) var answers: AnswerMemory? = AnswerMemory()

  /// Reads the tables.
  ///
  /// Side effects, labels, routes and general forms must be there, because an
  /// answer without them would look like one with; the others may be absent
  /// and are empty then. Phrases are read when asked for.
  ///
  /// - Parameter file: Gives the bytes of a table by its file name, or `nil`.
  /// - Throws: ``MappingError`` for the first thing that is wrong.
  public init(file: (String) -> [UInt8]?) throws(MappingError) {
    try self.init(file: file, catalog: nil)
  }

  /// Reads the tables; evidence and labels of a catalog are read on demand.
  private init(
    file: (String) -> [UInt8]?, catalog: Catalog?
  ) throws(MappingError) {
    func required(_ name: String) throws(MappingError) -> [UInt8] {
      guard let bytes = file(name) else { throw .missing(name) }
      return bytes
    }
    if let indexed = catalog.flatMap({ LabelTable(indexedIn: $0) }) {
      labels = indexed
    } else {
      labels = try LabelTable(bytes: required("labels.tsv"))
    }
    let labels = labels
    if let indexed = catalog.flatMap({ SideEffectTable(indexedIn: $0, labels: labels) }) {
      sideEffects = indexed
    } else {
      sideEffects = try SideEffectTable(bytes: required("side-effects.tsv"), labels: labels)
    }
    routes = try RouteTable(bytes: required("routes.tsv"))
    generalForms = try GeneralFormTable(bytes: required("general-forms.tsv"))
    if let bytes = file("confused-names.tsv") {
      confusedNames = try ConfusedNames(bytes: bytes)
    } else {
      confusedNames = ConfusedNames()
    }
    if let bytes = file("symptoms.tsv") {
      symptoms = try SymptomTable(bytes: bytes)
    } else {
      symptoms = SymptomTable()
    }
    phraseBytes = file("phrases.tsv")
  }

  /// Reads the tables that a catalog was built with.
  ///
  /// If the catalog has an index of evidence and labels, only the rows of requested subjects are
  /// read. Damaged rows are noted as damage of the catalog.
  ///
  /// - Throws: ``MappingError``, `mapping.missing-file` for a catalog without tables.
  public init(catalog: Catalog) throws(MappingError) {
    try self.init(file: { catalog.attachment($0) }, catalog: catalog)
  }

  /// Tables without rows: every answer says that no label was read.
  public static let empty = MappingTables()

  private init() {
    sideEffects = SideEffectTable()
    labels = LabelTable()
    routes = RouteTable()
    generalForms = GeneralFormTable()
    confusedNames = ConfusedNames()
    symptoms = SymptomTable()
    phraseBytes = nil
    answers = nil
  }

  /// The same tables with other evidence.
  public func replacing(sideEffects: SideEffectTable) -> MappingTables {
    var copy = self
    copy.sideEffects = sideEffects
    copy.answers = AnswerMemory()
    return copy
  }

  /// The index files of the tables in a catalog, for finding the rows of a subject.
  package var indexFiles: [(name: String, bytes: [UInt8])] {
    [sideEffects.indexFile, labels.indexFile].compactMap { $0 }
  }

  /// The phrases in labels that name symptoms.
  ///
  /// - Throws: ``MappingError`` for the first thing that is wrong in phrases.tsv.
  public func phrases() throws(MappingError) -> PhraseTable {
    guard let phraseBytes else { return PhraseTable() }
    return try PhraseTable(bytes: phraseBytes)
  }
}
