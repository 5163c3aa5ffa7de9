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

  init(_ path: String) throws {
    self.path = path
    input = try ByteStream(path)
  }

  /// Goes to the next file and returns its name; `nil` at the end.
  ///
  /// An entry that is neither a regular file nor a folder, such as a link, is returned, too; its
  /// kind is added to its name, which then ends like no document's.
  mutating func next() throws -> String? {
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
        guard TarNames.isSafe(name) else { throw CommandFailure.tarPath(path) }
        return name
      case .longName, .attributes: names.note(try shortContent(), of: block.kind)
      case .commonAttributes, .remark: break
      case .folder: _ = names.name(of: block)
      case .other: return "\(names.name(of: block)) (no regular file)"
      }
    }
  }

  /// Reads up to a number of bytes of the content; none at its end.
  mutating func read(upTo count: Int) throws -> [UInt8] {
    if left == 0 { return [] }
    if position == buffer.count { try fill(1) }
    let piece = Array(buffer[position..<min(buffer.count, position + min(left, count))])
    position += piece.count
    left -= piece.count
    return piece
  }

  private mutating func shortContent() throws -> [UInt8] {
    guard left <= Self.nameLimit else { throw damaged("a name of more than 65,536 bytes") }
    var bytes: [UInt8] = []
    while left > 0 { bytes += try read(upTo: left) }
    return bytes
  }

  /// Reads until a number of bytes is available.
  private mutating func fill(_ count: Int) throws {
    while buffer.count - position < count {
      let more = try input.next(upTo: 1 << 18)
      guard !more.isEmpty else { throw damaged("its end within an entry") }
      buffer = position == buffer.count ? more : buffer[position...] + more
      position = 0
    }
  }

  private mutating func block() throws -> TarBlock? {
    if position == buffer.count {
      buffer = try input.next(upTo: 1 << 18)
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

  /// Zeros follow the end mark; concatenated archives continue after it.
  private mutating func checkRest() throws {
    while true {
      guard buffer[position...].allSatisfy({ $0 == 0 }) else {
        throw damaged("more than zeros behind the mark of its end")
      }
      buffer = try input.next(upTo: 1 << 18)
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

// The header of an entry of tar (POSIX.1-1988 ustar, POSIX.1-2017 pax, GNU):
//
//   0 name 100   124 size 12   148 checksum 8   156 type   257 "ustar"   345 prefix 155
//
// Longer names are in a preceding entry of type x (pax) or L (GNU); see
// `TarNames`.
//
// Two blocks of zeros follow the last entry (POSIX). GNU tar and Python read archives without them;
// whether such an archive is complete cannot be known.

/// The header of an entry of a tar archive.
struct TarBlock {
  /// The size of a header; contents are padded to a multiple of it.
  static let size = 512

  let name: String
  /// The size of the content.
  let byteCount: Int
  let kind: Kind

  /// The kind of an entry.
  enum Kind {
    case file
    /// The name of the next entry.
    case longName
    /// Attributes of the next entry, one of which may be its path.
    case attributes
    case commonAttributes
    case folder
    /// Neither an entry nor a name: the target of a link, the name of a volume (GNU).
    case remark
    /// A link, a device, a sparse file (GNU) or anything else without plain content.
    case other
  }

  /// Reads a block; `nil` if its checksum, computed with blanks in its place, is wrong.
  init?(_ bytes: some Collection<UInt8>) {
    let block = Array(bytes)
    guard block.count == Self.size else { return nil }
    let sum = block.enumerated().reduce(0) { sum, byte in
      sum + ((148..<156).contains(byte.offset) ? 0x20 : Int(byte.element))
    }
    guard Self.number(block[148..<156]) == sum, let count = Self.number(block[124..<136]) else {
      return nil
    }
    byteCount = count
    let base = Self.text(block[0..<100])
    let folder = Self.text(block[257..<262]) == "ustar" ? Self.text(block[345..<500]) : ""
    name = folder.isEmpty ? base : "\(folder)/\(base)"
    kind =
      switch block[156] {
      // A contiguous file (7) may be treated as a regular one (POSIX).
      case UInt8(ascii: "0"), UInt8(ascii: "7"), 0: .file
      case UInt8(ascii: "L"): .longName
      case UInt8(ascii: "x"): .attributes
      case UInt8(ascii: "g"): .commonAttributes
      case UInt8(ascii: "5"), UInt8(ascii: "D"): .folder
      case UInt8(ascii: "K"), UInt8(ascii: "V"): .remark
      default: .other
      }
  }

  /// The message about an archive without an end mark.
  static func noEnd(_ path: String) -> String {
    "\(path): a tar archive without the mark of its end; what is there was read, and whether more "
      + "is missing cannot be told; compare its size with the original's  [tar.no-end]"
  }

  /// The bytes before the first zero byte.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// A number in octal digits with blanks around it, or in binary if the first bit is set (GNU);
  /// `nil` if it is not a number, or too large for a file size.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.first == 0x80 {
      guard bytes.dropLast(8).dropFirst().allSatisfy({ $0 == 0 }) else { return nil }
      return Int(exactly: bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    let digits = bytes.drop { $0 == 0x20 || $0 == 0 }.prefix { $0 != 0x20 && $0 != 0 }
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
  }
}

/// The names of the entries of a tar archive, which preceding entries may give.
struct TarNames {
  /// The name given for the next entry.
  private var given: String?

  /// Reads the content of an entry that gives, or may give, the name of the next one.
  mutating func note(_ content: some Collection<UInt8>, of kind: TarBlock.Kind) {
    let name = kind == .longName ? TarBlock.text(content) : Self.path(inAttributes: content)
    // An attribute without a value does not override the header (pax).
    if let name, !name.isEmpty { given = name }
  }

  /// The name of an entry; a given name is used once.
  mutating func name(of block: TarBlock) -> String {
    defer { given = nil }
    return given ?? block.name
  }

  /// Whether a name stays within the folder that an archive is unpacked to.
  static func isSafe(_ name: String) -> Bool {
    !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
  }

  /// `path` among the attributes of pax: lines of `length name=value`, with the length of the line.
  private static func path(inAttributes bytes: some Collection<UInt8>) -> String? {
    var rest = Array(bytes)[...]
    var path: String?
    while let blank = rest.firstIndex(of: 0x20),
      let length = Int(String(decoding: rest[..<blank], as: UTF8.self)),
      length > blank - rest.startIndex + 1, length <= rest.count
    {
      let line = String(
        decoding: rest[(blank + 1)..<(rest.startIndex + length - 1)], as: UTF8.self)
      if line.hasPrefix("path=") { path = String(line.dropFirst(5)) }
      rest = rest.dropFirst(length)
    }
    return path
  }
}

extension CommandFailure {
  /// An entry of a tar archive would be written outside the folder it is unpacked to.
  static func tarPath(_ path: String) -> CommandFailure {
    CommandFailure(
      .input, "tar.path",
      "\(path): the name of an entry leads out of the archive, expected names below its root",
      try: "do not unpack it; get it from its source")
  }
}

// FHIR packages are tar archives (.tgz). They are read in memory; nothing is unpacked to disk.

/// The regular files of a tar archive.
struct TarPackage {
  /// A file of the archive.
  struct Member {
    let name: String
    let range: Range<Int>
  }

  private(set) var members: [Member] = []
  /// How many entries are neither regular files nor folders, such as links.
  private(set) var passedOver = 0
  /// Where the archive becomes invalid, if it does.
  private(set) var damage: Int?
  /// Whether the end mark is missing: it may have been cut between entries.
  private(set) var lacksEnd = false
  private static let block = TarBlock.size

  /// Whether bytes begin with the header of a tar archive.
  static func isTar(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 * block && bytes[257..<262].elementsEqual("ustar".utf8)
  }

  init(_ bytes: [UInt8]) {
    var place = 0
    var names = TarNames()
    while place + Self.block <= bytes.count {
      let header = bytes[place..<place + Self.block]
      if header.allSatisfy({ $0 == 0 }) {
        // Concatenated archives continue after the end mark.
        damage = bytes[place...].firstIndex { $0 != 0 }
        return
      }
      guard let block = TarBlock(header) else {
        damage = place
        return
      }
      let (start, size) = (place + Self.block, block.byteCount)
      guard size <= bytes.count - start else {
        damage = start
        return
      }
      let content = start..<start + size
      switch block.kind {
      case .file:
        members.append(Member(name: names.name(of: block), range: content))
      case .longName, .attributes: names.note(bytes[content], of: block.kind)
      case .commonAttributes, .remark: break
      case .folder: _ = names.name(of: block)
      case .other:
        passedOver += 1
        _ = names.name(of: block)
      }
      place = start + (size + Self.block - 1) / Self.block * Self.block
    }
    if place == bytes.count { lacksEnd = true } else { damage = place }
  }
}
