// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import RxNormRelease
import Testing
import TestSupport

@Suite("Search by words")
struct SearchTests {
  @Test("The name that has the words is shown, though the main name has others")
  func matchedName() throws {
    let hits = try FixtureRelease.catalog().search("hcl 500").hits
    let hit = try #require(hits.first)
    #expect(hit.concept.rxcui.rawValue == 861007)
    #expect(hit.matchedName == "Metformin HCl 500 MG  Oral Tablet")
    let plain = try #require(try FixtureRelease.catalog().search("hydrochloride 500").hits.first)
    #expect(plain.matchedName == plain.concept.name)
  }

  @Test("S36 Names of restricted sources are neither searched nor shown")
  func restricted() throws {
    let catalog = try FixtureRelease.catalog(adding: [
      .concepts: ["6809|ENG||||||99||||GS|CD|1|zzsecretname||N||"]
    ])
    #expect(catalog.search("zzsecretname").hits.isEmpty)
    let match = try #require(catalog.matches(named: "zzsecretname", by: .exact).first)
    #expect(match.name == "metformin", "the exact search finds it and shows another name")
  }

  @Test("Filters leave the order as it is and keep the rest out")
  func filters() throws {
    let catalog = try FixtureRelease.catalog()
    func codes(_ change: (inout SearchFilter) -> Void) -> [UInt32] {
      var filter = SearchFilter()
      change(&filter)
      return catalog.search("metformin", filter: filter, limit: 100).hits
        .map(\.concept.rxcui.rawValue)
    }
    let all = codes { _ in }
    let drugs = codes { $0.termTypes = [.clinicalDrug] }
    #expect(drugs == all.filter { catalog.concept($0)?.termType == .clinicalDrug })
    #expect(Set(drugs) == [860975, 860978, 861007])
    let obsolete = codes { $0.statuses = [.obsolete] }
    #expect(obsolete.contains(861023) && !obsolete.contains(861007))
    #expect(
      codes { $0.isPrescribable = true }
        == all.filter {
          catalog.concept($0)?.isPrescribable == true
        })
    let tablets = codes { $0.doseForms = catalog.concept(317541).map { [$0] } ?? [] }
    #expect(tablets.contains(861007) && !tablets.contains(860975))
    let salts = codes {
      $0.ingredients = catalog.concept(1_656_328).map { [$0] } ?? []
    }
    #expect(salts.isEmpty, "sacubitril is in nothing that is called metformin")
    #expect(codes { $0.sources = ["ATC"] } == [6809])
  }

  @Test("A page of results is a part of all of them, and says whether there is more")
  func pages() throws {
    let catalog = try FixtureRelease.catalog()
    let all = catalog.search("o", limit: .max)
    #expect(all.hits.count == all.totalCount && all.hits.count > 12 && !all.hasMore)
    for offset in [0, 1, 5, 11, all.hits.count - 1, all.hits.count, 1000] {
      let page = catalog.search("o", limit: 5, offset: offset)
      #expect(page.hits.map(\.concept) == all.hits.dropFirst(offset).prefix(5).map(\.concept))
      #expect(page.hasMore == (offset + 5 < all.hits.count))
    }
    #expect(catalog.search("o", limit: 5, offset: .max).hits.isEmpty)
  }
}

@Suite(
  "Search by words in the starter release, compared with a naive search",
  .enabled(if: Effort.isFull))
struct NaiveSearchTests {
  private static let pair = Result { () throws -> (Catalog, NaiveSearch)? in
    guard let (_, naive) = try StarterPair.get(),
      let bytes = try StarterRelease.bytes(for: "comparison with a naive search")
    else { return nil }
    return (try Catalog(bytes: bytes), NaiveSearch(naive, freeSources: ["RXNORM", "MTHSPL"]))
  }

  static let typed = FixtureRows.texts("typed")

  @Test("The same concepts as a naive search, in an order that keeps the rules")
  func comparison() throws {
    guard let (catalog, naive) = try Self.pair.get() else { return }
    var random = SeededGenerator(for: "naive search")
    let texts = naive.concepts.sorted().compactMap { naive.release.mainName($0)?.text }
    var queries = Self.typed
    while queries.count < Effort.rounds(fast: 60, full: 100) {
      guard let text = texts.randomElement(using: &random) else { break }
      queries.append(Self.cut(text, &random))
    }
    var total = 0
    for query in queries {
      let expected = naive.codes(NaiveSearch.query(query))
      let results = catalog.search(query, limit: .max)
      let codes = results.hits.map { Int($0.concept.rxcui.rawValue) }
      #expect(Set(codes) == expected, "\(query)")
      #expect(codes.count == expected.count, "\(query): each once")
      #expect(results.totalCount == expected.count)
      checkOrder(of: codes, results.hits, query, naive)
      total += codes.count
    }
    print("naive search: \(queries.count) queries, \(total) concepts the same")
    #expect(catalog.damage == nil)
  }

  /// Some words of a name, cut, in any order.
  private static func cut(_ text: String, _ random: inout SeededGenerator) -> String {
    var words = text.split(separator: " ").map(String.init)
    words.shuffle(using: &random)
    let taken = words.prefix(Int.random(in: 1...3, using: &random))
    return taken.enumerated().map { place, word in
      guard word.first?.isLetter == true, Bool.random(using: &random) || place == taken.count - 1
      else { return word }
      return String(word.prefix(Int.random(in: 1...8, using: &random)))
    }.joined(separator: " ")
  }

  /// Bands, steps and levels follow each other; common before rare; short before long.
  private func checkOrder(
    of codes: [Int], _ hits: [SearchHit], _ query: String, _ naive: NaiveSearch
  ) {
    let (whole, beginning) = naive.better(NaiveSearch.query(query))
    let keys = zip(codes, hits).map { code, hit -> [Int] in
      if hit.step == .wholeName { return [0, 0, 0, 0] }
      let step = (whole.contains(code) ? 0 : 2) + (beginning.contains(code) ? 0 : 1)
      return [1, naive.band(code), step, naive.isSubstance(code) ? 0 : 1]
    }
    for place in codes.indices.dropFirst() {
      let (a, b) = (codes[place - 1], codes[place])
      check(
        !keys[place].lexicographicallyPrecedes(keys[place - 1]), "\(query): \(a) before \(b)")
      guard keys[place] == keys[place - 1], keys[place][0] == 1,
        naive.release.termType(a) == "IN", naive.release.termType(b) == "IN"
      else { continue }
      let (countA, countB) = (naive.productCounts[a] ?? 0, naive.productCounts[b] ?? 0)
      #expect(countB <= 5 * countA + 2, "\(query): \(a) of \(countA) before \(b) of \(countB)")
      if countA == 0, countB == 0 {
        let lengths = [a, b].map { naive.release.mainName($0)?.text.utf8.count ?? 0 }
        #expect(lengths[0] <= lengths[1], "\(query): \(a) before \(b)")
      }
    }
    for (code, hit) in zip(codes, hits) where hit.step == .wholeName {
      check(naive.isActive(code), "\(query): \(code)")
      check(
        naive.release.codesByKey[NaiveRelease.key(query)]?.contains(code) == true,
        "\(query): \(code)")
    }
  }
}

@Suite("Spelling suggestions")
struct SpellingTests {
  /// Misspellings from RxNav's documentation and issues about it, and what is meant.
  @Test(
    "A misspelling leads to the drug, marked as a suggestion", arguments: FixtureRows.cells("slips")
  )
  func known(_ row: [String]) throws {
    let text = row[0]
    guard let bytes = try StarterRelease.bytes(for: "spelling of \(text)") else { return }
    let suggestions = try Catalog(bytes: bytes).spellingSuggestions(for: text)
    let first = try #require(suggestions.first)
    #expect(first.text.lowercased() == row[1])
    #expect("\(first.kind)" == row[2])
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
      let cells = line.cells
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
