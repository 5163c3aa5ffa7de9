// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CZlib
import RxNormRelease

/// Rows of real releases, written out because they are few.
///
/// Content of SAB=RXNORM, which has no restrictions (U.S. National Library of
/// Medicine): the examples of the RxNorm Technical Documentation and of
/// published extracts.
enum Rows {
  static let mesna = "44|ENG||||||12251526|12251526|44||RXNORM|IN|44|mesna||N|4096|"
  static let accent = "45|ENG||||||12251527|12251527|45||RXNORM|BN|45|Mésna® µ||N||"
  static let tradename = "141962||CUI|RN|105259||CUI|tradename_of|4170244||RXNORM||||N||"
  static let setID = "858625|||5028317|AUI|65862-607|||DM_SPL_ID|MTHSPL|470661|N|4096|"
  static let enzyme = "3|T126|A1.4.1.1.3.3|Enzyme|||"
  static let retired = "541862|20070104|20070105|1|207346|"

  static func concepts(_ rows: String...) -> [UInt8] {
    Array(rows.map { $0 + "\n" }.joined().utf8)
  }

  /// Reads one table from memory, with a good RXNCONSO beside it.
  static func read(
    _ table: RRFTable, _ bytes: [UInt8], isLenient: Bool = false
  ) throws -> (rows: [[String]], tally: RowTally) {
    var files = [RRFTable.concepts: concepts(mesna)]
    files[table] = bytes
    let release = try RxNormRelease(
      files: files, name: "test", options: .init(isLenient: isLenient))
    return try read(release, table)
  }

  /// Reads one table of a release into strings.
  static func read(
    _ release: RxNormRelease, _ table: RRFTable
  ) throws -> (rows: [[String]], tally: RowTally) {
    var rows: [[String]] = []
    let tally = try release.forEachRow(of: table) { row in
      rows.append((0..<table.columnCount).map { row.string($0) })
    }
    return (rows, tally)
  }

  /// Reads every table that a release has.
  static func readAll(_ release: RxNormRelease) throws -> [RRFTable: [[String]]] {
    var tables: [RRFTable: [[String]]] = [:]
    for table in release.present { tables[table] = try read(release, table).rows }
    return tables
  }
}

/// Writes zip archives, right or with lies in them (PKWARE APPNOTE.TXT 6.3).
struct ZipBuilder {
  /// One entry; what is not set is what its contents make right.
  struct Entry {
    var name: String
    var contents: [UInt8]
    var isDeflated = true
    var method: Int?
    var flags = 0
    var size: Int?
    var localSize: Int?
    var compressedSize: Int?
    var checksum: UInt32?
    var localName: String?
    var offset: Int?
    var disk = 0
    /// Data in the archive in place of the contents' own.
    var data: [UInt8]?
  }

  var entries: [Entry] = []
  /// Whether sizes and offsets stand in zip64 records.
  var isWide = false
  var comment: [UInt8] = []
  var prefix: [UInt8] = []
  var disks = (0, 0)
  var countDelta = 0

  init(_ files: [(String, [UInt8])] = [], isDeflated: Bool = true) {
    entries = files.map { Entry(name: $0.0, contents: $0.1, isDeflated: isDeflated) }
  }

  func build() -> [UInt8] {
    var archive = prefix
    var directory: [UInt8] = []
    for entry in entries {
      let data = entry.data ?? (entry.isDeflated ? deflated(entry.contents) : entry.contents)
      let method = entry.method ?? (entry.isDeflated ? 8 : 0)
      let sum = entry.checksum ?? crc(entry.contents)
      let size = entry.size ?? entry.contents.count
      let compressedSize = entry.compressedSize ?? data.count
      let offset = entry.offset ?? archive.count
      let localName = Array((entry.localName ?? entry.name).utf8)
      let localExtra =
        isWide ? number(1, 2) + number(16, 2) + number(size, 8) + number(compressedSize, 8) : []
      archive += number(0x0403_4B50, 4) + number(45, 2) + number(entry.flags, 2) + number(method, 2)
      archive += number(0, 4) + number(Int(sum), 4)
      archive += number(isWide ? 0xFFFF_FFFF : compressedSize, 4)
      archive += number(isWide ? 0xFFFF_FFFF : entry.localSize ?? size, 4)
      archive += number(localName.count, 2) + number(localExtra.count, 2)
      archive += localName + localExtra + data
      let name = Array(entry.name.utf8)
      // An unknown field first, as other tools write their times.
      let wide =
        number(0x5455, 2) + number(1, 2) + [0] + number(1, 2) + number(24, 2) + number(size, 8)
        + number(compressedSize, 8) + number(offset, 8)
      let extra = isWide ? wide : []
      directory += number(0x0201_4B50, 4) + number(45, 2) + number(45, 2) + number(entry.flags, 2)
      directory += number(method, 2) + number(0, 4) + number(Int(sum), 4)
      directory += number(isWide ? 0xFFFF_FFFF : compressedSize, 4)
      directory += number(isWide ? 0xFFFF_FFFF : size, 4)
      directory += number(name.count, 2) + number(extra.count, 2) + number(0, 2)
      directory += number(entry.disk, 2) + number(0, 2) + number(0, 4)
      directory += number(isWide ? 0xFFFF_FFFF : offset, 4) + name + extra
    }
    let start = archive.count
    let count = entries.count + countDelta
    archive += directory
    if isWide {
      let end = archive.count
      archive += number(0x0606_4B50, 4) + number(44, 8) + number(45, 2) + number(45, 2)
      archive += number(disks.0, 4) + number(disks.1, 4) + number(count, 8) + number(count, 8)
      archive += number(directory.count, 8) + number(start, 8)
      archive += number(0x0706_4B50, 4) + number(0, 4) + number(end, 8) + number(1, 4)
    }
    archive += number(0x0605_4B50, 4)
    archive += number(isWide ? 0xFFFF : disks.0, 2) + number(isWide ? 0xFFFF : disks.1, 2)
    archive += number(isWide ? 0xFFFF : count, 2) + number(isWide ? 0xFFFF : count, 2)
    archive += number(isWide ? 0xFFFF_FFFF : directory.count, 4)
    archive += number(isWide ? 0xFFFF_FFFF : start, 4)
    return archive + number(comment.count, 2) + comment
  }

  /// Returns deflated data: zlib's stream without its two bytes in front and four behind.
  static func deflate(_ contents: [UInt8]) -> [UInt8] {
    var size = compressBound(UInt(contents.count))
    var output = [UInt8](repeating: 0, count: Int(size))
    let status = compress2(&output, &size, contents, UInt(contents.count), 9)
    precondition(status == Z_OK, "zlib cannot compress the test's data")
    return Array(output[2..<Int(size) - 4])
  }

  private func deflated(_ contents: [UInt8]) -> [UInt8] { Self.deflate(contents) }

  private func crc(_ contents: [UInt8]) -> UInt32 {
    UInt32(crc32(0, contents, UInt32(contents.count)))
  }

  private func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
