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
    let block: String
    /// A problem that says why.
    let problem: String
    var testDescription: String { text }

    /// Whether the drug is one, which is not so for a conflict.
    var isOne: Bool { problem != "codings-conflict" }

    init(_ row: [String]) {
      let members = row[0].replacing("$drug", with: WithheldOnListsTests.drug).replacing(
        /\$([0-9]+)/
      ) {
        WithheldOnListsTests.coded(String($0.1))
      }
      let resource = WithheldOnListsTests.resource(members, row[1], type: row[2])
      text = row.count > 5 ? WithheldOnListsTests.bundle(resource, row[5]) : resource
      (block, problem) = (row[3], row[4])
    }
  }

  private static func product(_ members: String) -> String {
    ##""contained":[{"resourceType":"Medication","id":"a",\##(members)}],"##
      + ##""medicationReference":{"reference":"#a"}"##
  }

  static let samples = FixtureRows.cells("withheld").map(Sample.init)

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

  @Test("S10 what a list of another line holds as not in use is not current, whichever comes first")
  func contradictedByAnotherLine() throws {
    let use = Self.resource(Self.drug)
    let item = #"{"reference":"MedicationStatement/1"}"#
    for (list, block) in [
      (
        #""title":"Discontinued medications","entry":[{"item":\#(item)}]"#, ListBlock.notInterpreted
      ),
      (#""title":"Medications","entry":[{"item":\#(item)}]"#, .current),
      (
        #""entry":[{"item":\#(item),"modifierExtension":[{"url":"x","valueBoolean":true}]}]"#,
        .notInterpreted
      ),
      (
        #""title":"Discontinued medications","entry":[{"item":\#(item)},{"item":\#(item),"deleted":true}]"#,
        .removed
      ),
    ] {
      let list = #"{"resourceType":"List","status":"current",\#(list)}"#
      for lines in [[use, list], [list, use]] {
        var builder = try Starter.builder(asOf: nil)
        for line in lines { try builder.add(FHIRDocument(Array(line.utf8)), name: "a.ndjson") }
        #expect(builder.lists().flatMap(\.lines).map(\.block) == [block])
      }
      let stopped = Self.resource(Self.drug, "stopped")
      var builder = try Starter.builder(asOf: nil)
      for line in [stopped, list] {
        try builder.add(FHIRDocument(Array(line.utf8)), name: "a.ndjson")
      }
      if !list.contains("modifier"), !list.contains("deleted") {
        #expect(builder.lists().flatMap(\.lines).map(\.block) == [.archived])
      }
    }
  }

  @Test("S10 what was taken back happened beside nothing: it has a line of its own")
  func removedEvents() throws {
    let event = Self.resource(Self.drug, "completed", type: "MedicationAdministration")
    let older = event.replacing(#""id":"1""#, with: #""id":"1","meta":{"versionId":"1"}"#)
    let newer = older.replacing(#""versionId":"1""#, with: #""versionId":"2""#)
    for (entries, count) in [
      ([event, #"{"request":{"method":"DELETE","url":"MedicationAdministration/1"}}"#], 0),
      (
        [
          event,
          #"{"resource":{"resourceType":"List","status":"current","mode":"changes","entry":[{"deleted":true,"item":{"reference":"MedicationAdministration/1"}}]}}"#,
        ], 0
      ),
      ([newer, older], 1),
    ] {
      let entries = entries.map {
        $0.contains("method") || $0.contains("List") ? $0 : #"{"resource":\#($0)}"#
      }
      let text = Self.bundle(Self.resource(Self.drug), entries[0], entries[1])
      let lines = try lines(text)
      #expect(lines.map(\.block) == [.current, .removed])
      #expect(lines[0].events.count == count && lines[0].problems.isEmpty)
      #expect(lines[1].records.map(\.source.resourceType) == ["MedicationAdministration"])
    }
  }

  @Test(
    "S10 what an entry of another line deletes or patches, or its Medication, is not current",
    arguments: [
      ("DELETE", ListBlock.removed, Problem.Code.deletedAtSource),
      ("PATCH", .notInterpreted, .modifierNotUnderstood),
    ])
  func deletedByAnotherLine(_ method: String, _ block: ListBlock, _ code: Problem.Code) throws {
    let other = Self.resource(Self.drug).replacing(#""id":"1""#, with: #""id":"2""#)
    let medication = #"{"resourceType":"Medication","id":"m","code":\#(Self.coded("308192"))}"#
    for (use, url) in [
      (Self.resource(Self.drug), "MedicationStatement/1"),
      (Self.resource(#""medicationReference":{"reference":"Medication/m"}"#), "Medication/m"),
    ] {
      let deletion =
        #"{"resourceType":"Bundle","type":"transaction","entry":[{"request":{"method":"\#(method)","url":"\#(url)"}}]}"#
      // A List that takes it off, too, changes nothing, wherever it is.
      let list =
        #"{"resourceType":"List","status":"current","mode":"changes","entry":[{"deleted":true,"item":{"reference":"\#(url)"}}]}"#
      for lines in [
        [use, medication, other, deletion], [deletion, use, medication, other],
        [list, use, medication, other, deletion], [deletion, use, medication, other, list],
      ] {
        var builder = try Starter.builder(asOf: nil)
        for line in lines { try builder.add(FHIRDocument(Array(line.utf8)), name: "a.ndjson") }
        let blocks = Dictionary(
          grouping: try #require(builder.lists().first).lines, by: \.block)
        #expect(blocks[block]?.map(\.records.first?.source.id) == ["1"])
        #expect(
          blocks[block]?.first?.records.first?.problems.contains { $0.code == code } ?? false)
        #expect(blocks[.current]?.map(\.records.first?.source.id) == ["2"])
      }
    }
  }

  @Test(
    "S10 S11 S40 an empty List that does not count states no absence",
    arguments: [
      (#""status":"current""#, 1), (#""status":"entered-in-error""#, 0),
      (#""status":"retired""#, 0), (#""status":"xyz""#, 0),
      (#""status":"current","modifierExtension":[{"url":"x","valueBoolean":true}]"#, 0),
      (#""status":"current","implicitRules":"x""#, 0), (#""status":"current","mode":"changes""#, 0),
      (#""status":"current","mode":"snapshot""#, 1),
      (#""status":"current","entry":[{"item":{"display":"x"}}]"#, 0),
    ])
  func absence(_ members: String, _ count: Int) throws {
    let list =
      #"{"resourceType":"List",\#(members),"subject":{"reference":"Patient/1"},"code":{"coding":[{"system":"http://loinc.org","code":"10160-0"}]},"emptyReason":{"coding":[{"code":"nilknown"}]}}"#
    for text in [list, Self.bundle(Self.resource(Self.drug), #"{"resource":\#(list)}"#)] {
      for text in [text, try XMLForm.of(text)] {
        let document = FHIRDocument(Array(text.utf8), reading: .withXML)
        let lists = try Starter.lists(DocumentContents(document))
        #expect(lists.flatMap(\.emptyStatements).count == count)
        #expect(document.problems.contains { $0.problem.code == .absenceStatement })
      }
    }
  }

  @Test("Lists of many deletions, removals and events take a time that grows with them alone")
  func manyDeletions() throws {
    let count = 3000
    let uses = (0..<count).map {
      #"{"resource":{"resourceType":"MedicationStatement","id":"\#($0)","status":"active","medicationCodeableConcept":{"coding":[{"system":"urn:x","code":"\#($0)"}]}}}"#
    }
    let given = (0..<count).map {
      #"{"resource":{"resourceType":"MedicationAdministration","id":"a\#($0)","status":"completed","medicationCodeableConcept":{"coding":[{"system":"urn:x","code":"\#($0)"}]}}}"#
    }
    let deletions = (0..<count).map {
      #"{"request":{"method":"DELETE","url":"MedicationStatement/\#($0 % 2 == 0 ? "" : "z")\#($0)"}}"#
    }
    let items = (0..<count).map {
      #"{"deleted":true,"item":{"reference":"MedicationAdministration/\#($0 % 2 == 0 ? "" : "z")a\#($0)"}}"#
    }
    let list = #"{"resource":{"resourceType":"List","entry":[\#(items.joined(separator: ","))]}}"#
    let entries = (uses + given + deletions + [list]).joined(separator: ",")
    let text = #"{"resourceType":"Bundle","entry":[\#(entries)]}"#
    let clock = ContinuousClock()
    let start = clock.now
    let lines = try lines(text)
    // In quadratic time these took a minute.
    #expect(clock.now - start < .seconds(20))
    #expect(lines.count { $0.block == .removed } == count)
    #expect(lines.count { $0.block == .current && $0.events.count == 1 } == count / 2)
  }

  @Test("S7 S10 it stands in its block and says why", arguments: samples)
  func block(_ sample: Sample) throws {
    for text in [sample.text, try XMLForm.of(sample.text)] {
      let lines = try lines(text)
      #expect(lines.map { "\($0.block)" } == [sample.block])
      let line = try #require(lines.first)
      let problems = line.records.flatMap(\.problems).map(\.code.rawValue)
      #expect(sample.problem.isEmpty || problems.contains(sample.problem))
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
      if sample.block != "current" || !sample.isOne { #expect(line.block != .current) }
      if !sample.isOne {
        #expect(line.name?.hasPrefix("conflicting codings: ") ?? false)
        #expect(line.records.flatMap(\.problems).contains { $0.code == .codingsConflict })
      }
      switch sample.block {
      case "removed", "notInterpreted": #expect(line.block == .notInterpreted)
      case "current" where !sample.isOne: #expect(line.block == .notInterpreted)
      default: #expect(line.block == before[0].block)
      }
      // A reader who knows no extension sees a modifier, or a status that says so.
      if ["removed", "notInterpreted"].contains(sample.block) || !sample.isOne {
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
    arguments: FixtureRows.pairs("periods"))
  func future(_ members: String, _ isMarked: String) throws {
    for text in [Self.resource("\(Self.drug),\(members)")] {
      for text in [text, try XMLForm.of(text)] {
        let lines = try lines(text)
        #expect(lines.map(\.block) == [.current])
        #expect(lines.map { "\($0.isNotYetStarted)" } == [isMarked])
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
