// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import FHIRXML
import Foundation
import JSONText
import MedicationModel
import MedicationResolver
import SymptomMapping
import TestSupport
import Testing

/// A session answers from memory what the resolver would answer.
@Suite("Answers from memory")
struct SessionTests {
  private static func text(
    _ answer: ResolvedMedication, _ layout: JSONWriter.Layout, _ includesSideEffects: Bool = true
  ) -> String {
    var json = JSONWriter(layout: layout)
    answer.write(to: &json, source: "a", includingSideEffects: includesSideEffects)
    return json.text
  }

  /// Codings, texts and problems of records in which one thing differs from the next.
  private static var records: [MedicationRecord] {
    var records: [MedicationRecord] = []
    for codes in [["308192"], ["308192", "723"], ["1"], []] {
      for text in [nil, "amoxicillin 500 MG Oral Tablet", "nothing of the kind"] {
        for display in [nil, "amoxicillin 250 MG"] {
          var record = MedicationRecord(entryPath: "3", resourceType: "MedicationRequest")
          record.codings = codes.map { FHIRCoding.rxNorm($0, display) }
          record.text = text
          records.append(record)
          record.id = "other"
          record.absence = .noneKnown
          record.problems = [
            Problem(.shape, .warning, "odd", path: "a"),
            Problem(.absenceStatement, .note, "said before"),
          ]
          records.append(record)
          record.problems.append(Problem(.ambiguous, .warning, "said before, too"))
          records.append(record)
        }
      }
    }
    return records
  }

  @Test(
    "S37 a session gives the resolver's answers, byte for byte, also when it forgets",
    arguments: [0, 20_000, ResolvingSession.defaultByteLimit])
  func sameAnswers(_ limit: Int) throws {
    let resolvers = [try Resolvers.small.get(), try Resolvers.starter(skipping: "starter answers")]
    for resolver in resolvers.compactMap(\.self) {
      for layout in [JSONWriter.Layout.compact, .indented] {
        var session = ResolvingSession(resolver, byteLimit: limit)
        for _ in 0..<2 {
          for record in Self.records {
            let answer = try session.resolve(.record(record))
            let expected = try resolver.resolve(.record(record))
            #expect(Self.text(answer, layout) == Self.text(expected, layout))
            #expect(answer.problems == expected.problems)
            #expect(answer.query == expected.query)
          }
        }
      }
    }
  }

  @Test(
    "S37 a session writes records as the resolver's answers are written",
    arguments: [0, 20_000, ResolvingSession.defaultByteLimit])
  func writtenRecords(_ limit: Int) throws {
    let resolver = try Resolvers.small.get()
    for layout in [JSONWriter.Layout.compact, .indented] {
      for (keepsText, includes) in [(true, true), (true, false), (false, true), (false, false)] {
        var session = ResolvingSession(
          resolver, keepsText: keepsText, includesSideEffects: includes, byteLimit: limit)
        for _ in 0..<2 {
          for record in Self.records {
            var json = JSONWriter(layout: layout)
            let problems = try session.write(record, to: &json, source: "a")
            let expected = try resolver.resolve(.record(record))
            #expect(json.text == Self.text(expected, layout, includes))
            #expect(problems == expected.problems)
          }
        }
      }
    }
  }

  @Test("S14 S37 what a resolver remembers of concepts changes no answer")
  func rememberedFacts() throws {
    for resolver in [
      try Resolvers.small.get(), try Resolvers.starter(skipping: "remembered facts"),
    ]
    .compactMap(\.self) {
      let codes = resolver.catalog.concepts.compactMap { $0.code?.description }
        .enumerated().filter { $0.offset % 97 == 0 }.map(\.element)
      var session = ResolvingSession(resolver)
      for code in codes + codes {
        let query = MedicationQuery.coding(
          ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: code), display: nil)
        let new = MedicationResolver(catalog: resolver.catalog, mappings: resolver.mappings)
        let expected = Self.text(try new.resolve(query), .compact)
        #expect(Self.text(try resolver.resolve(query), .compact) == expected, "\(code)")
        let once = try session.resolveOnce(query, needsFacts: true)
        #expect(Self.text(once, .compact) == expected, "\(code)")
        let alone = try session.resolveOnce(query, needsFacts: false)
        #expect(alone.concepts == once.concepts && alone.codings == once.codings)
      }
    }
  }

  @Test("S29 an answer without side effects says that nobody asked for them")
  func notAsked() throws {
    let resolver = try Resolvers.small.get()
    var session = ResolvingSession(resolver, includesSideEffects: false)
    for record in Self.records {
      let answer = try session.resolve(.record(record))
      #expect(answer.sideEffects.coverage == .unknown && answer.sideEffects.symptoms.isEmpty)
      #expect(answer.sideEffectReasons == ["not_asked"])
      #expect(answer.concepts == (try resolver.resolve(.record(record)).concepts))
    }
  }

  @Test("M29 texts that are equal by meaning and not in bytes keep their own bytes")
  func ownBytes() throws {
    var session = ResolvingSession(try Resolvers.small.get())
    for display in ["caf\u{E9}", "cafe\u{301}"] {
      var record = MedicationRecord(entryPath: "3", resourceType: "MedicationRequest")
      record.codings = [FHIRCoding.rxNorm("308192", display)]
      record.text = display
      var json = JSONWriter()
      _ = try session.write(record, to: &json, source: nil)
      let resolved = try session.resolve(.record(record))
      for written in [json.bytes, Array(Self.text(resolved, .compact).utf8)] {
        let root = try JSONDocument(written).root
        let codings = root["codings"].map { Array($0.elements) } ?? []
        let found = codings.first?["display"]?.string
        #expect(found.map { Array($0.utf8) } == Array(display.utf8))
      }
    }
  }

  @Test("S37 a session gives the resolver's answers on real documents")
  func realDocuments() throws {
    guard let resolver = try Resolvers.starter(skipping: "a session on real documents"),
      let folder = TestData.folder?.appendingPathComponent("fhir/synthea-dstu2")
    else { return print("skipped: a session on real documents (RXKIT_TEST_DATA is not set)") }
    var session = ResolvingSession(resolver)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    for name in names where name.hasSuffix(".json") {
      let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
      for record in FHIRDocument(bytes, reading: .withXML).records {
        let answer = try session.resolve(.record(record))
        let expected = try resolver.resolve(.record(record))
        #expect(Self.text(answer, .compact) == Self.text(expected, .compact))
      }
    }
  }
}
