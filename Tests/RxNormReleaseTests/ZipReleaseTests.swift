// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import RxNormRelease

@Suite("Releases in a zip")
struct ZipReleaseTests {
  /// A small release with a row for each of several tables.
  static let files: [(String, [UInt8])] = [
    ("Readme_Full_07062026.txt", Array("README: RxNorm 07/06/2026".utf8)),
    ("rrf/RXNCONSO.RRF", Rows.concepts(Rows.mesna, Rows.accent)),
    ("rrf/RXNREL.RRF", Rows.concepts(Rows.tradename)),
    ("rrf/RXNSAT.RRF", Rows.concepts(Rows.setID)),
    ("rrf/RXNCUICHANGES.RRF", []),
    ("scripts/mysql/Load.sql", Array("LOAD".utf8)),
    ("prescribe/rrf/RXNCONSO.RRF", Rows.concepts(Rows.mesna)),
  ]

  static func open(
    _ builder: ZipBuilder, name: String = "x.zip", options: RxNormRelease.Options = .init()
  ) throws -> RxNormRelease {
    try RxNormRelease(zip: builder.build(), name: name, options: options)
  }

  @Test("Stored, deflated and zip64 entries read alike", arguments: [false, true], [false, true])
  func forms(isDeflated: Bool, isWide: Bool) throws {
    var builder = ZipBuilder(Self.files, isDeflated: isDeflated)
    builder.isWide = isWide
    builder.comment = Array("a comment".utf8)
    let release = try Self.open(builder)
    #expect(release.present == [.concepts, .relations, .attributes, .conceptChanges])
    #expect(release.absent.count == 5)
    #expect(release.byteCount(of: .concepts) == Self.files[1].1.count)
    #expect(release.byteCount(of: .sources) == 0)
    let tables = try Rows.readAll(release)
    #expect(tables[.concepts]?.map { $0[14] } == ["mesna", "Mésna® µ"])
    #expect(tables[.relations]?.map { $0[7] } == ["tradename_of"])
    #expect(tables[.conceptChanges] == [])
    #expect(try Rows.read(release, .sources).tally == RowTally())
  }

  @Test("The prescribable part is read alone", arguments: ["", "RxNorm_full_07062026/"])
  func prescribable(leading: String) throws {
    let builder = ZipBuilder(Self.files.map { (leading + $0.0, $0.1) })
    let full = try Self.open(builder)
    #expect(try Rows.readAll(full)[.concepts]?.count == 2)
    #expect(!full.isPrescribable)
    let part = try Self.open(builder, options: .init(prescribable: true))
    #expect(part.present == [.concepts])
    #expect(try Rows.readAll(part)[.concepts]?.count == 1)
    #expect(part.isPrescribable)
    #expect(part.date == "2026-07-06")
  }

  @Test("A prescribable release is its own prescribable part")
  func prescribableRelease() throws {
    let builder = ZipBuilder(Self.files.filter { $0.0.hasPrefix("rrf") })
    let options = RxNormRelease.Options(prescribable: true)
    let release = try Self.open(
      builder, name: "a/RxNorm_full_prescribe_07062026.zip", options: options)
    #expect(release.present.count == 4)
    #expect(release.isPrescribable)
    let error = #expect(throws: ReleaseError.self) { try Self.open(builder, options: options) }
    #expect(error?.code == .noPrescribable)
  }

  @Test("Names are compared without regard to case, RRFs may lie at the root")
  func names() throws {
    let rows = Rows.concepts(Rows.mesna)
    for name in ["RRF/rxnconso.rrf", "RXNCONSO.RRF", "a/Rrf/RxnConso.RRF"] {
      #expect(try Self.open(ZipBuilder([(name, rows)])).present == [.concepts])
    }
  }

  @Test(
    "Large entries stream, with the same rows, errors and tallies", .enabled(if: !Effort.isFast))
  func streaming() throws {
    var limits = ArchiveLimits()
    limits.wholeEntrySize = 0
    var rows: [String] = []
    for number in 1...30_000 {
      rows.append("\(number)|T1|\(String(repeating: "é", count: number % 50))|Enzyme|||")
    }
    rows[20_000] = "20001|T1|\(String(repeating: "long ", count: 400_000))|Enzyme|||"
    let text = rows.joined(separator: "\n")
    for (end, isLenient) in [("\n", false), ("", false), ("\nbad\n", true), ("\nbad", true)] {
      let builder = ZipBuilder([
        ("RXNCONSO.RRF", Rows.concepts(Rows.mesna)), ("RXNSTY.RRF", Array((text + end).utf8)),
      ])
      let streamed = try Self.open(builder, options: .init(isLenient: isLenient, limits: limits))
      let whole = try Self.open(builder, options: .init(isLenient: isLenient))
      let (one, other) = try (Rows.read(streamed, .semanticTypes), Rows.read(whole, .semanticTypes))
      #expect(one.rows == other.rows && one.rows.count == 30_000)
      #expect(one.tally == other.tally && one.tally.skipped == (isLenient ? 1 : 0))
      var told: [Int] = []
      _ = try streamed.forEachRow(of: .semanticTypes, progress: { told.append($0) }) { _ in }
      #expect(told.last == streamed.byteCount(of: .semanticTypes) && told == told.sorted())
    }
    let bad = ZipBuilder([
      ("RXNCONSO.RRF", Rows.concepts(Rows.mesna)), ("RXNSTY.RRF", Array((text + "\nbad").utf8)),
    ])
    let error = #expect(throws: ReleaseError.self) {
      try Rows.read(Self.open(bad, options: .init(limits: limits)), .semanticTypes)
    }
    #expect(error?.code == .columnCount && error?.line == 30_001)
  }
}

@Suite("Members of an archive, whole and in pieces")
struct ZipMemberTests {
  /// Reads the only member of an archive with so many bytes asked for at a time.
  private static func read(_ builder: ZipBuilder, upTo count: Int) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(builder.build()).write(to: file)
    var stream = try ZipFile(path: file.path).stream(at: 0)
    var bytes: [UInt8] = []
    while true {
      let piece = try stream.next(upTo: count)
      #expect(piece.count <= count)
      if piece.isEmpty { break }
      bytes += piece
    }
    #expect(try stream.next(upTo: count).isEmpty)
    return bytes
  }

  private static func contents(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
  }

  @Test(
    "A member has the same bytes whatever is asked for at a time",
    arguments: [0, 1, 511, 512, 513, 70_000], [true, false])
  func bytes(size: Int, isDeflated: Bool) throws {
    let contents = Self.contents(size)
    let builder = ZipBuilder([("a.xml", contents)], isDeflated: isDeflated)
    for count in [7, 512, max(size, 1), size + 1, 1 << 20] {
      #expect(try Self.read(builder, upTo: count) == contents)
    }
  }

  @Test("A member that is not what the directory says is the same error, whole and in pieces")
  func lies() {
    func code(_ count: Int, _ change: (inout ZipBuilder.Entry) -> Void) -> ReleaseError.Code? {
      var builder = ZipBuilder([("a.xml", Self.contents(5_000))])
      change(&builder.entries[0])
      do { _ = try Self.read(builder, upTo: count) } catch {
        return (error as? ReleaseError)?.code
      }
      return nil
    }
    for count in [7, 1 << 20] {
      #expect(code(count) { _ in } == nil)
      #expect(code(count) { $0.checksum = 1 } == .checksum)
      #expect(code(count) { $0.size = 4_999 } == .sizeMismatch)
      #expect(code(count) { $0.size = 5_001 } == .sizeMismatch)
      #expect(code(count) { $0.size = 0 } == .sizeMismatch)
      #expect(code(count) { $0.data = [0xFF, 0xFF, 0xFF, 0xFF] } == .damaged)
      #expect(code(count) { $0.data = [0x4B] } == .damaged)
    }
  }
}
