// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What the licence of a row allows, as far as sharing goes.
///
/// Derived from the words of the licence column, whatever their exact spelling.
/// Only terms known to allow everyone to pass a row on are free; everything
/// else, including unknown terms, is restricted.
public enum LicenceTerms: String, Sendable, Hashable, CaseIterable {
  /// Everyone may pass it on, with credit where required.
  case free
  /// No commercial use.
  case nonCommercial = "non-commercial"
  /// Derived works must be under the same terms.
  case shareAlike = "share-alike"
  /// It may not be changed.
  case noDerivatives = "no-derivatives"
  /// The words are of no licence that is known.
  case unknown

  /// Reads the words of a licence, such as `CC0-1.0`, `CC BY-NC-SA 4.0` or `public domain (US)`.
  public init(_ licence: some StringProtocol) {
    let words = Self.words(licence)
    func has(_ sought: String...) -> Bool {
      let count = sought.count
      guard words.count >= count else { return false }
      return (0...words.count - count).contains { Array(words[$0..<$0 + count]) == sought }
    }
    if has("nc") || has("noncommercial") || has("non", "commercial") {
      self = .nonCommercial
    } else if has("nd") || has("noderivatives") || has("no", "derivatives") {
      self = .noDerivatives
    } else if has("sa") || has("sharealike") || has("share", "alike") || has("odbl")
      || words.contains(where: { $0.hasSuffix("gpl") || $0.hasPrefix("gpl") })
    {
      self = .shareAlike
    } else if has("public", "domain") || words.first.map(Self.freeNames.contains) ?? false
      || words.starts(with: ["cc", "by"]) || words.starts(with: ["cc", "0"])
      || words.starts(with: ["apache", "2"]) || words.starts(with: ["odc", "by"])
    {
      self = has("not", "public", "domain") || has("no", "public", "domain") ? .unknown : .free
    } else {
      self = .unknown
    }
  }

  /// Whether rows under these terms are exported only on request.
  public var isRestricted: Bool { self != .free }

  private static let freeNames: Set<String> = [
    "cc0", "ccby", "mit", "isc", "pddl", "unlicense", "bsd", "0bsd",
  ]

  /// The words in lower case, without punctuation.
  private static func words(_ text: some StringProtocol) -> [String] {
    var words: [String] = []
    var word = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
        word += scalar.properties.lowercaseMapping
      } else if !word.isEmpty {
        words.append(word)
        word = ""
      }
    }
    return word.isEmpty ? words : words + [word]
  }
}

extension EvidenceRow {
  /// What its licence allows.
  public var terms: LicenceTerms { LicenceTerms(licence) }
}
