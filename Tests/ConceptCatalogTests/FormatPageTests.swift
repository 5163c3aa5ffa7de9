// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel
import Testing

@Suite("The catalog file, read by its documentation alone")
struct FormatPageTests {
  private func page() throws -> PageDecoder { PageDecoder(try FixtureRelease.bytes()) }

  @Test("The header has the lengths and checksums of the page")
  func header() throws {
    let page = try page()
    let bytes = page.bytes
    #expect(Array(bytes[..<8]) == Array("RXKITCAT".utf8))
    #expect(Array(bytes[8..<12]) == [4, 3, 2, 1])
    #expect(page.word(12) == 4)
    #expect(page.fileLength == bytes.count)
    #expect(page.bodyStart % 64 == 0)
    #expect(page.checksumStart % 64 == 0)
    #expect(bytes[52..<64].allSatisfy { $0 == 0 })
    let blocks = (page.checksumStart - page.bodyStart + 4095) / 4096
    #expect(bytes.count == page.checksumStart + blocks * 4)
    for block in 0..<blocks {
      let start = page.bodyStart + block * 4096
      let end = min(start + 4096, page.checksumStart)
      #expect(
        Int(PageChecksum.of(bytes[start..<end])) == page.word(page.checksumStart + block * 4))
    }
    #expect(Int(PageChecksum.of(bytes[page.checksumStart...])) == page.word(44))
    var header = Array(bytes[..<page.bodyStart])
    for place in 48..<52 { header[place] = 0 }
    #expect(Int(PageChecksum.of(header[...])) == page.word(48))
  }

  @Test("Sections stand behind each other at multiples of 64, with zeros between them")
  func sections() throws {
    let page = try page()
    var end = page.bodyStart
    #expect(page.word(40) == 42)
    for index in 0..<page.word(40) {
      let entry = 64 + index * 32
      let start = page.long(entry + 8)
      #expect(start == (end + 63) / 64 * 64)
      #expect(page.bytes[end..<start].allSatisfy { $0 == 0 })
      #expect(page.long(entry + 24) == 0)
      end = start + page.word(entry + 4) * page.long(entry + 16)
    }
    #expect(page.bytes[end..<page.checksumStart].allSatisfy { $0 == 0 })
  }

  @Test("Codes, names, types and flags are those that the module reads")
  func concepts() throws {
    let page = try page()
    let catalog = try FixtureRelease.catalog()
    let concepts = page.concepts
    #expect(concepts.count == catalog.conceptCount)
    for (ordinal, decoded) in concepts.enumerated() {
      #expect(page.ordinal(of: decoded.rxcui) == ordinal)
      let concept = try #require(catalog.concept(UInt32(decoded.rxcui)))
      #expect(decoded.name == concept.name)
      #expect(decoded.displayName == concept.displayName)
      #expect(decoded.termType == concept.termType.rawValue)
      #expect(decoded.isPrescribable == concept.isPrescribable)
      #expect(decoded.isLive == (concept.source == "RXNORM"))
      #expect(decoded.nameLength == min(concept.name.utf8.count, 65535))
      #expect(decoded.displayNameLength == min(concept.displayName.utf8.count, 65535))
      let retired = [("ARCH", 2), ("RETI", 1)].contains { table, target in
        (0..<page.count(table)).contains {
          page.word(table, $0, 0) == decoded.rxcui
            && ![0, decoded.rxcui].contains(page.word(table, $0, target))
        }
      }
      #expect(decoded.isRetired == retired)
      let names = decoded.names.map { index in
        [
          page.string(page.word("NAME", index, 0)), page.string(page.word("NAME", index, 1)),
          String(page.word("NAME", index, 2)),
          page.source(page.word("NAME", index, 4) >> 16 & 0xFF),
          page.symbol(page.word("NAME", index, 4) & 0xFFFF),
          page.symbol(page.word("NAME", index, 5) & 0xFFFF),
          String(Unicode.Scalar(UInt8(page.word("NAME", index, 4) >> 24))),
          String(page.word("CVFS", page.word("NAME", index, 5) >> 16, 0) & 4096 != 0),
        ]
      }
      let expected = concept.names.map {
        [
          $0.text, $0.code, String($0.rxaui), $0.source, $0.termType.rawValue, $0.language,
          String($0.suppress), String($0.isPrescribable),
        ]
      }
      #expect(names == expected)
      #expect(decoded.names.allSatisfy { page.word("NAME", $0, 3) == ordinal })
    }
    for code in [1, 6808, 6810, 65535, 65536, 99_999_999] { #expect(page.ordinal(of: code) == nil) }
  }

  @Test("Relations, attributes, types and drug codes are those that the module reads")
  func facts() throws {
    let page = try page()
    let catalog = try FixtureRelease.catalog()
    for decoded in page.concepts {
      let concept = try #require(catalog.concept(UInt32(decoded.rxcui)))
      let relations = page.relations(of: decoded)
      let expected = concept.relations.map { relation in
        PageDecoder.Relation(
          subject: decoded.rxcui, relationship: relation.relationship.rawValue,
          target: Int(relation.targetCode.rawValue), source: relation.source,
          flags: (relation.target == nil ? 1 : 0) + (relation.isBetweenAtoms ? 2 : 0)
            + (relation.isDerived ? 4 : 0) + (relation.isReversed ? 8 : 0))
      }
      #expect(relations == expected)
      let attributes = decoded.attributes.map { index in
        let kind = page.word("ATTR", index, 1)
        let letter = Unicode.Scalar(UInt8(kind >> 24))
        return "\(page.symbol(kind & 0xFFFF)) \(page.source(kind >> 16 & 0xFF)) "
          + "\(page.string(page.word("ATTR", index, 0))) \(letter)"
      }
      #expect(
        attributes
          == concept.attributes.map { "\($0.name) \($0.source) \($0.value) \($0.suppress)" })
      let types = decoded.semanticTypes.map { index in
        page.string(page.word("STYK", page.word("STYP", index, 0), 0))
      }
      #expect(types == concept.semanticTypes.map(\.identifier))
      let ndcs = decoded.ndcs.map { page.word("CNDC", $0, 0) }.filter { index in
        page.word("NDCS", index, 3) == Int(UInt8(ascii: "N")) << 8
      }.map { page.word("NDCS", $0, 0) | page.word("NDCS", $0, 1) << 32 }
      #expect(ndcs == concept.ndcs.map { Int($0.number) })
    }
  }

  @Test("Names and codes are found through the hash indexes")
  func indexes() throws {
    let page = try page()
    for index in 0..<page.count("NAME") {
      let text = page.string(page.word("NAME", index, 0))
      guard text.utf8.allSatisfy({ $0 < 128 }) else { continue }
      let key = text.lowercased().split { $0 == " " }.joined(separator: " ")
      let hash = PageDecoder.hash(Array(key.utf8))
      let concept = page.word("NAME", index, 3)
      #expect(page.records("NSLT", "NENT", hash: hash).contains(concept), "\(text)")
      let code = page.string(page.word("NAME", index, 1))
      let source = page.word("NAME", index, 4) >> 16 & 0xFF
      let codeHash = PageDecoder.hash(
        Array(page.source(source).utf8) + [0] + Array(code.utf8))
      let isIndexed = page.records("CSLT", "CENT", hash: codeHash).contains(index)
      #expect(isIndexed == (source != 0 && !code.isEmpty), "\(code)")
    }
    for index in 0..<page.count("CODE") {
      let system = page.string(page.word("CODE", index, 0))
      let code = page.string(page.word("CODE", index, 1))
      let hash = PageDecoder.hash(Array(system.utf8) + [0] + Array(code.utf8))
      let records = page.records("CSLT", "CENT", hash: hash)
      #expect(records.contains(index | 1 << 30), "\(system) \(code)")
    }
    #expect(page.records("NSLT", "NENT", hash: PageDecoder.hash([1, 2, 3])) == [])
    var previous = -1
    for index in 0..<page.count("NDCS") {
      let number = page.word("NDCS", index, 0) | page.word("NDCS", index, 1) << 32
      if number != previous { #expect(page.firstRecord(ofNDC: UInt64(number)) == index) }
      previous = number
    }
    #expect(page.count("NDCS") > 0)
    #expect(page.firstRecord(ofNDC: 99_999_999_999) == nil)
  }

  @Test("The archive, retirements, facts and documentation follow the page")
  func tables() throws {
    let page = try page()
    let catalog = try FixtureRelease.catalog()
    let archive = (0..<page.count("ARCH")).map { page.word("ARCH", $0, 0) }
    #expect(archive == archive.sorted() && archive.count == 9)
    let steps = (0..<page.count("RETI")).map {
      (page.word("RETI", $0, 0), page.word("RETI", $0, 1))
    }
    #expect(steps.contains { $0 == (541862, 207346) })
    #expect(steps.contains { $0 == (207346, 0) })
    let facts = (0..<page.count("FACT")).map {
      [page.string(page.word("FACT", $0, 0)), page.string(page.word("FACT", $0, 1))]
    }
    #expect(facts == catalog.facts.map { [$0.key, $0.value] })
    let documentation = (0..<page.count("DOCS")).map { index in
      (0..<4).map { page.string(page.word("DOCS", index, $0)) }
    }
    #expect(
      documentation == catalog.documentation.map { [$0.key, $0.value, $0.type, $0.explanation] })
    #expect(page.symbol(1) == "RXNORM" && page.symbol(0) == "")
  }

  @Test("The page names every section and every fixed symbol")
  func names() throws {
    let page = try page()
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    let lines = text.split(separator: "\n")
    for index in 0..<page.word(40) {
      let entry = 64 + index * 32
      let name = String(decoding: page.bytes[entry..<(entry + 4)], as: UTF8.self)
      let headings = lines.filter { $0.hasPrefix("### ") }
      #expect(headings.contains { $0.contains(name) }, "\(name)")
    }
    // Rows of the form "| 16 | IN, PIN, MIN |", under the heading of the symbols.
    let start = try #require(lines.firstIndex { $0.hasPrefix("### SYMB") })
    let rows = lines[start...].dropFirst().prefix { !$0.hasPrefix("### ") }
    var symbolCount = 0
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 2, let first = Int(cells[0]), first > 0 else { continue }
      for (place, symbol) in cells[1].components(separatedBy: ", ").enumerated() {
        #expect(page.symbol(first + place) == symbol)
        symbolCount += 1
      }
    }
    #expect(symbolCount == 106)
    #expect(page.symbol(107) == "CD", "the first of those that the release brings")
  }

  private static let document = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Documentation/rxkit.docc/TheCatalogFile.md")
}
