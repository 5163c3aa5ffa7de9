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

  @Test("M201 A backup restores the store, in a new file only")
  func backup() throws {
    let script = try filled()
    let (first, copy) = (script.folder["backup.json"].path, script.folder["copy"].path)
    try script.run("export", "-o", first)
    let store = ["--store", copy, "--now", script.now, "--time-zone", script.zone]
    try ToolProcess.run(["med", "import", first] + store).expect(
      0, says: "2 medications, 2 doses, 1 symptom")
    let doses = try ToolProcess.run(["med", "doses", "--json"] + store)
    #expect(doses.output == (try script.run("doses", "--json").output))
    try ToolProcess.run(["med", "import", first] + store).expect(2, says: "[import.store-exists]")
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
