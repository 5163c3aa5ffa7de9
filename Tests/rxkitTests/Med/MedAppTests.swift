// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

@Suite("rxkit med as an app")
struct MedAppTests {
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
    #expect(try script.code("revoke", "org.example.c", "tea") == "errorAuthorizationDenied")
    // A medication with the name of a symptom.
    try script.run("rename", "pill", "Fever")
    let alike = try script.run("grant", "org.example.a", "fever", exitCode: 2)
    #expect(alike.errors.contains("HKCategoryTypeIdentifierFever\n"))
    #expect(alike.errors.contains("2  Fever (Pill)"))
    try script.run("rename", "fever", "--none")
    #expect(try script.code("take", "tea", "--as", "org.example.a") == "errorAuthorizationDenied")
    #expect(
      try script.code("grant", "org.example.a", "pill", "--share") == "errorAuthorizationDenied")
    #expect(try script.ask("apps").texts("bundleIdentifier") == ["org.example.a", "org.example.b"])
  }

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
}
