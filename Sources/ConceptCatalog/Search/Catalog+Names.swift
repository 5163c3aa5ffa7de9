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
    let key = NameKey.of(text)
    let exact = text.utf8
    var found: [(concept: Concept, name: Name)] = []
    file.forEachRecord(.nameSlots, .nameEntries, hash: KeyHash.of(key)) { record in
      let index = Int(record)
      let stored = file.word(.names, index, NameField.text)
      guard file.hasKey(stored, key.span) else { return false }
      let name = Name(file: file, index: index)
      if comparison == .normalized || file.isText(stored, exact.span),
        source.map({ name.source == $0 }) ?? true
      {
        let ordinal = file.word(.names, index, NameField.concept)
        if Int(ordinal) < conceptCount {
          found.append((Concept(catalog: self, ordinal: ordinal), name))
        }
      }
      return true
    }
    return found
  }
}

extension CatalogFile {
  /// Calls `body` with each record whose key may have a hash; see `GroupIndex`.
  ///
  /// The body compares the record's key and returns whether it is the one looked
  /// for; after a group with a hit the search ends.
  func forEachRecord(
    _ slotSection: SectionID, _ entrySection: SectionID, hash: UInt64,
    _ body: (UInt32) -> Bool
  ) {
    let slots = section(slotSection)
    let entries = section(entrySection)
    guard slots.count > 0, slots.count & (slots.count - 1) == 0 else { return }
    let tag = UInt32(truncatingIfNeeded: hash)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    // Groups do not overlap; a file in which they do must not hold the reader up.
    var remaining = entries.count
    for _ in 0..<slots.count {
      let first = word(slots, stride: 4, slot, 0)
      if first == 0 { return }
      var entry = Int(first) - 1
      var isFound = false
      while entry < entries.count, remaining > 0, word(entries, stride: 8, entry, 0) == tag {
        remaining -= 1
        if body(word(entries, stride: 8, entry, 1)) { isFound = true }
        entry += 1
      }
      if isFound { return }
      slot = (slot + 1) & (slots.count - 1)
    }
  }
}
