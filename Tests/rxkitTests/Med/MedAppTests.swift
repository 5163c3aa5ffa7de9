// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

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
