// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRXML
import Foundation
import JSONText
import MedicationModel
import MedicationStore
import TestSupport
import Testing

@testable import MedicationExchange

@Suite("Schedules from FHIR's Timing")
struct TimingTests {
  private static let today = CivilDate(daysSince1970: 20_522)

  private static func reading(_ dosages: String, extended: Bool = false) -> DosageReading {
    let text = """
      {"resourceType":"MedicationStatement","status":"active",
       "medicationCodeableConcept":{"text":"A"},"dosage":[\(dosages)]}
      """
    let dosages = FHIRDocument(Array(text.utf8)).records.first?.dosages ?? []
    return DosageReading(dosages, today, isExtended: extended)
  }

  private static func dosage(
    _ timing: String,
    _ more: String = #""doseAndRate":[{"doseQuantity":{"value":1,"unit":"tablet"}}]"#
  ) -> String { #"{"timing":{"repeat":{\#(timing)}},\#(more)}"# }

  /// The dosages of a row: whole, or the members of a timing and, behind what is expected, of the rest.
  private static func dosages(_ row: [String]) -> String {
    if row[0].hasPrefix("{") { return row[0] }
    return row.count > 2 ? dosage(row[0], row[2]) : dosage(row[0])
  }

  @Test("Times of day with amounts make a schedule", arguments: FixtureRows.cells("schedules"))
  func read(_ row: [String]) {
    let reading = Self.reading(Self.dosages(row))
    #expect(reading.schedule?.description == row[1])
    #expect(reading.problem == nil)
  }

  @Test(
    "S1 Whatever else is said gives no schedule but the reason",
    arguments: FixtureRows.cells("no schedules"))
  func reasons(_ row: [String]) {
    let reading = Self.reading(Self.dosages(row))
    #expect(reading.schedule == nil)
    #expect(reading.problem?.contains(row[1]) ?? false, "\(reading.problem ?? "none")")
  }

  /// A dosage of 1 tablet with a text and members of its timing.
  private static func worded(_ row: [String]) -> String {
    let text = row[1].isEmpty ? "" : #""text":"\#(row[1])","#
    let more = row.count > 2 ? ",\(row[2])" : ""
    return #"""
      {\#(text)"timing":{"repeat":{\#(row[0])}\#(more)},
       "doseAndRate":[{"doseQuantity":{"value":1,"unit":"tablet"}}]}
      """#
  }

  @Test(
    "S1 Words and a code that say no more than the elements leave the schedule as it is",
    arguments: FixtureRows.cells("words that agree"))
  func agreeingWords(_ row: [String]) {
    let reading = Self.reading(Self.worded(row))
    #expect(reading.schedule != nil, "\(reading.problem ?? "none")")
    #expect(reading.words.isEmpty)
  }

  @Test(
    "S1 S9 Words or a code that say otherwise, or are not understood, give no schedule",
    arguments: FixtureRows.cells("words that say otherwise"))
  func otherWords(_ row: [String]) {
    let reading = Self.reading(Self.worded(row))
    #expect(reading.schedule == nil)
    #expect(reading.problem?.contains("say more or something else") ?? false)
    #expect(row[1].isEmpty ? reading.words.count == 1 : reading.words.first == row[1])
    // The same words for the person, and in further instructions.
    for member in ["patientInstruction", "x"] where !row[1].isEmpty {
      let text = Self.worded(row).replacing(#""text":""#, with: #""\#(member)":""#)
      #expect((Self.reading(text).schedule == nil) == (member != "x"))
    }
  }

  @Test(
    "S1 Seconds, amounts of 0 and an end in the year 9999 are left out with a note",
    arguments: [
      (dosage(#""timeOfDay":["08:00:00"],"boundsPeriod":{"end":"9999-12-31"}"#), "no end"),
      (dosage(#""timeOfDay":["08:00:30"]"#), "seconds"),
      (
        dosage(#""timeOfDay":["08:00:00"]"#) + ","
          + dosage(
            #""when":["NOON"]"#, #""doseAndRate":[{"doseQuantity":{"value":0,"unit":"tablet"}}]"#),
        "0 was read as no dose"
      ),
    ])
  func notes(_ dosages: String, _ note: String) {
    let reading = Self.reading(dosages)
    #expect(reading.schedule?.description == "08:00; from 2026-03-10")
    let notes = reading.notes.filter { !$0.contains("starts today") }
    #expect(notes.count == 1 && notes[0].contains(note), "\(notes)")
  }

  @Test("A dosage as needed has no schedule and no problem; an extension of a timing is no noise")
  func asNeeded() {
    #expect(Self.reading(#"{"asNeededBoolean":true}"#).problem == nil)
    #expect(Self.reading(Self.dosage(#""timeOfDay":["08:00:00"]"#), extended: true).schedule == nil)
  }

  @Test("What a store writes as Timing is the same schedule when it is read as another's")
  func ownTiming() throws {
    let zone = Zone.utc
    let contents = try Sample.contents()
    var plain = contents
    plain.medications = [
      OwnedMedication(
        contents.medications[0].medication.medication,
        schedule: try Schedule(
          times: [DoseTime(hour: 8, quantity: 2), DoseTime(hour: 20)],
          days: .weekdays([.monday, .friday]),
          start: LocalTime("2026-03-02T00:00:00")!))
    ]
    let bundle = FHIRBundleWriter.bundle(of: plain, version: .r4, zone: zone)
    let dosages = try #require(FHIRDocument(bundle).records.first?.dosages)
    let reading = DosageReading(dosages, Self.today)
    let times = reading.schedule?.parts.flatMap(\.times).map { "\($0.text) \($0.quantity)" }
    #expect(times == ["08:00 2.0", "20:00 1.0"])
    #expect(
      reading.schedule?.parts.allSatisfy { $0.days == .weekdays([.monday, .friday]) } ?? false)
  }

  @Test(
    "S3 Days that Timing cannot say are written in words alone, since their times read as daily")
  func wordsOnly() throws {
    let bundle = FHIRBundleWriter.bundle(of: try Sample.contents(), version: .r4, zone: .utc)
    let dosages = FHIRDocument(bundle).records.filter { $0.resourceType == "MedicationStatement" }
      .suffix(2).flatMap(\.dosages)
    let words = [
      "09:00; 21 days with doses, 7 days without, again and again; from 2026-03-01",
      "07:00; on day 31 of each month, or its last day; from 2026-03-01",
    ]
    #expect(dosages.map(\.text) == words)
    #expect(dosages.allSatisfy { $0.timing?.timesOfDay == [] && $0.timing?.code != nil })
    for dosage in dosages {
      #expect(DosageReading([dosage], Self.today).problem != nil)
    }
  }

  @Test("The NHS examples: one says times of day, seven are as needed, the rest have a reason")
  func nhs() throws {
    guard let folder = TestData.path("health-samples/fhir/nhs-dose-syntax", skipping: "NHS dosages")
    else { return }
    // Counted by Python: 59 well-formed files, 58 medication resources; three have no dosage, six
    // one without content; of the rest seven are as needed.
    var (scheduled, asNeeded, reasons, empty) = ([String](), 0, 0, 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
      let document = FHIRDocument(
        FHIRNamespace.declared(in: bytes) ?? bytes, reading: .withXML)
      for record in document.records where record.resourceType != "Medication" {
        let reading = DosageReading(record.dosages, Self.today)
        if record.dosages.isEmpty {
          empty += 1
        } else if reading.schedule != nil {
          scheduled.append(name)
        } else if reading.problem == nil {
          asNeeded += 1
        } else {
          reasons += 1
        }
      }
    }
    #expect(scheduled == ["examples-dosage-parallel-sequence.xml"])
    #expect(asNeeded == 7)
    #expect(empty == 9)
    #expect(reasons == 58 - 1 - 7 - 9)
  }

  @Test("The Swiss examples: in the morning and in the evening are hours, with a note")
  func swiss() throws {
    guard let folder = TestData.path("health-samples/fhir/hl7ch-ch-emed", skipping: "Swiss dosages")
    else { return }
    for (name, schedule) in FixtureRows.pairs("Swiss examples") {
      let text = try String(
        contentsOf: folder.appendingPathComponent(name + ".fsh"), encoding: .utf8)
      #expect(Self.words(text, count: schedule.contains("then") ? 2 : 1) == schedule, "\(name)")
    }
  }

  @Test("The posologies of the eMediplan: what has no times, or more in extensions, has a reason")
  func mediplan() throws {
    guard
      let folder = TestData.path("health-samples/fhir/ahdis-chmed", skipping: "Swiss posologies")
    else { return }
    let text = try String(
      contentsOf: folder.appendingPathComponent("dosage-example.fsh"), encoding: .utf8)
    let expected = FixtureRows.cells("examples of the eMediplan")
    let blocks = text.components(separatedBy: "/* example ").dropFirst()
    #expect(blocks.count == expected.count)
    for (block, row) in zip(blocks, expected) {
      #expect(block.hasPrefix(row[0]), "\(row[0])")
      #expect(Self.words(block, count: Int(row[1]) ?? 0) == row[2], "\(row[0])")
    }
  }

  /// The schedule of dosages in FHIR Shorthand, or why there is none.
  private static func words(_ text: String, count: Int) -> String {
    let dosages = FSHDosages(text)
    guard dosages.count == count else { return "\(dosages.count) dosages" }
    let reading = reading(dosages.json, extended: dosages.isExtended)
    return reading.schedule?.description ?? reading.problem ?? "as needed"
  }

  @Test("An amount from 5 to 10, of which an extension has the 10, is no amount of 5")
  func extendedAmount() throws {
    let text = """
      {"resourceType":"MedicationRequest","status":"active","medicationCodeableConcept":{"text":"A"},
       "dosageInstruction":[{"timing":{"repeat":{"timeOfDay":["08:00:00"]}},"doseAndRate":[
        {"doseQuantity":{"value":5,"extension":[{"url":"to","valueQuantity":{"value":10}}]}}]}]}
      """
    func isExtended(_ text: String) throws -> Bool {
      StoreResourceReader(resource: try JSONDocument(Array(text.utf8)).root)
        .hasExtendedDosage
    }
    #expect(try isExtended(text))
    let plain = text.replacingOccurrences(of: "extension", with: "x")
    #expect(try !isExtended(plain))
    // What a member without a value has as an extension may be the value.
    for name in ["_asNeededBoolean", "_text"] {
      let text = plain.replacing(
        #""timing""#, with: #""\#(name)":{"extension":[{"url":"x"}]},"timing""#)
      #expect(try isExtended(text) == (name != "_text"))
    }
    #expect(
      try isExtended(
        plain.replacing(#""timeOfDay""#, with: #""_frequency":{"id":"a"},"timeOfDay""#)))
  }
}

/// The dosages of an instance in FHIR Shorthand: lines `* dosage[…].path = value`.
private struct FSHDosages {
  private var dosages: [[String: Any]] = []

  init(_ text: some StringProtocol) {
    for line in text.split(separator: "\n") {
      guard
        let match = String(line).firstMatch(
          of: /^\* dosage(?:Instruction)?\[(\w+)\](?:\[.\])?\.([\w.\[\]+=]+) = (.*)$/)
      else { continue }
      let index = match.1 == "additionalEntry" ? 1 : 0
      while dosages.count <= index { dosages.append([:]) }
      let path = match.2.split(separator: ".").map { String($0.prefix { $0 != "[" }) }
      let read = [
        "timing", "doseAndRate", "sequence", "asNeededBoolean", "maxDosePerPeriod",
        "patientInstruction",
      ]
      guard read.contains(path[0]) else { continue }
      Self.set(Self.value(String(match.3)), at: path[...], in: &dosages[index])
    }
  }

  private static func set(
    _ value: Any, at path: ArraySlice<String>, in object: inout [String: Any]
  ) {
    guard let name = path.first else { return }
    let isList = ["when", "dayOfWeek", "timeOfDay", "extension", "doseAndRate"].contains(name)
    let list = object[name] as? [Any] ?? []
    if path.count == 1 {
      object[name] = isList ? list + [value] : value
    } else {
      var inner = (isList ? list.first : object[name]) as? [String: Any] ?? [:]
      set(value, at: path.dropFirst(), in: &inner)
      object[name] = isList ? [inner] : inner
    }
  }

  private static func value(_ text: String) -> Any {
    let words = text.split(separator: " ")
    if let number = words.first.flatMap({ Double($0) }) {
      return words.count > 1 ? ["value": number, "unit": "tablet"] : number
    }
    let word = text.filter { !"\"# ".contains($0) }
    return Bool(word) ?? word
  }

  var count: Int { dosages.count }

  var isExtended: Bool { json.contains("\"extension\"") }

  var json: String {
    dosages.map { dosage in
      (try? JSONSerialization.data(withJSONObject: dosage)).map {
        String(decoding: $0, as: UTF8.self)
      }
        ?? "{}"
    }.joined(separator: ",")
  }
}
