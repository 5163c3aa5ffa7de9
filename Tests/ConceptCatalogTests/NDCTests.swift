// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

@Suite("National Drug Codes")
struct NDCTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let concepts: [UInt32]
    let existing: [String]
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ concepts: [UInt32], existing: [String]) {
      self.text = text
      self.concepts = concepts
      self.existing = existing
    }
  }

  static let cases = [
    Case("0093-1048-01", [861007], existing: ["00093104801"]),
    Case("00093104801", [861007], existing: ["00093104801"]),
    Case("00093-1048-01", [861007], existing: ["00093104801"]),
    Case(" 000931 04801", [861007], existing: ["00093104801"]),
    Case("000093104801", [861007], existing: ["00093104801"]),
    Case("1234567890", [861007, 861008], existing: ["01234567890", "12345067890"]),
    Case("12345-*678-90", [861008], existing: ["12345067890"]),
    Case("0009310480", [], existing: []),
    Case("0078-0659-20", [1_656_346], existing: ["00078065920"]),
    Case("0078-0659", [1_656_346], existing: ["00078065920", "00078065961"]),
    Case("00078-0659", [1_656_346], existing: ["00078065920", "00078065961"]),
    Case("77777888899", [861008], existing: ["77777888899"]),
    Case("55555-4444-22", [861007, 861008], existing: ["55555444422"]),
    Case("66666000011", [861008], existing: ["66666000011"]),
    Case("99999999999", [], existing: []),
    Case("377777888899", [], existing: []),
    Case("AB-1", [], existing: []),
    Case("", [], existing: []),
  ]

  @Test("S22 Every written form finds the products of the readings that exist", arguments: cases)
  func lookup(_ it: Case) throws {
    let matches = try FixtureRelease.catalog().ndcMatches(for: it.text)
    #expect(matches.concepts.codes == it.concepts)
    #expect(matches.existingCodes.map(\.digits) == it.existing)
  }

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
