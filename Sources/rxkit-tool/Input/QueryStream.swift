// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources
import FHIRStreams
internal import FHIRXML
import JSONText
import MedicationModel
import MedicationResolver

/// The questions of a command line, some at a time.
///
/// Words and objects of standard input, one a line, are answered while the rest
/// is still to come, in constant memory. Only what has to be seen whole is read
/// whole: a document, an array, FHIR.
struct QueryStream: ~Copyable {
  /// Questions, why medications of a list could not be read, and which document has none.
  struct Batch {
    var queries: [NamedQuery] = []
    var failures: [CommandFailure] = []
    var notes: [String] = []

    /// Writes what a person should know about what was read.
    func report(to messages: MessageWriter) {
      for failure in failures { messages.write(failure) }
      for note in notes { messages.warn(note) }
    }
  }

  private let system: String?
  private let isName: Bool
  private var words: ArraySlice<String>
  private var lines: LineStream? = nil
  private var holdsObjects = false
  /// Lines that were read; empty ones count, too.
  private var lineCount = 0

  init(_ words: [String], system: String?, isName: Bool, of command: CommandDefinition) throws {
    try ArgumentLines.check(words, of: command)
    self.system = system
    self.isName = isName
    self.words = words[...]
  }

  /// The next questions; `nil` at the end.
  mutating func next() throws -> Batch? {
    if lines != nil {
      if let batch = try nextLines() { return batch }
      lines = nil
    }
    guard let word = words.popFirst() else { return nil }
    guard word == "-" else {
      return try MedicationQueries.batch(of: word, system: system, isName: isName)
    }
    var input = try LineStream("-")
    let first = try input.firstLine()
    guard !input.isGzip, let holdsObjects = Self.holdsObjects(first) else {
      return try MedicationQueries.batch(
        of: try input.whole(), isStandardInput: true, system: system, isName: isName)
    }
    self.holdsObjects = holdsObjects
    lines = consume input
    return Batch()
  }

  /// Whether the first line of standard input is an object other than a FHIR resource, as opposed
  /// to words; `nil` if the whole input is needed: a JSON value over several lines, an array, XML,
  /// FHIR, gzip.
  private static func holdsObjects(_ line: [UInt8]) -> Bool? {
    switch line.first {
    case 0x7B: break
    case 0x5B, 0x3C: return nil
    default: return false
    }
    guard let document = try? JSONDocument(line), case .nothing = document.trailing,
      document.root["resourceType"] == nil, document.root["resource"] == nil
    else { return nil }
    return true
  }

  private mutating func nextLines() throws -> Batch? {
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

// What a person means by a word on the command line. The rule is in the help
// of `rxkit resolve`: a file or `-` contains JSON or FHIR XML; 1 to 8 digits are an RxNorm
// code; digits with dashes or 9 and more digits are an NDC; all else is a name.

/// A question, with what was noted while it was read.
struct NamedQuery {
  /// What to call it in messages: the file, the argument, or the line of standard input.
  let source: String
  let query: MedicationQuery
  /// What was noted while reading a user-annotated medication.
  var notes: [Problem] = []
}

/// Reads the questions of a command line.
enum MedicationQueries {
  /// The questions that a word means: one, or those of the file that it names.
  static func batch(of word: String, system: String?, isName: Bool) throws -> QueryStream.Batch {
    guard system == nil, !isName, isFile(word) else {
      return QueryStream.Batch(
        queries: [NamedQuery(source: word, query: query(word, system: system, isName: isName))])
    }
    return try batch(
      of: try InputFile.read(word), isStandardInput: false, system: system, isName: isName)
  }

  static func isFile(_ word: String) -> Bool {
    // A word that ends like a file is one, so that a mistyped path is an error
    // and not an unknown drug.
    if [".json", ".ndjson", ".jsonl", ".xml", ".gz"].contains(where: word.hasSuffix) {
      return true
    }
    return (word.contains("/") || word.contains(".")) && SystemCalls.exists(word)
  }

  static func query(_ word: String, system: String?, isName: Bool) -> MedicationQuery {
    if isName { return .name(word) }
    if let system {
      let url = KnownCodeSystem.recognise(system)?.canonical ?? system
      return .coding(ClinicalCoding(system: url, version: nil, code: word), display: nil)
    }
    return MedicationQuery(word: word)
  }

  /// The questions of a whole input: JSON or XML of medications or FHIR resources; of standard
  /// input also one word a line.
  static func batch(
    of input: InputFile, isStandardInput: Bool, system: String?, isName: Bool
  ) throws -> QueryStream.Batch {
    if FHIRDocument.isXML(input.bytes) { return try readFHIR(input) }
    guard
      let first = FHIRDocument.firstSign(of: input.bytes[...]),
      first == 0x7B || first == 0x5B
    else {
      guard isStandardInput, let lines = ArgumentLines.lines(of: input) else {
        throw CommandFailure(
          .input, "input.not-json", "\(input.name): is neither JSON nor XML, expected medications",
          try: "rxkit resolve --name, for a name that is also a file")
      }
      return QueryStream.Batch(
        queries: lines.map {
          NamedQuery(source: $0.label, query: query($0.text, system: system, isName: isName))
        })
    }
    if looksLikeFHIR(input.bytes) { return try readFHIR(input) }
    let list = try MedicationList(input)
    return QueryStream.Batch(queries: list.queries, failures: list.failures)
  }

  private static func looksLikeFHIR(_ bytes: [UInt8]) -> Bool {
    guard let document = try? JSONDocument(bytes) else { return false }
    let root = document.root.isArray ? document.root.elements.first { _ in true } : document.root
    return root?["resourceType"] != nil || root?["resource"] != nil
  }

  private static func readFHIR(_ input: InputFile) throws -> QueryStream.Batch {
    let document = FHIRDocument(input.bytes, reading: .withXML)
    if let broken = document.problems.first(where: { $0.problem.severity == .error }) {
      throw CommandFailure(broken, in: input.name)
    }
    return QueryStream.Batch(
      queries: document.records.map { NamedQuery(source: input.name, query: .record($0)) },
      notes: document.records.isEmpty
        ? [OtherContents.note(of: input.name, document.otherResources)] : [])
  }
}

/// The byte order mark that some programs write before UTF-8.
enum ByteOrderMark {
  /// A text without the byte order mark.
  static func dropped(from bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
  }
}

/// User-annotated medications of a file: those that could be read, and the errors.
///
/// A file is read as a whole. Only if that fails, each medication of an array or of lines is read
/// on its own, so that one error does not lose the others.
struct MedicationList {
  /// The medications that could be read, in order.
  private(set) var queries: [NamedQuery] = []
  /// The errors of the others, each with its place.
  private(set) var failures: [CommandFailure] = []

  init(_ input: InputFile) throws {
    do throws(MedicationJSONError) {
      queries = Self.queries(try UserAnnotatedMedicationReader.read(input.bytes), input)
    } catch { guard readEach(input) else { throw Self.failure(error, input) } }
  }

  init(line: String, number: Int, of name: String) {
    let input = InputFile(name: name, bytes: Array(line.utf8))
    do throws(MedicationJSONError) {
      queries = Self.queries(try UserAnnotatedMedicationReader.read(input.bytes), input)
    } catch { failures = [Self.failure(error, input, firstLine: number)] }
  }

  /// Reads each object of an array or of lines; `false` if it is neither.
  private mutating func readEach(_ input: InputFile) -> Bool {
    guard let document = try? JSONDocument(input.bytes) else { return false }
    switch document.trailing {
    case .data: return false
    case .nothing:
      guard document.root.isArray else { return false }
      for (index, element) in document.root.elements.enumerated() {
        read(element, at: "[\(index)]", input)
      }
    case .value:
      guard let lines = try? JSONLines(input.bytes) else { return false }
      for line in lines.lines {
        switch line.value {
        case .success(let node): read(node, at: "", input)
        case .failure(let error):
          failures.append(
            CommandFailure(
              .input, error.code.rawValue,
              "\(input.name):\(error.line):\(error.column): found \(error.found), "
                + "expected \(error.expected)"))
        }
      }
    }
    return true
  }

  private mutating func read(_ node: JSONNode, at place: String, _ input: InputFile) {
    let start = node.position
    guard node.isObject else {
      failures.append(
        CommandFailure(
          .input, "medication.type",
          "\(input.name):\(start.line):\(start.column): \(place.isEmpty ? "" : place + ": ")"
            + "found another value, expected an object", try: Self.remedy))
      return
    }
    do throws(MedicationJSONError) {
      queries += Self.queries(try UserAnnotatedMedicationReader.read(Array(node.rawBytes)), input)
    } catch { failures.append(Self.failure(error, input, start, place)) }
  }

  private static func queries(_ read: [ReadMedication], _ input: InputFile) -> [NamedQuery] {
    read.map {
      NamedQuery(source: input.name, query: .userAnnotated($0.medication), notes: $0.notes)
    }
  }

  private static let remedy = "rxkit help resolve, for the shape of a medication"

  /// The failure of a part that begins at a position of the file.
  private static func failure(
    _ error: MedicationJSONError, _ input: InputFile,
    _ start: JSONPosition? = nil, _ place: String = "", firstLine: Int = 1
  ) -> CommandFailure {
    let line = error.line + (start?.line ?? firstLine) - 1
    let column = error.column + (error.line == 1 ? (start?.column ?? 1) - 1 : 0)
    let path = place.isEmpty || error.path.isEmpty ? place + error.path : "\(place).\(error.path)"
    return CommandFailure(
      .input, error.code,
      "\(input.name):\(line):\(column): \(path.isEmpty ? "" : path + ": ")"
        + "found \(error.found), expected \(error.expected)", try: remedy)
  }
}
