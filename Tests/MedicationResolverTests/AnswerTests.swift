// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import DrugMatching
import FHIRResources
import Foundation
import JSONText
import MedicationModel
import MedicationResolver
import SymptomMapping
import Testing
import TestSupport

@Suite("What holds for every query")
struct PropertyTests {
  private static let codings: [FHIRCoding] =
    [
      "101", "102", "103", "105", "106", "201", "301", "401", "402", "403", "404", "407", "501",
      "601", "604", "701", "704", "708", "90000001", "1", "x",
    ].map { .rxNorm($0) }
    + ["00011122233", "1234567890", "55555666601", "77777888801"].map { .ndc($0) } + [
      FHIRCoding(system: CodeSystem.atc, code: "X01AA02"),
      FHIRCoding(system: CodeSystem.unii, code: "ALFA000001"),
      FHIRCoding(system: "urn:a", code: "1"),
      FHIRCoding(code: "401", display: "gammadol"),
    ]

  @Test(
    "M26 S4 S37 the order of codings and their repeats never change the answer", arguments: 1...40)
  func order(_ round: Int) throws {
    var dice = SeededGenerator(seed: UInt64(round))
    let resolver = try [Resolvers.small, Resolvers.reconstructed][round % 2].get()
    let chosen = Array(
      Self.codings.shuffled(using: &dice).prefix(Int.random(in: 1...5, using: &dice)))
    let first = try resolver.record(chosen)
    for _ in 0..<4 {
      let again = try resolver.record((chosen + chosen.prefix(2)).shuffled(using: &dice))
      #expect(again.found == first.found)
      #expect(again.concepts == first.concepts)
      #expect(again.certainty == first.certainty)
      #expect(again.generalForm == first.generalForm)
      #expect(again.ingredients.map(\.name) == first.ingredients.map(\.name))
      #expect(again.has(.codingsConflict) == first.has(.codingsConflict))
      #expect(again.sideEffects.coverage == first.sideEffects.coverage)
      #expect(Set(again.problemCodes) == Set(first.problemCodes))
    }
  }

  @Test("M63 S1 every input coding appears exactly once", arguments: 1...20)
  func everyCoding(_ round: Int) throws {
    var dice = SeededGenerator(seed: UInt64(1000 + round))
    let chosen = Array(Self.codings.shuffled(using: &dice).prefix(round % 8))
    let answer = try Resolvers.small.get().record(chosen)
    #expect(answer.codings.map(\.coding) == chosen)
  }

  @Test("S37 the same query gives the same bytes")
  func deterministic() throws {
    for codings in [Self.codings, Array(Self.codings.prefix(8))] {
      let answers = try (0..<3).map { _ in
        try Resolvers.make(try HandRelease("small")).record(codings).json
      }
      #expect(Set(answers).count == 1)
    }
  }

  @Test("S1 any text is answered and none traps", .enabled(if: !Effort.isFast), arguments: 1...30)
  func anyText(_ round: Int) throws {
    var dice = SeededGenerator(seed: UInt64(2000 + round))
    let parts = [
      "alfazine", "betanol", "500", "mg", "MG/ML", "/", "-", "per", "5-10", "0.1/0.2", "%", "ER",
      "[Alfabrand]", "[", "]", "(", ",", ".", "tab", "é", "\u{301}", "µg", "40 ML", "for", "in",
      "1,000", "0,5", "PE", "as", "\u{0}", "99999999999999999999999999999999999999999",
    ]
    for _ in 0..<40 {
      let text = (0..<Int.random(in: 0...9, using: &dice))
        .map { _ in parts.randomElement(using: &dice) ?? "" }
        .joined(separator: Bool.random(using: &dice) ? " " : "")
      for code in ["401", "403", "404", "601", "708", "709"] {
        let answer = try Resolvers.small.get().record([.rxNorm(code, text)], text: text)
        #expect(answer.codings.count == 1)
      }
      #expect(try Resolvers.small.get().resolve(.name(text)).codings.isEmpty)
    }
  }
}

/// The questions of `Fixtures/answers.txt`, each with what the JSON of its answer says.
@Suite("What an answer says in JSON")
struct AnswerTests {
  static let cases = CaseFile.cases(of: "Tests/MedicationResolverTests/Fixtures/answers.txt")

  @Test("Each question has the answer that its case expects", arguments: cases)
  func ask(_ item: CaseFile.Case) throws {
    let resolver: MedicationResolver? =
      switch item.options.first {
      case "starter": try Resolvers.starter(skipping: item.title)
      case "reconstructed": try Resolvers.reconstructed.get()
      default: try Resolvers.small.get()
      }
    guard let resolver else { return }
    #expect(!item.rows.isEmpty)
    for row in item.rows {
      let answer = try resolver.resolve(try Self.query(row.text.replacing("␣", with: " ")))
      let root = try JSONDocument(Array(answer.json.utf8)).root
      #expect(row.mismatches(in: root) == [])
    }
  }

  @Test("The cases are all there")
  func count() {
    #expect(Self.cases.count == 62)
  }

  private static func query(_ text: String) throws -> MedicationQuery {
    let kind = text.prefix { $0 != " " }
    let rest = String(text.dropFirst(kind.count + 1))
    let words = rest.components(separatedBy: " | ")
    var members: [String: String] = [:]
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      members[String(parts[0])] = String(parts[1])
    }
    switch kind {
    case "name": return .name(rest)
    case "codes":
      // A code may begin or end with a blank.
      let codes =
        words[0].contains { $0.isLetter || $0.isNumber }
        ? words[0].components(separatedBy: "&") : []
      return .userAnnotated(
        .sample(
          codes, text: members["text"] ?? "x", form: members["form"] ?? "unknown",
          nickname: members["nickname"]))
    case "fhir":
      return .record(try #require(FHIRDocument(Array(rest.utf8)).records.first))
    default:
      #expect(kind == "record")
      var record = MedicationRecord(entryPath: "", resourceType: "MedicationRequest")
      record.codings = codings(words[0], version: members["version"])
      record.text = members["text"]
      record.referencedCodings = codings(members["ref"] ?? "")
      record.absence = members["absence"].flatMap { AbsenceStatement(rawValue: $0) }
      for word in words where word.hasPrefix("ingredient=") {
        let parts = word.dropFirst(11).components(separatedBy: "\"")
        record.ingredients.append(
          MedicationIngredient(
            codings: codings(parts[0].trimmingCharacters(in: .whitespaces)),
            text: parts.count > 1 ? parts[1] : nil))
      }
      return .record(record)
    }
  }

  /// Codings as `system#code~display`, between pluses; `""` is an empty text, `-` none.
  private static func codings(_ text: String, version: String? = nil) -> [FHIRCoding] {
    let systems = [
      "rx": CodeSystem.rxNorm, "ndc": CodeSystem.ndc, "unii": CodeSystem.unii,
      "atc": CodeSystem.atc, "snomed": CodeSystem.snomedCT,
      "absent": "http://terminology.hl7.org/CodeSystem/data-absent-reason",
    ]
    func value(_ text: String) -> String? {
      text.isEmpty ? nil : text == "\"\"" ? "" : systems[text] ?? text
    }
    return text.components(separatedBy: " + ").filter { !["", "-"].contains($0) }.map { coding in
      let parts = coding.components(separatedBy: "~")
      let pair = parts[0].components(separatedBy: "#")
      return FHIRCoding(
        system: value(pair[0]), version: version, code: pair.count > 1 ? value(pair[1]) : nil,
        display: parts.count > 1 ? parts[1] : nil)
    }
  }
}

@Suite("Codes that a loaded concept map knows")
struct MappedCodingTests {
  private static let target = "http://www.nlm.nih.gov/research/umls/rxnorm"

  /// A resolver with one map from `urn:local` to RxNorm; the targets are JSON.
  private static func resolver(
    _ targets: [String: String], more: [String] = []
  ) throws -> MedicationResolver {
    let elements = targets.sorted { $0.key < $1.key }.map {
      "{\"code\":\"\($0.key)\",\"target\":[\($0.value)]}"
    }
    let map = """
      {"resourceType":"ConceptMap","url":"http://example.org/map","group":[{"source":"urn:local",
       "target":"\(target)","element":[\(elements.joined(separator: ","))],
       "unmapped":{"mode":"fixed","code":"401","relationship":"equivalent"}}]}
      """
    return try Resolvers.make(try HandRelease("small")) { builder in
      for text in [map] + more {
        let document = FHIRDocument(Array(text.utf8))
        for map in document.conceptMaps { _ = builder.add(map, file: "map.json") }
        for system in document.namingSystems { _ = builder.add(system, file: "naming.json") }
      }
    }
  }

  @Test("S3 An equivalent code leads to the concept, and the path names the map")
  func equivalent() throws {
    let resolver = try Self.resolver(["A": #"{"code":"401","equivalence":"equivalent"}"#])
    let answer = try resolver.record([FHIRCoding(system: "urn:local", code: "A")])
    #expect(answer.found == ["401"])
    let path = try #require(answer.concepts.first?.path)
    #expect(path.map(\.reason.rawValue) == ["given", "mapped-to"])
    #expect(path.map(\.code) == ["A", "401"])
    #expect(path.last?.map == "http://example.org/map")
    #expect(answer.concepts.first?.match == .crosswalk)
    #expect(answer.json.contains(#""map":"http://example.org/map""#))
  }

  /// Everything that a map may say but that the codes mean the same.
  @Test(
    "Nothing but an unconditional equivalent counts as the same drug",
    arguments: FixtureRows.texts("not equivalent"))
  func notEquivalent(_ target: String) throws {
    let resolver = try Self.resolver(["A": target])
    let answer = try resolver.record([FHIRCoding(system: "urn:local", code: "A")])
    #expect(answer.concepts.isEmpty)
    let isRelated = !target.contains("disjoint") && !target.contains("unmatched")
    #expect(answer.has(.mappingNotEquivalent) == isRelated)
  }

  @Test("S4 A code that maps to two drugs is ambiguous; what is not mapped is not guessed")
  func severalAndNone() throws {
    let resolver = try Self.resolver([
      "A": #"{"code":"401","equivalence":"equal"},{"code":"402","equivalence":"equal"}"#
    ])
    let answer = try resolver.record([FHIRCoding(system: "urn:local", code: "A")])
    #expect(Set(answer.found) == ["401", "402"])
    #expect(answer.has(.ambiguous))
    let other = try resolver.record([FHIRCoding(system: "urn:local", code: "B")])
    #expect(other.concepts.isEmpty, "the map's unmapped rule is followed nowhere")
  }

  @Test("S8 An OID of a loaded registration leads to the system that the map is about")
  func registration() throws {
    let resolver = try Self.resolver(
      ["A": #"{"code":"401","equivalence":"equivalent"}"#],
      more: [
        """
        {"resourceType":"NamingSystem","name":"Local","uniqueId":[{"type":"oid","value":"1.2.3"},
         {"type":"uri","value":"urn:local","preferred":true}]}
        """
      ])
    let answer = try resolver.record([FHIRCoding(system: "urn:oid:1.2.3", code: "A")])
    #expect(answer.found == ["401"])
    #expect(answer.has(.systemNormalized))
  }
}
