// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// What a release says, row by row, as numbers: strings and abbreviations are
// replaced by their numbers in the pools, codes stay codes. `CatalogLayout`
// turns these rows into sections.

/// Everything collected for one catalog.
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
  /// What stood in which of several releases; empty where there is one.
  var spans = ReleaseSpans()
  var codeSystems: [CodeSystemRows] = []
  var attachments: [(name: UInt32, bytes: [UInt8])] = []
  /// Inverse relationships that RXNDOC states, as symbols.
  var statedInverses: [(UInt16, UInt16)] = []
  /// Whether more abbreviations came than a symbol's 16 bits can number.
  var hasTooManySymbols = false
  /// Facts about the build, in the order of their keys at the end.
  var facts: [String: String] = [:]
}

/// A row of RXNCONSO.
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

/// A row of RXNSAT.
struct AttributeRow {
  var rxcui: UInt32
  var rxaui: UInt32
  var name: UInt16
  var source: UInt16
  var value: UInt32
  var code: UInt32
  var suppress: UInt8
}

/// A row of RXNSTY.
struct SemanticTypeRow {
  var rxcui: UInt32
  var kind: [UInt32]
}

/// An NDC of a concept, as eleven digits.
struct NDCRow {
  var ndc: UInt64
  var rxcui: UInt32
  var source: UInt16
  var suppress: UInt8
}

/// A row of RXNSAB.
struct SourceRow {
  var abbreviation: UInt16
  var version: UInt32
  var name: UInt32
  var release: UInt32
  var restriction: UInt32
}

/// A row of RXNATOMARCHIVE.
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

/// A row of RXNCUI or RXNCUICHANGES.
struct RetirementRow: Hashable {
  var from: UInt32
  var to: UInt32
  /// 1 RXNCUI, 2 RXNCUICHANGES, 3 only named as a replacement; see ``RetirementField/origin``.
  var origin: UInt32
  var versionStart: UInt32
  var versionEnd: UInt32
  var cardinality: UInt32
}

/// A code system loaded from FHIR, its strings as numbers.
struct CodeSystemRows {
  /// The words of ``CodeSystemField`` before `firstConcept`, as string numbers.
  var fields: [UInt32]
  var isCaseSensitive: Bool
  var concepts: [CodeSystemConceptRow]
}

/// A concept of a code system.
struct CodeSystemConceptRow {
  var code: UInt32
  var display: UInt32
  var definition: UInt32
  var parent: UInt32
  var depth: UInt32
  var designations: [[UInt32]]
  var properties: [[UInt32]]
}

/// The abbreviations of a catalog: fixed numbers first, then those it brings.
struct SymbolTable {
  private(set) var texts = WellKnownSymbol.all
  private var numbers: [[UInt8]: UInt16] = [:]

  init() {
    for (number, text) in texts.enumerated() {
      let key = Array(text.utf8)
      if numbers[key] == nil { numbers[key] = UInt16(number) }
    }
  }

  /// The number of an abbreviation; `nil` when 65,536 are in use.
  mutating func number(of text: Span<UInt8>) -> UInt16? {
    guard !text.isEmpty else { return 0 }
    let key = [UInt8](capacity: text.count) { output in
      for index in text.indices { output.append(text[index]) }
    }
    if let number = numbers[key] { return number }
    guard texts.count < Int(UInt16.max) else { return nil }
    let number = UInt16(texts.count)
    texts.append(String(decoding: key, as: UTF8.self))
    numbers[key] = number
    return number
  }

  /// New numbers that depend on the texts alone: the fixed ones, then by bytes.
  func sortedNumbers() -> (texts: [String], renumbered: [UInt16]) {
    let fixed = WellKnownSymbol.all.count
    let order = (fixed..<texts.count).sorted { texts[$0].precedesInBytes(texts[$1]) }
    var renumbered = [UInt16](repeating: 0, count: texts.count)
    for number in 0..<fixed { renumbered[number] = UInt16(number) }
    for (place, number) in order.enumerated() { renumbered[number] = UInt16(fixed + place) }
    return (WellKnownSymbol.all + order.map { texts[$0] }, renumbered)
  }
}
