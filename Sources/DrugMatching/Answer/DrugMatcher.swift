// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
internal import MedicationModel
public import SymptomMapping

/// Finds the drug that a text names, in whatever way it is written.
///
/// Making a matcher reads the lexicon that was built into the catalog, or else, once, the names
/// of all ingredients and brands. It is a value without
/// mutable state and may be used from many threads; each of them makes a
/// ``MatchingSession``, which keeps what it has read of products.
public struct DrugMatcher: Sendable {
  /// The bytes of the longest text that is read; a longer one is only reported as too long.
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
  ///     one is never accepted.
  /// - Complexity: O(*w*) in the words and names of the lexicon, which is copied; without one
  ///   O(*n*) in concepts and names of ingredients and brands, some hundred times as long.
  public init(_ catalog: Catalog, confusedNames: ConfusedNames? = nil) {
    self.catalog = catalog
    lexicon =
      LexiconFile.lexicon(of: catalog)
      ?? catalog.withSections { LexiconBuilder.lexicon(of: $0) }
    forms = FormReader(lexicon.vocabulary)
    self.confusedNames = confusedNames
  }

  /// Matches one text; many are better matched by one ``MatchingSession``.
  public func match(_ text: String) -> DrugMatch {
    var session = MatchingSession(self)
    return session.match(text)
  }
}

/// Matches texts one after the other, and keeps what it has read of the catalog.
///
/// Memory grows with the ingredients that texts name, up to some hundred bytes
/// a product, not with the number of texts. A session belongs to one thread.
public struct MatchingSession: Sendable {
  /// The most tokens of a text that are read; the rest is ignored.
  static let tokenLimit = 160
  /// The most candidates that are returned.
  static let candidateLimit = 10

  let matcher: DrugMatcher
  var products: ProductReader
  private var buffer = TokenBuffer()
  private var finder: MentionFinder
  private var confusion: [UInt32: Bool] = [:]

  /// A session of a matcher.
  public init(_ matcher: DrugMatcher) {
    self.matcher = matcher
    products = ProductReader(
      matcher.catalog, matcher.forms, brandGroups: matcher.lexicon.brandGroups)
    finder = MentionFinder(matcher.lexicon)
  }

  /// Matches a text.
  ///
  /// - Complexity: O(*w*) in words, and O(*p*) in the products of the drug.
  public mutating func match(_ text: String) -> DrugMatch {
    guard text.utf8.count <= DrugMatcher.longestText else { return .tooLong(text) }
    let reading = read(text)
    var selection = CandidateSelection(reading, matcher, self.confuses(reading))
    return selection.answer(text, &products)
  }

  private static let guessed: [Mention.Way] = [.misspelling, .completion, .spelling]

  private mutating func read(_ text: String) -> TextReading {
    buffer.read(text)
    let isTruncated = buffer.tokens.count > Self.tokenLimit
    if isTruncated {
      buffer.tokens.removeLast(buffer.tokens.count - Self.tokenLimit)
    }
    var words = finder.nameWords(&buffer)
    finder.repair(&words, buffer)
    let mentions = finder.mentions(words, buffer)
    let choice = MentionChoice(mentions, buffer, &products)
    return TextReading(
      matcher.lexicon, matcher.forms, buffer, choice, isTruncated: isTruncated)
  }

  /// Whether a misspelled name belongs to a drug that is confused with another one.
  ///
  /// A spelling by rule is one, too, unless the catalog or the table of synonyms has it.
  private mutating func confuses(_ reading: TextReading) -> Bool {
    guard let names = matcher.confusedNames else { return false }
    for mention in reading.mentions where Self.guessed.contains(mention.way) {
      for target in mention.targets {
        for ingredient in products.ingredients(of: target.concept) {
          if let known = confusion[ingredient] {
            if known { return true }
            continue
          }
          let isConfused = !names.confusedWith(products.name(of: ingredient)).isEmpty
          confusion[ingredient] = isConfused
          if isConfused { return true }
        }
      }
    }
    return false
  }
}
