// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@Suite("rxkit med remind, export and import")
struct MedExchangeTests {
  @Test("A reminder gives names to a command as variables, never as words of a shell")
  func remind() throws {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    let (answer, broken) = (script.folder["answer"], script.folder["broken"])
    let name = "$(: > '\(broken.path)'); `: > '\(broken.path)'` ' \" \\ %s | &"
    try script.run("add", "Pill", "--nickname", name)
    try script.run("schedule", "1", "--at", "08:00=2")
    /// As a process: the variables are set in its own environment.
    func remind(_ command: String, at now: String) throws -> ToolProcess {
      script.now = now
      return try ToolProcess.run(
        [
          "med", "remind", "--once", "--run", command, "--store", script.store, "--now", now,
          "--time-zone", script.zone,
        ], input: "")
    }
    let line = #"printf '%s\n' "$RXKIT_TITLE" "$RXKIT_TEXT" "$RXKIT_DUE" "$RXKIT_UUID""#
    let run = try remind("\(line) > '\(answer.path)'", at: "2026-03-02T08:00:00+01:00")
    #expect(run.exitCode == 0, "\(run.errors)")
    let lines = try String(contentsOf: answer, encoding: .utf8).split(separator: "\n")
    try #require(lines.count == 4)
    #expect(lines[0] == name)
    #expect(lines[1].hasPrefix("2 ") && lines[1].hasSuffix(", 2026-03-02 08:00"))
    #expect(lines[2] == "2026-03-02T08:00:00+01:00")
    #expect(try script.ask("doses").texts("uuid") == [String(lines[3])])
    #expect(!FileManager.default.fileExists(atPath: broken.path))

    let failed = try remind("exit 3", at: "2026-03-03T08:00:00+01:00")
    #expect(failed.exitCode == 1 && failed.errors.contains("the command of --run failed"))
    #expect(!failed.errors.contains("broken"))
    #expect(
      try script.ask("doses").texts("logStatus") == ["notInteracted", "notificationNotSent"])
    #expect(try remind("", at: "2026-03-04T08:00:00+01:00").exitCode == 2, "an empty command")
  }

  @Test("M194 M196 Each due dose is reminded of once, a snoozed one again, none while that is off")
  func remindOnce() throws {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    let log = script.folder["log"]
    try script.run("add", "Pill")
    try script.run("schedule", "1", "--at", "08:00,12:00,20:00")
    func count(at time: String, _ more: String...) throws -> Int {
      try Data().write(to: log)
      script.now = "2026-03-02T\(time):00+01:00"
      let run = try ToolProcess.run(
        ["med", "remind", "--once", "--run", "echo >> '\(log.path)'", "--store", script.store]
          + ["--now", script.now, "--time-zone", script.zone] + more, input: "")
      #expect(run.exitCode == 0, "\(run.errors)")
      return try Data(contentsOf: log).count
    }
    #expect(try count(at: "08:00") == 1)
    #expect(try count(at: "08:01") == 0)
    try script.run("snooze", "1", now: "2026-03-02T08:05:00+01:00")
    #expect(try count(at: "08:14") == 0)
    #expect(try count(at: "08:16") == 1)
    #expect(try count(at: "08:17") == 0)
    #expect(try script.ask("due").texts("reminder") == ["2026-03-02T08:15:00+01:00"])
    // Another command has made the event.
    try script.run("due", now: "2026-03-02T12:00:00+01:00")
    #expect(try count(at: "12:01") == 1)
    try script.run("notifications", "off")
    #expect(try count(at: "20:01") == 0)
    #expect(try count(at: "20:02", "--since", "12:30") == 0)
    #expect(
      try script.ask("doses").texts("logStatus")
        == ["snoozed", "notInteracted", "notificationNotSent"])
    try script.run("notifications", "on")
    #expect(try script.ask("remind", "--once").isEmpty)
    let answer = try script.ask("remind", "--once", "--since", "12:30", "--run", "echo x")
    #expect(answer.texts("logStatus") == ["notInteracted"])
    #expect(answer.texts("reminder") == ["2026-03-02T20:00:00+01:00"])
    #expect(try count(at: "20:03") == 0)
    #expect(try count(at: "20:04", "--since", "12:30") == 1)
  }

  /// A store with a schedule, doses and a symptom.
  private func filled() throws -> MedScript {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    try script.run("add", "Tea", "--nickname", "Green, \"best\"", "--unit", "cup")
    try script.run("add", "Pill")
    try script.run("schedule", "pill", "--at", "08:00,20:00=2")
    try script.run("take", "pill", now: "2026-03-02T08:10:00+01:00")
    try script.run("take", "tea", "--amount", "0.5")
    try script.run("symptom", "log", "headache", "mild", "--for", "tea")
    return script
  }

  @Test("M201 A backup restores the store, in a new file or an erased store only")
  func backup() throws {
    let script = try filled()
    let (first, copy) = (script.folder["backup.json"].path, script.folder["copy"].path)
    try script.run("export", "-o", first)
    let store = ["--store", copy, "--now", script.now, "--time-zone", script.zone]
    try ToolProcess.run(["med", "import", first, "--format", "csv"] + store).expect(
      0, prints: "restored,medications,doses,symptoms", "\(copy),2,2,1")
    let doses = try ToolProcess.run(["med", "doses", "--json"] + store)
    #expect(doses.output == (try script.run("doses", "--json").output))
    try ToolProcess.run(["med", "import", first] + store).expect(2, says: "[import.store-exists]")
    try ToolProcess.run(["med", "erase", "--yes"] + store).expect(0)
    try ToolProcess.run(["med", "import", first] + store).expect(0)
    #expect(try ToolProcess.run(["med", "doses", "--json"] + store).output == doses.output)
  }

  @Test("S1 S9 A backup with a schedule that cannot be read is restored, and each command says so")
  func unreadableSchedule() throws {
    let script = try filled()
    let backup = script.folder["backup.json"]
    try script.run("export", "-o", backup.path)
    let text = try String(contentsOf: backup, encoding: .utf8)
    try Data(text.replacing("2026-03-02T00:00:00", with: "1677-09-21T00:12:43.145").utf8)
      .write(to: backup)
    let store = [
      "--store", script.folder["copy"].path, "--now", script.now, "--time-zone", script.zone,
    ]
    let said = "the schedule of medication 2 cannot be read"
    func run(_ words: String...) throws -> ToolProcess {
      try ToolProcess.run(["med"] + words + store)
    }
    try run("import", backup.path).expect(0, says: said, prints: "2")
    for words in [["list"], ["show", "2"], ["due"], ["doses"], ["export"], ["take", "1"]] {
      try ToolProcess.run(["med"] + words + store).expect(0, says: said)
    }
    try run("list").expect(0, prints: "cannot be read")
    try run("export", "--format", "csv", "--table", "medications").expect(0, says: said)
    try run("recover", script.folder["saved"].path).expect(1, says: said)
    try run("schedule", "2", "--at", "09:00").expect(0, says: said)
    #expect(try run("list").errors.isEmpty)
    try Data(text.replacing("\"columns\"", with: "\"x\"").utf8).write(to: backup)
    try ToolProcess.run(["med", "import", backup.path, "--store", script.folder["other"].path])
      .expect(2, says: "\(backup.path): not a backup")
  }

  @Test("FHIR of either version adds the same records, once", arguments: ["fhir", "fhir-r5"])
  func fhir(_ format: String) throws {
    let script = try filled()
    let (file, copy) = (script.folder["record.json"].path, script.folder["copy"].path)
    try script.run("export", "--format", format, "-o", file)
    let options = ["--store", copy, "--now", script.now, "--time-zone", script.zone]
    for added in [5, 0] {
      let run = try ToolProcess.run(["med", "import", file, "--json"] + options).expect(0)
      let report = try #require(
        try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      let counts = ["medication", "dose", "symptom"].compactMap { report[$0] as? [String: Int] }
      #expect(counts.compactMap { $0["added"] }.reduce(0, +) == added)
      #expect(counts.compactMap { $0["read"] } == [2, 2, 1])
    }
    let doses = try ToolProcess.run(["med", "doses", "--json"] + options)
    #expect(doses.output == (try script.run("doses", "--json").output))
  }

  @Test("FHIR has the names of RxNorm codes, as the catalog has them")
  func displays() throws {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    let catalog = try StarterCatalog.path()
    try script.run("add", "861007", "--nickname", "Sugar", "--catalog", catalog)
    func displays(_ words: String...) throws -> [String?] {
      let options = ["--store", script.store, "--now", script.now, "--time-zone", script.zone]
      let run = try ToolProcess.run(["med", "export", "--format", "fhir"] + words + options)
      #expect(run.exitCode == 0, "\(run.errors)")
      let bundle = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
      let entries = try #require(bundle?["entry"] as? [[String: Any]])
      let statement = try #require(entries.last?["resource"] as? [String: Any])
      let concept = statement["medicationCodeableConcept"] as? [String: Any]
      return (concept?["coding"] as? [[String: Any]] ?? []).map { $0["display"] as? String }
    }
    #expect(try displays() == [nil])
    #expect(
      try displays("--catalog", catalog) == ["metformin hydrochloride 500 MG Oral Tablet"])
  }

  @Test("S35 New files of exports are readable by their owner only")
  func permissions() throws {
    let script = try filled()
    let paths = ["a.json", "tables", "a.ics", "b.ics"].map { script.folder[$0].path }
    try script.run("export", "-o", paths[0])
    try script.run("export", "--format", "csv", "-o", paths[1])
    try script.run("export", "--format", "ics", "-o", paths[2])
    try script.run("remind", "--ics", paths[3])
    for path in paths + [paths[1] + "/doses.csv"] {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode.map { $0 & 0o077 } == 0, "\(path)")
    }
  }

  @Test("Tables are a folder, or one of them; a calendar has what is due next")
  func tables() throws {
    let script = try filled()
    let folder = script.folder["tables"]
    try script.run("export", "--format", "csv", "-o", folder.path)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["doses.csv", "medications.csv", "symptoms.csv"])
    let medications = try String(
      contentsOf: folder.appendingPathComponent("medications.csv"), encoding: .utf8)
    #expect(medications.contains(",Tea,\"Green, \"\"best\"\"\","), "\(medications)")
    let one = try script.run("export", "--format", "csv", "--table", "doses").output
    #expect(
      one
        == (try String(contentsOf: folder.appendingPathComponent("doses.csv"), encoding: .utf8)))
    try script.run("export", "--format", "csv", exitCode: 2)
    let calendar = try script.run("export", "--format", "ics", "--days", "1").output
    #expect(calendar.components(separatedBy: "BEGIN:VEVENT").count == 3, "\(calendar)")
    #expect(calendar.contains("DTSTART:20260302T190000Z\r\n"))
    #expect(calendar.contains("SUMMARY:Pill\\, 2 "))
  }

  @Test("S35 A file that cannot be read is named with its place and without its values")
  func refused() throws {
    let script = try filled()
    for (text, code) in [
      (#"{"resourceType":"Bundle","id":"PLANTED","type":}"#, "import.json"),
      (#"["PLANTED"]"#, "import.kind"),
      ("<!DOCTYPE HealthData [<!ENTITY a \"PLANTED\">]><HealthData/>", "import.doctype"),
    ] {
      let file = script.folder["file"]
      try Data(text.utf8).write(to: file)
      let run = try script.run("import", file.path, exitCode: 3)
      #expect(run.errors.contains("\(file.path): "), "\(run.errors)")
      #expect(run.errors.contains("[\(code)]") && !run.errors.contains("PLANTED"), "\(run.errors)")
    }
  }
}
