// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// `unsafe` here: the bytes of an array are lent while it is borrowed, and every
// bit pattern of a word is bytes.

/// A part of a catalog file, as words or as bytes.
enum FilePiece: Sendable {
  /// Words, which the file has with their lowest byte first.
  case littleEndian([UInt32])
  case bytes([UInt8])

  /// A piece of words; they are turned round where the processor has the other order.
  static func words(_ words: [UInt32]) -> FilePiece {
    .littleEndian(UInt32(1).littleEndian == 1 ? words : words.map(\.littleEndian))
  }

  var byteCount: Int {
    switch self {
    case .littleEndian(let words): words.count * 4
    case .bytes(let bytes): bytes.count
    }
  }

  /// The words in the order of the file, which is not the processor's everywhere; none of bytes.
  var storedWords: [UInt32] {
    if case .littleEndian(let words) = self { words } else { [] }
  }

  /// The CRC-32 of a part of it, which follows others.
  func checksum(of range: Range<Int>, after previous: UInt32) -> UInt32 {
    switch self {
    case .littleEndian(let words):
      unsafe BlockChecksum.of(words.span.bytes.extracting(range), after: previous)
    case .bytes(let bytes):
      unsafe BlockChecksum.of(bytes.span.bytes.extracting(range), after: previous)
    }
  }

  /// Appends it to bytes.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .littleEndian(let words):
      unsafe words.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    case .bytes(let own): bytes += own
    }
  }

  /// Lends the bytes.
  func withBytes<Failure: Error>(_ body: (RawSpan) throws(Failure) -> Void) throws(Failure) {
    switch self {
    case .littleEndian(let words): unsafe try body(words.span.bytes)
    case .bytes(let bytes): unsafe try body(bytes.span.bytes)
    }
  }
}
