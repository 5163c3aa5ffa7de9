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
  ///
  /// - Parameters:
  ///   - arguments: The words; `-` may stand among them once.
  ///   - command: The command, for messages.
  /// - Throws: A usage failure if `-` stands twice or a word is empty.
  init(_ arguments: [String], of command: CommandDefinition) throws(CommandFailure) {
    try ArgumentLines.check(arguments, of: command)
    let place = arguments.firstIndex(of: "-") ?? arguments.endIndex
    isInputDue = place < arguments.endIndex
    let all = arguments.map(GivenWord.init(argument:))
    words = all[..<place]
    last = all.dropFirst(place + 1)
  }

  /// The next words; `nil` at the end.
  ///
  /// - Throws: Why the input cannot be read.
  mutating func next() throws(CommandFailure) -> [GivenWord]? {
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
