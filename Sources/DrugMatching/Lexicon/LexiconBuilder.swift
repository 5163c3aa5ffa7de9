// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// Collects the names of a catalog.
struct LexiconBuilder {
  /// The first words of a brand's name.
  struct Start {
    let sum: NameSum
    let count: Int
    let word: Int32
    /// Whether only numbers and words such as `day` and `pack` follow.
    let isWhole: Bool
    let target: Lexicon.Target
  }

  var vocabulary = Vocabulary()
  var buffer = TokenBuffer()
  /// The names, with the places of their targets in ``targets``.
  private(set) var rows: [Lexicon.Entry] = []
  private(set) var targets: [Lexicon.Target] = []
  /// Words that are a name by themselves.
  private var singles: [Int32] = []
  /// Branded concepts by the brand in their names, brand concepts by their names.
  var brandNames = BrandNames()
  var brandGroups: [UInt32: [UInt32]] = [:]
  /// Clinical drugs without components.
  var orphans: [(position: UInt32, name: String)] = []
  var brandStarts: [Start] = []
  /// Words of names of substances.
  private(set) var substanceWords: Set<Int32> = []
  private let immune: Int32
  private let reformulated: Int32

  private init() {
    (immune, reformulated) = (
      vocabulary.internNameWord("immune"), vocabulary.internNameWord("reformulated")
    )
  }

  /// The lexicon of the names of a catalog.
  ///
  /// - Complexity: O(*n*) in concepts and names.
  static func lexicon(of concepts: borrowing SectionSpans) -> Lexicon {
    var builder = LexiconBuilder()
    for concept in 0..<UInt32(concepts.conceptCount) {
      guard let type = concepts.termType(Int(concept)) else { continue }
      if let kind = kind(of: type) {
        builder.add(concept, kind, concepts)
      } else if isBranded(type) {
        builder.brandNames.add(concepts.mainNameUTF8(Int(concept)), ofBranded: concept)
      } else if type == .clinicalDrug, !concepts.hasComponents(Int(concept)) {
        builder.orphans.append((concept, concepts.mainName(Int(concept))))
      }
    }
    builder.addBracketedBrands(concepts)
    let names = NameLookup(builder.rows, builder.targets)
    builder.addSynonyms(names)
    builder.placeOrphans(names)
    return builder.finished()
  }

  private static func isBranded(_ type: TermType) -> Bool {
    type == .brandedDrug || type == .brandedDrugComponent || type == .brandedDrugForm
      || type == .brandedPack
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

  private mutating func add(
    _ concept: UInt32, _ kind: Lexicon.Kind, _ concepts: borrowing SectionSpans
  ) {
    // A brand that nothing relates says nothing of what it is.
    if kind == .brand, concepts.relations(of: Int(concept)).isEmpty { return }
    let target = Lexicon.Target(
      concept: concept, kind: kind,
      isCurrent: concepts.isActive(Int(concept)) && concepts.hasCode(Int(concept)))
    for name in concepts.names(of: Int(concept)) {
      // A list of ingredients is found by each of them.
      let text = concepts.text(ofName: name)
      if kind == .combination, Self.isList(text) { continue }
      if kind == .brand { brandNames.add(text, of: concept) }
      let first = addTarget(target)
      add(text, first, 1, .catalog, isTogether: false)
      addVariants(of: text, first)
    }
  }

  /// Whether a name has ` / `, as `amoxicillin / clavulanate`; asked of each combination, for which
  /// the search of the standard library takes as long as all else.
  private static func isList(_ name: String) -> Bool {
    var last: UInt8 = 0
    var isAfterSlash = false
    for byte in name.utf8 {
      if isAfterSlash, byte == 0x20 { return true }
      isAfterSlash = byte == 0x2F && last == 0x20
      last = byte
    }
    return false
  }

  mutating func addTarget(_ target: Lexicon.Target) -> UInt32 {
    targets.append(target)
    return UInt32(targets.count - 1)
  }

  /// Adds what else a name of the catalog that was just read is known as.
  mutating func addVariants(of name: String, _ target: UInt32) {
    var (isImmune, isReformulated) = (false, false)
    for token in buffer.tokens where token.kind == .word && token.count == 6 || token.count == 12 {
      let word = vocabulary.find(buffer.bytes, token.range)
      isImmune = isImmune || word == immune
      isReformulated = isReformulated || word == reformulated
    }
    if isImmune, let variant = Self.inOneWord(name) {
      add(variant, target, 1, .catalog, isTogether: false)
    }
    if isReformulated, targets[Int(target)].kind == .brand,
      let former = Self.withoutReformulation(name)
    {
      add(former, target, 1, .catalog, isTogether: false)
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

  // MARK: Names

  /// Adds a name of `count` targets from `first` on.
  mutating func add(
    _ name: String, _ first: UInt32, _ count: UInt32, _ origin: Lexicon.Origin, isTogether: Bool
  ) {
    buffer.read(name)
    let words = NameReading(buffer, &vocabulary)
    guard words.count > 0, words.count <= Lexicon.longestName else { return }
    if words.count == 1, words.last >= 0 { singles.append(words.last) }
    append(words.sum, words.count, origin, isTogether, words.isVague, first, count)
    guard origin == .catalog, !words.isVague else { return }
    if targets[Int(first)].kind == .brand {
      addStarts(words, targets[Int(first)])
      return
    }
    for word in words.all { substanceWords.insert(word) }
    if words.strongCount > 0, words.strongCount < words.count, words.strongLength > 3 {
      append(words.strong, words.strongCount, .shortened, isTogether, false, first, count)
      if words.strongCount == 1 {
        for word in words.all
        where vocabulary[word].meaning.isDisjoint(with: NameReading.droppable) {
          singles.append(word)
        }
      }
    }
    if words.count == 1 { addAcid(of: words.last, first, count) }
  }

  mutating func append(
    _ sum: NameSum, _ wordCount: Int, _ origin: Lexicon.Origin, _ isTogether: Bool,
    _ isVague: Bool, _ first: UInt32, _ count: UInt32
  ) {
    rows.append(
      Lexicon.Entry(
        sum: sum, wordCount: UInt8(wordCount), origin: origin, isTogether: isTogether,
        isVague: isVague, firstTarget: first, targetCount: count))
  }

  /// `linoleic acid` for `linoleate`: the acid of a substance that is named as its salt.
  private mutating func addAcid(of word: Int32, _ first: UInt32, _ count: UInt32) {
    guard word >= 0, vocabulary.words.hasSuffix(word, "ate"),
      vocabulary.words.range(word).count > 6, vocabulary[word].meaning.isDisjoint(with: .salt)
    else { return }
    var sum = NameSum()
    for part in [vocabulary.words.text(word).dropLast(3) + "ic", "acid"] {
      let word = vocabulary.internNameWord(part)
      sum = sum + NameSum(word: word, fold: vocabulary[word].fold)
    }
    append(sum, 2, .shortened, false, false, first, count)
  }

  // MARK: The lexicon

  private func finished() -> Lexicon {
    // Numbers of rows are sorted, not rows: they are a third as large.
    var order: [(folds: UInt64, words: UInt64, origin: UInt8, row: UInt32)] = []
    order.reserveCapacity(rows.count)
    for (place, row) in rows.enumerated() {
      order.append((row.sum.folds, row.sum.words, row.origin.rawValue, UInt32(place)))
    }
    order.sort {
      if $0.folds != $1.folds { return $0.folds < $1.folds }
      if $0.words != $1.words { return $0.words < $1.words }
      return $0.origin != $1.origin ? $0.origin < $1.origin : $0.row < $1.row
    }
    var entries: [Lexicon.Entry] = []
    entries.reserveCapacity(rows.count)
    var found: [Lexicon.Target] = []
    found.reserveCapacity(targets.count)
    for place in order {
      let row = rows[Int(place.row)]
      let own = targets[Int(row.firstTarget)..<Int(row.firstTarget + row.targetCount)]
      if let last = entries.last, last.sum == row.sum, last.isTogether == row.isTogether,
        last.origin == row.origin
      {
        for target in own where !found[Int(last.firstTarget)...].contains(target) {
          found.append(target)
          entries[entries.count - 1].targetCount += 1
        }
        continue
      }
      entries.append(
        Lexicon.Entry(
          sum: row.sum, wordCount: row.wordCount, origin: row.origin, isTogether: row.isTogether,
          isVague: row.isVague, firstTarget: UInt32(found.count), targetCount: row.targetCount))
      found += own
    }
    return Lexicon(
      vocabulary: vocabulary, entries: entries, targets: found,
      spelling: SpellingShelf(vocabulary, singles: singles), brandGroups: BrandGroups(brandGroups))
  }
}
