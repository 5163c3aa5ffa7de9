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

  /// Whether one of a concept's names equals a text.
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
  /// - Returns: Each concept once, sorted by code; several where a name is shared (S4).
  /// - Complexity: O(1) on average in the number of names.
  public func concepts(
    named name: String, comparing comparison: NameComparison, source: String? = "RXNORM"
  ) -> [Concept] {
    names(named: name, comparing: comparison, source: source).map(\.concept).sortedWithoutRepeats
  }

  /// The names that equal a text, with the concepts that they belong to.
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
