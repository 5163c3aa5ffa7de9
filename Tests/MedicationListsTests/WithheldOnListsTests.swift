// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import FHIRXML
import JSONText
import MedicationLists
import MedicationModel
import MedicationResolver
import TestSupport
import Testing

// 308192 is amoxicillin 500 MG Oral Tablet, 861007 metformin 500 MG Oral Tablet, 723 amoxicillin,
// 6809 metformin.

@Suite("S7 S10 what is withheld on a list stays withheld in every output")
struct WithheldOnListsTests {
  private static let rxNorm = "http://www.nlm.nih.gov/research/umls/rxnorm"
  private static func coded(_ code: String) -> String {
    #"{"coding":[{"system":"\#(rxNorm)","code":"\#(code)"}]}"#
  }
  private static let drug: String = #""medicationCodeableConcept":\#(coded("308192"))"#

  private static func resource(
    _ members: String, _ status: String = "active", type: String = "MedicationStatement"
  ) -> String {
    #"{"resourceType":"\#(type)","id":"1","status":"\#(status)","subject":{"reference":"Patient/1"},\#(members)}"#
  }

  private static func bundle(_ resource: String, _ others: String...) -> String {
    let entries =
      [#"{"fullUrl":"http://s/MedicationStatement/1","resource":\#(resource)}"#] + others
    return
      #"{"resourceType":"Bundle","type":"collection","entry":[\#(entries.joined(separator: ","))]}"#
  }

  struct Sample: Sendable, CustomTestStringConvertible {
    let text: String
    let block: ListBlock
    /// A problem that says why.
    var problem: Problem.Code?
    /// Whether the drug is one, which is not so for a conflict.
    var isOne = true

    var testDescription: String { text }
  }

  private static func conflict(_ members: String, type: String = "MedicationRequest") -> Sample {
    Sample(
      text: resource(members, type: type), block: .current, problem: .codingsConflict, isOne: false)
  }

  private static func product(_ members: String) -> String {
    ##""contained":[{"resourceType":"Medication","id":"a",\##(members)}],"##
      + ##""medicationReference":{"reference":"#a"}"##
  }

  static let samples: [Sample] = [
    conflict(#""medicationCodeableConcept":[\#(coded("308192")),\#(coded("861007"))]"#),
    conflict(
      #""medicationCodeableConcept":[\#(coded("308192")),{"text":"metformin 500 mg tablet"}]"#),
    conflict(#""medication":[{"concept":\#(coded("308192"))},{"concept":\#(coded("861007"))}]"#),
    conflict(
      #""medicationCodeableConcept":{"coding":[{"system":"\#(rxNorm)","code":["308192","861007"]}]}"#
    ),
    conflict(
      #""medicationCodeableConcept":{"coding":[{"system":"\#(rxNorm)","code":"308192"},{"system":"\#(rxNorm)","code":"861007"}],"text":"Amoxicillin"}"#
    ),
    conflict(
      #""medicationCodeableConcept":{"text":["amoxicillin 500 mg tablet","metformin 500 mg tablet"]}"#
    ),
    conflict(#"\#(drug),\#(product(#""code":\#(coded("861007"))"#))"#),
    conflict(#"\#(drug),\#(product(#""code":{"text":"metformin 500 mg tablet"}"#))"#),
    conflict(
      product(
        #""code":\#(coded("308192")),"ingredient":[{"itemCodeableConcept":\#(coded("6809"))}]"#)),
    conflict(
      #""medicationCodeableConcept":{"text":"amoxicillin 500 mg tablet"},\#(product(#""ingredient":[{"itemCodeableConcept":\#(coded("6809"))}]"#))"#
    ),
    Sample(
      text: resource(#"\#(drug),"statusReason":[{"text":"stopped"}]"#), block: .notInterpreted,
      problem: .statusContradicted),
    Sample(
      text: resource(#"\#(drug),"reasonNotTaken":[{"text":"x"}]"#), block: .notInterpreted,
      problem: .statusContradicted),
    Sample(
      text: resource(#"\#(drug),"note":[{"text":"Patient is not taking this"}]"#),
      block: .notInterpreted, problem: .statusContradicted),
    Sample(
      text: resource(#"\#(drug),"renderedDosageInstruction":"Patient not taking""#),
      block: .notInterpreted, problem: .useDeniedInWords),
    Sample(
      text: resource(#"\#(drug),"adherence":{"code":{"text":"not taking"}}"#),
      block: .notInterpreted, problem: .statusContradicted),
    Sample(
      text: resource(#"\#(drug),"modifierExtension":[{"url":"urn:x","valueBoolean":true}]"#),
      block: .notInterpreted, problem: .modifierNotUnderstood),
    Sample(
      text: resource(product(#""status":"entered-in-error","code":\#(coded("308192"))"#)),
      block: .notInterpreted, problem: .medicationEnteredInError),
    Sample(
      text: bundle(
        resource(drug),
        #"{"resource":{"resourceType":"List","status":"current","mode":"changes","entry":[{"deleted":true,"item":{"reference":"MedicationStatement/1"}}]}}"#
      ), block: .removed, problem: .removedFromList),
    Sample(
      text: bundle(
        resource(drug), #"{"request":{"method":"DELETE","url":"MedicationStatement/1"}}"#),
      block: .removed, problem: .deletedAtSource),
    Sample(text: resource(drug, "not-taken"), block: .notTaken),
    Sample(text: resource(#"\#(drug),"wasNotTaken":true"#), block: .notTaken),
    Sample(text: resource(#"\#(drug),"taken":"n""#), block: .notTaken),
    Sample(
      text: resource(#"\#(drug),"doNotPerform":true"#, type: "MedicationRequest"), block: .notTaken),
    Sample(text: resource(drug, "cancelled", type: "MedicationRequest"), block: .notTaken),
    Sample(
      text: resource(#"\#(drug),"intent":"proposal""#, type: "MedicationRequest"), block: .planned),
    Sample(text: resource(drug, "intended"), block: .planned),
    Sample(text: resource(drug, "stopped"), block: .archived),
    Sample(text: resource(drug, "completed"), block: .archived),
    Sample(text: resource(drug, "on-hold"), block: .onHold),
    Sample(text: resource(drug, "unknown"), block: .statusUnknown),
    Sample(text: resource(#"\#(drug),"taken":"unk""#, "unknown"), block: .statusUnknown),
    Sample(text: resource(#"\#(drug),"taken":"unk""#, "stopped"), block: .archived),
    Sample(text: resource(#"\#(drug),"taken":"unk""#), block: .current),
  ]

  private func lines(_ text: String) throws -> [ListLine] {
    try Starter.lists(DocumentContents(FHIRDocument(Array(text.utf8), reading: .withXML)))
      .flatMap(\.lines)
  }

  @Test("S10 what a List of another line takes off is not current, whichever comes first")
  func removedByAnotherLine() throws {
    let use = Self.resource(Self.drug)
    let other = use.replacing(#""id":"1""#, with: #""id":"2""#)
    let list =
      #"{"resourceType":"List","status":"current","mode":"working","entry":[{"deleted":true,"item":{"reference":"MedicationStatement/1"}}]}"#
    for lines in [[use, other, list], [list, use, other]] {
      var builder = try Starter.builder(asOf: nil)
      for line in lines { try builder.add(FHIRDocument(Array(line.utf8)), name: "a.ndjson") }
      let blocks = Dictionary(
        grouping: try #require(builder.lists().first).lines, by: \.block)
      #expect(blocks[.removed]?.map(\.records.first?.source.id) == ["1"])
      #expect(blocks[.current]?.map(\.records.first?.source.id) == ["2"])
    }
  }

  @Test("S7 S10 it stands in its block and says why", arguments: samples)
  func block(_ sample: Sample) throws {
    for text in [sample.text, try XMLForm.of(sample.text)] {
      let lines = try lines(text)
      #expect(lines.map(\.block) == [sample.block])
      let line = try #require(lines.first)
      if let problem = sample.problem {
        #expect(line.records.flatMap(\.problems).contains { $0.code == problem })
      }
      if !sample.isOne {
        // Neither one of the names nor a code.
        #expect(line.name?.hasPrefix("conflicting codings: ") ?? false)
        #expect(line.name?.contains("amoxicillin") ?? false)
        #expect(line.name?.contains("metformin") ?? false)
      }
    }
  }

  @Test(
    "S7 S10 it is not weakened by FHIR R4 or R5, nor on the way back", arguments: samples,
    FHIRRelease.allCases)
  func roundTrip(_ sample: Sample, _ release: FHIRRelease) throws {
    let before = try lines(sample.text)
    var text = sample.text
    // Twice, for what is lost on the second way was lost.
    for _ in 0..<2 {
      let record = try #require(FHIRDocument(Array(text.utf8)).records.first)
      let again: MedicationRecord
      (text, again) = try Starter.written(record, release)
      #expect(again.negated == record.negated)
      let isUnknown = record.flags.contains(.takenUnknown)
      #expect(again.flags.contains(.takenUnknown) == isUnknown)
      let line = try #require(try lines(text).first)
      if sample.block != .current || !sample.isOne { #expect(line.block != .current) }
      if !sample.isOne {
        #expect(line.name?.hasPrefix("conflicting codings: ") ?? false)
        #expect(line.records.flatMap(\.problems).contains { $0.code == .codingsConflict })
      }
      switch sample.block {
      case .removed, .notInterpreted: #expect(line.block == .notInterpreted)
      case .current where !sample.isOne: #expect(line.block == .notInterpreted)
      default: #expect(line.block == before[0].block)
      }
      // A reader who knows no extension sees a modifier, or a status that says so.
      if [.removed, .notInterpreted].contains(sample.block) || !sample.isOne {
        #expect(text.contains(#""modifierExtension":[{"url""#))
      }
    }
  }

  @Test("S10 whether it is taken is unknown: R5 says so by its adherence")
  func takenUnknown() throws {
    let text = Self.resource(#"\#(Self.drug),"taken":"unk""#)
    let record = try #require(FHIRDocument(Array(text.utf8)).records.first)
    #expect(record.flags == [.takenUnknown] && record.statusMeaning == .active)
    let (written, again) = try Starter.written(record, .r5)
    #expect(written.contains(#""status":"recorded""#))
    #expect(written.contains(#""code":"unknown""#) && !written.contains(#""code":"taking""#))
    #expect(again.flags == [.takenUnknown] && again.statusMeaning == .active)
    // What nobody said to be in use does not become so.
    let other = Self.resource(
      #"\#(Self.drug),"adherence":{"code":{"coding":[{"code":"unknown"}]}}"#, "recorded")
    #expect(FHIRDocument(Array(other.utf8)).records.map(\.statusMeaning) == [.unknown])
  }

  @Test(
    "S12 a period that begins after the day keeps its block and is marked",
    arguments: [
      (#""effectivePeriod":{"start":"2030-01-01"}"#, true),
      (#""effectivePeriod":{"start":"2030"}"#, true),
      (#""effectivePeriod":{"start":"2026-11-21"}"#, false),
      (#""effectivePeriod":{"start":"2020-01-01","end":"2031-01-01"}"#, false),
      (#""effectivePeriod":{"end":"2031-01-01"}"#, false),
      (#""dosage":[{"timing":{"repeat":{"boundsPeriod":{"start":"2030-01-01"}}}}]"#, true),
      (
        #""dosage":[{"timing":{"repeat":{"boundsPeriod":{"start":"2030-01-01"}}}},{"timing":{"repeat":{"boundsPeriod":{"start":"2020-01-01"}}}}]"#,
        false
      ),
      (#""authoredOn":"2030-01-01""#, false), (#""effectiveDateTime":"2030-01-01""#, true),
      (#""effectiveDateTime":"2020-01-01""#, false),
    ])
  func future(_ members: String, _ isMarked: Bool) throws {
    for text in [Self.resource("\(Self.drug),\(members)")] {
      for text in [text, try XMLForm.of(text)] {
        let lines = try lines(text)
        #expect(lines.map(\.block) == [.current])
        #expect(lines.map(\.isNotYetStarted) == [isMarked])
      }
    }
  }

  @Test("S10 S15 an inactive ingredient is no drug, and a missing one is said")
  func ingredients() throws {
    func line(_ product: String) throws -> ListLine? {
      try lines(Self.resource(Self.product(product))).first
    }
    let inactive = try #require(
      try line(
        #""ingredient":[{"itemCodeableConcept":\#(Self.coded("6809")),"isActive":false},{"itemCodeableConcept":\#(Self.coded("723")),"isActive":true}]"#
      ))
    #expect(inactive.ingredients.compactMap { $0.concept?.name } == ["amoxicillin"])
    #expect(!(inactive.name ?? "").contains("metformin"))
    // 617296 is amoxicillin 500 MG / clavulanate 125 MG Oral Tablet.
    let combination = try line(
      #""code":\#(Self.coded("617296")),"ingredient":[{"itemCodeableConcept":\#(Self.coded("723"))}]"#
    )
    #expect(combination?.records[0].problems.contains { $0.code == .ingredientsDisagree } ?? false)
    let single = try line(
      #""code":\#(Self.coded("308192")),"ingredient":[{"itemCodeableConcept":\#(Self.coded("723"))}]"#
    )
    #expect(!(single?.records[0].problems.contains { $0.code == .ingredientsDisagree } ?? true))
  }
}
