// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// How two names are compared.
public enum NameComparison: Sendable, Hashable {
  /// Byte by byte.
  case exact
  /// Without regard to case and surplus blanks.
  case normalized
}

extension Catalog {
  /// Calls `body` with each concept that has a name, as ``concepts(named:comparing:source:)`` gives them.
  ///
  /// Allocates nothing where the name and those it is compared with are ASCII.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - comparison: How names are compared.
  ///   - source: The source whose names count; every source's if `nil`.
  ///   - body: Called with each concept once, in the order of codes.
  /// - Complexity: O(1) on average in the number of names.
  public func forEachConcept(
    named name: String, comparing comparison: NameComparison, source: String? = "RXNORM",
    _ body: (ConceptView) -> Void
  ) {
    let text = name.utf8
    let sourceText = (source ?? "").utf8
    forEachConcept(
      named: text.span, comparing: comparison, source: source == nil ? nil : sourceText.span, body)
  }

  /// Calls `body` with each concept that has a name, given as UTF-8 bytes.
  public func forEachConcept(
    named name: Span<UInt8>, comparing comparison: NameComparison, source: Span<UInt8>?,
    _ body: (ConceptView) -> Void
  ) {
    let isRxNorm = if let source { isAbbreviationOfRxNorm(source) } else { true }
    var probe = HashProbe(file, .nameSlots, .nameEntries, hash: NameKey.hash(of: name))
    while let ordinal = probe.next(in: file) {
      guard let view = view(at: ordinal) else { continue }
      // Most names that are asked for are those that a concept is shown with, which the caller
      // will read: no other cache line is needed to see that this one is meant.
      if isRxNorm, source == nil || view.isLive {
        // The display name is RXNORM's, or it is the main name.
        if TextWords.areSame(view.nameUTF8, name) || TextWords.areSame(view.displayNameUTF8, name) {
          probe.isFound = true
          body(view)
          continue
        }
      }
      if hasName(ordinal, name, comparison, source: source) {
        probe.isFound = true
        body(view)
      }
    }
  }

  /// Whether a source is the one whose index is always 0.
  @inline(__always)
  private func isAbbreviationOfRxNorm(_ source: Span<UInt8>) -> Bool {
    source.count == 6 && source[0] == UInt8(ascii: "R") && source[1] == UInt8(ascii: "X")
      && source[2] == UInt8(ascii: "N") && source[3] == UInt8(ascii: "O")
      && source[4] == UInt8(ascii: "R") && source[5] == UInt8(ascii: "M")
  }

  private func hasName(
    _ ordinal: UInt32, _ text: Span<UInt8>, _ comparison: NameComparison, source: Span<UInt8>?
  ) -> Bool {
    var wanted: UInt32?
    if let source {
      guard let index = sourceIndex(of: source) else { return false }
      wanted = index
    }
    let run = file.run(.names, of: .concepts, Int(ordinal), ConceptField.names)
    for index in run {
      if let wanted, file.word(.names, index, NameField.kind) >> 16 & 0xFF != wanted { continue }
      let stored = file.word(.names, index, NameField.text)
      if file.isText(stored, text) { return true }
      if comparison == .normalized, file.sharesKey(stored, text) { return true }
    }
    return false
  }

  /// The concepts that have a name, as SAB RXNORM writes it, whatever its term type or status.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - comparison: How names are compared.
  ///   - source: The source whose names count; every source's if `nil`.
  /// - Returns: Each concept once, sorted by code; several where a name is shared.
  /// - Complexity: O(1) on average in the number of names.
  public func concepts(
    named name: String, comparing comparison: NameComparison, source: String? = "RXNORM"
  ) -> [Concept] {
    names(named: name, comparing: comparison, source: source).map(\.concept).sortedWithoutRepeats
  }

  package func names(
    named text: String, comparing comparison: NameComparison, source: String?
  ) -> [(concept: Concept, name: Name)] {
    let exact = text.utf8
    var found: [(concept: Concept, name: Name)] = []
    var probe = HashProbe(file, .nameSlots, .nameEntries, hash: NameKey.hash(of: exact.span))
    while let ordinal = probe.next(in: file) {
      guard Int(ordinal) < conceptCount else { continue }
      let concept = Concept(catalog: self, ordinal: ordinal)
      for name in concept.names {
        let stored = file.word(.names, name.index, NameField.text)
        guard file.sharesKey(stored, exact.span) else { continue }
        probe.isFound = true
        if comparison == .normalized || file.isText(stored, exact.span),
          source.map({ name.source == $0 }) ?? true
        {
          found.append((concept, name))
        }
      }
    }
    return found
  }
}

// Names that equal a text, in the ways that RxNav's search by string has.

/// How a name equals a text.
public enum NameMatchKind: String, Sendable, Hashable, CaseIterable {
  /// Byte by byte.
  case exact
  /// Equal except for case and extra blanks.
  case caseFolded = "case-folded"
  /// Equal except for word order, case, punctuation, plural and abbreviations.
  case normalized
  /// Like `normalized`, ignoring salts that differ between the two.
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
  /// The name; the concept's main name where a restricted source states it.
  public let name: String
}

extension Catalog {
  /// The concepts with a name that equals a text.
  ///
  /// - Parameters:
  ///   - text: The name.
  ///   - matching: Which names count as equal.
  /// - Returns: Each concept once, sorted by code; several where a name is shared.
  /// - Complexity: O(1) in the number of names; the normalised search O(log *n*).
  public func matches(named text: String, by matching: NameMatching) -> [NameMatch] {
    switch matching {
    case .bytes:
      return equalNames(text, kinds: [.exact]) { _, _ in true }
    case .exact:
      return equalNames(text, kinds: [.exact, .caseFolded]) { concept, name in
        name.suppress == "N" && concept.isActive
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
      // Half a key proves nothing, and the file may be wrong: the name itself decides.
      guard let (equal, kind) = Self.equalName(of: concept, wanted), concept.isActive
      else { continue }
      found.append(NameMatch(concept: concept, kind: kind, name: shown(equal, of: concept)))
    }
    return found.sorted { $0.concept < $1.concept }
  }
}
