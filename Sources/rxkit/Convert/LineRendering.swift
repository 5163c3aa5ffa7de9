// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import FHIRResources
import FHIRStreams
import JSONText
import MedicationResolver

// Lines that are dense with medications, in their order:
//
//   line    1  2  3  4  5  6  7
//   fits    –  –  –  ✓  ✓  –  ✓      a shape that was met before
//           └─run─┘        run       is read as any document is
//
// A shape is learnt from the last line of a run.

/// Renders the lines of one part as lines.
struct LineRendering {
  /// How many lines are read at once while shapes are learnt.
  private static let runLimit = 16

  private let rendering: RecordRendering
  private let part: FHIRStream.Part
  private let batch: FHIRLineStream.Batch

  init(_ rendering: RecordRendering, _ part: FHIRStream.Part, _ batch: FHIRLineStream.Batch) {
    self.rendering = rendering
    self.part = part
    self.batch = batch
  }

  /// Whether many of the lines seem to be medication resources; a wrong guess costs time alone.
  static func mayPay(_ batch: FHIRLineStream.Batch) -> Bool {
    guard batch.failure == nil else { return false }
    let mark = Array("\"resourceType\":\"Medication".utf8)
    let bytes = batch.bytes.span
    var start = 0
    var (count, found) = (0, 0)
    while start < bytes.count, count < 8 {
      var position = start
      let limit = min(start + 200, bytes.count - mark.count)
      while position < limit {
        if bytes[position] == 0x0A { break }
        if JSONPattern.isEqual(bytes, position..<position + mark.count, mark) {
          found += 1
          break
        }
        position += 1
      }
      count += 1
      start = JSONPattern.lineEnd(bytes, from: position) + 1
    }
    return found * 2 > count
  }

  func convert(_ result: inout ConvertedPart) {
    var session = rendering.sessions.take()
    defer { rendering.sessions.give(back: session) }
    do throws(CommandFailure) {
      try convert(by: &session, &result)
    } catch {
      result.stop = error
    }
  }

  /// Lines that are read together.
  private struct Run {
    var start: Int
    var firstLine: Int
    /// Where the last of them begins.
    var lastLine: Int

    init(at start: Int, _ line: Int) {
      self.start = start
      firstLine = line
      lastLine = start
    }
  }

  private func convert(
    by session: inout ResolvingSession, _ result: inout ConvertedPart
  ) throws(CommandFailure) {
    let bytes = batch.bytes.span
    // As long as the records before, and some more: growing a buffer copies all of it.
    var json = JSONWriter(
      reusing: rendering.buffers.take(),
      capacity: batch.lineCount * max(RecordRendering.lineLength, session.recordLength * 9 / 8))
    var position = 0
    var number = batch.firstLine
    var run = Run(at: 0, number)
    while position < bytes.count {
      if session.comparesLines, let end = try match(bytes, position, &session) {
        if run.start < position {
          // Reading them may lead to other shapes, so the line is looked at once more.
          try read(run, upTo: position, number, &session, &json, &result)
        } else {
          let hasWarnings = session.writeMatched(
            bytes, number: number, to: &json, source: result.path)
          json.endLine()
          result.recordCount += 1
          if hasWarnings { result.hasWarnings = true }
          position = JSONPattern.lineEnd(bytes, from: end) + 1
          number += 1
        }
        run = Run(at: position, number)
        continue
      }
      run.lastLine = position
      position = min(JSONPattern.lineEnd(bytes, from: position) + 1, bytes.count)
      number += 1
      let limit = session.fitsLines ? Self.runLimit : 1
      if session.learnsLines, number - run.firstLine >= limit {
        try read(run, upTo: position, number, &session, &json, &result)
        run = Run(at: position, number)
      }
    }
    if run.start < bytes.count {
      try read(run, upTo: bytes.count, number, &session, &json, &result)
    }
    if result.recordCount > 0 { session.recordLength = json.bytes.count / result.recordCount }
    result.bytes = json.bytes
  }

  /// Reads and renders a run of lines, and learns the shape of the last one.
  private func read(
    _ run: Run, upTo end: Int, _ number: Int, _ session: inout ResolvingSession,
    _ json: inout JSONWriter, _ result: inout ConvertedPart
  ) throws(CommandFailure) {
    let lines = Array(batch.bytes[run.start..<end])
    let document = part.document(
      lines: lines, firstLine: run.firstLine, reading: rendering.reading)
    rendering.note(document.problems, of: part.name, in: &result)
    try rendering.renderLines(document.records, by: &session, to: &json, &result)
    guard session.learnsLines, !document.records.isEmpty else { return }
    var line = batch.bytes[run.lastLine..<end]
    while let last = line.last, last == 0x0A || last == 0x0D { line.removeLast() }
    do throws(CatalogError) {
      try session.learn(
        Array(line), number: number - 1, source: result.path, reading: rendering.reading)
    } catch {
      throw CommandFailure(error)
    }
  }

  private func match(
    _ bytes: Span<UInt8>, _ start: Int, _ session: inout ResolvingSession
  ) throws(CommandFailure) -> Int? {
    do throws(CatalogError) {
      return try session.match(bytes, from: start, options: rendering.reading.text)
    } catch {
      throw CommandFailure(error)
    }
  }
}
