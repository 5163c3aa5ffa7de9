// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import EmbeddedTables

/// The words by which labels are read, by kind: the rows of `Data/Mappings/label-words.tsv`.
///
/// An entry is a word, or a phrase of several; each kind has a sentence in which it occurs and one
/// in which it does not.
struct LabelVocabulary: Sendable {
  /// A row of the table.
  struct Kind: Sendable {
    let name: String
    let entries: [String]
    let example, counterexample: String
    fileprivate let search: EntrySearch
  }

  static let shared = LabelVocabulary(EmbeddedFolder.reading.bytes(of: "label-words.tsv") ?? [])

  let kinds: [Kind]
  private let places: [String: Int]

  init(_ bytes: [UInt8]) {
    kinds = TabbedText.rows(bytes).dropFirst().compactMap { fields in
      guard fields.count == 4 else { return nil }
      let entries = fields[1].split(separator: "|").map(String.init)
      return Kind(
        name: fields[0], entries: entries, example: fields[2], counterexample: fields[3],
        search: EntrySearch(entries))
    }
    places = Dictionary(
      kinds.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The entries of a kind; none of one that the table does not have.
  subscript(name: String) -> [String] { places[name].map { kinds[$0].entries } ?? [] }

  static func words(_ name: String) -> Set<String> { Set(shared[name]) }

  func words(_ name: String) -> [String] { self[name].filter { !$0.utf8.contains(0x20) } }

  /// Whether words in lower case, with single blanks between, hold an entry of a kind.
  func holds(_ name: String, in words: String) -> Bool {
    places[name].map { kinds[$0].search.isIn(words) } ?? false
  }
}

/// Tables as text: a row in each line, tabs between its fields.
enum TabbedText {
  static func rows(_ bytes: [UInt8]) -> [[String]] {
    bytes.split(separator: UInt8(ascii: "\n")).map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }
}

/// Looks for several entries in a text, which is gone through once for all of them.
struct EntrySearch: Sendable {
  /// The entries' bytes by their beginnings.
  private var entries = [[[UInt8]]](repeating: [], count: 1024)
  private var isBeginning = [Bool](repeating: false, count: 1024)

  /// Prepares entries; one of one letter would be anywhere and is left aside.
  init(_ texts: [String]) {
    for entry in texts.map({ Array($0.utf8) }) where entry.count > 1 {
      let code = Self.code(entry[0], entry[1])
      entries[code].append(entry)
      isBeginning[code] = true
    }
  }

  func isIn(_ text: String) -> Bool {
    let text = text.utf8.span
    for start in 0..<max(text.count - 1, 0) {
      let code = Self.code(text[start], text[start + 1])
      if isBeginning[code], entries[code].contains(where: { text.holds($0.span, at: start) }) {
        return true
      }
    }
    return false
  }

  /// The beginning of two letters as a number below 1,024.
  @inline(__always) private static func code(_ first: UInt8, _ second: UInt8) -> Int {
    Int(first & 31) << 5 | Int(second & 31)
  }
}

/// The words by which headers, captions and labels of rows are understood, in lower case.
enum TableVocabulary {
  static let placebo = LabelVocabulary.words("placebo")
  static let controls = LabelVocabulary.words("control")
  static let fillers = LabelVocabulary.words("filler")
  static let measures = LabelVocabulary.words("measure")
  static let degrees = LabelVocabulary.words("degree")
  static let otherMeasures =
    LabelVocabulary.shared["rate"] + LabelVocabulary.shared["other-measure"]
  static let pooled = LabelVocabulary.words("pooled")
  static let joints = LabelVocabulary.words("joint")
  static let sizeLabels = LabelVocabulary.shared["size-label"]
  static let leaving = LabelVocabulary.shared["leaving-table"]
  static let leavingColumns = LabelVocabulary.words("leaving-column")
  static let terms = LabelVocabulary.words("term-column")
  static let reactions = LabelVocabulary.shared["reaction-table"]
  static let salts = LabelVocabulary.words("salt")
}

/// What a word can do in a sentence of a label: one bit for each kind of words of text.
struct Cue: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The kinds of `label-words.tsv` that words of sentences have.
  enum Kind: UInt64, CaseIterable {
    case negation, turn, sign, effect, person, with, animal, overdose, stopping, placebo, more, less
    case other, including, common, most, event, adverse, reported, of, or, and, to, `in`, than
    case auxiliary, possibility, modifier, grade, leaving, versus, share, percent, lasting, medicine
    case who, which, condition, obligation, study, hedge, known, watching, masking
    /// A word of the names of the label's own drug: in no table.
    case ownName

    @inline(__always) var bit: UInt64 { 1 << rawValue }
  }

  private var bits: UInt64 = 0

  @inline(__always) init(arrayLiteral kinds: Kind...) { for kind in kinds { bits |= kind.bit } }

  @inline(__always) func contains(_ kind: Kind) -> Bool { bits & kind.bit != 0 }

  @inline(__always) func isDisjoint(with other: Cue) -> Bool { bits & other.bits == 0 }

  mutating func formUnion(_ other: Cue) { bits |= other.bits }
}

/// The words of a label's language with what they can do.
struct CueLexicon: Sendable {
  private var words = WordTable()
  private var cues: [Cue] = []

  static let shared = CueLexicon(.shared)

  init(_ vocabulary: LabelVocabulary) {
    for kind in Cue.Kind.allCases {
      for word in vocabulary.words("\(kind)") { insert(WordKey(word), [kind]) }
    }
  }

  func naming(_ names: Set<WordKey>) -> CueLexicon {
    var lexicon = self
    for name in names { lexicon.insert(name, [.ownName]) }
    return lexicon
  }

  subscript(key: WordKey) -> Cue { words[key].map { cues[Int($0)] } ?? [] }

  private mutating func insert(_ key: WordKey, _ cue: Cue) {
    let word = Int(words.insert(key))
    if word == cues.count { cues.append([]) }
    cues[word].formUnion(cue)
  }
}
