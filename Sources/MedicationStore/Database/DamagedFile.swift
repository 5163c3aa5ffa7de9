// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SQLiteDatabase

// The rows of a damaged file are read from its pages, without the trees above
// them (https://www.sqlite.org/fileformat.html): each page that looks like a
// leaf is read, each cell on it decoded if that is possible at all. What was
// decoded is only a guess; the checksum in a row says whether it is a row.

/// The pages of a database file and of its log, as they are on disk.
struct DamagedFile {
  /// SQLite's default.
  static let pageSize = 4096

  /// The file with the pages that its log has for it, as SQLite opens it in memory: the header names
  /// no log.
  let bytes: [UInt8]
  /// How many pages of the log belong to it and do not fit their checksum.
  let unreadableLogPageCount: Int

  /// Reads a file and its log; what the disk does not give back counts as zeros.
  init?(_ path: String) {
    let limit = HealthDatabase.recoveryLimit
    guard var bytes = SystemFile.bytes(path, limit: limit, isSalvaged: true) else { return nil }
    bytes.pad(to: (bytes.count + Self.pageSize - 1) / Self.pageSize * Self.pageSize)
    var log = WriteAheadLog(
      SystemFile.bytes(path + "-wal", limit: limit, isSalvaged: true) ?? [])
    // A page that is new with the log is in it.
    let end = bytes.count + log.byteCount
    for (page, content) in log.committedPages() where page <= end / Self.pageSize {
      let start = (page - 1) * Self.pageSize
      bytes.pad(to: start + Self.pageSize)
      bytes.replaceSubrange(start..<start + Self.pageSize, with: content)
    }
    if bytes.count > 20 { (bytes[18], bytes[19]) = (1, 1) }
    (self.bytes, unreadableLogPageCount) = (bytes, log.unreadablePageCount)
  }

  /// The schema that the header names, if it is the header of a store.
  var schemaVersion: Int? {
    guard bytes.count >= 100, bytes[..<16].elementsEqual("SQLite format 3\0".utf8),
      number(68, 4) == StoreSchema.applicationID
    else { return nil }
    return number(60, 4)
  }

  /// Calls a function with the values of each cell on a leaf, and its row number.
  ///
  /// A cell of an index has the row number as its last value.
  func forEachCell(_ body: (_ values: [SQLiteValue], _ row: Int64?) -> Void) {
    for start in stride(from: 0, to: bytes.count, by: Self.pageSize) {
      let isTable = bytes[start] == 0x0D
      guard isTable || bytes[start] == 0x0A else { continue }
      let count = number(start + 3, 2)
      guard count <= (Self.pageSize - 8) / 6 else { continue }
      for index in 0..<count {
        var place = start + number(start + 8 + 2 * index, 2)
        let end = start + Self.pageSize
        guard place < end, let size = bytes.variableInteger(&place, end) else { continue }
        var row: Int64?
        if isTable {
          row = bytes.variableInteger(&place, end)
          guard row != nil else { continue }
        }
        if let payload = payload(Int(size), at: place, end, isTable: isTable),
          let values = SQLiteValue.values(ofRecord: payload)
        {
          body(values, row)
        }
      }
    }
  }

  /// The content of a cell, with that on its overflow pages.
  private func payload(_ size: Int, at place: Int, _ end: Int, isTable: Bool) -> [UInt8]? {
    guard 0..<bytes.count ~= size else { return nil }
    let usable = Self.pageSize
    let most = isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
    var local = size
    if size > most {
      let least = (usable - 12) * 32 / 255 - 23
      local = least + (size - least) % (usable - 4)
      if local > most { local = least }
    }
    guard place + local + (local < size ? 4 : 0) <= end else { return nil }
    var content = Array(bytes[place..<place + local])
    var next = local < size ? number(place + local, 4) : 0
    while content.count < size {
      let start = (next - 1) * usable
      guard next > 0, start + usable <= bytes.count else { return nil }
      content += bytes[(start + 4)..<(start + 4 + min(size - content.count, usable - 4))]
      next = number(start, 4)
    }
    return content
  }

  private func number(_ place: Int, _ count: Int) -> Int {
    bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }
}

/// A log of pages that are to be written to a file (`-wal`).
private struct WriteAheadLog {
  private let bytes: [UInt8]
  private(set) var unreadablePageCount = 0
  private var sum: (UInt32, UInt32) = (0, 0)

  var byteCount: Int { bytes.count }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The newest content of each page up to the last transaction that was completed.
  mutating func committedPages() -> [Int: ArraySlice<UInt8>] {
    let frameSize = 24 + DamagedFile.pageSize
    guard bytes.count >= 32 else { return [:] }
    add(0..<24)
    let isSound =
      word(0) & ~1 == 0x377F_0682 && word(8) == DamagedFile.pageSize && isSum(at: 24)
    var committed: [Int: ArraySlice<UInt8>] = [:]
    var open: [Int: ArraySlice<UInt8>] = [:]
    for start in stride(from: 32, through: bytes.count - frameSize, by: frameSize) {
      // Frames of an earlier use of the log have another salt.
      guard bytes[start + 8..<start + 16] == bytes[16..<24] else { continue }
      add(start..<start + 8)
      add(start + 24..<start + frameSize)
      let page = Int(word(start))
      guard isSound, unreadablePageCount == 0, page > 0, isSum(at: start + 16) else {
        unreadablePageCount += 1
        continue
      }
      open[page] = bytes[start + 24..<start + frameSize]
      guard word(start + 4) > 0 else { continue }
      committed.merge(open) { $1 }
      open = [:]
    }
    return committed
  }

  private mutating func add(_ range: Range<Int>) {
    let isBigEndian = bytes[3] & 1 == 1
    var place = range.lowerBound
    while place < range.upperBound {
      let (first, second) = (word(place), word(place + 4))
      place += 8
      sum.0 &+= (isBigEndian ? first : first.byteSwapped) &+ sum.1
      sum.1 &+= (isBigEndian ? second : second.byteSwapped) &+ sum.0
    }
  }

  private func isSum(at place: Int) -> Bool { word(place) == sum.0 && word(place + 4) == sum.1 }

  private func word(_ place: Int) -> UInt32 {
    UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8
      | UInt32(bytes[place + 3])
  }
}

extension SQLiteValue {
  /// The values of a record; `nil` if it is none.
  fileprivate static func values(ofRecord record: [UInt8]) -> [SQLiteValue]? {
    var place = 0
    guard let size = record.variableInteger(&place, record.count),
      0...Int64(record.count) ~= size
    else { return nil }
    var (values, body): ([SQLiteValue], Int) = ([], Int(size))
    while place < size {
      guard let type = record.variableInteger(&place, Int(size)), type >= 0 else { return nil }
      let count: Int
      switch type {
      case 0...4: count = Int(type)
      case 5: count = 6
      case 6, 7: count = 8
      case 8, 9: count = 0
      case 12...: count = Int((type - 12) / 2)
      default: return nil
      }
      guard count <= record.count - body else { return nil }
      let bytes = record[body..<body + count]
      body += count
      var number: Int64 = bytes.first ?? 0 >= 0x80 ? -1 : 0
      if type < 12 { for byte in bytes { number = number << 8 | Int64(byte) } }
      switch type {
      case 0: values.append(.null)
      case 7: values.append(.real(Double(bitPattern: UInt64(bitPattern: number))))
      case 8, 9: values.append(.integer(type - 8))
      case ..<12: values.append(.integer(number))
      default:
        values.append(
          type % 2 == 0 ? .blob(Array(bytes)) : .text(String(decoding: bytes, as: UTF8.self)))
      }
    }
    return values
  }
}

extension [UInt8] {
  /// The integer of one to nine bytes at a place, which moves past it.
  fileprivate func variableInteger(_ place: inout Int, _ end: Int) -> Int64? {
    var number: UInt64 = 0
    for index in 0..<9 {
      guard place < end else { return nil }
      let byte = self[place]
      place += 1
      if index == 8 { return Int64(bitPattern: number << 8 | UInt64(byte)) }
      number = number << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return Int64(bitPattern: number)
  }

  fileprivate mutating func pad(to count: Int) {
    self += [UInt8](repeating: 0, count: Swift.max(count - self.count, 0))
  }
}
