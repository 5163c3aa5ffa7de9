// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A zip archive for other modules: its members are read whole, piece by piece, or as archives.
///
/// The file is mapped, and what was read of it is given back to the system, so that the memory of
/// an archive is that of its directory.
package struct ZipFile: Sendable {
  package struct Member: Sendable {
    /// The name with its folders.
    package let name: String
    /// How many bytes it has when it is unpacked.
    package let size: Int
  }

  private let archive: ZipArchive
  /// The members in the order of the directory.
  package let members: [Member]

  /// Opens an archive.
  ///
  /// - Throws: ``ReleaseError`` with a `zip.` code, or why the system does not give the file.
  package init(path: String) throws(ReleaseError) {
    let bytes: ByteSlice
    do {
      bytes = ByteSlice(try OpenFile(path).mapped(forgetting: true))
    } catch {
      throw ReleaseError(
        error.isMissing ? .notFound : .unreadable, file: path, found: error.reason,
        expected: "a zip archive", remedy: "check the path and its permissions")
    }
    try self.init(bytes, path: path)
  }

  private init(_ bytes: ByteSlice, path: String) throws(ReleaseError) {
    archive = try ZipArchive(bytes, path: path, limits: ArchiveLimits())
    members = archive.entries.map { Member(name: $0.name, size: $0.size) }
  }

  /// Opens a member that is an archive itself; one that is stored is read where it stands.
  package func archive(at index: Int) throws(ReleaseError) -> ZipFile {
    let reader = try reader(at: index)
    let name = "\(archive.path):\(reader.entry.name)"
    guard reader.entry.size <= archive.limits.wholeEntrySize || reader.entry.method == 0 else {
      throw ZipFault(archive: archive.path, entry: reader.entry.name).bomb(
        "is an archive of \(grouped(reader.entry.size)) bytes",
        expected: "at most \(grouped(archive.limits.wholeEntrySize))")
    }
    // The checksum of a stored archive covers members that nobody wants; each has its own.
    let bytes = reader.entry.method == 0 ? reader.data : try reader.contents()
    return try ZipFile(bytes, path: name)
  }

  /// Says that the archive was read, in whole or part, and is not needed soon.
  package func forget() { archive.bytes.forget(0..<archive.bytes.count) }

  /// Begins to read a member.
  package func stream(at index: Int) throws(ReleaseError) -> ZipMemberStream {
    ZipMemberStream(EntryStream(try reader(at: index)))
  }

  private func reader(at index: Int) throws(ReleaseError) -> EntryReader {
    let entry = archive.entries[index]
    let range = try archive.dataRange(of: entry)
    return EntryReader(
      entry: entry, data: ByteSlice(archive.bytes, range), archive: archive.path)
  }
}

/// The bytes of a member in their order.
package struct ZipMemberStream: Sendable {
  private var stream: EntryStream

  fileprivate init(_ stream: EntryStream) { self.stream = stream }

  /// Reads at most so many bytes; none at the end, where size and checksum were found right.
  package mutating func next(upTo count: Int) throws(ReleaseError) -> [UInt8] {
    guard !stream.isAtEnd else { return [] }
    if let whole = try stream.whole(upTo: count) { return whole }
    // With room for one more it ends with its last bytes, not at a call of its own.
    var buffer = [UInt8](repeating: 0, count: min(count, stream.left + 1))
    let read = try stream.read(into: &buffer, from: 0)
    buffer.removeLast(buffer.count - read)
    return buffer
  }
}
