// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import JSONText
import MedicationModel
import MedicationResolver
import SymptomMapping
import Testing

@Suite("Codes, levels and conflicts")
struct CodingTests {
  @Test("S7 what the release does not relate is not taken for the same drug")
  func incomplete() throws {
    let answer = try Resolvers.small.get().codes("401", "411")
    #expect(answer.found == ["401", "411"])
    #expect(answer.has(.ambiguous))
    #expect(answer.ingredients.isEmpty)
    #expect(answer.sideEffects.coverage == .unknown)
  }

  // MARK: History

  @Test("S20 a chain is walked and every code on the way shown")
  func chain() throws {
    let answer = try Resolvers.small.get().codes("702")
    #expect(answer.found == ["401"])
    #expect(answer.outcomes == ["replaced"])
    #expect(answer.concepts.first?.path.map(\.code) == ["702", "703", "401"])
    #expect(answer.concepts.first?.path.map(\.reason) == [.given, .replacedBy, .replacedBy])
    #expect(answer.concepts.first?.match == .replacement)
    #expect(!answer.has(.replacementDiffers))
  }

  @Test("S20 S4 a split code returns every replacement and chooses none")
  func split() throws {
    let answer = try Resolvers.small.get().codes("704")
    #expect(answer.found == ["401", "407"])
    #expect(answer.outcomes == ["replaced"])
    #expect(answer.has(.ambiguous))
    #expect(!answer.has(.codingsConflict))
    #expect(answer.sideEffects.coverage == .unknown)
    let sameDrug = try Resolvers.small.get().codes("712")
    #expect(sameDrug.found == ["402", "408"])
    #expect(sameDrug.ingredients.map(\.name) == ["alfazine"])
  }

  @Test("S20 a replacement that is another strength says so")
  func otherStrength() throws {
    let answer = try Resolvers.small.get().codes("709")
    #expect(answer.found == ["401"])
    #expect(answer.messages(.replacementDiffers).first?.contains("strength") == true)
  }

  @Test(
    "S20 S21 circles, dead ends and codes of the archive alone end without a replacement",
    arguments: ["705", "706", "707", "708", "711"])
  func deadEnds(_ code: String) throws {
    let answer = try Resolvers.small.get().codes(code)
    #expect(answer.has(.codeNotCurrent))
    #expect(!answer.has(.codeReplaced))
    #expect(answer.concepts.allSatisfy { $0.concept == nil && $0.status == .notCurrent })
    // The archive has names for all but 711.
    #expect(answer.found == (code == "711" ? [] : [code]))
    #expect(answer.has(.ingredientsIncomplete) == (code != "711"))
    #expect(answer.ingredients.isEmpty)
  }

  @Test("S21 an obsolete concept answers and names its active generic")
  func obsolete() throws {
    let answer = try Resolvers.small.get().codes("502")
    #expect(answer.found == ["502"])
    #expect(answer.concepts.first?.status == .obsolete)
    #expect(answer.messages(.codeObsolete).first?.contains("401") == true)
    #expect(answer.ingredients.map(\.strengthText) == ["500 MG"])
    // A replacement that is itself obsolete says both.
    let replaced = try Resolvers.small.get().codes("710")
    #expect(replaced.found == ["502"])
    #expect(replaced.has(.codeReplaced) && replaced.has(.codeObsolete))
  }

  @Test("S21 a quantified code names its active forms and chooses none")
  func quantified() throws {
    let answer = try Resolvers.small.get().codes("405")
    #expect(answer.found == ["405"])
    #expect(answer.concepts.first?.status == .quantified)
    #expect(answer.messages(.codeQuantified).first?.contains("404") == true)
  }

  @Test("S9 a code that no file holds is unknown", arguments: ["1", "2", "99999999", "4040"])
  func unknown(_ code: String) throws {
    let answer = try Resolvers.small.get().codes(code)
    #expect(answer.outcomes == ["unknown"])
    #expect(answer.concepts.isEmpty)
    #expect(answer.has(.codeUnknown))
    #expect(!answer.has(.codeObsolete))
    #expect(answer.sideEffects.coverage == .unknown)
    #expect(answer.certainty == ResolvedCertainty.nothing)
  }

  // MARK: Placeholders

  @Test(
    "S9 a placeholder is no code in a reconstructed release",
    arguments: ["90000001", "90000002", "90000003", "90000009"])
  func placeholder(_ code: String) throws {
    let answer = try Resolvers.reconstructed.get().codes(code)
    #expect(answer.outcomes == ["unknown"])
    #expect(answer.concepts.isEmpty)
  }

  @Test("S9 an official release may use such numbers")
  func highNumber() throws {
    let answer = try Resolvers.small.get().codes("90000001")
    #expect(answer.outcomes == ["resolved"])
    #expect(answer.found == ["90000001"])
  }

  @Test("S2 a placeholder is never printed, wherever the way leads through it")
  func placeholderNotPrinted() throws {
    let resolver = try Resolvers.reconstructed.get()
    let queries: [MedicationQuery] = [
      .ndc("77777888801"), .userAnnotated(.sample(["503"], text: "Otherbrand 9 MG Oral Tablet")),
      .userAnnotated(.sample(["714"])), .name("Tempobrand"),
      .record(
        {
          var record = MedicationRecord(entryPath: "", resourceType: "Medication")
          record.codings = [
            FHIRCoding(system: CodeSystem.ndc, code: "77777888801", display: "warfarin")
          ]
          return record
        }()),
    ]
    for query in queries {
      let answer = try resolver.resolve(query)
      #expect(!answer.concepts.isEmpty)
      #expect(!answer.json.contains("9000000"), "\(answer.json)")
    }
    #expect(try resolver.resolve(.name("Tempobrand")).found == ["-"])
    var writer = JSONWriter()
    resolver.catalog.history(of: RxCUI(rawValue: 714)).write(to: &writer)
    #expect(!writer.text.contains("9000000"), "\(writer.text)")
    #expect(try resolver.codes("503").brand?.name == "Tempobrand")
  }

  // MARK: Veterinary, sources

  @Test("S40 a drug for animals alone says so and has no side effects of people")
  func veterinary() throws {
    let answer = try Resolvers.small.get().codes("409")
    #expect(answer.has(.veterinary))
    #expect(answer.sideEffects.coverage == .unknown)
    #expect(answer.sideEffects.symptoms.isEmpty)
  }

  @Test("S21 a code that only another source holds is not current")
  func otherSource() throws {
    let answer = try Resolvers.small.get().codes("713")
    #expect(answer.has(.codeNotCurrent))
    #expect(answer.concepts.allSatisfy { $0.status == .notCurrent })
  }

  @Test("S8 a code of a loaded code system is known there, and no RxNorm code")
  func loadedCodeSystem() throws {
    let text =
      #"{"resourceType":"CodeSystem","url":"urn:own","content":"complete","#
      + #""status":"active","concept":[{"code":"A1","display":"alfazine 500"}]}"#
    let system = try #require(FHIRDocument(Array(text.utf8)).codeSystems.first)
    let resolver = try Resolvers.make(try SmallRelease.make(), with: system)
    let answer = try resolver.record([
      FHIRCoding(system: "urn:own", code: "A1"), FHIRCoding(system: "urn:own", code: "401"),
      FHIRCoding(system: "urn:other", code: "A1"),
    ])
    #expect(answer.outcomes == ["not-rxnorm", "unknown", "system-unknown"])
    #expect(answer.concepts.isEmpty)
  }

  @Test("S23 every answer carries its release")
  func release() throws {
    let own = try Resolvers.reconstructed.get().codes("1")
    #expect(own.release.name == "RXNORM_RECONSTRUCTED_20260723")
    #expect(!own.release.isOfficial)
    #expect(own.json.contains(#""official":false"#))
    let official = try Resolvers.small.get().codes("401")
    #expect(official.release.isOfficial)
    #expect(official.release.date == "2026-03-02")
  }

  @Test(
    "S7 a Medication referred to beside a concept that is another drug is said",
    arguments: [("407", true), ("101", false), ("401", false), ("999", false)])
  func referencedMedication(code: String, isSaid: Bool) throws {
    var record = MedicationRecord(entryPath: "", resourceType: "MedicationRequest")
    record.codings = [.rxNorm("401")]
    record.referencedCodings = [.rxNorm(code)]
    let answer = try Resolvers.small.get().resolve(.record(record))
    #expect(answer.found == (isSaid ? ["401", code] : ["401"]))
    #expect(answer.has(.codingsConflict) == isSaid)
  }
}

extension ResolvedCertainty {
  fileprivate static var nothing: [Level] { [.unknown, .unknown, .unknown] }

  fileprivate static func == (left: ResolvedCertainty, right: [Level]) -> Bool {
    [left.ingredient, left.clinicalDrug, left.product] == right
  }
}
