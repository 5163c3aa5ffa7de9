// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing

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
