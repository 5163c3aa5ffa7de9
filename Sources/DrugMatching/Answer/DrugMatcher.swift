// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import SymptomMapping

/// Finds the drug that somebody wrote, in whatever way it was written.
///
/// Making a matcher reads the lexicon that was built into the catalog, or else, once, the names
/// of all ingredients and brands. It is a value without
/// mutable state and may be used from many threads; each of them makes a
/// ``MatchingSession``, which keeps what it has read of products.
public struct DrugMatcher: Sendable {
  /// The score at and above which an answer is accepted without a look.
  public static let acceptedScore = 0.85
  /// The bytes of the longest text that is read; of a longer one nothing is said but that.
  public static let longestText = 16_384

  let catalog: Catalog
  let lexicon: Lexicon
  let forms: FormReader
  let confusedNames: ConfusedNames?

  /// A matcher for a catalog.
  ///
  /// - Parameters:
  ///   - catalog: The catalog whose names and products are matched.
  ///   - confusedNames: Names that are mistaken for each other: a misspelling of
  ///     one is never accepted (S5).
  /// - Complexity: O(*w*) in the words and names of the lexicon, which is copied; without one
  ///   O(*n*) in concepts and names of ingredients and brands, some hundred times as long.
  public init(_ catalog: Catalog, confusedNames: ConfusedNames? = nil) {
    self.catalog = catalog
    lexicon =
      LexiconFile.lexicon(of: catalog)
      ?? catalog.withConceptNames { LexiconBuilder.lexicon(of: $0) }
    forms = FormReader(lexicon.vocabulary)
    self.confusedNames = confusedNames
  }

  /// Matches one text; many are better matched by one ``MatchingSession``.
  public func match(_ text: String) -> DrugMatch {
    var session = MatchingSession(self)
    return session.match(text)
  }
}
