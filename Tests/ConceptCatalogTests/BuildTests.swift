// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import MedicationModel
import RxNormRelease
import Testing
import TestSupport

@Suite("Building with several threads")
struct ParallelBuildTests {
  private static func build(
    _ rows: [RRFTable: [String]], threads: Int, pieceSize: Int, isLenient: Bool = false,
    contents: CatalogContents = .everything
  ) throws -> CatalogBuilder.Output {
    let files = rows.mapValues { Array($0.map { $0 + "\n" }.joined().utf8) }
    let release = try RxNormRelease(
      files: files, name: "fixture", options: .init(isLenient: isLenient))
    var options = CatalogBuilder.Options(contents: contents, threads: threads)
    options.pieceSize = pieceSize
    return try CatalogBuilder(release: release, toolVersion: "0.0.0", options: options).build()
  }

  @Test("S37 Neither the count of threads nor the size of pieces leaves a trace")
  func sameBytes() throws {
    let rows = try FixtureRelease.rows().merging(FixtureRelease.ties) { $0 + $1 }
    for contents in [CatalogContents.standard, .everything] {
      let expected = try Self.build(rows, threads: 1, pieceSize: .max, contents: contents).bytes
      for (threads, pieceSize) in [(1, 200), (2, 1), (2, 300), (3, 77), (8, 1000)] {
        let output = try Self.build(
          rows, threads: threads, pieceSize: pieceSize, contents: contents)
        #expect(output.bytes == expected, "\(threads) threads, pieces of \(pieceSize) bytes")
      }
    }
  }

  @Test(
    "S37 The starter release, built again with three threads, gives the same bytes",
    .enabled(if: Effort.isFull))
  func starter() throws {
    guard let path = StarterRelease.path(skipping: "the starter release with three threads"),
      let expected = try StarterRelease.catalogBytes.get()
    else { return }
    let output = try CatalogBuilder(
      release: RxNormRelease(path: path), toolVersion: "0.0.0", options: .init(threads: 3)
    ).build()
    #expect(output.bytes == expected)
    #expect(output.absentTables.isEmpty)
  }

  /// A bad row in the middle, and one at the end, of a table of some hundred rows.
  private static func badRows() throws -> [RRFTable: [String]] {
    var rows = try FixtureRelease.rows()
    let good = "6809||CUI|RO|69749||CUI|loops|||GS||||||"
    rows[.relations] = [String](repeating: good, count: 300)
    rows[.relations]?[170] = "6809||CUI|RO|x69749||CUI|loops|||GS||||||"
    rows[.relations]?[290] = "6809||CUI|"
    return rows
  }

  @Test("A bad row in the second half of a file has its own line, however the file is divided")
  func lineOfError() throws {
    let rows = try Self.badRows()
    for (threads, pieceSize) in [(1, Int.max), (2, 64), (2, 999), (4, 5000)] {
      let error = #expect(throws: BuildError.self) {
        _ = try Self.build(rows, threads: threads, pieceSize: pieceSize)
      }
      guard case .release(let fault)? = error else {
        Issue.record("no error of the release")
        continue
      }
      #expect(fault.file == "RXNREL.RRF")
      #expect(fault.line == 171 && fault.column == 14)
    }
  }

  @Test("Lenient reading counts and names the same rows, however the file is divided")
  func lenientLines() throws {
    let rows = try Self.badRows()
    for (threads, pieceSize) in [(1, Int.max), (2, 64), (2, 999), (4, 5000)] {
      let output = try Self.build(rows, threads: threads, pieceSize: pieceSize, isLenient: true)
      let tally = output.tallies.first { $0.table == .relations }?.tally
      #expect(tally?.rows == 298 && tally?.skipped == 2)
      #expect(tally?.problems.map(\.line) == [171, 291])
      #expect(tally?.problems.map(\.column) == [14, 1])
    }
  }
}

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
    let files = rows.mapValues { Array($0.map { $0 + "\n" }.joined().utf8) }
    let release = try RxNormRelease(files: files, name: "fixture")
    let options = CatalogBuilder.Options(contents: contents)
    return try Catalog(
      bytes: CatalogBuilder(release: release, toolVersion: "0.0.0", options: options).build().bytes)
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

@Suite("Many readers")
struct ConcurrencyTests {
  @Test("Tasks that share a catalog get the answers that one reader gets")
  func sharedCatalog() async throws {
    // An attached file in the middle makes it several blocks.
    let bytes = try FixtureRelease.bytes(of: FixtureRelease.rows()) { builder in
      builder.attach("filler", bytes: [UInt8](repeating: 7, count: 140_000))
    }
    let first = try Catalog(bytes: bytes)
    let codes = first.concepts.map(\.rxcui.rawValue)
    let alone = codes.map { AnswerSpread.ask(first, about: $0) }
    // Opened anew, so that the blocks are checked by many tasks at once.
    let catalog = try Catalog(bytes: bytes, checking: .onReading)
    let together = await withTaskGroup(of: [Int].self) { group in
      for task in 0..<16 {
        group.addTask {
          var sums = [Int](repeating: 0, count: codes.count)
          for step in codes.indices {
            // Each begins elsewhere, so that different blocks are first.
            let index = (step + task * 7) % codes.count
            sums[index] = AnswerSpread.ask(catalog, about: codes[index])
          }
          return sums
        }
      }
      return await group.reduce(into: [[Int]]()) { $0.append($1) }
    }
    for sums in together { #expect(sums == alone) }
    #expect(catalog.damage == nil)
  }

  @Test("Tasks that share a damaged catalog agree that it is damaged")
  func sharedDamage() async throws {
    var files = [try FixtureRelease.bytesInBlocks()]
    if Effort.isFull, let starter = try StarterRelease.catalogBytes.get() { files.append(starter) }
    for var bytes in files {
      bytes[bytes.count / 2] ^= 1
      let catalog = try Catalog(bytes: bytes, checking: .onReading)
      let findings = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<4 { group.addTask { catalog.verify().findingCount } }
        return await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(findings == [1, 1, 1, 1])
    }
  }

  /// Everything that look-ups in place read of a code, as a number.
  private static func read(_ catalog: Catalog, _ code: UInt32, _ names: [String]) -> Int {
    var sum = 0
    func add(_ view: ConceptView) {
      sum += Int(view.rxcui.rawValue) + view.nameUTF8.count + view.displayNameUTF8.count
      sum += view.termTypeUTF8.count + view.sourceUTF8.count + view.relationCount
      sum += view.status == .active ? 1 : 0
    }
    if let view = catalog.view(of: RxCUI(rawValue: code)) { add(view) }
    for name in names { catalog.forEachConcept(named: name, comparing: .normalized) { add($0) } }
    catalog.forEachConcept(source: "MTHSPL", code: "786Z46389E") { add($0) }
    if let ndc = NationalDrugCode(number: 93_104_801) {
      catalog.forEachConcept(ndc: ndc) { add($0) }
    }
    return sum
  }

  @Test("Look-ups in place from many threads at once, the blocks not yet checked, agree")
  func sharedViews() async throws {
    let bytes = try FixtureRelease.bytesInBlocks()
    let alone = try Catalog(bytes: bytes)
    let codes = alone.concepts.map(\.rxcui.rawValue)
    let names = ["metformin", "ENTRESTO"]
    let expected = codes.map { Self.read(alone, $0, names) }
    for _ in 0..<4 {
      let catalog = try Catalog(bytes: bytes, checking: .onReading)
      let answers = await withTaskGroup(of: [Int].self) { group in
        for task in 0..<8 {
          group.addTask {
            // Each begins elsewhere, so that different blocks are first.
            let order = codes.indices.map { ($0 + task * 13) % codes.count }
            var sums = [Int](repeating: 0, count: codes.count)
            for index in order { sums[index] = Self.read(catalog, codes[index], names) }
            return sums
          }
        }
        return await group.reduce(into: [[Int]]()) { $0.append($1) }
      }
      for answer in answers { #expect(answer == expected) }
      #expect(catalog.damage == nil)
    }
  }
}
