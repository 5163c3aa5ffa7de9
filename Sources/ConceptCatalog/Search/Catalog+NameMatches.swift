// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// Names that equal a text, in the ways that RxNav's search by string has.

/// How a name equals a text.
public enum NameMatchKind: String, Sendable, Hashable, CaseIterable {
  /// Byte by byte.
  case exact
  /// But for case and surplus blanks.
  case caseFolded = "case-folded"
  /// But for word order, case, punctuation, plural and abbreviations.
  case normalized
  /// The same, and salts were left out that are not the same in both (S17).
  case otherSalt = "normalized-other-salt"
}

/// Which names count as equal.
public enum NameMatching: String, Sendable, Hashable, CaseIterable {
  /// Byte by byte, of any source, suppressed or not, whatever became of the concept.
  case bytes
  /// RxNav's exact search: without regard to case, unsuppressed names of active concepts.
  case exact
  /// RxNav's normalised search: unsuppressed names of active concepts.
  case normalized
  /// The exact search, and the normalised one only where that finds nothing.
  case exactThenNormalized = "exact-then-normalized"
}

/// A concept with a name that equals a text.
public struct NameMatch: Sendable {
  /// The concept.
  public let concept: Concept
  /// How its name equals the text.
  public let kind: NameMatchKind
  /// The name; the concept's main name where a restricted source states it (S36).
  public let name: String
}

extension Catalog {
  /// The concepts with a name that equals a text.
  ///
  /// - Parameters:
  ///   - text: The name.
  ///   - matching: Which names count as equal.
  /// - Returns: Each concept once, sorted by code; several where a name is shared (S4).
  /// - Complexity: O(1) in the number of names; the normalised search O(log *n*).
  public func matches(named text: String, by matching: NameMatching) -> [NameMatch] {
    switch matching {
    case .bytes:
      return equalNames(text, kinds: [.exact]) { _, _ in true }
    case .exact:
      return equalNames(text, kinds: [.exact, .caseFolded]) { concept, name in
        name.suppress == "N" && concept.isLive && concept.status == .active
      }
    case .normalized: return normalizedMatches(text)
    case .exactThenNormalized:
      let exact = matches(named: text, by: .exact)
      return exact.isEmpty ? matches(named: text, by: .normalized) : exact
    }
  }

  private func equalNames(
    _ text: String, kinds: [NameMatchKind], isAdmitted: (Concept, Name) -> Bool
  ) -> [NameMatch] {
    var found: [NameMatch] = []
    for (comparison, kind) in [
      (NameComparison.exact, NameMatchKind.exact), (.normalized, .caseFolded),
    ] where kinds.contains(kind) {
      for (concept, name) in names(named: text, comparing: comparison, source: nil)
      where isAdmitted(concept, name) && !found.contains(where: { $0.concept == concept }) {
        found.append(NameMatch(concept: concept, kind: kind, name: shown(name, of: concept)))
      }
    }
    return found.sorted { $0.concept < $1.concept }
  }

  /// The first name with the same normal form, one with the same salts before others.
  private static func equalName(
    of concept: Concept, _ wanted: NormalName
  ) -> (Name, NameMatchKind)? {
    var other: Name?
    for name in concept.names where name.suppress == "N" {
      let text = name.text
      let bytes = text.utf8
      let normal = NormalName(bytes.span)
      guard normal == wanted else { continue }
      if normal.leftOutSalts == wanted.leftOutSalts { return (name, .normalized) }
      if other == nil { other = name }
    }
    return other.map { ($0, .otherSalt) }
  }

  private func shown(_ name: Name, of concept: Concept) -> String {
    name.isFree ? name.text : concept.name
  }

  private func normalizedMatches(_ text: String) -> [NameMatch] {
    let bytes = text.utf8
    let wanted = NormalName(bytes.span)
    guard !wanted.words.isEmpty else { return [] }
    var found: [NameMatch] = []
    let section = file.section(.normalNames)
    let key = UInt32(truncatingIfNeeded: wanted.key)
    var index = (0..<section.count).firstPlace { file.word(section, $0, 0) < key }
    while index < section.count, file.word(section, index, 0) == key {
      let ordinal = file.word(section, index, 1)
      index += 1
      guard Int(ordinal) < conceptCount else { continue }
      let concept = Concept(catalog: self, ordinal: ordinal)
      if found.last?.concept == concept { continue }
      // Half a key is no proof, and the file may be wrong: the name itself decides.
      guard let (equal, kind) = Self.equalName(of: concept, wanted), concept.isLive,
        concept.status == .active
      else { continue }
      found.append(NameMatch(concept: concept, kind: kind, name: shown(equal, of: concept)))
    }
    return found.sorted { $0.concept < $1.concept }
  }
}
