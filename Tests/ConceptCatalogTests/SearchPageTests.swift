// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import Testing
import TestSupport

@Suite("The sections of terminology, read by the documentation alone")
struct TerminologyPageTests {
  private static let documents = [
    TerminologyFixture.forms.replacing("\"caseSensitive\":true", with: "\"caseSensitive\":false"),
    """
    {"resourceType":"CodeSystem","url":"http://example.org/de","content":"supplement",
     "supplements":"http://example.org/forms","concept":[{"code":"tablet","property":[{"code":"x",
     "valueCoding":{"system":"http://example.org/y","code":"Y","display":"Why"}}]}]}
    """,
    """
    {"resourceType":"ValueSet","url":"http://example.org/vs","version":"3","compose":{"include":[
      {"system":"http://example.org/forms","concept":[{"code":"tablet","designation":[
        {"language":"de","value":"Tablette"}]},{"code":"syrup"}]},
      {"system":"http://example.org/forms","filter":[{"property":"concept","op":"is-a","value":"solid"}],
       "valueSet":["http://example.org/other"]}],
      "exclude":[{"system":"http://example.org/forms","concept":[{"code":"other"}]}]},
     "expansion":{"total":9,"timestamp":"2026","parameter":[{"name":"p","valueString":"q"}],
      "contains":[{"display":"H","contains":[{"system":"http://example.org/forms","code":"solid"}]}]}}
    """,
    """
    {"resourceType":"ConceptMap","url":"http://example.org/map","group":[{
      "source":"http://example.org/forms","target":"urn:oid:2.16.840.1.113883.6.88",
      "element":[{"code":"tablet","target":[
        {"code":"1","equivalence":"wider","dependsOn":[{"property":"p","value":"v"}],
         "product":[{"property":"q","value":"w"}]},{"code":"2","equivalence":"equal"}]},
        {"code":"syrup"}],"unmapped":{"mode":"fixed","code":"9"}}]}
    """,
    """
    {"resourceType":"NamingSystem","name":"N","title":"T","status":"active","uniqueId":[
      {"type":"oid","value":"1.2"},{"type":"uri","value":"http://example.org/n","preferred":true}]}
    """,
  ]

  private func page() throws -> (PageDecoder, Catalog) {
    let fixture = try TerminologyFixture(Self.documents)
    #expect(fixture.catalog.verify().findings == [])
    return (PageDecoder(fixture.bytes), fixture.catalog)
  }

  @Test("Value sets, clauses, entries and their tuples are those that the page describes")
  func valueSets() throws {
    let (page, catalog) = try page()
    func text(_ section: String, _ record: Int, _ word: Int) -> String {
      page.string(page.word(section, record, word))
    }
    func tuples(_ first: Int, _ count: Int) -> [[String]] {
      (first..<first + count).map { record in (0..<4).map { text("TUPL", record, $0) } }
    }
    #expect(page.count("VSET") == 1 && page.count("VCLS") == 3 && page.count("VENT") == 5)
    #expect(text("VSET", 0, 0) == "http://example.org/vs" && text("VSET", 0, 1) == "3")
    #expect(page.word("VSET", 0, 11) == 10, "the total plus 1")
    #expect(page.word("VSET", 0, 12) == 7, "rules, an expansion, a part of one")
    #expect(tuples(page.word("VSET", 0, 13), page.word("VSET", 0, 14)) == [["p", "q", "", ""]])
    #expect((0..<3).map { page.word("VCLS", $0, 1) } == [0, 0, 1])
    #expect(
      tuples(page.word("VCLS", 1, 6), page.word("VCLS", 1, 7))
        == [["concept", "is-a", "solid", ""]])
    #expect(
      tuples(page.word("VCLS", 1, 8), page.word("VCLS", 1, 9))
        == [["http://example.org/other", "", "", ""]])
    let codes = (0..<5).map { text("VENT", $0, 3) }
    #expect(codes == ["tablet", "syrup", "other", "", "solid"])
    #expect((0..<5).map { page.word("VENT", $0, 9) } == [1, 1, 3, 0, 0])
    #expect(page.word("VENT", 4, 5) == 4, "the heading's index plus 1")
    #expect(page.word("VENT", 4, 6) & 0xFFFF == 2)
    #expect(
      tuples(page.word("VENT", 0, 7), page.word("VENT", 0, 8)) == [["de", "", "Tablette", ""]])
    #expect(catalog.valueSets[0].clauses.map(\.entryCount) == [2, 0, 1])
  }

  @Test("Maps, registrations and the details of code systems are those that the page describes")
  func maps() throws {
    let (page, _) = try page()
    func text(_ section: String, _ record: Int, _ word: Int) -> String {
      page.string(page.word(section, record, word))
    }
    #expect(page.count("CMAP") == 1 && page.count("CMGR") == 1 && page.count("CMEL") == 3)
    #expect(text("CMGR", 0, 7) == "fixed" && text("CMGR", 0, 8) == "9")
    #expect((0..<3).map { page.word("CMEL", $0, 9) & 0xFF } == [1, 0, 5])
    #expect((0..<3).map { page.word("CMEL", $0, 9) >> 10 } == [0, 1, 2])
    #expect(page.word("CMEL", 0, 11) == 0x1_0001)
    #expect(text("TUPL", page.word("CMEL", 0, 10), 0) == "p")
    #expect(text("TUPL", page.word("CMEL", 0, 10) + 1, 2) == "w")
    #expect(text("NSYS", 0, 1) == "T" && text("NSYS", 0, 6).isEmpty && page.word("NSYS", 0, 5) == 2)
    #expect(page.count("CSYX") == page.count("CSYS"))
    #expect(text("CSYX", 0, 0) == "is-a" && page.word("CSYX", 0, 1) == 8)
    let edges = (0..<page.count("CSYH")).map { record in
      (0..<3).map { word in
        word < 2
          ? text("CSYC", page.word("CSYH", record, word), 1) : "\(page.word("CSYH", record, 2))"
      }.joined(separator: " ")
    }
    #expect(
      edges == [
        "solid form 0", "tablet solid 0", "capsule solid 0", "liquid form 0", "syrup form 2",
        "syrup liquid 1",
      ])
    #expect(page.count("PRCD") == 1 && text("PRCD", 0, 3) == "Why")
    #expect(text("PROP", page.word("PRCD", 0, 0), 2) == "Y")
  }

  @Test("Codes are found through the hash index, under the URI that stands for their system")
  func keys() throws {
    let (page, _) = try page()
    func owners(_ system: String, _ code: String, _ kind: Int) -> [Int] {
      page.records(
        "TSLT", "TENT", hash: PageDecoder.hash(Array(system.utf8) + [0] + Array(code.utf8))
      )
      .filter {
        page.string(page.word("TKEY", $0, 0)) == system
          && page.string(page.word("TKEY", $0, 1)) == code && page.word("TKEY", $0, 3) == kind
      }.map { page.word("TKEY", $0, 2) }
    }
    #expect(owners("http://example.org/forms", "tablet", 1) == [0])
    #expect(owners("http://example.org/forms", "tablet", 2) == [0, 1])
    #expect(owners("http://www.nlm.nih.gov/research/umls/rxnorm", "2", 3) == [1])
    #expect(owners("http://example.org/forms", "tablet", 4).count == 1)
    #expect(owners("http://example.org/forms", "", 1) == [], "headings have no key")
  }

  @Test("The page names every section")
  func names() throws {
    let (page, _) = try page()
    let all = [
      "CSYX", "CSYH", "PRCD", "VSET", "VCLS", "VENT", "CMAP", "CMGR", "CMEL", "NSYS", "TUPL",
      "TKEY", "TSLT", "TENT",
    ]
    for name in all { #expect(page.section(name) != nil, "\(name)") }
  }
}

@Suite("The search index, read by the documentation of the file alone")
struct SearchPageTests {
  private func page() throws -> PageDecoder { PageDecoder(try FixtureRelease.bytes()) }

  private func text(_ page: PageDecoder, _ records: String, _ texts: String, _ index: Int)
    -> [UInt8]
  {
    guard let section = page.section(texts) else { return [] }
    let start = section.start + page.word(records, index, 0)
    let end = section.start + page.word(records, index + 1, 0)
    return Array(page.bytes[start..<end])
  }

  /// The texts that the index of words has of a concept.
  private func names(_ page: PageDecoder, _ concept: PageDecoder.Concept) -> [String] {
    let isSubstance = ["IN", "PIN", "MIN", "BN"].contains(concept.termType)
    let free = Set(
      (0..<page.count("SABS")).filter { page.word("SABS", $0, 4) == 0 }.map { page.source($0) })
    return concept.names.compactMap { index in
      let kind = page.word("NAME", index, 4)
      let source = page.source(kind >> 16 & 0xFF)
      let type = page.symbol(kind & 0xFFFF)
      let isOpen = kind >> 24 == Int(UInt8(ascii: "N"))
      let isIndexed =
        source == "RXNORM"
        ? isOpen || !["PSN", "SY", "TMSY", "ET"].contains(type)
        : isOpen && isSubstance && free.contains(source)
      return isIndexed ? page.string(page.word("NAME", index, 0)) : nil
    }
  }

  @Test("Words lead to exactly the concepts that have them in a name")
  func words() throws {
    let page = try page()
    let concepts = page.concepts
    let order = (0..<page.count("SORD")).map { page.word("SORD", $0, 0) }
    #expect(Set(order) == Set(concepts.indices.filter { concepts[$0].isLive }))
    var expected: [String: Set<Int>] = [:]
    for (ordinal, concept) in concepts.enumerated() where concept.isLive {
      for name in names(page, concept) where name.utf8.allSatisfy({ $0 < 128 }) {
        for word in NaiveSearch.words(name) { expected[word, default: []].insert(ordinal) }
      }
    }
    var seen: [String: Set<Int>] = [:]
    var previous: [UInt8] = []
    for index in 0..<(page.count("SWRD") - 1) {
      let word = text(page, "SWRD", "SWTX", index)
      #expect(previous.lexicographicallyPrecedes(word))
      previous = word
      let postings = page.word("SWRD", index, 1)..<page.word("SWRD", index + 1, 1)
      let ranks = postings.map { page.word("SPST", $0, 0) }
      #expect(!ranks.isEmpty && zip(ranks, ranks.dropFirst()).allSatisfy { $0 < $1 })
      let owners = Set(ranks.map { order[$0] })
      if word.first == 1 {
        let rest = String(decoding: word.dropFirst(), as: UTF8.self)
        #expect(owners.isSubset(of: seen[rest] ?? expected[rest] ?? owners), "\(rest)")
      } else {
        seen[String(decoding: word, as: UTF8.self)] = owners
      }
    }
    for (word, owners) in expected {
      #expect(seen[word]?.isSuperset(of: owners) == true, "\(word)")
    }
    for (word, owners) in seen where expected[word] != nil {
      let extra = owners.subtracting(expected[word] ?? [])
      // Only words of names that are not ASCII may have more.
      for ordinal in extra {
        #expect(
          names(page, concepts[ordinal]).contains { $0.utf8.contains { $0 > 127 } }, "\(word)")
      }
    }
  }

  @Test("Ranks follow bands, levels and lengths, and the bands begin where the file says")
  func order() throws {
    let page = try page()
    let concepts = page.concepts
    let prime = ["IN", "BN", "MIN", "PIN", "SCD", "SBD", "GPCK", "BPCK"]
    func band(_ concept: PageDecoder.Concept) -> Int {
      if concept.suppress != "N" { return 3 }
      return !prime.contains(concept.termType) ? 2 : concept.isPrescribable ? 0 : 1
    }
    let ranked = (0..<page.count("SORD")).map { concepts[page.word("SORD", $0, 0)] }
    let keys = ranked.map { [band($0), prime.prefix(4).contains($0.termType) ? 0 : 1] }
    #expect(zip(keys, keys.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) })
    for number in 0..<4 {
      let start = keys.firstIndex { $0[0] >= number } ?? keys.count
      #expect(page.word("SBND", number, 0) == start)
    }
  }

  @Test("Spellings stand by length and bytes, and their pairs of letters lead to them")
  func spellings() throws {
    let page = try page()
    let words = (0..<(page.count("SPEL") - 1)).map { text(page, "SPEL", "SPTX", $0) }
    for (left, right) in zip(words, words.dropFirst()) {
      #expect(
        left.count < right.count
          || left.count == right.count && left.lexicographicallyPrecedes(right))
    }
    #expect(words.contains(Array("metforminhydrochloride".utf8)))
    #expect(words.contains(Array("hydrochloride".utf8)))
    for (index, word) in words.enumerated() where page.word("SPEL", index, 1) != 0 {
      let name = page.string(page.word("SPEL", index, 1))
      #expect(
        NaiveSearch.words(name).joined() == String(decoding: word, as: UTF8.self)
          || name.utf8.contains { $0 > 127 })
    }
    var listed: [Int: Set<Int>] = [:]
    for pair in 0..<(page.count("SPPR") - 1) {
      let places = page.word("SPPR", pair, 1)..<page.word("SPPR", pair + 1, 1)
      for place in places {
        listed[page.word("SPPO", place, 0), default: []].insert(page.word("SPPR", pair, 0))
      }
    }
    for (index, word) in words.enumerated() {
      let letters = [1] + word.map(Int.init) + [2]
      let pairs = zip(letters, letters.dropFirst()).map { $0 << 8 | $1 }
      #expect(listed[index] == Set(pairs))
    }
    #expect(page.word("SPPR", page.count("SPPR") - 1, 1) == page.count("SPPO"))
  }

  @Test("Maps of bits say what the postings of their words say")
  func maps() throws {
    guard let bytes = try StarterRelease.bytes(for: "maps of frequent beginnings") else { return }
    let page = PageDecoder(bytes)
    let longs = (page.count("SORD") + 63) / 64
    #expect(page.count("SMAP") > 10)
    #expect(page.count("SMPB") == page.count("SMAP") * longs)
    let start = try #require(page.section("SMPB")).start
    for map in stride(from: 0, to: page.count("SMAP"), by: 7) {
      let words = page.word("SMAP", map, 0)..<page.word("SMAP", map, 1)
      let first = page.word("SWRD", words.lowerBound, 1)
      let end = page.word("SWRD", words.upperBound, 1)
      #expect(end - first > max(1024, page.count("SORD") / 16))
      let ranks = Set((first..<end).map { page.word("SPST", $0, 0) })
      let bits = (0..<page.count("SORD")).filter { rank in
        page.bytes[start + map * longs * 8 + rank / 8] >> UInt8(rank % 8) & 1 == 1
      }
      #expect(Set(bits) == ranks, "map \(map)")
    }
  }
}
