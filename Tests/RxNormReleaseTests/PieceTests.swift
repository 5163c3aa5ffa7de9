// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CMasks
import Foundation
import Testing
import TestSupport
import Threads

@testable import RxNormRelease

@Suite("Tables in pieces")
struct PieceTests {
  private static let rows = [
    Rows.mesna, Rows.accent, "46|ENG||||||7|7|46||GS|CD|x|a||Y||", Rows.mesna + "wrong",
    "47|ENG||||||8|8|47||GS|CD||b||||", "\(Rows.accent)\r",
  ]

  /// The rows of all pieces as text, and their tallies together.
  private static func read(
    _ release: RxNormRelease, size: Int
  ) throws -> (rows: [String], tally: RowTally) {
    var rows: [String] = []
    var tallies: [PieceTally] = []
    for piece in try release.pieces(of: .concepts, size: size) {
      tallies.append(
        try release.forEachRow(of: piece) { row in
          let bytes = row.bytes
          rows.append(String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self))
        })
    }
    return (rows, PieceTally.joined(tallies))
  }

  @Test(
    "A file that is cut anywhere gives the same rows, problems and lines",
    arguments: [true, false], [true, false])
  func anywhere(isInMemory: Bool, hasLastLineFeed: Bool) throws {
    var bytes = Array(Self.rows.joined(separator: "\n").utf8)
    if hasLastLineFeed { bytes.append(0x0A) }
    let options = RxNormRelease.Options(isLenient: true)
    try FolderReleaseTests.withFolder([("RXNCONSO.RRF", bytes)]) { path in
      let release =
        isInMemory
        ? try RxNormRelease(files: [.concepts: bytes], name: "test", options: options)
        : try RxNormRelease(path: path, options: options)
      let whole = try Rows.read(release, .concepts)
      #expect(whole.tally.problems.map(\.line) == [4])
      #expect(whole.tally.repaired == 1)
      for size in 1...bytes.count + 1 {
        let parts = try Self.read(release, size: size)
        #expect(parts.tally == whole.tally, "pieces of \(size) bytes")
        #expect(parts.rows.count == whole.rows.count, "pieces of \(size) bytes")
        #expect(parts.rows == (try Self.read(release, size: .max)).rows)
      }
    }
  }

  @Test("The pieces of a file follow each other without a gap, each behind a line feed")
  func ranges() throws {
    let bytes = Array(Self.rows.map { $0 + "\n" }.joined().utf8)
    let release = try RxNormRelease(files: [.concepts: bytes], name: "test")
    for size in 1...bytes.count + 1 {
      let ranges = try release.pieces(of: .concepts, size: size).map(\.range)
      #expect(ranges.first?.lowerBound == 0 && ranges.last?.upperBound == bytes.count)
      for (left, right) in zip(ranges, ranges.dropFirst()) {
        #expect(left.upperBound == right.lowerBound)
        #expect(bytes[right.lowerBound - 1] == 0x0A)
      }
    }
  }

  @Test("An entry of a zip is one piece, and a table that is not there has none")
  func whole() throws {
    let zip = try ZipReleaseTests.open(ZipBuilder(ZipReleaseTests.files), options: .init())
    #expect(try zip.pieces(of: .concepts, size: 1).count == 1)
    #expect(try zip.pieces(of: .atomArchive, size: 1).isEmpty)
  }

  @Test("A file that becomes shorter or longer while its pieces are read is an error")
  func changing() throws {
    let bytes = Array((Rows.mesna + "\n" + Rows.mesna + "\n").utf8)
    for changed in [Array(bytes.dropLast(9)), bytes + bytes] {
      try FolderReleaseTests.withFolder([("RXNCONSO.RRF", bytes)]) { path in
        let release = try RxNormRelease(path: path)
        let pieces = try release.pieces(of: .concepts, size: 1)
        try FolderReleaseTests.overwrite(path + "/RXNCONSO.RRF", changed)
        let error = #expect(throws: ReleaseError.self) {
          for piece in pieces { _ = try release.forEachRow(of: piece) { _ in } }
        }
        #expect(error?.code == .changed)
      }
    }
  }
}

@Suite("Identity of a release")
struct ReleaseIdentityTests {
  static let rows = CaseFile.cases(of: "Tests/Fixtures/release-identity.txt").flatMap(\.rows)

  @Test("The rows are all there")
  func count() {
    #expect(Self.rows.count == 18)
  }

  @Test("S23 Name, date and origin follow the documented order", arguments: rows)
  func identity(_ row: CaseFile.Row) throws {
    var members: [String: String] = [:]
    for part in row.text.components(separatedBy: " | ") {
      let words = part.split(separator: "=", maxSplits: 1).map(String.init)
      members[words[0]] = words.last
    }
    let readme = (members["readme"] ?? "notes.txt: ").components(separatedBy: ": ")
    var files = [
      ("rrf/RXNCONSO.RRF", Rows.concepts(Rows.mesna)), (readme[0], Array(readme[1].utf8)),
    ]
    if let source = members["source"]?.components(separatedBy: "~") {
      let row = { (vsab: String, rsab: String) in
        "|C1|\(vsab)|\(rsab)|\(source[1])|RXNORM|\(source[2])" + String(repeating: "|", count: 19)
      }
      files.append(
        ("rrf/RXNSAB.RRF", Rows.concepts(row("ATC_2026_01_28", "ATC"), row(source[0], "RXNORM"))))
    }
    let release = try RxNormRelease(
      zip: ZipBuilder(files).build(), name: members["zip"] ?? "x.zip")
    #expect(
      row.expected.map(\.value) == [
        release.name, release.date ?? "none", "\(release.isOfficial)",
      ])
  }
}

@Suite("Rows")
struct RowTests {
  @Test("Fields are what stands between the bars")
  func fields() throws {
    let release = try RxNormRelease(
      files: [.concepts: Rows.concepts(Rows.mesna, Rows.accent)], name: "test")
    var names: [String] = []
    let tally = try release.forEachRow(of: .concepts) { (row) throws(ReleaseError) in
      names.append(row.string(14))
      #expect(row.line == names.count)
      #expect(try row.rxcui(0) == UInt32(43 + row.line))
      #expect(try row.rxcui(9) == UInt32(43 + row.line))
      #expect(try row.rxcui(2) == nil)
      #expect(row.isEmpty(2) && !row.isEmpty(1))
      #expect(row.matches(11, "RXNORM") && !row.matches(11, "RXNOR") && !row.matches(11, "RXNORN"))
      #expect(row.field(1).count == 3 && row.field(17).count == (row.line == 1 ? 4 : 0))
    }
    #expect(names == ["mesna", "Mésna® µ"])
    #expect(
      tally
        == {
          var tally = RowTally(); tally.rows = 2; return tally
        }())
  }

  @Test(
    "What looks like a quotation, an escape or a line end is data",
    arguments: ["\"", "'", "\\", "{1 (x) }", "[BN]", "\\|", "a\rb", "\u{85}", "\u{2028}", " x "])
  func data(_ text: String) throws {
    let name = text.replacing("|", with: "")
    let bytes = Array("1|\(name)|b|1|2|\n".utf8)
    #expect(try Rows.read(.retiredConcepts, bytes).rows == [["1", name, "b", "1", "2"]])
  }

  @Test("A missing last line feed alone is accepted")
  func missingLineFeed() throws {
    let tally = try Rows.read(.concepts, Array(Rows.mesna.utf8)).tally
    #expect(tally.rows == 1)
  }

  @Test(
    "Tables of history may be empty",
    arguments: [RRFTable.retiredConcepts, .conceptChanges, .atomArchive])
  func emptyHistory(_ table: RRFTable) throws {
    #expect(try Rows.read(table, []).tally == RowTally())
  }

  @Test("A row of each table reads", arguments: RRFTable.allCases)
  func eachTable(_ table: RRFTable) throws {
    let row = table.columnNames.map { name in
      (name.hasSuffix("CUI") || name.contains("CUI1") ? "7" : name == "STR" ? "x" : "") + "|"
    }.joined()
    let filled = table == .conceptChanges || table == .concepts || table == .semanticTypes
    #expect(try Rows.read(table, Array((row + "\n").utf8)).tally.rows == 1)
    let empty = Array((String(repeating: "|", count: table.columnCount) + "\n").utf8)
    if filled {
      #expect(throws: ReleaseError.self) { try Rows.read(table, empty) }
    } else {
      #expect(try Rows.read(table, empty).tally.rows == 1)
    }
  }

  @Test("Column counts are those of the documentation")
  func columnCounts() {
    let counts = Dictionary(uniqueKeysWithValues: RRFTable.allCases.map { ($0, $0.columnCount) })
    #expect(
      counts == [
        .concepts: 18, .relations: 16, .attributes: 13, .semanticTypes: 6, .sources: 25,
        .documentation: 4, .retiredConcepts: 5, .conceptChanges: 7, .atomArchive: 16,
      ])
  }

  @Test(
    "Rows of any length across any block read as a naive split does",
    arguments: 0..<40 as Range<UInt64>)
  func likeNaive(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let pieces = ["", "a", "é", "5", "RXNORM", "µ®", String(repeating: "x", count: 63), "日本語"]
    var text = ""
    var expected: [[String]] = []
    for _ in 0..<Int.random(in: 1...60, using: &dice) {
      var fields = ["7"]
      for _ in 0..<3 {
        let count = Int.random(in: 0...3, using: &dice)
        fields.append((0..<count).map { _ in pieces.randomElement(using: &dice) ?? "" }.joined())
      }
      fields.append("9")
      expected.append(fields)
      text += fields.map { $0 + "|" }.joined() + "\n"
    }
    #expect(try Rows.read(.retiredConcepts, Array(text.utf8)).rows == expected, "seed \(seed)")
  }

  @Test("Every prefix of a file gives rows or an error, never a crash")
  func prefixes() throws {
    let whole = Rows.concepts(Rows.mesna, Rows.accent, Rows.mesna)
    let good = try Rows.read(.concepts, whole).rows
    for length in 1..<whole.count {
      let bytes = Array(whole.prefix(length))
      let complete = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        .filter { Array($0).split(separator: 0x7C, omittingEmptySubsequences: false).count == 19 }
        .count
      let isWhole = bytes.last == 0x0A || bytes.last == 0x7C
      let lenient = try Rows.read(.concepts, bytes, isLenient: true)
      #expect(
        lenient.rows.count >= complete - 1 && lenient.rows == Array(good.prefix(lenient.rows.count))
      )
      #expect(lenient.tally.rows + lenient.tally.skipped >= bytes.count { $0 == 0x0A })
      if lenient.tally.skipped > 0 {
        #expect(throws: ReleaseError.self) { try Rows.read(.concepts, bytes) }
      } else {
        #expect(isWhole, "prefix of \(length) bytes")
        #expect(try Rows.read(.concepts, bytes).rows == lenient.rows)
      }
    }
  }

  @Test("Codes are read as a naive reader reads them")
  func codes() {
    let texts = [
      "", "0", "1", "9", "10", "01", "99999999", "100000000", "12345678", "1234567", "a", "1a",
      "/", ":", "1/", "1:", " 1", "1 ", "+1", "-1", "1\u{0}", "é", "1é", "12345é", "４４",
    ]
    for text in texts {
      let isCode =
        !text.isEmpty && text.utf8.count <= 8 && text.first != "0"
        && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      let expected = isCode ? UInt32(text) : nil
      for tail in ["", "|", "|1234567", "|" + String(repeating: "9", count: 20)] {
        let bytes = Array((text + tail).utf8)
        #expect(decimalCode(bytes.span, 0..<text.utf8.count) == expected, "\(text), then \(tail)")
      }
    }
  }

  @Test(
    "The masks equal those of a plain loop",
    arguments: 0..<200 as Range<UInt64>)
  func masks(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    let few: [UInt8] = [0x7C, 0x0A, 0x0D, 0x00, 0x80, 0xFF, 0x01, 0x7B, 0x7D, 0x0B, 0x20]
    let block: [UInt8] = (0..<64).map { _ in
      seed % 2 == 0 ? few.randomElement(using: &dice) ?? 0 : UInt8.random(in: 0...255, using: &dice)
    }
    var expected = (bars: UInt64(0), lines: UInt64(0), odd: UInt64(0))
    for (index, byte) in block.enumerated() {
      expected.bars |= byte == 0x7C ? 1 << index : 0
      expected.lines |= byte == 0x0A ? 1 << index : 0
      expected.odd |= byte == 0 || byte == 0x0D || byte >= 0x80 ? 1 << index : 0
    }
    let found = cmasks_rrf(block)
    #expect((found.bars, found.lines, found.odd) == expected, "seed \(seed)")
  }
}
