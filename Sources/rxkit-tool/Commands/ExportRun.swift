// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogExport
import CommandLineTool
import ConceptCatalog
import MedicationModel

/// One run of `rxkit export`, its options checked.
struct ExportRun {
  let invocation: Invocation
  let kind: ExportKind
  let content: ExportContent
  /// What is exported, for whether it may be written.
  let sources: AnswerSources

  /// What was written, for the last line on standard error.
  private struct Outcome {
    var count: Int
    /// What is counted, one and several.
    let nouns: (String, String)
    var exitCode = ExitCode.done
  }

  /// Writes to where `--output` says, and tells what was written.
  func write(_ streams: inout Streams) throws(CommandFailure) -> ExitCode {
    let progress = ProgressDisplay(streams.messages)
    defer { progress.finish() }
    let path = invocation.value(of: CommonOptions.output) ?? "-"
    let replaces = invocation.isSet(CommonOptions.force)
    let outcome: Outcome
    if kind == .csv || kind == .tsv, !invocation.isSet(ExportCommand.table) {
      outcome = try writeFolder(path, replacing: replaces, progress)
    } else if path == "-" {
      let standardOutput = streams.output.descriptor
      outcome = try write(to: standardOutput, "standard output", progress, &streams)
    } else {
      let file = try AtomicFile(path, replacing: replaces)
      outcome =
        kind == .sqlite
        ? try writeDatabase(file.temporaryPath, progress)
        : try write(to: file.descriptor, path, progress, &streams)
      try file.commit(from: sources)
    }
    progress.finish()
    if path != "-" {
      streams.messages.note(
        "wrote \(path) (\(content.catalog.release.name), "
          + DisplayText.counted(outcome.count, outcome.nouns.0, outcome.nouns.1) + ")")
    }
    return outcome.exitCode
  }

  private func report(_ display: ProgressDisplay) -> (ExportProgress) -> Void {
    { progress in
      display.update(
        progress.part, count: progress.done, unit: "concepts", done: progress.done,
        total: progress.total)
    }
  }

  /// Writes an export of bytes, which gives how many things it has.
  private func counted(
    _ one: String, _ several: String, _ descriptor: Int32, _ name: String,
    _ body: (ExportOutput) throws(ExportError) -> Int
  ) throws(CommandFailure) -> Outcome {
    let count = try ExportSink.write(to: descriptor, name: name, from: sources, body)
    return Outcome(count: count, nouns: (one, several))
  }

  private func writeFolder(
    _ path: String, replacing: Bool, _ progress: ProgressDisplay
  ) throws(CommandFailure) -> Outcome {
    let export = DelimitedExport(content, form: kind == .csv ? .csv : .tsv)
    let folder = try AtomicFolder(path, holding: export.fileNames, replacing: replacing)
    var rows = 0
    for name in export.fileNames {
      rows += try folder.write(name) { (descriptor) throws(CommandFailure) in
        try counted("row", "rows", descriptor, name) { (output) throws(ExportError) in
          try export.write(file: name, to: output, progress: report(progress))
        }.count
      }
    }
    try folder.commit(from: sources)
    return Outcome(count: rows, nouns: ("row", "rows"))
  }

  private func writeDatabase(
    _ path: String, _ progress: ProgressDisplay
  ) throws(CommandFailure) -> Outcome {
    do throws(ExportError) {
      let rows = try DatabaseExport(content).write(to: path, progress: report(progress))
      return Outcome(count: rows, nouns: ("row", "rows"))
    } catch { throw CommandFailure(error) }
  }

  private func write(
    to descriptor: Int32, _ name: String, _ display: ProgressDisplay, _ streams: inout Streams
  ) throws(CommandFailure) -> Outcome {
    let progress = report(display)
    switch kind {
    case .swift: return try writeSwift(to: descriptor, name, &streams)
    case .codeSystem, .valueSet, .conceptMap, .package:
      return try writeTerminology(to: descriptor, name, progress)
    case .clinicalUse:
      let export = ClinicalUseExport(
        content, form: invocation.isSet(ExportCommand.bundle) ? .bundle : .lines,
        canonicalBase: try ExportSelection.canonicalBase(invocation))
      guard export.hasRows else { throw ExportSelection.nothing("row of evidence") }
      return try counted("statement of a label", "statements of labels", descriptor, name) {
        (output) throws(ExportError) in try export.write(to: output, progress: progress)
      }
    case .ndjson:
      return try counted("concept", "concepts", descriptor, name) { (output) throws(ExportError) in
        try ConceptLines(content).write(to: output, progress: progress)
      }
    // Parquet was refused before.
    case .csv, .tsv, .sqlite, .parquet:
      let form = kind == .tsv ? DelimitedExport.Form.tsv : .csv
      // Without a table a folder is written, not this file.
      let table = invocation.value(of: ExportCommand.table).flatMap { ExportTable(rawValue: $0) }
      return try counted("row", "rows", descriptor, name) { (output) throws(ExportError) in
        try DelimitedExport(content, form: form)
          .write(table ?? .concept, to: output, progress: progress)
      }
    }
  }

  private func writeSwift(
    to descriptor: Int32, _ name: String, _ streams: inout Streams
  ) throws(CommandFailure) -> Outcome {
    let codes = try ExportSelection.codes(invocation)
    let export = SwiftSourceExport(content, codes: codes.map(\.text))
    let unknown = Set(export.unknownCodes)
    for code in codes where unknown.contains(code.text) {
      streams.messages.warn("\(code.label): not found")
    }
    var writer = OutputWriter(descriptor: descriptor, name: name, from: sources)
    try writer.write(export.text)
    try writer.flush()
    return Outcome(
      count: export.codeCount, nouns: ("code", "codes"),
      exitCode: export.unknownCodes.isEmpty ? .done : .incomplete)
  }

  private func writeTerminology(
    to descriptor: Int32, _ name: String, _ progress: @escaping (ExportProgress) -> Void
  ) throws(CommandFailure) -> Outcome {
    let terminology = TerminologyExport(
      content,
      fhir: invocation.value(of: ExportCommand.fhir).flatMap { FHIRRelease(rawValue: $0) } ?? .r4,
      canonicalBase: try ExportSelection.canonicalBase(invocation))
    switch kind {
    case .valueSet:
      let filter = try ExportSelection.filter(invocation, in: content.catalog)
      guard terminology.hasCodes(filter) else { throw ExportSelection.nothing("code fits") }
      let isRules = invocation.isSet(ExportCommand.rules)
      let nouns = isRules ? ("rule", "rules") : ("code", "codes")
      return try counted(nouns.0, nouns.1, descriptor, name) { (output) throws(ExportError) in
        try terminology.writeValueSet(
          filter, isRules ? .intensional : .enumerated, to: output, progress: progress)
          ?? filter.ruleCount
      }
    case .conceptMap:
      let map = invocation.value(of: ExportCommand.map).flatMap { ExportMap(rawValue: $0) } ?? .ndc
      guard terminology.hasElements(map) else { throw ExportSelection.nothing("code to map") }
      return try counted("code mapped", "codes mapped", descriptor, name) {
        (output) throws(ExportError) in
        try terminology.writeConceptMap(map, to: output, progress: progress)
      }
    case .package:
      let package = PackageExport(
        terminology, identifier: try ExportSelection.packageIdentifier(invocation))
      return try counted("resource", "resources", descriptor, name) {
        (output) throws(ExportError) in try package.write(to: output, progress: progress)
      }
    default:
      return try counted("code", "codes", descriptor, name) { (output) throws(ExportError) in
        try terminology.writeCodeSystem(to: output, progress: progress)
      }
    }
  }
}

// A folder is written atomically: its files go into a temporary folder next to
// it, which is renamed at the end. If the folder exists and may be replaced,
// each file is renamed into it: every file is complete, but for a moment some
// are new and some are old.

/// A folder being written.
struct AtomicFolder: ~Copyable {
  private let target: String
  private let temporaryPath: String
  private let fileNames: [String]
  private let isThere: Bool

  init(_ path: String, holding fileNames: [String], replacing: Bool) throws(CommandFailure) {
    let target = Self.withoutSlash(path)
    let isThere = try Self.looksThere(target, replacing: replacing)
    let (start, name) = SystemCalls.lastName(of: target)
    let temporaryPath = "\(start).\(name).\(SystemCalls.processID()).tmp"
    do { try SystemCalls.makeFolder(temporaryPath) } catch { throw .unwritable(target, error) }
    self.target = target
    self.temporaryPath = temporaryPath
    self.fileNames = fileNames
    self.isThere = isThere
    Interruption.protect(fileNames.map { "\(temporaryPath)/\($0)" } + [temporaryPath])
  }

  private static func withoutSlash(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// Whether the folder exists; fails if it may not be replaced.
  private static func looksThere(_ path: String, replacing: Bool) throws(CommandFailure) -> Bool {
    guard SystemCalls.exists(path) else { return false }
    guard SystemCalls.isFolder(path) else {
      throw CommandFailure(
        .usage, "output.is-file", "\(path): a file, expected the name of a folder",
        try: "another name with -o, or one table: --table <table>")
    }
    guard replacing else { throw .wouldOverwrite(path) }
    return true
  }

  deinit {
    // After the rename these paths no longer exist, and nothing is removed.
    for name in fileNames { _ = try? SystemCalls.remove("\(temporaryPath)/\(name)") }
    _ = try? SystemCalls.removeFolder(temporaryPath)
    Interruption.unprotect()
  }

  func write<Result>(
    _ name: String, _ body: (Int32) throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    let path = "\(temporaryPath)/\(name)"
    let file = try CommandFailure.writing(path) { () throws(SystemError) in
      try SystemCalls.create(path)
    }
    let result = try body(file.descriptor)
    do { try SystemCalls.synchronize(file.descriptor) } catch { throw .unwritable(path, error) }
    return result
  }

  /// Renames the folder, unless the sources of its files are damaged.
  consuming func commit(from sources: AnswerSources) throws(CommandFailure) {
    try sources.check(file: target)
    let (temporaryPath, target, names, isThere) = (temporaryPath, target, fileNames, isThere)
    try CommandFailure.writing(target) { () throws(SystemError) in
      guard isThere else { return try SystemCalls.move(temporaryPath, to: target) }
      for name in names {
        try SystemCalls.move("\(temporaryPath)/\(name)", to: "\(target)/\(name)")
      }
    }
  }
}

/// A buffered writer to a descriptor for the bytes of an export.
///
/// A class, because the export keeps a closure that writes to it.
final class ExportSink {
  private var writer: OutputWriter
  private var failure: CommandFailure?

  private init(descriptor: Int32, name: String, from sources: AnswerSources) {
    writer = OutputWriter(descriptor: descriptor, name: name, from: sources)
  }

  static func write<Result>(
    to descriptor: Int32, name: String, from sources: AnswerSources,
    _ body: (ExportOutput) throws(ExportError) -> Result
  ) throws(CommandFailure) -> Result {
    let sink = ExportSink(descriptor: descriptor, name: name, from: sources)
    let output = ExportOutput { sink.take($0) }
    let result: Result
    do throws(ExportError) {
      result = try body(output)
    } catch { throw sink.failure ?? CommandFailure(error) }
    try sink.writer.flush()
    return result
  }

  private func take(_ piece: [UInt8]) -> Bool {
    do throws(CommandFailure) {
      try writer.write(piece)
      return true
    } catch {
      failure = error
      return false
    }
  }
}

extension CommandFailure {
  init(_ error: ExportError) {
    self.init(.input, error.code, error.message, try: error.remedy)
  }
}
