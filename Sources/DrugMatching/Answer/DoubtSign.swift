// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Signs that doubt a text, strike it out or say that it does not apply.
enum DoubtSign {
  /// The signs of a text; no name has one.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func found(in text: String) -> [String] {
    var found: [String] = []
    if text.utf8.contains(UInt8(ascii: "?")) { found.append("?") }
    if text.firstRange(of: "~~") != nil { found.append("~~") }
    if text.utf8.contains(UInt8(ascii: "/")), hasNotApplicable(text.lowercased()) {
      found.append("n/a")
    }
    return found
  }

  /// Whether `n/a` is a word of a text in lower case: `chain/atom` has its letters, too.
  private static func hasNotApplicable(_ text: String) -> Bool {
    func isLetter(_ byte: UInt8?) -> Bool { byte.map { (0x61...0x7A).contains($0) } ?? false }
    return text.ranges(of: "n/a").contains { range in
      !isLetter(text.utf8[..<range.lowerBound].last)
        && !isLetter(text.utf8[range.upperBound...].first)
    }
  }
}
