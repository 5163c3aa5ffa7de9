// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// Every word that the matcher knows, and what it can mean.
///
/// Words of the lists come first, then those of the catalog's names. A word
/// may be both: `water` is a part of names and says little by itself.
struct Vocabulary: Sendable {
  /// What is known of one word.
  struct Entry: Sendable {
    var meaning: WordMeaning = []
    /// The word it stands for; itself if for none.
    var canonical: Int32
    /// Its spelling fold; negative until it is part of a name.
    var fold: Int32 = -1
    var form = FormFeatures()
    /// Its place in ``Vocabulary/units``; negative if it is no unit.
    var unit: Int16 = -1
  }

  private(set) var words = WordPool()
  private(set) var folds = WordPool()
  private(set) var entries: [Entry] = []
  /// The units that words stand for.
  private(set) var units: [StrengthUnit] = []
  /// The word `per`.
  private(set) var per: Int32 = -1
  /// The word `in`.
  private(set) var inside: Int32 = -1
  /// The word `every`.
  private(set) var every: Int32 = -1
  /// Words for forms that last a day, whatever else lasts for 12 hours.
  private(set) var onceDaily: Set<Int32> = []
  /// Words for one actuation of an inhaler or spray.
  private(set) var actuations: Set<Int32> = []

  /// Makes the vocabulary of the lists, without any name.
  init() {
    add(WordLists.fillers, .filler)
    add(WordLists.salts, .salt)
    add(WordLists.neutral, .neutral)
    add(WordLists.makers, .maker)
    add(WordLists.laboratory, .laboratory)
    add(WordLists.otherThings, .otherThing)
    add(WordLists.drugClasses, .drugClass)
    add(WordLists.packs, .pack)
    add(WordLists.droppable, .droppable)
    add(WordLists.vague, .vague)
    add(WordLists.identities, .identity)
    add(WordLists.wordsOfUse, .ofUse)
    add(WordLists.releaseAdjectives, .releaseAdjective)
    add(WordLists.millions, .million)
    for word in NameWords.salts { entries[Int(intern(word))].meaning.insert(.salt) }
    for spelling in WordLists.units.split(whereSeparator: \.isWhitespace) { addUnit(spelling) }
    addForms()
    for row in MatchingTable.words {
      let meaning = intern(row.meaning)
      entries[Int(intern(row.name))].canonical = meaning
    }
    onceDaily = Set(["xl", "cd"].map { entries[Int(intern($0))].canonical })
    (per, inside, every) = (intern("per"), intern("in"), intern("every"))
    actuations = Set(
      ["actuation", "spray", "dose", "doses", "puff", "puffs", "inhalation", "blister", "actuat"]
        .map { entries[Int(intern($0))].canonical })
  }

  private mutating func add(_ list: String, _ meaning: WordMeaning) {
    for word in list.split(whereSeparator: \.isWhitespace) {
      entries[Int(intern(word))].meaning.insert(meaning)
    }
  }

  private mutating func addUnit(_ spelling: Substring) {
    let unit = StrengthUnit(reading: spelling)
    let place = units.firstIndex(of: unit) ?? units.count
    if place == units.count { units.append(unit) }
    let word = Int(intern(spelling))
    entries[word].unit = Int16(place)
    entries[word].meaning.insert(.unit)
  }

  private mutating func addForms() {
    let words =
      Set(DosageFormWords.kinds.keys).union(DosageFormWords.releases.keys)
      .union(DosageFormWords.sites.keys).union(FormFeatures.detailWords.keys)
      .union(["prefilled", "resistant", "release", "rel", "coated", "delayed", "extended"])
    for word in words.sorted(by: { $0.precedesInBytes($1) }) {
      let place = Int(intern(word))
      entries[place].form = FormFeatures(word: word)
      entries[place].meaning.insert(.form)
    }
  }

  private mutating func intern(_ text: some StringProtocol) -> Int32 {
    let word = words.intern(text)
    if Int(word) == entries.count { entries.append(Entry(canonical: word)) }
    return word
  }

  // MARK: Words of names

  /// The number of a word of a name, with its fold; what stands for another word is that.
  mutating func internNameWord(_ bytes: [UInt8], _ range: Range<Int>) -> Int32 {
    var word = words.intern(bytes, range)
    if Int(word) == entries.count { entries.append(Entry(canonical: word)) }
    word = entries[Int(word)].canonical
    if entries[Int(word)].fold < 0 {
      var fold: [UInt8] = []
      SpellingFold.appendFold(words.pool, words.range(word), to: &fold)
      entries[Int(word)].fold = folds.intern(fold, 0..<fold.count)
    }
    return word
  }

  /// The same for a word that is given as text.
  mutating func internNameWord(_ text: some StringProtocol) -> Int32 {
    let bytes = Array(text.utf8)
    return internNameWord(bytes, 0..<bytes.count)
  }

  /// Makes a word that is part of no name, and not known yet, one that is never corrected.
  mutating func markUnlisted(_ bytes: [UInt8], _ range: Range<Int>) {
    guard words.find(bytes, range) < 0 else { return }
    // What is spelled like a word of a name by rule is that name.
    var fold: [UInt8] = []
    SpellingFold.appendFold(bytes, range, to: &fold)
    guard folds.find(fold, 0..<fold.count) < 0 else { return }
    let word = words.intern(bytes, range)
    entries.append(Entry(meaning: .unlisted, canonical: word))
  }

  /// The word of a text's token; negative if it is not known.
  func find(_ bytes: [UInt8], _ range: Range<Int>) -> Int32 {
    let word = words.find(bytes, range)
    return word < 0 ? word : entries[Int(word)].canonical
  }

  subscript(word: Int32) -> Entry { entries[Int(word)] }

  /// The number of a word given as text; negative if it is not known.
  func find(_ text: String) -> Int32 {
    let bytes = Array(text.utf8)
    return find(bytes, 0..<bytes.count)
  }
}
