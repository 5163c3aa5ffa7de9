// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import MedicationModel
import Testing

@Suite("Words that deny what the status says")
struct StatedUseTests {
  static let denied: [(type: String, members: String)] = [
    ("MedicationStatement", #""status":"active","medicationCodeableConcept":{"text":"x (hold)"}"#),
    ("MedicationStatement", #""medicationCodeableConcept":{"text":"husband's x"}"#),
    (
      "MedicationRequest",
      #""status":"active","medicationReference":{"display":"x - discontinued"}"#
    ),
    (
      "MedicationRequest",
      #""status":"active","medicationCodeableConcept":{"coding":[{"display":"consider x"}]}"#
    ),
    (
      "MedicationRequest",
      #""status":"active","medicationCodeableConcept":{"text":"x"},"dosageInstruction":[{"text":"1 daily"},{"text":"Patient not taking: Reported on 1/2/2024"}]"#
    ),
    (
      "MedicationStatement",
      #""status":"active","medicationCodeableConcept":{"text":"x"},"dosage":[{"text":"does not take"}]"#
    ),
    (
      "MedicationRequest",
      #""status":"active","medicationCodeableConcept":{"coding":[{"display":"lisinopril 10 MG"}]},"dosageInstruction":[{"text":"1 daily. Stop taking lisinopril."}]"#
    ),
    (
      "MedicationRequest",
      #""status":"active","medicationCodeableConcept":{"text":"x"},"dosageInstruction":[{"text":"1 daily","patientInstruction":"STOP taking this medicine"}]"#
    ),
    (
      "MedicationRequest",
      #""status":"active","medicationCodeableConcept":{"text":"x"},"dosageInstruction":[{"additionalInstruction":[{"coding":[{"display":"Patient not taking"}]}]}]"#
    ),
    // Beside a text that says nothing of it.
    (
      "MedicationRequest",
      #""status":"active","medicationCodeableConcept":{"text":"x","coding":[{"display":"x (stopped)"}]}"#
    ),
    (
      "MedicationRequest",
      #""status":"active","medicationCodeableConcept":{"text":"x"},"medicationReference":{"display":"x (not taking)"}"#
    ),
    (
      "MedicationRequest",
      #""status":"active","medicationCodeableConcept":{"text":"x"},"dosageInstruction":[{"additionalInstruction":[{"text":"see coding","coding":[{"display":"Patient not taking"}]}]}]"#
    ),
    (
      "MedicationDispense",
      #""status":"completed","medicationCodeableConcept":{"text":"x (refused)"}"#
    ),
    (
      "MedicationStatement",
      #""status":"completed","medicationCodeableConcept":{"text":"wife's x"}"#
    ),
  ]

  @Test("S10 S2 words against the status are said, and the status stays", arguments: denied)
  func denial(type: String, members: String) throws {
    let record = try Fixture.record(#"{"resourceType":"\#(type)",\#(members)}"#)
    #expect(record.codes.contains("use-denied-in-words"))
    #expect(record.problems.contains { $0.severity == .warning })
    #expect(record.flags.isEmpty && !record.negated)
    #expect([.active, .unknown, .completed].contains(record.statusMeaning))
  }

  static let agreed: [(type: String, members: String)] = [
    // The status says as much.
    (
      "MedicationStatement",
      #""status":"stopped","medicationCodeableConcept":{"text":"x (stopped)"}"#
    ),
    (
      "MedicationStatement", #""status":"on-hold","medicationCodeableConcept":{"text":"x on hold"}"#
    ),
    (
      "MedicationStatement",
      #""status":"not-taken","medicationCodeableConcept":{"text":"husband's x"}"#
    ),
    ("MedicationRequest", #""status":"draft","medicationCodeableConcept":{"text":"consider x"}"#),
    // An instruction, a definition.
    (
      "MedicationRequest",
      #""status":"active","medicationCodeableConcept":{"text":"x"},"dosageInstruction":[{"text":"do not stop taking"}]"#
    ),
    ("Medication", #""code":{"text":"x (hold)"}"#),
  ]

  @Test("Words that agree, or say nothing of use, are no problem", arguments: agreed)
  func agreement(type: String, members: String) throws {
    let record = try Fixture.record(#"{"resourceType":"\#(type)",\#(members)}"#)
    #expect(!record.codes.contains("use-denied-in-words"))
    #expect(!record.codes.contains("condition-in-words"))
  }

  /// Words that deny something else than the drug of the record.
  static let others: [String] = [
    #""medicationCodeableConcept":{"text":"apixaban 5 mg (warfarin discontinued)"}"#,
    #""medicationCodeableConcept":{"text":"EpiPen (allergic to bee stings)"}"#,
    #""medicationCodeableConcept":{"text":"x"},"dosageInstruction":[{"text":"1 tab x 7 days then stop"}]"#,
    #""medicationCodeableConcept":{"coding":[{"display":"lisinopril 10 MG"}]},"dosageInstruction":[{"text":"1 daily. Stop taking ibuprofen."}]"#,
  ]

  @Test("What is denied of something else is a note", arguments: others)
  func otherThings(_ members: String) throws {
    let record = try Fixture.record(
      #"{"resourceType":"MedicationRequest","status":"active",\#(members)}"#)
    #expect(!record.codes.contains("use-denied-in-words"))
    #expect(record.codes.contains("condition-in-words"))
  }

  /// What is denied where a word is not known: it may be the drug by another name.
  static let uncertain: [(type: String, members: String, severity: Problem.Severity)] = [
    (
      "MedicationRequest",
      #""status":"active","dosageInstruction":[{"text":"stopped zzz"},{"text":"hold if HR < 60"}]"#,
      .warning
    ),
    ("MedicationStatement", #""dosage":[{"text":"stopped zzz"}]"#, .warning),
    (
      "MedicationRequest", #""status":"completed","dosageInstruction":[{"text":"stopped zzz"}]"#,
      .note
    ),
    (
      "MedicationDispense", #""status":"active","dosageInstruction":[{"text":"stopped zzz"}]"#,
      .note
    ),
    (
      "MedicationRequest", #""status":"active","dosageInstruction":[{"text":"hold if HR < 60"}]"#,
      .note
    ),
  ]

  @Test(
    "S10 what may be denied of a drug that is listed as taken is a warning", arguments: uncertain)
  func mayBeDenied(type: String, members: String, severity: Problem.Severity) throws {
    let record = try Fixture.record(
      #"{"resourceType":"\#(type)","medicationCodeableConcept":{"text":"x"},\#(members)}"#)
    let problems = record.problems.filter { $0.code == .conditionInWords }
    #expect(problems.map(\.severity) == [severity])
    #expect(!record.codes.contains("use-denied-in-words"))
  }

  @Test("A condition is a note, once")
  func condition() throws {
    let record = try Fixture.record(
      #"{"resourceType":"MedicationRequest","status":"active","medicationCodeableConcept":{"text":"x"},"dosageInstruction":[{"text":"hold for SBP < 100"},{"text":"stop if a rash appears"}]}"#
    )
    #expect(record.codes.filter { $0 == "condition-in-words" }.count == 1)
    #expect(!record.codes.contains("use-denied-in-words"))
    #expect(record.statusMeaning == .active)
  }
}
