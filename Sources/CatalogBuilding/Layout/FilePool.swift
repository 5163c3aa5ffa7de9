// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import RxNormRelease
internal import Threads

// The string pool of the file. A reference is given out when a record first
// uses a string; the bytes are copied at the end, by all processors.

/// The string pool of the file, filled in the order of use.
struct FilePool {
  private let pool: StringPool
  /// Offset of each string in the file's pool; 0 where it is not used yet.
  private var offsets: [UInt32]
  /// The strings in the order of use; those beyond the pool's count are `literals`.
  private var order: [UInt32] = []
  /// How many of them have been taken as bytes.
  private var takenCount = 0
  private var hasBegun = false
  private var literals: [[UInt8]] = []
  /// How long the section is; it begins with the empty string.
  private(set) var byteCount = 1

  init(_ pool: StringPool) {
    self.pool = pool
    offsets = [UInt32](repeating: 0, count: pool.count)
    order.reserveCapacity(pool.count)
  }

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

  /// How many bytes a length takes in the file.
  static func lengthOfLength(_ length: Int) -> Int {
    length < 0x80 ? 1 : length < 0x4000 ? 2 : length < 0x20_0000 ? 3 : length < 0x1000_0000 ? 4 : 5
  }

  /// The bytes of the section from where the last call ended to the last reference given out.
  mutating func takeBytes(threads: Int) -> [UInt8] {
    let parts = max(1, min(threads, (order.count - takenCount) / 4096))
    let first = takenCount
    let count = order.count - first
    takenCount = order.count
    // The section begins with the empty string.
    let leading = hasBegun ? 0 : 1
    hasBegun = true
    let ranges = (0..<parts).map { first + count * $0 / parts..<first + count * ($0 + 1) / parts }
    var counts = Workers.split(0..<parts, threads: parts, always: true) { [self] part in
      part.map { byteCount(of: ranges[$0]) }
    }.flatMap { $0 }
    counts[0] += leading
    return ParallelArray.make(counts: counts) { [self] part, output in
      if part == 0, leading == 1 { output.append(0) }
      let span = pool.bytes.span
      for number in order[ranges[part]] {
        if Int(number) < pool.count {
          Self.append(span.extracting(pool.range(of: number)), to: &output)
        } else {
          let literal = literals[Int(number) - pool.count]
          Self.append(literal.span, to: &output)
        }
      }
    }
  }

  /// How long some strings in the order of use are in the file.
  private func byteCount(of range: Range<Int>) -> Int {
    var sum = 0
    for number in order[range] {
      let length =
        Int(number) < pool.count
        ? pool.range(of: number).count : literals[Int(number) - pool.count].count
      sum += Self.lengthOfLength(length) + length
    }
    return sum
  }

  private static func append(_ text: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    var rest = text.count
    while rest >= 0x80 {
      output.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    output.append(UInt8(rest))
    WordHash.append(text, to: &output)
  }
}
