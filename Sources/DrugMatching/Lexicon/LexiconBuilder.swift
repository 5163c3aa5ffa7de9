// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// Collects the names of a catalog.
struct LexiconBuilder {
  private struct Row {
    let sum: NameSum
    let wordCount: UInt8
    let origin: Lexicon.Origin
    let isTogether: Bool
    let isVague: Bool
    let targets: [Lexicon.Target]
  }

  private var vocabulary = Vocabulary()
  private var buffer = TokenBuffer()
  private var rows: [Row] = []
  /// Words that are a name by themselves.
  private var singles: Set<Int32> = []

  /// The lexicon of a catalog.
  ///
  /// - Complexity: O(*n*) in concepts and names.
  static func lexicon(of catalog: Catalog) -> Lexicon {
    var builder = LexiconBuilder()
    for concept in catalog.concepts {
      guard let kind = Self.kind(of: concept.termType) else { continue }
      builder.add(concept, kind)
    }
    var lexicon = builder.finished()
    builder.addSynonyms(lexicon)
    lexicon = builder.finished()
    return lexicon
  }

  private static func kind(of type: TermType) -> Lexicon.Kind? {
    switch type {
    case .ingredient: .ingredient
    case .preciseIngredient: .preciseIngredient
    case .multipleIngredients: .combination
    case .brandName: .brand
    default: nil
    }
  }

  private mutating func add(_ concept: Concept, _ kind: Lexicon.Kind) {
    let target = Lexicon.Target(
      concept: concept.position, kind: kind,
      isCurrent: concept.mainSuppress == UInt8(ascii: "N") && concept.code != nil)
    for name in concept.names {
      // A list of ingredients is found by each of them.
      let text = name.text
      if kind == .combination, text.contains(" / ") { continue }
      add(text, [target], .catalog, isTogether: false)
    }
  }

  private mutating func add(
    _ name: String, _ targets: [Lexicon.Target], _ origin: Lexicon.Origin, isTogether: Bool
  ) {
    buffer.read(name)
    var sum = NameSum()
    var count = 0
    var isVague = true
    var single: Int32 = -1
    for token in buffer.tokens {
      switch token.kind {
      case .word:
        let word = vocabulary.internNameWord(buffer.bytes, token.range)
        let entry = vocabulary[word]
        if entry.meaning.contains(.filler) { continue }
        sum = sum + NameSum(word: word, fold: entry.fold)
        single = word
        let weak: WordMeaning = [.vague, .neutral, .unit, .form, .laboratory, .otherThing, .pack]
        if entry.meaning.isDisjoint(with: weak), token.count > 2 { isVague = false }
      case .number: sum = sum + NameSum(number: token.number)
      default: continue
      }
      count += 1
    }
    guard count > 0, count <= Lexicon.longestName else { return }
    if count == 1, single >= 0 { singles.insert(single) }
    rows.append(
      Row(
        sum: sum, wordCount: UInt8(count), origin: origin, isTogether: isTogether,
        isVague: isVague, targets: targets))
  }

  // MARK: Synonyms

  /// Adds each synonym whose meaning the catalog has, and which is no name of its own there.
  private mutating func addSynonyms(_ lexicon: Lexicon) {
    for row in SubstanceSynonyms.rows {
      var targets: [Lexicon.Target] = []
      let parts = row.meaning.split(separator: "+")
      for part in parts {
        targets += meaning(of: String(part), lexicon)
      }
      guard targets.count >= parts.count, !targets.isEmpty else { continue }
      if meaning(of: String(row.name), lexicon).contains(where: { $0.kind != .brand }) { continue }
      add(String(row.name), targets, .synonym, isTogether: parts.count > 1)
    }
  }

  /// What a name of the catalog stands for, or its first substance where one of several is asked.
  private mutating func meaning(of name: String, _ lexicon: Lexicon) -> [Lexicon.Target] {
    buffer.read(name)
    var sum = NameSum()
    for token in buffer.tokens {
      if token.kind == .number { sum = sum + NameSum(number: token.number) }
      guard token.kind == .word else { continue }
      let word = vocabulary.find(buffer.bytes, token.range)
      guard word >= 0 else { return [] }
      if vocabulary[word].meaning.contains(.filler) { continue }
      sum = sum + NameSum(word: word, fold: vocabulary[word].fold)
    }
    for place in lexicon.entries(sum) where lexicon.entries[place].sum == sum {
      let all = lexicon.targets(of: lexicon.entries[place])
      let substances = all.filter { $0.kind != .brand }
      let chosen = substances.isEmpty ? Array(all) : substances
      let current = chosen.filter(\.isCurrent)
      return Array((current.isEmpty ? chosen : current).prefix(1))
    }
    return []
  }

  // MARK: The lexicon

  private func finished() -> Lexicon {
    let sorted = rows.sorted {
      $0.sum.folds != $1.sum.folds
        ? $0.sum.folds < $1.sum.folds
        : $0.sum.words != $1.sum.words
          ? $0.sum.words < $1.sum.words : $0.origin.rawValue < $1.origin.rawValue
    }
    var entries: [Lexicon.Entry] = []
    var targets: [Lexicon.Target] = []
    for row in sorted {
      if let last = entries.last, last.sum == row.sum, last.isTogether == row.isTogether {
        let start = Int(last.firstTarget)
        for target in row.targets where !targets[start...].contains(target) {
          targets.append(target)
          entries[entries.count - 1].targetCount += 1
        }
        continue
      }
      entries.append(
        Lexicon.Entry(
          sum: row.sum, wordCount: row.wordCount, origin: row.origin, isTogether: row.isTogether,
          isVague: row.isVague, firstTarget: UInt32(targets.count),
          targetCount: UInt32(row.targets.count)))
      targets += row.targets
    }
    return Lexicon(
      vocabulary: vocabulary, entries: entries, targets: targets,
      spelling: SpellingIndex(vocabulary, singles: singles))
  }
}
