// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A second search, as plain as can be: sets of words over the rows of a release.
// It shares no code with the module; how a name is divided into words is written
// anew from the documentation page "Searching".

import Foundation

/// Concepts by the words of their names, and what decides their order.
struct NaiveSearch {
  struct Query {
    let words: [String]
    let isClosed: Bool
  }

  let release: NaiveRelease
  private(set) var concepts: Set<Int> = []
  private(set) var codesByWord: [String: Set<Int>] = [:]
  private(set) var codesByBeginning: [String: Set<Int>] = [:]
  private(set) var productCounts: [Int: Int] = [:]

  static let primeTypes = ["IN", "BN", "MIN", "PIN", "SCD", "SBD", "GPCK", "BPCK"]
  private static let units: Set<String> = [
    "mg", "milligram", "mcg", "ug", "microgram", "g", "gm", "gram", "ml", "milliliter", "unt",
    "iu", "u", "unit", "meq", "mmol", "hr", "hour", "actuat", "actuation", "milligrams", "units",
    "hours", "grams", "actuations", "micrograms", "milliliters",
  ]

  init(_ release: NaiveRelease, freeSources: Set<String>) {
    self.release = release
    var words: [Substring: [String]] = [:]
    for (code, names) in release.names {
      guard let main = release.mainName(code) else { continue }
      concepts.insert(code)
      let isSubstance = Self.primeTypes.prefix(4).contains(main.termType)
      for name in names {
        let isExtra = NaiveRelease.extraNames.contains(name.termType)
        let isOpen = ["N", ""].contains(name.suppress)
        let isIndexed =
          name.source == "RXNORM"
          ? isOpen || !isExtra : isOpen && isSubstance && freeSources.contains(name.source)
        if isIndexed { add(name.text, code, &words) }
      }
    }
    for code in concepts where ["SCD", "SBD"].contains(release.termType(code)) && isActive(code) {
      for ingredient in release.ingredients(code) { productCounts[ingredient, default: 0] += 1 }
    }
  }

  /// Adds the words of a name.
  ///
  /// No word goes over a blank, so each text between blanks is divided once.
  private mutating func add(
    _ name: String, _ code: Int, _ known: inout [Substring: [String]]
  ) {
    var words: [String] = []
    for text in name.split(separator: " ") {
      let parts = known[text] ?? Self.words(String(text))
      known[text] = parts
      words += parts
    }
    for word in words { codesByWord[word, default: []].insert(code) }
    if let first = words.first(where: { $0.first?.isNumber == false && !Self.units.contains($0) }) {
      codesByBeginning[first, default: []].insert(code)
    }
  }

  /// The words of a text: see the page.
  static func words(_ text: String) -> [String] {
    let plain = text.replacing("µ", with: "u").replacing("μ", with: "u")
      .folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
    let letters = Array(plain)
    var words: [String] = []
    var place = 0
    func isDigit(_ index: Int) -> Bool {
      index < letters.count && ("0"..."9").contains(letters[index])
    }
    while place < letters.count {
      if letters[place].isLetter {
        var word = ""
        while place < letters.count {
          if letters[place].isLetter || isDigit(place) {
            word.append(letters[place])
          } else if letters[place] != "'" || place + 1 >= letters.count
            || !letters[place + 1].isLetter
          {
            break
          }
          place += 1
        }
        words.append(word)
      } else if isDigit(place) || letters[place] == "." && isDigit(place + 1) {
        let rest = String(letters[place...])
        let pattern = /^(?:\d{1,3}(?:,\d{3})+(?!\d)|\d*)(?:\.\d+)?/
        guard let match = rest.firstMatch(of: pattern) else { break }
        place += match.output.count
        words.append(number(String(match.output).replacing(",", with: "")))
      } else {
        place += 1
      }
    }
    return words
  }

  private static func number(_ text: String) -> String {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let whole = String(parts[0].drop { $0 == "0" })
    var fraction = parts.count > 1 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    return (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction)
  }

  static func query(_ text: String) -> Query {
    Query(
      words: words(text), isClosed: !(text.last?.isLetter ?? false || text.last?.isNumber ?? false))
  }

  // MARK: Answers

  func codes(_ query: Query) -> Set<Int> {
    var found: Set<Int>?
    for (place, word) in query.words.enumerated() {
      let isLast = place == query.words.count - 1
      let isWhole = word.first?.isNumber == true && (!isLast || query.isClosed)
      let codes = isWhole ? codesByWord[word] ?? [] : union(codesByWord, word)
      found = found.map { $0.intersection(codes) } ?? codes
    }
    return found ?? []
  }

  private func union(_ table: [String: Set<Int>], _ prefix: String) -> Set<Int> {
    var codes: Set<Int> = []
    for (word, owners) in table where word.hasPrefix(prefix) { codes.formUnion(owners) }
    return codes
  }

  func isActive(_ code: Int) -> Bool { ["N", ""].contains(release.mainName(code)?.suppress) }

  func band(_ code: Int) -> Int {
    guard isActive(code) else { return 3 }
    guard Self.primeTypes.contains(release.termType(code)) else { return 2 }
    return release.mainName(code)?.cvf == "4096" ? 0 : 1
  }

  func isSubstance(_ code: Int) -> Bool {
    Self.primeTypes.prefix(4).contains(release.termType(code))
  }

  /// The codes in which every word is whole, if that matters, and those that begin with the first.
  func better(_ query: Query) -> (whole: Set<Int>, beginning: Set<Int>) {
    var whole: Set<Int> = []
    let last = query.words.last ?? ""
    guard !query.words.isEmpty else { return ([], []) }
    if query.isClosed || last.first?.isNumber == true || last.utf8.count >= 4 {
      whole = query.words.dropFirst().reduce(codesByWord[query.words[0]] ?? []) {
        $0.intersection(codesByWord[$1] ?? [])
      }
    }
    let first = query.words.first { $0.first?.isNumber == false }
    return (whole, first.map { union(codesByBeginning, $0) } ?? [])
  }
}
