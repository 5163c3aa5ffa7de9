// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The directory of a zip archive (PKWARE APPNOTE.TXT 6.3), read from its end:
//
//   local header + data   of each entry
//   …
//   central directory     one record an entry: name, method, sizes, checksum,
//                         offset of its local header
//   [zip64 end record]    the same as the next with 64-bit numbers
//   [zip64 locator]       where the zip64 end record is
//   end record            where the central directory is, how many entries
//
// A reader that trusts local headers can be shown other files than one that
// trusts the directory. Here the directory counts and the local header must
// agree with it.

/// One entry of an archive, as the central directory describes it.
struct ZipEntry: Sendable {
  let name: String
  let flags: UInt16
  let method: UInt16
  let checksum: UInt32
  let compressedSize: Int
  let size: Int
  let headerOffset: Int

  /// Traditional or strong encryption, or an encrypted directory.
  var isEncrypted: Bool { flags & 0x2041 != 0 }
  /// Whether sizes and checksum follow the data instead of standing in the local header.
  var hasDescriptor: Bool { flags & 0x0008 != 0 }
}

/// A zip archive whose directory was read and checked.
struct ZipArchive: Sendable {
  let bytes: ByteSlice
  let path: String
  let limits: ArchiveLimits
  let entries: [ZipEntry]
  private let directoryStart: Int

  /// Reads the directory of an archive.
  ///
  /// - Throws: ``ReleaseError`` with a `zip.` code if it is no archive, cut,
  ///   one of several parts, contradictory, or names a file outside of itself.
  init(_ bytes: ByteSlice, path: String, limits: ArchiveLimits) throws(ReleaseError) {
    let reader = ZipReader(archive: bytes, path: path)
    let end = try reader.endRecord()
    self.bytes = bytes
    self.path = path
    self.limits = limits
    directoryStart = end.directory.lowerBound
    entries = try reader.entries(end)
  }

  /// Returns where the data of an entry are, after every check that needs no decompression.
  func dataRange(of entry: ZipEntry) throws(ReleaseError) -> Range<Int> {
    let fault = ZipFault(archive: path, entry: entry.name)
    if entry.isEncrypted { throw fault.encrypted() }
    guard entry.method == 0 || entry.method == 8 else { throw fault.method(entry.method) }
    try checkSize(entry, fault)
    let reader = ZipReader(archive: bytes, path: path)
    let range = try reader.dataRange(of: entry)
    guard range.upperBound <= directoryStart else {
      throw fault.damaged("data run into the directory", expected: "the directory after them")
    }
    return range
  }

  private func checkSize(_ entry: ZipEntry, _ fault: ZipFault) throws(ReleaseError) {
    if entry.method == 0, entry.size != entry.compressedSize {
      throw fault.size("is stored in \(grouped(entry.compressedSize)) bytes", declared: entry.size)
    }
    guard entry.size <= limits.entrySize else {
      throw fault.bomb(
        "would unpack to \(grouped(entry.size)) bytes",
        expected: "at most \(grouped(limits.entrySize))")
    }
    guard entry.size > limits.ratioFloor else { return }
    let ratio = entry.size / max(entry.compressedSize, 1)
    guard ratio <= limits.ratio else {
      throw fault.bomb(
        "would unpack to \(grouped(ratio)) times its size", expected: "at most \(limits.ratio)")
    }
  }
}

/// How large the entries of an archive may be.
///
/// A real RXNREL has 650 MB and unpacks to 8 times its size; the defaults leave
/// much room above that and stop what is made to fill a disk or memory.
public struct ArchiveLimits: Hashable, Sendable {
  /// The largest entry, in bytes unpacked.
  public var entrySize = 4 << 30
  /// How many times its packed size an entry may have.
  public var ratio = 200
  /// Up to this size in bytes the ratio does not matter.
  public var ratioFloor = 64 << 20
  /// The largest entry that is unpacked in memory as a whole; larger ones stream.
  ///
  /// Unpacking as a whole is faster (all tables of a release of 35 MB: 52 against
  /// 62 ms) and takes as much memory as the entry has bytes.
  public var wholeEntrySize = 256 << 20

  /// Makes the default limits.
  public init() {}
}
