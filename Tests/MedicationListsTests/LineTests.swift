// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import MedicationLists
import MedicationModel
import Testing

// 308192 and 308191 are amoxicillin 500 MG, as tablet and capsule; 861007 is
// metformin 500 MG as tablet, 860975 with extended release; 1364447 is Eliquis.

@Suite("Lines of a medication list")
struct LineTests {
  private func outline(_ records: MedicationRecord...) throws -> [String] {
    try Starter.list(.records(records)).outline
  }

  @Test("S12 requests and statements about one drug share a line, and are counted")
  func merged() throws {
    let found = try outline(
      .sample("MedicationRequest", "308192"), .sample("MedicationStatement", "308192", entry: "1"))
    #expect(found == ["current: 308192 ×2"])
  }

  @Test("S12 strength, form and release form keep drugs apart")
  func apart() throws {
    let found = try outline(
      .sample("MedicationRequest", "308192"), .sample("MedicationRequest", "308191", entry: "1"),
      .sample("MedicationRequest", "861007", entry: "2"),
      .sample("MedicationRequest", "860975", entry: "3"))
    #expect(found.count == 4)
  }

  @Test("S12 another route is another line; the route of the form counts where none is given")
  func routes() throws {
    let oral = MedicationRecord.sample("MedicationRequest", "308192") {
      $0.dosages = [.sample("1 daily", route: "By mouth")]
    }
    let silent = MedicationRecord.sample("MedicationRequest", "308192", entry: "1")
    let rectal = MedicationRecord.sample("MedicationRequest", "308192", entry: "2") {
      $0.dosages = [.sample("1 daily", route: "Rectal")]
    }
    let found = try outline(oral, silent, rectal)
    #expect(found == ["current: 308192 ×2", "current: 308192 ×1"])
  }

  @Test("S12 different meanings of status are never merged, and each line says so")
  func conflict() throws {
    let list = try Starter.list(
      .records(
        .sample("MedicationRequest", "308192"),
        .sample("MedicationRequest", "308192", entry: "1", status: .stopped)))
    #expect(list.outline == ["current: 308192 ×1", "archived: 308192 ×1"])
    #expect(list.lines.allSatisfy { $0.problems.map(\.code) == [.statusConflict] })
  }

  @Test("S12 a dispense or administration stands beside its drug and changes nothing there")
  func events() throws {
    let found = try outline(
      .sample("MedicationRequest", "308192"),
      .sample("MedicationDispense", "308192", entry: "1", status: .completed),
      .sample("MedicationAdministration", "308192", entry: "2", status: .completed),
      .sample("MedicationDispense", "861007", entry: "3", status: .completed))
    #expect(found == ["current: 308192 ×1+2", "events-only: 861007 ×1"])
  }

  /// What must never stand among what is taken, and where it stands instead.
  static let notTaken:
    [(name: String, block: ListBlock, change: @Sendable (inout MedicationRecord) -> Void)] = [
      (
        "doNotPerform", .notTaken,
        {
          $0.statusMeaning = .notTaken
          $0.negated = true
          $0.flags = [.prohibited]
        }
      ),
      ("planned", .planned, { $0.statusMeaning = .planned }),
      ("stopped", .archived, { $0.statusMeaning = .stopped }),
      (
        "on hold", .onHold,
        {
          $0.statusMeaning = .stopped
          $0.flags = [.onHold]
        }
      ),
      ("modifier not understood", .notInterpreted, { $0.flags = [.notUnderstood] }),
      ("Medication entered in error", .notInterpreted, { $0.flags = [.medicationEnteredInError] }),
      ("taken off a list", .removed, { $0.flags = [.removedFromList] }),
      ("no known medication", .absence, { $0.absence = .noneKnown }),
      ("status unknown", .statusUnknown, { $0.statusMeaning = .unknown }),
    ]

  @Test("S10 S11 S40 what is not taken has a block of its own", arguments: 0..<notTaken.count)
  func blocks(_ index: Int) throws {
    let (name, block, change) = Self.notTaken[index]
    let record = MedicationRecord.sample("MedicationStatement", "308192", change: change)
    let list = try Starter.list(.records(record))
    #expect(list.lines.map(\.block) == [block], "\(name)")
    #expect(list.lines(of: .current).isEmpty)
  }

  @Test("S11 what was entered in error is counted and on no line")
  func enteredInError() throws {
    let record = MedicationRecord.sample("MedicationStatement", "308192", status: .enteredInError)
    let list = try Starter.list(.records(record))
    #expect(list.lines.isEmpty)
    #expect(list.enteredInError.count == 1)
    #expect(list.recordCount == 1)
  }

  @Test("S1 S4 drugs that are not known keep their words; a text alone is never merged")
  func unresolved() throws {
    let words = MedicationRecord.sample("MedicationStatement") { $0.text = "the blue one" }
    var again = words
    again.entryPath = "1"
    let local = MedicationRecord.sample("MedicationStatement", entry: "2") {
      $0.codings = [FHIRCoding(system: "urn:local", code: "7", display: "Blue tablet")]
    }
    var second = local
    second.entryPath = "3"
    let found = try outline(words, again, local, second)
    #expect(
      found == [
        "current: Blue tablet ×2", "current: the blue one ×1", "current: the blue one ×1",
      ])
  }

  @Test("S6 S12 a display that disagrees with its code keeps to a line of its own")
  func doubtful() throws {
    let plain = MedicationRecord.sample("MedicationRequest", "308192")
    let doubtful = MedicationRecord.sample("MedicationRequest", entry: "1") {
      $0.codings = [
        FHIRCoding(
          system: CodeSystem.rxNorm, code: "308192", display: "warfarin sodium 5 MG Oral Tablet")
      ]
    }
    let found = try outline(plain, doubtful)
    #expect(found == ["current: 308192 ×1", "current: 308192 ×1"])
  }

  @Test("S12 a brand that the words name beside a generic code is another drug")
  func brandInWords() throws {
    let plain = MedicationRecord.sample("MedicationRequest", "861007")
    let branded = MedicationRecord.sample("MedicationRequest", "861007", entry: "1") {
      $0.text = "Glucophage 500 MG Oral Tablet"
    }
    let found = try outline(plain, branded)
    #expect(found == ["current: 861007 ×1", "current: 861007 ×1"])
  }

  @Test("S10 what an export says was deleted at its source is not listed as taken")
  func deletedAtSource() throws {
    let record = MedicationRecord.sample("MedicationRequest", "308192") {
      $0.problems = [Problem(.deletedAtSource, .warning, "deleted")]
    }
    let list = try Starter.list(.records(record))
    #expect(list.lines.map(\.block) == [.removed])
  }

  @Test("S15 a combination of coded and worded ingredients is named by all of them")
  func combination() throws {
    let record = MedicationRecord.sample("MedicationRequest") {
      $0.ingredients = [
        MedicationIngredient(codings: [FHIRCoding(system: CodeSystem.rxNorm, code: "723")]),
        MedicationIngredient(text: "the other part"),
      ]
    }
    let list = try Starter.list(.records(record))
    #expect(list.lines.first?.name == "amoxicillin / the other part")
    #expect(list.facts.notComparedLines == [0])
  }

  @Test(
    "S12 an active record whose stated period is past is marked, and stays where it is",
    arguments: [("2026-11-20", true), ("2026-11-21", false), ("2026", false), ("2025-12", true)])
  func periodEnded(_ end: String, _ isEnded: Bool) throws {
    let record = MedicationRecord.sample("MedicationStatement", "308192") {
      $0.dates.period = FHIRPeriod(start: "2020", end: end)
    }
    let list = try Starter.list(.records(record))
    #expect(list.lines.map(\.block) == [.current])
    #expect(list.lines.first?.isPeriodEnded == isEnded)
  }

  @Test("S2 S12 dates stay literal; the first begins first, the last may end last")
  func dates() throws {
    let dates = ["2019-05", "2020", "2019-05-31", "2020-03-01"]
    var contents = DocumentContents()
    for (index, date) in dates.enumerated() {
      contents.records.append(
        .sample("MedicationRequest", "308192", entry: "\(index)") { $0.dates.authored = date })
    }
    let line = try #require(try Starter.list(contents).lines.first)
    #expect(line.dates?.first == "2019-05")
    #expect(line.dates?.last == "2020")
    #expect(line.records.count == 4)
  }
}
