// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import RxNormRelease

@Suite("Releases in a folder")
struct FolderReleaseTests {
  /// Writes files below a new folder, gives its path, and removes it at the end.
  static func withFolder(
    _ files: [(String, [UInt8])], name: String = "release", _ body: (String) throws -> Void
  ) throws {
    let folder = try TemporaryFolder(files.map { ("\(name)/\($0)", $1) })
    try withExtendedLifetime(folder) { try body(folder[name].path) }
  }

  /// Changes a file in its place.
  static func overwrite(_ path: String, _ bytes: [UInt8]) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }

  @Test("A folder reads as the zip of the same files does", arguments: [false, true])
  func likeZip(prescribable: Bool) throws {
    let files = ZipReleaseTests.files
    let options = RxNormRelease.Options(prescribable: prescribable)
    let zip = try ZipReleaseTests.open(ZipBuilder(files), options: options)
    try Self.withFolder(files) { path in
      for spelling in [path, path + "/", path + "/rrf/.."] {
        let folder = try RxNormRelease(path: spelling, options: options)
        #expect(try Rows.readAll(folder) == Rows.readAll(zip))
        #expect(folder.present == zip.present && folder.absent == zip.absent)
        #expect((folder.name, folder.date) == (zip.name, zip.date))
        #expect(folder.isOfficial == zip.isOfficial)
        #expect(folder.isPrescribable == zip.isPrescribable)
        for table in RRFTable.allCases {
          #expect(folder.byteCount(of: table) == zip.byteCount(of: table))
        }
      }
    }
  }

  @Test("A zip on disk reads as in memory")
  func zipFile() throws {
    let archive = ZipBuilder(ZipReleaseTests.files).build()
    try Self.withFolder([("RxNorm_full_07062026.zip", archive)]) { path in
      let release = try RxNormRelease(path: path + "/RxNorm_full_07062026.zip")
      #expect(release.name == "RxNorm_full_07062026")
      #expect(try Rows.readAll(release)[.concepts]?.count == 2)
    }
  }

  @Test("The rrf folder itself may be given, and a folder that holds the files")
  func forms() throws {
    try Self.withFolder(ZipReleaseTests.files, name: "RxNorm_full_07062026") { path in
      let full = try RxNormRelease(path: path + "/rrf")
      #expect(try Rows.readAll(full)[.concepts]?.count == 2)
      #expect(full.name == "RxNorm_full_07062026")
      #expect(full.date == "2026-07-06" && full.isOfficial && !full.isPrescribable)
      let part = try RxNormRelease(path: path + "/prescribe/rrf")
      #expect(try Rows.readAll(part)[.concepts]?.count == 1)
      #expect(part.date == "2026-07-06" && part.isPrescribable)
      let asked = try RxNormRelease(
        path: path + "/prescribe/rrf", options: .init(prescribable: true))
      #expect(try Rows.readAll(asked)[.concepts]?.count == 1)
    }
    try Self.withFolder([("rxnconso.rrf", Rows.concepts(Rows.mesna))]) { path in
      let release = try RxNormRelease(path: path)
      #expect(release.present == [.concepts])
      #expect(release.name == "unknown" && release.date == nil && !release.isOfficial)
    }
  }

  @Test("What is no release is an error with a remedy", arguments: FixtureRows.cells("no releases"))
  func errors(_ row: [String]) throws {
    let files = row[2].split(separator: " ").map { (String($0), Rows.concepts(Rows.mesna)) }
    try Self.withFolder(files) { path in
      let error = #expect(throws: ReleaseError.self) {
        try RxNormRelease(path: path + row[3], options: .init(prescribable: !row[4].isEmpty))
      }
      #expect(error.map { "\($0.code)" } == row[1])
      #expect(error?.file.hasPrefix(path) == true)
      #expect(error?.remedy.isEmpty == false)
    }
  }

  @Test("A file that changes its size after it was opened is an error", arguments: [-30, 30])
  func changedFile(delta: Int) throws {
    var bytes: [UInt8] = []
    for _ in 0..<20_000 { bytes += Rows.concepts(Rows.mesna) }
    try Self.withFolder([("RXNCONSO.RRF", bytes)]) { path in
      let release = try RxNormRelease(path: path)
      let whole = bytes + Rows.concepts(Rows.mesna)
      try Data(whole.prefix(bytes.count + delta)).write(
        to: URL(fileURLWithPath: path + "/RXNCONSO.RRF"), options: [])
      let error = #expect(throws: ReleaseError.self) {
        try release.forEachRow(of: .concepts) { _ in }
      }
      #expect(error?.code == .changed)
    }
  }

  @Test("A file of many pieces reads as in memory")
  func largeFile() throws {
    var dice = SeededGenerator(seed: 7)
    var bytes: [UInt8] = []
    var expected = 0
    while bytes.count < 3 << 20 {
      let name = String(repeating: "é", count: Int.random(in: 1...3000, using: &dice))
      bytes += Rows.concepts("7|T1|\(name)|Enzyme|||")
      expected += 1
    }
    let files = [("RXNCONSO.RRF", Rows.concepts(Rows.mesna)), ("RXNSTY.RRF", bytes)]
    try Self.withFolder(files) { path in
      let read = try Rows.read(RxNormRelease(path: path), .semanticTypes).rows
      #expect(read.count == expected)
      #expect(try read == Rows.read(.semanticTypes, bytes).rows)
    }
  }

  @Test("A device is no release")
  func device() {
    let error = #expect(throws: ReleaseError.self) { try RxNormRelease(path: "/dev/null") }
    #expect(error?.code == .notRelease)
  }

  @Test("A malformed RXNSAB is an error at opening, or counted when it is read leniently")
  func malformedSources() throws {
    let files: [RRFTable: [UInt8]] = [
      .concepts: Rows.concepts(Rows.mesna), .sources: Array("a|b|\n".utf8),
    ]
    let error = #expect(throws: ReleaseError.self) { try RxNormRelease(files: files, name: "x") }
    #expect(error?.file == "RXNSAB.RRF")
    let lenient = try RxNormRelease(files: files, name: "x", options: .init(isLenient: true))
    #expect(try Rows.read(lenient, .sources).tally.skipped == 1)
  }
}

@Suite("The starter release")
struct StarterReleaseTests {
  @Test(
    "Every file has the rows and bytes that the starter's readme states", arguments: [false, true])
  func counts(prescribable: Bool) throws {
    guard let path = StarterRelease.path(skipping: "row counts of the starter") else { return }
    let options = RxNormRelease.Options(prescribable: prescribable)
    let release = try RxNormRelease(path: path, options: options)
    let folder = prescribable ? "prescribe/rrf/" : "rrf/"
    let expected = FixtureRows.cells("counts of the starter").filter { $0[0].hasPrefix(folder) }
    #expect(release.present.count == expected.count)
    for row in expected {
      let table = try #require(RRFTable(rawValue: String(row[0].dropFirst(folder.count))))
      let (rows, bytes) = (Int(row[1]), Int(row[2]))
      #expect(release.byteCount(of: table) == bytes)
      var counted = 0
      var told = 0
      let tally = try release.forEachRow(of: table, progress: { told = $0 }) { _ in counted += 1 }
      #expect(tally.rows == rows, "\(row[0])")
      #expect(counted == rows)
      #expect(told == bytes)
      #expect(tally.skipped == 0)
    }
  }

  @Test("S23 It is dated, named by RXNSAB, and not official")
  func identity() throws {
    guard let path = StarterRelease.path(skipping: "identity of the starter") else { return }
    let release = try RxNormRelease(path: path)
    #expect(release.name == "RXNORM_RECONSTRUCTED_20260723")
    #expect(release.date == "2026-07-23")
    #expect(!release.isOfficial)
    #expect(!release.isPrescribable)
    let part = try RxNormRelease(path: path, options: .init(prescribable: true))
    #expect(part.name == "RxNorm_full_reconstructed_07232026")
    #expect(part.date == "2026-07-23")
    #expect(!part.isOfficial)
    #expect(part.isPrescribable)
  }
}
