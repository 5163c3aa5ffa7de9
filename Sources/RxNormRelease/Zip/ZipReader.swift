// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Reads the records of a zip archive. Every number is unsigned and little-endian.

/// Where the central directory is.
struct ZipEnd {
  let directory: Range<Int>
  let entryCount: Int
}

/// Reads numbers and records of an archive; every read is checked.
struct ZipReader {
  let archive: ByteSlice
  let path: String

  private var fault: ZipFault { ZipFault(archive: path, entry: nil) }

  // MARK: End of the archive

  /// Finds the end record, which only the archive's comment may follow.
  func endRecord() throws(ReleaseError) -> ZipEnd {
    let size = 22
    // The first entry, or the end of an empty archive.
    let begins = try (hasSignature(0x0403_4B50, at: 0), hasSignature(0x0605_4B50, at: 0))
    guard begins != (false, false) else { throw fault.notZip(size: archive.count) }
    var offset = archive.count - size
    let lowest = max(0, offset - Int(UInt16.max))
    while offset >= lowest {
      if try hasSignature(0x0605_4B50, at: offset),
        try number16(at: offset + 20) == archive.count - offset - size
      {
        return try endRecord(at: offset)
      }
      offset -= 1
    }
    throw fault.truncated("has no end record")
  }

  private func endRecord(at offset: Int) throws(ReleaseError) -> ZipEnd {
    let locator = offset - 20
    if locator >= 0, try hasSignature(0x0706_4B50, at: locator) {
      return try wideEndRecord(locator: locator)
    }
    let disks = try (number16(at: offset + 4), number16(at: offset + 6))
    let counts = try (number16(at: offset + 8), number16(at: offset + 10))
    guard disks == (0, 0), counts.0 == counts.1 else { throw fault.multiDisk() }
    return try end(
      count: counts.1, size: number32(at: offset + 12), start: number32(at: offset + 16),
      before: offset)
  }

  /// Reads the zip64 end record, for archives of more than 4 GiB or 65,535 entries.
  private func wideEndRecord(locator: Int) throws(ReleaseError) -> ZipEnd {
    guard try number32(at: locator + 4) == 0, try number32(at: locator + 16) <= 1 else {
      throw fault.multiDisk()
    }
    let offset = try number64(at: locator + 8)
    guard offset <= locator - 56, try hasSignature(0x0606_4B50, at: offset) else {
      throw fault.damaged("zip64 end record is not where it should be", expected: "its signature")
    }
    guard try number32(at: offset + 16) == 0, try number32(at: offset + 20) == 0 else {
      throw fault.multiDisk()
    }
    return try end(
      count: number64(at: offset + 32), size: number64(at: offset + 40),
      start: number64(at: offset + 48), before: offset)
  }

  private func end(
    count: Int, size: Int, start: Int, before limit: Int
  ) throws(ReleaseError) -> ZipEnd {
    guard size <= limit, start <= limit - size else {
      throw fault.truncated("directory does not fit before the end record")
    }
    // Each record has at least 46 bytes: a larger count is a lie, and would cost memory.
    guard count <= size / 46 else {
      throw fault.damaged("directory has no room for \(count) entries", expected: "46 bytes each")
    }
    return ZipEnd(directory: start..<start + size, entryCount: count)
  }

  // MARK: Central directory

  func entries(_ end: ZipEnd) throws(ReleaseError) -> [ZipEntry] {
    var entries: [ZipEntry] = []
    entries.reserveCapacity(end.entryCount)
    var offset = end.directory.lowerBound
    for index in 0..<end.entryCount {
      guard offset <= end.directory.upperBound - 46, try hasSignature(0x0201_4B50, at: offset)
      else {
        throw fault.damaged(
          "directory breaks off at entry \(index + 1)", expected: "\(end.entryCount) entries")
      }
      let lengths = try (
        name: number16(at: offset + 28), extra: number16(at: offset + 30),
        comment: number16(at: offset + 32)
      )
      let next = offset + 46 + lengths.name + lengths.extra + lengths.comment
      guard next <= end.directory.upperBound else {
        throw fault.damaged(
          "entry \(index + 1) runs out of the directory", expected: "\(end.entryCount) entries")
      }
      let name = text(offset + 46..<offset + 46 + lengths.name)
      guard isSafe(name) else { throw fault.unsafePath(name) }
      let extra = offset + 46 + lengths.name..<offset + 46 + lengths.name + lengths.extra
      entries.append(try entry(at: offset, name: name, extra: extra))
      offset = next
    }
    guard offset == end.directory.upperBound else {
      throw fault.damaged(
        "directory goes on after its last entry", expected: "\(end.entryCount) entries")
    }
    return entries
  }

  private func entry(
    at offset: Int, name: String, extra: Range<Int>
  ) throws(ReleaseError) -> ZipEntry {
    // Numbers that do not fit are all ones here and are in the zip64 field, in this order.
    var compressedSize = try number32(at: offset + 20)
    var size = try number32(at: offset + 24)
    var disk = try number16(at: offset + 34)
    var header = try number32(at: offset + 42)
    if var field = try wideField(in: extra) {
      if size == UInt32.max { size = try wideNumber(&field) }
      if compressedSize == UInt32.max { compressedSize = try wideNumber(&field) }
      if header == UInt32.max { header = try wideNumber(&field) }
      if disk == UInt16.max { disk = try number32(at: field.lowerBound) }
    }
    guard disk == 0 else { throw fault.multiDisk() }
    return ZipEntry(
      name: name, flags: UInt16(truncatingIfNeeded: try number16(at: offset + 8)),
      method: UInt16(truncatingIfNeeded: try number16(at: offset + 10)),
      checksum: UInt32(truncatingIfNeeded: try number32(at: offset + 16)),
      compressedSize: compressedSize, size: size, headerOffset: header)
  }

  /// Returns where the contents of the zip64 extra field are.
  private func wideField(in extra: Range<Int>) throws(ReleaseError) -> Range<Int>? {
    var offset = extra.lowerBound
    while offset <= extra.upperBound - 4 {
      let start = offset + 4
      let end = start + (try number16(at: offset + 2))
      guard end <= extra.upperBound else { return nil }
      if try number16(at: offset) == 0x0001 { return start..<end }
      offset = end
    }
    return nil
  }

  private func wideNumber(_ field: inout Range<Int>) throws(ReleaseError) -> Int {
    guard field.count >= 8 else {
      throw fault.damaged("zip64 field is too short", expected: "a size of 8 bytes")
    }
    let number = try number64(at: field.lowerBound)
    field = field.lowerBound + 8..<field.upperBound
    return number
  }

  // MARK: Local header

  /// Returns where the data of an entry are; its local header must agree with the directory.
  func dataRange(of entry: ZipEntry) throws(ReleaseError) -> Range<Int> {
    let fault = ZipFault(archive: path, entry: entry.name)
    let offset = entry.headerOffset
    guard try hasSignature(0x0403_4B50, at: offset) else {
      throw fault.damaged("has no header at its offset", expected: "its signature")
    }
    let nameLength = try number16(at: offset + 26)
    let extraLength = try number16(at: offset + 28)
    let start = offset + 30 + nameLength + extraLength
    guard start <= archive.count, entry.compressedSize <= archive.count - start else {
      throw fault.truncated("runs over the archive's end")
    }
    guard text(offset + 30..<offset + 30 + nameLength) == entry.name,
      try number16(at: offset + 8) == Int(entry.method)
    else {
      throw fault.damaged("header and directory differ", expected: "the same name and method")
    }
    let sizes = try (number32(at: offset + 18), number32(at: offset + 22))
    let isWide = sizes.0 == UInt32.max || sizes.1 == UInt32.max
    if !entry.hasDescriptor, !isWide, sizes != (entry.compressedSize, entry.size) {
      throw fault.size("has a header of \(grouped(sizes.1)) bytes", declared: entry.size)
    }
    return start..<start + entry.compressedSize
  }

  // MARK: Parts

  /// Says whether a name stays within the folder that an archive is unpacked to.
  private func isSafe(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return !name.isEmpty && !name.hasPrefix("/") && !parts.contains("..")
      && !name.utf8.contains { $0 == UInt8(ascii: "\\") || $0 == 0 }
      && parts.first?.utf8.contains(UInt8(ascii: ":")) != true
  }

  private func text(_ range: Range<Int>) -> String {
    let bytes = archive.bytes
    return String(decoding: range.map { bytes[$0] }, as: UTF8.self)
  }

  private func hasSignature(_ signature: Int, at offset: Int) throws(ReleaseError) -> Bool {
    guard offset >= 0, offset <= archive.count - 4 else { return false }
    return try number32(at: offset) == signature
  }

  private func number16(at offset: Int) throws(ReleaseError) -> Int {
    try Int(truncatingIfNeeded: number(at: offset, size: 2))
  }

  private func number32(at offset: Int) throws(ReleaseError) -> Int {
    try Int(truncatingIfNeeded: number(at: offset, size: 4))
  }

  private func number64(at offset: Int) throws(ReleaseError) -> Int {
    guard let number = Int(exactly: try number(at: offset, size: 8)) else {
      throw fault.damaged("holds a number beyond 2^63", expected: "sizes and offsets within it")
    }
    return number
  }

  private func number(at offset: Int, size: Int) throws(ReleaseError) -> UInt64 {
    guard offset >= 0, offset <= archive.count - size else {
      throw fault.truncated("ends within a record")
    }
    var number: UInt64 = 0
    let bytes = archive.bytes
    for index in (offset..<offset + size).reversed() {
      number = number << 8 | UInt64(bytes[index])
    }
    return number
  }
}
