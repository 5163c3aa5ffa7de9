// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

@Suite("National Drug Codes")
struct NDCTests {
  @Test("S22 RXNORM's rows come first, other sources answer where it has none")
  func sources() throws {
    let catalog = try FixtureRelease.catalog()
    #expect(catalog.ndcMatches(for: "0078-0659-20").matches.map(\.source) == ["RXNORM"])
    #expect(catalog.ndcMatches(for: "0078-0659-61").matches.map(\.source) == ["MTHSPL"])
    #expect(catalog.ndcMatches(for: "12345-0678-90").matches.map(\.source) == ["RXNORM"])
    #expect(catalog.ndcMatches(for: "77777888899").matches.map(\.source) == ["GS"])
  }

  @Test("S22 A suppressed code says so, and is not among a product's codes")
  func suppressed() throws {
    let catalog = try FixtureRelease.catalog()
    #expect(catalog.ndcMatches(for: "66666000011").matches.map(\.isSuppressed) == [true])
    #expect(catalog.ndcMatches(for: "00093104801").matches.map(\.isSuppressed) == [false])
    #expect(catalog.concept(861008)?.ndcs.map(\.digits) == ["12345067890", "55555444422"])
  }

  @Test("A product's codes are RXNORM's, ascending")
  func codes() throws {
    let catalog = try FixtureRelease.catalog()
    #expect(
      catalog.concept(861007)?.ndcs.map(\.digits)
        == ["00093104801", "01234567890", "55555444422"])
    #expect(catalog.concept(1_656_346)?.ndcs.map(\.digits) == ["00078065920"])
    #expect(catalog.concept(6809)?.ndcs.isEmpty == true)
  }
}
