// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import JSONText
import MedicationModel
import MedicationResolver

// What a person means by a word on the command line. The rule is in the help
// of `rxkit resolve`: a file or `-` holds JSON or FHIR XML; 1 to 8 digits are an RxNorm
// code; digits with dashes or 9 and more digits are an NDC; all else is a name.

/// A question, with what was noted while it was read.
struct NamedQuery {
  /// What to call it in messages: the file, or the word.
  let source: String
  let query: MedicationQuery
  /// What was noted while reading a user-annotated medication (M190-M192).
  var notes: [Problem] = []
}

/// Reads the questions of a command line.
enum MedicationQueries {
  /// The questions that words stand for.
  ///
  /// - Parameters:
  ///   - words: The arguments.
  ///   - system: The value of `--system`, which makes every word a code of it.
  ///   - isName: Whether `--name` makes every word a name.
  ///   - command: The command, for messages.
  /// - Returns: One question per word, and one per medication or line of a file, in order;
  ///   and why medications of a list could not be read.
  /// - Throws: A failure that names the file that cannot be read; a usage failure if a word is
  ///   empty.
  static func read(
    _ words: [String], system: String?, isName: Bool, of command: CommandDefinition
  ) throws(CommandFailure) -> (queries: [NamedQuery], failures: [CommandFailure]) {
    try ArgumentLines.check(words, of: command)
    var queries: [NamedQuery] = []
    var failures: [CommandFailure] = []
    for word in words {
      if word == "-" || (system == nil && !isName && isFile(word)) {
        queries += try readFile(word, system: system, isName: isName, &failures)
      } else {
        queries.append(NamedQuery(source: word, query: query(word, system: system, isName: isName)))
      }
    }
    return (queries, failures)
  }

  private static func isFile(_ word: String) -> Bool {
    // A word that ends like a file is one, so that a mistyped path is an error
    // and not an unknown drug.
    if [".json", ".ndjson", ".jsonl", ".xml", ".gz"].contains(where: word.hasSuffix) {
      return true
    }
    return (word.contains("/") || word.contains(".")) && SystemCalls.exists(word)
  }

  /// What one word asks for.
  static func query(_ word: String, system: String?, isName: Bool) -> MedicationQuery {
    if isName { return .name(word) }
    if let system {
      let url = KnownCodeSystem.recognise(system)?.canonical ?? system
      return .coding(ClinicalCoding(system: url, version: nil, code: word), display: nil)
    }
    let digits = word.utf8.count { $0 >= 0x30 && $0 <= 0x39 }
    let dashes = word.utf8.count { $0 == 0x2D }
    guard digits > 0, digits + dashes == word.utf8.count else { return .name(word) }
    if dashes == 0, digits <= 8 {
      return .coding(
        ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: word), display: nil)
    }
    return .ndc(word)
  }

  /// JSON or XML of medications or FHIR resources, or else one word a line.
  private static func readFile(
    _ path: String, system: String?, isName: Bool, _ failures: inout [CommandFailure]
  ) throws(CommandFailure) -> [NamedQuery] {
    let input = try InputFile.read(path)
    if FHIRDocument.isXML(input.bytes) { return try readFHIR(input) }
    guard
      let first = input.bytes.first(where: { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }),
      first == 0x7B || first == 0x5B
    else {
      guard path == "-", let lines = ArgumentLines.lines(of: input.bytes) else {
        throw CommandFailure(
          .input, "input.not-json", "\(input.name): is neither JSON nor XML, expected medications",
          try: "rxkit resolve --name, for a name that is also a file")
      }
      return lines.map { NamedQuery(source: $0, query: query($0, system: system, isName: isName)) }
    }
    if looksLikeFHIR(input.bytes) { return try readFHIR(input) }
    let list = try MedicationList(input)
    failures += list.failures
    return list.queries
  }

  private static func looksLikeFHIR(_ bytes: [UInt8]) -> Bool {
    guard let document = try? JSONDocument(bytes) else { return false }
    let root = document.root.isArray ? document.root.elements.first { _ in true } : document.root
    return root?["resourceType"] != nil || root?["resource"] != nil
  }

  private static func readFHIR(_ input: InputFile) throws(CommandFailure) -> [NamedQuery] {
    let document = FHIRDocument(input.bytes)
    if let broken = document.problems.first(where: { $0.problem.severity == .error }) {
      throw CommandFailure(broken, in: input.name)
    }
    return document.records.map { NamedQuery(source: input.name, query: .record($0)) }
  }
}
