// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// Which concepts a search may return.
///
/// Everything that is set must hold; of several values of one field one is enough.
public struct SearchFilter: Sendable {
  /// Term types; any if empty.
  public var termTypes: [TermType] = []
  /// What may have become of the code; anything if empty.
  public var statuses: [ConceptStatus] = []
  /// Only what is in the prescribable subset.
  public var isPrescribable = false
  /// A concept must have one of these ingredients (IN, or salts); any if empty.
  public var ingredients: [Concept] = []
  /// A concept must have one of these dose forms or dose form groups; any if empty.
  public var doseForms: [Concept] = []
  /// A concept must have a name from one of these sources; any if empty.
  public var sources: [String] = []

  /// A filter that lets everything pass.
  public init() {}

  /// Whether everything passes.
  public var isOpen: Bool {
    termTypes.isEmpty && statuses.isEmpty && !isPrescribable && ingredients.isEmpty
      && doseForms.isEmpty && sources.isEmpty
  }

  /// Whether a concept passes.
  public func admits(_ concept: Concept) -> Bool {
    // The cheapest checks come first.
    if isPrescribable, !concept.isPrescribable { return false }
    if !termTypes.isEmpty, !termTypes.contains(concept.termType) { return false }
    if !statuses.isEmpty, !statuses.contains(concept.status) { return false }
    if !sources.isEmpty, !concept.names.contains(where: { sources.contains($0.source) }) {
      return false
    }
    if !doseForms.isEmpty {
      let forms = concept.doseForms + concept.doseFormGroups
      if !doseForms.contains(where: forms.contains) { return false }
    }
    if !ingredients.isEmpty {
      let parts = concept.ingredients + concept.preciseIngredients
      if !ingredients.contains(where: parts.contains) { return false }
    }
    return true
  }
}

/// What a search found.
public struct SearchResults: Sendable {
  /// The concepts, the likeliest first.
  public let hits: [SearchHit]
  /// How many there are in all; `nil` with a filter, where only some were examined.
  public let totalCount: Int?
  /// Whether there are more behind the last one.
  public let hasMore: Bool
}

/// A concept that a search found.
public struct SearchHit: Sendable {
  /// How well the words fit, the best first.
  public enum Step: String, Sendable, CaseIterable {
    /// The text is a name of the concept, which is active.
    case wholeName = "whole-name"
    /// Every word is a whole word, and a name begins with the first one.
    case wholeFromBeginning = "whole-from-beginning"
    /// Every word is a whole word of a name.
    case whole
    /// A name begins with the first word or with a longer one.
    case fromBeginning = "from-beginning"
    /// Every word is the beginning of a word of a name.
    case within
  }

  /// The concept.
  public let concept: Concept
  /// How well the words fit.
  public let step: Step
  let query: SearchQuery

  /// The name that has the words: the main name if it has them all.
  ///
  /// Else the first name, in the order of use, with the most of them. Made when it is asked for.
  public var matchedName: String {
    let main = concept.name
    var list = WordScan()
    var best = main
    var bestCount = count(in: main, &list)
    if bestCount == query.words.count { return main }
    for name in concept.names where name.suppress == "N" && name.isFree {
      let text = name.text
      let count = count(in: text, &list)
      if count > bestCount { (best, bestCount) = (text, count) }
      if bestCount == query.words.count { break }
    }
    return best
  }

  private func count(in name: String, _ list: inout WordScan) -> Int {
    list.scan(name)
    return query.words.count { word in
      (0..<list.count).contains { index in
        guard (list.kinds[index] == .number) == word.isNumber else { return false }
        let own = list.bytes[list.range(index)]
        return word.isPrefix ? own.starts(with: word.bytes) : own.elementsEqual(word.bytes)
      }
    }
  }
}

extension Name {
  /// Whether it may be shown without asking for its source's licence.
  var isFree: Bool {
    sourceIndex == 0
      || file.word(.sources, Int(sourceIndex), SourceField.restriction) == 0
  }
}

struct SearchQuery {
  struct Word: Equatable {
    package let bytes: [UInt8]
    let isNumber: Bool
    /// Whether longer words that begin with it count too.
    let isPrefix: Bool
  }

  private(set) var words: [Word] = []
  /// Whether a blank or a mark follows the last word.
  private let isClosed: Bool

  /// Further words are ignored; names have no more that matter.
  static let wordLimit = 24

  /// Reads what was typed.
  ///
  /// A number is complete if something follows it; the last one may still be being typed.
  init(_ text: String) {
    var list = WordScan()
    list.scan(text)
    isClosed = list.isClosed
    for index in 0..<list.count where words.count < Self.wordLimit {
      let isLast = index == list.count - 1 && !list.isClosed
      switch list.kinds[index] {
      case .slash, .percent: continue
      case .number:
        add(Word(bytes: list.word(index), isNumber: true, isPrefix: isLast))
      case .letters:
        add(Word(bytes: list.word(index), isNumber: false, isPrefix: true))
      }
    }
  }

  private mutating func add(_ word: Word) {
    if !words.contains(word) { words.append(word) }
  }

  /// Whether names that have the last word whole go before those that only begin with it.
  ///
  /// A word of up to three letters with nothing behind it is still being typed:
  /// `met` shall not bring Actoplus Met before metformin.
  var prefersWholeWords: Bool {
    guard let last = words.last else { return false }
    return last.isNumber || isClosed || last.bytes.count >= 4
  }

  /// The first word of letters, which may be the beginning of a name.
  var beginning: [UInt8]? {
    words.first { !$0.isNumber }.map { [SearchWordField.beginning] + $0.bytes }
  }
}
