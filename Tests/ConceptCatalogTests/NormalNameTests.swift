// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import TestSupport
import Testing

@testable import ConceptCatalog

@Suite("Names that equal a text")
struct NormalNameTests {
  private static func normal(_ text: String) -> NormalName {
    let text = text.utf8
    return NormalName(text.span)
  }

  /// Pairs that are one name by RxNav's rules.
  static let samePairs: [(String, String)] = [
    ("Glucophage 500mg tablets, oral", "glucophage 500 MG oral tablet"),
    ("morphine sulfate", "morphine"),
    ("Morphine Sulphate 15 MG Oral Tablet", "morphine 15 MG Oral Tablet"),
    ("HCTZ 25 mg tab oral", "hydrochlorothiazide 25 MG Oral Tablet"),
    ("atorvastatin calcium 20 MG", "atorvastatin 20 MG"),
    ("hydrocortisone sodium succinate 100 MG Inj", "hydrocortisone 100 MG Injection"),
    ("levothyroxine 0.05 MG", "levothyroxine sodium 50 mcg"),
    ("colchicine 600 MCG Oral Tablet", "colchicine 0.6 MG Oral Tablet"),
    ("hydrocortisone 1 % Topical Cream", "hydrocortisone 10 MG/ML Topical Cream"),
    ("acetaminophen 160 MG per 5 ML Oral Solution", "acetaminophen 32 MG/ML Oral Solution"),
    ("cyclophosphamide 1 G per 5 ML Injection", "cyclophosphamide 200 MG/ML Injection"),
    ("heparin 5,000 units/mL", "heparin 5000 UNT/ML"),
    ("Adderall XR 10 MG", "adderall extended release 10 MG"),
    (
      "amlodipine 5 MG / benazepril 10 MG Oral Capsule",
      "benazepril hydrochloride 10 mg / amlodipine besylate 5 mg oral capsules"
    ),
    ("500 MG metformin", "metformin 500 MG"),
  ]

  @Test(
    "Order, case, marks, plural, abbreviations, units and salts do not matter", arguments: samePairs
  )
  func same(_ left: String, _ right: String) {
    #expect(Self.normal(left) == Self.normal(right))
    #expect(!Self.normal(left).words.isEmpty)
  }

  /// Pairs that a looser comparison would take for one.
  static let differentPairs: [(String, String)] = [
    ("potassium chloride 20 MEQ", "potassium citrate 20 MEQ"),
    ("potassium chloride", "sodium chloride"),
    ("ferrous sulfate 325 MG", "ferrous gluconate 325 MG"),
    ("calcium carbonate", "calcium acetate"),
    ("magnesium sulfate", "magnesium oxide"),
    ("lithium carbonate", "lithium citrate"),
    ("aspirin calcium carbonate", "aspirin"),
    ("amlodipine 5 MG / benazepril 10 MG", "amlodipine 10 MG / benazepril 5 MG"),
    ("10 ML furosemide 5 MG/ML", "5 ML furosemide 10 MG/ML"),
    ("insulin glargine 100 UNT/ML", "insulin glargine 300 UNT/ML"),
    ("metformin 500 MG", "metformin 50 MG"),
    ("metformin 500 MG", "metformin 500 MCG"),
    ("Wellbutrin XL", "Wellbutrin SR"),
    ("vitamin K", "vitamin"),
    ("vitamin B12", "vitamin B6"),
    ("penicillin G benzathine", "penicillin G procaine"),
    ("5-ASA", "aspirin"),
    ("sulfate", ""),
    ("", ""),
  ]

  @Test("S39 Strengths, simple salts and release forms stay apart", arguments: differentPairs)
  func different(_ left: String, _ right: String) {
    // A text without words equals nothing.
    #expect(Self.normal(left).words.isEmpty || Self.normal(left) != Self.normal(right))
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let way: NameMatching
    let answer: [String]
    var testDescription: String { "\(text), \(way.rawValue)" }

    init(_ text: String, _ way: NameMatching, _ answer: String...) {
      (self.text, self.way, self.answer) = (text, way, answer)
    }
  }

  static let cases = [
    Case("metformin", .bytes, "6809 exact", "2999025 exact"),
    Case("METFORMIN", .bytes, "6809 exact"),
    Case("Caplet", .bytes, "317541 exact"),
    Case("Caplet", .exact),
    Case("caplet", .bytes),
    Case(" metFORMIN  ", .exact, "6809 case-folded", "2999025 case-folded"),
    Case("Metformina", .exact, "6809 exact"),
    Case("metformin hydrochloride 625 mg oral tablet [glucophage]", .exact),
    Case("metformin hydrochloride 625 MG Oral Tablet [Glucophage]", .bytes, "861023 exact"),
    Case("oral tablets metformin hcl 500mg", .exact),
    Case("oral tablets metformin hcl 500mg", .normalized, "861007 normalized"),
    Case("oral tablets metformin hcl 500mg", .exactThenNormalized, "861007 normalized"),
    Case("Entresto", .exactThenNormalized, "1656341 exact"),
    Case("entresto 97", .exactThenNormalized),
    Case("", .normalized),
  ]

  @Test("Every answer says how its name matched", arguments: cases)
  func matches(_ it: Case) throws {
    let found = try FixtureRelease.catalog().matches(named: it.text, by: it.way)
    #expect(found.map { "\($0.concept.rxcui) \($0.kind.rawValue)" } == it.answer)
  }

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
