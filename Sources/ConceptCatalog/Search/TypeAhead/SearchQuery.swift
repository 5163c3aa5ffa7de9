// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The words that are looked for.
struct SearchQuery {
  /// One word of a query.
  struct Word: Equatable {
    package let bytes: [UInt8]
    let isNumber: Bool
    /// Whether longer words that begin with it count too.
    let isPrefix: Bool
  }

  private(set) var words: [Word] = []
  /// Whether a blank or a mark stands behind the last word.
  private let isClosed: Bool

  /// More words are not looked for; names have no more that matter.
  static let wordLimit = 24

  /// Reads what was typed.
  ///
  /// A number is whole where something stands behind it; the last may still be typed.
  init(_ text: String) {
    var list = WordScan()
    let bytes = text.utf8
    list.scan(bytes.span)
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
