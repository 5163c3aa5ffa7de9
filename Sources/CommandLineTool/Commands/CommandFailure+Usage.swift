// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Usage errors that occur in several places, and the wording of all of them.

extension CommandFailure {
  /// The first word is not a command.
  package static func unknownCommand(
    _ word: String, of program: String, among commands: [String], help: String? = nil
  ) -> CommandFailure {
    let nearest = Suggestion.nearest(to: word, among: commands)
    return usage(
      "usage.unknown-command", "\(program): unknown command \(quoted(word))" + question(nearest),
      try: nearest.map { "\(program) \($0)" + ($0.hasPrefix("-") ? "" : " --help") }
        ?? help ?? "\(program) help")
  }

  /// A value is none of an option's or argument's words.
  package static func unknownValue(
    _ value: String, of name: String, among words: [String], of command: CommandDefinition
  ) -> CommandFailure {
    let nearest = Suggestion.nearest(to: value, among: words)
    return usage(
      "usage.unknown-value",
      "\(command.words): unknown value \(quoted(value)) of \(name), "
        + "expected \(listed(words))" + question(nearest),
      of: command)
  }

  /// A usage error of one command that a rule of the command itself finds.
  package static func usage(
    _ code: String, _ message: String, of command: CommandDefinition
  ) -> CommandFailure {
    usage(code, message, try: "\(command.words) --help")
  }

  private static func usage(_ code: String, _ message: String, try remedy: String) -> CommandFailure
  {
    CommandFailure(.usage, code, message, try: remedy)
  }

  /// A word in quotation marks, cut to 60 characters, control characters made visible.
  package static func quoted(_ word: String) -> String {
    let shown = DisplayText.printable(word)
    return shown.count <= 60 ? "'\(shown)'" : "'\(shown.prefix(59))…'"
  }

  /// The end of a message that suggests a word, if there is one.
  package static func question(_ nearest: String?) -> String {
    nearest.map { ". Did you mean '\($0)'?" } ?? ""
  }

  private static func listed(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// Suggestions for misspelled words.
package enum Suggestion {
  /// Returns the known word that is nearest to an unknown one.
  ///
  /// A word is near if at most a third of its characters (at least one) were
  /// omitted, inserted, changed or swapped with a neighbour, or if it starts
  /// with the given word of three characters or more. The first of several
  /// nearest words wins.
  package static func nearest(to word: String, among known: [String]) -> String? {
    let given = Array(word.lowercased().unicodeScalars)
    var best: (word: String, distance: Int)?
    for candidate in known {
      let letters = Array(candidate.lowercased().unicodeScalars)
      let bound = max(1, max(letters.count, given.count) / 3)
      let distance =
        stem(given).count >= 3 && letters.starts(with: given)
        ? 1 : editDistance(given, letters)
      if distance <= bound, distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.word
  }

  /// An option without its dashes.
  private static func stem(_ letters: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar> {
    letters.drop { $0 == "-" }
  }

  /// The minimum number of insertions, deletions, changes and swaps of neighbours.
  ///
  /// Optimal string alignment distance: no part is edited twice.
  package static func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        let change = last[j] + (left[i] == right[j] ? 0 : 1)
        var least = min(change, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}
