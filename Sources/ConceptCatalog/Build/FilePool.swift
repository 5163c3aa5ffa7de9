// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import RxNormRelease

// The string pool of the file. A reference is given out when a record first
// uses a string; the bytes are copied at the end, by all processors.

/// The string pool of the file, filled in the order of use.
struct FilePool {
  private let pool: StringPool
  /// Offset of each string in the file's pool; 0 where it is not used yet.
  private var offsets: [UInt32]
  /// The strings in the order of use; those beyond the pool's count are `literals`.
  private var order: [UInt32] = []
  private var literals: [[UInt8]] = []
  /// How long the section is; it begins with the empty string.
  private(set) var byteCount = 1

  init(_ pool: StringPool) {
    self.pool = pool
    offsets = [UInt32](repeating: 0, count: pool.count)
    order.reserveCapacity(pool.count)
  }

  /// The bytes of a string.
  func text(_ number: UInt32) -> ArraySlice<UInt8> {
    pool.bytes(of: number)
  }

  /// The reference that the file uses for a string.
  @inline(__always)
  mutating func reference(_ number: UInt32) -> UInt32 {
    let known = offsets[Int(number)]
    return known != 0 || number == 0 ? known : newReference(number)
  }

  /// A reference to a string that no row holds, written as it is.
  mutating func reference(text: String) -> UInt32 {
    guard !text.isEmpty else { return 0 }
    literals.append(Array(text.utf8))
    return take(UInt32(truncatingIfNeeded: pool.count + literals.count - 1), text.utf8.count)
  }

  private mutating func newReference(_ number: UInt32) -> UInt32 {
    let offset = take(number, pool.range(of: number).count)
    offsets[Int(number)] = offset
    return offset
  }

  private mutating func take(_ number: UInt32, _ length: Int) -> UInt32 {
    let offset = UInt32(truncatingIfNeeded: byteCount)
    order.append(number)
    byteCount += Self.lengthOfLength(length) + length
    return offset
  }

  private static func lengthOfLength(_ length: Int) -> Int {
    length < 0x80 ? 1 : length < 0x4000 ? 2 : length < 0x20_0000 ? 3 : length < 0x1000_0000 ? 4 : 5
  }

  /// The bytes of the section.
  func bytes(threads: Int) -> [UInt8] {
    let parts = Workers.split(0..<order.count, threads: threads) { range in
      var bytes: [UInt8] = range.lowerBound == 0 ? [0] : []
      bytes.reserveCapacity(byteCount / max(threads, 1) + 1 << 16)
      let span = pool.bytes.span
      for number in order[range] {
        if Int(number) < pool.count {
          let text = span.extracting(pool.range(of: number))
          Self.append(length: text.count, to: &bytes)
          WordHash.append(text, to: &bytes)
        } else {
          let text = literals[Int(number) - pool.count]
          Self.append(length: text.count, to: &bytes)
          bytes += text
        }
      }
      return bytes
    }
    guard parts.count > 1 else { return parts.first ?? [] }
    var whole: [UInt8] = []
    whole.reserveCapacity(byteCount)
    for part in parts { whole += part }
    return whole
  }

  private static func append(length: Int, to bytes: inout [UInt8]) {
    var rest = length
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
