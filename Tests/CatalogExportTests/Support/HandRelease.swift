// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import RxNormRelease

/// A release written by hand: rows are added one fact at a time.
///
/// Substances and sources are made up. The column layout is that of the RxNorm
/// Technical Documentation.
struct HandRelease {
  private var tables: [RRFTable: [String]] = [:]
  private var nextAtom = 1
  private let name: String

  /// Begins a release; the name decides whether it counts as NLM's own.
  init(name: String = "RXNORM_20AA_260302F") {
    self.name = name
    source("RXNORM", level: 0, version: name)
    add(.documentation, ["TTY", "IN", "expanded_form", "Name for an ingredient"])
  }

  /// Lists a source in RXNSAB.
  mutating func source(_ abbreviation: String, level: Int, version: String? = nil) {
    let version = version ?? "\(abbreviation)_2026"
    add(
      .sources,
      [
        "", "C1", version, abbreviation, abbreviation, abbreviation,
        String(version.drop { $0 != "_" }.dropFirst()), "", "", "", "", "", "", "\(level)",
      ])
  }

  /// Adds a name; the first of RXNORM with a main term type is the concept's.
  mutating func concept(
    _ rxcui: Int, _ termType: String, _ text: String, source: String = "RXNORM",
    code: String? = nil, suppress: String = "N"
  ) {
    let atom = nextAtom
    nextAtom += 1
    add(
      .concepts,
      [
        "\(rxcui)", "ENG", "", "", "", "", "", "\(atom)", "\(atom)", code ?? "\(rxcui)", "", source,
        termType, code ?? "\(rxcui)", text, "", suppress, suppress == "N" ? "4096" : "",
      ])
    if source == "RXNORM", !["SY", "PSN", "TMSY"].contains(termType) {
      add(.semanticTypes, ["\(rxcui)", "T200", "A1.3.3", "Clinical Drug", "", ""])
    }
  }

  /// Adds the fact "`subject` `relation` `object`", in both directions.
  mutating func relation(
    _ subject: Int, _ relation: String, _ inverse: String, _ object: Int, source: String = "RXNORM"
  ) {
    // A row `A … B … rela` reads "B rela A".
    for (first, second, word) in [(object, subject, relation), (subject, object, inverse)] {
      add(
        .relations,
        [
          "\(first)", "", "CUI", "RO", "\(second)", "", "CUI", word, "", "", source, "", "", "",
          "N", "",
        ])
    }
  }

  /// Adds an attribute.
  mutating func attribute(
    _ rxcui: Int, _ name: String, _ value: String, source: String = "RXNORM",
    suppress: String = "N"
  ) {
    add(
      .attributes,
      [
        "\(rxcui)", "", "", "", "CUI", "\(rxcui)", "", "", name, source, value, suppress, "",
      ])
  }

  /// Adds an atom that was removed, with the concept its meaning went into.
  mutating func archived(
    _ rxcui: Int, _ termType: String, _ text: String, into target: Int, source: String = "RXNORM"
  ) {
    let atom = nextAtom
    nextAtom += 1
    let time = "01/05/2015 12:00:00 AM"
    add(
      .atomArchive,
      [
        "\(atom)", "", text, time, "", time, "\(rxcui)", "N", "ENG", "20150105", "\(atom)",
        "RXNORM_20150105", "\(rxcui)", source, termType, "\(target)",
      ])
  }

  private mutating func add(_ table: RRFTable, _ fields: [String]) {
    let row = fields.joined(separator: "|") + "|"
    let bars = row.utf8.count { $0 == UInt8(ascii: "|") }
    tables[table, default: []].append(
      row + String(repeating: "|", count: max(0, table.columnCount - bars)))
  }

  /// The catalog that is built from the release.
  func catalog() throws -> Catalog {
    let files = tables.mapValues { rows in Array(rows.map { $0 + "\n" }.joined().utf8) }
    let release = try RxNormRelease(files: files, name: name)
    return try Catalog(
      bytes: CatalogBuilder(release: release, toolVersion: "test").build().bytes)
  }
}
