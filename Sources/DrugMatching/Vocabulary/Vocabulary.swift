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
    /// Its place in ``Vocabulary/units``; negative if it is not a unit.
    var unit: Int16 = -1
  }

  private(set) var words = WordPool()
  private(set) var folds = WordPool()
  private(set) var entries: [Entry] = []
  /// The units that words mean.
  private(set) var units: [StrengthUnit] = []
  private(set) var per: Int32 = -1
  private(set) var inside: Int32 = -1
  private(set) var every: Int32 = -1
  /// Words for forms that last a day, whatever else lasts for 12 hours.
  private(set) var onceDaily: Set<Int32> = []
  /// Words for one actuation of an inhaler or spray.
  private(set) var actuations: Set<Int32> = []

  /// Makes the vocabulary of the lists, without any name.
  init() {
    for kind in ["filler", "salt"] { add(kind[...]) }
    for row in MatchingTable.explained {
      entries[Int(intern(row.name))].meaning.formUnion(WordMeaning.kinds[row.meaning] ?? [])
    }
    for kind in [
      "class", "pack", "droppable", "vague", "vague-part", "identity", "use", "release-adjective",
      "million",
    ] {
      add(kind[...])
    }
    // In an order that is the same in every process: words are numbered in it.
    for word in WordLists.nameSalts.sorted(by: { $0.precedesInBytes($1) }) {
      entries[Int(intern(word))].meaning.insert(.salt)
    }
    for spelling in WordLists.words("unit") { addUnit(spelling) }
    for (word, features) in FormFeatures.ofWords {
      let place = Int(intern(word))
      entries[place].form = features
      entries[place].meaning.insert(.form)
    }
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
    units = Self.allUnits
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

  private mutating func add(_ kind: Substring) {
    for word in WordLists.words(kind) {
      entries[Int(intern(word))].meaning.formUnion(WordMeaning.kinds[kind] ?? [])
    }
  }

  /// The units of the list of spellings, in the order in which they first come.
  private static let allUnits: [StrengthUnit] = WordLists.words("unit").reduce(into: []) {
    let unit = StrengthUnit(reading: $1)
    if !$0.contains(unit) { $0.append(unit) }
  }

  /// The words of the lists, with more units than the lexicon of a catalog has.
  static let ofLists: Vocabulary = {
    var vocabulary = Vocabulary()
    for spelling in StrengthUnit.amountSpellings { vocabulary.addUnit(spelling) }
    return vocabulary
  }()

  private mutating func addUnit(_ spelling: some StringProtocol) {
    let unit = StrengthUnit(reading: spelling)
    let place = units.firstIndex(of: unit) ?? units.count
    if place == units.count { units.append(unit) }
    let word = Int(intern(spelling))
    entries[word].unit = Int16(place)
    entries[word].meaning.insert(.unit)
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
      meaning.rawValue, UInt32(bitPattern: canonical), UInt32(bitPattern: fold),
      form.kinds.rawValue, form.details.rawValue,
      UInt32(form.releases.rawValue) | UInt32(UInt8(truncatingIfNeeded: unit)) << 8
        | UInt32(form.sites.rawValue) << 16,
    ]
  }

  /// The entry that words of a catalog are.
  init(_ words: [UInt32], from place: Int) {
    meaning = WordMeaning(rawValue: words[place])
    canonical = Int32(bitPattern: words[place + 1])
    fold = Int32(bitPattern: words[place + 2])
    form.kinds = .init(rawValue: words[place + 3])
    form.details = .init(rawValue: words[place + 4])
    let rest = words[place + 5]
    form.releases = .init(rawValue: UInt8(truncatingIfNeeded: rest))
    unit = Int16(Int8(truncatingIfNeeded: rest >> 8))
    form.sites = .init(rawValue: UInt16(truncatingIfNeeded: rest >> 16))
  }
}
