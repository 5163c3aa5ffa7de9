// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing
import TestSupport

@testable import CommandLineTool
@testable import rxkit_tool

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

extension TestData {
  /// The text of a file, inflated if it is gzip.
  static func text(_ url: URL) throws -> String {
    String(decoding: try InputFile.read(url.path).bytes, as: UTF8.self)
  }

  /// A cell whose tab, line ends and backslash are escaped.
  static func unescaped(_ cell: String) -> String {
    var result = ""
    var isEscaped = false
    for character in cell {
      if isEscaped {
        result.append(["t": "\t", "n": "\n", "r": "\r"][character] ?? character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// A JSON list of texts; none for an empty cell.
  static func list(_ cell: String) throws -> [String] {
    cell.isEmpty ? [] : try JSONDecoder().decode([String].self, from: Data(cell.utf8))
  }
}
