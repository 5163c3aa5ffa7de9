// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The columns of a tab-separated file by their names in its first line.
///
/// There is no quoting: a quotation mark is a character like others.
package struct DelimitedColumns {
  /// What messages call the file.
  package let file: String
  /// The names of the columns.
  package let names: [String]

  /// Reads the first line.
  package init(_ line: String, file: String) {
    self.file = file
    names = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  }

  /// The place of a column.
  ///
  /// - Parameters:
  ///   - name: The column.
  ///   - option: The option that names it.
  ///   - other: What else the option takes, for the remedy.
  /// - Returns: The place, from 0.
  /// - Throws: A failure that names the nearest column; of a file without a header the first line
  ///   may be of a person's data, so no other is quoted (S35).
  package func place(
    of name: String, by option: OptionDefinition, or other: String? = nil
  ) throws(CommandFailure) -> Int {
    if let place = names.firstIndex(of: name) { return place }
    let wanted = DisplayText.printable(name)
    if names.count == 1, let only = names.first, only.contains(where: { ",;|".contains($0) }) {
      throw CommandFailure(
        .input, "input.no-column",
        "\(file):1: no column '\(wanted)' and no tab, expected tab-separated columns",
        try: "a tab-separated file; CSV is not supported")
    }
    throw CommandFailure(
      .input, "input.no-column", Self.noColumn(wanted, in: file, among: names),
      try: "\(option.synopsis), with one of its columns" + (other.map { "; \($0)" } ?? ""))
  }

  /// What is said where a column is missing: how many there are, and one that is spelled alike.
  static func noColumn(_ wanted: String, in file: String, among names: [String]) -> String {
    let nearest = Suggestion.nearest(to: wanted, among: names)
    let count = DisplayText.counted(names.count, "column", "columns")
    return "\(file):1: no column '\(wanted)' among \(count), expected one"
      + (nearest.map { ". Did you mean '\($0)'?" } ?? "")
  }

  /// The field of a line, empty if the line is too short.
  package static func field(_ line: String, _ place: Int) -> String {
    var index = 0
    for field in line.split(separator: "\t", omittingEmptySubsequences: false) {
      if index == place { return String(field) }
      index += 1
    }
    return ""
  }
}
