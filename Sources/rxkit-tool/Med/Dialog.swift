// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationModel
import MedicationStore

/// Questions to a person at a terminal, and the answers.
///
/// It is also the sheet on which the person answers the requests of apps.
struct Dialog: AuthorizationSheet {
  private let messages: MessageWriter

  /// Begins a dialog; `nil` if nobody can answer.
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
  func ask(_ question: String) throws -> String {
    messages.write(question + " ")
    // A terminal gives one line at a time; a longer one comes in parts.
    var line: [UInt8] = []
    repeat {
      let count = try CommandFailure.reading("standard input") {
        try SystemCalls.readBytes(SystemCalls.standardInput, upTo: 4096, into: &line)
      }
      guard count > 0 else {
        messages.write("\n")
        throw CommandFailure(.incomplete, "errorUserCanceled", "cancelled; nothing was changed")
      }
    } while line.last != 0x0A
    return String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// Asks a question that is answered by yes or no; anything but yes is no.
  func confirm(_ question: String) throws -> Bool {
    ["y", "yes"].contains(try ask(question + " [y/N]").lowercased())
  }

  // MARK: Requests of apps

  func answer(_ request: AuthorizationRequest) throws -> AuthorizationAnswer {
    func allowed(_ symptoms: Set<SymptomCategory>, _ verb: String) throws -> Set<SymptomCategory> {
      Set(
        try symptoms.sorted()
          .filter { try isAllowed("\(verb) the symptom \($0.name)", request.app) })
    }
    var answer = AuthorizationAnswer()
    answer.medications = Set(
      try request.medications.filter {
        try isAllowed("see \($0.label) and its doses", request.app)
      }.map(\.medication.identifier))
    answer.shared = try allowed(request.shared, "write")
    answer.read = try allowed(request.read, "read")
    return answer
  }

  private func isAllowed(_ what: String, _ app: SampleSource) throws -> Bool {
    try confirm("Allow \(DisplayText.printable(app.bundleIdentifier)) to \(what)?")
  }
}
