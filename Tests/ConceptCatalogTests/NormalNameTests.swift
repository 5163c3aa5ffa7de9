// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import TestSupport
import Testing

@testable import ConceptCatalog

@Suite("Names that equal a text")
struct NormalNameTests {
  @Test("Recorded answers of RxNav's exact search, each difference a hole of the starter")
  func recorded() throws {
    guard let text = try TestData.text(of: "matching/rxnav-exact.tsv"),
      let bytes = try StarterRelease.bytes(for: "recorded exact answers")
    else { return }
    let catalog = try Catalog(bytes: bytes)
    var counts: [String: Int] = [:]
    for line in text.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let expected = Set(cells[1].split(separator: "|").compactMap { UInt32($0) })
      let found = Set(
        catalog.matches(named: cells[0], by: .exact).map(\.concept.rxcui.rawValue))
      if found == expected { counts["same", default: 0] += 1 }
      for code in expected.subtracting(found) {
        let kind = hole(code, named: cells[0], in: catalog)
        counts[kind, default: 0] += 1
        #expect(kind != "unexplained", "\(cells[0]): RxNav has \(code)")
      }
      for code in found.subtracting(expected) {
        // The starter's rows of MTHSPL, DP have a label's title for their text, not
        // NLM's wording (its README): such a name is no name of the real release.
        let isTitle = hasOnlyLabelTitles(code, named: cells[0], in: catalog)
        counts[isTitle ? "label title" : "unexplained", default: 0] += 1
        #expect(isTitle, "\(cells[0]): only the catalog has \(code)")
      }
    }
    print("recorded exact answers: \(counts.sorted { $0.key < $1.key })")
    #expect(counts["same"] ?? 0 > 200)
  }

  /// Whether all unsuppressed names of a code that are a text are titles of labels.
  private func hasOnlyLabelTitles(_ code: UInt32, named name: String, in catalog: Catalog) -> Bool {
    let key = NaiveRelease.key(name)
    let equal = catalog.concept(code)?.names.filter {
      $0.suppress == "N" && NaiveRelease.key($0.text) == key
    }
    return equal?.allSatisfy { $0.source == "MTHSPL" && $0.termType.rawValue == "DP" } ?? false
  }

  /// Why a code is not found by a name, by looking at every name of the code.
  private func hole(_ code: UInt32, named name: String, in catalog: Catalog) -> String {
    guard let concept = catalog.concept(code) else { return "concept missing" }
    let key = NaiveRelease.key(name)
    let hasName = concept.names.contains {
      $0.suppress == "N" && NaiveRelease.key($0.text) == key
    }
    return hasName ? "unexplained" : "name missing"
  }
}
