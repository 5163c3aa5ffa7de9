// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import RxNormRelease
import TestSupport
import Testing

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
