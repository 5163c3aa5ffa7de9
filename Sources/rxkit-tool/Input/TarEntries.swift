// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRStreams

/// The files of a tar archive in their order, inflated if it is gzip.
struct TarEntries {
  /// The longest name, with its attributes, that is read.
  private static let nameLimit = 1 << 16

  private let path: String
  private var input: ByteStream
  /// What was read and not used yet, from `position` on.
  private var buffer: [UInt8] = []
  private var position = 0
  /// How much of the content of the entry is left, and of the filling behind it.
  private var left = 0
  private var filling = 0
  private var isBegun = false
  private var names = TarNames()
  /// Whether the archive ended without the mark of its end: it may have been cut between entries.
  private(set) var lacksEnd = false

  /// Opens an archive.
  init(_ path: String) throws(CommandFailure) {
    self.path = path
    do { input = try ByteStream(path) } catch { throw CommandFailure(error) }
  }

  /// Goes to the next file and returns its name; `nil` at the end.
  ///
  /// An entry that is neither a regular file nor a folder, as a link, is told, too; that is added
  /// to its name, which so ends as that of no document does.
  mutating func next() throws(CommandFailure) -> String? {
    while true {
      while try !read(upTo: 1 << 18).isEmpty {}
      try fill(filling)
      position += filling
      filling = 0
      guard let block = try block() else { return nil }
      left = block.byteCount
      filling = (TarBlock.size - left % TarBlock.size) % TarBlock.size
      switch block.kind {
      case .file:
        let name = names.name(of: block)
        guard TarNames.isSafe(name) else { throw .tarPath(path) }
        return name
      case .longName, .attributes: names.note(try shortContent(), of: block.kind)
      case .commonAttributes, .remark: break
      case .folder: _ = names.name(of: block)
      case .other: return "\(names.name(of: block)) (no regular file)"
      }
    }
  }

  /// Reads at most so many bytes of the content; none at its end.
  mutating func read(upTo count: Int) throws(CommandFailure) -> [UInt8] {
    if left == 0 { return [] }
    if position == buffer.count { try fill(1) }
    let piece = Array(buffer[position..<min(buffer.count, position + min(left, count))])
    position += piece.count
    left -= piece.count
    return piece
  }

  private mutating func shortContent() throws(CommandFailure) -> [UInt8] {
    guard left <= Self.nameLimit else { throw damaged("a name of more than 65,536 bytes") }
    var bytes: [UInt8] = []
    while left > 0 { bytes += try read(upTo: left) }
    return bytes
  }

  /// Reads until so many bytes are there.
  private mutating func fill(_ count: Int) throws(CommandFailure) {
    while buffer.count - position < count {
      let more: [UInt8]
      do { more = try input.next(upTo: 1 << 18) } catch { throw CommandFailure(error) }
      guard !more.isEmpty else { throw damaged("its end within an entry") }
      buffer = position == buffer.count ? more : buffer[position...] + more
      position = 0
    }
  }

  private mutating func block() throws(CommandFailure) -> TarBlock? {
    if position == buffer.count {
      do { buffer = try input.next(upTo: 1 << 18) } catch { throw CommandFailure(error) }
      position = 0
      if buffer.isEmpty {
        guard isBegun else { throw damaged("an empty file") }
        lacksEnd = true
        return nil
      }
    }
    isBegun = true
    try fill(TarBlock.size)
    let bytes = buffer[position..<position + TarBlock.size]
    position += TarBlock.size
    if bytes.allSatisfy({ $0 == 0 }) {
      try checkRest()
      return nil
    }
    guard let block = TarBlock(bytes) else {
      throw damaged("a block that is no header of an entry")
    }
    return block
  }

  /// Behind the mark of the end stand zeros; archives that were joined go on behind it.
  private mutating func checkRest() throws(CommandFailure) {
    while true {
      guard buffer[position...].allSatisfy({ $0 == 0 }) else {
        throw damaged("more than zeros behind the mark of its end")
      }
      do { buffer = try input.next(upTo: 1 << 18) } catch { throw CommandFailure(error) }
      position = 0
      if buffer.isEmpty { return }
    }
  }

  private func damaged(_ found: String) -> CommandFailure {
    CommandFailure(
      .input, "tar.damaged", "\(path): found \(found), expected a whole tar archive",
      try: "get the file again; tar -t checks it")
  }
}
