// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import FHIRStreams
import JSONText
import MedicationModel

// A conversion that may be ended at any moment and go on later:
//
//   .out.ndjson.partial   the records so far, and perhaps some more
//   .out.ndjson.journal   how many bytes of it count, and what comes next
//   out.ndjson            only when all is done
//
// Every 32 MiB the records are synced to disk, and then the journal is
// replaced. Resuming truncates the file to what the journal says: what came
// later is converted again, to the same bytes. A different input, option,
// catalog or version of the tool is a different run; runs are never mixed.

/// Runs a conversion whose output file may be completed by a later run.
struct ResumableConversion {
  /// Bytes of output between two entries of the journal.
  private static let stride = 32 << 20

  private let output: String
  private let partial: String
  private let journalPath: String
  private let run: String
  private let replaces: Bool
  private let conversion: RecordConversion

  init(
    _ invocation: Invocation, _ conversion: RecordConversion, _ environment: Environment
  ) throws {
    self.conversion = conversion
    output = invocation.value(of: CommonOptions.output) ?? "-"
    let (start, name) = SystemCalls.lastName(of: output)
    partial = "\(start).\(name).partial"
    journalPath = "\(start).\(name).journal"
    replaces = invocation.isSet(CommonOptions.force)
    run = try RunIdentity(invocation, conversion.run.inputs, environment).text
  }

  /// Converts what is left and gives the output its name.
  func run(_ streams: inout Streams) throws -> ExitCode {
    if !replaces, SystemCalls.exists(output) { throw CommandFailure.wouldOverwrite(output) }
    let (output, partial) = (output, partial)
    let file = try CommandFailure.writing(output) { try SystemCalls.openPartial(partial) }
    let descriptor = file.descriptor
    let isOurs = try CommandFailure.writing(output) { try SystemCalls.lock(descriptor) }
    guard isOurs else {
      throw CommandFailure(
        .input, "resume.in-use", "\(output): another conversion writes it, expected one at a time")
    }
    var journal = try begin(descriptor)
    var conversion = conversion
    if journal != ResumeJournal(run: run) {
      let records = DisplayText.counted(journal.counts.records, "record", "records")
      streams.messages.note("\(output): goes on after \(records)")
      conversion.resume(journal.counts, at: journal.input, journal.place)
    }
    let before = journal.byteCount
    let code = try streams.withOutput(to: descriptor, name: output) { streams in
      try conversion.convert(&streams) { input, place, counts, streams in
        guard before + streams.output.byteCount - journal.byteCount >= Self.stride else { return }
        try streams.output.flush()
        (journal.input, journal.place, journal.counts) = (input, place, counts)
        journal.byteCount = before + streams.output.byteCount
        try write(journal, of: descriptor)
      }
    }
    try streams.sources.check(file: output)
    try finish(descriptor)
    streams.messages.note("wrote \(output)")
    return code
  }

  /// Finds where to go on, and cuts the output to it.
  private func begin(_ descriptor: Int32) throws -> ResumeJournal {
    // No journal, or one that cannot be read: nothing was brought to the disk for certain.
    let old = (try? InputFile.read(journalPath)).flatMap { ResumeJournal($0.bytes) }
    var journal = ResumeJournal(run: run)
    if let old {
      guard old.run == run else {
        throw CommandFailure(
          .input, "resume.other-run",
          "\(output): begun with other inputs, options, catalog or version of rxkit, expected the "
            + "same", try: "rm \(partial) \(journalPath), to begin anew")
      }
      let byteCount = try CommandFailure.writing(output) {
        try SystemCalls.status(of: descriptor).byteCount
      }
      // A journal without its output: the output was removed by hand.
      if old.byteCount <= byteCount { journal = old }
    }
    let byteCount = journal.byteCount
    try CommandFailure.writing(output) { try SystemCalls.cut(descriptor, to: byteCount) }
    return journal
  }

  /// Syncs the output to disk, then the journal that describes it.
  private func write(_ journal: ResumeJournal, of descriptor: Int32) throws {
    let path = journalPath
    let temporary = path + ".tmp"
    try CommandFailure.writing(output) {
      try SystemCalls.synchronize(descriptor)
      let file = try SystemCalls.openPartial(temporary)
      try SystemCalls.cut(file.descriptor, to: 0)
      try SystemCalls.writeAll(journal.line, to: file.descriptor)
      try SystemCalls.synchronize(file.descriptor)
      try SystemCalls.move(temporary, to: path)
    }
  }

  private func finish(_ descriptor: Int32) throws {
    let (output, partial) = (output, partial)
    if !replaces, SystemCalls.exists(output) { throw CommandFailure.wouldOverwrite(output) }
    try CommandFailure.writing(output) {
      try SystemCalls.synchronize(descriptor)
      try SystemCalls.move(partial, to: output)
    }
    // The journal says nothing without its output; what cannot be removed disturbs nothing.
    _ = try? SystemCalls.remove(journalPath)
  }
}

/// What makes two runs the same: their inputs, options, tables, catalog and tool.
struct RunIdentity {
  let text: String

  init(_ invocation: Invocation, _ inputs: ConvertInputs, _ environment: Environment) throws {
    var parts = ["rxkit \(VersionReport.tool)"]
    let options = ConvertOptions.all + [CommonOptions.format]
    for option in options where option.name != ConvertOptions.threads.name {
      parts += invocation.values(of: option).map { "\(option.name) \($0)" }
    }
    let location = try CatalogLocation(
      option: invocation.value(of: CommonOptions.catalog), environment: environment)
    parts.append(try Self.identity(of: location.path))
    for input in inputs.inputs { parts.append(try Self.identity(of: input.path)) }
    // What an export says besides its outputs: deletions mark records, counts are compared.
    parts += inputs.deleted.sorted()
    parts += inputs.counts.statements
    let others = Set(inputs.inputs.flatMap { $0.set?.documents.paths ?? [] })
    for path in others.sorted() { parts.append(try Self.identity(of: path)) }
    // Tables are small and edited by hand: what they hold counts, not where and when, and those
    // within rxkit change between two builds of one version.
    for file in try MappingFiles(invocation).files {
      parts.append("\(file.name) \(file.bytes.count) \(BlockChecksum.of(file.bytes))")
    }
    text = String(Self.hash(of: parts.flatMap { Array($0.utf8) + [0] }), radix: 16)
  }

  /// FNV-1a with 64 bits: distinguishes runs that differ by accident.
  private static func hash(of bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Path, size and time of the last change.
  private static func identity(of path: String) throws -> String {
    // An unpacked file is identified by its archive.
    let file = UnpackedFile.archive(of: path) ?? path
    let status = try CommandFailure.reading(file) { try SystemCalls.status(of: file) }
    return "\(path) \(status.byteCount) \(status.modificationTime)"
  }
}

/// How far a conversion was: one line of JSON next to the output.
///
/// It is rewritten, synced and renamed only after the output that it describes is on disk.
struct ResumeJournal: Equatable {
  /// The version of the shape.
  private static let schema = 4

  /// What was converted, with what and how: the same in a run that may go on.
  var run: String
  /// The number of the input that is next.
  var input = 0
  /// The place in it between two lines; `nil` for its beginning.
  var place: FHIRLineStream.Place?
  /// The bytes of the output.
  var byteCount = 0
  var counts = ConversionRun.Counts()

  private static var numbers: [(StaticString, WritableKeyPath<Self, Int>)] {
    [
      ("input", \.input), ("output", \.byteCount), ("records", \.counts.records),
      ("failures", \.counts.failures), ("passedOver", \.counts.passedOver),
      ("unresolved", \.counts.unresolved), ("skippedClaims", \.counts.skippedClaims),
      ("otherClaimItems", \.counts.otherClaimItems),
    ]
  }

  init(run: String) { self.run = run }

  var line: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("schema", Self.schema)
      json.member("run", run)
      for (name, path) in Self.numbers { json.member(name, self[keyPath: path]) }
      json.member("offset", place?.offset)
      json.member("line", place?.line)
      json.member("incomplete", counts.isIncomplete)
      for (name, counted) in [("read", counts.read), ("problems", counts.problems.byName)] {
        json.key(name)
        json.object { json in
          for (key, count) in counted.sorted(by: { $0.key < $1.key }) {
            json.key(key)
            json.integer(count)
          }
        }
      }
    }
    json.endLine()
    return json.bytes
  }

  /// Reads a line; `nil` if it is not a journal of this shape.
  init?(_ bytes: [UInt8]) {
    guard let root = try? JSONDocument(bytes).root, let run = root["run"]?.string else {
      return nil
    }
    func number(_ name: StaticString) -> Int? {
      root[name]?.scalarText.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }
    guard number("schema") == Self.schema else { return nil }
    self.run = run
    for (name, path) in Self.numbers {
      guard let value = number(name) else { return nil }
      self[keyPath: path] = value
    }
    if let offset = number("offset"), let line = number("line") {
      place = FHIRLineStream.Place(offset: offset, line: line)
    }
    counts.isIncomplete = root["incomplete"]?.scalarText == "true"
    func table(_ name: StaticString) -> [String: Int]? {
      guard let object = root[name], object.isObject else { return nil }
      var table: [String: Int] = [:]
      for (key, count) in object.members {
        guard let key = key.string, let count = count.scalarText.flatMap({ Int($0) }) else {
          return nil
        }
        table[key] = count
      }
      return table
    }
    guard let read = table("read"), let problems = table("problems") else { return nil }
    counts.read = read
    counts.problems.byName = problems
  }
}
