// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import MedicationModel
import TestSupport
import Testing

/// Look-ups that read in place give what the others give, which other tests compare with the rows.
@Suite("Look-ups that read in place")
struct LookupTests {
  /// The fields of a view as text.
  private static func fields(_ view: ConceptView) -> String {
    """
    \(view.rxcui) \(view.code.map { "\($0)" } ?? "–") \(view.termType.rawValue) \
    \(text(view.termTypeUTF8)) \(text(view.sourceUTF8)) \(text(view.nameUTF8)) \
    \(text(view.displayNameUTF8)) \(view.status) \(view.isPrescribable) \(view.nameCount) \
    \(view.relationCount) \(view.attributeCount) \(view.semanticTypeCount) \(view.ndcRowCount)
    """
  }

  private static func fields(_ concept: Concept) -> String {
    """
    \(concept.rxcui) \(concept.code.map { "\($0)" } ?? "–") \(concept.termType.rawValue) \
    \(concept.termType.rawValue) \(concept.source) \(concept.name) \
    \(concept.displayName) \(concept.status) \(concept.isPrescribable) \(concept.names.count) \
    \(concept.relations.count) \(concept.attributes.count) \(concept.semanticTypes.count) \
    \(concept.ndcRowCount)
    """
  }

  /// A view cannot be handed to `#expect`.
  private func hasView(_ rxcui: RxCUI, in catalog: Catalog) -> Bool {
    if let view = catalog.view(of: rxcui) { view.rxcui == rxcui } else { false }
  }

  private static func text(_ span: Span<UInt8>) -> String {
    String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
  }

  /// Calls a test with the fixture's catalog, and with that of the starter release if it is there.
  private func withCatalogs(
    _ test: String, _ body: (_ catalog: Catalog, _ concepts: [Concept]) throws -> Void
  ) throws {
    let fixture = try FixtureRelease.catalog()
    try body(fixture, Array(fixture.concepts))
    guard let bytes = try StarterRelease.bytes(for: test) else { return }
    let starter = try Catalog(bytes: bytes)
    // A part of it, spread over all: the rest would take minutes without optimisation.
    let part = stride(from: 0, to: starter.conceptCount, by: Effort.rounds(fast: 97, full: 11))
    let concepts = Array(starter.concepts)
    try body(starter, part.map { concepts[$0] })
    #expect(starter.damage == nil)
  }

  @Test("A code's view has the fields of its concept, and leads to it")
  func codes() throws {
    try withCatalogs("views of codes") { catalog, concepts in
      for concept in concepts {
        guard let view = catalog.view(of: concept.rxcui) else {
          Issue.record("\(concept.rxcui) has no view")
          continue
        }
        #expect(Self.fields(view) == Self.fields(concept))
        #expect(view.concept == concept)
        let next = RxCUI(rawValue: concept.rxcui.rawValue + 1)
        #expect(hasView(next, in: catalog) == (catalog.concept(for: next) != nil))
      }
      for code in [0, 1, 99_999_999, UInt32.max] {
        #expect(!hasView(RxCUI(rawValue: code), in: catalog))
      }
    }
  }

  @Test("A source's code gives each concept that a row of the source names so, once")
  func sourceCodes() throws {
    try withCatalogs("codes of sources") { catalog, concepts in
      for concept in concepts {
        for name in concept.names where name.source != "RXNORM" && !name.code.isEmpty {
          var found: [Concept] = []
          catalog.forEachConcept(source: name.source, code: name.code) { found.append($0.concept) }
          #expect(found == catalog.concepts(system: name.source, code: name.code))
          #expect(found.contains(concept))
          var typed: [Concept] = []
          catalog.forEachConcept(source: name.source, code: name.code, termType: name.termType) {
            typed.append($0.concept)
          }
          #expect(typed.contains(concept))
          if name.source == "MTHSPL" {
            var ofUNII: [Concept] = []
            let code = name.code.utf8
            catalog.forEachConcept(unii: code.span) { ofUNII.append($0.concept) }
            #expect(ofUNII == catalog.concepts(system: CodeSystem.unii, code: name.code))
          }
          catalog.forEachConcept(source: name.source, code: name.code + "x") {
            #expect(Self.text($0.nameUTF8) == "", "a code that no row has")
          }
        }
      }
    }
  }

  @Test("An NDC gives the products that it gives as text")
  func drugCodes() throws {
    try withCatalogs("NDCs") { catalog, concepts in
      for concept in concepts {
        for ndc in concept.ndcs {
          var found: [Concept] = []
          catalog.forEachConcept(ndc: ndc) { found.append($0.concept) }
          #expect(found == catalog.concepts(for: ndc))
          #expect(found.contains(concept))
        }
      }
      let unknown = try #require(NationalDrugCode(number: 99_999_999_999))
      catalog.forEachConcept(ndc: unknown) { #expect(Self.fields($0) == "none has it") }
    }
  }

  /// Spellings of a name that are the same name but for case and blanks.
  private static func spellings(_ name: String) -> [String] {
    [
      name, name.uppercased(), "  \(name)\t", name.split(separator: " ").joined(separator: " \n"),
      name.lowercased(),
    ]
  }

  @Test("A name in any spelling gives the concepts that it gives as an array")
  func names() throws {
    try withCatalogs("names") { catalog, concepts in
      for concept in concepts {
        for name in concept.names.prefix(3) {
          for spelling in Self.spellings(name.text) {
            for comparison in [NameComparison.exact, .normalized] {
              for source in ["RXNORM", nil, "no such source"] {
                var found: [Concept] = []
                catalog.forEachConcept(named: spelling, comparing: comparison, source: source) {
                  found.append($0.concept)
                }
                // Hundreds of thousands of times, for which an expectation takes long.
                if found
                  != catalog.concepts(named: spelling, comparing: comparison, source: source)
                {
                  Issue.record("\(spelling), \(comparison), \(source ?? "any source")")
                }
              }
            }
          }
          var found: [Concept] = []
          catalog.forEachConcept(named: name.text, comparing: .exact, source: nil) {
            found.append($0.concept)
          }
          #expect(found.contains(concept))
        }
      }
    }
  }

  @Test("What is in a damaged block is not found, the damage is known, and the rest is right")
  func damage() throws {
    guard var bytes = try StarterRelease.bytes(for: "views of a damaged file") else { return }
    let sound = try Catalog(bytes: bytes)
    let page = PageDecoder(bytes)
    let section = try #require(page.section("CONC"))
    let place = section.start + section.count / 2 * 64 + 60
    bytes[place] ^= 1
    let catalog = try Catalog(bytes: bytes, checking: .onReading)
    var missing = 0
    for concept in sound.concepts {
      if let view = catalog.view(of: concept.rxcui) {
        #expect(view.rxcui == concept.rxcui)
        #expect(catalog.concept(for: concept.rxcui)?.name == concept.name)
      } else {
        #expect(catalog.concept(for: concept.rxcui) == nil)
        missing += 1
        #expect(catalog.damage != nil)
      }
    }
    // 4 KiB hold 64 records.
    #expect(missing == 64)
    #expect(catalog.verify().findings.map(\.code) == ["block-checksum"])
    #expect(throws: CatalogError.self) { try catalog.throwIfDamaged() }
  }
}
