// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import JSONText
import MedicationLists
import MedicationModel
import MedicationResolver
import Testing

@Suite("Records as FHIR R4 and R5")
struct FHIRWriterTests {
  private static let types = [
    "MedicationRequest", "MedicationOrder", "MedicationStatement", "MedicationDispense",
    "MedicationAdministration",
  ]

  @Test(
    "S2 S10 the meaning of a status survives in both versions",
    arguments: types.flatMap { type in StatusMeaning.allCases.map { (type, $0) } },
    FHIRRelease.allCases)
  func statusMeaning(_ sample: (String, StatusMeaning), _ release: FHIRRelease) throws {
    let (type, meaning) = sample
    // No document can say these: an administration that is planned, a dispense that is active.
    if type == "MedicationAdministration", meaning == .planned { return }
    if type == "MedicationDispense", meaning == .active { return }
    let record = MedicationRecord.sample(type, "308192", status: meaning) {
      $0.status = "a word of no version"
    }
    let again = try Starter.written(record, release).again
    let isCompletedUse = type == "MedicationStatement" && release == .r5 && meaning == .completed
    #expect(again.statusMeaning == (isCompletedUse ? .stopped : meaning))
    #expect(again.problems.allSatisfy { $0.code != .modifierNotUnderstood })
  }

  @Test("S10 negation of older versions becomes a word that says so", arguments: types)
  func negation(_ type: String) throws {
    let record = MedicationRecord.sample(type, "308192", status: .notTaken) {
      $0.status = "active"
      $0.negated = true
    }
    for release in FHIRRelease.allCases {
      #expect(try Starter.written(record, release).again.statusMeaning == .notTaken)
    }
  }

  @Test("S10 doNotPerform, proposals and what is on hold stay what they are")
  func marks() throws {
    let prohibited = MedicationRecord.sample(status: .notTaken) {
      $0.status = "active"
      $0.negated = true
      $0.flags = [.prohibited]
      $0.text = "x"
    }
    let proposal = MedicationRecord.sample(status: .planned) {
      $0.status = "active"
      $0.intent = "proposal"
      $0.text = "x"
    }
    let held = MedicationRecord.sample("MedicationStatement", status: .stopped) {
      $0.status = "on-hold"
      $0.flags = [.onHold]
      $0.text = "x"
    }
    for release in FHIRRelease.allCases {
      for record in [prohibited, proposal, held] {
        let again = try Starter.written(record, release).again
        #expect(again.statusMeaning == record.statusMeaning)
        #expect(again.flags == record.flags)
        #expect(again.negated == record.negated)
      }
    }
  }

  @Test("S2 S10 what is on hold and not taken keeps both, the flag as an extension")
  func heldAndNotTaken() throws {
    let record = MedicationRecord.sample("MedicationStatement", "308192", status: .notTaken) {
      $0.status = "on-hold"
      $0.negated = true
      $0.flags = [.onHold]
    }
    for release in FHIRRelease.allCases {
      let (text, again) = try Starter.written(record, release)
      #expect(again.statusMeaning == .notTaken)
      #expect(text.contains(#"StructureDefinition/flag","valueCode":"onHold""#))
    }
  }

  @Test("S10 S11 what was not understood stays not understood")
  func notUnderstood() throws {
    for flag in [RecordFlag.notUnderstood, .medicationEnteredInError] {
      let record = MedicationRecord.sample("MedicationStatement", "308192") { $0.flags = [flag] }
      for release in FHIRRelease.allCases {
        let again = try Starter.written(record, release).again
        #expect(again.flags.contains(.notUnderstood))
      }
    }
  }

  @Test("S2 S3 the original codings come first, and what is added is marked")
  func added() throws {
    // 0093-7314-98 is clopidogrel 75 MG Oral Tablet (309362).
    let ndc = FHIRCoding(system: CodeSystem.ndc, code: "0093-7314-98", display: "Clopidogrel")
    let record = MedicationRecord.sample { $0.codings = [ndc] }
    let (text, again) = try Starter.written(record, .r4)
    #expect(again.codings.first == ndc)
    #expect(again.codings.map(\.code) == ["0093-7314-98", "309362"])
    #expect(text.contains(#""userSelected":false"#))
    #expect(text.contains("derived-coding"))
    #expect(text.contains(#"{"url":"match","valueCode":"ndc"}"#))
  }

  @Test("S2 a code that stands there already is not added again")
  func present() throws {
    let (_, again) = try Starter.written(.sample("MedicationRequest", "308192"), .r4)
    #expect(again.codings.count == 1)
  }

  @Test("S5 a code that text was matched to is no coding")
  func text() throws {
    let record = MedicationRecord.sample { $0.text = "amoxicillin 500 MG Oral Tablet" }
    for release in FHIRRelease.allCases {
      let (text, again) = try Starter.written(record, release)
      #expect(again.codings.isEmpty)
      #expect(again.text == record.text)
      #expect(text.contains("matched-text"))
      #expect(text.contains("308192"))
    }
  }

  @Test("S7 nothing is added where codings conflict or a display disagrees")
  func doubtful() throws {
    let conflict = MedicationRecord.sample("MedicationRequest", "308192", "861007")
    let display = MedicationRecord.sample {
      $0.codings = [
        FHIRCoding(
          system: "https://www.nlm.nih.gov/research/umls/rxnorm", code: "308192",
          display: "warfarin sodium 5 MG Oral Tablet")
      ]
    }
    for record in [conflict, display] {
      let again = try Starter.written(record, .r4).again
      #expect(again.codings == record.codings)
    }
  }

  @Test("S2 what a version cannot hold stands literally beside it")
  func notRepresentable() throws {
    let record = MedicationRecord.sample("MedicationRequest", "308192") {
      $0.dates.authored = "2016-11-13T00:00:00"
      $0.subject = "#p"
    }
    let (text, again) = try Starter.written(record, .r4)
    #expect(again.dates.authored == nil)
    #expect(text.contains(#""2016-11-13T00:00:00""#))
    #expect(text.contains("data-absent-reason"))
  }

  @Test("S37 the address of a resource in a Bundle follows from its document and place alone")
  func fullURL() {
    let writer = FHIRRecordWriter(.r4)
    let record = MedicationRecord.sample(entry: "1")
    #expect(
      writer.fullURL(of: record, document: "a") == writer.fullURL(of: record, document: "a"))
    #expect(
      writer.fullURL(of: record, document: "a") != writer.fullURL(of: record, document: "b"))
    #expect(writer.fullURL(of: record, document: "a").hasPrefix("urn:uuid:"))
  }
}
