// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Words as the bytes of the file.
//
// `unsafe` here: the bytes of an array of words are read while it is borrowed.

/// Writes numbers with their lowest byte first.
enum LittleEndian {
  /// Appends words to bytes.
  static func append(_ words: [UInt32], to bytes: inout [UInt8]) {
    // A copy only where the processor has the other order.
    let ordered = UInt32(1).littleEndian == 1 ? words : words.map(\.littleEndian)
    unsafe ordered.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
  }
}
