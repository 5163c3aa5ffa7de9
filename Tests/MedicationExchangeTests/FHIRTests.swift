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

@Suite("FHIR")
struct FHIRTests {
  @Test("S1 Contents survive the way out as FHIR and back", arguments: [FHIRVersion.r4, .r5])
  func roundTrip(_ version: FHIRVersion) throws {
    let contents = try Sample.contents()
    let diary = try Diary()
    let bytes = FHIRBundleWriter.bundle(of: contents, version: version, zone: diary.zone)
    let report = try diary.take(String(decoding: bytes, as: UTF8.self))
    #expect(report.remarks.isEmpty)
    #expect(report.counts[.medication]?.added == contents.medications.count)
    #expect(report.counts[.dose]?.added == contents.doses.count)
    #expect(report.counts[.symptom]?.added == 39)
    let found = try diary.person.contents()
    #expect(found.medications == contents.medications)
    #expect(found.doses == contents.doses)
    #expect(found.symptoms == contents.symptoms)
    // Once more adds nothing, and what goes out is the same.
    let again = try diary.take(String(decoding: bytes, as: UTF8.self))
    #expect(again.counts.values.allSatisfy { $0.added == 0 && $0.alreadyThere == $0.read })
    #expect(FHIRBundleWriter.bundle(of: found, version: version, zone: diary.zone) == bytes)
  }

  @Test(
    "Resources are written as section 5 of the medications API has them",
    arguments: [
      ("r4", FHIRVersion.r4), ("r5", .r5),
    ])
  func golden(_ name: String, _ version: FHIRVersion) throws {
    let concept = MedicationConcept(
      identifier: HealthConceptIdentifier("rxnorm:861007")!, displayText: "metformin 500 mg",
      generalForm: .tablet,
      relatedCodings: [ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: "861007")])
    let due = try Instant("2026-03-02T07:00:00Z")
    let source = SampleSource(name: "Diary", bundleIdentifier: "org.example.diary")
    let contents = StoreContents(
      medications: [
        OwnedMedication(
          concept, nickname: "Sugar", isArchived: true,
          schedule: try Schedule(
            times: [DoseTime(hour: 8, quantity: 1.5)], days: .weekdays([.monday]),
            start: LocalTime("2026-03-01T00:00:00")!), unit: DoseUnit("mL"))
      ],
      doses: [
        MedicationDoseEvent(
          uuid: SampleUUID("00000000-0000-4000-8000-00000000000A")!,
          medicationConceptIdentifier: concept.identifier, scheduleType: .schedule,
          scheduledDate: due, scheduledDoseQuantity: 1.5, doseQuantity: 0, unit: DoseUnit("mL"),
          logStatus: .skipped, startDate: due, endDate: due.adding(seconds: 60), source: source)
      ],
      symptoms: [
        CategorySample(
          type: .moodChanges, value: 0, start: due, end: due,
          uuid: SampleUUID("00000000-0000-4000-8000-00000000000B")!, source: source)
      ])
    let bytes = FHIRBundleWriter.bundle(of: contents, version: version, zone: .utc)
    let bundle = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let entries = try #require(bundle?["entry"] as? [[String: Any]])
    // Written by hand from the specification, not taken from an output.
    let text = try String(
      contentsOf: Diary.fixtures.appendingPathComponent("resources-\(name).json"), encoding: .utf8)
    let expected = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(entries.count == expected.count)
    for (entry, resource) in zip(entries, expected) {
      #expect(entry["resource"] as? NSDictionary == resource as NSDictionary)
    }
  }

  @Test("The resources of a Bundle are read as medications by the other readers, too")
  func otherReaders() throws {
    for version in [FHIRVersion.r4, .r5] {
      let bytes = FHIRBundleWriter.bundle(
        of: try Sample.contents(), version: version, zone: .utc)
      let document = FHIRDocument(bytes)
      #expect(document.problems.isEmpty)
      #expect(document.records.first?.fhirVersion == version)
      let statements = document.records.filter { $0.resourceType == "MedicationStatement" }
      #expect(
        statements.map(\.statusMeaning)
          == (version == .r4
            ? [.active, .active, .completed, .active] : [.active, .active, .stopped, .active]))
      #expect(
        document.records.filter { $0.resourceType == "MedicationAdministration" }.count {
          $0.negated
        }
          == 1)
      #expect(
        statements[0].dosages.map { $0.timing?.timesOfDay } == [
          ["08:00:00"], ["20:30:00"], ["12:00:00"],
        ])
    }
  }

  @Test(
    "S10 S11 Only completed is taken, only not-done is skipped, whatever an extension says",
    arguments: FixtureRows.cells("administrations"))
  func statuses(_ row: [String]) throws {
    // OWN is what a store of ours wrote, in an extension.
    let members = row[0].replacing("OWN", with: ExchangeVocabulary.url("log-status"))
    let text = """
      {"resourceType":"MedicationAdministration",\(members),
       "medicationCodeableConcept":{"text":"A"},"effectiveDateTime":"2026-03-01T08:00:00Z"}
      """
    let run = ImportRun()
    try FHIRImport.read(
      Array(text.utf8), resolver: nil, today: CivilDate(daysSince1970: 20_000), into: run)
    let dose = run.waiting.first.flatMap { read -> MedicationDoseEvent? in
      if case .dose(let dose) = read.record { dose } else { nil }
    }
    #expect((dose == nil) == row[1].isEmpty)
    #expect(dose?.logStatus.name ?? "" == row[1])
    #expect(dose?.doseQuantity.map { "\($0)" } ?? "" == row[2])
    #expect(run.report.remarks.count == (row[1].isEmpty ? 1 : 0))
  }

  @Test(
    "S1 S10 S11 A dose is logged as what the record means, and none is lost without a word",
    arguments: FixtureRows.cells("doses of documents"))
  func doses(_ row: [String]) throws {
    let dose = """
      "resourceType":"MedicationAdministration","id":"d1","medicationCodeableConcept":{"text":"A"},\
      "effectiveDateTime":"2026-03-01T08:00:00Z"
      """
    let run = ImportRun()
    try FHIRImport.read(
      Array(row[0].replacing("$dose", with: dose).utf8), resolver: nil,
      today: CivilDate(daysSince1970: 20_522), into: run)
    let doses = run.waiting.compactMap { read -> MedicationDoseEvent? in
      if case .dose(let dose) = read.record { dose } else { nil }
    }
    #expect(doses.compactMap(\.logStatus.name).joined(separator: ",") == row[1])
    #expect(run.report.counts[.dose]?.leftOut ?? 0 == Int(row[2]), "\(run.report.remarks)")
    #expect(
      doses.allSatisfy { $0.medicationConceptIdentifier == .mint(displayText: "A", codings: []) })
    // Of two units none is used.
    #expect(doses.allSatisfy { $0.doseQuantity ?? 0 == 0 && $0.unit == DoseUnit("") })
    #expect(
      run.report.remarks.contains { $0.reason.contains("one unit") } == row[0].contains("mcg"))
  }

  @Test(
    "S35 What cannot be read is left out with its place, never with its value",
    arguments: FixtureRows.pairs("refused resources"))
  func refused(_ resource: String, _ place: String) throws {
    let diary = try Diary()
    let report = try diary.take(#"{"resourceType":"Bundle","entry":[{"resource":\#(resource)}]}"#)
    #expect(report.remarks.map(\.isLeftOut) == [true])
    #expect(report.remarks.map(\.place) == [place])
    let inside = place.dropFirst("entry[0].resource".utf8.count).drop { $0 == "." }
    #expect(try diary.take(resource).remarks.map(\.place) == [String(inside)], "on its own")
    #expect(!"\(report)".contains("PLANTED"))
    #expect(try diary.person.contents() == StoreContents())
  }

  @Test(
    "S1 S10 S11 A symptom whose entry, or what is around it, takes it back is left out, and said",
    arguments: [
      ("", "", 1), (#","request":{"method":"PUT","url":"Observation/1"}"#, "", 1),
      (#","request":{"method":"DELETE","url":"Observation/1"}"#, "", 0),
      (#","response":{"status":"404"}"#, "", 0), (#","deleted":"2026-03-02T00:00:00Z""#, "", 0),
      (#","modifierExtension":[{"url":"x","valueBoolean":true}]"#, "", 0),
      ("", #","modifierExtension":[{"url":"x","valueBoolean":true}]"#, 0),
      ("", #","implicitRules":"x""#, 0),
    ])
  func symptoms(_ entry: String, _ bundle: String, _ count: Int) throws {
    let text = """
      {"resourceType":"Bundle"\(bundle),"entry":[{"resource":{"resourceType":"Observation",
       "status":"final","effectiveDateTime":"2026-03-01T08:00:00Z","code":{"coding":[{
        "system":"http://hl7.org/fhir/uv/phr/CodeSystem/observation-pghd-codes","code":"headache"}]},
       "valueCodeableConcept":{"coding":[{
        "system":"http://hl7.org/fhir/uv/phr/CodeSystem/symptom-severity-codes","code":"mild"}]}
      }\(entry)}]}
      """
    let report = try Diary().take(text)
    #expect(report.counts[.symptom]?.read == 1 && report.counts[.symptom]?.added == count)
    #expect(
      report.remarks.filter(\.isLeftOut).map(\.place) == (count == 1 ? [] : ["entry[0].resource"]))
  }

  @Test("S10 Symptoms that the document deletes, takes off or has in several versions are left out")
  func withdrawnSymptoms() throws {
    func symptom(_ members: String, _ severity: String = "mild") -> String {
      """
      {"resource":{"resourceType":"Observation","status":"final","id":"o",\(members)
       "effectiveDateTime":"2026-03-01T08:00:00Z","code":{"coding":[{
        "system":"http://hl7.org/fhir/uv/phr/CodeSystem/observation-pghd-codes","code":"headache"}]},
       "valueCodeableConcept":{"coding":[{
        "system":"http://hl7.org/fhir/uv/phr/CodeSystem/symptom-severity-codes",
        "code":"\(severity)"}]}}}
      """
    }
    let list =
      #"{"resource":{"resourceType":"List","status":"current","mode":"changes","entry":[{"deleted":true,"item":{"reference":"Observation/o"}}]}}"#
    for (entries, leftOut) in [
      ([symptom("")], 0), ([symptom(""), symptom("")], 0),
      ([symptom(""), #"{"request":{"method":"DELETE","url":"Observation/o"}}"#], 1),
      ([symptom(""), #"{"request":{"method":"PATCH","url":"Observation/o"}}"#], 1),
      ([#"{"fullUrl":"http://s/Observation/o","request":{"method":"DELETE"}}"#, symptom("")], 1),
      ([symptom(""), list], 1), ([symptom("", "severe"), symptom("")], 2),
    ] {
      let text = #"{"resourceType":"Bundle","entry":[\#(entries.joined(separator: ","))]}"#
      for text in [text, try XMLForm.of(text)] {
        let diary = try Diary()
        let count = try diary.take(text).counts[.symptom]
        #expect(count?.leftOut == leftOut && count?.added == (leftOut == 0 ? 1 : 0), "\(text)")
      }
    }
  }

  @Test("S10 A store is of one person: records of several are refused, symptoms and doses, too")
  func patients() throws {
    func resource(_ type: String, _ patient: String) -> String {
      """
      {"resource":{"resourceType":"\(type)","id":"\(patient)","status":"\(type == "Observation" ? "final" : "completed")",
       "subject":{"reference":"\(patient)"},"medicationCodeableConcept":{"text":"A"},
       "effectiveDateTime":"2026-03-01T08:00:00Z","code":{"coding":[{
        "system":"http://hl7.org/fhir/uv/phr/CodeSystem/observation-pghd-codes","code":"headache"}]},
       "valueCodeableConcept":{"coding":[{
        "system":"http://hl7.org/fhir/uv/phr/CodeSystem/symptom-severity-codes","code":"mild"}]}}}
      """
    }
    let types = ["Observation", "MedicationAdministration", "MedicationStatement"]
    for first in types {
      for second in types {
        for (patient, isOne) in [("Patient/a", true), ("Patient/b", false), ("urn:uuid:a", true)] {
          let bundle = """
            {"resourceType":"Bundle","entry":[{"fullUrl":"urn:uuid:a","resource":{
             "resourceType":"Patient","id":"a"}},
             \(resource(first, "Patient/a")),\(resource(second, patient))]}
            """
          do {
            _ = try Diary().take(bundle)
            #expect(isOne, "\(first) \(second) \(patient)")
          } catch let error as ExchangeError {
            #expect(!isOne && error.code == "import.patients")
          }
        }
      }
    }
  }

  @Test("S10 A medication list of others follows the rules of lists; nothing is dropped")
  func medicationList() throws {
    guard let catalog = try StarterRelease.catalog(skipping: "FHIR lists") else { return }
    let resolver = MedicationResolver(catalog: catalog, mappings: try StarterRelease.mappings())
    func statement(_ status: String, _ code: String, _ more: String = "") -> String {
      """
      {"resource":{"resourceType":"MedicationStatement","status":"\(status)",\(more)
       "subject":{"reference":"Patient/p"},"medicationCodeableConcept":{"coding":[
        {"system":"\(CodeSystem.rxNorm)","code":"\(code)"}],"text":"drug \(code)"}}}
      """
    }
    let timing = #"""
      "dosage":[{"timing":{"repeat":{"timeOfDay":["08:00:00","20:00:00"],"frequency":2,"period":1,
      "periodUnit":"d"}},"doseAndRate":[{"doseQuantity":{"value":2,"unit":"tablet"}}]}],
      """#
    let twice = #"""
      "dosage":[{"timing":{"repeat":{"frequency":2,"period":1,"periodUnit":"d"}},
      "doseAndRate":[{"doseQuantity":{"value":1}}]}],
      """#
    let text = """
      {"resourceType":"Bundle","type":"collection","entry":[
      \([
        statement("active", "861007", timing), statement("active", "308192", twice),
        statement("stopped", "198440"), statement("not-taken", "197361"),
        statement("entered-in-error", "310965"), statement("intended", "314076"),
        statement("active", "999999999"),
      ].joined(separator: ","))]}
      """
    let run = ImportRun()
    try FHIRImport.read(
      Array(text.utf8), resolver: resolver, today: CivilDate(year: 2026, month: 3, day: 10)!,
      into: run)
    let byName = Dictionary(
      uniqueKeysWithValues: run.waiting.compactMap { read -> (String, OwnedMedication)? in
        guard case .medication(let owned) = read.record else { return nil }
        return (owned.medication.medication.displayText, owned)
      })
    #expect(
      byName.keys.sorted() == ["drug 198440", "drug 308192", "drug 861007", "drug 999999999"])
    #expect(byName["drug 861007"]?.schedule?.parts.first?.times.map(\.quantity) == [2, 2])
    #expect(byName["drug 861007"]?.unit == DoseUnit("tablet"))
    #expect(byName["drug 861007"]?.medication.medication.identifier.value == "rxnorm:861007")
    #expect(byName["drug 308192"]?.schedule == nil)
    #expect(byName["drug 198440"]?.medication.isArchived == true)
    let leftOut = run.report.remarks.filter(\.isLeftOut).map(\.place)
    #expect(leftOut.count == 3)
    #expect(run.report.remarks.contains { $0.reason.contains("no schedule was set") })
    #expect(run.report.remarks.contains { $0.reason.contains("no concept of the catalog") })
  }

  /// A statement with the identifier of a store, in which others changed things.
  static func changed(_ members: String) throws -> ImportRun {
    let resolver = try StarterRelease.catalog(skipping: "forms").map {
      MedicationResolver(catalog: $0, mappings: try StarterRelease.mappings())
    }
    let text = """
      {"resourceType":"MedicationStatement",\(members),
       "identifier":[{"system":"\(ExchangeVocabulary.concept)","value":"x"}]}
      """
    let run = ImportRun()
    try FHIRImport.read(
      Array(text.utf8), resolver: resolver, today: CivilDate(daysSince1970: 20_522), into: run)
    return run
  }

  @Test(
    "S10 The status of a statement with our identifier counts as in others",
    arguments: FixtureRows.cells("own statuses"))
  func ownStatus(_ row: [String]) throws {
    let remark = row[2]
    let run = try Self.changed(row[0] + #","medicationCodeableConcept":{"text":"A"}"#)
    let medication = run.waiting.first.flatMap { read -> UserAnnotatedMedication? in
      if case .medication(let owned) = read.record { owned.medication } else { nil }
    }
    #expect(medication.map { "\($0.isArchived)" } ?? "" == row[1])
    #expect(run.report.remarks.map(\.isLeftOut) == (remark.isEmpty ? [] : [row[1].isEmpty]))
    #expect(remark.isEmpty || run.report.remarks.first?.reason.contains(remark) ?? false)
  }

  @Test("S1 A statement with our identifier and none of our extensions is read by its elements")
  func ownElements() throws {
    let members = #"""
      "status":"active","medicationCodeableConcept":{"coding":[
       {"system":"\#(CodeSystem.rxNorm)","code":"308192","display":"amoxicillin"},
       {"system":"http://example.org","display":"PLANTED"}]},
      "dosage":[{"timing":{"repeat":{"timeOfDay":["08:00:00","20:00:00"]}},
       "doseAndRate":[{"doseQuantity":{"value":2,"unit":"tablet"}}]}]
      """#
    let run = try Self.changed(members)
    guard case .medication(let owned)? = run.waiting.first?.record else {
      Issue.record("\(run.report)")
      return
    }
    let concept = owned.medication.medication
    #expect(concept.identifier.value == "x" && concept.displayText == "amoxicillin")
    #expect(concept.relatedCodings.map(\.code) == ["308192"])
    let hasCatalog = try StarterRelease.catalog(skipping: "forms") != nil
    #expect(concept.generalForm == (hasCatalog ? .tablet : .unknown))
    #expect(owned.schedule?.description == "08:00 (2), 20:00 (2); from 2026-03-10")
    #expect(owned.unit == DoseUnit("tablet"))
    #expect(
      run.report.remarks.map(\.reason) == [
        "a coding without system or code is left out",
        "the schedule starts today: nobody says when it began",
      ])
    // What cannot be read as a schedule is said, unless an extension says that there is none.
    let twice = members.replacingOccurrences(of: "timeOfDay", with: "x")
    #expect(
      try Self.changed(twice).report.remarks.contains { $0.reason.hasPrefix("no schedule was set") }
    )
    let none = #"{"url":"\#(ExchangeVocabulary.url("has-schedule"))","valueBoolean":false}"#
    let unscheduled = try Self.changed(members + #","extension":[\#(none)]"#)
    #expect(unscheduled.report.remarks.count == 1)
    let unknown = try Self.changed(
      #""status":"active","medicationCodeableConcept":{"text":"A"},"extension":[\#(none)]"#
        .replacingOccurrences(of: "false", with: "true"))
    #expect(unknown.report.remarks.map(\.reason).contains { $0.contains("but not which") })
  }

  @Test(
    "A document that is none is an error with its place",
    arguments: [
      ("{", "line 1, column 2"), ("<Bundle>", "line"), ("", "line 1"), ("{}", ""), ("[]", ""),
      ("nul", "line 1"),
    ])
  func malformed(_ text: String, _ place: String) throws {
    let diary = try Diary()
    do {
      let report = try diary.take(text)
      Issue.record("\(report)")
    } catch let error as ExchangeError {
      #expect(error.place.hasPrefix(place))
    }
  }
}
