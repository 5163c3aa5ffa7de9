// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import JSONText
import MedicationLists
import MedicationModel
import MedicationResolver
import Testing

@Suite("Lists as tracked medications")
struct TrackedMedicationTests {
  private func tracked(_ records: MedicationRecord...) throws -> TrackedMedications {
    TrackedMedications(try Starter.list(.records(records)))
  }

  /// Section 5.3: what a status makes of a record; `nil` is not written.
  static let statuses: [(StatusMeaning, [RecordFlag], isArchived: Bool?)] = [
    (.active, [], false), (.stopped, [.onHold], false), (.planned, [], nil),
    (.completed, [], true), (.stopped, [], true), (.notTaken, [], nil),
    (.enteredInError, [], nil), (.unknown, [], false), (.active, [.notUnderstood], nil),
  ]

  @Test(
    "M71 S10 status decides what is tracked and what is archived", arguments: 0..<statuses.count)
  func status(_ index: Int) throws {
    let (meaning, flags, isArchived) = Self.statuses[index]
    let record = MedicationRecord.sample("MedicationStatement", "308192", status: meaning) {
      $0.flags = flags
    }
    let tracked = try tracked(record)
    #expect(tracked.medications.map(\.isArchived) == (isArchived.map { [$0] } ?? []))
    let isSaid = meaning == .enteredInError || tracked.remarks.contains(where: \.isLeftOut)
    #expect(isArchived != nil || isSaid)
  }

  @Test(
    "S10 S11 what could not be interpreted is left out with the record's own reason",
    arguments: [
      Problem(.useDeniedInWords, .warning, "the text of the medication says that it is not taken"),
      Problem(.medicationEnteredInError, .warning, "the Medication was entered in error"),
      Problem(.modifierNotUnderstood, .warning, "a modifier is not understood"),
    ])
  func ownReason(_ problem: Problem) throws {
    let record = MedicationRecord.sample("MedicationStatement", "308192") {
      if problem.code == .medicationEnteredInError { $0.flags = [.medicationEnteredInError] }
      if problem.code == .modifierNotUnderstood { $0.flags = [.notUnderstood] }
      $0.problems = [problem]
    }
    let tracked = try tracked(record)
    #expect(tracked.medications.isEmpty)
    #expect(tracked.remarks.map(\.problem) == [problem])
  }

  @Test("S10 a modifier inside a dosage is not the reason to leave a medication out")
  func reasonAmongSeveral() throws {
    let denied = Problem(.useDeniedInWords, .warning, "a dosage says that it is not taken")
    let record = MedicationRecord.sample("MedicationStatement", "308192") {
      $0.problems = [
        Problem(.modifierNotUnderstood, .warning, "a modifier extension that is not known"), denied,
      ]
    }
    let tracked = try tracked(record)
    #expect(tracked.medications.isEmpty)
    #expect(tracked.remarks.map(\.problem) == [denied])
  }

  @Test("M78 S1 one drug is listed once; what is left out is said")
  func once() throws {
    let tracked = try tracked(
      .sample("MedicationRequest", "308192"),
      .sample("MedicationRequest", "308192", entry: "1", status: .stopped))
    #expect(tracked.medications.map(\.isArchived) == [false])
    #expect(tracked.medications.first?.medication.identifier.value == "rxnorm:308192")
    #expect(tracked.remarks.map(\.isLeftOut) == [true])
  }

  @Test("M33 two strengths under the code of their ingredient are two medications")
  func strengthsInWords() throws {
    let tracked = try tracked(
      .sample("MedicationRequest", "6809") { $0.text = "Metformin 500 mg" },
      .sample("MedicationRequest", "6809", entry: "1") { $0.text = "Metformin 1000 mg" })
    #expect(tracked.medications.count == 2)
    #expect(Set(tracked.medications.map(\.medication.identifier)).count == 2)
    #expect(tracked.remarks.isEmpty)
  }

  @Test("S12 an active medication whose period is past is written, and said")
  func periodEnded() throws {
    let tracked = try tracked(
      .sample("MedicationStatement", "308192") {
        $0.dates.period = FHIRPeriod(start: "2020", end: "2021")
      })
    #expect(tracked.medications.map(\.isArchived) == [false])
    #expect(tracked.remarks.map(\.problem.code.rawValue) == ["period-ended"])
  }

  @Test("S12 a dispense alone is no medication that is tracked")
  func events() throws {
    let tracked = try tracked(
      .sample("MedicationDispense", "308192", status: .completed))
    #expect(tracked.medications.isEmpty)
    #expect(tracked.remarks.map(\.problem.code) == [.notTracked])
  }

  @Test("M34 an identifier that the resource carries is kept")
  func identifier() throws {
    let record = MedicationRecord.sample("MedicationStatement", "308192") {
      $0.identifiers = [FHIRIdentifier(system: "urn:rxkit:health-concept", value: "user:own")]
    }
    let tracked = try tracked(record)
    #expect(tracked.medications.first?.medication.identifier.value == "user:own")
  }

  @Test("M69 a timing that is not as needed makes a schedule")
  func schedule() throws {
    var daily = FHIRDosage.sample("1 daily")
    daily.timing = FHIRTiming()
    daily.timing?.frequency = "1"
    var asNeeded = daily
    asNeeded.asNeeded = true
    for (dosage, hasSchedule) in [(daily, true), (asNeeded, false), (.sample("1 daily"), false)] {
      let record = MedicationRecord.sample("MedicationStatement", "308192") {
        $0.dosages = [dosage]
      }
      let tracked = try tracked(record)
      #expect(tracked.medications.first?.hasSchedule == hasSchedule)
    }
  }

  @Test("M189 M190 what is written is read back without a note")
  func roundTrip() throws {
    let record = MedicationRecord.sample("MedicationStatement", "308192") {
      $0.text = "Amoxi 500"
      $0.codings.append(FHIRCoding(system: "urn:local", version: "2", code: "A"))
      $0.codings.append(FHIRCoding(display: "without a code"))
    }
    let tracked = try tracked(record)
    let medication = try #require(tracked.medications.first)
    #expect(medication.medication.displayText == "Amoxi 500")
    #expect(medication.medication.relatedCodings.count == 2)
    #expect(medication.medication.generalForm == .tablet)
    var json = JSONWriter()
    medication.write(to: &json)
    let read = try UserAnnotatedMedicationReader.read(json.bytes)
    #expect(read.map(\.medication) == [medication])
    #expect(read.first?.notes.isEmpty == true)
  }
}
