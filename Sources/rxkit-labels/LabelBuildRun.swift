// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import DrugLabels
import JSONText
import Threads

// Files are opened by one thread at a time, which takes the next document's bytes under a lock; the
// documents are read in parallel:
//
//   thread 1   next ─ read ─ extract ─ add ─ next ─ read …
//   thread 2        next ─ read ─ extract ─ add ─ next ─ …
//
// Each thread has its own builder; the builders are merged at the end. The result does not depend
// on which thread read which label.

/// The outcome of reading label files, in one thread or in all of them.
struct LabelBuildRun: Sendable {
  private let extractor: LabelExtractor
  private(set) var builder: SideEffectTableBuilder
  /// Documents that are not labels, by reason.
  private var skipped: [String: Int] = [:]
  /// Documents that could not be read, with their numbers in the order of the files.
  private(set) var failures: [(number: Int, error: LabelError)] = []

  init(_ finder: SubjectFinder, _ extractor: LabelExtractor) {
    self.extractor = extractor
    builder = SideEffectTableBuilder(finder)
  }

  /// State shared by the threads.
  private struct Reading {
    var files: LabelFiles
    var count = 0
    /// A given path that cannot be opened: then nothing is written.
    var fatal: LabelError?

    /// The next entry with its number; `nil` at the end.
    mutating func next() -> (number: Int, entry: UnreadLabel)? {
      guard fatal == nil else { return nil }
      do throws(LabelError) {
        guard let entry = try files.nextUnread() else { return nil }
        count += 1
        return (count, entry)
      } catch {
        fatal = error
        return nil
      }
    }
  }

  private mutating func add(_ number: Int, _ entry: UnreadLabel) {
    switch entry.item() {
    case .label(let label): builder.add(label, extractor.read(label))
    case .skipped(_, let reason): skipped[reason, default: 0] += 1
    case .failed(let error): failures.append((number, error))
    }
  }

  /// Reads the labels of some paths, on all processors.
  ///
  /// - Throws: A failure if a path cannot be opened.
  mutating func read(_ paths: [String], _ messages: MessageWriter) throws {
    let shared = Monitor(Reading(files: LabelFiles(paths: paths)))
    let empty = self
    let progress = ProgressDisplay(messages)
    let parts = Workers.run(others: Workers.processorCount - 1) { _ in
      var part = empty
      while let (number, entry) = shared.withLock({ $0.next() }) { part.add(number, entry) }
      return part
    } caller: {
      var part = empty
      while let (number, entry) = shared.withLock({ $0.next() }) {
        progress.update(
          entry.file, count: number, unit: "documents", done: 0, total: 0)
        part.add(number, entry)
      }
      return part
    }
    progress.finish()
    if let fatal = shared.withLock({ $0.fatal }) { throw CommandFailure(fatal) }
    for part in parts {
      builder.merge(part.builder)
      skipped.merge(part.skipped, uniquingKeysWith: +)
      failures += part.failures
    }
    failures.sort { $0.number < $1.number }
  }
}

extension LabelBuildRun {
  /// How many failures are reported one by one.
  private static let shownFailureLimit = 20

  /// Reports the outcome of the run, with counts of everything left out.
  func say(_ report: LabelBuildReport, _ streams: inout Streams) {
    let messages = streams.messages
    for failure in failures.prefix(Self.shownFailureLimit) {
      messages.write(CommandFailure(failure.error))
    }
    if failures.count > Self.shownFailureLimit {
      messages.warn("\(failures.count - Self.shownFailureLimit) more documents could not be read")
    }
    messages.note(
      "\(report.documents) labels: \(report.labels) about \(report.subjects) subjects, "
        + "\(report.rows) rows; \(report.labelsWithoutEffects) without a section on effects")
    messages.note(
      "of \(report.statements) statements, \(report.rows) are rows, \(report.restated) repeat a row, "
        + "\(report.outweighed) are outweighed by stronger ones; "
        + "left out: \(report.rare) made by few labels, \(report.surplus) further figures")
    if report.repeats > 0 {
      messages.note("\(report.repeats) older versions or repeats of a set id left out")
    }
    for (reason, count) in report.leftOut.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      messages.note("\(count) labels without rows: \(reason.rawValue)")
    }
    for (reason, count) in skipped.sorted(by: { $0.key < $1.key }) {
      messages.note("\(count) documents are no labels: \(reason)")
    }
    for (reason, count) in report.refused.sorted(by: { $0.key < $1.key }) {
      messages.warn("\(count) statements left out: \(reason)")
    }
  }
}

extension LabelBuildRun {
  /// The counts as one JSON object: documents and statements, and the reasons for leaving some out.
  func json(_ report: LabelBuildReport) -> [UInt8] {
    var json = JSONWriter(layout: .indented)
    json.object { json in
      func write(_ key: StaticString, _ counts: [(String, Int)]) {
        json.object(key) { json in
          for (name, count) in counts.sorted(by: { $0.0 < $1.0 }) {
            json.key(name)
            json.integer(count)
          }
        }
      }
      json.member("schema", 1)
      json.member("documents", report.documents)
      json.member("repeats", report.repeats)
      json.member("failures", failures.count)
      write("skipped", skipped.map { ($0, $1) })
      json.member("labels", report.labels)
      json.member("labelsWithoutEffects", report.labelsWithoutEffects)
      json.member("subjects", report.subjects)
      write("labelsWithoutSubject", report.leftOut.map { ($0.rawValue, $1) })
      json.member("statements", report.statements)
      json.member("rows", report.rows)
      json.member("restated", report.restated)
      json.member("outweighed", report.outweighed)
      json.member("rare", report.rare)
      json.member("surplus", report.surplus)
      write("refused", report.refused.map { ($0, $1) })
    }
    json.endLine()
    return json.bytes
  }
}
