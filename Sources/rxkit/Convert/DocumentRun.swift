// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import MedicationModel

/// Documents that are read one after the other for an answer about all of them.
struct DocumentRun {
  /// How many files had to be passed over because they are no documents.
  private(set) var passedOver = 0
  /// How many files, or parts of them, could not be read.
  private(set) var failureCount = 0

  /// Endings of documents; others in a folder are passed over and counted.
  private static let endings = [".json", ".ndjson", ".jsonl", ".xml", ".txt"].flatMap {
    [$0, $0 + ".gz"]
  }

  /// Reads the documents that arguments name, folders walked in byte order.
  ///
  /// What cannot be read is named on standard error, and the others go on.
  ///
  /// - Parameter body: Takes a document, its name, and the scope of its local references: lines
  ///   of one folder belong together as a bulk export does; `nil` for any other document.
  mutating func read(
    _ arguments: [String], _ streams: inout Streams,
    _ body: (
      FHIRDocument, _ name: String, _ scope: String?, inout Streams
    ) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    let files = files(of: arguments, &streams)
    let progress = ProgressDisplay(streams.messages)
    defer { progress.finish() }
    var count = 0
    for (index, file) in files.enumerated() {
      progress.update(
        ProgressDisplay.State(
          name: file.path, count: count, unit: "records", done: index, total: files.count))
      guard let document = document(file.path, &streams) else { continue }
      count += document.records.count
      try body(
        document, file.path, file.isOfFolder ? Self.scope(of: file.path) : nil, &streams)
    }
  }

  private mutating func files(
    of arguments: [String], _ streams: inout Streams
  ) -> [(path: String, isOfFolder: Bool)] {
    var files: [(path: String, isOfFolder: Bool)] = []
    for argument in arguments {
      guard argument != "-", SystemCalls.isFolder(argument) else {
        files.append((argument, false))
        continue
      }
      let walk = FolderWalk(argument, endings: Self.endings)
      files += walk.files.map { ($0, true) }
      passedOver += walk.skippedCount
      for failure in walk.failures { fail(failure, &streams) }
    }
    return files
  }

  private mutating func document(_ path: String, _ streams: inout Streams) -> FHIRDocument? {
    let input: InputFile
    do throws(CommandFailure) {
      input = try InputFile.read(path)
    } catch {
      fail(error, &streams)
      return nil
    }
    if path.contains(".txt"), !Self.looksLikeDocument(input.bytes) {
      passedOver += 1
      return nil
    }
    let document = FHIRDocument(input.bytes)
    for problem in document.problems {
      let failure = CommandFailure(problem, in: input.name)
      if problem.problem.severity == .error {
        fail(failure, &streams)
      } else {
        streams.messages.note("\(failure.message)  [\(failure.code)]")
      }
    }
    return document
  }

  private mutating func fail(_ failure: CommandFailure, _ streams: inout Streams) {
    failureCount += 1
    streams.messages.write(failure)
  }

  /// Lines of one folder are one set, as a bulk export has them.
  private static func scope(of path: String) -> String? {
    let plain = path.hasSuffix(".gz") ? String(path.dropLast(3)) : path
    guard plain.hasSuffix(".ndjson") || plain.hasSuffix(".jsonl") else { return nil }
    return path.lastIndex(of: "/").map { "folder \(path[..<$0])" }
  }

  private static func looksLikeDocument(_ bytes: [UInt8]) -> Bool {
    let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF]
    let first = bytes.prefix(4096).first { $0 > 0x20 && !marks.contains($0) }
    return first == 0x7B || first == 0x5B || FHIRDocument.isXML(bytes)
  }

  /// Says what was passed over, and how the run ends.
  func exitCode(hasWarnings: Bool, isStrict: Bool, _ streams: inout Streams) -> ExitCode {
    if passedOver > 0 {
      streams.messages.note(
        DisplayText.counted(
          passedOver, "file that is no JSON or XML document was",
          "files that are no JSON or XML documents were") + " passed over")
    }
    if failureCount > 0 { return .input }
    return isStrict && hasWarnings ? .incomplete : .done
  }
}
