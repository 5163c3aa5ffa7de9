// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

extension FHIRDocument {
  /// Whether a text is NDJSON, told from its beginning, never from its name.
  ///
  /// It is if the first line with content begins with `{`, does not end where a
  /// document over several lines does, and another line begins with `{`. A text
  /// with a single line is a document. Where the first line is broken, at least
  /// half of the lines at hand must be values (`JSONLines.isLikely`).
  ///
  /// - Parameter beginning: The first lines of the text, not cut within one. A longer
  ///   beginning changes the answer only where the first lines are broken.
  /// - Returns: Whether each of its lines is to be read by itself.
  public static func isNDJSON(_ beginning: [UInt8]) -> Bool {
    let lines = beginning.split(separator: 0x0A).filter { line in
      line.contains { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
    }
    guard let first = lines.first, begins(first, with: 0x7B), lines.count > 1 else { return false }
    let value = try? JSONDocument(Array(first), options: JSONOptions(mode: .tolerant))
    if value == nil { return JSONLines.isLikely(beginning) }
    return lines.dropFirst().contains { begins($0, with: 0x7B) }
  }

  /// Whether the first byte after a byte order mark and white space is this one.
  private static func begins(_ line: ArraySlice<UInt8>, with byte: UInt8) -> Bool {
    line.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) } == byte
  }
}
