// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Breaks text into lines at blanks.
enum TextWrapping {
  /// Returns the lines of a text.
  ///
  /// A word that is wider than a line stands on a line of its own, uncut. A
  /// word within brackets is kept with what stands in the brackets, so that
  /// `[--format <format>]` is not torn apart.
  ///
  /// - Parameters:
  ///   - text: One paragraph.
  ///   - width: Columns of a line.
  ///   - hanging: Blanks before every line but the first.
  /// - Returns: At least one line, without line feeds.
  static func wrap(_ text: String, width: Int, hanging: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in unbreakable(text) {
      let joined = line.isEmpty ? word : line + " " + word
      if line.isEmpty || DisplayText.width(of: joined) <= width {
        line = joined
      } else {
        lines.append(line)
        line = String(repeating: " ", count: hanging) + word
      }
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }

  /// The words of a text, brackets `[…]` kept whole.
  private static func unbreakable(_ text: String) -> [String] {
    var words: [String] = []
    var isOpen = false
    for part in text.split(separator: " ") {
      if isOpen, let last = words.popLast() {
        words.append(last + " " + part)
      } else {
        words.append(String(part))
      }
      if part.hasPrefix("[") { isOpen = true }
      if part.contains("]") { isOpen = false }
    }
    return words
  }
}
