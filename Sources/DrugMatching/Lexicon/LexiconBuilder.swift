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
  /// Branded concepts by the brand in their names.
  private var bracketed: [String: [UInt32]] = [:]
  /// Brand concepts by their names.
  private var brandNames: [String: [UInt32]] = [:]
  private var brandGroups: [UInt32: [UInt32]] = [:]
  /// Clinical drugs without components.
  private var orphans: [Concept] = []
  /// First words of brands of several words.
  private var brandStarts: [(sum: NameSum, count: Int, word: Int32, targets: [Lexicon.Target])] = []
  /// Words of names of substances.
  private var substanceWords: Set<Int32> = []
  /// Brands without any relation.
  private var unrelated: [UInt32] = []

  /// The lexicon of a catalog.
  ///
  /// - Complexity: O(*n*) in concepts and names.
  static func lexicon(of catalog: Catalog) -> Lexicon {
    var builder = LexiconBuilder()
    for concept in catalog.concepts {
      let type = concept.termType
      if let kind = Self.kind(of: type) {
        builder.add(concept, kind)
      } else if Self.branded.contains(type) {
        builder.addBrand(of: concept, type)
      } else if type == .clinicalDrug, concept.components.isEmpty {
        builder.orphans.append(concept)
      }
    }
    builder.addBracketedBrands(catalog)
    var lexicon = builder.finished()
    builder.addSynonyms(lexicon)
    lexicon = builder.finished()
    builder.placeOrphans(lexicon)
    return builder.finished()
  }

  private static let branded: Set<TermType> = [
    .brandedDrug, .brandedDrugComponent, .brandedDrugForm, .brandedPack,
  ]

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
    // A brand that nothing relates says nothing of what it is.
    if kind == .brand, concept.relationCount == 0 {
      unrelated.append(concept.position)
      return
    }
    let target = Lexicon.Target(
      concept: concept.position, kind: kind,
      isCurrent: concept.mainSuppress == UInt8(ascii: "N") && concept.code != nil)
    for name in concept.names {
      // A list of ingredients is found by each of them.
      let text = name.text
      if kind == .combination, text.contains(" / ") { continue }
      if let variant = Self.inOneWord(text) {
        add(variant, [target], .catalog, isTogether: false)
      }
      if kind == .brand, let former = Self.withoutReformulation(text) {
        add(former, [target], .catalog, isTogether: false)
      }
      if kind == .brand { brandNames[text.lowercased(), default: []].append(concept.position) }
      add(text, [target], .catalog, isTogether: false)
    }
  }

  /// `Zegerid` of `Zegerid Reformulated Aug 2006`: the date tells compositions apart, not brands.
  private static func withoutReformulation(_ name: String) -> String? {
    let words = name.split(separator: " ")
    guard let place = words.firstIndex(where: { $0.lowercased() == "reformulated" }), place > 0
    else { return nil }
    return words[..<place].joined(separator: " ")
  }

  /// `immune globulin` in the one word that the rest of the world writes.
  private static func inOneWord(_ name: String) -> String? {
    let words = name.split(separator: " ")
    guard let place = words.firstIndex(where: { $0.lowercased() == "immune" }),
      place + 1 < words.count, words[place + 1].lowercased().hasPrefix("globulin")
    else { return nil }
    return (words[..<place] + ["immunoglobulin"] + words[(place + 2)...]).joined(separator: " ")
  }

  private mutating func add(
    _ name: String, _ targets: [Lexicon.Target], _ origin: Lexicon.Origin, isTogether: Bool
  ) {
    buffer.read(name)
    var sum = NameSum()
    var strong = NameSum()
    var (count, strongCount, strongLength) = (0, 0, 0)
    var starts: [(sum: NameSum, count: Int, word: Int32, meaning: WordMeaning)] = []
    var startLength = 0
    var isVague = true
    var single: Int32 = -1
    var last: Int32 = -1
    for token in buffer.tokens {
      switch token.kind {
      case .word:
        let word = vocabulary.internNameWord(buffer.bytes, token.range)
        let entry = vocabulary[word]
        if entry.meaning.contains(.filler) { continue }
        let own = NameSum(word: word, fold: entry.fold)
        sum = sum + own
        (single, last) = (word, word)
        if entry.meaning.isDisjoint(with: Self.weak), token.count > 2 { isVague = false }
        if entry.meaning.isDisjoint(with: Self.droppable) || token.count == 1 {
          strong = strong + own
          strongCount += 1
          strongLength += token.count
        }
        startLength += token.count
        if targets.first?.kind == .brand, count < 2, startLength > 4, token.count > 2 || count > 0 {
          starts.append((sum, count + 1, word, entry.meaning))
        }
      case .number:
        let own = NameSum(number: token.number)
        sum = sum + own
      default: continue
      }
      count += 1
    }
    guard count > 0, count <= Lexicon.longestName else { return }
    if count == 1, single >= 0 { singles.insert(single) }
    append(sum, count, origin, isTogether, isVague, targets)
    guard origin == .catalog, !isVague else { return }
    if targets.first?.kind == .brand {
      for start in starts
      where start.count < count && start.meaning.isDisjoint(with: Self.weak.union(.drugClass)) {
        brandStarts.append((start.sum, start.count, start.word, targets))
      }
      return
    }
    for token in buffer.tokens where token.kind == .word {
      substanceWords.insert(vocabulary.find(buffer.bytes, token.range))
    }
    if strongCount > 0, strongCount < count, strongLength > 3 {
      append(strong, strongCount, .shortened, isTogether, false, targets)
      if strongCount == 1 { addSingle(of: buffer) }
    }
    if count == 1 { addAcid(of: last, targets) }
  }

  /// Words of a name that make it a name of nothing, if there are no others.
  private static let weak: WordMeaning = [
    .vague, .neutral, .unit, .form, .laboratory, .otherThing, .pack,
  ]
  /// Words of a name that people leave out.
  private static let droppable: WordMeaning = [.droppable, .salt]

  private mutating func append(
    _ sum: NameSum, _ count: Int, _ origin: Lexicon.Origin, _ isTogether: Bool, _ isVague: Bool,
    _ targets: [Lexicon.Target]
  ) {
    rows.append(
      Row(
        sum: sum, wordCount: UInt8(count), origin: origin, isTogether: isTogether,
        isVague: isVague, targets: targets))
  }

  private mutating func addSingle(of buffer: TokenBuffer) {
    for token in buffer.tokens where token.kind == .word {
      let word = vocabulary.find(buffer.bytes, token.range)
      if word >= 0, vocabulary[word].meaning.isDisjoint(with: Self.droppable) {
        singles.insert(word)
      }
    }
  }

  /// `linoleic acid` for `linoleate`: the acid of a substance that is named as its salt.
  private mutating func addAcid(of word: Int32, _ targets: [Lexicon.Target]) {
    guard word >= 0 else { return }
    let name = vocabulary.words.text(word)
    guard name.hasSuffix("ate"), name.utf8.count > 6,
      vocabulary[word].meaning.isDisjoint(with: .salt)
    else { return }
    var sum = NameSum()
    for part in [name.dropLast(3) + "ic", "acid"] {
      let bytes = Array(part.utf8)
      let word = vocabulary.internNameWord(bytes, 0..<bytes.count)
      sum = sum + NameSum(word: word, fold: vocabulary[word].fold)
    }
    append(sum, 2, .shortened, false, false, targets)
  }

  // MARK: Brands in names

  /// Finds brands by the brackets of branded names: `docosanol 100 MG/ML [Abreva]`.
  ///
  /// A brand that the release no longer lists, or does not relate, is still one
  /// that people write.
  private mutating func addBrand(of concept: Concept, _ type: TermType) {
    let name = concept.name
    guard name.utf8.last == UInt8(ascii: "]"), let open = name.lastIndex(of: "[") else { return }
    let brand = name[name.index(after: open)...].dropLast()
    if !brand.isEmpty {
      bracketed[String(brand).lowercased(), default: []].append(concept.position)
    }
  }

  private mutating func addBracketedBrands(_ catalog: Catalog) {
    for (name, concepts) in bracketed.sorted(by: { $0.key.precedesInBytes($1.key) }) {
      if let brands = brandNames[name] {
        for brand in brands { brandGroups[brand] = concepts }
        continue
      }
      let live = concepts.first { catalog.concept(at: $0)?.mainSuppress == UInt8(ascii: "N") }
      guard let first = live ?? concepts.first else { continue }
      brandGroups[first] = concepts
      let targets = [Lexicon.Target(concept: first, kind: .brand, isCurrent: live != nil)]
      if let former = Self.withoutReformulation(name) {
        add(former, targets, .catalog, isTogether: false)
      }
      add(name, targets, .catalog, isTogether: false)
    }
    bracketed = [:]
    // A word of substances, such as `alpha`, is no brand's beginning.
    for start in brandStarts where start.count > 1 || !substanceWords.contains(start.word) {
      append(start.sum, start.count, .brandStart, false, false, start.targets)
    }
    brandStarts = []
  }

  // MARK: Drugs without components

  /// Finds the ingredient of drugs that the release relates to none, by their names.
  ///
  /// They become candidates of the ingredient; what they hold is not said by it (S14).
  private mutating func placeOrphans(_ lexicon: Lexicon) {
    for orphan in orphans {
      let name = orphan.name
      guard ClinicalDrugName.partCount(name) == 1 else { continue }
      var words = name.split(separator: " ")
      if let first = words.first?.utf8.first, first >= 0x30, first <= 0x39 {
        words.removeFirst(min(2, words.count))
      }
      let substance = words.prefix { word in
        !(word.utf8.first.map { $0 >= 0x30 && $0 <= 0x39 } ?? true)
      }
      for count in stride(from: substance.count, through: 1, by: -1) {
        let found = meaning(of: substance.prefix(count).joined(separator: " "), lexicon)
        if let target = found.first, target.kind == .ingredient {
          brandGroups[target.concept, default: []].append(orphan.position)
          break
        }
      }
    }
  }

  // MARK: Synonyms

  /// Adds each synonym whose meaning the catalog has, and which is no name of its own there.
  private mutating func addSynonyms(_ lexicon: Lexicon) {
    for row in SubstanceSynonyms.rows {
      add(row.name, meaning: row.meaning, lexicon)
      // A release may know the substance by the other name.
      if !row.isBrand, !row.meaning.contains("+") { add(row.meaning, meaning: row.name, lexicon) }
    }
  }

  private mutating func add(_ name: Substring, meaning: Substring, _ lexicon: Lexicon) {
    var targets: [Lexicon.Target] = []
    let parts = meaning.split(separator: "+")
    for part in parts { targets += self.meaning(of: String(part), lexicon) }
    guard targets.count >= parts.count, !targets.isEmpty,
      !self.meaning(of: String(name), lexicon).contains(where: { $0.kind != .brand })
    else { return }
    add(String(name), targets, .synonym, isTogether: parts.count > 1)
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
    let places = lexicon.entries(sum).filter { lexicon.entries[$0].sum == sum }
    for place in places.filter({ lexicon.entries[$0].origin == .catalog })
      + places.filter({ lexicon.entries[$0].origin == .shortened })
    {
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
      if let last = entries.last, last.sum == row.sum, last.isTogether == row.isTogether,
        last.origin == row.origin
      {
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
      spelling: SpellingIndex(vocabulary, singles: singles), brandGroups: brandGroups)
  }
}
