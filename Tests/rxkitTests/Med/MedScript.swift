// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

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
    let options = ["--store", store, "--now", self.now, "--time-zone", zone, "--seed", "7"]
    let run = try ToolProcess.run(
      ["med"] + words + options, environment: ["HOME": folder.url.path])
    #expect(run.exitCode == exitCode, "\(words): \(run.errors)", sourceLocation: sourceLocation)
    return run
  }

  /// Runs a command and reads the objects that it answers with.
  @discardableResult
  func ask(
    _ words: String..., now: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [[String: Any]] {
    if let now { self.now = now }
    let options = [
      "--store", store, "--now", self.now, "--time-zone", zone, "--seed", "7", "--json",
    ]
    let run = try ToolProcess.run(
      ["med"] + words + options, environment: ["HOME": folder.url.path])
    #expect(run.exitCode == 0, "\(words): \(run.errors)", sourceLocation: sourceLocation)
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(value as? [[String: Any]], sourceLocation: sourceLocation)
  }

  /// The code in brackets of the error of a command that must fail.
  func code(
    _ words: String..., now: String? = nil, exitCode: Int32 = 2,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    if let now { self.now = now }
    let options = ["--store", store, "--now", self.now, "--time-zone", zone]
    let run = try ToolProcess.run(
      ["med"] + words + options, environment: ["HOME": folder.url.path])
    #expect(run.exitCode == exitCode, "\(words): \(run.errors)", sourceLocation: sourceLocation)
    let line = run.errors.split(separator: "\n").first ?? ""
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
