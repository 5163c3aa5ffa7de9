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
    #expect(try script.run("recover", saved, exitCode: 3).code == "errorDatabaseInaccessible")
    try ToolProcess.run(
      ["med", "doses", "--store", saved, "--format", "csv", "--time-zone", "Europe/Zurich"]).expect(
        prints: "taken")
  }

  @Test("S9 A store that is not there is made by what adds to it alone, and that is said")
  func missing() throws {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    for words in [
      ["list"], ["show", "1"], ["due"], ["doses"], ["chart"], ["apps"], ["symptom", "list"],
      ["export"], ["take", "1"], ["sweep"], ["watch"], ["erase", "--yes"], ["remind", "--once"],
      ["remind", "--ics", script.folder["a.ics"].path], ["list", "--as", "org.example"],
    ] {
      try ToolProcess.run(["med"] + words + ["--store", script.store]).expect(
        3, says: "\(script.store): there is no store", "rxkit med add")
      #expect(try script.folder.names() == [])
    }
    #expect(try script.run("add", "Tea").errors.contains("\(script.store): a new store begins"))
    #expect(try !script.run("list").errors.contains("a new store"))
  }

  @Test("A store that cannot be written is listed and exported, and says so")
  func readOnly() throws {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    try script.run("add", "Tea")
    guard let unshare = ToolProcess.path(of: "unshare") else { return }
    // A folder that is mounted for reading only, as seen by one process.
    let folder = script.folder.url.path
    let tool = try ToolProcess.executable().path
    func run(_ words: String) throws -> ToolProcess {
      try ToolProcess.run(
        program: unshare,
        [
          "-rm", "/bin/sh", "-c",
          "mount --bind '\(folder)' '\(folder)' && mount -o remount,ro,bind '\(folder)' && "
            + "exec '\(tool)' med \(words) --store '\(script.store)' --now 2026-03-02T07:10:00+01:00",
        ])
    }
    let listed = try run("list")
    guard !listed.errors.contains("mount:"), !listed.errors.contains("unshare:") else {
      print("skipped: a folder for reading only (\(listed.errors))")
      return
    }
    listed.expect(0, says: "cannot be written", prints: "Tea")
    try run("export").expect(0, says: "cannot be written", prints: "Tea")
    try run("doses").expect(0, says: "not in it")
    // What is due, and what was missed, is not known without the doses that became due since.
    for words in ["due", "show 1", "take 1"] { try run(words).expect(3, says: "not be written") }
    #expect(try script.folder.names() == [(script.store as NSString).lastPathComponent])
  }

  @Test("S9 An empty file under the name of the store is said, once")
  func emptyFile() throws {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    try Data().write(to: URL(fileURLWithPath: script.store))
    #expect(try script.run("list").errors.contains("\(script.store) was empty"))
    #expect(try !script.run("list").errors.contains("was empty"))
  }

  @Test("S1 A date outside what a moment can hold is refused, and the store stays as it was")
  func impossibleDates() throws {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    try script.run("add", "Tea")
    for option in ["--from", "--until"] {
      for date in ["0001-01-01", "9999-12-31"] {
        let run = try script.run("schedule", "1", "--at", "08:00", option, date, exitCode: 2)
        #expect(run.code == "errorInvalidArgument" && run.errors.contains("1678 to 2261"))
      }
    }
    #expect(try script.run("list").output.contains("as needed"))
  }

  @Test("Erasing asks, or needs --yes")
  func erase() throws {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    try script.run("add", "Tea")
    try script.run("erase", exitCode: 2)
    #expect(try script.ask("list").count == 1)
    let run = try ToolProcess.run(["med", "erase", "--yes", "--json", "--store", script.store])
    let answer = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    #expect(answer as? [[String: String]] == [["erased": script.store]])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: script.store))
    #expect(bytes.range(of: Data("Tea".utf8)) == nil)
  }

  @Test(
    "After a clock that was wrong, everything can be exported and erased, by the system's clock")
  func wrongClock() throws {
    let script = try MedScript(now: "2099-03-02T07:00:00+01:00")
    try script.run("add", "Tea")
    func run(_ words: String..., code: Int32) throws -> ToolProcess {
      try ToolProcess.run(["med"] + words + ["--store", script.store]).expect(code)
    }
    let past = ["--now", "2026-03-02T07:00:00+01:00"]
    #expect(try run("list", code: 2).errors.contains("export and erase"))
    for command in ["export", "erase"] {
      let words = [command] + (command == "erase" ? ["--yes"] : [])
      try ToolProcess.run(["med"] + words + past + ["--store", script.store]).expect(
        2, says: "[errorInvalidArgument]")
    }
    #expect(try run("export", code: 0).output.contains("Tea"))
    #expect(try run("export", "--format", "fhir", code: 0).output.contains("Tea"))
    #expect(
      try run("export", "--format", "csv", "--table", "medications", code: 0).output.contains("Tea")
    )
    _ = try run("erase", "--yes", code: 0)
    #expect(try run("list", "--json", code: 0).output.hasPrefix("[]"))
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

@Suite("rxkit med as an app")
struct MedAppTests {
  @Test("M65 M95 An app restores and recovers nothing, and does not move the person to its zone")
  func appsElsewhere() throws {
    let script = try MedScript(now: "2026-03-02T07:00:00+01:00")
    let (backup, other) = (script.folder["b.json"].path, script.folder["other"].path)
    try script.run("add", "Pill")
    try script.run("schedule", "pill", "--at", "08:00,15:00")
    try script.run("export", "-o", backup)
    let app = ["--as", "org.example.a", "--now", "2026-03-02T10:00:00+01:00"]
    for words in [["import", backup, "--store", other], ["recover", other]] {
      let run = try ToolProcess.run(
        ["med"] + words + app + (words.count == 2 ? ["--store", script.store] : []))
      #expect(run.exitCode == 2 && run.errors.contains("[errorAuthorizationDenied]"))
      #expect(!FileManager.default.fileExists(atPath: other))
    }
    let far = try ToolProcess.run(
      ["med", "list", "--time-zone", "Asia/Tokyo", "--store", script.store] + app)
    #expect(far.exitCode == 0, "\(far.errors)")
    #expect(
      try script.ask("doses", now: "2026-03-02T12:00:00+01:00").texts("scheduledDate")
        == ["2026-03-02T08:00:00+01:00"])
  }
}
