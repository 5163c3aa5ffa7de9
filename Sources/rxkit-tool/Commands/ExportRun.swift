// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import CatalogExport
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
        ProgressDisplay.State(
          name: progress.part, count: progress.done, unit: "concepts", done: progress.done,
          total: progress.total))
    }
  }

  // MARK: Folders and databases

  private func writeFolder(
    _ path: String, replacing: Bool, _ progress: ProgressDisplay
  ) throws(CommandFailure) -> Outcome {
    let export = DelimitedExport(content, form: kind == .csv ? .csv : .tsv)
    let folder = try AtomicFolder(path, holding: export.fileNames, replacing: replacing)
    var rows = 0
    for name in export.fileNames {
      rows += try folder.write(name) { (descriptor) throws(CommandFailure) in
        try ExportSink.write(to: descriptor, name: name, from: sources) {
          (output) throws(ExportError) in
          try export.write(file: name, to: output, progress: report(progress))
        }
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
    } catch {
      throw CommandFailure(error)
    }
  }

  // MARK: Streams of bytes

  private func write(
    to descriptor: Int32, _ name: String, _ progress: ProgressDisplay, _ streams: inout Streams
  ) throws(CommandFailure) -> Outcome {
    switch kind {
    case .swift: return try writeSwift(to: descriptor, name, &streams)
    case .codeSystem, .valueSet, .conceptMap, .package:
      return try writeTerminology(to: descriptor, name, progress)
    case .clinicalUse: return try writeClinicalUse(to: descriptor, name, progress)
    case .csv, .tsv, .ndjson, .sqlite:
      let isTable = kind != .ndjson
      let form: DelimitedExport.Form = kind == .tsv ? .tsv : .csv
      let table = invocation.value(of: ExportCommand.table).flatMap { ExportTable(rawValue: $0) }
      let count = try ExportSink.write(to: descriptor, name: name, from: sources) {
        (output) throws(ExportError) in
        guard isTable, let table else {
          return try ConceptLines(content).write(to: output, progress: report(progress))
        }
        return try DelimitedExport(content, form: form)
          .write(table, to: output, progress: report(progress))
      }
      return Outcome(count: count, nouns: isTable ? ("row", "rows") : ("concept", "concepts"))
    }
  }

  private func writeSwift(
    to descriptor: Int32, _ name: String, _ streams: inout Streams
  ) throws(CommandFailure) -> Outcome {
    let codes = try ExportSelection.codes(invocation.value(of: ExportCommand.codes) ?? "")
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

  private func writeClinicalUse(
    to descriptor: Int32, _ name: String, _ progress: ProgressDisplay
  ) throws(CommandFailure) -> Outcome {
    let export = ClinicalUseExport(
      content, form: invocation.isSet(ExportCommand.bundle) ? .bundle : .lines,
      canonicalBase: try ExportSelection.canonicalBase(invocation))
    guard export.hasRows else { throw ExportSelection.nothing("row of evidence") }
    let count = try ExportSink.write(to: descriptor, name: name, from: sources) {
      (output) throws(ExportError) in try export.write(to: output, progress: report(progress))
    }
    return Outcome(count: count, nouns: ("statement of a label", "statements of labels"))
  }

  private func writeTerminology(
    to descriptor: Int32, _ name: String, _ progress: ProgressDisplay
  ) throws(CommandFailure) -> Outcome {
    let terminology = TerminologyExport(
      content,
      fhir: invocation.value(of: ExportCommand.fhir).flatMap { FHIRRelease(rawValue: $0) } ?? .r4,
      canonicalBase: try ExportSelection.canonicalBase(invocation))
    let report = report(progress)
    switch kind {
    case .valueSet:
      let filter = try ExportSelection.filter(invocation, in: content.catalog)
      guard terminology.hasCodes(filter) else { throw ExportSelection.nothing("code fits") }
      let isRules = invocation.isSet(ExportCommand.rules)
      let count = try ExportSink.write(to: descriptor, name: name, from: sources) {
        (output) throws(ExportError) in
        try terminology.writeValueSet(
          filter, isRules ? .intensional : .enumerated, to: output, progress: report)
      }
      return count.map { Outcome(count: $0, nouns: ("code", "codes")) }
        ?? Outcome(count: filter.ruleCount, nouns: ("rule", "rules"))
    case .conceptMap:
      let map = invocation.value(of: ExportCommand.map).flatMap { ExportMap(rawValue: $0) } ?? .ndc
      guard terminology.hasElements(map) else { throw ExportSelection.nothing("code to map") }
      let count = try ExportSink.write(to: descriptor, name: name, from: sources) {
        (output) throws(ExportError) in
        try terminology.writeConceptMap(map, to: output, progress: report)
      }
      return Outcome(count: count, nouns: ("code mapped", "codes mapped"))
    case .package:
      let package = PackageExport(
        terminology, identifier: try ExportSelection.packageIdentifier(invocation))
      let count = try ExportSink.write(to: descriptor, name: name, from: sources) {
        (output) throws(ExportError) in try package.write(to: output, progress: report)
      }
      return Outcome(count: count, nouns: ("resource", "resources"))
    default:
      let count = try ExportSink.write(to: descriptor, name: name, from: sources) {
        (output) throws(ExportError) in
        try terminology.writeCodeSystem(to: output, progress: report)
      }
      return Outcome(count: count, nouns: ("code", "codes"))
    }
  }
}
