// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// Archives written by hand, as their formats are published.
enum TestArchives {
  /// A zip of stored members (APPNOTE 6.3, sections 4.3.7 to 4.3.16).
  static func zip(_ members: [(name: String, text: String)]) -> Data {
    var data = Data()
    var directory = Data()
    for (name, text) in members {
      let body = Data(text.utf8)
      var fields = Data()
      fields += number(20, 2) + number(0, 2) + number(0, 2) + number(0, 2) + number(33, 2)
      fields += number(Int(checksum(body)), 4) + number(body.count, 4) + number(body.count, 4)
      fields += number(name.utf8.count, 2) + number(0, 2)
      directory += number(0x0201_4b50, 4) + number(20, 2) + fields
      directory += number(0, 2) + number(0, 2) + number(0, 2) + number(0, 4)
      directory += number(data.count, 4) + Data(name.utf8)
      data += number(0x0403_4b50, 4) + fields + Data(name.utf8) + body
    }
    let start = data.count
    data += directory + number(0x0605_4b50, 4) + number(0, 4)
    data += number(members.count, 2) + number(members.count, 2)
    return data + number(directory.count, 4) + number(start, 4) + number(0, 2)
  }

  /// A tar (POSIX.1-2017, pax interchange format, ustar header block).
  ///
  /// A type other than a file's is given as a letter before a colon: `L:`, `x:`, `5:`.
  static func tar(_ entries: [(name: String, text: String)]) -> Data {
    var data = Data()
    for (name, text) in entries {
      var (type, name) = ("0", name)
      if name.dropFirst().first == ":" {
        type = String(name.prefix(1))
        name = String(name.dropFirst(2))
      }
      let body = Data(text.utf8)
      var header = Data(count: 512)
      func put(_ text: String, at place: Int) {
        header.replaceSubrange(place..<(place + text.utf8.count), with: Data(text.utf8))
      }
      put(String(name.prefix(100)), at: 0)
      put(octal(body.count, digits: 11), at: 124)
      put("        ", at: 148)
      put(type, at: 156)
      put("ustar\u{0}00", at: 257)
      put(octal(header.reduce(0) { $0 + Int($1) }, digits: 6) + "\u{0}", at: 148)
      data += header + body + Data(count: (512 - body.count % 512) % 512)
    }
    return data + Data(count: 1024)
  }

  /// A gzip of one stored block, of less than 64 KiB (RFC 1951, 1952).
  static func gzip(_ data: Data) -> Data {
    let head = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1])
    let sizes = number(data.count, 2) + number(~data.count, 2)
    return head + sizes + data + number(Int(checksum(data)), 4) + number(data.count, 4)
  }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: digits - text.count) + text
  }

  private static func number(_ number: Int, _ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
  }

  /// The CRC-32 of zip and gzip, bit by bit.
  private static func checksum(_ data: Data) -> UInt32 {
    var sum = UInt32.max
    for byte in data {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xEDB8_8320 }
    }
    return ~sum
  }
}
