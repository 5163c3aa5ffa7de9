// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A status word in the spelling that the tables use.
///
/// Trimmed, lower-cased, inner blanks and underscores as hyphens: DSTU1 writes
/// `entered in error`, `on hold`, `in progress` (section 4.2, rule 5).
struct StatusWord {
  /// The word in table spelling.
  let normalised: String
  /// Whether trimming or lower-casing changed it.
  let wasUntidy: Bool

  init(_ literal: String) {
    var bytes = Array(literal.utf8)
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.count
    bytes.removeSubrange(..<start)
    var isLowered = false
    for index in bytes.indices {
      switch bytes[index] {
      case 0x41...0x5A:
        bytes[index] |= 0x20
        isLowered = true
      case 0x20, 0x5F, 0x09: bytes[index] = 0x2D
      default: break
      }
    }
    normalised = String(decoding: bytes, as: UTF8.self)
    wasUntidy = isLowered || bytes.count != literal.utf8.count
  }
}
