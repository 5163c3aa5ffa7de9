// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import MedicationModel
import RxNormRelease
import Testing
import TestSupport

@Suite("Same input, same bytes")
struct DeterminismTests {
  @Test("S37 Building again gives the same bytes, and the order of rows leaves no trace")
  func shuffled() throws {
    var random = SeededGenerator(for: "shuffled rows")
    let rows = try FixtureRelease.rows().merging(FixtureRelease.ties) { $0 + $1 }
    let expected = try FixtureRelease.bytes(of: rows)
    #expect(try FixtureRelease.bytes(of: rows) == expected)
    for _ in 0..<Effort.rounds(fast: 6, full: 20) {
      let shuffled = rows.mapValues { $0.shuffled(using: &random) }
      #expect(try FixtureRelease.bytes(of: shuffled) == expected)
    }
  }

  @Test("Rows of `ties` have the right number of columns", arguments: RRFTable.allCases)
  func columns(_ table: RRFTable) {
    for row in FixtureRelease.ties[table] ?? [] {
      #expect(row.count { $0 == "|" } == table.columnCount, "\(row)")
    }
  }
}

@Suite("What a catalog leaves out")
struct ContentsTests {
  private static let more: [RRFTable: [String]] = [
    .relations: ["6809|1|AUI|RO|69749|2|AUI|has_active_ingredient|||MTHSPL||||||"],
    .attributes: [
      "6809|||1|AUI|x|||COLORTEXT|MTHSPL|BLUE|N||", "6809|||1|AUI|x|||SPL_SET_ID|MTHSPL|id-1|N||",
      "6809|||1|AUI|x|||ROUTE|MMSL|oral|N||", "6809|||1|AUI|x|||NDC|VANDF|011111222233|N||",
      "6809|||1|AUI|x|||RXN_ACTIVATED|RXNORM|01/01/2005|N||",
    ],
  ]

  private static func catalog(_ contents: CatalogContents) throws -> Catalog {
    let rows = try FixtureRelease.rows().merging(Self.more) { $0 + $1 }
    return try Catalog(bytes: FixtureRelease.bytes(of: rows, options: .init(contents: contents)))
  }

  @Test("Relations between atoms and labels' other attributes are kept on request")
  func kept() throws {
    let catalog = try Self.catalog(.everything)
    let concept = try #require(catalog.concept(for: RxCUI(rawValue: 6809)))
    #expect(concept.attributes("COLORTEXT") == ["BLUE"] && concept.attributes("ROUTE") == ["oral"])
    #expect(concept.relations.contains { $0.isBetweenAtoms })
    #expect(!catalog.facts.contains { $0.key.hasPrefix("left out") })
  }

  @Test("What is left out is counted in the facts, and answers to questions stay")
  func leftOut() throws {
    let catalog = try Self.catalog(.standard)
    let concept = try #require(catalog.concept(for: RxCUI(rawValue: 6809)))
    #expect(concept.attributes("COLORTEXT").isEmpty && concept.attributes("ROUTE").isEmpty)
    #expect(concept.labelSetIDs.contains("id-1"))
    #expect(concept.attributes("RXN_ACTIVATED") == ["01/01/2005"])
    let ndc = try #require(NationalDrugCode(number: 11_111_222_233))
    #expect(catalog.concepts(for: ndc).map(\.rxcui).contains(concept.rxcui))
    #expect(!concept.relations.contains { $0.isBetweenAtoms })
    let facts = Dictionary(uniqueKeysWithValues: catalog.facts.map { ($0.key, $0.value) })
    #expect(facts["contents.atom-relations"] == "no")
    let everything = try Self.catalog(.everything)
    let (all, some) = (everything.concepts, catalog.concepts)
    let attributes =
      all.reduce(0) { $0 + $1.attributeCount }
      - some.reduce(0) { $0 + $1.attributeCount }
    #expect(facts["left out: attributes of other sources"] == String(attributes))
    #expect(Int(facts["left out: relations between atoms"] ?? "") ?? 0 > 0)
    #expect(catalog.sources.map(\.attributeCount) == everything.sources.map(\.attributeCount))
  }
}

@Suite("Releases that are not whole")
struct PlausibilityTests {
  typealias Rows = [RRFTable: [String]]

  /// Builds a catalog of rows; returns what was skipped.
  private static func skipped(
    _ rows: Rows, name: String = "fixture", leaving parts: CatalogParts = []
  ) throws -> [String] {
    let files = rows.mapValues { Array($0.map { $0 + "\n" }.joined().utf8) }
    let release = try RxNormRelease(files: files, name: name)
    let output = try CatalogBuilder(
      release: release, toolVersion: "0.0.0", options: .init(leaving: parts)
    ).build()
    let catalog = try Catalog(bytes: output.bytes)
    #expect(catalog.verify().findings == [])
    for (kind, count) in output.skippedRows {
      #expect(catalog.facts.contains { $0.key == "skipped: \(kind)" && $0.value == "\(count)" })
    }
    return output.skippedRows.map { "\($0.kind): \($0.count)" }
  }

  /// The error that a build gives.
  private static func error(_ rows: Rows, name: String = "fixture") -> ReleaseError? {
    do {
      _ = try skipped(rows, name: name)
      return nil
    } catch {
      guard case .release(let error) = error as? BuildError else { return nil }
      return error
    }
  }

  /// Rows with two columns exchanged.
  private static func exchanging(
    _ first: Int, _ second: Int, of table: RRFTable
  ) throws -> Rows {
    var rows = try FixtureRelease.rows()
    rows[table] = rows[table]?.map { row in
      var fields = row.split(separator: "|", omittingEmptySubsequences: false)
      fields.swapAt(first, second)
      return fields.joined(separator: "|")
    }
    return rows
  }

  /// Ingredients, each with a strength and a relation to the next.
  private static func ingredients(_ count: Int) -> Rows {
    let codes = 1000..<1000 + count
    return [
      .concepts: codes.map { "\($0)|ENG||||||9\($0)||||RXNORM|IN|\($0)|substance \($0)||N||" },
      .attributes: codes.map { "\($0)|||9\($0)|AUI|\($0)|||RXN_STRENGTH|RXNORM|1 MG|N||" },
      .relations: codes.dropLast().map { "\($0)||CUI|RO|\($0 + 1)||CUI|form_of|||RXNORM||||||" },
    ]
  }

  @Test("S1 Rows about codes that RXNCONSO lacks are counted by kind, also in the catalog")
  func strays() throws {
    var rows = try FixtureRelease.rows()
    rows[.attributes, default: []] += [
      "7|||1|AUI|7|||RXN_STRENGTH|RXNORM|1 MG|N||", "7|||1|AUI|7|||NDC|RXNORM|55555444433|N||",
    ]
    rows[.semanticTypes, default: []].append("7|T200|A1.3.3|Clinical Drug|||")
    rows[.relations, default: []].append("7||CUI|RO|8||CUI|isa|||RXNORM||||||")
    // The fixture has one of each, too, and odd NDCs.
    #expect(
      try Self.skipped(rows) == [
        "NDCs of codes that are not in RXNCONSO: 2", "NDCs of no known form: 2",
        "attributes of codes that are not in RXNCONSO: 3",
        "relations between codes that are not in RXNCONSO: 2",
        "semantic types of codes that are not in RXNCONSO: 2",
      ])
  }

  /// Columns that are exchanged, and what the error says.
  static let exchanges: [(table: RRFTable, first: Int, second: Int, says: String)] = [
    (.concepts, 11, 12, "have no source as SAB"), (.concepts, 12, 1, "have an unknown TTY"),
    (.concepts, 13, 14, "have their RXCUI as STR"), (.relations, 0, 4, "lead the wrong way"),
    (.relations, 10, 7, "have no source as SAB"), (.attributes, 8, 9, "have no source as SAB"),
  ]

  @Test("S9 Columns in another order are refused, with table and remedy", arguments: exchanges)
  func columns(_ exchange: (table: RRFTable, first: Int, second: Int, says: String)) throws {
    let error = Self.error(
      try Self.exchanging(exchange.first, exchange.second, of: exchange.table))
    #expect(error?.code == .wrongColumns)
    #expect(error?.file == exchange.table.fileName)
    #expect(error?.found.contains(exchange.says) == true, "\(error?.found ?? "")")
    #expect(error?.remedy.contains("columns") == true)
  }

  @Test("S9 A release without a name of RXNORM, or with atoms in the place of codes, is refused")
  func otherColumns() throws {
    var rows = try FixtureRelease.rows()
    rows[.concepts] = rows[.concepts]?.map { $0.replacing("|RXNORM|", with: "|rxnorm|") }
    #expect(Self.error(rows)?.found == "no row has SAB RXNORM")
    rows = Self.ingredients(20)
    rows[.concepts] = rows[.concepts]?.map { row in
      var fields = row.split(separator: "|", omittingEmptySubsequences: false)
      fields.swapAt(0, 7)
      return fields.joined(separator: "|")
    }
    #expect(Self.error(rows)?.found.contains("have CODE equal to RXAUI and not to RXCUI") == true)
  }

  @Test("S1 S9 A table that was cut is refused, with what it lacks")
  func cut() throws {
    var rows = Self.ingredients(1000)
    #expect(try Self.skipped(rows) == [])
    let names = rows[.concepts] ?? []
    rows[.concepts] = Array(names.prefix(600))
    let error = Self.error(rows)
    #expect(error?.code == .cutTable)
    #expect(error?.file == "RXNCONSO.RRF")
    #expect(
      error?.found == "it lacks the codes of 400 of 1000 rows of RXNORM in RXNSAT.RRF")
    rows[.attributes] = nil
    rows[.concepts] = Array(names.prefix(400))
    #expect(Self.error(rows)?.found.contains("of 999 rows of RXNORM in RXNREL.RRF") == true)
  }

  @Test(
    "S1 S9 A table of an earlier release that was cut, or has other columns, is refused by name")
  func earlierReleases() throws {
    func error(_ rows: Rows) throws -> ReleaseError? {
      let releases = try [
        (rows, "RxNorm_full_01052026"), (Self.ingredients(1000), "RxNorm_full_02022026"),
      ]
      .map { rows, name in
        try RxNormRelease(
          files: rows.mapValues { Array($0.map { $0 + "\n" }.joined().utf8) }, name: name)
      }
      do {
        _ = try CatalogBuilder(releases: releases, toolVersion: "0.0.0").build()
        return nil
      } catch {
        guard case .release(let error) = error else { throw error }
        return error
      }
    }
    let whole = Self.ingredients(1000)
    #expect(try error(whole) == nil)
    var rows = whole
    rows[.concepts] = Array((whole[.concepts] ?? []).prefix(600))
    var refused = try error(rows)
    #expect(refused?.code == .cutTable && refused?.file == "RXNCONSO.RRF of RxNorm_full_01052026")
    #expect(refused?.found == "it lacks the codes of 400 of 1000 rows of RXNORM in RXNSAT.RRF")
    for (old, new, says) in [
      ("|RXNORM|", "|rxnorm|", "no row has SAB RXNORM"), ("|IN|", "|X|", "have an unknown TTY"),
    ] {
      rows[.concepts] = whole[.concepts]?.map { $0.replacing(old, with: new) }
      refused = try error(rows)
      #expect(refused?.code == .wrongColumns && refused?.found.contains(says) == true)
      #expect(refused?.file == "RXNCONSO.RRF of RxNorm_full_01052026")
    }
    rows[.concepts] = whole[.concepts]?.map { row in
      var fields = row.split(separator: "|", omittingEmptySubsequences: false)
      fields[14] = fields[0]
      return fields.joined(separator: "|")
    }
    #expect(try error(rows)?.found.contains("have their RXCUI as STR") == true)
  }

  @Test("Sound releases are built: of a week, of a few sources, with few rows, a part of another")
  func sound() throws {
    var rows = Self.ingredients(1000)
    rows[.concepts] = Array((rows[.concepts] ?? []).prefix(10))
    // What a week adds is also about concepts of the month.
    #expect(try Self.skipped(rows, name: "RxNorm_weekly_03112026").count == 2)
    // Some rows may be missing.
    rows = Self.ingredients(1000)
    rows[.concepts] = Array((rows[.concepts] ?? []).prefix(700))
    #expect(
      try Self.skipped(rows) == [
        "attributes of codes that are not in RXNCONSO: 300",
        "relations between codes that are not in RXNCONSO: 299",
      ])
    rows = try FixtureRelease.rows()
    rows[.concepts] = rows[.concepts]?.filter { $0.contains("|RXNORM|") }
    _ = try Self.skipped(rows)
    for part in [CatalogParts.subset, .history, .ndcs, .searchIndex, .all] {
      _ = try Self.skipped(try FixtureRelease.rows(), leaving: part)
    }
    // A few odd rows are data.
    rows[.concepts, default: []] += [
      "900001|ENG||||||1|||| |NEW|900001|x||N||", "900002|ENG||||||2||||RXNORM|NEW|2|900002||N||",
    ]
    rows[.relations, default: []].append("861007||CUI|RO|860974||CUI|consists_of|||RXNORM||||||")
    _ = try Self.skipped(rows)
    for release in ThreeMonths.all { _ = try Self.skipped(release.rows, name: release.name) }
  }
}
