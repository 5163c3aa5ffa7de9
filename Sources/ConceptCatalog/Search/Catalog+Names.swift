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
    var last: UInt32?
    var probe = HashProbe(file, .nameSlots, .nameEntries, hash: NameKey.hash(of: name))
    while let record = probe.next(in: file) {
      let index = Int(record)
      let stored = file.word(.names, index, NameField.text)
      let isExact = file.isText(stored, name)
      guard isExact || file.sharesKey(stored, name) else { continue }
      probe.isFound = true
      if !isExact, comparison == .exact { continue }
      if let source {
        let symbol = file.word(.names, index, NameField.kind) & 0xFFFF
        guard file.isText(file.word(.symbols, Int(symbol), 0), source) else { continue }
      }
      let ordinal = file.word(.names, index, NameField.concept)
      // Records of one key come in the order of their concepts.
      if ordinal != last, let view = view(at: ordinal) { body(view) }
      last = ordinal
    }
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
    while let record = probe.next(in: file) {
      let index = Int(record)
      let stored = file.word(.names, index, NameField.text)
      guard file.sharesKey(stored, exact.span) else { continue }
      probe.isFound = true
      let name = Name(file: file, index: index)
      if comparison == .normalized || file.isText(stored, exact.span),
        source.map({ name.source == $0 }) ?? true
      {
        let ordinal = file.word(.names, index, NameField.concept)
        if Int(ordinal) < conceptCount {
          found.append((Concept(catalog: self, ordinal: ordinal), name))
        }
      }
    }
    return found
  }
}
