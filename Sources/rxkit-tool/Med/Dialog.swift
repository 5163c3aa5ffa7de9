// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

/// Questions to a person at a terminal, and the answers.
final class Dialog {
  private let messages: MessageWriter
  /// What was read beyond the last answer.
  private var rest: [UInt8] = []

  /// Begins a dialog; `nil` if there is nobody to ask.
  init?(_ streams: borrowing Streams) {
    guard streams.messages.terminal.isTerminal,
      SystemCalls.isTerminal(SystemCalls.standardInput)
    else { return nil }
    messages = streams.messages
  }

  func say(_ text: String) { messages.note(text) }

  /// Asks a question and returns the answer without blanks around it.
  ///
  /// - Throws: A failure if the person ends the input instead.
  func ask(_ question: String) throws(CommandFailure) -> String {
    messages.write(question + " ")
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeSubrange(...end)
        return line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      let count = try CommandFailure.reading("standard input") { () throws(SystemError) in
        try SystemCalls.readBytes(SystemCalls.standardInput, upTo: 4096, into: &rest)
      }
      guard count > 0 else {
        messages.write("\n")
        throw CommandFailure(.incomplete, "errorUserCanceled", "ended; nothing was changed")
      }
    }
  }

  /// Asks a question that is answered by yes or no; anything but yes is no.
  func confirm(_ question: String) throws(CommandFailure) -> Bool {
    ["y", "yes"].contains(try ask(question + " [y/N]").lowercased())
  }
}
