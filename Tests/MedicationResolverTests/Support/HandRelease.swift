// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import FHIRResources
import Foundation
import MedicationModel
import RxNormRelease

/// A release written by hand: rows are added one fact at a time.
///
/// Codes from 1 to 89999999 of substances that are made up, named so that no
/// one takes them for real drugs. The column layout is that of the RxNorm
/// Technical Documentation.
struct HandRelease {
  private var tables: [RRFTable: [String]] = [:]
  private var nextAtom = 1
  let name: String

  /// Begins a release; the name decides whether it counts as NLM's own.
  init(name: String = "RXNORM_20AA_260302F") {
    self.name = name
    for table in RRFTable.allCases { tables[table] = [] }
    let version = String(name.drop { $0 != "_" }.dropFirst())
    add(.sources, ["", "C1", name, "RXNORM", "RxNorm", "RXNORM", version])
    add(.conceptChanges, ["1", "9", "RXNORM", "IN", "nothing", "9", "9"])
    add(.documentation, ["TTY", "IN", "expanded_form", "Name for an ingredient"])
  }

  /// Adds a name; the first of RXNORM with a main term type is the concept's.
  @discardableResult
  mutating func concept(
    _ rxcui: Int, _ termType: String, _ text: String, source: String = "RXNORM",
    code: String? = nil, suppress: String = "N"
  ) -> HandRelease {
    let atom = nextAtom
    nextAtom += 1
    add(
      .concepts,
      [
        "\(rxcui)", "ENG", "", "", "", "", "", "\(atom)", "\(atom)", code ?? "\(rxcui)", "", source,
        termType, code ?? "\(rxcui)", text, "", suppress, suppress == "N" ? "4096" : "",
      ])
    add(.semanticTypes, ["\(rxcui)", "T200", "A1.3.3", "Clinical Drug", "", ""])
    return self
  }

  /// Adds the fact "`subject` `relation` `object`", in both directions.
  mutating func relation(_ subject: Int, _ relation: String, _ object: Int) {
    // A row `A … B … rela` reads "B rela A".
    row(object, subject, relation)
    row(subject, object, Self.inverses[relation] ?? "inverse_\(relation)")
  }

  private mutating func row(_ first: Int, _ second: Int, _ relation: String) {
    add(
      .relations,
      [
        "\(first)", "", "CUI", "RO", "\(second)", "", "CUI", relation, "", "", "RXNORM", "", "", "",
        "N", "",
      ])
  }

  /// Adds an attribute.
  mutating func attribute(
    _ rxcui: Int, _ name: String, _ value: String, source: String = "RXNORM",
    suppress: String = "N"
  ) {
    add(
      .attributes,
      [
        "\(rxcui)", "", "", "\(rxcui)", "CUI", "\(rxcui)", "", "", name, source, value, suppress,
        "",
      ])
  }

  /// Adds an atom that was removed, with the concept its meaning went into.
  mutating func archived(_ rxcui: Int, _ termType: String, _ text: String, into target: Int) {
    let atom = nextAtom
    nextAtom += 1
    let time = "01/05/2015 12:00:00 AM"
    add(
      .atomArchive,
      [
        "\(atom)", "", text, time, "", time, "\(rxcui)", "N", "ENG", "20150105", "\(atom)",
        "RXNORM_20150105", "\(rxcui)", "RXNORM", termType, "\(target)",
      ])
  }

  /// Adds a retired code and one code that took its place.
  mutating func retired(_ rxcui: Int, into target: Int?, of count: Int = 1) {
    add(
      .retiredConcepts,
      ["\(rxcui)", "RXNORM_20150105", "", "\(count)", target.map(String.init) ?? ""])
  }

  private mutating func add(_ table: RRFTable, _ fields: [String]) {
    tables[table, default: []].append(
      Self.padded(fields.joined(separator: "|") + "|", table.columnCount))
  }

  /// The row with exactly as many bars as the table has columns.
  private static func padded(_ row: String, _ columns: Int) -> String {
    let bars = row.utf8.count { $0 == UInt8(ascii: "|") }
    return row + String(repeating: "|", count: max(0, columns - bars))
  }

  private static let inverses = [
    "has_ingredient": "ingredient_of", "has_precise_ingredient": "precise_ingredient_of",
    "has_ingredients": "ingredients_of", "has_part": "part_of", "form_of": "has_form",
    "consists_of": "constitutes", "isa": "inverse_isa", "has_dose_form": "dose_form_of",
    "has_doseformgroup": "doseformgroup_of", "tradename_of": "has_tradename",
    "contains": "contained_in", "quantified_form_of": "has_quantified_form",
  ]

  /// The bytes of the catalog that is built from the release.
  func catalogBytes(
    with system: CodeSystemResource? = nil, configure: (inout CatalogBuilder) -> Void = { _ in }
  ) throws -> [UInt8] {
    let files = tables.mapValues { rows in Array(rows.map { $0 + "\n" }.joined().utf8) }
    let release = try RxNormRelease(files: files, name: name)
    var builder = CatalogBuilder(release: release, toolVersion: "test")
    if let system { _ = builder.add(system, file: "own.json") }
    configure(&builder)
    return try builder.build().bytes
  }
}

/// The small release, whose facts are the lines of `Fixtures/small-release.txt`.
enum SmallRelease {
  private static let lines = Result {
    String(decoding: try Resolvers.fixture("small-release.txt"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  /// The release; the name decides whether it counts as NLM's own.
  static func make(name: String = "RXNORM_20AA_260302F") throws -> HandRelease {
    var release = HandRelease(name: name)
    for line in try lines.get() where !line.hasPrefix("#") { add(line, to: &release) }
    return release
  }

  /// `@MTHSPL code` is another source, `~O` that it is suppressed.
  private static func add(_ line: String, to release: inout HandRelease) {
    let parts = line.components(separatedBy: " ~")
    let suppress = parts.count > 1 ? parts[1] : "N"
    let source = parts[0].components(separatedBy: " @")
    let words = source[0].split(separator: " ", maxSplits: 3).map(String.init)
    let numbers = words.map { Int($0) ?? 0 }
    switch words[0] {
    case "concept" where source.count > 1:
      let other = source[1].split(separator: " ").map(String.init)
      release.concept(numbers[1], words[2], words[3], source: other[0], code: other[1])
    case "concept": release.concept(numbers[1], words[2], words[3], suppress: suppress)
    case "relation": release.relation(numbers[1], words[2], numbers[3])
    case "attribute": release.attribute(numbers[1], words[2], words[3], suppress: suppress)
    case "archived":
      let name = words[3].split(separator: " ", maxSplits: 1).map(String.init)
      release.archived(numbers[1], name[0], name[1], into: numbers[2])
    default: release.retired(numbers[1], into: Int(words[2]), of: numbers[3])
    }
  }
}
