// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

/// The scripts of `Fixtures/med.txt`, which says how they are written.
@Suite("rxkit med, command by command")
struct MedScriptTests {
  struct Step: Sendable {
    let line: String
    var expected: [[String]] = []
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var start = ""
    var steps: [Step] = []
  }

  static let cases: [Case] = {
    let file = Repository.root.appendingPathComponent("Tests/rxkitTests/Fixtures/med.txt")
    var cases: [Case] = []
    for line in (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? [] {
      let rest = String(line.dropFirst(2))
      switch line.first {
      case "#" where line.hasPrefix("## "): cases.append(Case(testDescription: rest))
      case "#": continue
      case "!": cases[cases.count - 1].start = rest
      case "=":
        let place = cases[cases.count - 1].steps.count - 1
        cases[cases.count - 1].steps[place].expected += rest.components(separatedBy: " | ").map {
          $0.split(separator: " ", maxSplits: 1).map(String.init)
        }
      default: cases[cases.count - 1].steps.append(Step(line: String(line)))
      }
    }
    return cases
  }()

  @Test("The scripts are all there")
  func count() { #expect(Self.cases.count == 13) }

  @Test("Each command answers as its script expects", arguments: cases)
  func script(_ one: Case) throws {
    let script = try MedScript(now: "2026-\(one.start):00+01:00")
    var (uuid, old, anchor) = ("", "", "")
    func filled(_ text: String) -> String {
      text.replacing("$uuid", with: uuid).replacing("$short", with: uuid.prefix(8))
        .replacing("$old", with: old).replacing("$anchor", with: anchor)
        .replacing("⏎", with: "\n")
    }
    for step in one.steps {
      var words = RunTests.quoted(filled(step.line))
      if words[0].hasPrefix("@") {
        script.now = "2026-\(words.removeFirst().dropFirst()):00+01:00"
      }
      func value(_ key: String) -> String? { step.expected.first { $0[0] == key }?[1] }
      let code = value("code")
      let exit = value("exit").flatMap { Int32($0) } ?? (code == nil ? 0 : 2)
      let ofMessages: Set = ["code", "exit", "says", "hides", "messages"]
      let isPrinted =
        step.expected.isEmpty
        ? ["take", "doses", "edit"].contains(words[0])
        : !step.expected.allSatisfy { ofMessages.contains($0[0]) }
      let run = try script.run(words + (isPrinted ? ["--json"] : []), exitCode: exit)
      let objects =
        try isPrinted
        ? JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]] ?? [] : []
      for expected in step.expected where expected[0] != "exit" {
        let value = filled(expected[1])
        let found =
          switch expected[0] {
          case "code": run.code
          case "says": run.errors.contains(value) ? value : run.errors
          case "hides": run.errors.contains(value) ? run.errors : value
          case "messages": run.errors
          case "prints": run.output.contains(value) ? value : run.output
          case "count": "\(objects.count)"
          default: Self.texts(expected[0].split(separator: ".").map(String.init), objects)
          }
        #expect(found == value, "\(step.line): \(expected[0])")
      }
      if let found = objects.first?["uuid"] as? String, found != uuid {
        (uuid, old) = (found, uuid)
      }
      if let found = objects.first?["newAnchor"] as? String { anchor = found }
    }
  }

  /// The texts at a path of each object, between commas.
  private static func texts(_ path: [String], _ objects: [[String: Any]]) -> String {
    let inner =
      path.count < 2 ? objects : objects.flatMap { $0[path[0]] as? [[String: Any]] ?? [] }
    let texts = inner.texts(path[path.count - 1])
    return texts.isEmpty ? "∅" : texts.joined(separator: ",")
  }
}

/// Commands on one store, without a catalog unless one is named.
final class MedScript {
  let folder: TemporaryFolder
  let store: String
  /// What every command takes for the present.
  var now: String
  var zone: String

  init(now: String, zone: String = "Europe/Zurich") throws {
    folder = try TemporaryFolder()
    store = folder["store.sqlite"].path
    (self.now, self.zone) = (now, zone)
  }

  /// Runs a command at the present, or at another one that is the present from then on.
  @discardableResult
  func run(
    _ words: String..., now: String? = nil, exitCode: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolProcess {
    if let now { self.now = now }
    return try run(words, exitCode: exitCode, sourceLocation: sourceLocation)
  }

  /// Runs a command at the present.
  @discardableResult
  func run(
    _ words: [String], exitCode: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolProcess {
    let options = ["--store", store, "--now", now, "--time-zone", zone, "--seed", "7"]
    return try ToolProcess.run(
      ["med"] + words + options, environment: ["HOME": folder.url.path]
    ).expect(exitCode, sourceLocation: sourceLocation)
  }

  /// Runs a command and reads the objects that it answers with.
  @discardableResult
  func ask(
    _ words: String..., now: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [[String: Any]] {
    if let now { self.now = now }
    let run = try run(words + ["--json"], sourceLocation: sourceLocation)
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(value as? [[String: Any]], sourceLocation: sourceLocation)
  }
}

extension ToolProcess {
  /// The code in brackets of the first line of the messages.
  var code: String {
    let line = errors.split(separator: "\n").first ?? ""
    return line.split(separator: "[").last.map { String($0.dropLast()) } ?? ""
  }
}

extension [[String: Any]] {
  /// One member of every object, as text; `-` for null.
  func texts(_ key: String) -> [String] {
    map { object in
      object[key].map { $0 is NSNull ? "-" : "\($0)" } ?? "missing"
    }
  }
}
