// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import RxNormRelease

/// A release written by hand: rows are added one fact at a time.
///
/// Substances and sources are made up, so that no one takes them for real ones. The column layout
/// is that of the RxNorm Technical Documentation.
public struct HandRelease {
  private var tables: [RRFTable: [String]] = [:]
  private var nextAtom = 1
  private let name: String

  /// Begins a release; the name decides whether it counts as NLM's own.
  public init(name: String = "RXNORM_20AA_260302F") {
    self.name = name
    source("RXNORM", level: 0, version: name)
    add(.documentation, ["TTY", "IN", "expanded_form", "Name for an ingredient"])
  }

  /// Lists a source in RXNSAB.
  public mutating func source(_ abbreviation: String, level: Int, version: String? = nil) {
    let version = version ?? "\(abbreviation)_2026"
    add(
      .sources,
      [
        "", "C1", version, abbreviation, abbreviation, abbreviation,
        String(version.drop { $0 != "_" }.dropFirst()), "", "", "", "", "", "", "\(level)",
      ])
  }

  /// Adds a name; the first of RXNORM with a main term type is the concept's.
  public mutating func concept(
    _ rxcui: Int, _ termType: String, _ text: String, source: String = "RXNORM",
    code: String? = nil, suppress: String = "N"
  ) {
    add(
      .concepts,
      ["\(rxcui)", "ENG", "", "", "", "", "", "\(nextAtom)", "\(nextAtom)", code ?? "\(rxcui)"]
        + ["", source, termType, code ?? "\(rxcui)", text, "", suppress]
        + [suppress == "N" ? "4096" : ""])
    nextAtom += 1
    if source == "RXNORM", !["SY", "PSN", "TMSY"].contains(termType) {
      add(.semanticTypes, ["\(rxcui)", "T200", "A1.3.3", "Clinical Drug", "", ""])
    }
  }

  /// Adds the fact "`subject` `relation` `object`", in both directions.
  public mutating func relation(_ subject: Int, _ relation: String, _ object: Int) {
    self.relation(
      subject, relation, Self.inverses[relation] ?? "inverse_\(relation)", object, source: "RXNORM")
  }

  /// Adds the fact "`subject` `relation` `object`", and "`object` `inverse` `subject`".
  public mutating func relation(
    _ subject: Int, _ relation: String, _ inverse: String, _ object: Int, source: String = "RXNORM"
  ) {
    // A row `A … B … rela` reads "B rela A".
    for (first, second, word) in [(object, subject, relation), (subject, object, inverse)] {
      add(
        .relations,
        ["\(first)", "", "CUI", "RO", "\(second)", "", "CUI", word, "", "", source]
          + ["", "", "", "N", ""])
    }
  }

  /// Adds an attribute.
  public mutating func attribute(
    _ rxcui: Int, _ name: String, _ value: String, source: String = "RXNORM",
    suppress: String = "N"
  ) {
    add(
      .attributes,
      [
        "\(rxcui)", "", "", "\(rxcui)", "CUI", "\(rxcui)", "", "", name, source, value, suppress,
        "",
      ]
    )
  }

  /// Adds an atom that was removed, with the concept its meaning went into.
  public mutating func archived(
    _ rxcui: Int, _ termType: String, _ text: String, into target: Int, source: String = "RXNORM"
  ) {
    let time = "01/05/2015 12:00:00 AM"
    add(
      .atomArchive,
      ["\(nextAtom)", "", text, time, "", time, "\(rxcui)", "N", "ENG", "20150105", "\(nextAtom)"]
        + ["RXNORM_20150105", "\(rxcui)", source, termType, "\(target)"])
    nextAtom += 1
  }

  /// Says in RXNCUICHANGES that an atom moved.
  public mutating func moved(_ rxcui: Int, to target: Int) {
    add(.conceptChanges, ["1", "\(rxcui)", "RXNORM", "IN", "nothing", "\(rxcui)", "\(target)"])
  }

  /// Adds a retired code and one code that took its place.
  public mutating func retired(_ rxcui: Int, into target: Int?, of count: Int = 1) {
    add(
      .retiredConcepts,
      ["\(rxcui)", "RXNORM_20150105", "", "\(count)", target.map(String.init) ?? ""])
  }

  /// Adds a row with exactly as many bars as the table has columns.
  private mutating func add(_ table: RRFTable, _ fields: [String]) {
    let row = fields.joined(separator: "|") + "|"
    let bars = row.utf8.count { $0 == UInt8(ascii: "|") }
    tables[table, default: []].append(
      row + String(repeating: "|", count: max(0, table.columnCount - bars)))
  }

  private static let inverses = [
    "has_ingredient": "ingredient_of", "has_precise_ingredient": "precise_ingredient_of",
    "has_ingredients": "ingredients_of", "has_part": "part_of", "form_of": "has_form",
    "consists_of": "constitutes", "isa": "inverse_isa", "has_dose_form": "dose_form_of",
    "has_doseformgroup": "doseformgroup_of", "tradename_of": "has_tradename",
    "contains": "contained_in", "quantified_form_of": "has_quantified_form",
  ]

  /// Adds a drug with its dose form and its components, each with the ingredient that it has.
  public mutating func drug(_ code: Int, _ name: String, form: Int?, _ parts: [(Int, Int)]) {
    concept(code, "SCD", name)
    if let form { relation(code, "has_dose_form", form) }
    for (component, ingredient) in parts {
      concept(component, "SCDC", "component \(component)")
      relation(code, "consists_of", component)
      relation(component, "has_ingredient", ingredient)
    }
  }

  /// The bytes of the catalog that is built from the release.
  public func catalogBytes(
    configure: (inout CatalogBuilder) throws -> Void = { _ in }
  ) throws -> [UInt8] {
    let files = tables.mapValues { rows in Array(rows.map { $0 + "\n" }.joined().utf8) }
    var builder = CatalogBuilder(
      release: try RxNormRelease(files: files, name: name), toolVersion: "test")
    try configure(&builder)
    return try builder.build().bytes
  }

  /// The catalog that is built from the release.
  public func catalog(
    configure: (inout CatalogBuilder) throws -> Void = { _ in }
  ) throws -> Catalog {
    try Catalog(bytes: catalogBytes(configure: configure))
  }
}
