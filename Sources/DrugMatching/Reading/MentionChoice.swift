// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Beside a name, a word that may be a misspelling of another one is often a
// manufacturer or a flavour. But where a list joins it to the name, or both are
// one combination, it is a part that must not be lost (S15).

/// Which of the names found in a text are taken.
struct MentionChoice {
  /// Names that are taken.
  private(set) var kept: [Mention]
  /// Guessed names beside others: nobody can say whether they are meant.
  private(set) var guesses: [Mention] = []

  init(
    _ mentions: [Mention], _ buffer: TokenBuffer, _ vocabulary: Vocabulary,
    _ products: inout ProductReader
  ) {
    kept = mentions
    let certain = mentions.filter { $0.way < .completion && !$0.isVague }
    guard !certain.isEmpty, certain.count < mentions.count else { return }
    var isName = [Bool](repeating: false, count: buffer.tokens.count)
    var union: Set<UInt32> = []
    for mention in certain {
      for place in mention.tokens { isName[place] = true }
      union.formUnion(Self.ingredients(mention, &products))
    }
    let joints = ListJoints(buffer, vocabulary)
    kept = []
    for mention in mentions {
      guard mention.way >= .completion, !mention.isVague else {
        kept.append(mention)
        continue
      }
      let own = Self.ingredients(mention, &products)
      if joints.join(mention.tokens, toNames: isName)
        || !own.isEmpty && !own.isSubset(of: union)
          && products.areTogether(union.union(own).sorted())
      {
        kept.append(mention)
      } else if mention.letterCount >= Self.shortestGuess, !own.isSubset(of: union) {
        guesses.append(mention)
      }
    }
  }

  /// Shorter words are too near to too many names to say anything.
  private static let shortestGuess = 6

  private static func ingredients(
    _ mention: Mention, _ products: inout ProductReader
  ) -> Set<UInt32> {
    var union: Set<UInt32> = []
    let substances = mention.targets.filter { $0.kind != .brand }
    for target in (substances.isEmpty ? mention.targets : substances).prefix(
      mention.isTogether ? mention.targets.count : 1)
    {
      union.formUnion(products.ingredients(of: target.concept))
    }
    return union
  }
}
