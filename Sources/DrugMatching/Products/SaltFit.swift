// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Is the salt of a product the one that the text names (S17)? Penicillin G
// benzathine and procaine, metoprolol succinate and tartrate are not exchanged.

/// Compares salts that a text names with those of a product.
enum SaltFit {
  /// What came of the comparison.
  enum Outcome {
    /// The text names none, or the same.
    case same
    /// The product, or the wider concept, does not say its salt.
    case unsaid
    /// Another one.
    case other
  }

  /// Compares the salts of a text with those of a concept, all ingredients together.
  static func compare(_ stated: Set<String>, _ own: Set<String>) -> Outcome {
    if stated.isEmpty { return .same }
    if own.isEmpty { return .unsaid }
    // `sodium phosphate` and `phosphate` are one; a combination has those of its parts.
    return stated.isSubset(of: own) || own.isSubset(of: stated) ? .same : .other
  }

  /// A salt without how often it is there; nothing for a hydrate.
  static func stem(_ word: String) -> Set<String> {
    if word.hasSuffix("hydrate") || word == "anhydrous" { return [] }
    for start in ["hydrogen", "mono", "hemi", "di", "tri"] where word.hasPrefix(start) {
      let rest = String(word.dropFirst(start.utf8.count))
      if NameWords.salts.contains(rest) { return [rest] }
    }
    return [word]
  }
}
