// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@Suite("rxkit med")
struct MedCommandTests {
  // MARK: The list

  @Test("M66 M67 M68 M72 M189 What is added is on the list, with exactly the members of its shape")
  func add() throws {
    let script = try MedScript(now: "2026-03-02T09:00:00+01:00")
    let added = try script.ask("add", "Herbal tea", "--nickname", "Tea", "--unit", "cup")
    let listed = try script.ask("list")
    #expect(listed.texts("nickname") == ["Tea"])
    #expect(listed.texts("isArchived") == ["0"] || listed.texts("isArchived") == ["false"])
    #expect(Set(listed[0].keys) == ["nickname", "isArchived", "hasSchedule", "medication"])
    let medication = try #require(listed[0]["medication"] as? [String: Any])
    #expect(
      Set(medication.keys) == ["identifier", "displayText", "generalForm", "relatedCodings"])
    #expect(medication["displayText"] as? String == "Herbal tea")
    #expect((medication["identifier"] as? String)?.hasPrefix("user:") == true)
    #expect(NSArray(array: added) == NSArray(array: listed))
    #expect(try script.ask("take", "tea").texts("unit") == ["cup"])
    let attributes = try FileManager.default.attributesOfItem(atPath: script.store)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("M78 The same medication is not listed twice")
  func twice() throws {
    let script = try MedScript(now: "2026-03-02T09:00:00+01:00")
    try script.run("add", "Herbal tea")
    #expect(try script.code("add", "Herbal tea") == "errorInvalidArgument")
  }

  @Test("M58 A code gives name, form and coding of the catalog; an unknown code is not added")
  func catalog() throws {
    let folder = try TemporaryFolder()
    let options = ["--store", folder["s"].path, "--now", "2026-03-02T09:00:00Z"]
    try ToolProcess.asking(["med", "add", "308192", "--json", "-q"] + options).expect(
      0, prints: "\"rxnorm:308192\"", "\"amoxicillin 500 MG Oral Tablet\"",
      "\"generalForm\": \"tablet\"")
    try ToolProcess.asking(["med", "add", "99999999"] + options).expect(1, lines: 0)
    try ToolProcess.asking(
      ["med", "add", "Amoxicillin 250 mg oral capsule", "--json"] + options
    ).expect(prints: "\"rxnorm:308182\"", "\"Amoxicillin 250 mg oral capsule\"")
    try ToolProcess.asking(["med", "add", "Grandmother's drops", "--json"] + options).expect(
      says: "name alone", prints: "\"user:")
  }

  @Test("A part of a name, a nickname or a number name a medication; what is ambiguous is listed")
  func naming() throws {
    let script = try MedScript(now: "2026-03-02T09:00:00+01:00")
    try script.run("add", "Ibuprofen 200 mg")
    try script.run("add", "Ibuprofen 400 mg", "--nickname", "Strong one")
    for words in ["200", "ibuprofen 2", "1"] {
      #expect(try script.ask("show", words).texts("nickname") == ["-"])
    }
    for words in ["strong", "2", "400"] {
      #expect(try script.ask("show", words).texts("nickname") == ["Strong one"])
    }
    let run = try script.run("take", "ibu", exitCode: 2)
    #expect(run.errors.contains("1  Ibuprofen 200 mg\n"))
    #expect(run.errors.contains("2  Strong one (Ibuprofen 400 mg)"))
    #expect(try script.ask("doses").isEmpty)
    #expect(try script.code("take", "aspirin", exitCode: 1) == "errorInvalidArgument")
  }

  @Test("M71 M75 M106 Renaming and archiving leave doses alone")
  func archive() throws {
    let script = try MedScript(now: "2026-03-02T09:00:00+01:00")
    try script.run("add", "Tea")
    let dose = try script.ask("take", "tea")
    #expect(
      try script.ask("rename", "tea", "Green", "leaves").texts("nickname") == ["Green leaves"])
    #expect(try script.ask("rename", "tea", "--none").texts("nickname") == ["-"])
    try script.run("archive", "tea")
    #expect(try script.ask("list", "--active").isEmpty)
    #expect(try script.ask("list", "--archived").count == 1)
    #expect(NSArray(array: try script.ask("doses")) == NSArray(array: dose))
    try script.run("archive", "tea", "--undo")
    #expect(try script.ask("list", "--active").count == 1)
  }

  // MARK: Doses

  @Test("M82 M87 M89 M90 M91 M92 M99 Amounts and dates of doses")
  func amounts() throws {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    try script.run("add", "Tea")
    try script.run("add", "Pill")
    try script.run("schedule", "pill", "--at", "08:00=2,20:00")
    let needed = try script.ask("take", "tea", "--at", "06:30", now: "2026-03-02T08:10:00+01:00")
    #expect(needed.texts("scheduleType") == ["asNeeded"])
    #expect(needed.texts("scheduledDate") == ["-"])
    #expect(needed.texts("doseQuantity") == ["1"])
    #expect(needed.texts("startDate") == ["2026-03-02T06:30:00+01:00"])
    let taken = try script.ask("take", "pill", "--amount", "1.5", "--at", "08:04")
    #expect(taken.texts("scheduledDate") == ["2026-03-02T08:00:00+01:00"])
    #expect(taken.texts("scheduledDoseQuantity") == ["2"])
    #expect(taken.texts("doseQuantity") == ["1.5"])
    #expect(taken.texts("startDate") == ["2026-03-02T08:04:00+01:00"])
    let skipped = try script.ask("skip", "pill", now: "2026-03-02T20:30:00+01:00")
    #expect(skipped.texts("doseQuantity") == ["0"])
    #expect(skipped.texts("startDate") == ["2026-03-02T20:30:00+01:00"])
    #expect(try script.code("take", "tea", "--amount", "-1") == "errorInvalidArgument")
    #expect(try script.code("take", "tea", "--amount", "nan") == "errorInvalidArgument")
    #expect(try script.code("take", "tea", "--at", "21:00") == "errorInvalidArgument")
    #expect(
      try script.code("take", "tea", "--at", "2026-03-02T08:00:00") == "errorInvalidArgument",
      "M193 a date without an offset")
  }

  @Test("M95 M100 M194 M195 One event per scheduled dose, of which the latest is answered")
  func reminders() throws {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    try script.run("add", "Pill")
    try script.run("schedule", "pill", "--at", "08:00,20:00")
    #expect(try script.ask("due").isEmpty)
    let due = try script.ask("due", now: "2026-03-02T20:00:00+01:00")
    #expect(due.texts("logStatus") == ["notInteracted", "notInteracted"])
    let run = try script.run("take", "pill")
    #expect(run.errors == "also due: 2026-03-02 08:00\n")
    try script.run("take", "pill", "--scheduled", "08:00", "--at", "08:05")
    let extra = try script.run("take", "pill", now: "2026-03-02T21:00:00+01:00")
    #expect(extra.errors.contains("extra"))
    let doses = try script.ask("doses")
    #expect(doses.texts("scheduleType") == ["schedule", "schedule", "asNeeded"])
    #expect(doses.texts("logStatus") == ["taken", "taken", "taken"])
    // The next one, early: no second event when it becomes due.
    try script.run("take", "pill", "--scheduled", "2026-03-03 08:00")
    #expect(try script.ask("sweep", now: "2026-03-03T08:00:00+01:00").isEmpty)
    #expect(
      try script.code("take", "pill", "--scheduled", "07:00", exitCode: 1)
        == "errorInvalidArgument")
    #expect(try script.code("list", now: "2026-03-03T07:59:00+01:00") == "errorInvalidArgument")
  }

  @Test("M93 M97 M103 M196 Snooze, undo, and logging after both")
  func snooze() throws {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    try script.run("add", "Pill")
    try script.run("schedule", "pill", "--at", "08:00")
    let snoozed = try script.ask("snooze", "pill", now: "2026-03-02T08:02:00+01:00")
    #expect(snoozed.texts("logStatus") == ["snoozed"])
    #expect(snoozed.texts("startDate") == ["2026-03-02T08:00:00+01:00"])
    #expect(snoozed.texts("doseQuantity") == ["-"])
    #expect(try script.ask("due").texts("reminder") == ["2026-03-02T08:12:00+01:00"])
    try script.run("take", "pill", now: "2026-03-02T08:13:00+01:00")
    let undone = try script.ask("undo", "pill")
    #expect(undone.texts("logStatus") == ["notLogged"])
    #expect(undone.texts("startDate") == ["2026-03-02T08:00:00+01:00"])
    let again = try script.ask("take", "pill")
    #expect(again.texts("scheduledDate") == ["2026-03-02T08:00:00+01:00"])
    #expect(try script.ask("doses").count == 1)
    #expect(try script.code("snooze", "pill", exitCode: 1) == "errorInvalidArgument")
  }

  @Test("A dose of yesterday evening can be answered after midnight, one of the morning no more")
  func afterMidnight() throws {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    try script.run("add", "Pill")
    try script.run("schedule", "pill", "--at", "08:00,23:30")
    #expect(try script.ask("due", now: "2026-03-03T00:20:00+01:00").count == 1)
    let taken = try script.ask("take", "pill")
    #expect(taken.texts("scheduledDate") == ["2026-03-02T23:30:00+01:00"])
    #expect(try script.ask("take", "pill").texts("scheduleType") == ["asNeeded"])
  }

  @Test("M101 M102 M158 M159 An edit is a deletion and an addition")
  func edit() throws {
    let script = try MedScript(now: "2026-03-02T09:00:00+01:00")
    try script.run("add", "Tea")
    let first = try script.ask("take", "tea", "--at", "yesterday 21:00")
    let anchor = try #require(
      try script.ask("doses", "--status", "taken", "--since-anchor", "none")[0]["newAnchor"]
        as? String)
    let uuid = try #require(first[0]["uuid"] as? String)
    let edited = try script.ask("edit", String(uuid.prefix(8)), "--at", "08:30", "--amount", "2")
    #expect(edited.texts("startDate") == ["2026-03-02T08:30:00+01:00"])
    #expect(edited.texts("uuid") != [uuid])
    let change = try script.ask("doses", "--status", "taken", "--since-anchor", anchor)[0]
    #expect((change["deletedObjects"] as? [[String: Any]])?.texts("uuid") == [uuid])
    #expect(
      (change["addedSamples"] as? [[String: Any]])?.texts("uuid") == edited.texts("uuid"))
    let second = try #require(change["newAnchor"] as? String)
    try script.run("edit", edited.texts("uuid")[0], "--status", "skipped")
    let last = try script.ask("doses", "--status", "taken", "--since-anchor", second)[0]
    #expect((last["deletedObjects"] as? [[String: Any]])?.texts("uuid") == edited.texts("uuid"))
    #expect((last["addedSamples"] as? [[String: Any]])?.isEmpty == true)
    #expect(try script.code("edit", uuid, "--amount", "1", exitCode: 1) == "errorInvalidArgument")
    #expect(
      try script.code("doses", "--since-anchor", "elsewhere") == "errorInvalidArgument", "M166")
  }

  @Test("M69 M70 M194 M198 M199 Schedules, notifications and archiving decide what becomes due")
  func schedules() throws {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    try script.run("add", "Pill")
    #expect(
      try script.ask("schedule", "pill", "--at", "08:00", "--every", "2")[0]["hasSchedule"]
        as? Bool == true)
    try script.run("notifications", "off", now: "2026-03-03T12:00:00+01:00")
    try script.run("archive", "pill", now: "2026-03-05T12:00:00+01:00")
    try script.run("archive", "pill", "--undo", now: "2026-03-07T12:00:00+01:00")
    try script.run("notifications", "on")
    try script.run("schedule", "pill", "--none", now: "2026-03-09T12:00:00+01:00")
    #expect(try script.ask("list")[0]["hasSchedule"] as? Bool == false)
    let doses = try script.ask("doses", now: "2026-03-20T12:00:00+01:00")
    #expect(
      doses.texts("scheduledDate") == [
        "2026-03-02T08:00:00+01:00", "2026-03-04T08:00:00+01:00", "2026-03-08T08:00:00+01:00",
      ])
    #expect(
      doses.texts("logStatus") == ["notInteracted", "notificationNotSent", "notInteracted"])
    for wrong in [["--at", "8:00"], ["--at", "08:00,08:00"], ["--at", "08:00", "--cycle", "21"]] {
      try ToolProcess.run(
        ["med", "schedule", "pill", "--store", script.store, "--now", script.now] + wrong
      ).expect(2, says: "[errorInvalidArgument]")
    }
  }

  // MARK: Symptoms

  @Test("M169 M171 M172 M173 M175 Symptoms by words and numbers of their own values")
  func symptoms() throws {
    let script = try MedScript(now: "2026-03-02T09:00:00+01:00")
    try script.run("add", "Tea")
    try script.run("symptom", "log", "headache", "extreme", "--for", "tea")
    try script.run("symptom", "log", "moodChanges", "mild", "--at", "08:00")
    try script.run("symptom", "log", "appetiteChanges", "decreased")
    try script.run("symptom", "log", "Runny Nose", "none")
    try script.run("symptom", "log", "HKCategoryTypeIdentifierNausea", "2")
    let samples = try script.ask("symptom", "list")
    let values = Dictionary(
      zip(samples.texts("categoryType").map { String($0.dropFirst(24)) }, samples.texts("value")),
      uniquingKeysWith: { first, _ in first })
    #expect(
      values == [
        "Headache": "4", "MoodChanges": "0", "AppetiteChanges": "2", "RunnyNose": "1",
        "Nausea": "2",
      ])
    let headache = try script.ask("symptom", "list", "headache")
    #expect(
      (headache[0]["metadata"] as? [String: String])?.values.first?.hasPrefix("user:") == true)
    #expect(try script.code("symptom", "log", "appetiteChanges", "4") == "errorInvalidArgument")
    #expect(try script.code("symptom", "log", "moodChanges", "2") == "errorInvalidArgument")
    #expect(try script.code("symptom", "log", "hedache", "mild") == "usage.unknown-value")
  }

  // MARK: Apps

  @Test("M65 M111 M114 M116 M121 M122 M123 M125 An app sees what it was granted, and no more")
  func apps() throws {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    try script.run("add", "Tea")
    try script.run("add", "Pill")
    #expect(try script.code("grant", "org.example.a", "tea") == "errorAuthorizationDenied")
    #expect(try script.ask("list", "--as", "org.example.a").isEmpty)
    try script.run("grant", "org.example.a", "tea")
    try script.run("take", "tea")
    try script.run("take", "pill")
    #expect(try script.ask("list", "--as", "org.example.a").count == 1)
    #expect(try script.ask("doses", "--as", "org.example.a").count == 1)
    #expect(try script.ask("list", "--as", "org.example.b").isEmpty)
    try script.run("add", "Syrup", "--share-with", "org.example.b")
    #expect(try script.ask("list", "--as", "org.example.b").count == 1)
    let anchor = try #require(
      try script.ask("doses", "--since-anchor", "none", "--as", "org.example.a")[0]["newAnchor"]
        as? String)
    try script.run("revoke", "org.example.a", "tea")
    let after = try script.ask("doses", "--since-anchor", anchor, "--as", "org.example.a")[0]
    #expect((after["deletedObjects"] as? [Any])?.isEmpty == true)
    #expect(try script.ask("doses", "--as", "org.example.a").isEmpty)
    #expect(try script.code("take", "tea", "--as", "org.example.a") == "errorAuthorizationDenied")
    #expect(
      try script.code("grant", "org.example.a", "pill", "--share") == "errorAuthorizationDenied")
    #expect(try script.ask("apps").texts("bundleIdentifier") == ["org.example.a", "org.example.b"])
  }

  @Test("M117 M118 M119 An app writes symptoms when it may, and reads its own")
  func symptomsOfApps() throws {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    let app = "org.example.a"
    try script.run("symptom", "log", "headache", "mild")
    #expect(
      try script.code("symptom", "log", "headache", "mild", "--as", app)
        == "errorAuthorizationNotDetermined")
    #expect(
      try script.code("grant", app, "2", exitCode: 1) == "errorInvalidArgument")
    try script.run("add", "Tea")
    #expect(try script.code("grant", app, "tea") == "errorAuthorizationDenied", "M123")
    try script.run("grant", app, "headache", "--share")
    try script.run("symptom", "log", "headache", "severe", "--as", app)
    #expect(try script.ask("symptom", "list", "--as", app).texts("value") == ["4"])
    try script.run("grant", app, "headache", "--read")
    #expect(try script.ask("symptom", "list", "--as", app).count == 2)
    try script.run("revoke", app, "headache", "--share")
    #expect(
      try script.code("symptom", "log", "headache", "mild", "--as", app)
        == "errorAuthorizationDenied")
    #expect(try script.ask("symptom", "list", "--as", app).count == 2)
  }

  // MARK: All of it

  @Test("A damaged store is refused with the command that saves what can be read of it")
  func recover() throws {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    try script.run("add", "Tea")
    try script.run("take", "Tea")
    let saved = script.folder["saved.sqlite"].path
    var bytes = try Data(contentsOf: URL(fileURLWithPath: script.store))
    // The schema.
    bytes.replaceSubrange(100..<4096, with: repeatElement(0xFF, count: 3_996))
    try bytes.write(to: URL(fileURLWithPath: script.store))
    #expect(try script.run("list", exitCode: 3).errors.contains("rxkit med recover"))
    let run = try script.run("recover", saved, exitCode: 1)
    #expect(run.output.split(separator: "\n").contains { $0.hasPrefix("medication ") })
    #expect(run.errors.contains("more may be lost than is counted"))
    #expect(try script.code("recover", saved, exitCode: 3) == "errorDatabaseInaccessible")
    try ToolProcess.run(
      ["med", "doses", "--store", saved, "--format", "csv", "--time-zone", "Europe/Zurich"]).expect(
        prints: "taken")
  }

  @Test("Erasing asks, or needs --yes")
  func erase() throws {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    try script.run("add", "Tea")
    try script.run("erase", exitCode: 2)
    #expect(try script.ask("list").count == 1)
    try ToolProcess.run(["med", "erase", "--yes", "--store", script.store]).expect(0)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: script.store))
    #expect(bytes.range(of: Data("Tea".utf8)) == nil)
  }

  @Test("Store, time and zone come from the environment when no option names them")
  func environment() throws {
    let folder = try TemporaryFolder()
    let environment = [
      "HOME": folder.url.path, "XDG_DATA_HOME": folder["data"].path, "TZ": ":America/New_York",
      "RXKIT_NOW": "2026-03-02T12:00:00Z",
    ]
    func run(_ words: String...) throws -> ToolProcess {
      try ToolProcess.run(["med"] + words, environment: environment)
    }
    // Without a catalog a code is kept as what it is.
    #expect(try run("add", "308192", "--json").output.contains("\"rxnorm:308192\""))
    let taken = try run("take", "1", "--json").output
    #expect(taken.contains("\"startDate\": \"2026-03-02T07:00:00-05:00\""), "\(taken)")
    #if os(Linux)
      #expect(FileManager.default.fileExists(atPath: folder["data/rxkit/health.sqlite"].path))
    #endif
    let watched = try run("watch", "--count", "1", "--json").output
    #expect(watched.hasPrefix("{\"addedSamples\":[{\"uuid\":") && watched.hasSuffix("\"}\n"))
    for (option, value) in [("--time-zone", "Mars/Base"), ("--now", "soon"), ("--seed", "x")] {
      #expect(try run("list", option, value).exitCode == 2)
    }
    #expect(try run("list", "--store", "/nonexistent/store").exitCode == 3)
  }

  @Test("A group of commands has help of its own, and near words are suggested")
  func group() throws {
    let help = try ToolProcess.run(["med", "--help"]).expect(0, prints: "  snooze ")
    #expect(try ToolProcess.run(["help", "med"]).output == help.output)
    #expect(try ToolProcess.run(["med"]).exitCode == 2)
    #expect(try ToolProcess.run(["med", "symptom", "--help"]).output.contains("  log "))
    #expect(try ToolProcess.run(["med", "tkae"]).errors.contains("Did you mean 'take'?"))
    #expect(try ToolProcess.run(["help"]).output.contains("  med "))
    #expect(try ToolProcess.run(["help", "med", "take"]).output.contains("--scheduled"))
  }
}
