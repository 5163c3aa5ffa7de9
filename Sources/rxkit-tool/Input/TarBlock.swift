// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

// The header of an entry of tar (POSIX.1-1988 ustar, POSIX.1-2017 pax, GNU):
//
//   0 name 100   124 size 12   148 checksum 8   156 type   257 "ustar"   345 prefix 155
//
// Names longer than that stand in an entry of type x (pax) or L (GNU) before;
// see `TarNames`.
//
// Behind the last entry stand two blocks of zeros (POSIX). GNU tar reads an
// archive without them, and so does Python; whether one is whole cannot be told.

/// The header of an entry of a tar archive.
struct TarBlock {
  /// How many bytes a header has; contents are filled up to a multiple.
  static let size = 512

  let name: String
  /// How many bytes the content has.
  let byteCount: Int
  /// What the entry is.
  let kind: Kind

  /// What an entry is.
  enum Kind {
    case file
    /// The name of the next entry.
    case longName
    /// Attributes of the next entry, of which one may be its path.
    case attributes
    /// Attributes of all entries.
    case commonAttributes
    case folder
    /// What is no entry and tells no name: the target of a link, the name of a volume (GNU).
    case remark
    /// A link, a device, a file with holes (GNU) or what else has no content as it stands.
    case other
  }

  /// Reads a block; `nil` if its checksum, with itself as blanks, is wrong.
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
      // A contiguous file (7) is one to whom that means nothing (POSIX).
      case UInt8(ascii: "0"), UInt8(ascii: "7"), 0: .file
      case UInt8(ascii: "L"): .longName
      case UInt8(ascii: "x"): .attributes
      case UInt8(ascii: "g"): .commonAttributes
      case UInt8(ascii: "5"), UInt8(ascii: "D"): .folder
      case UInt8(ascii: "K"), UInt8(ascii: "V"): .remark
      default: .other
      }
  }

  /// What is said of an archive without the mark of its end.
  static func noEnd(_ path: String) -> String {
    "\(path): a tar archive without the mark of its end; what is there was read, and whether more "
      + "is missing cannot be told; compare its size with the original's  [tar.no-end]"
  }

  /// The bytes before the first zero byte.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// A number in octal digits between blanks, or in binary where the first bit is set (GNU); `nil`
  /// if it is none, or larger than a file can be.
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

/// What the entries of a tar archive are called, which entries before them may give.
struct TarNames {
  /// The name that was given for the next entry.
  private var given: String?

  /// Takes in the content of an entry that gives the name of the next one, or may give it.
  mutating func note(_ content: some Collection<UInt8>, of kind: TarBlock.Kind) {
    let name = kind == .longName ? TarBlock.text(content) : Self.path(inAttributes: content)
    // Without a value an attribute takes nothing away that a header says (pax).
    if let name, !name.isEmpty { given = name }
  }

  /// The name of an entry; a name that was given counts once.
  mutating func name(of block: TarBlock) -> String {
    defer { given = nil }
    return given ?? block.name
  }

  /// Whether a name stays within the folder that an archive is unpacked to.
  static func isSafe(_ name: String) -> Bool {
    !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
  }

  /// `path` among the attributes of pax: lines of `length name=value`, the length that of the line.
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
  /// A tar archive has an entry that would be written outside the folder it is unpacked to.
  static func tarPath(_ path: String) -> CommandFailure {
    CommandFailure(
      .input, "tar.path",
      "\(path): the name of an entry leads out of the archive, expected names below its root",
      try: "do not unpack it; get it from its source")
  }
}
