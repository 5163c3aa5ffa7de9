// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing
import TestSupport

@testable import RxNormRelease

@Suite("Zips that cannot be trusted")
struct BadZipTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let code: ReleaseError.Code
    let archive: [UInt8]
    /// How large entries may be.
    var limits = ArchiveLimits()
    var testDescription: String { id }

    init(
      _ id: String, _ code: ReleaseError.Code, limits: ArchiveLimits = ArchiveLimits(),
      _ change: (inout ZipBuilder) -> Void
    ) {
      var builder = ZipBuilder(ZipReleaseTests.files)
      change(&builder)
      self.id = id
      self.code = code
      self.limits = limits
      archive = builder.build()
    }
  }

  /// The index of RXNCONSO among the files.
  private static let concepts = 1

  private static var tight: ArchiveLimits {
    var limits = ArchiveLimits()
    limits.ratioFloor = 1000
    limits.ratio = 10
    return limits
  }

  static let cases: [Case] = [
    Case("an encrypted entry", .encrypted) { $0.entries[concepts].flags = 0x0001 },
    Case("strong encryption", .encrypted) { $0.entries[concepts].flags = 0x0041 },
    Case("an encrypted directory's masked headers", .encrypted) {
      $0.entries[concepts].flags = 0x2000
    },
    Case("an encrypted readme", .encrypted) { $0.entries[0].flags = 1 },
    Case("bzip2", .unknownMethod) { $0.entries[concepts].method = 12 },
    Case("deflate64", .unknownMethod) { $0.entries[concepts].method = 9 },
    Case("a size that is too small", .sizeMismatch) { $0.entries[concepts].size = 10 },
    Case("a size that is too large", .sizeMismatch) { $0.entries[concepts].size = 1000 },
    Case("a size of zero", .sizeMismatch) { $0.entries[concepts].size = 0 },
    Case("a size for an entry of nothing", .sizeMismatch) { $0.entries[4].size = 1 },
    Case("a stored entry of two sizes", .sizeMismatch) {
      $0.entries[concepts].isDeflated = false
      $0.entries[concepts].size = 10
    },
    Case("a local header of another size", .sizeMismatch) { $0.entries[concepts].localSize = 10 },
    Case("a wrong checksum", .checksum) { $0.entries[concepts].checksum = 1 },
    Case("a stored entry's wrong checksum", .checksum) {
      $0.entries[concepts].isDeflated = false
      $0.entries[concepts].checksum = 1
    },
    Case("data that are no deflate stream", .damaged) {
      $0.entries[concepts].data = [UInt8](repeating: 0xFF, count: 50)
    },
    Case("a deflate stream that is cut", .damaged) { builder in
      builder.entries[concepts].data = Array(
        ZipBuilder.deflate(builder.entries[concepts].contents).dropLast(5))
    },
    Case("a deflate stream with more behind it", .damaged) { builder in
      builder.entries[concepts].data =
        ZipBuilder.deflate(builder.entries[concepts].contents) + [1, 2, 3]
    },
    Case("an entry of 5 GiB", .bomb) {
      $0.isWide = true
      $0.entries[concepts].size = 5 << 30
    },
    Case("65 MB from a few bytes", .bomb) {
      $0.entries[concepts].size = 65 << 20
    },
    Case("a real bomb", .bomb, limits: tight) {
      $0.entries[concepts].contents = [UInt8](repeating: 0x41, count: 100_000)
    },
    Case("a path that climbs out", .unsafePath) { $0.entries[5].name = "../../etc/passwd" },
    Case("a path that climbs out from below", .unsafePath) {
      $0.entries[concepts].name = "rrf/../../RXNCONSO.RRF"
    },
    Case("an absolute path", .unsafePath) { $0.entries[5].name = "/etc/passwd" },
    Case("a drive", .unsafePath) { $0.entries[5].name = "C:/x" },
    Case("a backslash", .unsafePath) { $0.entries[5].name = "..\\x" },
    Case("a NUL in a name", .unsafePath) { $0.entries[5].name = "x\0y" },
    Case("an empty name", .unsafePath) { $0.entries[5].name = "" },
    Case("a table twice", .duplicateEntry) { $0.entries.append($0.entries[2]) },
    Case("a table in two spellings", .duplicateEntry) {
      $0.entries[5].name = "rrf/rxnrel.rrf"
    },
    Case("two releases", .ambiguous) { $0.entries[5].name = "old/rrf/RXNCONSO.RRF" },
    Case("no RXNCONSO", .noConcepts) { $0.entries.remove(at: concepts) },
    Case("no entry", .noConcepts) { $0.entries = [] },
    Case("a second disk", .multiDisk) { $0.disks = (1, 0) },
    Case("a directory on a second disk", .multiDisk) { $0.disks = (0, 1) },
    Case("an entry on a second disk", .multiDisk) { $0.entries[5].disk = 1 },
    Case("a second disk of zip64", .multiDisk) {
      $0.isWide = true
      $0.disks = (1, 1)
    },
    Case("another name in the local header", .damaged) {
      $0.entries[concepts].localName = "rrf/RXNCONSO.RRX"
    },
    Case("an offset to nowhere", .damaged) { $0.entries[concepts].offset = 3 },
    Case("an offset beyond the end", .damaged) { $0.entries[concepts].offset = 1 << 30 },
    Case("data that run into the directory", .damaged) {
      $0.entries = Array($0.entries[1...1])
      $0.entries[0].isDeflated = false
      let count = $0.entries[0].contents.count + 30
      $0.entries[0].compressedSize = count
      $0.entries[0].size = count
    },
    Case("data that run over the end", .truncated) {
      $0.entries[concepts].isDeflated = false
      $0.entries[concepts].compressedSize = 1 << 20
      $0.entries[concepts].size = 1 << 20
    },
    Case("fewer entries than counted", .damaged) { $0.countDelta = 1 },
    Case("more entries than counted", .damaged) { $0.countDelta = -1 },
    Case("far more entries counted than there is room", .damaged) { $0.countDelta = 60_000 },
    Case("bytes before the archive", .notZip) { $0.prefix = [1, 2, 3] },
  ]

  static func read(_ case: Case) throws {
    let release = try RxNormRelease(
      zip: `case`.archive, name: "x.zip", options: .init(limits: `case`.limits))
    for table in release.present { _ = try release.forEachRow(of: table) { _ in } }
  }

  @Test("It is an error of its own kind with a remedy", arguments: cases)
  func error(_ case: Case) throws {
    let error = #expect(throws: ReleaseError.self) { try Self.read(`case`) }
    #expect(error?.code == `case`.code, "\(error?.description ?? "no error")")
    #expect(error?.file == "x.zip")
    #expect(error?.remedy.isEmpty == false)
  }

  @Test("Streaming finds the same lies", arguments: cases)
  func streamed(_ case: Case) throws {
    var copy = `case`
    copy.limits.wholeEntrySize = 0
    let error = #expect(throws: ReleaseError.self) { try Self.read(copy) }
    // Rows are handed out before the entry's end is seen: a fault of the text may come first.
    #expect(error?.code == `case`.code || error?.code.rawValue.hasPrefix("rrf.") == true)
  }

  @Test("A message names the entry, what was found and what to do")
  func message() throws {
    let error = #expect(throws: ReleaseError.self) { try Self.read(Self.cases[0]) }
    #expect(
      error?.description == """
        x.zip: rrf/RXNCONSO.RRF is encrypted, expected an entry without a password  [zip.encrypted]
           try: unpack it with a tool that can, and give the folder
        """)
  }

  @Test("Cut at any byte, it is an error", arguments: [false, true])
  func truncated(isWide: Bool) throws {
    var builder = ZipBuilder(ZipReleaseTests.files)
    builder.isWide = isWide
    let archive = builder.build()
    for length in 0..<archive.count {
      let error = #expect(throws: ReleaseError.self) {
        try RxNormRelease(zip: Array(archive.prefix(length)), name: "x.zip")
      }
      #expect(error?.code == (length < 4 ? .notZip : .truncated), "\(length) bytes")
    }
  }

  @Test("With any byte changed, it is the same release or an error")
  func changed() throws {
    var builder = ZipBuilder(ZipReleaseTests.files)
    builder.isWide = true
    let archive = builder.build()
    let good = try Rows.readAll(RxNormRelease(zip: archive, name: "x.zip"))
    for offset in archive.indices {
      for bit in [0x01, 0x80] as [UInt8] {
        var bytes = archive
        bytes[offset] ^= bit
        do {
          let tables = try Rows.readAll(RxNormRelease(zip: bytes, name: "x.zip"))
          // A changed name may hide a table; what is read is right.
          for (table, rows) in tables { #expect(rows == good[table], "byte \(offset)") }
        } catch {
          #expect(error is ReleaseError)
        }
      }
    }
  }

  @Test("Any other file is no zip")
  func otherFile() throws {
    for bytes in [[], Array("hello".utf8), [0x50], [UInt8](repeating: 0, count: 100)] {
      let error = #expect(throws: ReleaseError.self) {
        try RxNormRelease(zip: bytes, name: "x.zip")
      }
      #expect(error?.code == .notZip)
    }
  }
}

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
    let folder = try TemporaryFolder()
    var stream = try ZipFile(path: folder.write(builder.build(), to: "a.zip")).stream(at: 0)
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
