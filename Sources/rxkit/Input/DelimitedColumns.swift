// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The columns of a tab-separated file by their names in its first line.
///
/// There is no quoting: a quotation mark is a character like others.
struct DelimitedColumns {
  /// What messages call the file.
  let file: String
  /// The names of the columns.
  let names: [String]

  /// Reads the first line.
  init(_ line: String, file: String) {
    self.file = file
    names = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  }

  /// The place of a column.
  ///
  /// - Throws: A failure that lists the columns there are.
  func place(of name: String) throws(CommandFailure) -> Int {
    if let place = names.firstIndex(of: name) { return place }
    throw CommandFailure(
      .input, "input.no-column",
      "\(file):1: no column '\(DisplayText.printable(name))', expected one of "
        + names.prefix(12).map { DisplayText.printable($0) }.joined(separator: ", "))
  }

  /// The field of a line, empty if the line is too short.
  static func field(_ line: String, _ place: Int) -> String {
    var index = 0
    for field in line.split(separator: "\t", omittingEmptySubsequences: false) {
      if index == place { return String(field) }
      index += 1
    }
    return ""
  }
}
