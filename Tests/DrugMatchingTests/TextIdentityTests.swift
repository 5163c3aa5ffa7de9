// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import DrugMatching
import JSONText
import MedicationModel
import Testing

/// What a text says beside the drug's name, and must not be lost.
@Suite("What a text says beside a name")
struct TextIdentityTests {
  private func match(_ text: String, _ test: String) throws -> DrugMatch? {
    try Matchers.starter(skipping: test)?.matcher.match(text)
  }

  @Test(
    "S15 a misspelled part of a known combination is a part of it",
    arguments: [
      ("valsartan/hydrochlorthiazde 160 mg tablet", ["valsartan", "hydrochlorothiazide"]),
      ("ezetimibe simvastatn 10 mg tablet", ["ezetimibe", "simvastatin"]),
      ("telmisartan + amlodipne 40 mg tablet", ["telmisartan", "amlodipine"]),
      ("tramadol acetaminopen 37.5 mg", ["tramadol", "acetaminophen"]),
    ])
  func misspelledParts(_ row: (text: String, parts: [String])) throws {
    guard let match = try match(row.text, "misspelled parts") else { return }
    let name = match.candidates.first?.concept.name.lowercased() ?? ""
    for part in row.parts { #expect(name.contains(part), "\(row.text): \(name)") }
  }

  @Test("A brand whose listed name says when it was reformulated is that brand")
  func reformulated() throws {
    guard let match = try match("Zegerid", "reformulated brands") else { return }
    #expect([.accepted, .ingredientOnly].contains(match.verdict))
  }

  @Test(
    "Numbers behind a brand are its strength where exactly one of its strengths has them",
    arguments: [
      ("Lipitor 10", "atorvastatin 10 MG [Lipitor]"), ("Zocor 10", "simvastatin 10 MG [Zocor]"),
      ("Lipitor 10 mg tablet", "atorvastatin 10 MG Oral Tablet [Lipitor]"),
      ("Vytorin 10-20", "ezetimibe 10 MG / simvastatin 20 MG [Vytorin]"),
    ])
  func strengthsOfBrands(_ row: (text: String, name: String)) throws {
    guard let match = try match(row.text, "strengths of brands") else { return }
    #expect(match.verdict == .accepted)
    #expect(match.candidates.first?.concept.name.lowercased() == row.name.lowercased())
    #expect(match.candidates.first?.matched.contains(.strength) == true)
  }

  @Test("S39 a number that is two strengths of a brand, one of them a concentration, stays open")
  func openStrengthOfBrand() throws {
    guard let match = try match("Coumadin 2", "strengths of brands") else { return }
    #expect(match.verdict == .ingredientOnly)
    #expect(match.reason == .underDetermined)
    let fitting = match.candidates.filter {
      $0.level == .product && $0.unmatched.isEmpty && $0.concept.name.contains("[Coumadin]")
    }
    #expect(fitting.contains { $0.concept.name.contains("2 MG Oral Tablet") })
    #expect(fitting.contains { $0.concept.name.contains("2 MG/ML") })
  }

  @Test(
    "S5 a number that no product of the brand has may be part of another brand's name",
    arguments: ["Lipitor 7777", "Abreva 1"])
  func otherNumbers(_ text: String) throws {
    guard let match = try match(text, "numbers behind brands") else { return }
    #expect(match.verdict == .review)
    for candidate in match.candidates { #expect(!candidate.matched.contains(.strength)) }
  }

  @Test(
    "HCT behind a substance, or a brand that only the tables know, is the diuretic",
    arguments: [
      ("Rasilez HCT", "aliskiren"), ("losartan HCT", "losartan"),
      ("valsartan HCT 160/12.5 mg tablet", "valsartan"),
    ])
  func diuretics(_ row: (text: String, other: String)) throws {
    guard let match = try match(row.text, "HCT behind a name") else { return }
    #expect([.accepted, .ingredientOnly].contains(match.verdict))
    let name = match.candidates.first?.concept.name.lowercased() ?? ""
    #expect(name.contains("hydrochlorothiazide") && name.contains(row.other))
  }

  @Test("S1 a text that is longer than what is read of it says so")
  func longTexts() throws {
    let text = "lisinopril 10 mg tablet " + String(repeating: "one tablet daily ", count: 100)
    guard let match = try match(text, "long texts") else { return }
    #expect(match.isTruncated)
    #expect([.review, .abstained].contains(match.verdict))
    #expect(match.verdict == .abstained || match.reason == .truncated)
    guard let (matcher, catalog) = try Matchers.starter(skipping: "long texts") else { return }
    for (text, expected) in [(text, true), ("lisinopril 10 mg tablet", false)] {
      var writer = JSONWriter()
      matcher.match(text).write(to: &writer, release: catalog.release, limit: 1)
      let json = String(decoding: writer.bytes, as: UTF8.self)
      #expect(json.contains("\"truncated\":\(expected)"))
    }
  }

  @Test(
    "S5 a spelling by rule of a confused name is not accepted, unless it is the name without its e",
    arguments: [
      ("hydroxizine hcl 25 mg tablet", false), ("sulfazalazine 500 mg", false),
      ("clonidin", true), ("vinblastin", true), ("ceftriaxon", true), ("vinkristin", false),
      ("cefalexin 500 mg capsule", true), ("ciclosporin", true), ("hydroxyzine", true),
    ])
  func confusedSpellings(_ row: (text: String, isName: Bool)) throws {
    guard let match = try match(row.text, "spellings of confused names") else { return }
    #expect((match.verdict == .accepted) == row.isName)
  }

  @Test(
    "U-100 is units in a millilitre and 1:1000 grams in millilitres",
    arguments: [
      ("insulin lispro U-100 pen injector", "100 UNT/ML"),
      ("insulin regular human U-500 injection", "500 UNT/ML"),
      ("epinephrine 1:1000 injection", "epinephrine 1 MG/ML"),
      ("epinephrine 1:10,000 injection", "epinephrine 0.1 MG/ML"),
      ("lidocaine 1% with epinephrine 1:100000", "epinephrine 0.01 MG/ML"),
    ])
  func concentrations(_ row: (text: String, part: String)) throws {
    guard let match = try match(row.text, "concentrations") else { return }
    let name = match.candidates.first?.concept.name ?? ""
    #expect(name.contains(row.part), "\(row.text): \(name)")
  }
}
