// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@Suite("rxkit med at a terminal")
struct MedDialogTests {
  @Test("M66 M57 Adding asks for a name, shows strength and form of hits, and what else is wanted")
  func add() throws {
    let folder = try TemporaryFolder()
    let options = ["--store", folder["s"].path, "--now", "2026-03-02T07:00:00Z"]
    try ToolProcess.run(["med", "add", "Tea", "--custom"] + options).expect(0)
    _ = try ToolProcess.run(["med", "list", "--as", "org.example.a"] + options)
    let terminal = try TerminalSession(
      ["med", "add"] + options, catalog: try StarterCatalog.path())
    try terminal.answer("Medication:", "metformin")
    try terminal.answer("other words:", "500 oral tablet")
    try terminal.answer("  0  metformin 500 oral tablet, as you typed it", "99")
    try terminal.answer("  1  metformin hydrochloride 500 MG Oral Tablet", "1")
    try terminal.answer("Nickname", "Sugar")
    try terminal.answer("Times of day", "8 o'clock")
    try terminal.answer("expected HH:MM", "08:00,20:00=2")
    try terminal.answer("Show it to org.example.a?", "y")
    #expect(try terminal.end() == 0, "\(terminal.text)")
    let list = try ToolProcess.run(["med", "list", "--json"] + options).expect(
      prints: "\"rxnorm:861007\"", "\"nickname\": \"Sugar\"", "\"hasSchedule\": true")
    let seen = try ToolProcess.run(["med", "list", "--as", "org.example.a", "--json"] + options)
    #expect(seen.output.contains("rxnorm:861007") && !seen.output.contains("Tea"))
    #expect(list.output.contains("Tea"))
  }

  @Test("M114 M117 An app's first request is answered at the terminal, medication by medication")
  func sheet() throws {
    let script = try MedScript(now: "2026-03-02T09:00:00+01:00")
    try script.run("add", "Tea")
    try script.run("add", "Pill")
    let options = ["--store", script.store, "--now", script.now, "--as", "org.example.a"]
    func terminal(_ words: String...) throws -> TerminalSession {
      try TerminalSession(["med"] + words + options, catalog: "none")
    }
    // Closing the sheet leaves everything as it was: the next request is the first one.
    let closed = try terminal("list")
    try closed.answer("Allow org.example.a to see Tea and its doses?", "\u{4}")
    #expect(try closed.end() == 1 && closed.text.contains("cancelled"), "\(closed.text)")
    #expect(try script.ask("apps").isEmpty)
    let list = try terminal("list")
    try list.answer("Allow org.example.a to see Tea and its doses?", "no")
    try list.answer("Allow org.example.a to see Pill and its doses?", "y")
    #expect(try list.end() == 0, "\(list.text)")
    let again = try terminal("list")
    #expect(try again.end() == 0 && !again.text.contains("Allow"), "\(again.text)")
    #expect(again.text.contains("Pill") && !again.text.contains("Tea"))

    let log = try terminal("symptom", "log", "headache", "mild")
    try log.answer("Allow org.example.a to write the symptom headache?", "y")
    try log.answer("Allow org.example.a to read the symptom headache?", "")
    #expect(try log.end() == 0, "\(log.text)")
    let apps = try script.ask("apps")
    #expect((apps[0]["share"] as? [String]) == ["headache"])
    #expect((apps[0]["read"] as? [String]) == [])
    let denied = try terminal("symptom", "log", "nausea", "mild")
    try denied.answer("write the symptom nausea?", "n")
    try denied.answer("read the symptom nausea?", "n")
    #expect(try denied.end() == 2 && denied.text.contains("[errorAuthorizationDenied]"))
  }
}

// Glibc's module does not show these functions of POSIX.
@_silgen_name("posix_openpt") private func openTerminal(_ flags: Int32) -> Int32
@_silgen_name("grantpt") private func grantTerminal(_ descriptor: Int32) -> Int32
@_silgen_name("unlockpt") private func unlockTerminal(_ descriptor: Int32) -> Int32
@_silgen_name("ptsname") private func nameOfTerminal(_ descriptor: Int32) -> UnsafePointer<CChar>?

/// The tool at a pseudo-terminal.
final class TerminalSession {
  private let process = Process()
  private let main: Int32
  /// What the tool printed so far.
  private(set) var text = ""
  private var seen = 0

  init(_ words: [String], catalog: String) throws {
    main = openTerminal(O_RDWR | O_NOCTTY)
    try #require(main >= 0 && grantTerminal(main) == 0 && unlockTerminal(main) == 0)
    let path = String(cString: try #require(nameOfTerminal(main)))
    let other = open(path, O_RDWR | O_NOCTTY)
    try #require(other >= 0)
    let handle = FileHandle(fileDescriptor: other, closeOnDealloc: true)
    process.executableURL = try ToolProcess.executable()
    process.arguments = words
    process.environment = ["RXKIT_CATALOG": catalog, "TERM": "dumb"]
    process.standardInput = handle
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    try handle.close()
  }

  deinit { close(main) }

  /// Waits until a text is printed, and answers with a line.
  func answer(
    _ question: String, _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    while !text.dropFirst(seen).contains(question) {
      try #require(read(), "no \(question) in \(text)", sourceLocation: sourceLocation)
    }
    seen = text.count
    let bytes = Array((line + "\n").utf8)
    #expect(write(main, bytes, bytes.count) == bytes.count)
  }

  /// Waits for the end, and returns the exit code.
  func end() throws -> Int32 {
    while read() {}
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Reads what there is; `false` at the end, or after ten seconds of silence.
  private func read() -> Bool {
    var poll = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
    guard Foundation.poll(&poll, 1, 10_000) > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(main, &bytes, bytes.count)
    guard count > 0 else { return false }
    text += String(decoding: bytes[..<count], as: UTF8.self)
    return true
  }
}
