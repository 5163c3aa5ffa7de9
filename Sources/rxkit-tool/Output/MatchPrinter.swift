// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugMatching
import JSONText
import MedicationModel

/// Prints matches: JSON lines as they come, other forms at the end.
struct MatchPrinter {
  private let format: OutputFormat
  private let release: ReleaseIdentity
  private let limit: Int
  private var table: Table
  private var count = 0

  init(_ format: OutputFormat, release: ReleaseIdentity, limit: Int) {
    self.format = format
    self.release = release
    self.limit = limit
    // At a terminal there is no room for what programs join and filter by.
    let details: [Table.Column] = format == .table ? [] : [.init("level"), .init("unmatched")]
    table = Table(
      [
        .init("line", .number), .init("text"), .init("verdict"), .init("reason"),
        .init("score", .number), .init("rxcui"), .init("tty"), .init("name"),
      ] + details)
  }

  /// Matches texts and prints them in their order.
  mutating func print(
    _ inputs: [MatchInput], _ run: MatchingRun, _ streams: inout Streams
  ) throws(CommandFailure) {
    let (release, limit) = (release, limit)
    if format == .ndjson {
      let lines = run.map(inputs.map(\.text)) { place, match in
        var json = JSONWriter()
        match.write(to: &json, line: inputs[place].line, release: release, limit: limit)
        json.endLine()
        return json.bytes
      }
      for line in lines { try streams.output.write(line) }
      return
    }
    let matches = run.map(inputs.map(\.text)) { $1 }
    for (input, match) in zip(inputs, matches) {
      if format == .json {
        var json = JSONWriter(layout: .indented)
        match.write(to: &json, line: input.line, release: release, limit: limit)
        try streams.output.write(count == 0 ? "[\n" : ",\n")
        try streams.output.write(json.bytes)
      } else {
        addRows(match, input)
      }
      count += 1
    }
  }

  private mutating func addRows(_ match: DrugMatch, _ input: MatchInput) {
    let candidates = match.candidates.prefix(limit)
    let line = input.line.map(String.init)
    let isShown = format == .table && match.verdict == .abstained
    let verdict = isShown ? "no match" : match.verdict.rawValue
    func append(_ score: String?, _ candidate: DrugMatch.Candidate?) {
      var row: [String?] = [
        line, input.text, verdict, match.reasonText, score,
        candidate?.concept.code?.description, candidate?.concept.termType.rawValue,
        candidate?.concept.name,
      ]
      if format != .table {
        let unmatched = candidate?.unmatched.map(\.rawValue) ?? []
        row += [
          candidate?.level.rawValue, unmatched.isEmpty ? nil : unmatched.joined(separator: "; "),
        ]
      }
      table.append(row)
    }
    if candidates.isEmpty { append(match.scoreText, nil) }
    for candidate in candidates { append(candidate.scoreText, candidate) }
  }

  /// Ends the output.
  mutating func finish(_ streams: inout Streams) throws(CommandFailure) {
    switch format {
    case .ndjson: break
    case .json: try streams.output.write(count == 0 ? "[]\n" : "\n]\n")
    case .table, .csv, .tsv, .markdown: try streams.write(table, as: format)
    }
  }
}

/// Errors of lines of the input: each is named in a file, a pipe or the file of `--errors`; at a
/// terminal equal ones are collapsed.
struct ErrorLog {
  private let path: String?
  private let isReplacing: Bool
  private var lines = ""
  private var counts: [(code: String, count: Int)] = []

  /// Begins a log.
  init(_ path: String?, replacing isReplacing: Bool) throws(CommandFailure) {
    self.path = path
    self.isReplacing = isReplacing
    if let path { try AtomicFile.check(path, replacing: isReplacing) }
  }

  /// Whether there was no error.
  var isEmpty: Bool { counts.isEmpty }

  /// Adds an error, and prints it if it is the first of its code or no person reads them.
  mutating func add(_ failure: CommandFailure, _ streams: borrowing Streams) {
    let place = counts.firstIndex { $0.code == failure.code }
    if let place { counts[place].count += 1 } else { counts.append((failure.code, 1)) }
    if path != nil { lines += "\(failure.message)  [\(failure.code)]\n" }
    if place == nil || !streams.messages.terminal.isTerminal { streams.messages.write(failure) }
  }

  /// Says how many were collapsed, and writes the file; after the output, for only one file is
  /// written at a time.
  func finish(_ streams: borrowing Streams) throws(CommandFailure) {
    if streams.messages.terminal.isTerminal {
      for (code, count) in counts where count > 1 {
        streams.messages.note("\(DisplayText.grouped(count - 1)) more like this  [\(code)]")
      }
    }
    guard let path else { return }
    try streams.writeFile(path, lines, replacing: isReplacing)
    if !isEmpty { streams.messages.note("wrote \(path)") }
  }
}
