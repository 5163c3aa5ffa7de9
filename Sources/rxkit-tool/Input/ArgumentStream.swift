// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

/// Arguments, with the lines of standard input in the place of `-`, a few at a time.
///
/// An answer can be written before the input ends: whoever types lines, or
/// reads only the first answers, waits for nothing else.
struct ArgumentStream: ~Copyable {
  /// Words that are answered before what is known of them is written.
  private static let batchSize = 64

  /// Whether standard input is still to be begun.
  private var isInputDue: Bool
  private let last: ArraySlice<GivenWord>
  private var words: ArraySlice<GivenWord>
  private var stream: LineStream? = nil
  /// Lines that were read; empty ones count, too.
  private var lineCount = 0

  /// Begins with the words of a command line.
  ///
  /// Blanks around a line and empty lines are dropped.
  init(_ arguments: [String], of command: CommandDefinition) throws {
    try ArgumentLines.check(arguments, of: command)
    let place = arguments.firstIndex(of: "-") ?? arguments.endIndex
    isInputDue = place < arguments.endIndex
    let all = arguments.map(GivenWord.init(argument:))
    words = all[..<place]
    last = all.dropFirst(place + 1)
  }

  /// The next words; `nil` at the end.
  mutating func next() throws -> [GivenWord]? {
    while words.isEmpty {
      if isInputDue {
        isInputDue = false
        stream = try LineStream("-")
      }
      guard stream != nil else { return nil }
      let lines = try stream?.next() ?? []
      if lines.isEmpty {
        stream = nil
        words = last
      } else {
        for line in lines {
          lineCount += 1
          if let word = GivenWord(line: line, number: lineCount, of: "standard input") {
            words.append(word)
          }
        }
      }
    }
    let batch = Array(words.prefix(Self.batchSize))
    words = words.dropFirst(batch.count)
    return batch
  }
}

extension Streams {
  /// Answers words in batches, those of the command line by default, and prints the answers of each
  /// batch in the requested format; with `together` all words are one batch.
  ///
  /// The exit code is 1 if any answer is incomplete.
  mutating func answer<Answer: StreamedAnswer>(
    _ words: [String]? = nil, of invocation: Invocation, together: Bool = false, columns: Table,
    _ answers: ([GivenWord], inout Streams) throws -> [Answer]
  ) throws -> ExitCode {
    try withOutput(of: invocation) { streams in
      var printer = SequencePrinter(invocation.format ?? .table, columns: columns)
      var words = try ArgumentStream(words ?? invocation.arguments, of: invocation.command)
      var isComplete = true
      var next = try words.next() ?? (together ? [] : nil)
      while var batch = next {
        while together, let more = try words.next() { batch += more }
        let answers = try answers(batch, &streams)
        isComplete = answers.allSatisfy(\.isComplete) && isComplete
        try printer.print(answers, &streams)
        next = try words.next()
      }
      try printer.finish(&streams)
      return isComplete ? .done : .incomplete
    }
  }
}

/// Words of the command line, and lines that are read as such.
enum ArgumentLines {
  /// Checks words among which `-` may mean standard input.
  static func check(_ arguments: [String], of command: CommandDefinition) throws {
    if arguments.contains(where: { trimmed($0) == nil }) {
      let expected = command.arguments.first?.placeholder ?? "a word"
      throw command.error("empty-argument", "an empty argument, expected \(expected)")
    }
    try checkInput(arguments, of: command)
  }

  /// Checks that standard input is named once at most.
  static func checkInput(_ arguments: [String], of command: CommandDefinition) throws {
    guard arguments.count(where: { $0 == "-" }) < 2 else {
      throw command.error(
        "repeated-input", "- is given twice, expected once: standard input is read once")
    }
  }

  /// The lines of a file that are not empty, without the blanks around them.
  ///
  /// LF and CR LF end a line; a byte order mark is not part of the first one.
  ///
  /// - Returns: `nil` if the bytes are not UTF-8.
  static func lines(of input: InputFile) -> [GivenWord]? {
    let body = ByteOrderMark.dropped(from: input.bytes)
    guard let text = String(validating: body, as: UTF8.self) else { return nil }
    return text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated().compactMap {
        GivenWord(
          line: String(String.UnicodeScalarView($1)), number: $0 + 1, of: input.name)
      }
  }

  /// A line without the blanks around it; `nil` if there is nothing else.
  static func trimmed(_ line: String) -> String? {
    let blanks: Set<Unicode.Scalar> = [" ", "\t", "\r"]
    let front = line.unicodeScalars.drop(while: blanks.contains)
    guard let last = front.lastIndex(where: { !blanks.contains($0) }) else { return nil }
    return String(String.UnicodeScalarView(front[...last]))
  }
}

/// A word that is queried: an argument, or a line of a file or of standard input.
///
/// Messages quote an argument. A line may be a person's data: messages give its
/// position, and nothing derived from it.
struct GivenWord: Equatable {
  /// What is queried.
  let text: String
  /// What messages call it: the argument, or file and line.
  let label: String
  let isArgument: Bool

  init(argument: String) {
    text = argument
    label = DisplayText.printable(argument)
    isArgument = true
  }

  /// A line without the blanks around it; `nil` if there is nothing else.
  init?(line: String, number: Int, of name: String) {
    guard let text = ArgumentLines.trimmed(line) else { return nil }
    self.text = text
    label = "\(name):\(number)"
    isArgument = false
  }
}
