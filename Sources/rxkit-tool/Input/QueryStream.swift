// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

/// The questions of a command line, some at a time.
///
/// Words and objects of standard input, one a line, are answered while the rest
/// is still to come, in constant memory. Only what has to be seen whole is read
/// whole: a document, an array, FHIR.
struct QueryStream: ~Copyable {
  /// Questions, and why medications of a list could not be read.
  struct Batch {
    var queries: [NamedQuery] = []
    var failures: [CommandFailure] = []
  }

  private let system: String?
  private let isName: Bool
  private var words: ArraySlice<String>
  private var lines: LineStream? = nil
  private var holdsObjects = false
  /// Lines that were read; empty ones count, too.
  private var lineCount = 0

  /// Begins with the words of a command line.
  ///
  /// - Parameters:
  ///   - words: The arguments; `-` may stand among them once.
  ///   - system: The value of `--system`, which makes every word a code of it.
  ///   - isName: Whether `--name` makes every word a name.
  ///   - command: The command, for messages.
  /// - Throws: A usage failure if `-` stands twice or a word is empty.
  init(
    _ words: [String], system: String?, isName: Bool, of command: CommandDefinition
  ) throws(CommandFailure) {
    try ArgumentLines.check(words, of: command)
    self.system = system
    self.isName = isName
    self.words = words[...]
  }

  /// The next questions; `nil` at the end.
  ///
  /// - Throws: A failure that names the file or line that cannot be read.
  mutating func next() throws(CommandFailure) -> Batch? {
    if lines != nil {
      if let batch = try nextLines() { return batch }
      lines = nil
    }
    guard let word = words.popFirst() else { return nil }
    guard word == "-" else {
      return try MedicationQueries.batch(of: word, system: system, isName: isName)
    }
    let input = try BegunInput()
    switch input.kind {
    case .whole:
      return try MedicationQueries.batch(
        of: try input.whole(), isStandardInput: true, system: system, isName: isName)
    case .words, .objects:
      if case .objects = input.kind { holdsObjects = true }
      lines = LineStream(standardInputAfter: input.bytes)
      return Batch()
    }
  }

  private mutating func nextLines() throws(CommandFailure) -> Batch? {
    let read = try lines?.next() ?? []
    guard !read.isEmpty else { return nil }
    var batch = Batch()
    for line in read {
      lineCount += 1
      guard let word = GivenWord(line: line, number: lineCount, of: "standard input") else {
        continue
      }
      if holdsObjects {
        let list = MedicationList(line: line, number: lineCount, of: "standard input")
        batch.queries += list.queries
        batch.failures += list.failures
      } else {
        let query = MedicationQueries.query(word.text, system: system, isName: isName)
        batch.queries.append(NamedQuery(source: word.label, query: query))
      }
    }
    return batch
  }
}
