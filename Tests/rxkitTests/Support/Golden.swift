// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

/// Expected outputs in files, which `Scripts/update-golden` writes anew.
enum Golden {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Golden")

  /// Compares a text with a file of `Golden`, or of another folder, byte for byte.
  static func check(
    _ text: String, _ name: String, in folder: URL = folder,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["RXKIT_UPDATE_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return
    }
    guard let expected = try? String(contentsOf: file, encoding: .utf8) else {
      Issue.record(
        "there is no \(file.path); Scripts/update-golden makes it",
        sourceLocation: sourceLocation)
      return
    }
    #expect(
      text == expected,
      """
      \(name) differs
      ----- expected
      \(expected)
      ----- found
      \(text)
      -----
      """, sourceLocation: sourceLocation)
  }
}
