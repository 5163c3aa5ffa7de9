// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import RxNormRelease
import TestSupport
import Testing

@Suite("Spelling suggestions")
struct SpellingTests {
  /// Misspellings from RxNav's documentation and issues about it, and what is meant.
  static let slips: [(String, String, SpellingSuggestion.Kind)] = [
    ("nortriptelene", "nortriptyline", .spelling), ("benaz", "benazepril", .beginning),
    ("vitaminD", "vitamin d", .spacing), ("abira terone", "abiraterone", .spacing),
    ("ceftriaxon", "ceftriaxone", .beginning), ("Amoxicilin", "amoxicillin", .spelling),
    ("atorvastatn", "atorvastatin", .spelling), ("metformn", "metformin", .spelling),
    ("METF0RMIN", "metformin", .spelling),
  ]

  @Test("A misspelling leads to the drug, marked as a suggestion", arguments: slips)
  func known(_ text: String, _ meant: String, _ kind: SpellingSuggestion.Kind) throws {
    guard let bytes = try StarterRelease.bytes(for: "spelling of \(text)") else { return }
    let suggestions = try Catalog(bytes: bytes).spellingSuggestions(for: text)
    let first = try #require(suggestions.first)
    #expect(first.text.lowercased() == meant)
    #expect(first.kind == kind)
    #expect(!first.concepts.isEmpty)
    #expect(suggestions.allSatisfy { (0...1).contains($0.likeness) && $0.replaces == text })
  }

  @Test("S5 What is spelled right gets no suggestion, and what fits two gets both")
  func restraint() throws {
    let catalog = try FixtureRelease.catalog(adding: [
      .concepts: [
        "5470|ENG||||||71||||RXNORM|IN|5470|hydralazine||N|4096|",
        "5553|ENG||||||72||||RXNORM|IN|5553|hydroxyzine||N|4096|",
      ]
    ])
    #expect(catalog.spellingSuggestions(for: "metformin").isEmpty)
    #expect(catalog.spellingSuggestions(for: "HydrOXYzine ").isEmpty)
    let both = catalog.spellingSuggestions(for: "hydraxyzine").map(\.text)
    #expect(both.contains("hydroxyzine"))
    #expect(
      Set(catalog.spellingSuggestions(for: "hydroxazine").map(\.text)).contains("hydroxyzine"))
    #expect(catalog.spellingSuggestions(for: "qqqqqqqq").isEmpty)
    #expect(catalog.spellingSuggestions(for: "").isEmpty)
    let within = catalog.spellingSuggestions(for: "metfornim 500 mg tablets")
    #expect(within.first?.text == "metformin" && within.first?.replaces == "metfornim")
  }

  @Test(
    "The index finds what comparing with every name finds", .enabled(if: Effort.isFull)
  )
  func exhaustive() throws {
    guard let bytes = try StarterRelease.bytes(for: "spelling by brute force") else { return }
    let catalog = try Catalog(bytes: bytes)
    let index = SpellingSuggestionIndex(catalog)
    let types: Set<String> = ["IN", "PIN", "BN"]
    let names = Set(
      catalog.concepts.filter { types.contains($0.termType.rawValue) }
        .map { SpellingSuggestionIndex.squeezed($0.name) }.filter { (3...40).contains($0.count) }
    ).sorted { $0.lexicographicallyPrecedes($1) }
    var random = SeededGenerator(for: "spelling")
    var found = 0
    for _ in 0..<Effort.rounds(fast: 10, full: 20) {
      guard var word = names.randomElement(using: &random), word.count >= 4 else { continue }
      for _ in 0..<2 { Self.slip(&word, &random) }
      let distance = SpellingSuggestionIndex.distanceLimit(forLength: word.count)
      let near = Set(index.matches(nearWord: word, limit: 10_000).map { Array($0.text.utf8) })
      for name in names where abs(name.count - word.count) <= distance {
        guard Self.distance(word, name) <= distance else { continue }
        found += 1
        #expect(
          near.contains(name),
          "\(String(decoding: word, as: UTF8.self)) \(String(decoding: name, as: UTF8.self))")
      }
    }
    print("spelling by brute force: \(found) names found")
    #expect(found > 0)
  }

  private static func slip(_ word: inout [UInt8], _ random: inout SeededGenerator) {
    let place = Int.random(in: 0..<(word.count - 1), using: &random)
    let letter = UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: word.remove(at: place)
    case 1: word.insert(letter, at: place)
    case 2: word[place] = letter
    default: word.swapAt(place, place + 1)
    }
  }

  /// Optimal string alignment, the whole table.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var rows = [Array(0...right.count)]
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var least = min(rows[i][j] + (left[i] == right[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }

  @Test(
    "Of made misspellings the meant name is first or among the first five",
    .enabled(if: Effort.isFull))
  func typos() throws {
    guard let text = try TestData.text(of: "matching/typos.tsv"),
      let bytes = try StarterRelease.bytes(for: "made misspellings")
    else { return }
    let catalog = try Catalog(bytes: bytes)
    let index = SpellingSuggestionIndex(catalog)
    var (rows, known, first, firstFive) = (0, 0, 0, 0)
    var missed: [String] = []
    for line in text.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      rows += 1
      let original = cells[9]
      guard index.exactMatch(original) != nil else { continue }
      known += 1
      let meant = SpellingSuggestionIndex.squeezed(original)
      let typed = SpellingSuggestionIndex.squeezed(cells[1])
      if typed == meant {
        first += 1
        firstFive += 1
        continue
      }
      let found = index.matches(nearWord: typed, limit: 5).map { Array($0.text.utf8) }
      if found.first == meant { first += 1 }
      if found.prefix(5).contains(meant) { firstFive += 1 } else { missed.append(cells[1]) }
    }
    print(
      "made misspellings: \(rows) rows, \(known) with a name of the catalog, \(first) first, "
        + "\(firstFive) in the first five; missed: \(missed)")
    #expect(Double(first) / Double(max(1, known)) > 0.9)
    #expect(Double(firstFive) / Double(max(1, known)) > 0.95)
  }
}
