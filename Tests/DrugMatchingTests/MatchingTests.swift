// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import DrugMatching
import Foundation
import JSONText
import MedicationModel
import Testing

@Suite("Matching free text")
struct MatchingTests {
  /// Styles of writing with names of the release; expected names are RxNorm's own.
  static let styles: [(text: String, name: String)] = [
    ("amoxicilline 500mg caps", "amoxicillin 500 MG Oral Capsule"),
    ("AMOXICILLIN 0.5 g capsule", "amoxicillin 500 MG Oral Capsule"),
    ("caps. amoxicillin 500 mg", "amoxicillin 500 MG Oral Capsule"),
    ("Amoxicillin 250MG/5ML oral susp", "amoxicillin 50 MG/ML Oral Suspension"),
    ("latanoprost 0.005% eye drops", "latanoprost 0.05 MG/ML Ophthalmic Solution"),
    ("salbutamol", "albuterol"), ("sodium valproate", "valproate"), ("h2o", "water"),
  ]

  @Test("Ways of writing lead to the product or ingredient", arguments: styles)
  func writing(_ style: (text: String, name: String)) throws {
    guard let (matcher, _) = try Matchers.starter(skipping: "ways of writing") else { return }
    let match = matcher.match(style.text)
    // Where the release has a suspension of the same strength, `drops` leaves that open.
    #expect(match.verdict == .accepted || match.reason == .underDetermined)
    #expect(match.candidates.first?.concept.name.lowercased() == style.name.lowercased())
  }

  @Test(
    "S5 a misspelling of a name that is confused with another is never accepted",
    arguments: ["hydralazin e", "hydralazzinne", "clonazepm", "vinblastne", "prednisolne"])
  func confusedNames(_ text: String) throws {
    guard let (matcher, _) = try Matchers.starter(skipping: "confused names") else { return }
    let match = matcher.match(text)
    let isSpelledByRule = match.substitutions.allSatisfy { $0.kind != .misspelling }
    #expect(match.verdict == .review || match.verdict == .abstained || isSpelledByRule)
  }

  @Test("S5 a text with a release form never gives a product without it")
  func releaseForms() throws {
    guard let (matcher, _) = try Matchers.starter(skipping: "release forms") else { return }
    for text in [
      "metformin XR 500 mg tablet", "nifedipine ER 30 mg tab", "diltiazem 60mg m/r tablet",
    ] {
      for candidate in matcher.match(text).candidates where candidate.level == .product {
        #expect(
          candidate.concept.name.contains("Release"), "\(text): \(candidate.concept.name)")
      }
    }
  }

  @Test(
    "S5 a tablet that dissolves in the mouth is the disintegrating one",
    arguments: [
      "ondansetron 4 mg Tablet, Rapid Dissolve", "ondansetron 4 mg rapidly dissolving tablet",
      "ondansetron 4 mg orally dissolving tablet", "ondansetron 4mg quick dissolve tab",
      "ondansetron 4 mg fast melt tablets", "Ondansetron Tab, Fast-Dissolving 4 mg",
    ])
  func dissolvingTablets(_ text: String) throws {
    guard let (matcher, _) = try Matchers.starter(skipping: "dissolving tablets") else { return }
    let match = matcher.match(text)
    #expect(match.verdict == .accepted)
    #expect(match.candidates.first?.concept.name == "Ondansetron 4 MG Disintegrating Oral Tablet")
  }

  @Test("Directions to dissolve something make no other form of it")
  func directionsToDissolve() throws {
    guard let (matcher, _) = try Matchers.starter(skipping: "directions") else { return }
    let match = matcher.match("ondansetron 4 mg oral tablet by mouth, dissolve in water")
    #expect(match.candidates.first?.concept.name == "Ondansetron 4 MG Oral Tablet")
  }

  @Test(
    "What is no drug is not accepted",
    arguments: [
      "", " ", "...", "500 mg", "pleural drain", "Beta blockers", "urine creatinine",
      "T-tube 1.14 mm x 12 mm", "\u{1F48A}", "tablet", "water 100 ml",
    ])
  func noDrugs(_ text: String) throws {
    guard let (matcher, _) = try Matchers.starter(skipping: "no drugs") else { return }
    let verdict = matcher.match(text).verdict
    #expect(verdict == .review || verdict == .abstained)
  }

  @Test("S4 several drugs are said as several, none is accepted")
  func severalDrugs() throws {
    guard let (matcher, _) = try Matchers.starter(skipping: "several drugs") else { return }
    let match = matcher.match("fentanyl and metformin")
    #expect(match.verdict == .review)
    #expect(match.reason == .severalDrugs)
    #expect(Set(match.candidates.map(\.concept.name)).isSuperset(of: ["fentanyl", "metformin"]))
  }

  @Test("S15 a combination is no product of one of its parts")
  func combinations() throws {
    guard let (matcher, _) = try Matchers.starter(skipping: "combinations") else { return }
    for text in ["acetaminophen 500 mg tablet", "aspirin 325 mg tab", "ethanol 70 %"] {
      for candidate in matcher.match(text).candidates where candidate.level == .product {
        #expect(!candidate.concept.name.contains(" / "), "\(text): \(candidate.concept.name)")
      }
    }
  }

  @Test("S39 a text without the concentration does not decide among several")
  func concentrations() throws {
    guard let (matcher, _) = try Matchers.starter(skipping: "concentrations") else { return }
    let match = matcher.match("insulin glargine pen injector")
    #expect(match.asked == .form)
    #expect(match.given != .product)
  }

  @Test("S37 a session gives the same answers in any order of texts")
  func order() throws {
    guard let (matcher, catalog) = try Matchers.starter(skipping: "order of texts") else { return }
    let texts = Self.styles.map(\.text) + ["metformn 500", "lipitor 10 mg", "aspirin+caffeine"]
    func json(_ match: DrugMatch) -> [UInt8] {
      var writer = JSONWriter()
      match.write(to: &writer, release: catalog.release, limit: 10)
      return writer.bytes
    }
    var forward = MatchingSession(matcher)
    var backward = MatchingSession(matcher)
    let first = texts.map { json(forward.match($0)) }
    let second = Array(texts.reversed().map { json(backward.match($0)) }.reversed())
    #expect(first == second)
    #expect(first == texts.map { json(matcher.match($0)) })
  }

  @Test("Any bytes and every beginning of a text give an answer")
  func anyText() throws {
    guard let (matcher, _) = try Matchers.starter(skipping: "any text") else { return }
    var session = MatchingSession(matcher)
    let text = "Co-amoxiclav 500mg/125mg (f/c) 1 080 mg/5 mL 30 million IU \u{3B2}-1a +/- 5 % m/r"
    for count in 0...text.count { _ = session.match(String(text.prefix(count))) }
    var seed: UInt64 = 7
    for _ in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<24 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(UInt8(truncatingIfNeeded: seed >> 33))
      }
      let match = session.match(String(decoding: bytes, as: UTF8.self))
      #expect(match.candidates.isEmpty == (match.verdict == .abstained))
      #expect((0...1).contains(match.score))
    }
  }
}
