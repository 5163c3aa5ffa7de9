// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRStreams

// tar (POSIX.1-2017, pax): blocks of 512 bytes, a header and then the content,
// filled up with zero bytes. A block of zero bytes, or the end, ends it.
//
//   0 name 100   124 size 12   148 checksum 8   156 type   257 "ustar"   345 prefix 155
//
// Types: 0 and NUL a file, L the name of the next entry (GNU), x attributes of
// the next entry (pax), anything else is passed over.

/// The files of a tar archive in their order, inflated if it is gzip.
struct TarEntries {
  private static let blockSize = 512
  /// The longest name, with its attributes, that is read.
  private static let nameLimit = 1 << 16

  private let path: String
  private var input: InflatedFile
  /// What was read and not used yet, from `position` on.
  private var buffer: [UInt8] = []
  private var position = 0
  /// How much of the content of the entry is left, and of the filling behind it.
  private var left = 0
  private var filling = 0

  /// Opens an archive.
  init(_ path: String) throws(CommandFailure) {
    self.path = path
    do { input = try InflatedFile(path) } catch { throw CommandFailure(error) }
  }

  /// Goes to the next file and returns its name; `nil` at the end.
  mutating func next() throws(CommandFailure) -> String? {
    var longName: String?
    while true {
      while try !read(upTo: 1 << 18).isEmpty {}
      try fill(filling)
      position += filling
      filling = 0
      guard let header = try header() else { return nil }
      left = header.size
      filling = (Self.blockSize - header.size % Self.blockSize) % Self.blockSize
      switch header.type {
      case UInt8(ascii: "0"), 0: return longName ?? header.name
      case UInt8(ascii: "L"): longName = Self.text(try shortContent()[...])
      case UInt8(ascii: "x"): longName = Self.pathAttribute(try shortContent()) ?? longName
      default: longName = nil
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

  private mutating func header() throws(CommandFailure) -> (name: String, size: Int, type: UInt8)? {
    if position == buffer.count {
      do { buffer = try input.next(upTo: 1 << 18) } catch { throw CommandFailure(error) }
      position = 0
      if buffer.isEmpty { return nil }
    }
    try fill(Self.blockSize)
    let block = Array(buffer[position..<position + Self.blockSize])
    position += Self.blockSize
    if block.allSatisfy({ $0 == 0 }) { return nil }
    let sum = block.enumerated().reduce(0) { sum, byte in
      sum + ((148..<156).contains(byte.offset) ? 0x20 : Int(byte.element))
    }
    guard let stated = Self.number(block[148..<156]), stated == sum,
      let size = Self.number(block[124..<136])
    else { throw damaged("a block that is no header of an entry") }
    let isPOSIX = Self.text(block[257..<262]) == "ustar"
    let folder = isPOSIX ? Self.text(block[345..<500]) : ""
    let name = Self.text(block[0..<100])
    return (folder.isEmpty ? name : "\(folder)/\(name)", size, block[156])
  }

  private func damaged(_ found: String) -> CommandFailure {
    CommandFailure(
      .input, "tar.damaged", "\(path): found \(found), expected a whole tar archive",
      try: "get the file again; tar -t checks it")
  }

  /// The bytes before the first zero byte.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// A number in octal digits, or in binary where the first bit is set (GNU).
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    if let first = bytes.first, first & 0x80 != 0 {
      guard first == 0x80, bytes.dropFirst().prefix(3).allSatisfy({ $0 == 0 }) else { return nil }
      let number = bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Int(exactly: number)
    }
    let digits = bytes.drop { $0 == 0x20 }.prefix { $0 != 0x20 && $0 != 0 }
    guard digits.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
  }

  /// `path` among the attributes of pax: lines of `length name=value`, the length that of the line.
  private static func pathAttribute(_ bytes: [UInt8]) -> String? {
    var rest = bytes[...]
    var path: String?
    while let blank = rest.firstIndex(of: 0x20),
      let length = Int(String(decoding: rest[..<blank], as: UTF8.self)),
      length > blank - rest.startIndex, length <= rest.count
    {
      let line = String(
        decoding: rest[(blank + 1)..<(rest.startIndex + length - 1)], as: UTF8.self)
      if line.hasPrefix("path=") { path = String(line.dropFirst(5)) }
      rest = rest.dropFirst(length)
    }
    return path
  }
}
