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
    for row in MatchingTable.explained {
      entries[Int(intern(row.name))].meaning.formUnion(WordMeaning.kinds[row.meaning] ?? [])
    }
    add(WordLists.drugClasses, .drugClass)
    add(WordLists.packs, .pack)
    add(WordLists.droppable, .droppable)
    add(WordLists.vague, .vague)
    add(WordLists.identities, .identity)
    add(WordLists.wordsOfUse, .ofUse)
    add(WordLists.releaseAdjectives, .releaseAdjective)
    add(WordLists.millions, .million)
    // In an order that is the same in every process: words are numbered in it.
    for word in NameWords.salts.sorted(by: { $0.precedesInBytes($1) }) {
      entries[Int(intern(word))].meaning.insert(.salt)
    }
    units = Self.units(of: WordLists.units)
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

  /// Reads what ``write(to:)`` wrote.
  init(_ reader: inout LexiconReader) {
    (words, folds) = (WordPool(&reader), WordPool(&reader))
    units = Self.units(of: WordLists.units)
    let fields = reader.words()
    reader.expect(fields.count == words.count * Entry.fieldCount)
    guard !reader.isBroken else { return }
    entries.reserveCapacity(words.count)
    for place in stride(from: 0, to: fields.count, by: Entry.fieldCount) {
      let entry = Entry(fields, from: place)
      reader.expect(
        entry.canonical >= 0 && Int(entry.canonical) < words.count
          && Int(entry.fold) < folds.count && Int(entry.unit) < units.count)
      entries.append(entry)
    }
    let named = reader.signed()
    reader.expect(named.count == 3)
    guard !reader.isBroken else { return }
    (per, inside, every) = (named[0], named[1], named[2])
    (onceDaily, actuations) = (Set(reader.signed()), Set(reader.signed()))
  }

  /// Writes all that is known of words.
  func write(to writer: inout LexiconWriter) {
    words.write(to: &writer)
    folds.write(to: &writer)
    writer.add(entries.flatMap(\.fields))
    writer.add([per, inside, every])
    for set in [onceDaily, actuations] { writer.add(set.sorted()) }
  }

  private mutating func add(_ list: String, _ meaning: WordMeaning) {
    for word in list.split(whereSeparator: \.isWhitespace) {
      entries[Int(intern(word))].meaning.insert(meaning)
    }
  }

  /// The units of a list of spellings, in the order in which they first come.
  private static func units(of list: String) -> [StrengthUnit] {
    var units: [StrengthUnit] = []
    for spelling in list.split(whereSeparator: \.isWhitespace) {
      let unit = StrengthUnit(reading: spelling)
      if !units.contains(unit) { units.append(unit) }
    }
    return units
  }

  private mutating func addUnit(_ spelling: Substring) {
    guard let place = units.firstIndex(of: StrengthUnit(reading: spelling)) else { return }
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

  /// Looks up all words of a text.
  func lookUp(_ buffer: inout TokenBuffer) {
    for place in buffer.tokens.indices where buffer.tokens[place].kind == .word {
      let word = find(buffer.bytes, buffer.tokens[place].range)
      buffer.tokens[place].word = word
      if word >= 0 { buffer.tokens[place].meaning = self[word].meaning }
    }
  }

  subscript(word: Int32) -> Entry { entries[Int(word)] }

  /// The number of a word given as text; negative if it is not known.
  func find(_ text: String) -> Int32 {
    let bytes = Array(text.utf8)
    return find(bytes, 0..<bytes.count)
  }
}

extension Vocabulary.Entry {
  /// How many words of a catalog an entry takes.
  static let fieldCount = 6

  /// The entry as words of a catalog.
  var fields: [UInt32] {
    [
      meaning.rawValue, UInt32(bitPattern: canonical), UInt32(bitPattern: fold), form.kinds,
      form.details,
      UInt32(form.releases) | UInt32(UInt8(truncatingIfNeeded: unit)) << 8
        | UInt32(form.sites) << 16,
    ]
  }

  /// The entry that words of a catalog are.
  init(_ words: [UInt32], from place: Int) {
    meaning = WordMeaning(rawValue: words[place])
    canonical = Int32(bitPattern: words[place + 1])
    fold = Int32(bitPattern: words[place + 2])
    (form.kinds, form.details) = (words[place + 3], words[place + 4])
    let rest = words[place + 5]
    form.releases = UInt8(truncatingIfNeeded: rest)
    unit = Int16(Int8(truncatingIfNeeded: rest >> 8))
    form.sites = UInt16(truncatingIfNeeded: rest >> 16)
  }
}
