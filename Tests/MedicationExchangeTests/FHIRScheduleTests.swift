// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation
import JSONText
import MedicationModel
import MedicationResolver
import TestSupport
import Testing

@testable import MedicationExchange
@testable import MedicationStore

@Suite("Schedules of FHIR")
struct FHIRScheduleTests {
  @Test(
    "S10 S12 A schedule is set for what is in use, within its period, and for nothing else",
    arguments: FixtureRows.cells("use and schedules"))
  func uses(_ row: [String]) throws {
    let dosage = row[0] == "MedicationStatement" ? "dosage" : "dosageInstruction"
    let members = #"""
      \#(row[1]),"medicationCodeableConcept":{"text":"A"},"\#(dosage)":[{"timing":{"repeat":{
       "timeOfDay":["08:00:00"]}},"doseAndRate":[{"doseQuantity":{"value":1,"unit":"tablet"}}]}]
      """#
    var runs: [ImportRun] = []
    if row[0] == "MedicationStatement" { runs.append(try FHIRTests.changed(members)) }
    if let catalog = try StarterRelease.catalog(skipping: "FHIR lists") {
      let resolver = MedicationResolver(catalog: catalog, mappings: try StarterRelease.mappings())
      runs.append(ImportRun())
      try FHIRImport.read(
        Array(#"{"resourceType":"\#(row[0])",\#(members)}"#.utf8), resolver: resolver,
        today: CivilDate(daysSince1970: 20_522), into: runs[runs.count - 1])
    }
    for run in runs {
      let owned = run.waiting.compactMap { read -> OwnedMedication? in
        if case .medication(let owned) = read.record { owned } else { nil }
      }
      #expect(owned.count == 1, "\(run.report.remarks)")
      #expect(owned.first?.schedule?.description ?? "" == row[2])
      let said = run.report.remarks.map(\.reason).filter { $0.hasPrefix("no schedule was set") }
      #expect(said.count == (row[3].isEmpty ? 0 : 1))
      #expect(said.allSatisfy { $0.contains(row[3]) }, "\(said)")
    }
  }

  @Test("S10 A schedule of a store is not set again for what is on hold, unknown or has an end")
  func ownSchedules() throws {
    let contents = try Sample.contents()
    let bytes = FHIRBundleWriter.bundle(of: contents, version: .r4, zone: .utc)
    let text = String(decoding: bytes, as: UTF8.self)
    for changed in [
      "\"on-hold\"", "\"unknown\"", "\"active\", \"effectivePeriod\": {\"end\": \"2026\"}",
    ] {
      let diary = try Diary()
      let report = try diary.take(
        text.replacing(#""status": "active""#, with: #""status": "# + changed))
      let found = try diary.person.contents().medications
      #expect(found.count == 4)
      #expect(found.allSatisfy { $0.schedule == nil || $0.medication.isArchived })
      #expect(report.remarks.count { $0.reason.hasPrefix("no schedule was set") } == 2)
    }
  }

  @Test("S1 S35 The words by which a schedule can be set stand in the report, in no reason")
  func words() throws {
    let text = "Take 1 tablet once a week on Mondays"
    let report = try FHIRTests.changed(
      #"""
      "status":"active","medicationCodeableConcept":{"text":"A"},"dosage":[{"text":"\#(text)",
       "timing":{"repeat":{"timeOfDay":["08:00:00"]}},"doseAndRate":[{"doseQuantity":{"value":1}}]}]
      """#
    ).report
    #expect(report.remarks.map(\.words) == [[text]])
    #expect(!report.reasons.keys.contains { $0.contains("Monday") })
    var json = JSONWriter(layout: .compact)
    report.write(to: &json)
    #expect(String(decoding: json.bytes, as: UTF8.self).contains(#""words":["\#(text)"]"#))
  }

  @Test(
    "S1 S12 Records of one drug whose dosages differ give no schedule and say so",
    arguments: [
      (#""timeOfDay":["08:00:00"]"#, "1", true), (#""timeOfDay":["20:00:00"]"#, "3", false),
      (#""timeOfDay":["08:00:00"]"#, "2", false), (#""frequency":2"#, "1", false),
    ])
  func differentDosages(_ timing: String, _ amount: String, _ isSet: Bool) throws {
    guard let catalog = try StarterRelease.catalog(skipping: "FHIR lists") else { return }
    let resolver = MedicationResolver(catalog: catalog, mappings: try StarterRelease.mappings())
    func statement(_ start: String, _ timing: String, _ amount: String) -> String {
      """
      {"resourceType":"MedicationStatement","status":"active","subject":{"reference":"Patient/p"},\
      "effectivePeriod":{"start":"\(start)"},"medicationCodeableConcept":{"coding":[\
      {"system":"\(CodeSystem.rxNorm)","code":"855302"}]},"dosage":[{"timing":{"repeat":{\
      \(timing)}},"doseAndRate":[{"doseQuantity":{"value":\(amount),"unit":"tablet"}}]}]}
      """
    }
    let lines = [
      statement("2025-01-01", #""timeOfDay":["08:00:00"]"#, "1"),
      statement("2026-01-01", timing, amount),
    ]
    let diary = try Diary()
    func take() throws -> ImportReport {
      try diary.person.takeIn { run in
        try FHIRImport.read(
          Array(lines.joined(separator: "\n").utf8), resolver: resolver,
          today: CivilDate(daysSince1970: 20_522), into: run)
        try run.takeWaiting()
      }
    }
    let report = try take()
    let said = report.remarks.map(\.reason).filter { $0.hasPrefix("no schedule was set") }
    #expect(said.count == (isSet ? 0 : 1), "\(report.remarks)")
    #expect(report.counts[.medication]?.added == 1)
    let medication = try #require(try diary.person.contents().medications.first)
    #expect(medication.schedule?.description == (isSet ? "08:00; from 2026-01-01" : nil))
    let difference = StoreImport.Difference.schedule.rawValue
    #expect(try (take()).remarks.map(\.reason).contains(difference) == false)
  }

  @Test("S1 What is said of a schedule that is set is not said if nothing is set")
  func notesIfAdded() throws {
    let diary = try Diary()
    let text = """
      {"resourceType":"MedicationStatement","status":"active",\
      "identifier":[{"system":"\(ExchangeVocabulary.concept)","value":"x"}],\
      "medicationCodeableConcept":{"text":"A"},"dosage":[{"timing":{"repeat":{\
      "timeOfDay":["08:00:00"]}},"doseAndRate":[{"doseQuantity":{"value":1}}]}]}
      """
    #expect(try diary.take(text).remarks.count { $0.reason.contains("starts today") } == 1)
    #expect(try diary.take(text).remarks.isEmpty)
    let other = try diary.take(text.replacing("08:00", with: "20:00"))
    #expect(other.remarks.map(\.reason) == [StoreImport.Difference.schedule.rawValue])
  }

  @Test("S10 A schedule that cannot be read is not written as a medication that is as needed")
  func unreadableSchedule() throws {
    let concept = MedicationConcept(
      identifier: .mint(displayText: "A", codings: []), displayText: "A", generalForm: .tablet,
      relatedCodings: [])
    let contents = StoreContents(
      medications: [OwnedMedication(concept, hasUnreadableSchedule: true)])
    let bytes = FHIRBundleWriter.bundle(of: contents, version: .r4, zone: .utc)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("asNeeded"))
    let report = try Diary().take(String(decoding: bytes, as: UTF8.self))
    #expect(report.remarks.map(\.reason).contains { $0.contains("but not which") })
  }
}
