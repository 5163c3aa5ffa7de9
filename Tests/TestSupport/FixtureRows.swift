// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// Tables of inputs and expected values in `Fixtures/rows.txt` of a test target.
///
/// `## name` begins a table, ` ¦ ` is between the cells of a row, and `# ` begins a comment. `∅` is an
/// empty cell; `␊`, `␍`, `␉` and `␠` are a line feed, a carriage return, a tab and a blank at an end,
/// and `⟨A0⟩` is the character of that number.
public enum FixtureRows {
  /// The cells of each row of a table of the caller's target; a table that is not there ends the tests.
  public static func cells(_ name: String, file: String = #filePath) -> [[String]] {
    let folders = file.components(separatedBy: "/Tests/")
    let target = folders[folders.count - 1].prefix { $0 != "/" }
    let path = "Tests/\(target)/Fixtures/rows.txt"
    let url = Repository.root.appendingPathComponent(path)
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n").drop { $0 != "## \(name)" }.dropFirst()
    let rows = lines.prefix { !$0.hasPrefix("## ") }.filter { !$0.hasPrefix("# ") }
    precondition(!rows.isEmpty, "\(path) has no rows of \(name)")
    return rows.map { $0.components(separatedBy: " ¦ ").map(plain) }
  }

  /// The rows of a table of two columns.
  public static func pairs(_ name: String, file: String = #filePath) -> [(String, String)] {
    cells(name, file: file).map { ($0[0], $0[1]) }
  }

  /// The rows of a table of one column.
  public static func texts(_ name: String, file: String = #filePath) -> [String] {
    cells(name, file: file).map { $0[0] }
  }

  private static func plain(_ cell: String) -> String {
    if cell == "∅" { return "" }
    let text = ["␊": "\n", "␍": "\r", "␉": "\t", "␠": " "].reduce(cell) {
      $0.replacing($1.key, with: $1.value)
    }
    return text.replacing(/⟨([0-9A-F]+)⟩/) { match in
      UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init).map(String.init) ?? String(match.0)
    }
  }

  /// The bytes of a text in which `~FF` is a byte.
  public static func bytes(_ text: String) -> [UInt8] {
    let parts = text.components(separatedBy: "~")
    return parts.dropFirst().reduce(into: Array(parts[0].utf8)) { bytes, part in
      if let byte = UInt8(part.prefix(2), radix: 16) { bytes.append(byte) }
      bytes += Array(part.dropFirst(2).utf8)
    }
  }
}
