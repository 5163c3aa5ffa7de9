// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The tar archives that FHIR packages are (.tgz): blocks of 512 bytes, a header for each member
// and then its bytes (POSIX.1-1988 ustar). Names longer than the header holds stand in a member
// of type x (pax) or L (GNU) before it. Nothing is unpacked to disk.

/// The regular files of a tar archive.
struct TarPackage {
  /// A file of the archive.
  struct Member {
    let name: String
    let range: Range<Int>
  }

  private(set) var members: [Member] = []
  /// Where the archive stops making sense, if it does.
  private(set) var damage: Int?
  private static let block = 512

  /// Whether bytes begin with the header of a tar archive.
  static func isTar(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 * block && bytes[257..<262].elementsEqual("ustar".utf8)
  }

  /// Reads the headers.
  init(_ bytes: [UInt8]) {
    var place = 0
    var longName: String?
    while place + Self.block <= bytes.count {
      let header = bytes[place..<place + Self.block]
      if header.allSatisfy({ $0 == 0 }) { return }
      guard let size = Self.number(header, 124, 12), Self.isSound(header) else {
        damage = place
        return
      }
      let start = place + Self.block
      guard size <= bytes.count - start else {
        damage = start
        return
      }
      let content = start..<start + size
      switch header[place + 156] {
      case UInt8(ascii: "0"), 0:
        members.append(Member(name: longName ?? Self.name(header), range: content))
        longName = nil
      case UInt8(ascii: "x"): longName = Self.paxPath(bytes[content]) ?? longName
      case UInt8(ascii: "L"): longName = Self.text(bytes[content])
      case UInt8(ascii: "g"): break
      default: longName = nil
      }
      place = start + (size + Self.block - 1) / Self.block * Self.block
    }
    if place != bytes.count { damage = place }
  }

  /// Whether the header's checksum, with itself as blanks, is right.
  private static func isSound(_ header: ArraySlice<UInt8>) -> Bool {
    let own = header.startIndex + 148..<header.startIndex + 156
    let sum = header.indices.reduce(0) { $0 + (own.contains($1) ? 0x20 : Int(header[$1])) }
    return number(header, 148, 8) == sum
  }

  /// An octal number; `nil` if it is none, or larger than a file can be.
  private static func number(_ header: ArraySlice<UInt8>, _ at: Int, _ length: Int) -> Int? {
    var value = 0
    var hasDigits = false
    for byte in header[header.startIndex + at..<header.startIndex + at + length] {
      if byte == 0 || byte == 0x20 {
        if hasDigits { break }
        continue
      }
      guard byte >= 0x30, byte <= 0x37 else { return nil }
      value = value << 3 | Int(byte - 0x30)
      hasDigits = true
    }
    return hasDigits ? value : nil
  }

  private static func name(_ header: ArraySlice<UInt8>) -> String {
    let base = header.startIndex
    let name = text(header[base..<base + 100])
    let prefix = text(header[base + 345..<base + 500])
    return prefix.isEmpty ? name : prefix + "/" + name
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The record `path` of a pax header: a length, a blank, `path=`, the name, a line feed.
  private static func paxPath(_ bytes: ArraySlice<UInt8>) -> String? {
    let key = Array("path=".utf8)
    for line in bytes.split(separator: 0x0A) {
      guard let blank = line.firstIndex(of: 0x20) else { continue }
      let record = line[(blank + 1)...]
      if record.starts(with: key) {
        return String(decoding: record.dropFirst(key.count), as: UTF8.self)
      }
    }
    return nil
  }
}
