// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import Foundation
import MedicationModel
import MedicationResolver
import SymptomMapping
import TestSupport
import Testing

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
        try Resolvers.make(try SmallRelease.make()).record(codings).json
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
