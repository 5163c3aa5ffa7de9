// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

/// National Drug Codes as labels and sources write them, without a copy.
///
/// A full release has more than a million of them. The forms that are left out
/// here (ten digits, blanks, `*`) are read as any text is.
enum DrugCodeBytes {
  /// The eleven digits of 11, 12, 4-4-2, 5-3-2, 5-4-1 or 5-4-2 digits; `nil` for other text.
  static func number(of text: Span<UInt8>) -> UInt64? {
    var segments: (UInt64, UInt64, UInt64) = (0, 0, 0)
    // Two lengths of 8 bits below the one of the segment at hand.
    var lengths = 0
    var segment: UInt64 = 0
    var length = 0
    guard text.count <= 14 else { return nil }
    for index in text.indices {
      let byte = text[index]
      if byte == UInt8(ascii: "-") {
        segments = (segments.1, segments.2, segment)
        lengths = lengths << 8 | length
        (segment, length) = (0, 0)
      } else {
        let digit = byte &- UInt8(ascii: "0")
        guard digit <= 9 else { return nil }
        segment = segment * 10 + UInt64(digit)
        length += 1
      }
    }
    switch lengths << 8 | length {
    case 11: return segment
    case 12: return segment < 100_000_000_000 ? segment : nil
    case 0x4_04_02, 0x5_03_02, 0x5_04_01, 0x5_04_02:
      return (segments.1 * 10_000 + segments.2) * 100 + segment
    default: return nil
    }
  }
}
