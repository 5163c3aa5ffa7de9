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
    let count: Int
    /// What is counted, one and several.
    let nouns: (String, String)
    var exitCode = ExitCode.done

    init(_ count: Int, _ one: String, _ several: String, exitCode: ExitCode = .done) {
      (self.count, nouns, self.exitCode) = (count, (one, several), exitCode)
    }
  }

  /// Writes to where `--output` says, and reports what was written.
  func write(_ streams: inout Streams) throws -> ExitCode {
    let display = ProgressDisplay(streams.messages)
    defer { display.finish() }
    let progress = { (progress: ExportProgress) in
      display.update(
        progress.part, count: progress.done, unit: "concepts", done: progress.done,
        total: progress.total)
    }
    func sink(_ descriptor: Int32, _ name: String) -> ExportSink {
      ExportSink(descriptor: descriptor, name: name, from: sources, progress)
    }
    let path = invocation.value(of: CommonOptions.output) ?? "-"
    let replaces = invocation.isSet(CommonOptions.force)
    let outcome: Outcome
    if kind == .csv || kind == .tsv, !invocation.isSet(ExportCommand.table) {
      let export = DelimitedExport(content, form: kind == .csv ? .csv : .tsv)
      let folder = try AtomicFolder(path, holding: export.fileNames, replacing: replaces)
      var rows = 0
      for name in export.fileNames {
        rows += try folder.write(name) { descriptor in
          try sink(descriptor, name).write { try export.write(file: name, to: $0) }
        }
      }
      try folder.commit(from: sources)
      outcome = Outcome(rows, "row", "rows")
    } else if path == "-" {
      outcome = try write(to: sink(streams.output.descriptor, "standard output"), &streams)
    } else {
      let file = try AtomicFile(path, replacing: replaces)
      if kind == .sqlite {
        let rows = try DatabaseExport(content).write(to: file.temporaryPath, progress: progress)
        outcome = Outcome(rows, "row", "rows")
      } else {
        outcome = try write(to: sink(file.descriptor, path), &streams)
      }
      try file.commit(from: sources)
    }
    display.finish()
    if path != "-" {
      streams.messages.note(
        "wrote \(path) (\(content.catalog.release.name), "
          + DisplayText.counted(outcome.count, outcome.nouns.0, outcome.nouns.1) + ")")
    }
    return outcome.exitCode
  }

  private func write(to sink: ExportSink, _ streams: inout Streams) throws -> Outcome {
    switch kind {
    case .swift: return try writeSwift(to: sink, &streams)
    case .codeSystem, .valueSet, .conceptMap, .package: return try writeTerminology(to: sink)
    case .clinicalUse:
      let export = ClinicalUseExport(
        content, form: invocation.isSet(ExportCommand.bundle) ? .bundle : .lines,
        canonicalBase: try ExportSelection.canonicalBase(invocation))
      guard export.hasRows else { throw ExportSelection.nothing("row of evidence") }
      let count = try sink.write { try export.write(to: $0) }
      return Outcome(count, "statement of a label", "statements of labels")
    case .ndjson:
      let count = try sink.write { try ConceptLines(content).write(to: $0) }
      return Outcome(count, "concept", "concepts")
    // Parquet was refused before.
    case .csv, .tsv, .sqlite, .parquet:
      let export = DelimitedExport(content, form: kind == .tsv ? .tsv : .csv)
      // Without a table a folder is written, not this file.
      let table = invocation.value(of: ExportCommand.table).flatMap { ExportTable(rawValue: $0) }
      return Outcome(try sink.write { try export.write(table ?? .concept, to: $0) }, "row", "rows")
    }
  }

  private func writeSwift(to sink: ExportSink, _ streams: inout Streams) throws -> Outcome {
    let codes = try ExportSelection.codes(invocation)
    let export = SwiftSourceExport(content, codes: codes.map(\.text))
    let unknown = Set(export.unknownCodes)
    for code in codes where unknown.contains(code.text) {
      streams.messages.warn("\(code.label): not found")
    }
    return Outcome(
      try sink.write { try export.write(to: $0) }, "code", "codes",
      exitCode: unknown.isEmpty ? .done : .incomplete)
  }

  private func writeTerminology(to sink: ExportSink) throws -> Outcome {
    let terminology = TerminologyExport(
      content,
      fhir: invocation.value(of: ExportCommand.fhir).flatMap { FHIRRelease(rawValue: $0) } ?? .r4,
      canonicalBase: try ExportSelection.canonicalBase(invocation))
    switch kind {
    case .valueSet:
      let filter = try ExportSelection.filter(invocation, in: content.catalog)
      guard terminology.hasCodes(filter) else { throw ExportSelection.nothing("code fits") }
      let isRules = invocation.isSet(ExportCommand.rules)
      let count = try sink.write {
        try terminology.writeValueSet(filter, isRules ? .intensional : .enumerated, to: $0)
          ?? filter.ruleCount
      }
      return isRules ? Outcome(count, "rule", "rules") : Outcome(count, "code", "codes")
    case .conceptMap:
      let map = invocation.value(of: ExportCommand.map).flatMap { ExportMap(rawValue: $0) } ?? .ndc
      guard terminology.hasElements(map) else { throw ExportSelection.nothing("code to map") }
      let count = try sink.write { try terminology.writeConceptMap(map, to: $0) }
      return Outcome(count, "code mapped", "codes mapped")
    case .package:
      let package = PackageExport(
        terminology, identifier: try ExportSelection.packageIdentifier(invocation))
      return Outcome(try sink.write { try package.write(to: $0) }, "resource", "resources")
    default:
      let count = try sink.write { try terminology.writeCodeSystem(to: $0) }
      return Outcome(count, "code", "codes")
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

  init(_ path: String, holding fileNames: [String], replacing: Bool) throws {
    let target = Self.withoutSlash(path)
    let isThere = try Self.looksThere(target, replacing: replacing)
    let (start, name) = SystemCalls.lastName(of: target)
    let temporaryPath = "\(start).\(name).\(SystemCalls.processID()).tmp"
    try CommandFailure.writing(target) { try SystemCalls.makeFolder(temporaryPath) }
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
  private static func looksThere(_ path: String, replacing: Bool) throws -> Bool {
    guard SystemCalls.exists(path) else { return false }
    guard SystemCalls.isFolder(path) else {
      throw CommandFailure(
        .usage, "output.is-file", "\(path): a file, expected the name of a folder",
        try: "another name with -o, or one table: --table <table>")
    }
    guard replacing else { throw CommandFailure.wouldOverwrite(path) }
    return true
  }

  deinit {
    // After the rename these paths no longer exist, and nothing is removed.
    for name in fileNames { _ = try? SystemCalls.remove("\(temporaryPath)/\(name)") }
    _ = try? SystemCalls.removeFolder(temporaryPath)
    Interruption.unprotect()
  }

  func write<Result>(_ name: String, _ body: (Int32) throws -> Result) throws -> Result {
    let path = "\(temporaryPath)/\(name)"
    let file = try CommandFailure.writing(path) { try SystemCalls.create(path) }
    let result = try body(file.descriptor)
    let descriptor = file.descriptor
    try CommandFailure.writing(path) { try SystemCalls.synchronize(descriptor) }
    return result
  }

  /// Renames the folder, unless the sources of its files are damaged.
  consuming func commit(from sources: AnswerSources) throws {
    try sources.check(file: target)
    let (temporaryPath, target, names, isThere) = (temporaryPath, target, fileNames, isThere)
    try CommandFailure.writing(target) {
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
  private let progress: (ExportProgress) -> Void
  private var failure: (any Error)?

  init(
    descriptor: Int32, name: String, from sources: AnswerSources,
    _ progress: @escaping (ExportProgress) -> Void
  ) {
    writer = OutputWriter(descriptor: descriptor, name: name, from: sources)
    self.progress = progress
  }

  /// Writes an export, and returns how many things it has.
  func write(_ body: (ExportOutput) throws -> Int) throws -> Int {
    let output = ExportOutput(progress: progress) { self.take($0) }
    let count: Int
    do { count = try body(output) } catch { throw failure ?? error }
    try writer.flush()
    return count
  }

  private func take(_ piece: [UInt8]) -> Bool {
    do { try writer.write(piece) } catch { failure = error }
    return failure == nil
  }
}

extension ExportError: CommandError {
  var failure: CommandFailure { CommandFailure(.input, code, message, try: remedy) }
}
