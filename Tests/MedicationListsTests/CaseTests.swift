// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation
import JSONText
import MedicationLists
import MedicationModel
import MedicationResolver
import TestSupport
import Testing

/// The documents of `Tests/Fixtures/medication-lists.txt`, each with what its lists say.
@Suite("Lists of a few records")
struct CaseTests {
  static let cases = CaseFile.cases(of: "Tests/Fixtures/medication-lists.txt")

  @Test("Each document gives the lists that its case expects", arguments: cases)
  func read(_ item: CaseFile.Case) throws {
    #expect(!item.rows.isEmpty)
    for row in item.rows {
      var builder = try Starter.builder()
      for (index, lines) in row.text.components(separatedBy: "---").enumerated() {
        try builder.add(
          try Self.document(lines), name: "\(index)",
          scope: item.options.contains("set") ? "set" : nil)
      }
      #expect(row.mismatches(in: try Self.answer(builder.lists())) == [])
    }
  }

  @Test("The cases are all there")
  func count() {
    #expect(Self.cases.count == 41)
  }

  // MARK: Answers

  /// What is said of lists: themselves, their outlines and patients, and what is tracked of them.
  private static func answer(_ lists: [PatientMedicationList]) throws -> JSONNode {
    let tracked = lists.map { TrackedMedications($0) }
    let medications = tracked.flatMap(\.medications)
    var json = JSONWriter()
    json.beginObject()
    json.member("outline", lists.flatMap(\.outline))
    json.member("counts", lists.map(\.recordCount).sorted().map { "\($0)" })
    json.member(
      "people",
      lists.map { list in
        (["\(list.patient.kind)", "\(list.recordCount)"] + list.problems.map(\.code.rawValue))
          .joined(separator: " ")
      }.sorted())
    json.member("identifiers", "\(Set(medications.map(\.medication.identifier)).count)")
    json.key("lists")
    json.beginArray()
    for list in lists { list.write(to: &json) }
    json.endArray()
    json.key("tracked")
    json.beginArray()
    for medication in medications { medication.write(to: &json) }
    json.endArray()
    json.key("remarks")
    json.beginArray()
    for remark in tracked.flatMap(\.remarks) {
      json.beginObject()
      json.member("code", remark.problem.code.rawValue)
      json.member("leftOut", remark.isLeftOut)
      json.endObject()
    }
    json.endArray()
    json.member("notes", try Self.notes(onReading: medications))
    json.endObject()
    return try JSONDocument(json.bytes).root
  }

  /// Tracked medications are written and read again as they are; what reading notes.
  private static func notes(onReading medications: [UserAnnotatedMedication]) throws -> [String] {
    try medications.flatMap { medication in
      var json = JSONWriter()
      medication.write(to: &json)
      let read = try UserAnnotatedMedicationReader.read(json.bytes)
      #expect(read.map(\.medication) == [medication])
      return read.flatMap(\.notes).map(\.code.rawValue)
    }
  }

  // MARK: Documents

  private static func document(_ lines: String) throws -> DocumentContents {
    var contents = DocumentContents()
    for line in lines.split(separator: "\n") where !line.allSatisfy({ $0 == " " }) {
      let parts = line.drop { $0 == " " }.components(separatedBy: " | ")
      let words = parts[0].split(separator: " ").map(String.init)
      let members = parts.dropFirst().map { part in
        let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
        return (name: pair[0], value: pair[1])
      }
      let codes = words.dropFirst().map { FHIRCoding(system: CodeSystem.rxNorm, code: $0) }
      switch words[0] {
      case "Patient":
        let identifiers = members.filter { $0.name != "url" }
        contents.patients.append(
          PatientRecord(
            entryPath: "7", id: words[1], fullURL: members.first { $0.name == "url" }?.value,
            identifiers: identifiers.map { FHIRIdentifier(system: $0.name, value: $0.value) }))
      case "Allergy":
        var allergy = AllergyRecord(entryPath: "9")
        allergy.subject = "Patient/1"
        allergy.codings = codes
        for (name, value) in members { try set(name, value, of: &allergy) }
        contents.allergies.append(allergy)
      case "List":
        var listing = RecordListing(entryPath: "5", resourceType: "List")
        listing.code = FHIRConcept(
          codings: [FHIRCoding(system: "http://loinc.org", code: "10160-0")])
        listing.emptyReason = FHIRConcept(codings: [FHIRCoding(code: words[1])])
        listing.subject = "Patient/1"
        contents.lists.append(listing)
      default:
        var record = MedicationRecord.sample(
          "Medication" + words[0], entry: "\(contents.records.count)")
        record.codings = codes
        for (name, value) in members { try set(name, value, of: &record) }
        contents.records.append(record)
      }
    }
    return contents
  }

  private static func set(_ name: String, _ value: String, of allergy: inout AllergyRecord) throws {
    switch name {
    case "refuted": allergy.isRefuted = true
    case "absence": allergy.isAbsence = true
    case "unclear": allergy.isNotUnderstood = true
    case "text": allergy.text = value
    case "coding": allergy.codings.append(coding(value))
    default: Issue.record("no such member: \(name)")
    }
  }

  private static func set(
    _ name: String, _ value: String, of record: inout MedicationRecord
  ) throws {
    switch name {
    case "status":
      record.status = value
      record.statusMeaning = try #require(StatusMeaning(rawValue: value))
    case "negated": record.negated = true
    case "flags": record.flags.append(try #require(RecordFlag(rawValue: value)))
    case "problem": record.problems.append(Problem(.init(rawValue: value), .warning, "said"))
    case "absence": record.absence = AbsenceStatement(rawValue: value)
    case "text": record.text = value
    case "coding": record.codings.append(coding(value))
    case "ingredient":
      record.ingredients.append(
        value.hasPrefix("\"")
          ? MedicationIngredient(text: value.filter { $0 != "\"" })
          : MedicationIngredient(codings: [FHIRCoding(system: CodeSystem.rxNorm, code: value)]))
    case "subject": record.subject = value == "none" ? nil : value
    case "base": record.subjectBase = value
    case "patient":
      let parts = value.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      record.subjectIdentifier = FHIRIdentifier(
        system: parts[0].isEmpty ? nil : parts[0], value: parts[1])
    case "identifier":
      let parts = value.components(separatedBy: "#")
      record.identifiers = [FHIRIdentifier(system: parts[0], value: parts[1])]
    case "authored": record.dates.authored = value
    case "start": record.dates.period = FHIRPeriod(start: value)
    case "end": record.dates.period?.end = value
    case "dosage": record.dosages = [.sample(value)]
    case "route": record.dosages = [.sample("1 daily", route: value)]
    case "frequency":
      record.dosages[0].timing = FHIRTiming()
      record.dosages[0].timing?.frequency = value
    case "asNeeded": record.dosages[0].asNeeded = true
    default: Issue.record("no such member: \(name)")
    }
  }

  /// A coding as `system#code~display`.
  private static func coding(_ text: String) -> FHIRCoding {
    let parts = text.components(separatedBy: "~")
    let pair = parts[0].components(separatedBy: "#")
    return FHIRCoding(
      system: pair.count > 1 ? pair[0] : nil, code: pair.count > 1 ? pair[1] : nil,
      display: parts[1].isEmpty ? nil : parts[1])
  }
}
