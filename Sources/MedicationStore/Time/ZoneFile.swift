// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// A file of the time zone database (RFC 9636):
//
//   header    "TZif", version, 15 unused bytes, six counts of 32 bits
//   times     the moments at which the offset changes, rising
//   kinds     for each of them, the index of the offset that begins
//   offsets   32-bit seconds east of Greenwich, is it daylight time, name
//   …         names, leap seconds, indicators: not needed here
//
// Version 2 and later repeat all of it with times of 64 bits, and end with a
// rule for what follows the last time, between two line feeds (ZoneRule).

/// The content of a file of the time zone database.
struct ZoneFile: Sendable {
  /// Moments at which the offset changes, in seconds since 1970, rising.
  var times: [Int64] = []
  /// The offset that begins at each of them.
  var offsets: [Int] = []
  /// The offset before the first of them.
  var firstOffset = 0
  /// What applies after the last of them.
  var rule: ZoneRule?

  /// A zone whose clocks always show UTC.
  init() {}

  /// Reads a file; `nil` if it is damaged.
  init?(_ bytes: [UInt8]) {
    guard let first = Header(bytes[...]) else { return nil }
    var block = bytes.dropFirst(Header.byteCount)
    var width = 4
    var header = first
    if first.version >= 2 {
      guard let second = Header(block.dropFirst(first.blockByteCount(width: 4))) else { return nil }
      block = block.dropFirst(first.blockByteCount(width: 4) + Header.byteCount)
      (header, width) = (second, 8)
    }
    guard header.typeCount > 0, block.count >= header.blockByteCount(width: width),
      read(block, header, width: width)
    else { return nil }
    guard width == 8 else { return }
    let footer = block.dropFirst(header.blockByteCount(width: width))
    guard footer.first == 0x0A, let end = footer.dropFirst().firstIndex(of: 0x0A) else {
      return nil
    }
    let text = footer[footer.startIndex + 1..<end]
    guard !text.isEmpty else { return }
    guard let rule = ZoneRule(text) else { return nil }
    self.rule = rule
  }

  private mutating func read(_ block: ArraySlice<UInt8>, _ header: Header, width: Int) -> Bool {
    var place = block.startIndex
    times = (0..<header.timeCount).map { index in
      Self.integer(block, at: place + index * width, width: width)
    }
    place += header.timeCount * width
    let kinds = block[place..<place + header.timeCount]
    place += header.timeCount
    let known = (0..<header.typeCount).map { index in
      Int(Self.integer(block, at: place + index * 6, width: 4))
    }
    guard kinds.allSatisfy({ Int($0) < known.count }), known.allSatisfy({ abs($0) <= 93_600 }),
      zip(times, times.dropFirst()).allSatisfy(<)
    else { return false }
    offsets = kinds.map { known[Int($0)] }
    firstOffset = known[0]
    return true
  }

  /// A big-endian integer in two's complement.
  fileprivate static func integer(_ bytes: ArraySlice<UInt8>, at place: Int, width: Int) -> Int64 {
    let start: Int64 = bytes[place] >= 0x80 ? -1 : 0
    return bytes[place..<place + width].reduce(start) { $0 << 8 | Int64($1) }
  }

  private struct Header {
    static let byteCount = 44

    let version: Int
    /// Of indicators of two kinds, leap seconds, times, types and characters.
    private let counts: [Int]

    var timeCount: Int { counts[3] }
    var typeCount: Int { counts[4] }

    init?(_ bytes: ArraySlice<UInt8>) {
      guard bytes.count >= Self.byteCount, bytes.starts(with: Array("TZif".utf8)) else {
        return nil
      }
      let mark = bytes[bytes.startIndex + 4]
      version = mark == 0 ? 1 : Int(mark) - 0x30
      counts = (0..<6).map { index in
        Int(ZoneFile.integer(bytes, at: bytes.startIndex + 20 + index * 4, width: 4))
      }
      guard counts.allSatisfy({ 0...1_000_000 ~= $0 }) else { return nil }
    }

    func blockByteCount(width: Int) -> Int {
      counts[0] + counts[1] + counts[2] * (width + 4) + timeCount * (width + 1) + typeCount * 6
        + counts[5]
    }
  }
}
