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
