// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Signs that doubt a text, strike it out or say that it does not apply.
enum DoubtSign {
  private static let signs = ["?", "~~", "n/a", "N/A"]

  /// Those of a text, in which no name has one.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func found(in text: String) -> [String] {
    let bytes = text.utf8
    guard bytes.contains(where: { $0 == 0x3F || $0 == 0x7E || $0 == 0x2F }) else { return [] }
    return signs.filter { sign in
      guard let place = text.firstRange(of: sign) else { return false }
      // `chain/atom` has the letters of `n/a`.
      func isLetter(_ byte: UInt8?) -> Bool {
        byte.map { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A } ?? false
      }
      return sign.utf8.count != 3
        || !isLetter(bytes[..<place.lowerBound].last) && !isLetter(bytes[place.upperBound...].first)
    }
  }
}
