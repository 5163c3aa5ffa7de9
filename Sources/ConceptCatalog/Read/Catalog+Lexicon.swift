// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The lexicon of the matcher is made while the catalog is built, and kept in a
// section of its own. What its words mean, the matcher knows; here they are
// numbers with checksums.

extension Catalog {
  /// How many words the lexicon has that was built in; 0 where the catalog keeps none.
  package var lexiconWordCount: Int { file.section(.lexicon).count }

  /// Numbers of the lexicon from a word on; empty outside it and where it is damaged.
  package func lexicon<Number: FixedWidthInteger & BitwiseCopyable>(
    _ number: Number.Type, at word: Int, count: Int
  ) -> [Number] {
    let section = file.section(.lexicon)
    let size = MemoryLayout<Number>.stride
    guard word >= 0, count >= 0, word <= section.count,
      count <= (section.count - word) * 4 / size
    else { return [] }
    let bytes = file.bytes
    return bytes.numbers(at: section.start + word * 4, count: count)
  }

  /// Says that the lexicon does not hold together, as a read of damaged bytes does.
  package func noteDamageOfLexicon() {
    file.bytes.markDamage(at: file.section(.lexicon).start)
  }

  /// Lends the names that a lexicon is made of; every block of them is checked.
  ///
  /// - Complexity: O(*n*) in their bytes.
  package func withConceptNames<Result>(
    _ body: (borrowing ConceptNames) -> Result
  ) -> Result {
    let bytes = file.bytes
    let spans = sectionSpans(of: bytes)
    return body(ConceptNames(spans, isOfficial: release.isOfficial))
  }
}
