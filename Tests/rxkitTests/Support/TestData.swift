// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

extension TestData {
  /// The text of a file, inflated if it is gzip.
  static func text(_ url: URL) throws -> String {
    String(decoding: try InputFile.read(url.path).bytes, as: UTF8.self)
  }

  /// The rows of a tab-separated table by the names of its first row, cells as they are written.
  static func table(_ url: URL) throws -> [[String: String]] {
    var lines = try text(url).split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    let names = lines.removeFirst().split(separator: "\t").map(String.init)
    return lines.map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Dictionary(uniqueKeysWithValues: zip(names, cells))
    }
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
