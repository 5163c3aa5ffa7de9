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

// What can be wrong with a zip archive, and how it is reported.

/// Makes the errors of an archive or of one of its entries.
struct ZipFault {
  let archive: String
  let entry: String?

  private static let again = "get the archive again, and compare its size with the source's"
  private static let unpack = "unpack it with a tool that can, and give the folder"

  func notZip(size: Int) -> ReleaseError {
    error(
      .notZip, size == 0 ? "file is empty" : "file does not begin like a zip archive",
      expected: "NLM's zip, or a folder", remedy: "give the release's folder or its zip")
  }

  func truncated(_ what: String) -> ReleaseError {
    error(.truncated, what, expected: "a whole archive", remedy: Self.again)
  }

  func damaged(_ what: String, expected: String) -> ReleaseError {
    error(.damaged, what, expected: expected, remedy: Self.again)
  }

  func encrypted() -> ReleaseError {
    error(
      .encrypted, "is encrypted", expected: "an entry without a password", remedy: Self.unpack)
  }

  func method(_ method: UInt16) -> ReleaseError {
    error(
      .unknownMethod, "is compressed by method \(method)",
      expected: "0 (stored) or 8 (deflate)", remedy: Self.unpack)
  }

  func size(_ what: String, declared: Int) -> ReleaseError {
    error(
      .sizeMismatch, what, expected: "\(grouped(declared)) as the directory says",
      remedy: Self.again)
  }

  func checksum(found: UInt32, declared: UInt32) -> ReleaseError {
    error(
      .checksum, "has the CRC-32 \(String(found, radix: 16))",
      expected: String(declared, radix: 16), remedy: Self.again)
  }

  func bomb(_ what: String, expected: String) -> ReleaseError {
    error(
      .bomb, what, expected: expected,
      remedy: "check where the archive comes from; if it is right, unpack it and give the folder")
  }

  func unsafePath(_ name: String) -> ReleaseError {
    let bytes = Array(name.utf8)
    return error(
      .unsafePath, "entry \(quoted(bytes.span, bytes.indices)) leads out of the archive",
      expected: "names below its root", remedy: "do not unpack it; get the release from its source")
  }

  func duplicate(_ other: String) -> ReleaseError {
    error(
      .duplicateEntry, "holds the same table as \(other)", expected: "one file a table",
      remedy: Self.again)
  }

  func multiDisk() -> ReleaseError {
    error(
      .multiDisk, "is one part of several", expected: "an archive in one file",
      remedy: "join the parts, for example with zip -s 0, or get it in one file")
  }

  func memory(_ size: Int) -> ReleaseError {
    error(
      .outOfMemory, "needs \(grouped(size)) bytes of memory", expected: "that much to be free",
      remedy: "unpack the archive and give the folder")
  }

  private func error(
    _ code: ReleaseError.Code, _ found: String, expected: String, remedy: String
  ) -> ReleaseError {
    ReleaseError(
      code, file: archive, found: (entry.map { $0 + " " } ?? "") + found, expected: expected,
      remedy: remedy)
  }
}
